//! Rooms in memory: the registry, an actor for each room with its subscribers, the lobby, history and charts.

pub mod actor;
pub mod arranging;
pub mod charts;
pub mod handle;
pub mod history;
pub mod lobby;
mod opening;
pub(crate) mod reading;
pub mod registry;
pub mod request;
pub mod subscribers;
pub mod turn;
mod waking;
