//! The slow-clients drill: connections that send nothing or half a request, and clients that hardly read, against a server
//! with a low limit on open files.

use crate::{
    DrillError,
    client::{
        api::RATE_LIMIT_CODES,
        background_games::BackgroundGames,
        flood,
        player::{Behavior, Spectators},
        websocket::{WebSocket, connect},
    },
    latency::{Latencies, LatencySummary},
    report::{Bar, Figure, Report},
    server::{Limits, Server, Setup},
};
use powerboats_server::ids::RegattaId;
use std::{
    net::{IpAddr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    task::JoinSet,
    time::{Instant, sleep, timeout},
};

/// The size of the drill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Connections that never send a complete request.
    pub connections: usize,
    /// Clients that hardly read.
    pub readers: usize,
    /// The server's limit on open files.
    pub open_files: u32,
    /// How long the slow connections are kept open.
    pub duration: Duration,
    /// How long the server has to close those that remain.
    pub close_limit: Duration,
    /// The seed of all randomness.
    pub seed: u64,
}

/// An honest client gives up after this time.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(5);

/// How many more files than at first may stay open: connections of honest clients, and files opened in the meantime.
const SPARE_FILES: usize = 24;

/// Opens slow connections, measures what honest clients notice, and checks that the server closes the slow ones.
pub async fn run(plan: Plan) -> Result<Report, DrillError> {
    let open_files = Some(plan.open_files);
    let mut server = Server::with_setup(Setup { limits: Limits::Default, open_files, ..Setup::default() }).await?;
    server.api = server.api.clone().retrying(RATE_LIMIT_CODES);
    let address = server.api.address();
    let honest = IpAddr::from([127, 0, 0, 9]);
    ask(address, honest, Duration::from_secs(1)).await;
    let fresh = server.open_files();
    let idle = open_idle_connections(address, &plan);
    sleep(Duration::from_secs(1)).await;
    let (times, failures) = ask(address, honest, plan.duration).await;
    // An honest client at the same address has no guarantee, but its failures are worth reporting.
    let (_, same) = ask(address, IpAddr::from([127, 0, 0, 1]), Duration::from_secs(2)).await;
    let held = server.open_files();
    idle.reconnect.store(false, Ordering::Relaxed);
    let began = Instant::now();
    let mut left = server.open_files().saturating_sub(fresh);
    while left > SPARE_FILES && began.elapsed() < plan.close_limit {
        sleep(Duration::from_millis(250)).await;
        left = server.open_files().saturating_sub(fresh);
    }
    let took = began.elapsed();
    drop(idle);
    let notes = vec![format!(
        "{} connections that send nothing or half a request; {} files open in the server ({fresh} at first, at most {}), \
         {left} more than at first after {:.0} s; honest requests from another address: {times}; from the same address \
         {same} failed",
        plan.connections,
        held,
        plan.open_files,
        took.as_secs_f64()
    )];
    let figures = vec![
        Figure { name: "slow-clients-p99", value: times.p99, unit: "ms", bar: Bar::AtMost(1000.0) },
        Figure::none("slow-clients-refused", failures, "honest requests failed"),
        Figure {
            name: "slow-clients-left",
            value: left as f64,
            unit: "connections",
            bar: Bar::AtMost(SPARE_FILES as f64),
        },
    ];
    let mut report = Report { figures, notes, faults: Vec::new() };
    report.append(slow_readers(&server, plan).await?);
    if !server.is_alive() {
        return Err(DrillError::broken(format_args!("the server exited; the end of its log:\n{}", server.log_tail())));
    }
    report.figures.push(Figure::none("slow-clients", report.faults.len(), "faults"));
    Ok(report)
}

/// Sends one request after another, each over a new connection. Returns how long they took and how many failed.
async fn ask(address: SocketAddr, source: IpAddr, duration: Duration) -> (LatencySummary, usize) {
    let (latencies, mut failures) = (Latencies::default(), 0);
    let until = Instant::now() + duration;
    while Instant::now() < until {
        let asked = Instant::now();
        match timeout(CLIENT_TIMEOUT, flood::get(address, source, "/api/regattas")).await {
            Ok(Ok((200, _))) => {}
            _ => failures += 1,
        }
        latencies.record(asked.elapsed());
        sleep(Duration::from_millis(50)).await;
    }
    (latencies.take(), failures)
}

