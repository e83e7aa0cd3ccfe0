//! The kill drill of a cluster: nodes, NATS and PostgreSQL fail at random moments while many games are running. No
//! acknowledged action may be lost or happen twice, all players must see the same events, and every regatta must end.

use super::{judge, keep_logs, seatings};
use crate::{
    DrillError,
    client::live_rooms::LiveRooms,
    cluster::{
        Cluster, NatsLink,
        fault::{FaultStats, draw_faults},
    },
    disruption::postgres::RestartablePostgres,
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
    /// How many faults there are.
    pub faults: usize,
    /// `postgres://…`; the drill creates a database of its own there.
    pub postgres: String,
    /// The seed of all randomness.
    pub seed: u64,
}

/// How long a player waits before each action.
const THINK_TIME: Duration = Duration::from_millis(300);

/// Lets the cluster suffer as planned, lets every regatta end, and checks everything.
pub async fn run(plan: &Plan) -> Result<Report, DrillError> {
    let postgres = RestartablePostgres::from_environment(Some(&plan.postgres))?;
    let mut cluster = Cluster::start(&plan.postgres, NatsLink::Proxied, &[]).await?;
    let rooms = LiveRooms::start(&cluster.api, seatings(plan.rooms, THINK_TIME), plan.seed).await?;
    let (began, mut least_live, mut stats) = (Instant::now(), plan.rooms, FaultStats::default());
    let mut draw = QuickRandom::new(plan.seed);
    for fault in draw_faults(plan.faults, &mut draw) {
        sleep(Duration::from_millis(u64::from(500 + draw.below(2500)))).await;
        least_live = least_live.min(rooms.live());
        cluster.suffer(fault, &postgres, &mut draw, &mut stats).await?;
    }
    let took = began.elapsed();
    let (finished, mut faults) = judge(&mut cluster, rooms).await?;
    faults.append(&mut stats.broken);
    let mut notes = vec![
        format!("{} faults in {:.0} s: {}", plan.faults, took.as_secs_f64(), stats.summary()),
        format!(
            "at least {least_live} of {} rooms were live each time; all nodes owned rooms again at most {:.1} s after a \
             fault; nodes exited by themselves {} times",
            plan.rooms,
            stats.slowest_recovery.as_secs_f64(),
            stats.exits
        ),
        format!("{}; {}", history::totals(&finished), cluster.api.retry_summary()),
        cluster.counters().await.to_string(),
    ];
    notes.extend(keep_logs(&cluster, &faults)?);
    let enough = Bar::AtLeast(plan.rooms as f64);
    let figures = vec![
        Figure { name: "cluster-kill-sailed", value: finished.len() as f64, unit: "regattas", bar: enough },
        Figure::none("cluster-kill", faults.len(), "violations"),
    ];
    Ok(Report { figures, notes, faults })
}
