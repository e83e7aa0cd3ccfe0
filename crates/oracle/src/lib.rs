//! A second, independent implementation of the rules, used only by tests.
//!
//! [`Oracle::check`] takes a request of the referee protocol and a program's answer to it. It computes the correct answer
//! from its own state and reports any difference. [`drive`] plays random races and matches through such a program.
//! The code is simple rather than fast: each rule is a small function that names its number.

mod bad_request;
mod bad_setup;
mod boat;
mod compare;
mod counting;
mod course;
mod deal;
mod distances;
mod drive;
#[cfg(test)]
mod examples;
mod fields;
mod gate;
mod given_boats;
mod hex;
mod json;
mod lake;
mod marks;
mod oracle;
#[cfg(test)]
mod oracle_referee;
mod pilot;
mod points;
mod protocol_error;
mod race;
mod random;
mod random_setup;
mod request;
mod seat;
mod tally;
mod turn;

pub use drive::drive;
pub use oracle::Oracle;
pub use tally::Tally;
