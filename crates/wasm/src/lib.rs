//! JavaScript bindings of the referee, the chart and the pilots, for browsers and Node. Lists and objects are JSON strings;
//! `web/packages/powerboats` makes typed classes of them. Without the feature `full` there are only lakes, courses, races,
//! matches, records and charts.
//!
//! This crate makes no decisions. An error is thrown as a string `{"code": …, "message": …, "values": {…}}`. The page
//! translates the code and its values; the message is in English.
#![forbid(unsafe_code)]
#![allow(missing_docs)] // wasm-bindgen generates items without docs

mod chart;
mod course;
#[cfg(feature = "full")]
mod dice;
#[cfg(feature = "full")]
mod game;
#[cfg(feature = "full")]
mod lesson;
mod matched;
#[cfg(feature = "full")]
mod page;
#[cfg(feature = "full")]
mod pilots;
mod race;
mod record;
mod refused;
#[cfg(feature = "full")]
mod solution;

pub use course::{Course, Lake};
#[cfg(feature = "full")]
pub use dice::{add_die, choice_of, fresh_marks, marks_for, may_choose, speed, turn_die};
#[cfg(feature = "full")]
pub use game::{Game, commitment, next_rival, seal};
#[cfg(feature = "full")]
pub use lesson::Lesson;
pub use matched::Match;
#[cfg(feature = "full")]
pub use page::{boat, looks, plane, scorings, sinks_at};
#[cfg(feature = "full")]
pub use pilots::Pilots;
pub use race::Race;
#[cfg(feature = "full")]
pub use record::Graph;
pub use record::RecordBook;
#[cfg(feature = "full")]
pub use solution::Solution;
