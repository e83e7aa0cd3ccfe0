//! The running server: opens everything, listens, and stops without losing anything.

use crate::{
    app::App,
    config::Config,
    http::{
        limits::Limits,
        listener::{self, Connections},
        middleware, ops,
    },
    jobs::analysis::{AnalysisJobs, AnalysisReader},
    people::{People, farewell},
    rooms::{charts::Charts, lobby::reader::LobbyReader, registry::Registry},
    store::{Store, StoreError},
    stream,
};
use futures_util::future::BoxFuture;
use std::{future::Future, net::SocketAddr, sync::Arc, time::Duration};
use tokio::{net::TcpListener, time::timeout};
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

/// How long clients have to close after they were told to, and rooms to store what they are storing.
const FAREWELL: Duration = Duration::from_millis(1800);

/// How long the store has to close. With [`FAREWELL`] well below five seconds.
const CLOSING: Duration = Duration::from_millis(2200);

/// Serves until `shutdown` is ready; `ready` is told where it listens.
///
/// At the end it refuses what is new, finishes what is being stored, and tells clients to come back. If another server
/// takes the database away, it ends at once with an error.
pub async fn serve(
    config: Config,
    ready: impl FnOnce(SocketAddr),
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let stopping = CancellationToken::new();
    let told = stopping.clone();
    tokio::spawn(async move {
        shutdown.await;
        told.cancel();
    });
    let listener = bind(config.listen).await?;
    let address = listener.local_addr().map_err(ServeError::Network)?;
    let ops_listener = match config.ops_listen {
        Some(address) => Some(bind(address).await?),
        None => None,
    };
    // Behind a proxy all connections come from its address.
    let of_address = if config.trust_proxy { 0 } else { config.rates.connections };
    // Opening may take long, or wait for PostgreSQL.
    let opening: BoxFuture<'static, _> = Box::pin(open(config, stopping.clone()));
    let Some(opened) = stopping.run_until_cancelled(opening).await else { return Ok(()) };
    let app = opened?;
    let connections = Connections::new("public", listener::room_for_connections(), of_address);
    let tending = tokio::spawn(tend(app.limits.clone()));
    let router = middleware::around(ops::router(&app), &app);
    app.store.look_for_damage();
    farewell::resume(&app).await?;
    ready(address);
    if let Some(listener) = ops_listener {
        let (router, connections) =
            (middleware::around_ops(ops::ops_router(&app), &app), Connections::new("ops", 16, 0));
        tokio::spawn(listener::serve(listener, router, connections, stopping.clone()));
    }
    let serving = listener::serve(listener, router, connections, stopping.clone());
    let farewell = async {
        stopping.cancelled().await;
        tokio::time::sleep(FAREWELL).await;
    };
    let rooms = async {
        stopping.cancelled().await;
        app.registry.close().await;
    };
    let done = tokio::select! {
        ((), ()) = async { tokio::join!(serving, rooms) } => Ok(()),
        // Somebody does not hang up, or a pilot is still thinking: everything is stored, so let them.
        () = farewell => Ok(()),
        reason = app.store.lost() => Err(StoreError::Lost(reason).into()),
    };
    tending.abort();
    stopping.cancel();
    if done.is_ok() && timeout(CLOSING, app.store.close()).await.is_err() {
        tracing::warn!("the database took too long to close; nothing acknowledged is lost");
    }
    done
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
