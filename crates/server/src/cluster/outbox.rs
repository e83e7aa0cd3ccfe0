//! Summaries of rooms that changed here, sent to the other nodes' lobbies. A room that changes often is sent a few times per
//! second, and the rooms take turns: to read many summaries at once would delay the games on a node.

use super::{
    Cluster,
    bus::log_bad,
    message::{Changed, decode},
};
use crate::{ids::RegattaId, room::view::Summary, rooms::lobby::Lobby};
use futures_util::StreamExt;
use serde_json::value::RawValue;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// How long a room waits, so that several changes are sent together.
const WAIT: Duration = Duration::from_millis(200);

/// How often the outbox looks for rooms that have waited long enough.
const INTERVAL: Duration = Duration::from_millis(25);

/// Summaries in one message. NATS allows messages of 1 MiB.
const AT_ONCE: usize = 128;

/// The summaries that wait.
#[derive(Default)]
pub struct Outbox(Mutex<HashMap<RegattaId, Waiting>>);

struct Waiting {
    /// Since when the room waits.
    since: Instant,
    /// The number of the last event that the summary includes.
    seq: u64,
    summary: Arc<Summary>,
}

impl Outbox {
    /// Adds a summary as of event `seq`.
    pub fn put(&self, seq: u64, summary: Arc<Summary>, now: Instant) {
        let mut rooms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let since = rooms.get(&summary.id).map_or(now, |waiting| waiting.since);
        rooms.insert(summary.id.clone(), Waiting { since, seq, summary });
    }

    /// Takes the summaries of the rooms that have waited long enough.
    fn take(&self, now: Instant) -> Vec<(u64, RegattaId, Arc<Summary>)> {
        let mut rooms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let due = rooms.extract_if(|_, waiting| now.duration_since(waiting.since) >= WAIT);
        due.map(|(id, Waiting { seq, summary, .. })| (seq, id, summary)).collect()
    }
}

impl Cluster {
    /// Sends summaries until the program ends.
    pub async fn send_summaries(self) {
        let mut interval = tokio::time::interval(INTERVAL);
        loop {
            interval.tick().await;
            let waiting = self.0.outbox.take(Instant::now());
            let Some(node) = self.me() else { continue };
            for some in waiting.chunks(AT_ONCE) {
                let summaries = some.iter().map(|(seq, id, summary)| (*seq, id.clone(), &**summary)).collect();
                self.0.bus.tell_all("lobby", &Changed { node: node.clone(), summaries }).await;
            }
        }
    }

    /// Puts the summaries of other nodes into the lobby until the program ends.
    pub async fn receive_summaries(self, lobby: Lobby) {
        let mut messages = self.0.bus.listen("lobby").await;
        while let Some(message) = messages.next().await {
            match decode::<Changed<Box<RawValue>>>(&message.payload) {
                Ok(changed) if Some(&changed.node) == self.me().as_ref() => {}
                Ok(changed) => lobby.hear(changed.summaries),
                Err(error) => log_bad("a message to the lobby", &error),
            }
        }
    }
}
