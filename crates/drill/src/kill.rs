//! The kill drill: the server dies, or its disk or database fails, at random moments under many live rooms; nothing that
//! it acknowledged is lost, nothing happens twice, and every regatta is sailed to its end.
//!
//! What this can and can't show. After `kill -9` the operating system still has all that was written, so the plain drill
//! shows that what was acknowledged was written, not that it was on the disk. A power cut does: it takes back every write
//! to the database and its log since the last fsync of that file. It believes the fsync, and takes back all or nothing of
//! a file, where a real disk may keep some writes and lose others. A failing fsync shows that nothing is acknowledged
//! after a commit that failed; not what a real disk holds afterwards, for Linux may then drop what it could not write.

use crate::{
    Trouble,
    harm::{Harm, Struck, Tools},
    ledger,
    report::{Bar, Figure, Report},
    sailor::{Acknowledged, Manner, assemble},
    server::Server,
    site::{Guest, Site, insist},
    story,
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

/// How hard it is to be.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Live rooms of four at a time.
    pub rooms: usize,
    /// Live rooms of two people, a Captain and an Admiral at a time.
    pub pilots: usize,
    /// What is done to the server.
    pub harm: Harm,
    /// How often.
    pub kills: u32,
    /// `postgres://…`, or a SQLite file of its own.
    pub database: Option<String>,
    /// Of everything random.
    pub seed: u64,
}

impl Plan {
    fn name(&self) -> &'static str {
        if self.harm == Harm::Kill && self.rooms == 0 { "kill-pilots" } else { self.harm.name() }
    }
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

/// After the last kill everybody is at the end so soon.
const LAST: Duration = Duration::from_secs(300);

/// Who sits in a room.
#[derive(Clone, Copy, Debug)]
struct Crew {
    people: usize,
    manner: Manner,
}

impl Crew {
    fn of_people() -> Crew {
        Crew { people: 4, manner: Manner { races: 2, thinks: Duration::from_millis(5), ..Manner::default() } }
    }

    fn with_pilots() -> Crew {
        let manner = Manner { races: 1, pilots: &["captain", "admiral"], ..Crew::of_people().manner };
        Crew { people: 2, manner }
    }
}

/// What a room leaves behind: all that was sailed there, and why it was given up.
type Logged = (Vec<Sailed>, Option<Trouble>);

/// Kills as planned, lets everybody sail to the end, and checks everything.
pub async fn run(plan: &Plan) -> Result<Report, Trouble> {
    let tools = Tools::fetch(plan.harm, plan.database.as_deref()).await?;
    let mut server = Server::with(tools.setup(plan.database.as_deref())?).await?;
    server.site = server.site.clone().forgiving(plan.harm.excuses());
    let killing = Arc::new(AtomicBool::new(true));
    let live = Arc::new(AtomicUsize::new(0));
    let all = plan.rooms + plan.pilots;
    let mut rooms: JoinSet<Logged> = JoinSet::new();
    for number in 0..all {
        let crew = if number < plan.rooms { Crew::of_people() } else { Crew::with_pilots() };
        let seed = plan.seed.wrapping_add(number as u64 * 1000);
        rooms.spawn(keep_sailing(server.site.clone(), crew, number, seed, killing.clone(), live.clone()));
    }
    wait_until_live(&mut rooms, &live, all).await?;
    let (began, mut least, mut struck) = (Instant::now(), all, Struck::default());
    let mut draw = QuickRandom::new(plan.seed);
    for _ in 0..plan.kills {
        sleep(Duration::from_millis(100 + u64::from(draw.below(2900)))).await;
        least = least.min(live.load(Ordering::Relaxed));
        tools.strike(plan.harm, &mut server, &mut draw, &mut struck).await?;
    }
    killing.store(false, Ordering::Relaxed);
    let took = began.elapsed();
    let (mut sailed, mut faults) = finish(&mut rooms).await?;
    faults.append(&mut struck.faults);
    let refused = server.site.forgiven();
    // What only its memory knew is no longer there to be compared with.
    tools.kill(&mut server, &mut struck).await?;
    faults.extend(compare(&server, &mut sailed).await?);
    let acknowledged: usize = sailed.iter().map(|regatta| regatta.done.len()).sum();
    let connections: u32 = sailed.iter().map(|regatta| regatta.connections).sum();
    let events: usize = sailed.iter().map(|regatta| regatta.events).sum();
    let kind = if server.database.contains("://") { "PostgreSQL" } else { "SQLite" };
    let mut notes = vec![format!(
        "{kind}, {}: {} times in {:.0} s ({:.0} ms until ready again), at least {least} of {all} rooms live at each \
         ({} with pilots); {} regattas sailed to the end, {acknowledged} actions acknowledged, {events} events, \
         {connections} connections; {refused}",
        plan.name(),
        plan.kills,
        took.as_secs_f64(),
        struck.down.as_secs_f64() * 1000.0 / f64::from(plan.kills.max(1)),
        plan.pilots,
        sailed.len(),
    )];
    notes.extend(tools.hits().map(|hits| format!("the disk failed {hits} times")));
    notes.extend((struck.undone > 0).then(|| format!("power cuts took back {} writes", struck.undone)));
    notes.extend((struck.ended > 0).then(|| format!("the server ended by itself {} times", struck.ended)));
    Ok(Report { figures: figures(plan, sailed.len(), &struck, faults.len()), notes, faults })
}

