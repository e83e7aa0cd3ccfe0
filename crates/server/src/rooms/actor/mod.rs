//! A room's actor: it owns the room and takes requests from one queue.
//!
//! Every action is checked, stored, published and acknowledged, in this order. In a cluster every node whose clients look at
//! a room has an actor for it. The one of the owner also lets pilots play and clocks run out; the others follow the log.

mod answer;
mod attendance;
mod commit;
mod follow;
mod manners;
mod pilot;
mod position;

use crate::{
    cluster::{Feed, NodeId, View},
    ids::{PlayerId, random_bytes},
    room::{
        Next, Room,
        action::{Refusal, RefusalReason},
        view::{Summary, is_unfinished},
    },
    rooms::{handle::RoomPort, registry::Registry, subscribers::Subscribers},
    store::{RegattaRow, now},
};
use attendance::Attendance;
use pilot::PendingDecision;
use position::{RoomDuty, view_changed};
use powerboats_referee::Decision;
use std::{collections::BTreeSet, sync::Arc, time::Duration};
use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

/// A room that only the server itself has woken leaves memory after this time.
const UNVISITED_IDLE_TIME: Duration = Duration::from_secs(5);

/// A room that another node runs leaves memory after this time.
const FOLLOWER_IDLE_TIME: Duration = Duration::from_secs(30);

/// Requests taken from the queue at once.
const BATCH: usize = 32;

/// Pause before asking again a room that should act but did nothing.
const RETRY: Duration = Duration::from_millis(100);

/// The longest sleep before a deadline is looked at again.
const LONGEST_SLEEP_MS: i64 = 86_400_000;

/// A room together with everything that serves it.
pub struct RoomActor {
    room: Room,
    invite: String,
    registry: Registry,
    subscribers: Subscribers,
    /// Who of the room's people is connected, here or elsewhere.
    attendance: Attendance,
    port: RoomPort,
    /// The pilot that is deciding now.
    pilot: Option<PendingDecision>,
    /// When a visitor last sent a request.
    used: Instant,
    /// Whether any visitor has sent a request.
    visited: bool,
    /// The seated players, as stored.
    seated: BTreeSet<PlayerId>,
    /// When the room next acts by itself, as stored.
    wakes: Option<i64>,
    /// The node that serves the room, as stored.
    holder: Option<NodeId>,
    /// What other nodes tell about the room.
    feed: Feed,
    /// What is known about the other nodes; `None` for a server alone.
    view: Option<watch::Receiver<View>>,
    /// Whether this server runs the room.
    position: RoomDuty,
    /// Whether everybody at the table wanted free text when the clients were last told.
    talks: bool,
    /// When to tell the other nodes again where the room is, in case a message was lost.
    remind_at: Option<Instant>,
}

/// Why something could not be stored.
enum Failure {
    /// The store failed. It is unknown what was stored, so the actor stops and the room is loaded again. Requests that wait
    /// get this refusal.
    Store(Refusal),
    /// Another server has written to the log. The room has been brought up to date.
    Overtaken,
}

impl RoomActor {
    /// The actor of a room that was loaded.
    pub fn new(room: Room, row: RegattaRow, registry: Registry, port: RoomPort, feed: Feed) -> RoomActor {
        let (subscribers, seated) = (Subscribers::default(), commit::seated(&room));
        let RegattaRow { invite, deadline: wakes, holder, .. } = row;
        let view = registry.cluster.as_ref().map(|cluster| cluster.view());
        RoomActor {
            room,
            invite,
            holder,
            position: RoomDuty::new(feed.losses),
            feed,
            view,
            remind_at: None,
            talks: false,
            registry,
            subscribers,
            attendance: Attendance::default(),
            port,
            pilot: None,
            used: Instant::now(),
            visited: false,
            seated,
            wakes,
        }
    }

