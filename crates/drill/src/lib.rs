//! Stress tests for the server: load, crashes, failing disks, hostile and slow clients.
//!
//! Each drill talks to a running server as real clients do, over HTTP and WebSocket. It reports what it measured next to
//! the bar that the figure has to meet.
#![forbid(unsafe_code)]

pub mod client;
mod cluster;
mod concurrent;
mod database;
pub mod disruption;
pub mod drills;
mod error;
mod latency;
mod processor;
pub mod report;
mod scale;
pub mod server;

pub use error::DrillError;
