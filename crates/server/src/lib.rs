//! The game server: rooms, lobby, players, store, HTTP and WebSocket.
//!
//! An action's way through it: it arrives by [`http::socket`] or [`http::regattas`] and goes to its room's actor
//! ([`rooms::actor`]). The [`room`] judges it, the [`store`] keeps the events that follow, the subscribers are told
//! ([`rooms::subscribers`]), and the client gets its answer; always in this order.
#![forbid(unsafe_code)]

pub mod app;
mod cache;
pub mod config;
pub mod http;
pub mod ids;
mod jobs;
pub mod people;
pub mod room;
pub mod rooms;
mod serve;
pub mod store;
mod stream;
pub mod text;

pub use serve::{ServeError, serve};
