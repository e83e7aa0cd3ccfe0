//! The kill drill: kills or disrupts the server at random moments while many games are running. No acknowledged action may
//! be lost or happen twice, and every regatta must reach its end.
//!
//! What this can and cannot show:
//!
//! - After `kill -9` the operating system still writes everything it was given. So the plain drill shows that acknowledged
//!   actions were handed to the operating system, not that they were on the disk.
//! - The power cut also undoes every write to the database and its log since the last fsync of that file. It trusts fsync,
//!   and it undoes all unsynced writes of a file or none. A real disk may keep some and lose others.
//! - The failing fsync shows that nothing is acknowledged after a failed commit. It does not show what a real disk holds
//!   afterwards, because Linux may drop data that it could not write.

use super::record_fault;
use crate::{
    DrillError,
    client::{
        api::{ApiClient, Guest, retry},
        event_log,
        player::{AcknowledgedAction, Behavior, open_regatta},
    },
    database::stored_actions,
    disruption::{Disruption, DisruptionStats, Disruptor},
    report::{Bar, Figure, Report},
    server::Server,
};
use powerboats_pilots::QuickRandom;
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
    time::{Instant, sleep, timeout, timeout_at},
};

/// The size of the drill.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Live rooms of four people.
    pub rooms: usize,
    /// Live rooms of two people, a Captain and an Admiral.
    pub pilots: usize,
    /// What is done to the server.
    pub disruption: Disruption,
    /// How often it is done.
    pub kills: u32,
    /// `postgres://…`; if not given, a temporary SQLite file.
    pub database: Option<String>,
    /// The seed of all randomness.
    pub seed: u64,
}

impl Plan {
    fn name(&self) -> &'static str {
        if self.disruption == Disruption::Kill && self.rooms == 0 { "kill-pilots" } else { self.disruption.name() }
    }
}

/// A finished regatta as its players saw it.
struct FinishedRegatta {
    id: RegattaId,
    host: Guest,
    events: usize,
    digest: u64,
    acknowledged: Vec<AcknowledgedAction>,
    connections: u32,
}

/// A regatta has to end within this time, disruptions included.
const REGATTA_LIMIT: Duration = Duration::from_secs(900);

/// All regattas have to end this soon after the last disruption.
const FINISH_LIMIT: Duration = Duration::from_secs(300);

/// Who plays in a room.
#[derive(Clone, Copy, Debug)]
struct Seating {
    people: usize,
    behavior: Behavior,
}

impl Seating {
    fn of_people() -> Seating {
        let think_time = Duration::from_millis(5);
        Seating { people: 4, behavior: Behavior { races: 2, think_time, ..Behavior::default() } }
    }

    fn with_pilots() -> Seating {
        let behavior = Behavior { races: 1, pilots: &["captain", "admiral"], ..Seating::of_people().behavior };
        Seating { people: 2, behavior }
    }
}

/// The regattas that were finished in a room, and the error that stopped it, if any.
type RoomResult = (Vec<FinishedRegatta>, Option<DrillError>);

