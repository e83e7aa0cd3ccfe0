//! An independent, naive second reading of the rules of Powerboats, used only by tests.
//!
//! [`Oracle::check`] takes each request of the referee protocol with the answer a program gave,
//! works out the right answer step by step from its own state, and says what differs.
//! [`drive`] makes up races and matches at random and plays them through such a program.
//! Nothing here is fast or clever; each rule is a small function that names its number.

mod boat;
mod chart;
mod compare;
mod course;
mod deal;
mod drive;
#[cfg(test)]
mod examples;
mod fields;
mod gate;
mod hex;
mod lake;
mod marks;
#[cfg(test)]
mod mirror;
mod mischief;
mod oracle;
mod pilot;
mod points;
mod race;
mod random;
mod refusal;
mod request;
mod scene;
mod seat;
mod setup;
mod show;
mod spoil;
mod tally;
mod turn;
mod watch;

pub use drive::drive;
pub use oracle::Oracle;
pub use tally::Tally;
