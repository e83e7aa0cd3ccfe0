//! The registry of rooms: the rooms in memory, each with its actor, and how the others are loaded.

use crate::{
    cluster::{Asked, Cluster, Feed, unknown},
    compete::outcome::Outcome,
    http::message::RegattaMessage,
    ids::{PlayerId, RegattaId},
    jobs::scheduler::Scheduler,
    people::{Ears, People},
    room::{
        Room,
        action::{Refusal, RefusalReason, Submission},
        event::RoomEvent,
        view::{Summary, logbook},
    },
    rooms::{
        actor::{RoomActor, not_found},
        handle::{RoomHandle, RoomPort},
        history::{self, Span},
        lobby::{self, Lobby},
        reading::read_room,
        request::{Acted, Admitted, RoomRequest, Subscribed, Subscription, Visitor},
        subscribers::Outlet,
    },
    store::{RegattaRow, Store, StoreError, Touched, now},
};
use powerboats_pilots::CourseCache;
use powerboats_rules::Logbook;
use std::{
    collections::{HashMap, HashSet},
    ops::Deref,
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, Instant},
};
use tokio::sync::{Mutex as AsyncMutex, oneshot};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// What all rooms share.
pub struct Shared {
    /// The database.
    pub store: Store,
    /// Accounts, sessions and tokens.
    pub people: People,
    /// The list of unfinished regattas.
    pub lobby: Lobby,
    /// Runs pilots and analyses.
    pub scheduler: Scheduler,
    /// Cancelled when the server begins to shut down.
    pub stopping: CancellationToken,
    /// How long a room stays in memory without activity.
    pub idle_after: Duration,
    /// When the database was last restored from a backup.
    pub restored: Option<i64>,
    /// Tasks that must have ended before the store closes.
    pub tasks: TaskTracker,
    /// The other servers; `None` for a server alone.
    pub cluster: Option<Cluster>,
    rooms: Mutex<HashMap<RegattaId, RoomHandle>>,
    /// Rooms that could not be loaded or stored: when to try again, and how long the pause was.
    failed: Mutex<HashMap<RegattaId, (Instant, Duration)>>,
    /// Held while rooms are being woken.
    pub(super) waking: Arc<AsyncMutex<()>>,
}

/// All rooms, and what they share.
#[derive(Clone)]
pub struct Registry(Arc<Shared>);

impl Deref for Registry {
    type Target = Shared;
    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// How long to wait for another node to tell the summary of a room.
const SUMMARY_WAIT: Duration = Duration::from_secs(2);

/// Memory for solved courses, in bytes. With those in use at any moment it stays below 1 GiB.
const COURSE_MEMORY: usize = 960 << 20;

impl Registry {
    /// Opens the registry. Clocks continue from the time when the server was last alive. `thinking` is how many seconds per
    /// minute Admirals may think for the guests of one address; 0 for no limit.
    pub async fn open(
        store: Store,
        people: People,
        stopping: CancellationToken,
        idle_after: Duration,
        thinking: u32,
        cluster: Option<Cluster>,
    ) -> Result<Registry, StoreError> {
        let mut due: HashSet<RegattaId> = HashSet::new();
        if cluster.is_none() {
            store.resume_clocks().await?;
            due.extend(store.due(now()).await?);
        }
        let unfinished =
            lobby::read_all(store.unfinished().await?.iter().map(|(seq, text)| (*seq, text.as_str())), &people).await?;
        if cluster.is_none() {
            // Rooms where a pilot is to decide. Version 0.1 did not store that.
            let for_pilots = unfinished.iter().filter(|(_, summary)| summary.is_for_a_pilot());
            due.extend(for_pilots.map(|(_, summary)| summary.id.clone()));
        }
        let restored = store.restored();
        let shared = Shared {
            lobby: Lobby::open(unfinished),
            store,
            people,
            scheduler: Scheduler::new(CourseCache::within(COURSE_MEMORY), thinking),
            stopping,
            idle_after,
            restored,
            rooms: Mutex::default(),
            failed: Mutex::default(),
            waking: Arc::default(),
            tasks: TaskTracker::new(),
            cluster,
        };
        let registry = Registry(Arc::new(shared));
        registry.wake_soon(due.into_iter().collect());
        let heart = registry.clone();
        registry.tasks.spawn(async move { heart.run_heartbeat().await });
        Ok(registry)
    }

