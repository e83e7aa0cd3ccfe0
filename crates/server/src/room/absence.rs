//! Absence: who is not connected, and games that pause because nobody is there.

use crate::{
    ids::PlayerId,
    room::{
        Room, Stage,
        action::{Refusal, RefusalReason},
        event::{Absence, Ending, RoomEvent},
        seat::Person,
        settings::{Clock, Occasion},
    },
};
use powerboats_referee::Secret;
use powerboats_rules::Color;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A paused game ends after this time, a day.
pub const DAY: i64 = 86_400_000;

/// A game pauses when nobody has been there for this long: a page may be loading again.
const GRACE: i64 = 10_000;

/// Another player may become host if the host has been disconnected for this long.
const HOST_AWAY: i64 = 120_000;

/// Players who are not connected, and since when. All others are connected.
///
/// The room's actor knows this and passes it in. It is not stored; what follows from it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Gone(pub BTreeMap<PlayerId, i64>);

impl Gone {
    /// Whether this player has been disconnected for at least this time.
    pub fn for_long(&self, player: &PlayerId, time: i64, now: i64) -> bool {
        self.0.get(player).is_some_and(|since| since + time <= now)
    }
}

/// Why a game is paused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PauseReason {
    /// Nobody was there. It goes on when somebody returns.
    Absent,
    /// The players wanted it. It goes on when one of them wants that.
    Vote,
}

/// A pause.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Pause {
    /// In milliseconds since 1970, as all times.
    pub since: i64,
    /// When the regatta ends without a result unless it goes on before.
    pub expires: i64,
    #[allow(missing_docs)]
    pub why: PauseReason,
}

impl Room {
    /// Whether the game waits for people. Correspondence, rated, season and event clocks run on.
    fn is_casual(&self) -> bool {
        let correspondence = matches!(self.settings.clock, Clock::Correspondence { .. });
        !correspondence && !self.settings.rated && !self.is_competition()
    }

    /// Whether the game is part of a season or an event, where others wait for its result.
    pub(super) fn is_competition(&self) -> bool {
        self.occasion.as_ref().is_some_and(Occasion::is_competition)
    }

    /// When the game pauses because nobody is there, if nobody comes back before; `None` if somebody is there, or if its
    /// clocks run on. A player for whom a pilot plays is not there, connected or not.
    pub fn pauses_at(&self, gone: &Gone) -> Option<i64> {
        if !self.is_casual() || self.paused.is_some() || !matches!(self.stage, Stage::Live(_)) {
            return None;
        }
        let mut at = None;
        for (_, person) in self.people() {
            let absent = if person.away { i64::MIN } else { gone.0.get(&person.player)? + GRACE };
            at = at.max(Some(absent));
        }
        at
    }

    /// Pauses the game because nobody is there.
    pub fn pause(&mut self, now: i64) -> Vec<RoomEvent> {
        let mut events = Vec::new();
        let paused = RoomEvent::Paused { since: now, expires: now + DAY, why: PauseReason::Absent };
        self.emit(&mut events, paused);
        events
    }

    /// A player connected or did something: if the game was paused because nobody was there, it goes on.
    pub fn returned(&mut self, who: &PlayerId, now: i64) -> Vec<RoomEvent> {
        let mut events = Vec::new();
        let waits = self.paused.is_some_and(|pause| pause.why == PauseReason::Absent);
        let Some((color, left)) = self.people().find_map(|(color, person)| {
            (person.player == *who).then_some((color, person.away && person.absence.only_watches()))
        }) else {
            return events;
        };
        // A player who left watches, unless they say that they are back.
        if waits && !left {
            self.come_back(color, &mut events);
            self.go_on_after_pause(now, &mut events);
        }
        events
    }

    /// Goes on with a paused game at a player's wish.
    pub(super) fn resume(&mut self, who: &PlayerId, now: i64, events: &mut Vec<RoomEvent>) -> Result<(), Refusal> {
        let color = self.playing(who)?;
        self.come_back(color, events);
        self.go_on_after_pause(now, events);
        Ok(())
    }

