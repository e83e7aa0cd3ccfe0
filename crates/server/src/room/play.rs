//! The game in a room: players' decisions, and everything the room does by itself.

use crate::room::{Random, Room, Stage};
use crate::room::{
    action::{Refusal, RefusalReason},
    clocks::{Runs, showing_time},
    event::{Absence, Ending, Plan, RoomEvent},
    seat::Seat,
    settings::{Clock, PilotName},
};
use powerboats_pilots::PilotKind;
use powerboats_referee::{Decision, Happening, Secret, Table};
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

/// The pilot that plays for a player whose time is up or who is away: a middling one, so that it neither wins the race for
/// them nor gives it away.
const STAND_IN: PilotKind = PilotKind::Mate;

/// After this many timeouts in a row a pilot keeps the seat until its player comes back.
const MAX_TIMEOUTS: u8 = 3;

/// How long players can look at the result of a race before the next one begins.
const BREAK_TIME: i64 = 30_000;

impl Room {
    /// Plays a decision and appends the resulting events. `stand_in`: a pilot decided for a person.
    pub(super) fn play(
        &mut self,
        color: Color,
        decision: Decision,
        stand_in: bool,
        now: i64,
        events: &mut Vec<RoomEvent>,
    ) -> Result<(), Refusal> {
        let Stage::Live(table) = &mut self.stage else {
            return Err(Refusal::new(RefusalReason::NotStarted, "The regatta has not started yet."));
        };
        let story = table.decide(color, decision)?;
        self.tell(story, stand_in, events);
        if !matches!(decision, Decision::Dice { .. }) {
            self.end_turn(now, events);
        }
        Ok(())
    }

    /// Appends events of the game. What follows from the first one was done by nobody.
    pub(super) fn tell(&mut self, story: Vec<Happening>, stand_in: bool, events: &mut Vec<RoomEvent>) {
        for (index, happening) in story.into_iter().enumerate() {
            let stand_in = stand_in && index == 0;
            self.after_happening(&happening, stand_in);
            events.push(RoomEvent::Game { happening, stand_in });
        }
        if let Stage::Over(_) = self.stage {
            let later = self.secrets[1..].iter().map(Secret::reveal).collect();
            events.push(RoomEvent::Secret { secret: self.secrets[0].reveal(), later });
        }
    }

    /// A player resigns: their boat leaves the lake. The regatta ends if no person or only one player is left.
    pub(super) fn resign(&mut self, color: Color, now: i64, events: &mut Vec<RoomEvent>) -> Result<(), Refusal> {
        let before = self.table().and_then(Table::turn);
        let Stage::Live(table) = &mut self.stage else {
            return Err(Refusal::new(RefusalReason::NotStarted, "The regatta has not started yet."));
        };
        let story = table.resign(color)?;
        let over = story.iter().any(|happening| matches!(happening, Happening::RaceOver { .. }));
        self.tell(story, false, events);
        let left = self.seats.len() - self.resigned().len();
        if !matches!(self.stage, Stage::Live(_)) {
            return Ok(());
        }
        if left < 2 || self.people().next().is_none() {
            self.end(Ending::Resigned, events);
        } else if over || before == Some(color) {
            self.end_turn(now, events);
        }
        Ok(())
    }

    /// Ends a turn: the next player's clock starts, or after a race the break begins.
    pub(super) fn end_turn(&mut self, now: i64, events: &mut Vec<RoomEvent>) {
        let Some(table) = self.table() else { return };
        let placing = table.race().is_some_and(|race| matches!(race.phase(), Phase::Place(_)) && race.number() == 1);
        let turn = table.turn();
        let shown = self.shown_after(events, now);
        let breaks = self.breaks_after(events);
        let person = turn.is_some_and(|color| self.seats.get(&color).is_some_and(|seat| seat.person().is_some()));
        let runs = match (person && !breaks && self.break_until.is_none(), placing) {
            (false, _) => Runs::Not,
            (true, true) => Runs::FirstPlacing,
            (true, false) => Runs::Turn,
        };
        if let Some(clock) = self.timer.next(turn, runs, shown, now) {
            self.emit(events, clock);
        }
        if breaks {
            self.emit(events, RoomEvent::Break { until: shown + BREAK_TIME });
        }
    }

    /// When a page that has shown everything up to now will have shown these events, too.
    fn shown_after(&self, events: &[RoomEvent], now: i64) -> i64 {
        let game = |event: &RoomEvent| match event {
            RoomEvent::Game { happening, .. } => showing_time(happening),
            _ => 0,
        };
        self.shown.max(now) + events.iter().map(game).sum::<i64>()
    }

