//! The application state shared by all requests.

use crate::{
    compete::{event::Events, play_now::PlayNow, profile::Pasts, ratings::means::LadderMeans},
    config::Config,
    http::limits::Limits,
    jobs::analysis::AnalysisJobs,
    moderate::State,
    notify::Notify,
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
    /// What operators have set.
    pub moderation: State,
    /// The key with which the command line acts as the operator.
    pub operator_key: Arc<str>,
    /// The actors of all rooms in memory.
    pub registry: Registry,
    /// Background analyses of finished regattas.
    pub analyses: AnalysisJobs,
    /// Club evenings and cups.
    pub events: Events,
    /// Brings together players who wait for a game.
    pub play_now: PlayNow,
    /// Who is how strong, for ranks and percentiles.
    pub ladders: LadderMeans,
    /// What players have done, for their profiles.
    pub(crate) pasts: Pasts,
    /// Mail, and messages to browsers.
    pub notify: Notify,
    /// Rendered charts of regattas.
    pub charts: Charts,
    /// The configuration the server was started with.
    pub config: Arc<Config>,
    /// Cancelled when the server begins to shut down.
    pub stopping: CancellationToken,
}