/// Disrupts the server as planned, lets every regatta end, and checks everything.
pub async fn run(plan: &Plan) -> Result<Report, DrillError> {
    let disruptor = Disruptor::new(plan.disruption, plan.database.as_deref()).await?;
    let mut server = Server::with_setup(disruptor.setup(plan.database.as_deref())?).await?;
    server.api = server.api.clone().retrying(plan.disruption.allowed_refusals());
    let killing = Arc::new(AtomicBool::new(true));
    let live = Arc::new(AtomicUsize::new(0));
    let all = plan.rooms + plan.pilots;
    let mut rooms: JoinSet<RoomResult> = JoinSet::new();
    for number in 0..all {
        let seating = if number < plan.rooms { Seating::of_people() } else { Seating::with_pilots() };
        let seed = plan.seed.wrapping_add(number as u64 * 1000);
        rooms.spawn(keep_playing(server.api.clone(), seating, number, seed, killing.clone(), live.clone()));
    }
    wait_until_live(&mut rooms, &live, all).await?;
    let (began, mut least_live, mut stats) = (Instant::now(), all, DisruptionStats::default());
    let mut draw = QuickRandom::new(plan.seed);
    for _ in 0..plan.kills {
        sleep(Duration::from_millis(100 + u64::from(draw.below(2900)))).await;
        least_live = least_live.min(live.load(Ordering::Relaxed));
        disruptor.disrupt(plan.disruption, &mut server, &mut draw, &mut stats).await?;
    }
    killing.store(false, Ordering::Relaxed);
    let took = began.elapsed();
    let (mut finished, mut faults) = finish(&mut rooms).await?;
    faults.append(&mut stats.faults);
    let refused = server.api.retry_summary();
    // Kill the server once more, so that the check sees only what is stored and not what is in memory.
    disruptor.kill(&mut server, &mut stats).await?;
    faults.extend(check_all(&server, &mut finished).await?);
    let kind = if server.database.contains("://") { "PostgreSQL" } else { "SQLite" };
    let mut notes = vec![format!(
        "{kind}, {}: {} times in {:.0} s ({:.0} ms until ready again); at least {least_live} of {all} rooms were live each \
         time ({} with pilots); {}; {refused}",
        plan.name(),
        plan.kills,
        took.as_secs_f64(),
        stats.down.as_secs_f64() * 1000.0 / f64::from(plan.kills.max(1)),
        plan.pilots,
        totals(&finished),
    )];
    notes.extend(disruptor.disk_failures().map(|count| format!("the disk failed {count} times")));
    notes.extend((stats.undone_writes > 0).then(|| format!("power cuts undid {} writes", stats.undone_writes)));
    notes.extend((stats.exits > 0).then(|| format!("the server exited by itself {} times", stats.exits)));
    Ok(Report { figures: figures(plan, finished.len(), &stats, faults.len()), notes, faults })
}

fn totals(finished: &[FinishedRegatta]) -> String {
    let acknowledged: usize = finished.iter().map(|regatta| regatta.acknowledged.len()).sum();
    let connections: u32 = finished.iter().map(|regatta| regatta.connections).sum();
    let events: usize = finished.iter().map(|regatta| regatta.events).sum();
    let regattas = finished.len();
    format!(
        "{regattas} regattas finished, {acknowledged} actions acknowledged, {events} events, {connections} connections"
    )
}

fn figures(plan: &Plan, finished: usize, stats: &DisruptionStats, faults: usize) -> Vec<Figure> {
    let enough = Bar::AtLeast((plan.rooms + plan.pilots) as f64);
    let mut figures = vec![Figure { name: "kill-sailed", value: finished as f64, unit: "regattas", bar: enough }];
    if plan.disruption == Disruption::Term {
        let stop = |name, slowest: Duration, bar| {
            let value = (slowest.as_secs_f64() * 10.0).ceil() / 10.0;
            Figure { name, value, unit: "s", bar: Bar::AtMost(bar) }
        };
        figures.push(stop("kill-term-stop", stats.slowest_stop, 5.0));
        figures.push(stop("kill-term-twice", stats.slowest_second_stop, 1.0));
    }
    figures.push(Figure::none(plan.name(), faults, "faults"));
    figures
}