    /// Serves the room until nobody needs it in memory.
    pub async fn run(mut self) {
        self.port.set_listening(self.view.is_some());
        let outcome = self.serve().await;
        self.port.set_listening(false);
        if !self.subscribers.is_empty() {
            self.subscribers.disconnect_all();
            // Otherwise the other nodes would believe that these clients are still connected here.
            self.tell_presence(false).await;
        }
        match outcome {
            Ok(()) => self.registry.actor_stopped(&self.room.id, &mut self.port),
            Err(Failure::Store(refusal)) => self.registry.actor_failed(&self.room.id, &mut self.port, &refusal),
            Err(Failure::Overtaken) => {
                self.registry.actor_failed(&self.room.id, &mut self.port, &Refusal::unavailable());
            }
        }
        if let Some(pilot) = self.pilot {
            pilot.abort();
        }
    }

    async fn serve(&mut self) -> Result<(), Failure> {
        let mut batch = Vec::new();
        if self.view.is_none() {
            self.publish_summary();
        }
        self.take_attendance();
        self.ask_for_presence().await;
        self.look_around().await?;
        loop {
            if self.position.is_lost() {
                // This node has lost the others or its database. Another one goes on.
                return Ok(());
            }
            let wake_at = match self.position.runs() {
                true => allow_overtaking(self.act_by_itself().await)?.flatten(),
                false => None,
            };
            if self.registry.stopping.is_cancelled() {
                // Waiting requests are refused when the port closes. A pilot is asked again after the restart.
                return Ok(());
            }
            let idle_at = self.used + self.idle_time();
            tokio::select! {
                biased;
                count = self.port.receive(&mut batch, BATCH) => {
                    if count == 0 {
                        return Ok(());
                    }
                    self.freshen(&batch).await?;
                    for request in batch.drain(..) {
                        if request.is_from_visitor() {
                            (self.used, self.visited) = (Instant::now(), true);
                        }
                        self.answer(request).await?;
                    }
                }
                decision = pilot::decision(&mut self.pilot), if self.pilot.is_some() => {
                    allow_overtaking(self.play_pilot(decision).await)?;
                }
                heard = self.feed.next() => self.hear(heard).await?,
                () = view_changed(&mut self.view) => self.look_around().await?,
                () = self.position.is_back() => self.look_around().await?,
                () = sleep_until(self.remind_at.unwrap_or(idle_at)), if self.remind_at.is_some() => self.remind().await?,
                () = sleep_until(wake_at.unwrap_or(idle_at)), if wake_at.is_some() => {}
                () = self.registry.stopping.cancelled() => {}
                () = sleep_until(idle_at), if self.may_leave_memory() => {
                    if self.registry.retire(&self.room.id, &self.port) {
                        return Ok(());
                    }
                    self.used = Instant::now();
                }
            }
        }
    }

    /// Whether nobody needs the room in memory. A game in which nobody is left is paused first.
    fn may_leave_memory(&self) -> bool {
        let pauses = self.position.runs() && self.room.pauses_at(self.attendance.gone()).is_some();
        self.subscribers.is_empty() && self.pilot.is_none() && !pauses
    }

    /// How long the room stays in memory without a visitor.
    fn idle_time(&self) -> Duration {
        let idle_after = self.registry.idle_after;
        match (self.visited, self.position.runs()) {
            (true, true) => idle_after,
            (true, false) => FOLLOWER_IDLE_TIME.min(idle_after),
            (false, _) => UNVISITED_IDLE_TIME.min(idle_after),
        }
    }

    /// Brings a room that was loaded up to date: new dice after a restore, and a moved deadline after a downtime.
    async fn resume(&mut self) -> Result<(), Failure> {
        if self.registry.restored.is_some_and(|restored| self.room.drawn_at < restored) && is_unfinished(&self.room) {
            let events = self.room.redraw(&mut random_bytes, now());
            self.commit(events, None, Vec::new()).await?;
        }
        let events = self.room.set_deadline(self.wakes);
        self.commit_any(events).await
    }

    /// Carries out a plan, steers, or lets the time run out. Returns whether there was anything to do.
    async fn go_on(&mut self, now: i64) -> Result<bool, Failure> {
        let events = self.room.go_on(now, &mut random_bytes);
        if events.is_empty() {
            return Ok(false);
        }
        self.commit(events, None, Vec::new()).await?;
        Ok(true)
    }

