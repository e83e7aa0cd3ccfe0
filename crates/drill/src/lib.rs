//! Drills for the server: what it carries, and what it survives.
//!
//! Each drill talks to a running server as its clients do, over HTTP and WebSocket, and reports what it measured beside
//! the bar it is held to.
#![forbid(unsafe_code)]

mod batch;
mod cluster;
mod disk;
pub mod fair_share;
mod fleet;
mod flood;
pub mod harm;
pub mod hostile;
pub mod idle;
pub mod kill;
pub mod ledger;
pub mod load;
mod malice;
pub mod mind;
mod pace;
pub mod party;
pub mod reconnect;
pub mod report;
mod runabout;
pub mod sailor;
pub mod server;
mod shim;
pub mod site;
pub mod slow_clients;
pub mod start;
pub mod story;
pub mod trouble;
pub mod wire;

pub use trouble::Trouble;