fn figures(plan: &Plan, sailed: usize, struck: &Struck, faults: usize) -> Vec<Figure> {
    let enough = Bar::AtLeast((plan.rooms + plan.pilots) as f64);
    let mut figures = vec![Figure { name: "kill-sailed", value: sailed as f64, unit: "regattas", bar: enough }];
    if plan.harm == Harm::Term {
        let stop = |name, slowest: Duration, bar| {
            let value = (slowest.as_secs_f64() * 10.0).ceil() / 10.0;
            Figure { name, value, unit: "s", bar: Bar::AtMost(bar) }
        };
        figures.push(stop("kill-term-stop", struck.slowest, 5.0));
        figures.push(stop("kill-term-twice", struck.slowest_twice, 1.0));
    }
    figures.push(Figure::none(plan.name(), faults, "faults"));
    figures
}

async fn wait_until_live(rooms: &mut JoinSet<Logged>, live: &AtomicUsize, all: usize) -> Result<(), Trouble> {
    let began = Instant::now();
    while live.load(Ordering::Relaxed) < all {
        if let Some(room) = rooms.try_join_next() {
            return Err(room?.1.unwrap_or_else(|| Trouble::Setup("a room is over before it all begins".to_owned())));
        }
        if began.elapsed() > LONGEST {
            return Err(Trouble::Late("the rooms are not live".to_owned()));
        }
        sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

/// Waits until everybody is at the end.
async fn finish(rooms: &mut JoinSet<Logged>) -> Result<(Vec<Sailed>, Vec<String>), Trouble> {
    let (mut sailed, mut faults) = (Vec::new(), Vec::new());
    let deadline = Instant::now() + LAST;
    loop {
        match timeout_at(deadline, rooms.join_next()).await {
            Ok(None) => return Ok((sailed, faults)),
            Ok(Some(room)) => {
                let (mut regattas, trouble) = room?;
                sailed.append(&mut regattas);
                faults.extend(trouble.map(|trouble| trouble.to_string()));
            }
            Err(_) => {
                faults.push(format!("{} rooms are not at the end after {LAST:?}", rooms.len()));
                rooms.abort_all();
                return Ok((sailed, faults));
            }
        }
    }
}

/// What the database and the server tell now, beside what the players saw.
async fn compare(server: &Server, sailed: &mut [Sailed]) -> Result<Vec<String>, Trouble> {
    let done: Vec<Acknowledged> = sailed.iter().flat_map(|regatta| regatta.done.clone()).collect();
    let ids: Vec<RegattaId> = sailed.iter().map(|regatta| regatta.id.clone()).collect();
    let mut faults = ledger::faults(&server.database, &ids, &done).await?;
    for regatta in sailed {
        match check(&server.site, regatta).await {
            Ok(found) => faults.extend(found),
            Err(trouble) => faults.push(format!("{}: {trouble}", regatta.id)),
        }
    }
    Ok(faults)
}

/// One regatta after the other, as long as the server is being killed; the last one to its end.
async fn keep_sailing(
    site: Site,
    crew: Crew,
    number: usize,
    seed: u64,
    killing: Arc<AtomicBool>,
    live: Arc<AtomicUsize>,
) -> Logged {
    let mut sailed = Vec::new();
    let mut guests = Vec::new();
    for seat in 0..crew.people {
        let name = format!("Sailor {number}-{seat}");
        match insist(|| site.guest(&name)).await {
            Ok(guest) => guests.push(guest),
            Err(trouble) => return (sailed, Some(trouble)),
        }
    }
    while killing.load(Ordering::Relaxed) || sailed.is_empty() {
        let seed = seed.wrapping_add(sailed.len() as u64);
        let regatta = timeout(LONGEST, sail(&site, &guests, crew.manner, seed, &live)).await;
        match regatta.unwrap_or_else(|_| Err(Trouble::Late("a regatta did not end".to_owned()))) {
            Ok(regatta) => sailed.push(regatta),
            Err(trouble) => return (sailed, Some(trouble)),
        }
    }
    (sailed, None)
}

async fn sail(site: &Site, guests: &[Guest], manner: Manner, seed: u64, live: &AtomicUsize) -> Result<Sailed, Trouble> {
    let (venue, sailors) = assemble(site, guests, manner, seed).await?;
    live.fetch_add(1, Ordering::Relaxed);
    let mut crew = JoinSet::new();
    for mut sailor in sailors {
        crew.spawn(async move { sailor.sail().await.map(|()| (sailor.done, sailor.connections)) });
    }
    let (mut done, mut connections) = (Vec::new(), 0);
    while let Some(sailor) = crew.join_next().await {
        let (mut own, times) = sailor??;
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
