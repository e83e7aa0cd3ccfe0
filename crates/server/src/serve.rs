//! The running server: opens everything, listens, and stops without losing anything.

use crate::{
    app::App,
    config::Config,
    guard,
    harbour::Harbour,
    limits::Limits,
    ops,
    people::People,
    store::{Store, StoreError, system_time},
    studies::Studies,
};
use axum::{
    http::{HeaderValue, header},
    middleware::map_response,
    response::Response,
    serve::ListenerExt,
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
    let listener = TcpListener::bind(config.listen).await.map_err(|error| ServeError::Listen(config.listen, error))?;
    let address = listener.local_addr().map_err(ServeError::Network)?;
    // Opening may take long, or wait for PostgreSQL.
    let opening: BoxFuture<'static, _> = Box::pin(open(config, stopping.clone()));
    let Some(opened) = stopping.run_until_cancelled(opening).await else { return Ok(()) };
    let app = opened?;
    let tending = tokio::spawn(tend(app.limits.clone()));
    let router = guard::around(ops::router(&app), &app).layer(map_response(set_date));
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    app.store.look_for_damage();
    ready(address);
    // An answer must not wait until the one before it has arrived.
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    let serving = axum::serve(listener, service).with_graceful_shutdown(stopping.clone().cancelled_owned());
    let farewell = async {
        stopping.cancelled().await;
        tokio::time::sleep(FAREWELL).await;
    };
    let rooms = async {
        stopping.cancelled().await;
        app.harbour.close().await;
    };
    let done = tokio::select! {
        (served, ()) = async { tokio::join!(async { serving.await }, rooms) } => served.map_err(ServeError::Network),
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

async fn open(config: Config, stopping: CancellationToken) -> Result<App, ServeError> {
    let store = Store::open(&config.database).await?;
    let people = People::open(store.clone(), &config).await?;
    let harbour = Harbour::open(store.clone(), people.clone(), stopping.clone(), config.idle_after).await?;
    let limits = Limits::new(config.rates);
    Ok(App { store, people, limits, harbour, studies: Studies::default(), config: Arc::new(config), stopping })
}

/// Answers carry the time by the server's own clock, the one that deadlines follow.
async fn set_date(mut response: Response) -> Response {
    if let Ok(date) = HeaderValue::from_str(&httpdate::fmt_http_date(system_time())) {
        response.headers_mut().insert(header::DATE, date);
    }
    response
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