    /// Whether a race has ended, another one follows, and somebody is there to look at the result.
    fn breaks_after(&self, events: &[RoomEvent]) -> bool {
        let race_over =
            |event: &RoomEvent| matches!(event, RoomEvent::Game { happening: Happening::RaceOver { .. }, .. });
        let correspondence = matches!(self.settings.clock, Clock::Correspondence { .. });
        let live = matches!(self.stage, Stage::Live(_));
        live && !correspondence && events.iter().any(race_over) && self.people().any(|(_, person)| !person.away)
    }

    /// Whether everyone who is there is ready for the next race.
    fn is_break_over(&self, until: i64, now: i64) -> bool {
        until <= now || self.people().all(|(_, person)| person.ready || person.away)
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
        let table = match &self.stage {
            Stage::Live(table) => table,
            Stage::Open => {
                let until = self.waits_open_until();
                return if until <= now { Next::GoOn } else { Next::Wait(Some(until)) };
            }
            Stage::Over(_) | Stage::Closed => return Next::Wait(None),
        };
        if let Some(pause) = self.paused {
            return if pause.expires <= now { Next::GoOn } else { Next::Wait(Some(pause.expires)) };
        }
        if let Some(until) = self.break_until {
            return if self.is_break_over(until, now) { Next::GoOn } else { Next::Wait(Some(until)) };
        }
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
        if let Stage::Open = self.stage {
            self.end_waiting(now, &mut events);
            return events;
        }
        if self.paused.is_some() {
            if self.paused.is_some_and(|pause| pause.expires <= now) {
                self.end(Ending::Expired, &mut events);
            }
            return events;
        }
        if let Some(until) = self.break_until {
            if self.is_break_over(until, now) {
                self.emit(&mut events, RoomEvent::BreakOver {});
                self.end_turn(now, &mut events);
            }
            return events;
        }
        let Stage::Live(table) = &self.stage else { return events };
        let (Some(color), forced) = (table.turn(), only_option(table)) else { return events };
        let steering = table.race().is_some_and(|race| matches!(race.phase(), Phase::Steer(..)));
        let Some(Seat::Person(person)) = self.seats.get(&color) else { return events };
        let (plan, auto) = (person.plan.clone(), person.auto_steer);
        match (plan, forced) {
            (Some(plan), _) => self.carry_out(color, plan, steering, now, &mut events),
            (None, Some(to)) if auto => drop(self.play(color, Decision::Steer { to }, false, now, &mut events)),
            _ if self.timer.deadline().is_some_and(|deadline| deadline <= now) => {
                self.emit(&mut events, RoomEvent::TimedOut { color });
                if self.person(color).is_some_and(|person| person.timeouts >= MAX_TIMEOUTS) {
                    self.emit(&mut events, RoomEvent::TakenOver { color, why: Absence::Timeouts });
                }
            }
            _ => {}
        }
        events
    }

    fn carry_out(&mut self, color: Color, plan: Plan, steering: bool, now: i64, events: &mut Vec<RoomEvent>) {
        if !steering {
            if let Err(refusal) = self.play(color, plan.first, false, now, events) {
                self.emit(events, RoomEvent::PlanDropped { color, reason: refusal.message });
            }
            return;
        }
        let mut reason = None;
        for to in &plan.steer {
            match self.play(color, Decision::Steer { to: *to }, false, now, events) {
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
            let stand_in = self.seats.get(&color).is_some_and(|seat| seat.person().is_some());
            drop(self.play(color, decision, stand_in, now, &mut events));
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

    /// Gives players the time back in which nobody could serve the room: of a span, what has passed since their deadline was set.
    /// That sets it again, so the same span gives nothing twice.
    pub fn give_back(&mut self, from: i64, until: i64) -> Vec<RoomEvent> {
        let lost = until - from.max(self.deadline_set);
        match self.next(i64::MIN) {
            Next::Wait(Some(deadline)) if lost > 0 => self.set_deadline(Some(deadline + lost)),
            Next::Wait(_) | Next::GoOn | Next::AskPilot(..) => Vec::new(),
        }
    }
}

fn only_option(table: &Table) -> Option<powerboats_rules::Steer> {
    let race = table.race().filter(|race| matches!(race.phase(), Phase::Steer(..)))?;
    match race.steer_options().as_slice() {
        [only] => Some(only.steer),
        _ => None,
    }
}
