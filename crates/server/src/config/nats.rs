//! How a node of a cluster reaches NATS.

use std::{path::PathBuf, time::Duration};

/// How to reach NATS, which connects the nodes of a cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nats {
    /// `nats://host:4222`, one or more.
    pub servers: Vec<String>,
    /// A file with credentials.
    pub credentials: Option<PathBuf>,
    /// A file with root certificates for TLS.
    pub ca: Option<PathBuf>,
    /// How long a new node waits before it owns rooms, so that all others know it.
    pub newcomer_wait: Duration,
}

impl Nats {
    /// How to reach the servers in a list separated by commas.
    pub fn new(servers: &str) -> Nats {
        let servers = servers.split(',').map(|server| server.trim().to_owned()).collect();
        Nats { servers, credentials: None, ca: None, newcomer_wait: Duration::from_secs(3) }
    }

    /// The addresses without passwords, for messages.
    pub fn shown(&self) -> String {
        let shown = |server: &String| match (server.split_once("://"), server.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
            (None, Some((_, host))) => host.to_owned(),
            (_, None) => server.clone(),
        };
        self.servers.iter().map(shown).collect::<Vec<_>>().join(", ")
    }
}
