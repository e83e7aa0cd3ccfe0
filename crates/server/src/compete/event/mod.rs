//! Events: club evenings and cups. An organiser opens one, people check in, rounds are drawn, and results come from the games.
//!
//! An event has a log of its own ([`log`]). Its games are opened with ids that follow from it, so that a game can't be opened
//! twice, and their results are read from the stream of committed events. Everything else is computed from these two.

mod knockout;
mod limit;
pub mod log;
mod reader;
mod routes;
mod service;
pub mod settings;
mod shown;
mod socket;
pub mod standings;
pub mod state;
pub mod view;

pub(crate) use reader::EventReader;
pub use routes::routes;
pub use service::{Events, rated_corrections, stored_view};
pub use socket::EventMessage;

#[cfg(test)]
mod tests;
