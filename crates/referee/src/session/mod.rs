//! Lakes, races and matches for programs: what the Python and the JavaScript package play with. Each has its own dice, or lets
//! the caller roll.

mod lake;
mod matched;
mod race;

pub use lake::SeededLake;
pub use matched::{MatchOptions, MatchSession};
pub use race::{RaceOptions, RaceSession};

use powerboats_rules::{BadRace, BadSeats, Color, IllegalAction, IllegalPosition, Letter, Misread, Phase, RecordFault};

/// Why a lake, a race or a match cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)] // their messages say it
#[non_exhaustive]
pub enum BadSession {
    #[error(transparent)]
    Seats(#[from] BadSeats),
    #[error(transparent)]
    Race(#[from] BadRace),
    #[error(transparent)]
    Match(#[from] RecordFault),
    #[error(transparent)]
    Notation(#[from] Misread),
    #[error(transparent)]
    Position(#[from] IllegalPosition),
    #[error(transparent)]
    Roll(#[from] IllegalAction),
    #[error("unknown race {0:?}: expected A, B or C")]
    Letter(String),
    #[error("only a lake of tiles has spots for buoys: use Course(lake, buoys)")]
    NoSpots,
    #[error("no course of race {0} on this lake can be finished")]
    NoCourse(Letter),
    #[error("names: {0} is not one of the players")]
    Stranger(Color),
}

/// What a race waits for: `place`, `dice`, `roll`, `steer` or `over`.
pub const fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Place(_) => "place",
        Phase::Dice(_) => "dice",
        Phase::Chance(..) => "roll",
        Phase::Steer(..) => "steer",
        Phase::Over => "over",
    }
}
