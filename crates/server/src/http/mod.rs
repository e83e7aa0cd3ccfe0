//! HTTP and WebSocket: routes, sockets, middleware, and the description of the API.

pub(crate) mod address;
pub(crate) mod assets;
pub(crate) mod carry;
pub(crate) mod extract;
pub mod limits;
pub(crate) mod listener;
pub(crate) mod manual;
pub mod message;
pub(crate) mod middleware;
pub(crate) mod openapi;
pub(crate) mod ops;
pub mod regattas;
pub(crate) mod response;
pub mod seasons;
pub(crate) mod shield;
pub mod socket;
