//! The takeover drill of a cluster: how soon after `kill -9` of a node its rooms go on elsewhere.

use super::{judge, keep_logs, seatings};
use crate::{
    DrillError,
    client::live_rooms::{FinishedRegatta, LiveRooms},
    cluster::{Cluster, NODES, NatsLink, name_of},
    database,
    drills::history,
    latency::Latencies,
    report::{Bar, Figure, Report},
};
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;
use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// The size of the drill.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Live rooms.
    pub rooms: usize,
    /// How often a node is killed.
    pub kills: usize,
    /// `postgres://…`; the drill creates a database of its own there.
    pub postgres: String,
    /// The seed of all randomness.
    pub seed: u64,
}

/// How long a player waits before each action. It adds to the measured time.
const THINK_TIME: Duration = Duration::from_millis(200);

/// An acknowledgement that arrives this soon after a kill may have been sent before it.
const IN_FLIGHT: Duration = Duration::from_millis(200);

/// How long a killed node stays away.
const DOWN_TIME: Duration = Duration::from_secs(8);

/// A kill of a node, and the live regattas that the node ran.
struct Kill {
    at: Instant,
    regattas: HashSet<String>,
}

/// Kills nodes again and again, and measures how long their regattas stand still.
pub async fn run(plan: &Plan) -> Result<Report, DrillError> {
    let mut cluster = Cluster::start(&plan.postgres, NatsLink::Direct, &[]).await?;
    let rooms = LiveRooms::start(&cluster.api, seatings(plan.rooms, THINK_TIME), plan.seed).await?;
    let (mut draw, mut kills) = (QuickRandom::new(plan.seed), Vec::new());
    for _ in 0..plan.kills {
        sleep(Duration::from_millis(u64::from(2000 + draw.below(2000)))).await;
        let number = draw.below(NODES as u32) as usize;
        let regattas = regattas_of(&cluster.database, &name_of(number)).await?;
        let at = Instant::now();
        cluster.kill_node(number).await?;
        kills.push(Kill { at, regattas });
        sleep(DOWN_TIME).await;
        cluster.nodes[number].relaunch()?;
        cluster.wait_until_all_own().await?;
    }
    let (finished, faults) = judge(&mut cluster, rooms).await?;
    let latencies = takeovers(&kills, &finished);
    let summary = latencies.take();
    let mut notes = vec![
        format!("{} kills of nodes that ran {} live regattas", kills.len(), summary.count),
        format!("from the kill to the next acknowledged action: {summary}"),
        format!("{}; {}", history::totals(&finished), cluster.api.retry_summary()),
        cluster.counters().await.to_string(),
    ];
    notes.extend(keep_logs(&cluster, &faults)?);
    let figures = vec![
        Figure { name: "cluster-takeover", value: summary.p99 / 1000.0, unit: "s (p99)", bar: Bar::AtMost(5.0) },
        Figure::none("cluster-takeover-faults", faults.len(), "violations"),
    ];
    Ok(Report { figures, notes, faults })
}

/// The live regattas that a node runs.
async fn regattas_of(database: &str, node: &str) -> Result<HashSet<String>, DrillError> {
    let pool = database::open(database).await?;
    let sql = "SELECT regattas.id FROM regattas JOIN nodes ON nodes.id = regattas.holder
               WHERE nodes.name = $1 AND nodes.ended IS NULL AND regattas.stage = 'live'";
    let rows: Result<Vec<(String,)>, _> = sqlx::query_as(sql).bind(node.to_owned()).fetch_all(&pool).await;
    pool.close().await;
    Ok(rows?.into_iter().map(|(id,)| id).collect())
}

/// For each kill and each regatta of that node: the time until the next action was acknowledged. A regatta that ended at
/// that very moment does not count.
fn takeovers(kills: &[Kill], finished: &[FinishedRegatta]) -> Latencies {
    let mut acknowledged: HashMap<&str, Vec<Instant>> = HashMap::new();
    for action in finished.iter().flat_map(|regatta| &regatta.acknowledged) {
        acknowledged.entry(action.regatta.as_str()).or_default().push(action.at);
    }
    let latencies = Latencies::default();
    for Kill { at, regattas } in kills {
        for times in regattas.iter().filter_map(|regatta| acknowledged.get(regatta.as_str())) {
            let next = times.iter().filter(|time| **time > *at + IN_FLIGHT).min();
            next.into_iter().for_each(|next| latencies.record(*next - *at));
        }
    }
    latencies
}
