//! The running server: opens everything, listens, and stops without losing anything.

use crate::{
    app::App,
    charts::Charts,
    config::Config,
    guard,
    harbour::Harbour,
    limits::Limits,
    listener::{self, Connections},
    ops,
    people::{People, farewell},
    store::Store,
    store::StoreError,
    studies::Studies,
};
use std::{future::Future, net::SocketAddr, sync::Arc, time::Duration};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// Why the server can't serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The store can't be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Somebody else listens there, or we may not.
    #[error("can't listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// The network failed.
    #[error("the network failed: {0}")]
    Network(std::io::Error),
}

/// How long clients have to close after they were told to.
const FAREWELL: Duration = Duration::from_secs(5);

/// Serves until `shutdown` is ready; `ready` is told where it listens.
///
/// At the end it refuses what is new, finishes what is being stored, and tells clients to come back.
pub async fn serve(
    config: Config,
    ready: impl FnOnce(SocketAddr),
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let stopping = CancellationToken::new();
    let listener = TcpListener::bind(config.listen).await.map_err(|error| ServeError::Listen(config.listen, error))?;
    let address = listener.local_addr().map_err(ServeError::Network)?;
    let ops_listener = match config.ops_listen {
        Some(listen) => Some(TcpListener::bind(listen).await.map_err(|error| ServeError::Listen(listen, error))?),
        None => None,
    };
    // Behind a proxy all connections come from its address.
    let of_address = if config.trust_proxy { 0 } else { config.rates.connections };
    let connections = Connections::new("public", listener::room_for_connections(), of_address);
    let store = Store::open(&config.database).await?;
    let people = People::open(store.clone(), &config).await?;
    let harbour = Harbour::open(store.clone(), people.clone(), stopping.clone(), config.idle_after).await?;
    let app = App {
        store,
        people,
        limits: Limits::new(config.rates),
        harbour: harbour.clone(),
        studies: Studies::default(),
        charts: Charts::default(),
        config: Arc::new(config),
        stopping: stopping.clone(),
    };
    let tending = tokio::spawn(tend(app.limits.clone()));
    let router = guard::around(ops::router(&app), &app);
    farewell::resume(&app).await?;
    ready(address);
    let told = stopping.clone();
    let stop = async move {
        shutdown.await;
        told.cancel();
    };
    tokio::spawn(stop);
    if let Some(listener) = ops_listener {
        let (router, connections) = (guard::around_ops(ops::ops_router(&app), &app), Connections::new("ops", 16, 0));
        tokio::spawn(listener::serve(listener, router, connections, stopping.clone()));
    }
    let serving = listener::serve(listener, router, connections, stopping.clone());
    let farewell = async {
        stopping.cancelled().await;
        harbour.close().await;
        tokio::time::sleep(FAREWELL).await;
    };
    tokio::select! {
        () = serving => {}
        // Somebody does not hang up: everything is stored, so let them hang.
        () = farewell => {}
    }
    harbour.close().await;
    tending.abort();
    Ok(())
}

/// What has to be done now and then.
async fn tend(limits: Limits) {
    let mut every = tokio::time::interval(Duration::from_secs(5));
    for beat in 0_u64.. {
        every.tick().await;
        ops::sum_up();
        if beat.is_multiple_of(12) {
            limits.tidy();
        }
    }
}
