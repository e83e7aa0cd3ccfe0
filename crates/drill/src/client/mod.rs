//! Clients that talk to the server: an API client, a WebSocket, scripted players and crowds.

pub mod api;
pub(crate) mod background_games;
pub(crate) mod event_log;
pub(crate) mod flood;
pub(crate) mod live_rooms;
pub(crate) mod player;
pub(crate) mod strategy;
pub(crate) mod websocket;
