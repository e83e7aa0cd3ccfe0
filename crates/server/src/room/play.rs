//! What happens on the lake of a room: decisions, and all that the room does by itself.

use crate::room::{Random, Room, Stage};
use crate::room::{
    action::{Refusal, RefusalReason},
    event::{Plan, RoomEvent},
    seat::Seat,
    settings::PilotName,
};
use powerboats_pilots::PilotKind;
use powerboats_referee::{Decision, Secret, Table};
use powerboats_rules::{Color, Phase};

/// What a room does by itself next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// Something it can do at once: [`Room::go_on`].
    GoOn,
    /// A pilot has to be asked: [`Room::play_for`].
    Ask(Color, PilotKind),
    /// Nothing before this time, or before somebody acts.
    Wait(Option<i64>),
}

/// Who plays when somebody's time is up, or somebody is away.
const STAND_IN: PilotKind = PilotKind::Captain;

/// Turns a pilot plays for somebody before it keeps the seat.
const PATIENCE: u8 = 3;

impl Room {
    /// Plays a decision of this seat and tells all that comes of it.
    pub(super) fn play(
        &mut self,
        color: Color,
        decision: Decision,
        now: i64,
        happened: &mut Vec<RoomEvent>,
    ) -> Result<(), Refusal> {
        let Stage::Live(table) = &mut self.stage else {
            return Err(Refusal::new(RefusalReason::NotStarted, "The regatta has not begun yet."));
        };
        let story = table.decide(color, decision)?;
        for happening in story {
            self.played(&happening);
            happened.push(RoomEvent::Game { happening });
        }
        if let Stage::Over(_) = self.stage {
            let later = self.secrets[1..].iter().map(Secret::reveal).collect();
            happened.push(RoomEvent::Secret { secret: self.secrets[0].reveal(), later });
        }
        if !matches!(decision, Decision::Dice { .. }) {
            self.turn_over(now, happened);
        }
        Ok(())
    }

    /// A turn has ended: the next player's time runs.
    pub(super) fn turn_over(&mut self, now: i64, happened: &mut Vec<RoomEvent>) {
        let Some(table) = self.table() else { return };
        let placing = table.race().is_some_and(|race| matches!(race.phase(), Phase::Place(_)) && race.number() == 1);
        let turn = table.turn();
        let person = turn.is_some_and(|color| self.seats.get(&color).is_some_and(|seat| seat.person().is_some()));
        if let Some(clock) = self.timer.next(turn, person, placing, now) {
            self.happen(happened, clock);
        }
    }

    /// Is it too late for this seat to decide anything in this turn?
    pub(super) fn is_late(&self, color: Color, now: i64) -> bool {
        let stand_in = self.seats.get(&color).and_then(Seat::person).is_some_and(|person| person.stand_in);
        stand_in || self.timer.deadline().is_some_and(|deadline| deadline <= now)
    }

    /// What the room does by itself next.
    pub fn next(&self, now: i64) -> Next {
        if let Some(until) = self.sealed {
            return if until <= now { Next::GoOn } else { Next::Wait(Some(until)) };
        }
        let Stage::Live(table) = &self.stage else { return Next::Wait(None) };
        let Some(color) = table.turn() else { return Next::Wait(None) };
        match self.seats.get(&color) {
            Some(Seat::Pilot(PilotName(kind))) => Next::Ask(color, kind.clone()),
            Some(Seat::Person(person)) if person.away || person.stand_in => Next::Ask(color, STAND_IN),
            Some(Seat::Person(person)) => {
                let due = self.timer.deadline().is_some_and(|deadline| deadline <= now);
                let forced = person.auto_steer && only_option(table).is_some();
                if person.plan.is_some() || forced || due { Next::GoOn } else { Next::Wait(self.timer.deadline()) }
            }
            None => Next::Ask(color, STAND_IN),
        }
    }

    /// Carries out a plan, takes a heading without a choice, or sees that time is up.
    pub fn go_on(&mut self, now: i64, random: Random) -> Vec<RoomEvent> {
        let mut happened = Vec::new();
        if self.sealed.is_some_and(|until| until <= now) {
            self.unseal(self.not_revealed(), random, now, &mut happened);
            return happened;
        }
        let Stage::Live(table) = &self.stage else { return happened };
        let (Some(color), forced) = (table.turn(), only_option(table)) else { return happened };
        let steering = table.race().is_some_and(|race| matches!(race.phase(), Phase::Steer(..)));
        let Some(Seat::Person(person)) = self.seats.get(&color) else { return happened };
        let (plan, auto) = (person.plan.clone(), person.auto_steer);
        match (plan, forced) {
            (Some(plan), _) => self.carry_out(color, plan, steering, now, &mut happened),
            (None, Some(to)) if auto => drop(self.play(color, Decision::Steer { to }, now, &mut happened)),
            _ if self.timer.deadline().is_some_and(|deadline| deadline <= now) => {
                self.happen(&mut happened, RoomEvent::TimedOut { color });
                if self.person(color).is_some_and(|person| person.timeouts >= PATIENCE) {
                    self.happen(&mut happened, RoomEvent::TakenOver { color });
                }
            }
            _ => {}
        }
        happened
    }

    fn carry_out(&mut self, color: Color, plan: Plan, steering: bool, now: i64, happened: &mut Vec<RoomEvent>) {
        if !steering {
            if let Err(refusal) = self.play(color, plan.first, now, happened) {
                self.happen(happened, RoomEvent::PlanDropped { color, reason: refusal.message });
            }
            return;
        }
        let mut reason = None;
        for to in &plan.steer {
            match self.play(color, Decision::Steer { to: *to }, now, happened) {
                Ok(()) => return,
                Err(refusal) => reason = Some(refusal.message),
            }
        }
        match reason {
            Some(reason) => self.happen(happened, RoomEvent::PlanDropped { color, reason }),
            None => self.happen(happened, RoomEvent::Planned { color, plan: None }),
        }
    }

    /// A pilot has decided for this seat; nothing if somebody else was quicker.
    pub fn play_for(&mut self, color: Color, decision: Decision, now: i64) -> Vec<RoomEvent> {
        let mut happened = Vec::new();
        if matches!(self.next(now), Next::Ask(asked, _) if asked == color) {
            drop(self.play(color, decision, now, &mut happened));
        }
        happened
    }

    /// The server was down: nobody's time ran meanwhile. `deadline` is when the room acts by itself, by the store.
    pub fn set_deadline(&mut self, deadline: Option<i64>) -> Vec<RoomEvent> {
        let mut happened = Vec::new();
        // While a pilot is at work, the stored deadline is not that of a player.
        let (Next::Wait(Some(before)), Some(deadline)) = (self.next(i64::MIN), deadline) else { return happened };
        if self.sealed.is_some() {
            if before != deadline {
                self.happen(&mut happened, RoomEvent::Sealed { until: deadline });
            }
        } else if let Some(clock) = self.timer.moved_to(Some(deadline)) {
            self.happen(&mut happened, clock);
        }
        happened
    }
}

fn only_option(table: &Table) -> Option<powerboats_rules::Steer> {
    let race = table.race().filter(|race| matches!(race.phase(), Phase::Steer(..)))?;
    match race.steer_options().as_slice() {
        [only] => Some(only.steer),
        _ => None,
    }
}
