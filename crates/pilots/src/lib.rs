//! Computer players for Powerboats: an exact solver for the lone race, pilots of every strength, hints and analysis.
#![deny(unsafe_code)]

pub mod analysis;
pub mod arena;
mod course;
mod hint;
mod pilot;
mod random;
pub mod simulation;
mod solver;
mod utility;

pub use course::{
    cache::{CacheStats, CourseCache, CourseKnowledge},
    distances::DistanceTable,
    odds::Odds,
    par::Par,
    reach::{End, Reach},
    route::Route,
};
pub use hint::{DiceHint, Hint, Landing, MoveEnding, PlaceHint, Sailing, SteerHint};
pub use pilot::{
    Pilot, Score,
    admiral::{Admiral, Weighed},
    captain::Captain,
    kind::{PilotKind, UnknownPilot},
    rookie::Rookie,
    skipper::Skipper,
};
pub use random::QuickRandom;
pub use solver::{
    Solution, Weights,
    compact::Compact,
    turn::{Fate, Lone, Turn},
};
