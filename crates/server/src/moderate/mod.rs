//! Moderation: roles, reports, what moderators and operators do, and the log of it.

pub mod act;
mod desk;
mod network;
pub mod operator;
mod role;
mod routes;
mod state;

pub use desk::{Actor, Moderation};
pub use network::Network;
pub use role::Role;
pub use routes::routes;
pub use state::{Admission, BanWatch, ServerNotice, State};
