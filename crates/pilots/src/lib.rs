//! Pilots for Powerboats: the lone race solved exactly, bots for everyone, hints and analysis.
#![deny(unsafe_code)]

mod admiral;
pub mod analysis;
pub mod arena;
mod backup;
mod captain;
mod class;
mod compact;
mod compass;
mod crew;
pub mod fleet;
mod fork;
mod hands;
mod hint;
mod lanes;
mod library;
mod odds;
mod order;
mod par;
mod pilot;
mod prospects;
mod quick;
mod reach;
#[cfg(target_arch = "x86_64")]
mod register;
mod review;
mod rookie;
mod route;
mod skipper;
mod solver;
mod solving;
mod stakes;
mod turn;
mod utility;
mod waters;
mod ways;

pub use admiral::{Admiral, Weighed};
pub use captain::Captain;
pub use compact::Compact;
pub use compass::Compass;
pub use crew::{Crew, NoCrew};
pub use hint::{DiceHint, Ending, Hint, Landing, PlaceHint, Sailing, SteerHint};
pub use library::{Knowledge, Library, LibraryStats};
pub use odds::Odds;
pub use par::Par;
pub use pilot::{Pilot, Score};
pub use quick::Quick;
pub use reach::{End, Reach};
pub use rookie::Rookie;
pub use route::Route;
pub use skipper::Skipper;
pub use solver::{Solution, Weights};
pub use turn::{Fate, Lone, Turn};