    pub(super) fn rooms(&self) -> MutexGuard<'_, HashMap<RegattaId, RoomHandle>> {
        self.rooms.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub(super) fn failed(&self) -> MutexGuard<'_, HashMap<RegattaId, (Instant, Duration)>> {
        self.failed.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The handle of a room's actor. Loads the room if it is not in memory.
    pub(super) fn handle(&self, id: &RegattaId) -> RoomHandle {
        let mut rooms = self.rooms();
        if let Some(handle) = rooms.get(id).filter(|handle| !handle.is_closed()) {
            return handle.clone();
        }
        let (handle, port) = RoomHandle::new();
        rooms.insert(id.clone(), handle.clone());
        let (registry, id) = (self.clone(), id.clone());
        self.tasks.spawn(async move {
            // First subscribed, then loaded, so that nothing is missed in between.
            let feed = match &registry.cluster {
                Some(cluster) => cluster.feed(&id).await,
                None => Some(Feed::default()),
            };
            let Some(feed) = feed else { return registry.refuse_room(&id, port, &Refusal::unavailable()) };
            match registry.load(&id).await {
                Ok(Some((room, row))) => RoomActor::new(room, row, registry, port, feed).run().await,
                Ok(None) => registry.refuse_room(&id, port, &registry.missing(&id).await),
                Err(error) => {
                    tracing::error!(regatta = %id, %error, "a room could not be loaded");
                    registry.pause(&id);
                    let refusal = match registry.cluster {
                        Some(_) if !matches!(error, StoreError::Unreadable(_)) => Refusal::unavailable(),
                        _ => Refusal::new(
                            RefusalReason::Broken,
                            "This regatta can't be loaded at the moment. Please try again later.",
                        ),
                    };
                    registry.refuse_room(&id, port, &refusal);
                }
            }
        });
        handle
    }

    /// What the lobby shows of a regatta, at least as new as its event `seq`; `None` if there is no such regatta.
    pub async fn summary(&self, touched: &Touched) -> Result<Option<(u64, Arc<Summary>)>, StoreError> {
        let handle = self.rooms().get(&touched.regatta).cloned().filter(|_| self.cluster.is_none());
        if let Some(handle) = handle
            && let Some(summary) = handle.summary(touched.seq).await
        {
            return Ok(Some(summary));
        }
        // The node that runs the room usually tells us.
        if self.cluster.is_some() && self.lobby.has(&touched.regatta, touched.seq, SUMMARY_WAIT).await {
            return Ok(self.lobby.latest_with_seq(&touched.regatta));
        }
        let Some((room, _)) = self.load(&touched.regatta).await? else { return Ok(None) };
        let summary = Summary::new(&room, &self.people.names);
        if summary.is_for_a_pilot() && self.owns(&touched.regatta) {
            // Version 0.1 did not store that a pilot is to decide. The actor lets the pilot play.
            self.handle(&touched.regatta);
        }
        Ok(Some((room.seq, Arc::new(summary))))
    }

    /// The logbook of a regatta and its host; `None` if it has not started or does not exist.
    pub async fn logbook_of(&self, id: &RegattaId) -> Result<Option<(Logbook, PlayerId)>, StoreError> {
        let Some((room, _)) = self.load(id).await? else { return Ok(None) };
        Ok(logbook(&room, &self.people.names, &Ears::default()).map(|book| (book, room.host)))
    }

