//! Faults of a cluster: nodes die, stop or lose NATS; NATS and PostgreSQL restart.

use super::{Cluster, NODES};
use crate::{
    DrillError,
    disruption::postgres::{RestartablePostgres, Shutdown},
};
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;
use std::{collections::BTreeMap, time::Duration};
use tokio::time::{Instant, sleep};

/// Something that goes wrong in a cluster.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fault {
    KillNode,
    /// SIGSTOP, and SIGCONT some seconds later. The node does not know that others have taken over its rooms.
    PauseNode,
    /// SIGTERM.
    RestartNode,
    KillNats,
    RestartPostgres,
    /// One node is cut off from NATS, but not from PostgreSQL and its clients.
    CutOffNode,
}

impl Fault {
    const ALL: [Fault; 6] = [
        Fault::KillNode,
        Fault::PauseNode,
        Fault::RestartNode,
        Fault::KillNats,
        Fault::RestartPostgres,
        Fault::CutOffNode,
    ];

    fn name(self) -> &'static str {
        match self {
            Fault::KillNode => "kill -9 of a node",
            Fault::PauseNode => "node paused",
            Fault::RestartNode => "node restarted",
            Fault::KillNats => "kill -9 of NATS",
            Fault::RestartPostgres => "PostgreSQL restarted",
            Fault::CutOffNode => "node cut off from NATS",
        }
    }
}

/// Draws this many faults. Each kind comes up about equally often, in random order.
pub fn draw_faults(count: usize, draw: &mut QuickRandom) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Fault::ALL.into_iter().cycle().take(count).collect();
    for last in (1..faults.len()).rev() {
        faults.swap(last, draw.below(last as u32 + 1) as usize);
    }
    faults
}

/// What happened in all faults together.
#[derive(Debug, Default)]
pub struct FaultStats {
    counts: BTreeMap<Fault, u32>,
    /// The longest time from the end of a fault until all nodes owned rooms again.
    pub slowest_recovery: Duration,
    /// How often a node exited by itself.
    pub exits: u32,
    /// Promises that the cluster broke.
    pub broken: Vec<String>,
}

impl FaultStats {
    /// The faults by kind.
    pub fn summary(&self) -> String {
        let counts: Vec<String> =
            self.counts.iter().map(|(fault, count)| format!("{count} × {}", fault.name())).collect();
        counts.join(", ")
    }
}

/// A node that has not stopped this long after SIGTERM is killed.
const STOP_LIMIT: Duration = Duration::from_secs(12);

fn milliseconds(draw: &mut QuickRandom, least: u32, most: u32) -> Duration {
    Duration::from_millis(u64::from(least + draw.below(most - least)))
}

impl Cluster {
    /// Suffers a fault, and waits until all nodes serve again.
    pub async fn suffer(
        &mut self,
        fault: Fault,
        postgres: &RestartablePostgres,
        draw: &mut QuickRandom,
        stats: &mut FaultStats,
    ) -> Result<(), DrillError> {
        *stats.counts.entry(fault).or_default() += 1;
        let number = draw.below(NODES as u32) as usize;
        match fault {
            Fault::KillNode => {
                self.kill_node(number).await?;
                sleep(milliseconds(draw, 0, 4000)).await;
                self.nodes[number].relaunch()?;
            }
            Fault::PauseNode => {
                self.nodes[number].pause().await?;
                sleep(milliseconds(draw, 5000, 10_000)).await;
                self.nodes[number].resume().await?;
            }
            Fault::RestartNode => self.restart_node(number, stats).await?,
            Fault::KillNats => {
                self.nats.kill().await?;
                sleep(milliseconds(draw, 0, 4000)).await;
                self.nats.restart().await?;
            }
            Fault::RestartPostgres => {
                let shutdown = if draw.below(2) == 0 { Shutdown::Immediate } else { Shutdown::Fast };
                postgres.restart(shutdown).await?;
            }
            Fault::CutOffNode => {
                self.proxies[number].cut();
                sleep(milliseconds(draw, 2000, 8000)).await;
                self.proxies[number].mend();
            }
        }
        self.recover(stats).await
    }

    /// Waits until all nodes serve again. If they don't, restarts them all, so that the drill can go on.
    async fn recover(&mut self, stats: &mut FaultStats) -> Result<(), DrillError> {
        let over = Instant::now();
        match self.wait_until_all_own().await {
            Ok(exits) => stats.exits += exits,
            Err(DrillError::Timeout(what)) => {
                stats.broken.push(what);
                self.kill_all_nodes().await?;
            }
            Err(error) => return Err(error),
        }
        stats.slowest_recovery = stats.slowest_recovery.max(over.elapsed());
        Ok(())
    }

    async fn restart_node(&mut self, number: usize, stats: &mut FaultStats) -> Result<(), DrillError> {
        self.note_counters(number).await;
        let node = &mut self.nodes[number];
        node.terminate().await?;
        if !node.exits_within(STOP_LIMIT).await? {
            stats.broken.push(format!("a node did not stop within {STOP_LIMIT:?} after SIGTERM"));
            node.kill().await?;
        }
        node.relaunch()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_of_every_kind_come_in_an_order_that_depends_on_the_seed() {
        let drawn = |seed| draw_faults(60, &mut QuickRandom::new(seed));
        for fault in Fault::ALL {
            assert_eq!(drawn(1).into_iter().filter(|drawn| *drawn == fault).count(), 10);
        }
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
    }
}