    pub(super) fn go_on_after_pause(&mut self, now: i64, events: &mut Vec<RoomEvent>) {
        if self.paused.is_some() {
            self.emit(events, RoomEvent::Resumed {});
            if let Some(clock) = self.timer.resumed(now) {
                self.emit(events, clock);
            }
        }
    }

    /// Ends the regatta before its last race is over. The secret of the dice is published.
    pub(super) fn end(&mut self, why: Ending, events: &mut Vec<RoomEvent>) {
        self.emit(events, RoomEvent::Ended { why });
        let later = self.secrets[1..].iter().map(Secret::reveal).collect();
        self.emit(events, RoomEvent::Secret { secret: self.secrets[0].reveal(), later });
    }

    /// Refuses what a player wants to do whose seat a pilot has for good.
    pub(super) fn check_not_dropped(&mut self, color: Color) -> Result<(), Refusal> {
        let is_final = |person: &Person| person.away && person.absence.is_final();
        let message = match self.person(color).filter(|person| is_final(person)).map(|person| person.absence) {
            None => return Ok(()),
            Some(Absence::Deadline) => "The season is over, and pilots finish this game. You can only watch.",
            Some(_) => "You dropped out, and a pilot finishes this game. You can only watch.",
        };
        Err(Refusal::new(RefusalReason::NotSeated, message))
    }

    /// Gives a player's seat to a pilot for good.
    pub(super) fn hand_over(&mut self, who: &PlayerId, why: Absence) -> Result<Vec<RoomEvent>, Refusal> {
        let mut events = Vec::new();
        match self.stage {
            Stage::Live(_) => {}
            Stage::Open => return Err(Refusal::new(RefusalReason::NotStarted, "The regatta has not started yet.")),
            Stage::Over(_) | Stage::Closed => {
                return Err(Refusal::new(RefusalReason::Over, "The regatta is over."));
            }
        }
        let color = self.seat_of(who).ok_or_else(super::conduct::not_seated)?;
        self.check_not_dropped(color)?;
        if !self.resigned().contains(&color) {
            self.emit(&mut events, RoomEvent::TakenOver { color, why });
            // A pause would only delay the pilot.
            if self.people().all(|(_, person)| person.away) {
                self.go_on_after_pause(self.last_at, &mut events);
            }
        }
        Ok(events)
    }

    /// Moves the deadline of a player on holiday, if it is their turn.
    pub(super) fn extend(&mut self, who: &PlayerId, until: i64) -> Result<Vec<RoomEvent>, Refusal> {
        let color = self.seat_of(who).ok_or_else(super::conduct::not_seated)?;
        let clock = self.timer.extended(color, until).ok_or_else(|| {
            Refusal::new(RefusalReason::NotYourTurn, "It is not their turn, or they have enough time.")
        })?;
        let mut events = Vec::new();
        self.emit(&mut events, clock);
        Ok(events)
    }

    /// Makes a seated player the host, if the host is away.
    pub(super) fn take_host(&mut self, who: &PlayerId, gone: &Gone, now: i64) -> Result<Vec<RoomEvent>, Refusal> {
        let mut events = Vec::new();
        if !matches!(self.stage, Stage::Open) {
            return Err(Refusal::new(RefusalReason::AlreadyStarted, "The regatta has already started."));
        }
        if self.seat_of(who).is_none() {
            return Err(super::conduct::not_seated());
        }
        if self.host != *who {
            if !gone.for_long(&self.host, HOST_AWAY, now) {
                let message = "You can become the host when the host has been away for two minutes.";
                return Err(Refusal::new(RefusalReason::NotAbsent, message));
            }
            self.emit(&mut events, RoomEvent::Hosted { host: who.clone() });
        }
        Ok(events)
    }
}