    /// A room as it is stored now, with the names of its players loaded; `None` if there is no such regatta.
    pub async fn peek(&self, id: &RegattaId) -> Result<Option<Room>, StoreError> {
        let handle = self.rooms().get(id).cloned().filter(|_| self.cluster.is_none());
        if let Some(handle) = handle {
            let (reply, answer) = oneshot::channel();
            if handle.send(RoomRequest::Peek(reply)).await
                && let Ok(Ok(room)) = answer.await
            {
                return Ok(Some(*room));
            }
        }
        Ok(self.load(id).await?.map(|(room, _)| room))
    }

    /// The outcome of a regatta; `None` if it is not over or does not exist.
    pub async fn outcome_of(&self, id: &RegattaId) -> Result<Option<Outcome>, StoreError> {
        Ok(self.load(id).await?.and_then(|(room, _)| Outcome::of(&room)))
    }

    pub(super) async fn load(&self, id: &RegattaId) -> Result<Option<(Room, RegattaRow)>, StoreError> {
        let Some((room, row)) = read_room(&self.store, id).await? else { return Ok(None) };
        let seated = room.seats.values().filter_map(|seat| Some(seat.person()?.player.clone()));
        let reserved = room.reserved().map(|(_, player)| player.clone());
        let players: Vec<PlayerId> = seated.chain(reserved).chain(room.settings.title_by.clone()).collect();
        self.people.names.load(&players).await?;
        Ok(Some((room, row)))
    }

    /// The refusal for a room without a log.
    async fn missing(&self, id: &RegattaId) -> Refusal {
        match self.store.is_removed(id).await {
            Ok(true) => Refusal::new(
                RefusalReason::NotKept,
                "This regatta is no longer kept. Its result stays in ratings and standings.",
            ),
            _ => not_found(),
        }
    }

    /// Whether this server runs a room: a server alone runs all of them.
    pub fn owns(&self, id: &RegattaId) -> bool {
        self.cluster.as_ref().is_none_or(|cluster| cluster.owns(id))
    }

    fn refuse_room(&self, id: &RegattaId, mut port: RoomPort, refusal: &Refusal) {
        self.rooms().remove(id);
        port.refuse_all(refusal);
    }

    /// Removes an idle room's handle, unless requests are waiting. Returns whether the actor may stop.
    pub(super) fn retire(&self, id: &RegattaId, port: &RoomPort) -> bool {
        let mut rooms = self.rooms();
        // From now on a request finds no handle and loads the room again.
        let idle = port.is_empty();
        if idle {
            rooms.remove(id);
        }
        idle
    }

    /// Called when an actor has stopped and its room leaves memory.
    pub(super) fn actor_stopped(&self, id: &RegattaId, port: &mut RoomPort) {
        self.failed().remove(id);
        self.remove_closed(id, port);
    }

    /// Called when an actor could not store something. The room will be loaded again from the log.
    pub(super) fn actor_failed(&self, id: &RegattaId, port: &mut RoomPort, refusal: &Refusal) {
        self.pause(id);
        self.remove_closed(id, port);
        port.refuse_all(refusal);
    }

    fn remove_closed(&self, id: &RegattaId, port: &mut RoomPort) {
        let mut rooms = self.rooms();
        port.close();
        if rooms.get(id).is_some_and(RoomHandle::is_closed) {
            rooms.remove(id);
        }
    }