async fn wait_until_live(rooms: &mut JoinSet<RoomResult>, live: &AtomicUsize, all: usize) -> Result<(), DrillError> {
    let began = Instant::now();
    while live.load(Ordering::Relaxed) < all {
        if let Some(room) = rooms.try_join_next() {
            return Err(room?.1.unwrap_or_else(|| DrillError::Setup("a room ended before all were live".to_owned())));
        }
        if began.elapsed() > REGATTA_LIMIT {
            return Err(DrillError::Timeout(format!("not all rooms are live after {REGATTA_LIMIT:?}")));
        }
        sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

/// Waits until all regattas have ended.
async fn finish(rooms: &mut JoinSet<RoomResult>) -> Result<(Vec<FinishedRegatta>, Vec<String>), DrillError> {
    let (mut finished, mut faults) = (Vec::new(), Vec::new());
    let deadline = Instant::now() + FINISH_LIMIT;
    loop {
        match timeout_at(deadline, rooms.join_next()).await {
            Ok(None) => return Ok((finished, faults)),
            Ok(Some(room)) => {
                let (mut regattas, error) = room?;
                finished.append(&mut regattas);
                faults.extend(error.map(|error| error.to_string()));
            }
            Err(_) => {
                faults.push(format!("{} rooms have not ended after {FINISH_LIMIT:?}", rooms.len()));
                rooms.abort_all();
                return Ok((finished, faults));
            }
        }
    }
}

/// Compares what the database and the server hold now with what the players saw.
async fn check_all(server: &Server, finished: &mut [FinishedRegatta]) -> Result<Vec<String>, DrillError> {
    let acknowledged: Vec<_> = finished.iter().flat_map(|regatta| regatta.acknowledged.clone()).collect();
    let ids: Vec<RegattaId> = finished.iter().map(|regatta| regatta.id.clone()).collect();
    let mut faults = stored_actions::faults(&server.database, &ids, &acknowledged).await?;
    for regatta in finished {
        match check(&server.api, regatta).await {
            Ok(found) => faults.extend(found),
            Err(error) => faults.push(format!("{}: {error}", regatta.id)),
        }
    }
    Ok(faults)
}

/// Plays one regatta after another while the server is being disrupted, and the last one to its end.
async fn keep_playing(
    api: ApiClient,
    seating: Seating,
    number: usize,
    seed: u64,
    killing: Arc<AtomicBool>,
    live: Arc<AtomicUsize>,
) -> RoomResult {
    let mut finished = Vec::new();
    let mut guests = Vec::new();
    for seat in 0..seating.people {
        let name = format!("Boat {number}-{seat}");
        match retry(|| api.new_guest(&name)).await {
            Ok(guest) => guests.push(guest),
            Err(error) => return (finished, Some(error)),
        }
    }
    while killing.load(Ordering::Relaxed) || finished.is_empty() {
        let seed = seed.wrapping_add(finished.len() as u64);
        let played = timeout(REGATTA_LIMIT, play(&api, &guests, seating.behavior, seed, &live)).await;
        let late = || Err(DrillError::Timeout(format!("a regatta did not end within {REGATTA_LIMIT:?}")));
        match played.unwrap_or_else(|_| late()) {
            Ok(regatta) => finished.push(regatta),
            Err(error) => return (finished, Some(error)),
        }
    }
    (finished, None)
}

async fn play(
    api: &ApiClient,
    guests: &[Guest],
    behavior: Behavior,
    seed: u64,
    live: &AtomicUsize,
) -> Result<FinishedRegatta, DrillError> {
    let (regatta, players) = open_regatta(api, guests, behavior, seed).await?;
    live.fetch_add(1, Ordering::Relaxed);
    let mut playing = JoinSet::new();
    for mut player in players {
        playing.spawn(async move { player.play().await.map(|()| (player.acknowledged, player.connections)) });
    }
    let (mut acknowledged, mut connections) = (Vec::new(), 0);
    while let Some(player) = playing.join_next().await {
        let (mut own, count) = player??;
        acknowledged.append(&mut own);
        connections += count;
    }
    live.fetch_sub(1, Ordering::Relaxed);
    let (id, host) = (regatta.id.clone(), guests[0].clone());
    let events = regatta.events();
    Ok(FinishedRegatta { id, host, events: events.len(), digest: events.digest(), acknowledged, connections })
}

/// Compares the server's events of a regatta with those that its players saw, and checks its record and its dice.
async fn check(api: &ApiClient, regatta: &FinishedRegatta) -> Result<Vec<String>, DrillError> {
    let FinishedRegatta { id, host, events, digest, .. } = regatta;
    let mut faults = Vec::new();
    let stored = api.events(host, id).await?;
    if stored.len() != *events || event_log::digest(&stored) != *digest {
        faults.push(format!("{id}: the server's events differ from those that the players saw"));
    }
    faults.extend(record_fault(&api.record(id).await?).map(|fault| format!("{id}: {fault}")));
    Ok(faults)
}
