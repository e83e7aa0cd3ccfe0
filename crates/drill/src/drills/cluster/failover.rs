//! The failover drill of a cluster: PostgreSQL's primary dies while games are running, and its synchronous standby takes
//! its place. No acknowledged action may be lost.

use super::{judge, keep_logs, seatings};
use crate::{
    DrillError,
    client::live_rooms::{FinishedRegatta, LiveRooms},
    cluster::{Cluster, NatsLink, OldConnections, PostgresPair, TcpProxy},
    drills::history,
    report::{Bar, Figure, Report},
};
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The size of the drill.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Live rooms.
    pub rooms: usize,
    /// How often the primary dies.
    pub failovers: usize,
    /// The seed of all randomness.
    pub seed: u64,
}

/// How long a player waits before each action.
const THINK_TIME: Duration = Duration::from_millis(300);

/// An acknowledgement that arrives this soon after the primary's death may have been sent before it.
const IN_FLIGHT: Duration = Duration::from_millis(200);

/// The death of a primary.
struct Failover {
    at: Instant,
    old: OldConnections,
    /// How long after that the standby was promoted and had the address of the primary.
    promoted: Duration,
}

/// Lets primaries die as planned, lets every regatta end, and checks everything.
pub async fn run(plan: &Plan) -> Result<Report, DrillError> {
    let mut pair = PostgresPair::start().await?;
    // The nodes reach the primary at an address that moves, as in deploy/postgresql.md.
    let address = TcpProxy::start(pair.primary()).await?;
    let mut cluster = Cluster::start(&pair.url_at(address.address), NatsLink::Direct, &[]).await?;
    let rooms = LiveRooms::start(&cluster.api, seatings(plan.rooms, THINK_TIME), plan.seed).await?;
    let (mut draw, mut failovers, mut least_live, mut exits) = (QuickRandom::new(plan.seed), Vec::new(), plan.rooms, 0);
    for number in 0..plan.failovers {
        sleep(Duration::from_millis(u64::from(3000 + draw.below(3000)))).await;
        least_live = least_live.min(rooms.live());
        let at = Instant::now();
        // Every other time the whole machine falls silent: nobody is left who could close its connections.
        let old = if number % 2 == 0 { OldConnections::Closed } else { OldConnections::Silent };
        if old == OldConnections::Silent {
            address.cut();
        }
        pair.kill_primary().await?;
        // Somebody has to notice.
        sleep(Duration::from_millis(u64::from(draw.below(5000)))).await;
        pair.promote().await?;
        address.switch(pair.primary(), old);
        failovers.push(Failover { at, old, promoted: at.elapsed() });
        exits += cluster.wait_until_all_own().await?;
        pair.renew_standby().await?;
    }
    let (finished, faults) = judge(&mut cluster, rooms).await?;
    let pauses: Vec<Duration> = failovers.iter().filter_map(|failover| pause_after(failover, &finished)).collect();
    let mut notes = vec![
        format!("{} times the primary died; at least {least_live} of {} rooms were live", failovers.len(), plan.rooms),
        format!("after its death, with old connections {}", timeline(&failovers, &finished)),
        format!("nodes exited by themselves {exits} times"),
        format!("{}; {}", history::totals(&finished), cluster.api.retry_summary()),
        cluster.counters().await.to_string(),
    ];
    notes.extend(keep_logs(&cluster, &faults)?);
    let longest = pauses.iter().max().map_or(f64::NAN, Duration::as_secs_f64);
    let enough = Bar::AtLeast(plan.rooms as f64);
    let figures = vec![
        Figure { name: "cluster-failover-raced", value: finished.len() as f64, unit: "regattas", bar: enough },
        Figure { name: "cluster-failover-pause", value: longest, unit: "s (longest)", bar: Bar::AtMost(30.0) },
        Figure::none("cluster-failover", faults.len(), "violations"),
    ];
    Ok(Report { figures, notes, faults })
}

/// How long after the death of the primary the first action was acknowledged; `None` if none was.
fn pause_after(failover: &Failover, finished: &[FinishedRegatta]) -> Option<Duration> {
    let acknowledged = finished.iter().flat_map(|regatta| &regatta.acknowledged).map(|action| action.at);
    let first = acknowledged.filter(|at| *at > failover.at + IN_FLIGHT).min()?;
    Some(first - failover.at)
}

fn timeline(failovers: &[Failover], finished: &[FinishedRegatta]) -> String {
    let steps = failovers.iter().map(|failover| {
        let first = pause_after(failover, finished).map_or(f64::NAN, |pause| pause.as_secs_f64());
        format!(
            "{:?}: promoted {:.1} s, first action acknowledged {first:.1} s",
            failover.old,
            failover.promoted.as_secs_f64()
        )
    });
    steps.collect::<Vec<_>>().join("; ")
}
