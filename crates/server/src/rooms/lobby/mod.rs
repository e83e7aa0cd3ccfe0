//! The lobby: all regattas that are open or being played, and a broadcast of their changes.

mod board;
mod cursor;
mod filter;
mod origins;
pub mod reader;
mod viewer;

pub use board::{LobbyPage, StageFilter, Wanted};
pub use cursor::Cursor;
pub use filter::{ClockFilter, LobbyFilter, TitleFilter};
pub use viewer::Viewer;

use crate::{
    cluster::{BadMessage, log_bad},
    config::Rates,
    http::message::LobbyMessage,
    ids::{PlayerId, RegattaId},
    people::{Ears, People},
    room::{
        action::{Refusal, RefusalReason},
        settings::Visibility,
        view::Summary,
    },
    store::{Store, StoreError},
};
use board::Board;
use serde_json::value::RawValue;
use std::{
    collections::{HashMap, HashSet},
    net::IpAddr,
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

/// Summaries in the form in which other nodes send them, with the numbers of their last events.
type Unread = HashMap<RegattaId, (u64, Box<RawValue>)>;

/// The regattas that can be joined or watched.
#[derive(Clone)]
pub struct Lobby {
    regattas: Arc<Mutex<Board>>,
    /// Summaries of other nodes that nobody has needed yet. Busy rooms send many, so they are read only when somebody looks.
    unread: Arc<Mutex<Unread>>,
    changes: broadcast::Sender<Changes>,
    /// The position in the stream of committed events up to which everything is included.
    shown: watch::Sender<i64>,
    /// Tells when summaries of other nodes have arrived.
    heard: watch::Sender<()>,
}

/// How often changes are broadcast.
const BROADCAST_INTERVAL: Duration = Duration::from_millis(400);

/// How long a request waits for the lobby to catch up.
const CATCH_UP_TIMEOUT: Duration = Duration::from_secs(2);

/// How often readers are made to look for new entries while somebody waits for them.
const HURRY: Duration = Duration::from_millis(60);

/// How often to look whether a room of this node has changed.
const LOOK_AGAIN: Duration = Duration::from_millis(25);

/// Regattas in the first message on a lobby socket.
const FIRST_PAGE: usize = 100;

/// Regattas that a player may host before they have started.
const MOST_OPEN: usize = 10;

impl Lobby {
    /// A lobby with the summaries from the store.
    pub fn open(stored: impl IntoIterator<Item = (u64, Summary)>) -> Lobby {
        let mut board = Board::default();
        for (seq, summary) in stored {
            board.advance(&summary, seq);
            board.put(Arc::new(summary));
        }
        let lobby = Lobby {
            regattas: Arc::new(Mutex::new(board)),
            unread: Arc::default(),
            changes: broadcast::channel(16).0,
            shown: watch::Sender::default(),
            heard: watch::Sender::default(),
        };
        let broadcaster = lobby.clone();
        tokio::spawn(async move {
            let mut interval = tokio::time::interval(BROADCAST_INTERVAL);
            loop {
                interval.tick().await;
                if broadcaster.changes.receiver_count() == 0 {
                    continue;
                }
                let changed = broadcaster.board().take_changes();
                if !changed.is_empty() {
                    drop(broadcaster.changes.send(Arc::new(changed)));
                }
            }
        });
        lobby
    }

    /// The board with everything that was heard.
    fn board(&self) -> MutexGuard<'_, Board> {
        let unread = std::mem::take(&mut *self.unread());
        for (id, (seq, text)) in unread {
            match serde_json::from_str::<Summary>(text.get()) {
                Ok(summary) if summary.id == id => self.put(seq, Arc::new(summary)),
                Ok(_) => log_bad("a summary", &BadMessage::Garbage(format!("it is not that of {id}"))),
                Err(error) => log_bad("a summary", &BadMessage::Garbage(error.to_string())),
            }
        }
        self.known_board()
    }

    /// The board without what was not read yet.
    fn known_board(&self) -> MutexGuard<'_, Board> {
        self.regattas.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn unread(&self) -> MutexGuard<'_, Unread> {
        self.unread.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The number of the last event that the summary of a regatta includes, read or not.
    fn seq_of(&self, id: &RegattaId) -> Option<u64> {
        let unread = self.unread().get(id).map(|(seq, _)| *seq);
        unread.max(self.known_board().seq_of(id))
    }

    /// Updates a regatta, unless a summary that includes its event `seq` is known.
    pub fn put(&self, seq: u64, summary: Arc<Summary>) {
        let mut board = self.known_board();
        if !board.advance(&summary, seq) {
            return;
        }
        let was = board.update(summary.clone());
        if self.changes.receiver_count() > 0 {
            board.note_change(summary, was);
        }
    }

    /// A regatta's latest summary, if it is unfinished or was finished a moment ago.
    pub fn latest(&self, id: &RegattaId) -> Option<Arc<Summary>> {
        self.board().latest(id)
    }

    /// The same, with the number of the last event that it includes.
    pub fn latest_with_seq(&self, id: &RegattaId) -> Option<(u64, Arc<Summary>)> {
        let board = self.board();
        Some((board.seq_of(id)?, board.latest(id)?))
    }

    fn saved(&self) {
        self.board().saved();
    }

    fn caught_up(&self, position: i64) {
        self.shown.send_replace(position);
    }

    /// Takes summaries that another node has sent, with the numbers of their last events.
    pub fn hear(&self, summaries: Vec<(u64, RegattaId, Box<RawValue>)>) {
        let mut unread = self.unread();
        for (seq, id, summary) in summaries {
            if unread.get(&id).is_none_or(|(known, _)| *known < seq) {
                unread.insert(id, (seq, summary));
            }
        }
        drop(unread);
        self.heard.send_replace(());
    }

    /// Waits until the summary of a regatta includes the event `seq`. Returns false after the timeout.
    pub async fn has(&self, id: &RegattaId, seq: u64, limit: Duration) -> bool {
        let until = tokio::time::Instant::now() + limit;
        let mut heard = self.heard.subscribe();
        while self.seq_of(id).is_none_or(|known| known < seq) {
            if tokio::time::Instant::now() >= until {
                return false;
            }
            // Rooms of this node change the lobby without a message.
            drop(timeout(LOOK_AGAIN, heard.changed()).await);
        }
        true
    }

    /// Waits until the lobby includes everything that is stored now, so that a client finds what it has just done.
    /// If the database fails, clients still get what is known: it returns false after two seconds.
    pub async fn catch_up(&self, store: &Store) -> bool {
        timeout(CATCH_UP_TIMEOUT, self.includes_all(store)).await.is_ok()
    }

    async fn includes_all(&self, store: &Store) {
        let stored = loop {
            match store.tip().await {
                Ok(tip) => break tip,
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        };
        let mut shown = self.shown.subscribe();
        // Again and again, because the readers wait for transactions that still run.
        loop {
            store.hurry_readers();
            if timeout(HURRY, shown.wait_for(|shown| *shown >= stored)).await.is_ok() {
                return;
            }
        }
    }

    /// A page of the regattas this visitor may see: public ones, and those they play in or host. Newest first.
    pub fn page(&self, player: Option<&PlayerId>, wanted: &Wanted) -> LobbyPage {
        self.board().page(player, wanted)
    }

    /// Only regattas whose title contains this text, as this reader sees it. `None` if they want all.
    pub async fn titled(
        &self,
        part: Option<String>,
        people: &People,
        reader: &Ears,
    ) -> Result<Option<TitleFilter>, StoreError> {
        let Some(part) = part else { return Ok(None) };
        let authors = self.board().title_authors();
        people.names.load(&Vec::from_iter(authors)).await?;
        let names = (!reader.is_protected).then(|| people.names.clone());
        Ok(Some(TitleFilter { part: part.to_lowercase(), names }))
    }

    /// The first message on a lobby socket: the visitor's own regattas, then the newest public ones.
    pub async fn overview(&self, viewer: &Viewer, stage: Option<StageFilter>) -> LobbyMessage {
        let player = viewer.player();
        let (own, public, open, live) = {
            let board = self.board();
            let own = board.page(player, &Wanted { mine: true, ..Wanted::first(stage, FIRST_PAGE) });
            let public = board.page(None, &Wanted::first(stage, FIRST_PAGE));
            let (open, live) = board.public();
            (own, public, open, live)
        };
        viewer.meet(own.regattas.iter().chain(&public.regattas)).await;
        let mut more = own.next.is_some() || public.next.is_some();
        let mut regattas: Vec<Summary> = own.regattas.iter().filter_map(|summary| viewer.sees(summary)).collect();
        for summary in public.regattas {
            if regattas.iter().any(|other| other.id == summary.id) {
                continue;
            }
            if regattas.len() == FIRST_PAGE {
                more = true;
                break;
            }
            regattas.extend(viewer.sees(&summary));
        }
        LobbyMessage::Lobby { regattas, more, open, live }
    }

    /// Checks whether a player may host one more regatta from this address, and counts it as long as the reservation lives:
    /// until the new regatta is in the lobby and counts itself.
    pub fn reserve(&self, host: &PlayerId, address: IpAddr, rates: &Rates) -> Result<Reservation, Refusal> {
        let most = rates.rooms as usize;
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
        if let Some(all) = board.crowd(host, address, rates.address_rooms as usize) {
            return refuse(format!(
                "Players from your address host {all} unfinished regattas. Finish or close one of them before you open another."
            ));
        }
        board.reserve(host);
        Ok(Reservation { lobby: self.clone(), host: host.clone() })
    }

    /// Remembers from which address a player opened or entered a regatta. Returns whether that is new.
    pub fn note_origin(&self, player: &PlayerId, address: IpAddr) -> bool {
        self.known_board().origins.put(player, address)
    }

    /// The network from which a player opened or entered their last regatta; `None` if this server does not know it.
    pub fn network_of(&self, player: &PlayerId) -> Option<IpAddr> {
        self.known_board().origins.network_of(player)
    }

    /// Forgets the addresses of players who are in no regatta. Must be called regularly.
    pub fn tidy(&self) {
        self.board().forget_origins();
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
        self.lobby.known_board().release(&self.host);
    }
}

/// Whether a visitor may see this regatta in the lobby.
pub fn shows(summary: &Summary, player: Option<&PlayerId>) -> bool {
    let mine = player.is_some_and(|player| is_of(summary, player));
    summary.settings.visibility == Visibility::Public || mine
}

/// Whether a player plays in it, hosts it, or has a reserved seat.
pub fn is_of(summary: &Summary, player: &PlayerId) -> bool {
    summary.has(player) || summary.host == *player
}

/// Parses stored summaries and fills in the players' names. Skips those that can't be parsed.
pub async fn read_all<'a>(
    stored: impl IntoIterator<Item = (u64, &'a str)>,
    people: &People,
) -> Result<Vec<(u64, Summary)>, StoreError> {
    let read = |(seq, text)| Some((seq, serde_json::from_str(text).ok()?));
    let mut summaries: Vec<(u64, Summary)> = stored.into_iter().filter_map(read).collect();
    let seats = summaries.iter().flat_map(|(_, summary)| &summary.seats);
    let authors = summaries.iter().filter_map(|(_, summary)| summary.settings.title_by.clone());
    let players: HashSet<PlayerId> = seats.filter_map(|seat| seat.player.clone()).chain(authors).collect();
    people.names.load(&Vec::from_iter(players)).await?;
    for seat in summaries.iter_mut().flat_map(|(_, summary)| &mut summary.seats) {
        if let Some(player) = &seat.player {
            seat.name = people.names.get(player).to_string();
        }
    }
    Ok(summaries)
}
