//! The lobby: all regattas that are open or being played, and a broadcast of their changes.

mod board;
pub mod reader;

pub use board::{Cursor, Page, StageFilter, Wanted};

use crate::{
    http::message::LobbyMessage,
    ids::{PlayerId, RegattaId},
    people::People,
    room::{
        action::{Refusal, RefusalReason},
        settings::Visibility,
        view::Summary,
    },
    store::{Store, StoreError},
};
use board::Board;
use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};
use tokio::{
    sync::{broadcast, watch},
    time::timeout,
};

/// A regatta that is new or has changed.
#[derive(Clone, Debug)]
pub struct Change {
    #[allow(missing_docs)]
    pub summary: Arc<Summary>,
    /// Its stage at the last broadcast; `None` if it is new.
    pub was: Option<StageFilter>,
}

/// The changes since the last broadcast.
pub type Changes = Arc<Vec<Change>>;

/// The regattas that can be joined or watched.
#[derive(Clone)]
pub struct Lobby {
    regattas: Arc<Mutex<Board>>,
    changes: broadcast::Sender<Changes>,
    /// How many commits of this server are included.
    shown: watch::Sender<u64>,
}

/// How often changes are broadcast.
const BROADCAST_INTERVAL: Duration = Duration::from_millis(400);

/// How long a request waits for the lobby to catch up.
const CATCH_UP_TIMEOUT: Duration = Duration::from_secs(2);

/// Regattas in the first message on a lobby socket.
const FIRST_PAGE: usize = 100;

/// Regattas that a player may host before they have started.
const MOST_OPEN: usize = 10;

