//! The harbour: all rooms that are in memory, and how others come there.

use crate::{
    http::message::Outgoing,
    ids::{PlayerId, RegattaId, random_bytes, random_text},
    jobs::scheduler::Scheduler,
    people::People,
    room::{
        Room,
        action::{Refusal, RefusalReason, RoomAction, Submission},
        event::{LoggedEvent, RoomEvent},
        settings::{Settings, Visibility},
        view::Summary,
    },
    rooms::{
        actor::{Admitted, QUEUE, RoomActor, RoomHandle, RoomRequest, Subscribed, Visitor, not_found},
        history::{self, Span},
        lobby::{self, Lobby},
        subscribers::Outlet,
    },
    store::{Commit, LogEntry, NewRow, RegattaRow, RowUpdate, Store, StoreError, now},
};
use powerboats_pilots::CourseCache;
use powerboats_referee::Secret;
use std::{
    collections::{HashMap, HashSet},
    ops::Deref,
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, Instant},
};
use tokio::{
    sync::{Mutex as AsyncMutex, mpsc, oneshot},
    task::JoinSet,
};
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
    pub scheduler: Scheduler,
    /// Cancelled when the server is to stop.
    pub stopping: CancellationToken,
    /// How long a room that nobody uses stays in memory.
    pub idle_after: Duration,
    /// When the database was last restored from a backup.
    pub restored: Option<i64>,
    rooms: Mutex<HashMap<RegattaId, RoomHandle>>,
    /// Rooms that could not be loaded or stored: when to wake them again, and after how long that will be.
    failed: Mutex<HashMap<RegattaId, (Instant, Duration)>>,
    /// Held while rooms are woken.
    waking: Arc<AsyncMutex<()>>,
    tasks: TaskTracker,
}

/// A regatta that is about to be stored.
pub struct Opening {
    /// The room.
    pub room: Room,
    /// What is to be stored of it.
    pub commit: Commit,
}

/// All rooms in memory.
#[derive(Clone)]
pub struct Registry(Arc<Shared>);

impl Deref for Registry {
    type Target = Shared;
    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// Bytes of solved courses that are kept for pilots. With those that are in use at the moment it stays below 1 GiB.
const SOLVED: usize = 960 << 20;

/// How often the server notes that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// Rooms that are woken at the same time.
const WOKEN: usize = 8;

/// A room that fails is woken again after this long at first, and twice as long each time up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(120);

/// An open regatta that nobody has touched for so long is closed: a day.
const FORGOTTEN: i64 = 86_400_000;

impl Registry {
    /// Opens for business: clocks go on from where they stood when the server was last alive.
    pub async fn open(
        store: Store,
        people: People,
        stopping: CancellationToken,
        idle_after: Duration,
    ) -> Result<Registry, StoreError> {
        store.resume_clocks().await?;
        let unfinished = lobby::read_all(&store.unfinished().await?, &people).await?;
        // Rooms in which somebody's time is up or a pilot is to move, those whose summary lags behind, and those of a
        // server of before, which did not note that a pilot is to move.
        let mut due: HashSet<RegattaId> = store.lagging().await?.into_iter().collect();
        due.extend(store.due(now()).await?);
        due.extend(unfinished.iter().filter(|summary| summary.is_for_a_pilot()).map(|summary| summary.id.clone()));
        let restored = store.restored();
        let shared = Shared {
            lobby: Lobby::open(unfinished),
            store,
            people,
            scheduler: Scheduler::new(CourseCache::within(SOLVED)),
            stopping,
            idle_after,
            restored,
            rooms: Mutex::default(),
            failed: Mutex::default(),
            waking: Arc::default(),
            tasks: TaskTracker::new(),
        };
        let registry = Registry(Arc::new(shared));
        registry.wake_soon(due.into_iter().collect());
        let watch = registry.clone();
        registry.tasks.spawn(async move { watch.keep_watch().await });
        Ok(registry)
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
        drop(self.store.beat().await);
    }

    async fn beat(&self, beats: u64) -> Result<(), StoreError> {
        self.store.beat().await?;
        self.wake_soon(self.store.due(now()).await?);
        if beats.is_multiple_of(600) {
            for id in self.store.forgotten(now() - FORGOTTEN).await? {
                drop(self.handle(&id).try_send(RoomRequest::Forget));
            }
        }
        let (open, live) = self.lobby.count();
        metrics::gauge!("powerboats_regattas_open").set(open as f64);
        metrics::gauge!("powerboats_regattas_live").set(live as f64);
        metrics::gauge!("powerboats_rooms_in_memory").set(self.rooms().len() as f64);
        Ok(())
    }

    /// Wakes rooms in the background, unless that is being done already: then they are found again later.
    fn wake_soon(&self, due: Vec<RegattaId>) {
        if let Ok(waking) = self.waking.clone().try_lock_owned() {
            let registry = self.clone();
            self.tasks.spawn(async move {
                // The heartbeat does not wait for thousands of rooms.
                let _waking = waking;
                registry.wake(due).await;
            });
        }
    }