    /// Does everything the room can do by itself at once.
    async fn catch_up(&mut self, now: i64) -> Result<(), Failure> {
        if self.is_unsteady() {
            return Ok(());
        }
        while self.room.next(now) == Next::GoOn && !self.registry.stopping.is_cancelled() {
            match self.go_on(now).await {
                Ok(true) | Err(Failure::Overtaken) => {}
                Ok(false) => break,
                Err(failure) => return Err(failure),
            }
        }
        Ok(())
    }

    /// Does everything the room can do by itself, and asks a pilot if it is a pilot's turn. Returns when to look again,
    /// if no request comes before.
    async fn act_by_itself(&mut self) -> Result<Option<Instant>, Failure> {
        self.arm().await?;
        self.catch_up(now()).await?;
        if self.registry.stopping.is_cancelled() {
            return Ok(None);
        }
        let pauses_at = self.pause_or_resume().await?;
        let wakes_at = match self.room.next(now()) {
            Next::GoOn => return Ok(Some(Instant::now() + RETRY)),
            Next::AskPilot(color, kind) => {
                if self.pilot.is_none() {
                    self.pilot = PendingDecision::ask(&self.room, &self.registry, color, kind);
                }
                None
            }
            Next::Wait(deadline) => deadline,
        };
        Ok([pauses_at, wakes_at].into_iter().flatten().min().map(|at| {
            let wait = (at - now()).clamp(1, LONGEST_SLEEP_MS) as u64;
            Instant::now() + Duration::from_millis(wait)
        }))
    }

    /// Goes on with a paused game if somebody has returned, and pauses one in which nobody is left. Returns when to look
    /// again.
    async fn pause_or_resume(&mut self) -> Result<Option<i64>, Failure> {
        while let Some(player) = self.attendance.take_returned(&self.room) {
            let events = self.room.returned(&player, now());
            self.commit_any(events).await?;
        }
        let at = self.room.pauses_at(self.attendance.gone());
        if at.is_none_or(|at| at > now()) {
            return Ok(at);
        }
        if let Some(pilot) = self.pilot.take() {
            pilot.abort();
        }
        let events = self.room.pause(now());
        self.commit_any(events).await?;
        Ok(None)
    }

    /// Notes who is connected.
    fn take_attendance(&mut self) {
        let connected = self.subscribers.players();
        self.attendance.update(&self.room, |player| connected.contains(player), now());
    }

    /// Plays the decision of the pilot that was asked.
    async fn play_pilot(&mut self, decision: Option<Decision>) -> Result<(), Failure> {
        let Some(pilot) = self.pilot.take() else { return Ok(()) };
        self.arm().await?;
        if pilot.is_outdated(&self.room) {
            return Ok(()); // the player came back and decided first
        }
        let Some(decision) = decision else {
            tracing::error!(regatta = %self.room.id, "a pilot failed to decide");
            return Err(Failure::Store(Refusal::broken()));
        };
        let events = self.room.play_for(pilot.color, decision, now());
        self.commit_any(events).await
    }

    /// Publishes the room's current summary: for the readers of the event stream, or for the lobbies of all nodes.
    fn publish_summary(&self) {
        let names = &self.registry.people.names;
        let mut summary = Summary::new(&self.room, names);
        // It is stored, and nothing that a deleted player has written may be.
        if summary.settings.title_by.as_ref().is_some_and(|author| names.is_deleted(author)) {
            summary.settings.hide_title(names);
        }
        let summary = Arc::new(summary);
        match &self.registry.cluster {
            None => self.port.publish_summary(self.room.seq, summary),
            Some(_) => self.registry.tell_lobbies(self.room.seq, summary),
        }
    }
}

/// If another server was faster, the room is up to date and the actor looks again.
fn allow_overtaking<T>(outcome: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match outcome {
        Ok(value) => Ok(Some(value)),
        Err(Failure::Overtaken) => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// The refusal for a regatta that does not exist, and for one that the visitor must not know of.
pub fn not_found() -> Refusal {
    Refusal::new(RefusalReason::NotFound, "There is no such regatta.")
}
