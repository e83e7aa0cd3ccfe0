//! The drills of a cluster: three nodes on one PostgreSQL and one NATS.

pub mod cost;
pub mod failover;
pub mod kill;
pub mod model;
mod observer;
pub mod takeover;
pub mod told;

use super::history;
use crate::{
    DrillError,
    client::{
        live_rooms::{FinishedRegatta, LiveRooms, Seating},
        player::Behavior,
    },
    cluster::Cluster,
};
use std::time::Duration;

/// Rooms of four people; in every tenth room two of them are pilots. All are slow enough for two cores that also run the
/// cluster.
fn seatings(rooms: usize, think_time: Duration) -> impl Iterator<Item = Seating> {
    let behavior = Behavior { races: 1, think_time, ..Behavior::default() };
    (0..rooms).map(move |number| match number % 10 {
        9 => Seating { people: 2, behavior: Behavior { pilots: &["captain", "skipper"], ..behavior } },
        _ => Seating { people: 4, behavior },
    })
}

/// Lets all regattas end and judges the cluster by their history. Returns the finished regattas and everything that is wrong.
async fn judge(cluster: &mut Cluster, rooms: LiveRooms) -> Result<(Vec<FinishedRegatta>, Vec<String>), DrillError> {
    let (finished, mut faults) = rooms.finish().await?;
    // Kill all nodes, so that the check sees only what is stored and not what is in memory.
    cluster.kill_all_nodes().await?;
    faults.extend(history::faults(&cluster.api, &cluster.database, &finished).await?);
    faults.extend(cluster.panics());
    Ok((finished, faults))
}

/// If something is wrong, keeps the logs of the nodes and says where.
fn keep_logs(cluster: &Cluster, faults: &[String]) -> Result<Option<String>, DrillError> {
    match faults.is_empty() {
        true => Ok(None),
        false => Ok(Some(format!("the logs of the nodes are in {}", cluster.keep_logs()?.display()))),
    }
}
