//! The harbour: all rooms that are in memory, and how others come there.

use crate::{
    action::{Action, Refusal, Submission, Why},
    desk::{Bell, Desk, QUEUE, Question, Visitor, not_found},
    event::Event,
    ids::{PlayerId, RegattaId, random_bytes, random_text},
    lobby::{self, Lobby},
    people::{People, Salt},
    room::Room,
    settings::Settings,
    store::{Commit, Entry, RegattaRow, RowUpdate, Store, StoreError, now},
    thinkers::Thinkers,
    view::Summary,
};
use powerboats_pilots::Library;
use powerboats_referee::Secret;
use powerboats_rules::Color;
use std::{
    collections::HashMap,
    ops::Deref,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};
use tokio::sync::{mpsc, oneshot};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// What every room shares.
pub struct Shared {
    /// What is remembered.
    pub store: Store,
    /// Who is who.
    pub people: People,
    /// Who wants to know of changes.
    pub lobby: Lobby,
    /// Where pilots think.
    pub thinkers: Thinkers,
    /// Cancelled when the server is to stop.
    pub stopping: CancellationToken,
    /// How long a room that nobody uses stays in memory.
    pub idle_after: Duration,
    rooms: Mutex<HashMap<RegattaId, Bell>>,
    tasks: TaskTracker,
}

/// All rooms in memory.
#[derive(Clone)]
pub struct Harbour(Arc<Shared>);

impl Deref for Harbour {
    type Target = Shared;
    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// Bytes of solved courses that are kept for pilots. With those that are in use at the moment it stays below 1 GiB.
const SOLVED: usize = 960 << 20;

/// How often the server notes that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// An open regatta that nobody has touched for so long is closed: a day.
const FORGOTTEN: i64 = 86_400_000;

const ALIVE: &str = "alive";

impl Harbour {
    /// Opens for business: clocks go on from where they stood when the server was last alive.
    pub async fn open(
        store: Store,
        people: People,
        stopping: CancellationToken,
        idle_after: Duration,
    ) -> Result<Harbour, StoreError> {
        if let Some(alive) = store.meta(ALIVE).await?.and_then(|text| text.parse::<i64>().ok()) {
            store.shift_deadlines((now() - alive).max(0)).await?;
        }
        store.set_meta(ALIVE, &now().to_string()).await?;
        let mut unfinished = Vec::new();
        for (_, text) in store.unfinished().await? {
            unfinished.extend(lobby::read(&text, &people).await);
        }
        let shared = Shared {
            lobby: Lobby::open(unfinished),
            store,
            people,
            thinkers: Thinkers::new(Library::within(SOLVED)),
            stopping,
            idle_after,
            rooms: Mutex::default(),
            tasks: TaskTracker::new(),
        };
        let harbour = Harbour(Arc::new(shared));
        for id in harbour.store.lagging().await? {
            drop(harbour.bell(&id).try_send(Question::Wake));
        }
        let watch = harbour.clone();
        harbour.tasks.spawn(async move { watch.keep_watch().await });
        Ok(harbour)
    }

    /// Wakes rooms in which time is up, closes forgotten ones, and notes that the server is alive.
    async fn keep_watch(&self) {
        let mut every = tokio::time::interval(HEARTBEAT);
        let mut beats = 0_u64;
        loop {
            tokio::select! {
                _ = every.tick() => {}
                () = self.stopping.cancelled() => break,
            }
            if let Err(error) = self.beat(beats).await {
                tracing::error!(%error, "the watch failed");
            }
            beats += 1;
        }
        drop(self.store.set_meta(ALIVE, &now().to_string()).await);
    }