    /// Loads rooms that have something to do, a few at a time. Those in memory look after themselves.
    async fn wake(&self, due: Vec<RegattaId>) {
        let mut waking = JoinSet::new();
        for id in due {
            if self.stopping.is_cancelled() {
                return;
            }
            if self.rooms().contains_key(&id) || self.is_paused(&id) {
                continue;
            }
            if waking.len() >= WOKEN {
                waking.join_next().await;
            }
            let registry = self.clone();
            // Whoever can't be woken says so in the log, and is tried again later.
            waking.spawn(async move { registry.ask(&id, RoomRequest::Wake).await.is_ok() });
        }
        while waking.join_next().await.is_some() {}
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<RegattaId, RoomHandle>> {
        self.rooms.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn failed(&self) -> MutexGuard<'_, HashMap<RegattaId, (Instant, Duration)>> {
        self.failed.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Has this room failed a moment ago?
    fn is_paused(&self, id: &RegattaId) -> bool {
        self.failed().get(id).is_some_and(|(until, _)| Instant::now() < *until)
    }

    /// A room could not be loaded or stored.
    fn pause(&self, id: &RegattaId) {
        let mut failed = self.failed();
        let pause = failed.get(id).map_or(FIRST_PAUSE, |(_, pause)| (*pause * 2).min(LONGEST_PAUSE));
        failed.insert(id.clone(), (Instant::now() + pause, pause));
    }

    /// The bell at a room's desk; the room is loaded if it is not in memory.
    fn handle(&self, id: &RegattaId) -> RoomHandle {
        let mut rooms = self.rooms();
        if let Some(handle) = rooms.get(id).filter(|handle| !handle.is_closed()) {
            return handle.clone();
        }
        let (handle, queue) = mpsc::channel(QUEUE);
        rooms.insert(id.clone(), handle.clone());
        let (registry, id) = (self.clone(), id.clone());
        self.tasks.spawn(async move {
            match registry.load(&id).await {
                Ok(Some((room, row))) => RoomActor::new(room, row.invite, row.deadline, registry, queue).run().await,
                Ok(None) => registry.turn_away(&id, queue, &not_found()),
                Err(error) => {
                    tracing::error!(regatta = %id, %error, "not loaded");
                    registry.pause(&id);
                    registry.turn_away(
                        &id,
                        queue,
                        &Refusal::new(RefusalReason::Broken, "This regatta can't be read now."),
                    );
                }
            }
        });
        handle
    }

    async fn load(&self, id: &RegattaId) -> Result<Option<(Room, RegattaRow)>, StoreError> {
        let Some(row) = self.store.regatta(id).await? else { return Ok(None) };
        let unreadable = |reason: &str| StoreError::Unreadable(format!("regatta {id}: {reason}"));
        let secrets = Room::read_secrets(&row.secret).ok_or_else(|| unreadable("its secret"))?;
        let mut log = Vec::new();
        for (_, actor, action, json) in self.store.entries(id, 0).await? {
            let events: Vec<LoggedEvent> =
                serde_json::from_str(&json).map_err(|error| unreadable(&error.to_string()))?;
            let actor = actor.and_then(|actor| PlayerId::read(&actor));
            log.push((events, actor.zip(action)));
        }
        if log.is_empty() {
            return Ok(None); // the server went down before its first entry was stored
        }
        let room = Room::follow(id.clone(), secrets, log).map_err(|reason| unreadable(&reason))?;
        let players: Vec<PlayerId> =
            room.seats.values().filter_map(|seat| Some(seat.person()?.player.clone())).collect();
        self.people.names.load(&players).await?;
        self.lobby.changed(&room, &self.people.names);
        Ok(Some((room, row)))
    }

    fn turn_away(&self, id: &RegattaId, mut queue: mpsc::Receiver<RoomRequest>, refusal: &Refusal) {
        self.rooms().remove(id);
        queue.close();
        while let Ok(request) = queue.try_recv() {
            request.refuse(refusal);
        }
    }

    /// A room that nobody uses wants to leave memory: may it?
    pub fn retire(&self, id: &RegattaId, queue: &mpsc::Receiver<RoomRequest>) -> bool {
        let mut rooms = self.rooms();
        // Whoever rings from now on finds no bell, and loads the room again.
        let may = queue.is_empty();
        if may {
            rooms.remove(id);
        }
        may
    }

    /// A room has left memory.
    pub async fn left(&self, room: &Room, queue: &mut mpsc::Receiver<RoomRequest>) {
        self.failed().remove(&room.id);
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

    /// A room could not store something: nothing of it is kept, its summary neither.
    pub fn broke(&self, id: &RegattaId, queue: &mut mpsc::Receiver<RoomRequest>, refusal: &Refusal) {
        self.pause(id);
        let mut rooms = self.rooms();
        queue.close();
        if rooms.get(id).is_some_and(mpsc::Sender::is_closed) {
            rooms.remove(id);
        }
        drop(rooms);
        while let Ok(request) = queue.try_recv() {
            request.refuse(refusal);
        }
    }

    /// Asks something at a room's desk.
    pub async fn ask<T>(
        &self,
        id: &RegattaId,
        request: impl Fn(oneshot::Sender<Result<T, Refusal>>) -> RoomRequest,
    ) -> Result<T, Refusal> {
        // A desk that closes has not heard the question: ask the next one.
        for _ in 0..3 {
            if self.stopping.is_cancelled() {
                break;
            }
            let (reply, answer) = oneshot::channel();
            if self.handle(id).send(request(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(Refusal::stopping())
    }

    /// May this visitor see a room?
    pub async fn admit(&self, id: &RegattaId, visitor: &Visitor) -> Result<Admitted, Refusal> {
        self.ask(id, |reply| RoomRequest::Admit(visitor.clone(), reply)).await
    }

    /// Tells somebody all that happens in a room from now on, through `outlet`: their number, and what to tell them
    /// first. The past is read from the store, so that nobody's game waits for it.
    pub async fn read(
        &self,
        id: &RegattaId,
        visitor: &Visitor,
        since: Option<u64>,
        outlet: &Outlet,
    ) -> Result<(u64, Outgoing), Refusal> {
        let request = |reply| RoomRequest::Read(visitor.clone(), since, outlet.clone(), reply);
        let Subscribed { number, admitted, snapshot } = self.ask(id, request).await?;
        let since = if snapshot.is_some() { 0 } else { since.unwrap_or(0) };
        let span = Span { color: admitted.color, since, until: admitted.seq };
        let events = match history::all(&self.store, &self.people.names, id, span).await {
            Ok(events) => events,
            Err(refusal) => {
                self.gone(id, number).await;
                return Err(refusal);
            }
        };
        let Some(mut snapshot) = snapshot else { return Ok((number, Outgoing::Events { events })) };
        let on_lake = |told: crate::room::event::Told| match told.event.what {
            RoomEvent::Game { happening } => Some(happening),
            _ => None,
        };
        snapshot.story = Some(events.into_iter().filter_map(on_lake).collect());
        Ok((number, Outgoing::Snapshot { snapshot }))
    }

    /// Tells a desk that a reader is gone.
    pub async fn gone(&self, id: &RegattaId, number: u64) {
        let handle = self.rooms().get(id).cloned();
        if let Some(handle) = handle {
            drop(handle.send(RoomRequest::Gone(number)).await);
        }
    }

    /// A new regatta, and the host's seat in it if they want one.
    pub async fn create(
        &self,
        settings: Settings,
        host: &PlayerId,
        seat: Option<RoomAction>,
    ) -> Result<RegattaId, Refusal> {
        let Opening { room, commit } = self.prepare(settings, host, seat, Vec::new())?;
        self.store.append(vec![commit]).await?;
        self.lobby.changed(&room, &self.people.names);
        Ok(room.id)
    }

    /// A new regatta that is not stored yet. `seat` is how the host joins.
    fn prepare(
        &self,
        settings: Settings,
        host: &PlayerId,
        seat: Option<RoomAction>,
        invited: Vec<PlayerId>,
    ) -> Result<Opening, Refusal> {
        let (id, at) = (RegattaId::random(), now());
        let secret = Secret::new(random_bytes());
        let (mut room, mut happened) = Room::open(id.clone(), secret, settings, host.clone(), invited, at);
        if let Some(join) = seat {
            happened.extend(room.act(host, &join, None, at, &mut random_bytes)?);
        }
        let events = serde_json::to_string(&room.number(happened, None, at))?;
        let entry = LogEntry { seq: room.seq, actor: None, action: None, at, events };
        let summary = self.lobby.text(&Summary::new(&room, &self.people.names));
        let commit = Commit {
            create: Some(NewRow { secret: room.secrets(), invite: random_text(20) }),
            row: Some(RowUpdate { stage: room.stage.name().as_str(), deadline: None, summary }),
            joined: room.seat_of(host).map(|_| host.clone()).into_iter().collect(),
            ..Commit::new(id, entry)
        };
        Ok(Opening { room, commit })
    }

    /// The same again, with whoever asks in the seat they had; the others of a private regatta are let in.
    pub fn rematch(&self, room: &Room, host: &PlayerId) -> Result<Opening, Refusal> {
        let join = RoomAction::Join { color: room.seat_of(host), salt: None, seal: None };
        let players = room.seats.values().filter_map(|seat| Some(seat.person()?.player.clone()));
        let invited = match room.settings.visibility {
            Visibility::Private => players.filter(|player| player != host).collect(),
            Visibility::Public | Visibility::Link => Vec::new(),
        };
        self.prepare(room.settings.clone(), host, Some(join), invited)
    }

    /// Does something in a room.
    pub async fn act(&self, id: &RegattaId, visitor: &Visitor, submission: &Submission) -> Result<u64, Refusal> {
        self.ask(id, |reply| RoomRequest::Act(visitor.clone(), submission.clone(), reply)).await
    }

    /// Waits until every room has stored what it was storing.
    pub async fn close(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }
}
