//! The game in a room: players' decisions, and everything the room does by itself.

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

/// What a room must do next without being asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// It can act at once: call [`Room::go_on`].
    GoOn,
    /// A pilot must decide: ask it, then call [`Room::play_for`].
    AskPilot(Color, PilotKind),
    /// Nothing until this time, or until a player acts.
    Wait(Option<i64>),
}

/// The pilot that plays for a player whose time is up or who is away.
const STAND_IN: PilotKind = PilotKind::Captain;

/// After this many timeouts in a row a pilot keeps the seat until its player comes back.
const MAX_TIMEOUTS: u8 = 3;

impl Room {
    /// Plays a decision and appends the resulting events.
    pub(super) fn play(
        &mut self,
        color: Color,
        decision: Decision,
        now: i64,
        events: &mut Vec<RoomEvent>,
    ) -> Result<(), Refusal> {
        let Stage::Live(table) = &mut self.stage else {
            return Err(Refusal::new(RefusalReason::NotStarted, "The regatta has not started yet."));
        };
        let story = table.decide(color, decision)?;
        for happening in story {
            self.after_happening(&happening);
            events.push(RoomEvent::Game { happening });
        }
        if let Stage::Over(_) = self.stage {
            let later = self.secrets[1..].iter().map(Secret::reveal).collect();
            events.push(RoomEvent::Secret { secret: self.secrets[0].reveal(), later });
        }
        if !matches!(decision, Decision::Dice { .. }) {
            self.end_turn(now, events);
        }
        Ok(())
    }

    /// Ends a turn: the next player's clock starts.
    pub(super) fn end_turn(&mut self, now: i64, events: &mut Vec<RoomEvent>) {
        let Some(table) = self.table() else { return };
        let placing = table.race().is_some_and(|race| matches!(race.phase(), Phase::Place(_)) && race.number() == 1);
        let turn = table.turn();
        let person = turn.is_some_and(|color| self.seats.get(&color).is_some_and(|seat| seat.person().is_some()));
        if let Some(clock) = self.timer.next(turn, person, placing, now) {
            self.emit(events, clock);
        }
    }

    /// Whether it is too late for this seat to decide in this turn.
    pub(super) fn is_late(&self, color: Color, now: i64) -> bool {
        let stand_in = self.seats.get(&color).and_then(Seat::person).is_some_and(|person| person.stand_in);
        stand_in || self.timer.deadline().is_some_and(|deadline| deadline <= now)
    }

    /// What the room must do next without being asked.
    pub fn next(&self, now: i64) -> Next {
        if let Some(until) = self.sealed {
            return if until <= now { Next::GoOn } else { Next::Wait(Some(until)) };
        }
        let Stage::Live(table) = &self.stage else { return Next::Wait(None) };
        let Some(color) = table.turn() else { return Next::Wait(None) };
        match self.seats.get(&color) {
            Some(Seat::Pilot(PilotName(kind))) => Next::AskPilot(color, kind.clone()),
            Some(Seat::Person(person)) if person.away || person.stand_in => Next::AskPilot(color, STAND_IN),
            Some(Seat::Person(person)) => {
                let due = self.timer.deadline().is_some_and(|deadline| deadline <= now);
                let forced = person.auto_steer && only_option(table).is_some();
                if person.plan.is_some() || forced || due { Next::GoOn } else { Next::Wait(self.timer.deadline()) }
            }
            None => Next::AskPilot(color, STAND_IN),
        }
    }

    /// Carries out a plan, takes the only possible heading, or handles a timeout.
    pub fn go_on(&mut self, now: i64, random: Random) -> Vec<RoomEvent> {
        let mut events = Vec::new();
        if self.sealed.is_some_and(|until| until <= now) {
            self.unseal(self.not_revealed(), random, now, &mut events);
            return events;
        }
        let Stage::Live(table) = &self.stage else { return events };
        let (Some(color), forced) = (table.turn(), only_option(table)) else { return events };
        let steering = table.race().is_some_and(|race| matches!(race.phase(), Phase::Steer(..)));
        let Some(Seat::Person(person)) = self.seats.get(&color) else { return events };
        let (plan, auto) = (person.plan.clone(), person.auto_steer);
        match (plan, forced) {
            (Some(plan), _) => self.carry_out(color, plan, steering, now, &mut events),
            (None, Some(to)) if auto => drop(self.play(color, Decision::Steer { to }, now, &mut events)),
            _ if self.timer.deadline().is_some_and(|deadline| deadline <= now) => {
                self.emit(&mut events, RoomEvent::TimedOut { color });
                if self.person(color).is_some_and(|person| person.timeouts >= MAX_TIMEOUTS) {
                    self.emit(&mut events, RoomEvent::TakenOver { color });
                }
            }
            _ => {}
        }
        events
    }

    fn carry_out(&mut self, color: Color, plan: Plan, steering: bool, now: i64, events: &mut Vec<RoomEvent>) {
        if !steering {
            if let Err(refusal) = self.play(color, plan.first, now, events) {
                self.emit(events, RoomEvent::PlanDropped { color, reason: refusal.message });
            }
            return;
        }
        let mut reason = None;
        for to in &plan.steer {
            match self.play(color, Decision::Steer { to: *to }, now, events) {
                Ok(()) => return,
                Err(refusal) => reason = Some(refusal.message),
            }
        }
        match reason {
            Some(reason) => self.emit(events, RoomEvent::PlanDropped { color, reason }),
            None => self.emit(events, RoomEvent::Planned { color, plan: None }),
        }
    }

    /// Plays a pilot's decision for a seat. Does nothing if the seat no longer waits for a pilot.
    pub fn play_for(&mut self, color: Color, decision: Decision, now: i64) -> Vec<RoomEvent> {
        let mut events = Vec::new();
        if matches!(self.next(now), Next::AskPilot(asked, _) if asked == color) {
            drop(self.play(color, decision, now, &mut events));
        }
        events
    }

    /// Moves the deadline after the server was down, so that nobody loses time. `deadline` is the stored time at which
    /// the room next acts by itself.
    pub fn set_deadline(&mut self, deadline: Option<i64>) -> Vec<RoomEvent> {
        let mut events = Vec::new();
        // On a pilot's turn the stored deadline is not a player's.
        let (Next::Wait(Some(before)), Some(deadline)) = (self.next(i64::MIN), deadline) else { return events };
        if self.sealed.is_some() {
            if before != deadline {
                self.emit(&mut events, RoomEvent::Sealed { until: deadline });
            }
        } else if let Some(clock) = self.timer.moved_to(Some(deadline)) {
            self.emit(&mut events, clock);
        }
        events
    }
}

fn only_option(table: &Table) -> Option<powerboats_rules::Steer> {
    let race = table.race().filter(|race| matches!(race.phase(), Phase::Steer(..)))?;
    match race.steer_options().as_slice() {
        [only] => Some(only.steer),
        _ => None,
    }
}