    async fn beat(&self, beats: u64) -> Result<(), StoreError> {
        self.store.set_meta(ALIVE, &now().to_string()).await?;
        for id in self.store.due(now()).await? {
            drop(self.bell(&id).try_send(Question::Wake));
        }
        if beats.is_multiple_of(600) {
            for id in self.store.forgotten(now() - FORGOTTEN).await? {
                drop(self.bell(&id).try_send(Question::Forget));
            }
        }
        let (open, live) = self.lobby.count();
        metrics::gauge!("powerboats_regattas_open").set(open as f64);
        metrics::gauge!("powerboats_regattas_live").set(live as f64);
        metrics::gauge!("powerboats_rooms_in_memory").set(self.rooms().len() as f64);
        Ok(())
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<RegattaId, Bell>> {
        self.rooms.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The bell at a room's desk; the room is loaded if it is not in memory.
    fn bell(&self, id: &RegattaId) -> Bell {
        let mut rooms = self.rooms();
        if let Some(bell) = rooms.get(id).filter(|bell| !bell.is_closed()) {
            return bell.clone();
        }
        let (bell, queue) = mpsc::channel(QUEUE);
        rooms.insert(id.clone(), bell.clone());
        let (harbour, id) = (self.clone(), id.clone());
        self.tasks.spawn(async move {
            match harbour.load(&id).await {
                Ok(Some((room, row))) => Desk::new(room, row.invite, harbour, queue).run(row.deadline).await,
                Ok(None) => harbour.turn_away(&id, queue, &not_found()),
                Err(error) => {
                    tracing::error!(regatta = %id, %error, "not loaded");
                    harbour.turn_away(&id, queue, &Refusal::new(Why::Broken, "This regatta can't be read now."));
                }
            }
        });
        bell
    }

    async fn load(&self, id: &RegattaId) -> Result<Option<(Room, RegattaRow)>, StoreError> {
        let Some(row) = self.store.regatta(id).await? else { return Ok(None) };
        let unreadable = |reason: &str| StoreError::Unreadable(format!("regatta {id}: {reason}"));
        let secret = Secret::read(&row.secret).ok_or_else(|| unreadable("its secret"))?;
        let mut log = Vec::new();
        for (_, actor, action, json) in self.store.entries(id, 0).await? {
            let events: Vec<Event> = serde_json::from_str(&json).map_err(|error| unreadable(&error.to_string()))?;
            let actor = actor.and_then(|actor| PlayerId::read(&actor));
            log.push((events, actor.zip(action)));
        }
        if log.is_empty() {
            return Ok(None); // the server went down before its first entry was stored
        }
        let room = Room::follow(id.clone(), secret, log).map_err(|reason| unreadable(&reason))?;
        let players: Vec<PlayerId> =
            room.seats.values().filter_map(|seat| Some(seat.person()?.player.clone())).collect();
        self.people.names.load(&players).await?;
        self.lobby.changed(&room, &self.people.names);
        Ok(Some((room, row)))
    }

    fn turn_away(&self, id: &RegattaId, mut queue: mpsc::Receiver<Question>, refusal: &Refusal) {
        self.rooms().remove(id);
        queue.close();
        while let Ok(question) = queue.try_recv() {
            question.refuse(refusal);
        }
    }

    /// A room that nobody uses wants to leave memory: may it?
    pub fn retire(&self, id: &RegattaId, queue: &mpsc::Receiver<Question>) -> bool {
        let mut rooms = self.rooms();
        // Whoever rings from now on finds no bell, and loads the room again.
        let may = queue.is_empty();
        if may {
            rooms.remove(id);
        }
        may
    }

    /// A room has left memory.
    pub async fn left(&self, room: &Room, queue: &mut mpsc::Receiver<Question>) {
        let summary = self.lobby.text(&Summary::new(room, &self.people.names));
        if let Err(error) = self.store.save_summaries(&[(room.id.clone(), room.seq, summary)]).await {
            tracing::error!(regatta = %room.id, %error, "its summary was not stored");
        }
        let mut rooms = self.rooms();
        queue.close();
        if rooms.get(&room.id).is_some_and(mpsc::Sender::is_closed) {
            rooms.remove(&room.id);
        }
    }

    /// Asks something at a room's desk.
    pub async fn ask<T>(
        &self,
        id: &RegattaId,
        question: impl Fn(oneshot::Sender<Result<T, Refusal>>) -> Question,
    ) -> Result<T, Refusal> {
        // A desk that closes has not heard the question: ask the next one.
        for _ in 0..3 {
            if self.stopping.is_cancelled() {
                break;
            }
            let (reply, answer) = oneshot::channel();
            if self.bell(id).send(question(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(Refusal::new(Why::Stopping, "The server is being restarted: come back in a moment."))
    }

    /// Tells a desk that a reader is gone.
    pub async fn gone(&self, id: &RegattaId, number: u64) {
        let bell = self.rooms().get(id).cloned();
        if let Some(bell) = bell {
            drop(bell.send(Question::Gone(number)).await);
        }
    }

    /// A new regatta, and the host's seat in it if they want one.
    pub async fn create(
        &self,
        settings: Settings,
        host: &PlayerId,
        seat: Option<(Option<Color>, Option<Salt>)>,
    ) -> Result<RegattaId, Refusal> {
        let broken = |error: StoreError| {
            tracing::error!(%error, "a regatta was not stored");
            Refusal::new(Why::Broken, "The regatta could not be stored. Please try again.")
        };
        let id = RegattaId::random();
        let (secret, invite) = (Secret::new(random_bytes()), random_text(20));
        let at = now();
        let (mut room, mut whats) = Room::open(id.clone(), secret.clone(), settings, host.clone(), at);
        if let Some((color, salt)) = seat {
            whats.extend(room.act(host, &Action::Join { color, salt }, None, at)?);
        }
        let joined = room.seat_of(host).map(|_| host.clone());
        let events = room.number(whats, None, at);
        let events =
            serde_json::to_string(&events).map_err(|error| broken(StoreError::Unreadable(error.to_string())))?;
        self.store.create_regatta(&id, &secret.reveal(), &invite).await.map_err(broken)?;
        let summary = self.lobby.text(&Summary::new(&room, &self.people.names));
        let row = Some(RowUpdate { stage: room.stage.name(), deadline: None, summary });
        let entry = Entry { seq: room.seq, actor: None, action: None, at, events };
        self.store.append(Commit { regatta: id.clone(), entry, row, joined }).await.map_err(broken)?;
        self.lobby.changed(&room, &self.people.names);
        Ok(id)
    }

    /// The same again, with whoever asks in the seat they had.
    pub async fn rematch(
        &self,
        settings: &Settings,
        host: &PlayerId,
        color: Option<Color>,
    ) -> Result<RegattaId, Refusal> {
        self.create(settings.clone(), host, Some((color, None))).await
    }

    /// Does something in a room.
    pub async fn act(&self, id: &RegattaId, visitor: &Visitor, submission: &Submission) -> Result<u64, Refusal> {
        self.ask(id, |reply| Question::Act(visitor.clone(), submission.clone(), reply)).await
    }

    /// A player goes for good: pilots sail on in their seats, and what they only opened is closed.
    pub async fn farewell(&self, player: &PlayerId) {
        let visitor = Visitor { player: Some(player.clone()), invite: None };
        for summary in self.lobby.seen_by(Some(player)) {
            let action = match summary.stage.as_str() {
                _ if summary.has(player) => Action::Leave {},
                "open" if summary.host == *player => Action::Close {},
                _ => continue,
            };
            let submission = Submission { id: random_text(20), action, seen: None };
            if let Err(refusal) = self.act(&summary.id, &visitor, &submission).await {
                tracing::warn!(regatta = %summary.id, ?refusal, "a player who is going could not leave");
            }
        }
    }

    /// Waits until every room has stored what it was storing.
    pub async fn close(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }
}
