//! The server's parts, shared by all requests.

use crate::{
    config::Config,
    http::limits::Limits,
    jobs::analysis::AnalysisJobs,
    people::People,
    rooms::{charts::Charts, registry::Registry},
    store::Store,
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
    pub registry: Registry,
    /// Analyses under way.
    pub analyses: AnalysisJobs,
    /// Pictures of regattas.
    pub charts: Charts,
    /// As it was started.
    pub config: Arc<Config>,
    /// Cancelled when the server is to stop.
    pub stopping: CancellationToken,
}