/// Connections without a complete request. They close when this is dropped.
struct IdleConnections {
    _connections: JoinSet<()>,
    /// Whether a connection that the server closes is opened again.
    reconnect: Arc<AtomicBool>,
}

/// What the connections send: nothing, or the beginning of a request.
const BEGINNINGS: [&str; 4] = [
    "",
    "GET /api/regattas HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "G",
    "POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"na",
];

fn open_idle_connections(address: SocketAddr, plan: &Plan) -> IdleConnections {
    let (mut connections, reconnect) = (JoinSet::new(), Arc::new(AtomicBool::new(true)));
    for number in 0..plan.connections {
        let reconnect = reconnect.clone();
        connections.spawn(async move {
            while reconnect.load(Ordering::Relaxed) {
                if let Ok(mut stream) = connect(address, Some([127, 0, 0, 1].into()), None).await
                    && stream.write_all(BEGINNINGS[number % BEGINNINGS.len()].as_bytes()).await.is_ok()
                {
                    // Wait until the server closes the connection.
                    let mut buffer = [0; 1024];
                    while !matches!(stream.read(&mut buffer).await, Ok(0) | Err(_)) {}
                }
                sleep(Duration::from_millis(200)).await;
            }
        });
    }
    IdleConnections { _connections: connections, reconnect }
}

/// Measures players' actions while other clients hardly read what the server sends them.
async fn slow_readers(server: &Server, plan: Plan) -> Result<Report, DrillError> {
    let (think_time, spectators) = (Duration::from_millis(60), Spectators::Chatting);
    let behavior = Behavior { races: 3, think_time, spectators, ..Behavior::default() };
    let games = BackgroundGames::start(&server.api, 2, 4, behavior, plan.seed).await?;
    let (address, room) = (server.api.address(), games.first_regatta().clone());
    let duration = plan.duration.min(Duration::from_secs(15));
    sleep(Duration::from_secs(1)).await;
    games.latencies.take();
    sleep(duration / 2).await;
    let (quiet, before) = (games.latencies.take(), server.memory());
    let mut crowd = JoinSet::new();
    for number in 0..plan.readers {
        crowd.spawn(read_slowly(address, room.clone(), number));
    }
    sleep(duration).await;
    let (loaded, after) = (games.latencies.take(), server.memory());
    let mut cut_off = 0;
    while crowd.try_join_next().is_some() {
        cut_off += 1;
    }
    drop(crowd);
    let notes = vec![format!(
        "{} clients that hardly read (the server disconnected {cut_off} of them within {:.0} s): players' actions {loaded}; \
         without them {quiet}; the server's memory grew by {:.0} MiB",
        plan.readers,
        duration.as_secs_f64(),
        after - before
    )];
    let mut faults = games.stop();
    if loaded.count == 0 {
        faults.push("no player could act".to_owned());
    }
    let figures = vec![
        Figure { name: "slow-clients-play", value: loaded.p99, unit: "ms, p99", bar: Bar::AtMost(1000.0) },
        Figure { name: "slow-clients-memory", value: after - before, unit: "MiB", bar: Bar::AtMost(64.0) },
    ];
    Ok(Report { figures, notes, faults })
}

/// Requests much and reads hardly anything until the server disconnects it. Even numbers use plain HTTP, odd ones a socket.
async fn read_slowly(address: SocketAddr, room: RegattaId, number: usize) {
    let source = IpAddr::from([127, 5, 0, 1 + (number % 8) as u8]);
    let Ok(mut stream) = connect(address, Some(source), Some(2048)).await else { return };
    if number.is_multiple_of(2) {
        // Many requests at once: the server has to keep the answers until we read them, one byte a second.
        let path = ["/api/openapi.json", "/"][number / 2 % 2];
        let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").repeat(50);
        if stream.write_all(request.as_bytes()).await.is_err() {
            return;
        }
        while !matches!(stream.read(&mut [0; 1]).await, Ok(0) | Err(_)) {
            sleep(Duration::from_secs(1)).await;
        }
        return;
    }
    let path = format!("/api/regattas/{room}/socket");
    if let Ok(mut socket) = WebSocket::upgrade(stream, address, &path, None).await {
        // Keep asking and never read.
        while socket.send(r#"{"type":"ping"}"#).await.is_ok() {
            sleep(Duration::from_millis(100)).await;
        }
    }
}
