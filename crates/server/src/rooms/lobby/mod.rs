//! The lobby: every regatta that is open or live, and whoever wants to know of changes.

mod board;

pub use board::{Cursor, Page, StageFilter, Wanted};

use crate::{
    http::message::LobbyMessage,
    ids::PlayerId,
    people::Names,
    room::{
        Room,
        action::{Refusal, RefusalReason},
        settings::Visibility,
        view::{Summary, is_unfinished},
    },
};
use board::Board;
use std::{
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};
use tokio::sync::broadcast;

/// A regatta that is new or has changed.
#[derive(Clone, Debug)]
pub struct Change {
    /// As it is now.
    pub summary: Arc<Summary>,
    /// Its stage when everybody was told last; `None` if it is new.
    pub was: Option<StageFilter>,
}

/// What changed since the last time everybody was told.
pub type Changes = Arc<Vec<Change>>;

/// What can be joined or watched.
#[derive(Clone)]
pub struct Lobby {
    regattas: Arc<Mutex<Board>>,
    changes: broadcast::Sender<Changes>,
}

/// How often everybody is told.
const EVERY: Duration = Duration::from_millis(400);

/// Regattas in the first message of a lobby's socket.
const FIRST: usize = 100;

/// Regattas that a player may host before they have begun.
const MOST_OPEN: usize = 10;

impl Lobby {
    /// With what the store remembers.
    pub fn open(stored: impl IntoIterator<Item = Summary>) -> Lobby {
        let mut board = Board::default();
        for summary in stored {
            board.put(Arc::new(summary));
        }
        let lobby = Lobby { regattas: Arc::new(Mutex::new(board)), changes: broadcast::channel(16).0 };
        let teller = lobby.clone();
        tokio::spawn(async move {
            let mut every = tokio::time::interval(EVERY);
            loop {
                every.tick().await;
                let changed = teller.board().take_changes();
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
        let summary = Arc::new(Summary::new(room, names));
        let mut board = self.board();
        let was = match is_unfinished(room) {
            true => board.put(summary.clone()),
            false => board.remove(&room.id),
        };
        if self.changes.receiver_count() > 0 {
            board.note_change(summary, was);
        }
    }

    /// A page of what this visitor may know of: what is public, and what they sit in or host. The latest first.
    pub fn page(&self, player: Option<&PlayerId>, wanted: &Wanted) -> Page {
        self.board().page(player, wanted)
    }

    /// What a socket is told first: a visitor's own regattas, then the latest public ones.
    pub fn overview(&self, player: Option<&PlayerId>, stage: Option<StageFilter>) -> LobbyMessage {
        let (own, public, open, live) = {
            let board = self.board();
            let own = board.page(player, &Wanted { stage, mine: true, before: None, limit: FIRST });
            let public = board.page(None, &Wanted { stage, mine: false, before: None, limit: FIRST });
            let (open, live) = board.public();
            (own, public, open, live)
        };
        let mut more = own.next.is_some() || public.next.is_some();
        let mut regattas: Vec<Summary> = own.regattas.iter().map(|summary| Summary::clone(summary)).collect();
        for summary in public.regattas {
            if regattas.iter().any(|other| other.id == summary.id) {
                continue;
            }
            if regattas.len() == FIRST {
                more = true;
                break;
            }
            regattas.push(Summary::clone(&summary));
        }
        LobbyMessage::Lobby { regattas, more, open, live }
    }

    /// Reserves the right to host one more regatta, as long as the guard lives: until the regatta is here and counts
    /// itself. `most` is how many a player may host at once; 0 for no limit.
    pub fn reserve(&self, host: &PlayerId, most: u32) -> Result<Reservation, Refusal> {
        let most = most as usize;
        let mut board = self.board();
        let (open, live) = board.hosted(host);
        let refuse = |message: String| Err(Refusal::new(RefusalReason::TooMany, message));
        if most > 0 && open >= MOST_OPEN.min(most) {
            return refuse(format!(
                "You host {open} regattas that have not begun: start one or close one before you open another."
            ));
        }
        if most > 0 && open + live >= most {
            return refuse(format!(
                "You host {} regattas that are not over: finish one before you open another.",
                open + live
            ));
        }
        board.reserve(host);
        Ok(Reservation { lobby: self.clone(), host: host.clone() })
    }

    /// Changes from now on.
    pub fn watch(&self) -> broadcast::Receiver<Changes> {
        self.changes.subscribe()
    }

    /// How many regattas are open, and how many live.
    pub fn count(&self) -> (usize, usize) {
        self.board().count()
    }

    /// A summary as it is stored. Names are not: they may go.
    pub fn text(&self, summary: &Summary) -> String {
        let mut summary = summary.clone();
        summary.seats.iter_mut().filter(|seat| seat.player.is_some()).for_each(|seat| seat.name.clear());
        serde_json::to_string(&summary).expect("a summary is JSON")
    }
}

/// The right to host one more regatta.
pub struct Reservation {
    lobby: Lobby,
    host: PlayerId,
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.lobby.board().release(&self.host);
    }
}

/// May this visitor know of it?
pub fn shows(summary: &Summary, player: Option<&PlayerId>) -> bool {
    let mine = player.is_some_and(|player| is_of(summary, player));
    summary.settings.visibility == Visibility::Public || mine
}

/// Does this player sit in it or host it?
pub fn is_of(summary: &Summary, player: &PlayerId) -> bool {
    summary.has(player) || summary.host == *player
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