    /// Sends a request to a room's actor and waits for the answer.
    pub async fn ask<T>(
        &self,
        id: &RegattaId,
        request: impl Fn(oneshot::Sender<Result<T, Refusal>>) -> RoomRequest,
    ) -> Result<T, Refusal> {
        // An actor that stops has not read the request, so it is safe to ask the next one.
        for _ in 0..3 {
            if self.stopping.is_cancelled() {
                break;
            }
            if self.cluster.as_ref().is_some_and(|cluster| cluster.me().is_none()) {
                return Err(Refusal::unavailable());
            }
            let (reply, answer) = oneshot::channel();
            if self.handle(id).send(request(reply)).await
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(Refusal::stopping())
    }

    /// Checks whether a visitor may see a room.
    pub async fn admit(&self, id: &RegattaId, visitor: &Visitor) -> Result<Admitted, Refusal> {
        self.ask(id, |reply| RoomRequest::Admit(visitor.clone(), reply)).await
    }

    /// Subscribes a visitor to a room: `outlet` receives all events from now on. Returns the subscriber's number and the
    /// first message to send. Past events are read from the store, so that the game does not wait for them.
    pub async fn subscribe(
        &self,
        id: &RegattaId,
        visitor: &Visitor,
        wanted: Subscription,
        outlet: &Outlet,
    ) -> Result<(u64, RegattaMessage), Refusal> {
        let request = |reply| RoomRequest::Subscribe(visitor.clone(), wanted, outlet.clone(), reply);
        let Subscribed { number, admitted, snapshot } = self.ask(id, request).await?;
        let since = if snapshot.is_some() { 0 } else { wanted.since.unwrap_or(0) };
        let span = Span { color: admitted.color, since, until: admitted.seq, ears: visitor.ears.clone() };
        let events = match history::all(&self.store, &self.people.names, id, span).await {
            Ok(events) => events,
            Err(refusal) => {
                self.unsubscribe(id, number).await;
                return Err(refusal);
            }
        };
        let Some(mut snapshot) = snapshot else { return Ok((number, RegattaMessage::Events { events })) };
        let game_only = |sent: crate::room::event::ClientEvent| match sent.event.what {
            RoomEvent::Game { happening, .. } => Some(happening),
            _ => None,
        };
        snapshot.story = Some(events.into_iter().filter_map(game_only).collect());
        Ok((number, RegattaMessage::Snapshot { snapshot }))
    }

    /// Tells a room's actor that a subscriber is gone.
    pub async fn unsubscribe(&self, id: &RegattaId, number: u64) {
        let handle = self.rooms().get(id).cloned();
        if let Some(handle) = handle {
            handle.send(RoomRequest::Unsubscribe(number)).await;
        }
    }

    /// Tells a room's actor what a subscriber may hear from now on.
    pub async fn hear(&self, id: &RegattaId, number: u64, ears: Arc<Ears>) {
        let handle = self.rooms().get(id).cloned();
        if let Some(handle) = handle {
            handle.send(RoomRequest::Hear(number, ears)).await;
        }
    }

    /// Sends an action to a room, wherever it runs, and returns the number of its last event.
    pub async fn act(&self, id: &RegattaId, visitor: &Visitor, submission: &Submission) -> Result<u64, Refusal> {
        let here = async || self.act_here(id, visitor, submission).await.map(|acted| acted.seq);
        let Some(cluster) = &self.cluster else { return here().await };
        // An invitation is checked here, because it must not be sent to other nodes.
        let invited = match &visitor.invite {
            Some(invite) => self.store.is_invitation(id, invite).await?,
            None => visitor.vouched,
        };
        let handle = self.rooms().get(id).cloned();
        let listens = handle.is_some_and(|handle| handle.is_listening());
        match cluster.act(id, visitor.player.clone(), invited, submission.clone(), listens).await? {
            Asked::Heard(seq) => Ok(seq),
            Asked::Here { perhaps_done } => here()
                .await
                .map_err(|refusal| if perhaps_done && refusal.code.is_untried() { unknown() } else { refusal }),
            Asked::There(seq) => {
                // Those who are connected here see the events before the answer.
                let handle = self.rooms().get(id).cloned();
                if let Some(handle) = handle {
                    let (reply, reached) = oneshot::channel();
                    if handle.send(RoomRequest::Reach(seq, reply)).await {
                        drop(reached.await);
                    }
                }
                Ok(seq)
            }
        }
    }

    /// Sends an action to a room on this server.
    pub async fn act_here(&self, id: &RegattaId, visitor: &Visitor, submission: &Submission) -> Result<Acted, Refusal> {
        self.ask(id, |reply| RoomRequest::Act(visitor.clone(), submission.clone(), reply)).await
    }

    /// Waits until every actor has finished storing.
    pub async fn close(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }
}
