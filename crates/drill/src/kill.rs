//! The kill drill: the server dies at random moments under many live rooms, and nothing that it acknowledged is lost,
//! nothing happens twice, and every regatta is sailed to its end.

use crate::{
    Trouble, ledger,
    report::{Bar, Figure, Report},
    sailor::{Acknowledged, Manner, assemble},
    server::Server,
    site::{Guest, Site, insist},
    story,
};
use powerboats_pilots::Quick;
use powerboats_rules::Draw;
use powerboats_server::ids::RegattaId;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep, timeout},
};

/// How hard it is to be.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Live rooms at a time.
    pub rooms: usize,
    /// Kills.
    pub kills: u32,
    /// `postgres://…`, or a SQLite file of its own.
    pub database: Option<String>,
    /// Of everything random.
    pub seed: u64,
}

/// A regatta that was sailed to its end, as its players saw it.
struct Sailed {
    id: RegattaId,
    host: Guest,
    events: usize,
    digest: u64,
    done: Vec<Acknowledged>,
    connections: u32,
}

/// No regatta takes longer, kills included.
const LONGEST: Duration = Duration::from_secs(900);

/// Seats in each room.
const SEATS: usize = 4;

/// Kills as planned, lets everybody sail to the end, and checks everything.
pub async fn run(plan: &Plan) -> Result<Report, Trouble> {
    let mut server = Server::start(plan.database.as_deref(), &[]).await?;
    let killing = Arc::new(AtomicBool::new(true));
    let live = Arc::new(AtomicUsize::new(0));
    let mut rooms = JoinSet::new();
    for number in 0..plan.rooms {
        let seed = plan.seed.wrapping_add(number as u64 * 1000);
        rooms.spawn(keep_sailing(server.site.clone(), number, seed, killing.clone(), live.clone()));
    }
    let began = Instant::now();
    while live.load(Ordering::Relaxed) < plan.rooms {
        if began.elapsed() > LONGEST || rooms.is_empty() {
            return Err(Trouble::Late("the rooms are not live".to_owned()));
        }
        sleep(Duration::from_millis(50)).await;
    }
    let (began, mut least, mut down) = (Instant::now(), plan.rooms, Duration::ZERO);
    let mut draw = Quick::new(plan.seed);
    for _ in 0..plan.kills {
        sleep(Duration::from_millis(100 + u64::from(draw.below(2900)))).await;
        least = least.min(live.load(Ordering::Relaxed));
        server.kill().await?;
        let dead = Instant::now();
        server.restart().await?;
        down += dead.elapsed();
    }
    killing.store(false, Ordering::Relaxed);
    let took = began.elapsed();
    let (mut sailed, mut faults) = (Vec::new(), Vec::new());
    while let Some(room) = rooms.join_next().await {
        let (mut regattas, trouble) = room.map_err(|error| Trouble::Setup(error.to_string()))?;
        sailed.append(&mut regattas);
        faults.extend(trouble.map(|trouble| trouble.to_string()));
    }
    let done: Vec<Acknowledged> = sailed.iter().flat_map(|regatta| regatta.done.clone()).collect();
    let ids: Vec<RegattaId> = sailed.iter().map(|regatta| regatta.id.clone()).collect();
    faults.extend(ledger::faults(&server.database, &ids, &done).await?);
    for regatta in &sailed {
        faults.extend(check(&server.site, regatta).await?);
    }
    let connections: u32 = sailed.iter().map(|regatta| regatta.connections).sum();
    let events: usize = sailed.iter().map(|regatta| regatta.events).sum();
    let kind = if server.database.contains("://") { "PostgreSQL" } else { "SQLite" };
    let notes = vec![format!(
        "{kind}: {} kills in {:.0} s ({:.0} ms until ready again), at least {least} of {} rooms live at each; {} regattas \
         sailed to the end, {} actions acknowledged, {events} events, {connections} connections",
        plan.kills,
        took.as_secs_f64(),
        down.as_secs_f64() * 1000.0 / f64::from(plan.kills.max(1)),
        plan.rooms,
        sailed.len(),
        done.len(),
    )];
    let sailed_enough = Figure {
        name: "kill-sailed",
        value: sailed.len() as f64,
        unit: "regattas",
        bar: Bar::AtLeast(plan.rooms as f64),
    };
    let figures = vec![sailed_enough, Figure::none("kill", faults.len(), "faults")];
    Ok(Report { figures, notes, faults })
}

/// One regatta after the other, as long as the server is being killed; the last one to its end.
async fn keep_sailing(
    site: Site,
    number: usize,
    seed: u64,
    killing: Arc<AtomicBool>,
    live: Arc<AtomicUsize>,
) -> (Vec<Sailed>, Option<Trouble>) {
    let mut sailed = Vec::new();
    let mut guests = Vec::new();
    for seat in 0..SEATS {
        let name = format!("Sailor {number}-{seat}");
        match insist(|| site.guest(&name)).await {
            Ok(guest) => guests.push(guest),
            Err(trouble) => return (sailed, Some(trouble)),
        }
    }
    while killing.load(Ordering::Relaxed) || sailed.is_empty() {
        let seed = seed.wrapping_add(sailed.len() as u64);
        let regatta = timeout(LONGEST, sail(&site, &guests, seed, &live)).await;
        match regatta.unwrap_or_else(|_| Err(Trouble::Late("a regatta did not end".to_owned()))) {
            Ok(regatta) => sailed.push(regatta),
            Err(trouble) => return (sailed, Some(trouble)),
        }
    }
    (sailed, None)
}

async fn sail(site: &Site, guests: &[Guest], seed: u64, live: &AtomicUsize) -> Result<Sailed, Trouble> {
    let manner = Manner { races: 2, thinks: Duration::from_millis(5), ..Manner::default() };
    let (venue, sailors) = assemble(site, guests, manner, seed).await?;
    live.fetch_add(1, Ordering::Relaxed);
    let mut crew = JoinSet::new();
    for mut sailor in sailors {
        crew.spawn(async move { sailor.sail().await.map(|()| (sailor.done, sailor.connections)) });
    }
    let (mut done, mut connections) = (Vec::new(), 0);
    while let Some(sailor) = crew.join_next().await {
        let (mut own, times) = sailor.map_err(|error| Trouble::Setup(error.to_string()))??;
        done.append(&mut own);
        connections += times;
    }
    live.fetch_sub(1, Ordering::Relaxed);
    let story = venue.story();
    let (id, host) = (venue.id.clone(), guests[0].clone());
    Ok(Sailed { id, host, events: story.len(), digest: story.digest(), done, connections })
}

/// What the server tells of a regatta now, beside what its players saw; and its record, sailed again, with its dice.
async fn check(site: &Site, Sailed { id, host, events, digest, .. }: &Sailed) -> Result<Vec<String>, Trouble> {
    let mut faults = Vec::new();
    let told = site.story(host, id).await?;
    if told.len() != *events || story::digest(&told) != *digest {
        faults.push(format!("{id}: the server tells another story than its players saw"));
    }
    faults.extend(record_fault(&site.record(id).await?).map(|fault| format!("{id}: {fault}")));
    Ok(faults)
}

/// What is wrong with the record of a regatta that is over.
pub fn record_fault(text: &str) -> Option<String> {
    match powerboats_rules::replay(text) {
        Err(error) => Some(error.to_string()),
        Ok(book) => match powerboats_referee::fair::verify(book.record()) {
            Err(unfair) => Some(unfair.to_string()),
            Ok(0) => Some("nobody rolled anything".to_owned()),
            Ok(_) => None,
        },
    }
}
