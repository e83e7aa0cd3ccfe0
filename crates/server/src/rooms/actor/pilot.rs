//! A pilot's decision that a room's actor waits for.

use crate::{room::Room, rooms::registry::Registry};
use powerboats_pilots::PilotKind;
use powerboats_referee::Decision;
use powerboats_rules::Color;
use tokio::task::JoinHandle;

/// A decision that a pilot is working on.
pub(super) struct PendingDecision {
    /// The seat it decides for.
    pub color: Color,
    /// The last event of the game when the pilot was asked.
    last_game: u64,
    task: JoinHandle<Option<Decision>>,
}

impl PendingDecision {
    /// Asks a pilot to decide; `None` before the regatta has started.
    pub fn ask(room: &Room, registry: &Registry, color: Color, kind: PilotKind) -> Option<PendingDecision> {
        let (table, registry, host) = (room.table()?.clone(), registry.clone(), room.host.clone());
        let task = tokio::spawn(async move {
            let payer = registry.payer(&host).await;
            registry.scheduler.ask_pilot(payer, table, kind).await
        });
        Some(PendingDecision { color, last_game: room.last_game, task })
    }

    /// Whether the game has moved on since the pilot was asked.
    pub fn is_outdated(&self, room: &Room) -> bool {
        self.last_game != room.last_game
    }

    /// Stops waiting.
    pub fn abort(self) {
        self.task.abort();
    }
}

/// Waits for a pending decision; `None` if the pilot failed.
pub(super) async fn decision(pilot: &mut Option<PendingDecision>) -> Option<Decision> {
    (&mut pilot.as_mut()?.task).await.ok().flatten()
}
