//! What the registry does by itself: it wakes rooms that have something to do, closes forgotten regattas, and records a
//! heartbeat every second.

use crate::{
    ids::RegattaId,
    rooms::{registry::Registry, request::RoomRequest},
    store::{StoreError, now},
    stream::Leads,
};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// How often the server records that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// Rooms woken at the same time.
const WOKEN_AT_ONCE: usize = 8;

/// Pause before a failed room is woken again. It doubles each time up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(120);

/// An open regatta without activity for this long, a day, is closed.
const FORGOTTEN: i64 = 86_400_000;

impl Registry {
    /// Says whether this server does a task that only one server does. In a cluster one node does, and another one if it fails.
    pub(crate) fn leads(&self, task: &'static str) -> Leads {
        let cluster = self.cluster.clone();
        Box::new(move || cluster.as_ref().is_none_or(|cluster| cluster.leads(task)))
    }

    /// Once per second, wakes rooms where something is due and records that the server is alive; now and then, closes
    /// forgotten regattas.
    pub(super) async fn run_heartbeat(&self) {
        let mut interval = tokio::time::interval(HEARTBEAT);
        let mut beats = 0_u64;
        loop {
            tokio::select! {
                _ = interval.tick() => {}
                () = self.stopping.cancelled() => break,
            }
            if let Err(error) = self.beat(beats).await {
                tracing::error!(%error, "the heartbeat failed");
            }
            beats += 1;
        }
        if self.cluster.is_none() {
            drop(self.store.beat().await);
        }
    }

    async fn beat(&self, beats: u64) -> Result<(), StoreError> {
        if self.cluster.is_none() {
            self.store.beat().await?;
        }
        // Including rooms whose node has failed on a pilot's turn.
        let mut due = self.store.due(now()).await?;
        due.retain(|id| self.owns(id));
        self.wake_soon(due);
        if beats.is_multiple_of(600) {
            for id in self.store.forgotten(now() - FORGOTTEN).await?.into_iter().filter(|id| self.owns(id)) {
                self.handle(&id).try_send(RoomRequest::CloseForgotten);
            }
        }
        let (open, live) = self.lobby.count();
        metrics::gauge!("powerboats_regattas_open").set(open as f64);
        metrics::gauge!("powerboats_regattas_live").set(live as f64);
        let loaded: Vec<RegattaId> = self.rooms().keys().cloned().collect();
        metrics::gauge!("powerboats_rooms_in_memory").set(loaded.len() as f64);
        if self.cluster.is_some() {
            let owned = loaded.iter().filter(|id| self.owns(id)).count();
            metrics::gauge!("powerboats_cluster_rooms_owned").set(owned as f64);
        }
        Ok(())
    }

    /// Wakes rooms in the background. Does nothing while rooms are still being woken; they will be found again later.
    pub(super) fn wake_soon(&self, due: Vec<RegattaId>) {
        if let Ok(waking) = self.waking.clone().try_lock_owned() {
            let registry = self.clone();
            self.tasks.spawn(async move {
                // In a task of its own, so that the heartbeat does not wait for thousands of rooms.
                let _waking = waking;
                registry.wake(due).await;
            });
        }
    }

    /// Loads rooms that have something to do, a few at a time. Rooms in memory need no waking.
    async fn wake(&self, due: Vec<RegattaId>) {
        let mut waking = JoinSet::new();
        for id in due {
            if self.stopping.is_cancelled() {
                return;
            }
            let is_running = self.rooms().get(&id).is_some_and(|handle| !handle.is_closed());
            if is_running || self.is_paused(&id) {
                continue;
            }
            if waking.len() >= WOKEN_AT_ONCE {
                waking.join_next().await;
            }
            let registry = self.clone();
            // A room that fails logs its error and is tried again later.
            waking.spawn(async move { registry.ask(&id, RoomRequest::Wake).await.is_ok() });
        }
        while waking.join_next().await.is_some() {}
    }

    /// Whether this room failed a moment ago.
    fn is_paused(&self, id: &RegattaId) -> bool {
        self.failed().get(id).is_some_and(|(until, _)| Instant::now() < *until)
    }

    /// Pauses a room that could not be loaded or stored.
    pub(super) fn pause(&self, id: &RegattaId) {
        let mut failed = self.failed();
        let pause = failed.get(id).map_or(FIRST_PAUSE, |(_, pause)| (*pause * 2).min(LONGEST_PAUSE));
        failed.insert(id.clone(), (Instant::now() + pause, pause));
    }
}
