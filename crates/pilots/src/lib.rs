//! Pilots for Powerboats: the lone race solved exactly, bots for everyone, hints and analysis.
#![deny(unsafe_code)]

mod backup;
mod captain;
mod compass;
mod hands;
mod lanes;
mod order;
mod pilot;
mod rookie;
mod skipper;
mod solver;
mod turn;
mod waters;

pub use captain::Captain;
pub use compass::Compass;
pub use pilot::{Knowledge, Library, Pilot, Score};
pub use rookie::Rookie;
pub use skipper::Skipper;
pub use solver::{Solution, Weights};
pub use turn::{Fate, Lone, Turn};
