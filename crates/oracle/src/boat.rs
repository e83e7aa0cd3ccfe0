//! A boat in a race: its position, dice, damage and progress (REFEREE `state`).

use crate::hex::{Heading, Hex};
use crate::marks::{Leg, Progress};
use crate::seat::Color;

/// Whether a boat is still in the race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Unplaced,
    Racing,
    Finished,
    Sunk,
    Unfinished,
}

impl Status {
    pub fn name(self) -> &'static str {
        match self {
            Status::Unplaced => "unplaced",
            Status::Racing => "racing",
            Status::Finished => "finished",
            Status::Sunk => "sunk",
            Status::Unfinished => "unfinished",
        }
    }

    pub fn parse(name: &str) -> Option<Status> {
        let all = [Status::Unplaced, Status::Racing, Status::Finished, Status::Sunk, Status::Unfinished];
        all.into_iter().find(|s| s.name() == name)
    }
}

/// A boat. `dice` are its dice before this turn's roll, sorted high to low.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Boat {
    pub color: Color,
    pub at: Option<Hex>,
    pub heading: Option<Heading>,
    pub dice: Vec<u8>,
    pub damage: u64,
    pub kept: u64,
    pub leg: Leg,
    pub owes: bool,
    pub status: Status,
    pub turns: u64,
}

impl Boat {
    /// RULES 3.3, 5.4: a boat before it is placed has no dice, and its damage is what it kept.
    pub fn unplaced(color: Color, kept: u64) -> Boat {
        Boat {
            color,
            at: None,
            heading: None,
            dice: Vec::new(),
            damage: kept,
            kept,
            leg: Leg::Start,
            owes: false,
            status: Status::Unplaced,
            turns: 0,
        }
    }

    pub fn progress(&self) -> Progress {
        Progress { leg: self.leg, owes: self.owes, finished: self.status == Status::Finished }
    }

    /// RULES 5.4: the damage it keeps after this race is one more if it took new damage.
    pub fn kept_after_race(&self) -> u64 {
        if self.damage > self.kept { self.kept + 1 } else { self.kept }
    }
}