impl Lobby {
    /// A lobby with the summaries from the store.
    pub fn open(stored: impl IntoIterator<Item = Summary>) -> Lobby {
        let mut board = Board::default();
        for summary in stored {
            board.put(Arc::new(summary));
        }
        let lobby = Lobby {
            regattas: Arc::new(Mutex::new(board)),
            changes: broadcast::channel(16).0,
            shown: watch::Sender::default(),
        };
        let broadcaster = lobby.clone();
        tokio::spawn(async move {
            let mut interval = tokio::time::interval(BROADCAST_INTERVAL);
            loop {
                interval.tick().await;
                let changed = broadcaster.board().take_changes();
                if !changed.is_empty() {
                    drop(broadcaster.changes.send(Arc::new(changed)));
                }
            }
        });
        lobby
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        self.regattas.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Updates a regatta.
    fn put(&self, summary: Arc<Summary>) {
        let mut board = self.board();
        let was = board.update(summary.clone());
        if self.changes.receiver_count() > 0 {
            board.note_change(summary, was);
        }
    }

    /// A regatta's latest summary, if it is unfinished or was finished a moment ago.
    pub fn latest(&self, id: &RegattaId) -> Option<Arc<Summary>> {
        self.board().latest(id)
    }

    fn saved(&self) {
        self.board().saved();
    }

    fn caught_up(&self, commits: u64) {
        self.shown.send_replace(commits);
    }

    /// Waits until the lobby includes everything that is stored now, so that a client finds what it has just done.
    /// If the database fails, clients still get what is known: it returns false after two seconds.
    pub async fn catch_up(&self, store: &Store) -> bool {
        timeout(CATCH_UP_TIMEOUT, self.includes_all(store)).await.is_ok()
    }

    async fn includes_all(&self, store: &Store) {
        let stored = *store.commits().borrow();
        let mut shown = self.shown.subscribe();
        // The sender is part of this lobby, so it is still there.
        drop(shown.wait_for(|shown| *shown >= stored).await);
    }

    /// A page of the regattas this visitor may see: public ones, and those they play in or host. Newest first.
    pub fn page(&self, player: Option<&PlayerId>, wanted: &Wanted) -> Page {
        self.board().page(player, wanted)
    }

    /// The first message on a lobby socket: the visitor's own regattas, then the newest public ones.
    pub fn overview(&self, player: Option<&PlayerId>, stage: Option<StageFilter>) -> LobbyMessage {
        let (own, public, open, live) = {
            let board = self.board();
            let own = board.page(player, &Wanted { stage, mine: true, before: None, limit: FIRST_PAGE });
            let public = board.page(None, &Wanted { stage, mine: false, before: None, limit: FIRST_PAGE });
            let (open, live) = board.public();
            (own, public, open, live)
        };
        let mut more = own.next.is_some() || public.next.is_some();
        let mut regattas: Vec<Summary> = own.regattas.iter().map(|summary| Summary::clone(summary)).collect();
        for summary in public.regattas {
            if regattas.iter().any(|other| other.id == summary.id) {
                continue;
            }
            if regattas.len() == FIRST_PAGE {
                more = true;
                break;
            }
            regattas.push(Summary::clone(&summary));
        }
        LobbyMessage::Lobby { regattas, more, open, live }
    }

    /// Checks whether a player may host one more regatta, and counts it as long as the reservation lives: until the new
    /// regatta is in the lobby and counts itself. `most` is how many a player may host at a time; 0 for no limit.
    pub fn reserve(&self, host: &PlayerId, most: u32) -> Result<Reservation, Refusal> {
        let most = most as usize;
        let mut board = self.board();
        let (open, live) = board.hosted(host);
        let refuse = |message: String| Err(Refusal::new(RefusalReason::TooMany, message));
        if most > 0 && open >= MOST_OPEN.min(most) {
            return refuse(format!(
                "You host {open} regattas that have not started. Start or close one of them before you open another."
            ));
        }
        if most > 0 && open + live >= most {
            return refuse(format!(
                "You host {} unfinished regattas. Finish one of them before you open another.",
                open + live
            ));
        }
        board.reserve(host);
        Ok(Reservation { lobby: self.clone(), host: host.clone() })
    }

    /// Subscribes to changes from now on.
    pub fn watch(&self) -> broadcast::Receiver<Changes> {
        self.changes.subscribe()
    }

    /// How many regattas are open, and how many are being played.
    pub fn count(&self) -> (usize, usize) {
        self.board().count()
    }
}

/// A summary in stored form. It has no players' names, because they can change or be deleted.
pub fn stored_text(summary: &Summary) -> String {
    let mut summary = summary.clone();
    summary.seats.iter_mut().filter(|seat| seat.player.is_some()).for_each(|seat| seat.name.clear());
    serde_json::to_string(&summary).expect("a summary is JSON")
}

/// The right to host one more regatta, counted until this is dropped.
pub struct Reservation {
    lobby: Lobby,
    host: PlayerId,
}

impl Reservation {
    /// The new regatta is stored: ends the reservation as soon as the lobby includes it.
    pub async fn end(self, store: &Store) {
        if !self.lobby.catch_up(store).await {
            let store = store.clone();
            tokio::spawn(async move { self.lobby.includes_all(&store).await });
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.lobby.board().release(&self.host);
    }
}

/// Whether a visitor may see this regatta in the lobby.
pub fn shows(summary: &Summary, player: Option<&PlayerId>) -> bool {
    let mine = player.is_some_and(|player| is_of(summary, player));
    summary.settings.visibility == Visibility::Public || mine
}

/// Whether a player plays in it or hosts it.
pub fn is_of(summary: &Summary, player: &PlayerId) -> bool {
    summary.has(player) || summary.host == *player
}

/// Parses stored summaries and fills in the players' names. Skips those that can't be parsed.
pub async fn read_all<'a>(
    stored: impl IntoIterator<Item = &'a str>,
    people: &People,
) -> Result<Vec<Summary>, StoreError> {
    let mut summaries: Vec<Summary> = stored.into_iter().filter_map(|text| serde_json::from_str(text).ok()).collect();
    let seats = summaries.iter().flat_map(|summary| &summary.seats);
    let players: HashSet<PlayerId> = seats.filter_map(|seat| seat.player.clone()).collect();
    people.names.load(&Vec::from_iter(players)).await?;
    for seat in summaries.iter_mut().flat_map(|summary| &mut summary.seats) {
        if let Some(player) = &seat.player {
            seat.name = people.names.get(player).to_string();
        }
    }
    Ok(summaries)
}
