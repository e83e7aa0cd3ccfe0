//! A boat in a race: its position, dice, damage and progress.

use crate::{Color, Hand, Heading, Hex, Progress};

/// Damage at which a boat sinks (rule 4.7).
pub const SINKS_AT: u8 = 4;

/// Where a boat is in its race.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Not placed on the lake yet.
    Unplaced,
    /// On the lake, still racing.
    Racing {
        #[allow(missing_docs)]
        at: Hex,
        /// The direction the boat faces.
        heading: Heading,
    },
    /// Crossed the finish and left the lake (rule 4.9).
    Finished,
    /// Sank and left the lake (rule 4.9).
    Sunk,
    /// Its player resigned, or it retired from this race, and it left the lake (rule 5.6).
    Resigned,
    /// Still on the lake when the race ended (rule 5.2).
    Unfinished {
        #[allow(missing_docs)]
        at: Hex,
        /// The direction the boat faces.
        heading: Heading,
    },
}

impl Status {
    /// `unplaced`, `racing`, `finished`, `sunk`, `resigned` or `unfinished`.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Unplaced => "unplaced",
            Status::Racing { .. } => "racing",
            Status::Finished => "finished",
            Status::Sunk => "sunk",
            Status::Resigned => "resigned",
            Status::Unfinished { .. } => "unfinished",
        }
    }
}

/// A boat, its dice and its damage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Boat {
    #[allow(missing_docs)]
    pub color: Color,
    #[allow(missing_docs)]
    pub status: Status,
    /// The dice it kept from its last turn.
    pub hand: Hand,
    /// Total damage.
    pub damage: u8,
    /// The part of the damage that comes from earlier races (rule 5.4).
    pub kept: u8,
    /// Its leg, and whether it owes a gate crossing.
    pub progress: Progress,
    /// Turns completed in this race.
    pub turns: u32,
}

impl Boat {
    /// The most turns a set-up position may give a boat. Counting on from here cannot overflow.
    pub const MOST_TURNS: u32 = 1_000_000_000;

    /// A boat that is not placed yet: no dice, only kept damage (rules 3.3, 5.4).
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

    /// The boat's hex, if it is on the lake.
    #[inline]
    pub fn at(&self) -> Option<Hex> {
        match self.status {
            Status::Racing { at, .. } | Status::Unfinished { at, .. } => Some(at),
            _ => None,
        }
    }

    /// The direction the boat faces, if it is on the lake.
    pub fn heading(&self) -> Option<Heading> {
        match self.status {
            Status::Racing { heading, .. } | Status::Unfinished { heading, .. } => Some(heading),
            _ => None,
        }
    }

    /// Is the boat on the lake and still racing?
    #[inline]
    pub fn is_racing(&self) -> bool {
        matches!(self.status, Status::Racing { .. })
    }

    /// Damage the boat carries into the next race: one more if it took new damage in this one (rule 5.4).
    pub fn keeps(&self) -> u8 {
        self.kept + u8::from(self.damage > self.kept)
    }
}
