//! The slow-clients drill: connections that send nothing or half a request, and clients that hardly read, at a server
//! that may open only few files.

use crate::{
    Trouble, flood,
    party::{Party, Taken, Times},
    report::{Bar, Figure, Report},
    sailor::{Company, Manner},
    server::{Limits, Server, Setup},
    site::LIMITED,
    wire::{Wire, connect},
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

/// How much it is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Connections that are not used.
    pub connections: usize,
    /// Clients that hardly read.
    pub readers: usize,
    /// Files that the server may have open.
    pub open_files: u32,
    /// How long they are kept up.
    pub long: Duration,
    /// How long the server has to be rid of those that are left then.
    pub rid: Duration,
    /// Of everything random.
    pub seed: u64,
}

/// An honest client gives up after so long.
const PATIENCE: Duration = Duration::from_secs(5);

/// Connections that the server may keep for the honest ones, and files that it opened since.
const SPARE: usize = 24;

/// Keeps slow connections up, sees how others fare, and whether the server is rid of them later.
pub async fn run(plan: Plan) -> Result<Report, Trouble> {
    let open_files = Some(plan.open_files);
    let mut server = Server::with(Setup { limits: Limits::Usual, open_files, ..Setup::default() }).await?;
    server.site = server.site.clone().forgiving(LIMITED);
    let address = server.site.address;
    let honest = IpAddr::from([127, 0, 0, 9]);
    ask(address, honest, Duration::from_secs(1)).await;
    let fresh = server.open_files();
    let idle = idlers(address, &plan);
    sleep(Duration::from_secs(1)).await;
    let (times, failures) = ask(address, honest, plan.long).await;
    // How somebody who shares their address fares: no promise, but worth knowing.
    let (_, same) = ask(address, IpAddr::from([127, 0, 0, 1]), Duration::from_secs(2)).await;
    let held = server.open_files();
    idle.again.store(false, Ordering::Relaxed);
    let began = Instant::now();
    let mut left = server.open_files().saturating_sub(fresh);
    while left > SPARE && began.elapsed() < plan.rid {
        sleep(Duration::from_millis(250)).await;
        left = server.open_files().saturating_sub(fresh);
    }
    let rid = began.elapsed();
    drop(idle);
    let mut notes = vec![format!(
        "{} connections that send nothing or half a request, {} files open in the server ({fresh} at first, at most {}), \
         {left} more than at first after {:.0} s; honest requests from another address: {times}; {same} failures of one \
         from theirs",
        plan.connections,
        held,
        plan.open_files,
        rid.as_secs_f64()
    )];
    let mut figures = vec![
        Figure { name: "slow-clients-p99", value: times.p99, unit: "ms", bar: Bar::AtMost(1000.0) },
        Figure::none("slow-clients-refused", failures, "honest requests failed"),
        Figure { name: "slow-clients-left", value: left as f64, unit: "connections", bar: Bar::AtMost(SPARE as f64) },
    ];
    let Report { figures: more, notes: others, faults } = readers(&server, plan).await?;
    figures.extend(more);
    notes.extend(others);
    if !server.is_alive() {
        return Err(Trouble::broken(format_args!("the server ended\n{}", server.log())));
    }
    figures.push(Figure::none("slow-clients", faults.len(), "faults"));
    Ok(Report { figures, notes, faults })
}

/// Requests one after the other, each over a connection of its own: how long they took, and how many failed.
async fn ask(address: SocketAddr, source: IpAddr, long: Duration) -> (Taken, usize) {
    let (times, mut failures) = (Times::default(), 0);
    let until = Instant::now() + long;
    while Instant::now() < until {
        let asked = Instant::now();
        match timeout(PATIENCE, flood::get(address, source, "/api/regattas")).await {
            Ok(Ok((200, _))) => {}
            _ => failures += 1,
        }
        times.note(asked.elapsed());
        sleep(Duration::from_millis(50)).await;
    }
    (times.take(), failures)
}

/// Connections that are not used, as long as this lives.
struct Idlers {
    _crowd: JoinSet<()>,
    /// Whoever is cut off comes again.
    again: Arc<AtomicBool>,
}

const BEGINNINGS: [&str; 4] = [
    "",
    "GET /api/regattas HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "G",
    "POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"na",
];

fn idlers(address: SocketAddr, plan: &Plan) -> Idlers {
    let (mut crowd, again) = (JoinSet::new(), Arc::new(AtomicBool::new(true)));
    for number in 0..plan.connections {
        let again = again.clone();
        crowd.spawn(async move {
            while again.load(Ordering::Relaxed) {
                if let Ok(mut stream) = connect(address, Some([127, 0, 0, 1].into()), None).await
                    && stream.write_all(BEGINNINGS[number % BEGINNINGS.len()].as_bytes()).await.is_ok()
                {
                    // Until they are cut off.
                    let mut buffer = [0; 1024];
                    while !matches!(stream.read(&mut buffer).await, Ok(0) | Err(_)) {}
                }
                sleep(Duration::from_millis(200)).await;
            }
        });
    }
    Idlers { _crowd: crowd, again }
}

/// Clients that hardly read what they asked for: at a socket of a live room, and a large answer.
async fn readers(server: &Server, plan: Plan) -> Result<Report, Trouble> {
    let company = Company::Watched;
    let manner = Manner { races: 3, thinks: Duration::from_millis(60), company, ..Manner::default() };
    let party = Party::begin(&server.site, 2, 4, manner, plan.seed).await?;
    let (address, room, long) = (server.site.address, party.room().clone(), plan.long.min(Duration::from_secs(15)));
    sleep(Duration::from_secs(1)).await;
    party.took.take();
    sleep(long / 2).await;
    let (quiet, before) = (party.took.take(), server.memory());
    let mut crowd = JoinSet::new();
    for number in 0..plan.readers {
        crowd.spawn(doze(address, room.clone(), number));
    }
    sleep(long).await;
    let (beside, after) = (party.took.take(), server.memory());
    let mut cut_off = 0;
    while crowd.try_join_next().is_some() {
        cut_off += 1;
    }
    drop(crowd);
    let notes = vec![format!(
        "{} clients that hardly read ({cut_off} cut off after {:.0} s): players' actions {beside}; without them {quiet}; \
         the server grew by {:.0} MiB",
        plan.readers,
        long.as_secs_f64(),
        after - before
    )];
    let mut faults = party.end().await;
    if beside.many == 0 {
        faults.push("nobody could play".to_owned());
    }
    let figures = vec![
        Figure { name: "slow-clients-play", value: beside.p99, unit: "ms, p99", bar: Bar::AtMost(1000.0) },
        Figure { name: "slow-clients-memory", value: after - before, unit: "MiB", bar: Bar::AtMost(64.0) },
    ];
    Ok(Report { figures, notes, faults })
}

/// Reads a byte a second, until they are cut off.
async fn doze(address: SocketAddr, room: RegattaId, number: usize) {
    let source = IpAddr::from([127, 5, 0, 1 + (number % 8) as u8]);
    let Ok(mut stream) = connect(address, Some(source), Some(2048)).await else { return };
    if number.is_multiple_of(2) {
        // Asked for without a break: all that the answers need is kept for us until we read.
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
    if let Ok(mut wire) = Wire::upgrade(stream, address, &path, None).await {
        // Asks all the time, and does not listen.
        while wire.send(r#"{"type":"ping"}"#).await.is_ok() {
            sleep(Duration::from_millis(100)).await;
        }
    }
}
