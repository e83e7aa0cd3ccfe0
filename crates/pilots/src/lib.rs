//! Computer players for Powerboats: an exact solver for a boat alone on the lake, pilots of four strengths, hints and the
//! analysis of records.
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
pub use hint::{DiceHint, Hint, Landing, MoveEnding, PlaceHint, SteerHint, SteerOutcome};
pub use pilot::{
    Pilot, Score,
    admiral::{Admiral, EvaluatedAction},
    captain::Captain,
    kind::{PilotKind, UnknownPilot},
    rookie::Rookie,
    skipper::Skipper,
};
pub use random::QuickRandom;
pub use solver::{
    Solution, Weights,
    compact::Compact,
    turn::{Fate, LoneBoat, Turn},
};
