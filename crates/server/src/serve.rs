//! The server's life: open the store, listen, serve, and shut down without losing anything.

use crate::{
    app::App,
    config::Config,
    http::{
        limits::Limits,
        listener::{self, Connections},
        middleware, ops,
    },
    jobs::analysis::{AnalysisJobs, AnalysisReader},
    people::{People, deletion},
    rooms::{charts::Charts, lobby::reader::LobbyReader, registry::Registry},
    store::{Store, StoreError},
    stream,
};
use futures_util::future::BoxFuture;
use std::{future::Future, net::SocketAddr, sync::Arc, time::Duration};
use tokio::{net::TcpListener, time::timeout};
use tokio_util::sync::CancellationToken;

/// Why the server can't run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The store can't be opened, or was lost.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address is in use or not permitted.
    #[error("can't listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// The listening socket failed.
    #[error("the listening socket failed: {0}")]
    Network(std::io::Error),
}

/// At shutdown: how long clients have to close their connections, and rooms to finish storing.
const CLIENT_GRACE: Duration = Duration::from_millis(1800);

/// How long the store may take to close. Both timeouts together stay well below five seconds.
const STORE_GRACE: Duration = Duration::from_millis(2200);

/// Serves until `shutdown` completes. Calls `ready` with the address once the server accepts requests.
///
/// At shutdown the server refuses new requests, finishes what is being stored, and tells clients to reconnect later.
/// If another server takes over the database, it stops at once with an error.
pub async fn serve(
    config: Config,
    ready: impl FnOnce(SocketAddr),
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let stopping = CancellationToken::new();
    let stop = stopping.clone();
    tokio::spawn(async move {
        shutdown.await;
        stop.cancel();
    });
    let listener = bind(config.listen).await?;
    let address = listener.local_addr().map_err(ServeError::Network)?;
    let ops_listener = match config.ops_listen {
        Some(address) => Some(bind(address).await?),
        None => None,
    };
    // Behind a proxy every connection comes from the proxy's address, so a limit per address makes no sense.
    let per_address = if config.trust_proxy { 0 } else { config.rates.connections };
    // Opening may take long, for example while waiting for PostgreSQL; a shutdown must be able to interrupt it.
    let opening: BoxFuture<'static, _> = Box::pin(open(config, stopping.clone()));
    let Some(opened) = stopping.run_until_cancelled(opening).await else { return Ok(()) };
    let app = opened?;
    let connections = Connections::new("public", listener::max_connections(), per_address);
    let maintenance = tokio::spawn(maintain(app.limits.clone()));
    let router = middleware::wrap(ops::router(&app), &app);
    app.store.check_for_damage();
    deletion::resume(&app).await?;
    ready(address);
    if let Some(listener) = ops_listener {
        let (router, connections) = (middleware::wrap_ops(ops::ops_router(&app), &app), Connections::new("ops", 16, 0));
        tokio::spawn(listener::serve(listener, router, connections, stopping.clone()));
    }
    let serving = listener::serve(listener, router, connections, stopping.clone());
    let outcome = run_until_stopped(&app, serving).await;
    maintenance.abort();
    stopping.cancel();
    if outcome.is_ok() && timeout(STORE_GRACE, app.store.close()).await.is_err() {
        tracing::warn!("the database took too long to close; nothing acknowledged is lost");
    }
    outcome
}

/// Runs until the shutdown is complete, or until the store is lost.
async fn run_until_stopped(app: &App, serving: impl Future<Output = ()>) -> Result<(), ServeError> {
    let grace = async {
        app.stopping.cancelled().await;
        tokio::time::sleep(CLIENT_GRACE).await;
    };
    let rooms = async {
        app.stopping.cancelled().await;
        app.registry.close().await;
    };
    tokio::select! {
        ((), ()) = async { tokio::join!(serving, rooms) } => Ok(()),
        // A client keeps its connection open, or a pilot is still thinking. Everything is stored, so don't wait.
        () = grace => Ok(()),
        reason = app.store.lost() => Err(StoreError::Lost(reason).into()),
    }
}

async fn bind(address: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address).await.map_err(|error| ServeError::Listen(address, error))
}

async fn open(config: Config, stopping: CancellationToken) -> Result<App, ServeError> {
    let store = Store::open(&config.database).await?;
    let people = People::open(store.clone(), &config).await?;
    let registry = Registry::open(store.clone(), people.clone(), stopping.clone(), config.idle_after).await?;
    let analyses = AnalysisJobs::default();
    let tasks = &registry.tasks;
    tasks.spawn(stream::run(LobbyReader::new(registry.clone()), store.clone(), stopping.clone()));
    tasks.spawn(stream::run(AnalysisReader::new(store.clone()), store.clone(), stopping.clone()));
    tokio::spawn(analyses.clone().run(registry.clone()));
    Ok(App {
        store,
        people,
        limits: Limits::new(config.rates),
        registry,
        analyses,
        charts: Charts::default(),
        config: Arc::new(config),
        stopping,
    })
}

/// Housekeeping at regular intervals.
async fn maintain(limits: Limits) {
    let mut interval = tokio::time::interval(Duration::from_secs(5));
    for tick in 0_u64.. {
        interval.tick().await;
        ops::aggregate_metrics();
        if tick.is_multiple_of(12) {
            limits.tidy();
        }
    }
}
