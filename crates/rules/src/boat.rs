//! A boat in a race: where it is, how it stands.

use crate::{Color, Hand, Heading, Hex, Progress};

/// Damage at which a boat sinks (rule 4.7).
pub const SINKS_AT: u8 = 4;

/// Where a boat is in its race.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Not on the lake yet.
    Unplaced,
    /// On the lake.
    Racing {
        /// Its hex.
        at: Hex,
        /// The way it faces.
        heading: Heading,
    },
    /// Across the finish, and off the lake.
    Finished,
    /// Off the lake.
    Sunk,
    /// Still on the lake, on its way, when the race ended (rule 5.2).
    Unfinished {
        /// Its hex.
        at: Hex,
        /// The way it faces.
        heading: Heading,
    },
}

impl Status {
    /// `unplaced`, `racing`, `finished`, `sunk` or `unfinished`.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Unplaced => "unplaced",
            Status::Racing { .. } => "racing",
            Status::Finished => "finished",
            Status::Sunk => "sunk",
            Status::Unfinished { .. } => "unfinished",
        }
    }
}

/// A boat, its dice and its damage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Boat {
    /// Whose.
    pub color: Color,
    /// Where.
    pub status: Status,
    /// Its dice, from its last turn.
    pub hand: Hand,
    /// Damage in all.
    pub damage: u8,
    /// The part of its damage kept from earlier races (rule 5.4).
    pub kept: u8,
    /// Its leg, and what it owes.
    pub progress: Progress,
    /// Turns ended in this race.
    pub turns: u32,
}

impl Boat {
    /// Turns it may be said to have taken; so many that counting on never ends.
    pub const MOST_TURNS: u32 = 1_000_000_000;

    /// A boat before it is placed (rules 3.3, 5.4).
    pub fn unplaced(color: Color, kept: u8) -> Boat {
        Boat {
            color,
            status: Status::Unplaced,
            hand: Hand::EMPTY,
            damage: kept,
            kept,
            progress: Progress::default(),
            turns: 0,
        }
    }

    /// Its hex, if it is on the lake.
    #[inline]
    pub fn at(&self) -> Option<Hex> {
        match self.status {
            Status::Racing { at, .. } | Status::Unfinished { at, .. } => Some(at),
            _ => None,
        }
    }

    /// The way it faces, if it is on the lake.
    pub fn heading(&self) -> Option<Heading> {
        match self.status {
            Status::Racing { heading, .. } | Status::Unfinished { heading, .. } => Some(heading),
            _ => None,
        }
    }

    /// Still racing?
    #[inline]
    pub fn is_racing(&self) -> bool {
        matches!(self.status, Status::Racing { .. })
    }

    /// Counters it takes into the next race: one more if it took new damage in this one (rule 5.4).
    pub fn keeps(&self) -> u8 {
        self.kept + u8::from(self.damage > self.kept)
    }
}
