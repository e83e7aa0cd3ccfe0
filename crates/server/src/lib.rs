//! The game server: rooms, lobby, players, store, HTTP and WebSocket.
//!
//! The path of an action: it arrives through [`http::socket`] or [`http::regattas`], which pass it to the room's actor
//! ([`rooms::actor`]). The [`room`] checks it and answers with events, the [`store`] saves them, the subscribers
//! ([`rooms::subscribers`]) receive them, and only then is the client told that its action was accepted.
#![forbid(unsafe_code)]

pub mod app;
mod cache;
pub mod cluster;
pub mod compete;
pub mod config;
pub mod doctor;
pub mod http;
pub mod ids;
mod jobs;
mod keyed;
pub mod moderate;
pub mod notify;
pub mod people;
pub mod room;
pub mod rooms;
mod serve;
pub mod store;
mod stream;
pub mod text;

pub use serve::{ServeError, serve};
