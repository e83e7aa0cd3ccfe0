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

use super::history;
use crate::{
    DrillError,
    client::{
        live_rooms::{LiveRooms, Seating},
        player::Behavior,
    },
    disruption::{Disruption, DisruptionStats, Disruptor},
    report::{Bar, Figure, Report},
    server::Server,
};
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;
use std::time::Duration;
use tokio::time::{Instant, sleep};

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

/// A room of four people.
fn of_people() -> Seating {
    let think_time = Duration::from_millis(5);
    Seating { people: 4, behavior: Behavior { races: 2, think_time, ..Behavior::default() } }
}

/// A room of two people and two pilots.
fn with_pilots() -> Seating {
    let behavior = Behavior { races: 1, pilots: &["captain", "admiral"], ..of_people().behavior };
    Seating { people: 2, behavior }
}

/// Disrupts the server as planned, lets every regatta end, and checks everything.
pub async fn run(plan: &Plan) -> Result<Report, DrillError> {
    let disruptor = Disruptor::new(plan.disruption, plan.database.as_deref()).await?;
    let mut server = Server::with_setup(disruptor.setup(plan.database.as_deref())?).await?;
    server.api = server.api.clone().retrying(plan.disruption.allowed_refusals());
    let all = plan.rooms + plan.pilots;
    let seatings = (0..all).map(|number| if number < plan.rooms { of_people() } else { with_pilots() });
    let rooms = LiveRooms::start(&server.api, seatings, plan.seed).await?;
    let (began, mut least_live, mut stats) = (Instant::now(), all, DisruptionStats::default());
    let mut draw = QuickRandom::new(plan.seed);
    for _ in 0..plan.kills {
        sleep(Duration::from_millis(100 + u64::from(draw.below(2900)))).await;
        least_live = least_live.min(rooms.live());
        disruptor.disrupt(plan.disruption, &mut server, &mut draw, &mut stats).await?;
    }
    let took = began.elapsed();
    let (finished, mut faults) = rooms.finish().await?;
    faults.append(&mut stats.faults);
    let refused = server.api.retry_summary();
    // Kill the server once more, so that the check sees only what is stored and not what is in memory.
    disruptor.kill(&mut server, &mut stats).await?;
    faults.extend(history::faults(&server.api, &server.database, &finished).await?);
    let kind = if server.database.contains("://") { "PostgreSQL" } else { "SQLite" };
    let mut notes = vec![format!(
        "{kind}, {}: {} times in {:.0} s ({:.0} ms until ready again); at least {least_live} of {all} rooms were live each \
         time ({} with pilots); {}; {refused}",
        plan.name(),
        plan.kills,
        took.as_secs_f64(),
        stats.down.as_secs_f64() * 1000.0 / f64::from(plan.kills.max(1)),
        plan.pilots,
        history::totals(&finished),
    )];
    notes.extend(disruptor.disk_failures().map(|count| format!("the disk failed {count} times")));
    notes.extend((stats.undone_writes > 0).then(|| format!("power cuts undid {} writes", stats.undone_writes)));
    notes.extend((stats.exits > 0).then(|| format!("the server exited by itself {} times", stats.exits)));
    Ok(Report { figures: figures(plan, finished.len(), &stats, faults.len()), notes, faults })
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
