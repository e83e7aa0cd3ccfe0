//! The lobby: every regatta that is open or live, and whoever wants to know of changes.

use crate::{
    ids::{PlayerId, RegattaId},
    people::Names,
    room::Room,
    settings::Visibility,
    view::{Summary, is_unfinished},
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};
use tokio::sync::broadcast;

/// What changed since the last time everybody was told.
pub type Changes = Arc<Vec<Summary>>;

/// What can be joined or watched.
#[derive(Clone)]
pub struct Lobby {
    regattas: Arc<Mutex<Board>>,
    changes: broadcast::Sender<Changes>,
}

#[derive(Default)]
struct Board {
    unfinished: HashMap<RegattaId, Summary>,
    changed: HashMap<RegattaId, Summary>,
}

/// How often everybody is told.
const EVERY: Duration = Duration::from_millis(400);

impl Lobby {
    /// With what the store remembers.
    pub fn open(stored: impl IntoIterator<Item = Summary>) -> Lobby {
        let unfinished = stored.into_iter().map(|summary| (summary.id.clone(), summary)).collect();
        let board = Arc::new(Mutex::new(Board { unfinished, changed: HashMap::new() }));
        let lobby = Lobby { regattas: board, changes: broadcast::channel(16).0 };
        let teller = lobby.clone();
        tokio::spawn(async move {
            let mut every = tokio::time::interval(EVERY);
            loop {
                every.tick().await;
                let changed: Vec<Summary> = teller.board().changed.drain().map(|(_, summary)| summary).collect();
                if !changed.is_empty() {
                    drop(teller.changes.send(Arc::new(changed)));
                }
            }
        });
        lobby
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        self.regattas.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// A room has changed.
    pub fn changed(&self, room: &Room, names: &Names) {
        let summary = Summary::new(room, names);
        let mut board = self.board();
        if is_unfinished(room) {
            board.unfinished.insert(room.id.clone(), summary.clone());
        } else {
            board.unfinished.remove(&room.id);
        }
        if self.changes.receiver_count() > 0 {
            board.changed.insert(room.id.clone(), summary);
        }
    }

    /// What this visitor may know of: what is public, and what they sit in.
    pub fn seen_by(&self, player: Option<&PlayerId>) -> Vec<Summary> {
        let board = self.board();
        let mut seen: Vec<Summary> =
            board.unfinished.values().filter(|summary| shows(summary, player)).cloned().collect();
        seen.sort_by_key(|summary| std::cmp::Reverse(summary.created));
        seen
    }

    /// Changes from now on.
    pub fn watch(&self) -> broadcast::Receiver<Changes> {
        self.changes.subscribe()
    }

    /// How many regattas are open, and how many live.
    pub fn count(&self) -> (usize, usize) {
        let board = self.board();
        let open = board.unfinished.values().filter(|summary| summary.stage == "open").count();
        (open, board.unfinished.len() - open)
    }

    /// A summary as it is stored. Names are not: they may go.
    pub fn text(&self, summary: &Summary) -> String {
        let mut summary = summary.clone();
        summary.seats.iter_mut().filter(|seat| seat.player.is_some()).for_each(|seat| seat.name.clear());
        serde_json::to_string(&summary).expect("a summary is JSON")
    }
}

/// May this visitor know of it?
pub fn shows(summary: &Summary, player: Option<&PlayerId>) -> bool {
    let mine = player.is_some_and(|player| summary.has(player) || summary.host == *player);
    summary.settings.visibility == Visibility::Public || mine
}

/// Reads all summaries that were stored, and puts the names in.
pub async fn read_all(
    stored: &[crate::store::Found],
    people: &crate::people::People,
) -> Result<Vec<Summary>, crate::store::StoreError> {
    let read = |(_, text): &crate::store::Found| serde_json::from_str(text).ok();
    let mut summaries: Vec<Summary> = stored.iter().filter_map(read).collect();
    let seats = summaries.iter().flat_map(|summary| &summary.seats);
    let players: std::collections::HashSet<PlayerId> = seats.filter_map(|seat| seat.player.clone()).collect();
    people.names.load(&Vec::from_iter(players)).await?;
    for seat in summaries.iter_mut().flat_map(|summary| &mut summary.seats) {
        if let Some(player) = &seat.player {
            seat.name = people.names.get(player).to_string();
        }
    }
    Ok(summaries)
}

/// Reads a summary that was stored, and puts the names in.
pub async fn read(text: &str, people: &crate::people::People) -> Option<Summary> {
    let mut summary: Summary = serde_json::from_str(text).ok()?;
    let players: Vec<PlayerId> = summary.seats.iter().filter_map(|seat| seat.player.clone()).collect();
    people.names.load(&players).await.ok()?;
    for seat in &mut summary.seats {
        if let Some(player) = &seat.player {
            seat.name = people.names.get(player).to_string();
        }
    }
    Some(summary)
}
