//! The listener: accepts connections, limits their number, and closes those that keep the server waiting.
//!
//! When the server is full, a new connection replaces the one that has waited longest without a complete request.

mod connection;
mod table;

pub use table::Connections;

use axum::{Router, extract::ConnectInfo};
use connection::{Answer, Request, Stream};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::{
    convert::Infallible,
    io,
    net::SocketAddr,
    pin::pin,
    sync::Arc,
    time::{Duration, Instant},
};
use table::{Full, OpenConnection, Phase, Place};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt;

/// File descriptors reserved for the database, the log and everything else that is not a connection.
const RESERVE: u64 = 64;

/// The most connections, however many files may be open.
const MOST: u64 = 65_536;

/// The longest request head, and how much of a body is read ahead, in bytes.
const BUFFER: usize = 64 << 10;

/// Pause when no file descriptors are left.
const NO_FILES_PAUSE: Duration = Duration::from_millis(50);

/// Raises the limit on open files as far as possible. Returns how many connections there may be.
pub fn max_connections() -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: maximum, maximum };
    if current != maximum
        && let Err(error) = setrlimit(Resource::Nofile, raised)
    {
        tracing::warn!(%error, ?current, "the limit on open files can't be raised");
    }
    let files = getrlimit(Resource::Nofile).current.unwrap_or(MOST + RESERVE);
    let most = files.saturating_sub(RESERVE).max(files / 2).clamp(1, MOST);
    tracing::info!(files, connections = most, "limit on open files");
    most as usize
}

/// Serves until `stopping` is cancelled, then until every request is answered.
pub async fn serve(listener: TcpListener, router: Router, connections: Connections, stopping: CancellationToken) {
    let tasks = TaskTracker::new();
    let sweeping = tokio::spawn(sweep(connections.clone()));
    let mut warned = None;
    loop {
        let accepted = tokio::select! {
            biased;
            () = stopping.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                recover(&error, &connections, &mut warned).await;
                continue;
            }
        };
        match connections.admit(peer.ip()) {
            // Without Nagle's algorithm, or a response would wait until the one before it has arrived.
            Ok(place) => {
                drop(stream.set_nodelay(true));
                tasks.spawn(hold(stream, peer, place, router.clone(), stopping.clone()));
            }
            Err(full) => refuse(&stream, full),
        }
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
    sweeping.abort();
}

/// Handles a connection that could not be accepted. If no file descriptors are left, trying again at once would fail again.
async fn recover(error: &io::Error, connections: &Connections, warned: &mut Option<Instant>) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        return; // only this client is affected
    }
    if warned.is_none_or(|at: Instant| at.elapsed() > Duration::from_secs(10)) {
        tracing::warn!(%error, "can't accept connections");
        *warned = Some(Instant::now());
    }
    connections.make_room();
    tokio::time::sleep(NO_FILES_PAUSE).await;
}

/// Tells a client that there are too many connections, if that is possible without waiting.
fn refuse(stream: &TcpStream, full: Full) {
    let (status, message) = match full {
        Full::Address => {
            ("429 Too Many Requests", "There are too many connections from your address. Close some of them first.")
        }
        Full::Server => {
            ("503 Service Unavailable", "The server has too many connections. Please try again in a moment.")
        }
    };
    let body = format!(r#"{{"code":"too-fast","message":"{message}"}}"#);
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\nretry-after: 5\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    drop(stream.try_write(format!("{head}{body}").as_bytes()));
}

/// Closes overdue connections once per second.
async fn sweep(connections: Connections) {
    let mut interval = tokio::time::interval(Duration::from_secs(1));
    loop {
        interval.tick().await;
        connections.sweep();
    }
}

/// Serves one connection from beginning to end.
async fn hold(stream: TcpStream, peer: SocketAddr, place: Place, router: Router, stopping: CancellationToken) {
    let line = place.line().clone();
    let service = {
        let line = line.clone();
        service_fn(move |request| answer(request, peer, line.clone(), router.clone()))
    };
    // We have our own timeouts, because hyper's do not distinguish an idle connection from half a request.
    let connection = http1::Builder::new()
        .header_read_timeout(None)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(Stream::new(stream, place)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        done = connection.as_mut() => return log(done),
        () = line.closed() => return,
        () = stopping.cancelled() => {}
    }
    if line.is_waiting() {
        return; // there is no request to answer
    }
    connection.as_mut().graceful_shutdown();
    tokio::select! {
        done = connection => log(done),
        () = line.closed() => {}
    }
}

fn log(done: hyper::Result<()>) {
    if let Err(error) = done {
        tracing::debug!(%error, "a connection ended badly");
    }
}

async fn answer(
    request: hyper::Request<Incoming>,
    peer: SocketAddr,
    line: Arc<OpenConnection>,
    router: Router,
) -> Result<hyper::Response<Answer>, Infallible> {
    let mut request = request.map(|body| axum::body::Body::new(Request::new(body, line.clone())));
    request.extensions_mut().insert(ConnectInfo(peer));
    let response = match router.oneshot(request).await {
        Ok(response) => response,
        Err(never) => match never {},
    };
    let upgraded = response.status() == hyper::StatusCode::SWITCHING_PROTOCOLS;
    line.enter(if upgraded { Phase::Upgraded } else { Phase::Answering });
    Ok(response.map(|body| Answer::new(body, line)))
}
