//! The application state shared by all requests.

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

/// Everything a request handler may need.
#[derive(Clone)]
pub struct App {
    /// The database.
    pub store: Store,
    /// Accounts, sessions and tokens.
    pub people: People,
    /// Rate limits.
    pub limits: Limits,
    /// The actors of all rooms in memory.
    pub registry: Registry,
    /// Background analyses of finished regattas.
    pub analyses: AnalysisJobs,
    /// Rendered charts of regattas.
    pub charts: Charts,
    /// The configuration the server was started with.
    pub config: Arc<Config>,
    /// Cancelled when the server begins to shut down.
    pub stopping: CancellationToken,
}
