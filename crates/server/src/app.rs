//! The server's parts, shared by all requests.

use crate::{
    charts::Charts, config::Config, harbour::Harbour, limits::Limits, people::People, store::Store, studies::Studies,
};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Everything a request may need.
#[derive(Clone)]
pub struct App {
    /// What is remembered.
    pub store: Store,
    /// Who is who.
    pub people: People,
    /// How much anybody may ask for.
    pub limits: Limits,
    /// All rooms.
    pub harbour: Harbour,
    /// Analyses under way.
    pub studies: Studies,
    /// Pictures of regattas.
    pub charts: Charts,
    /// As it was started.
    pub config: Arc<Config>,
    /// Cancelled when the server is to stop.
    pub stopping: CancellationToken,
}
