//! The lobby: every regatta that is open or live, and whoever wants to know of changes.

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
    /// How many commits of this server are shown.
    shown: watch::Sender<u64>,
}

/// How often everybody is told.
const EVERY: Duration = Duration::from_millis(400);

/// How long somebody who asks waits for the latest changes.
const PATIENCE: Duration = Duration::from_secs(2);

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
        let lobby = Lobby {
            regattas: Arc::new(Mutex::new(board)),
            changes: broadcast::channel(16).0,
            shown: watch::Sender::default(),
        };
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

    /// A regatta as it is now.
    fn put(&self, summary: Arc<Summary>) {
        let mut board = self.board();
        let was = board.update(summary.clone());
        if self.changes.receiver_count() > 0 {
            board.note_change(summary, was);
        }
    }

    /// A regatta as it is now, if it is unfinished, or was until a moment ago.
    pub fn latest(&self, id: &RegattaId) -> Option<Arc<Summary>> {
        self.board().latest(id)
    }

    fn saved(&self) {
        self.board().saved();
    }

    fn caught_up(&self, commits: u64) {
        self.shown.send_replace(commits);
    }

    /// Waits until everything is shown that is stored now, so that whoever has just done something finds it here.
    pub async fn catch_up(&self, store: &Store) {
        let stored = *store.commits().borrow();
        let mut shown = self.shown.subscribe();
        // A database that fails must not keep people from what is known.
        drop(timeout(PATIENCE, shown.wait_for(|shown| *shown >= stored)).await);
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
}

/// A summary as it is stored. Players' names are not: they may go.
pub fn stored_text(summary: &Summary) -> String {
    let mut summary = summary.clone();
    summary.seats.iter_mut().filter(|seat| seat.player.is_some()).for_each(|seat| seat.name.clear());
    serde_json::to_string(&summary).expect("a summary is JSON")
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

/// Reads summaries that were stored, and puts the names in. Those that can't be read are left out.
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
