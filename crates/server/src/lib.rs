//! The game server: rooms, lobby, players, store, HTTP and WebSocket.
//!
//! A turn's way through it: a client's action comes by [`socket`] or [`regattas`] to the [`desk`] of its room, where the
//! [`room`] judges it, the [`store`] keeps what came of it, the [`readers`] are told, and the client is answered; in this
//! order and no other.
#![forbid(unsafe_code)]

pub mod action;
mod address;
mod answer;
pub mod app;
mod assets;
mod charts;
pub mod config;
pub mod desk;
pub mod event;
mod extract;
mod guard;
pub mod harbour;
pub mod ids;
pub mod limits;
mod listener;
pub mod lobby;
mod manual;
pub mod message;
mod openapi;
mod ops;
pub mod people;
pub mod question;
pub mod readers;
mod recent;
pub mod regattas;
pub mod room;
pub mod seat;
mod serve;
pub mod settings;
pub mod socket;
pub mod store;
mod stories;
mod studies;
pub mod text;
mod thinkers;
pub mod timer;
pub mod view;

pub use serve::{ServeError, serve};
