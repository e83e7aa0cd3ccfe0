//! A room's actor: it owns the room and takes requests from one queue.
//!
//! Every action is checked, stored, published and acknowledged, in this order.

mod answer;
mod commit;
mod pilot;

use crate::{
    ids::{PlayerId, random_bytes},
    room::{
        Next, Room,
        action::{Refusal, RefusalReason},
        view::{Summary, is_unfinished},
    },
    rooms::{handle::RoomPort, registry::Registry, subscribers::Subscribers},
    store::now,
};
use pilot::PendingDecision;
use powerboats_referee::Decision;
use std::{collections::BTreeSet, time::Duration};
use tokio::time::{Instant, sleep_until};

/// A room that only the server itself has woken leaves memory after this time.
const UNVISITED_IDLE_TIME: Duration = Duration::from_secs(5);

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
}

/// The store failed. It is unknown what was stored, so the actor stops and the room is loaded again. Requests that wait
/// get this refusal.
struct Failure(Refusal);

impl RoomActor {
    /// The actor of a room that was loaded. `wakes` is the stored time at which the room next acts by itself.
    pub fn new(room: Room, invite: String, wakes: Option<i64>, registry: Registry, port: RoomPort) -> RoomActor {
        let (subscribers, seated) = (Subscribers::default(), commit::seated(&room));
        RoomActor {
            room,
            invite,
            registry,
            subscribers,
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
        let outcome = self.serve().await;
        self.subscribers.disconnect_all();
        match outcome {
            Ok(()) => self.registry.actor_stopped(&self.room.id, &mut self.port),
            Err(Failure(refusal)) => self.registry.actor_failed(&self.room.id, &mut self.port, &refusal),
        }
        if let Some(pilot) = self.pilot {
            pilot.abort();
        }
    }

    async fn serve(&mut self) -> Result<(), Failure> {
        let mut batch = Vec::new();
        self.publish_summary();
        self.resume().await?;
        loop {
            let wake_at = self.act_by_itself().await?;
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
                    for request in batch.drain(..) {
                        if request.is_from_visitor() {
                            (self.used, self.visited) = (Instant::now(), true);
                        }
                        self.answer(request).await?;
                    }
                }
                decision = pilot::decision(&mut self.pilot), if self.pilot.is_some() => {
                    self.play_pilot(decision).await?;
                }
                () = sleep_until(wake_at.unwrap_or(idle_at)), if wake_at.is_some() => {}
                () = self.registry.stopping.cancelled() => {}
                () = sleep_until(idle_at), if self.subscribers.is_empty() && self.pilot.is_none() => {
                    if self.registry.retire(&self.room.id, &self.port) {
                        return Ok(());
                    }
                    self.used = Instant::now();
                }
            }
        }
    }

    /// How long the room stays in memory without a visitor.
    fn idle_time(&self) -> Duration {
        let idle_after = self.registry.idle_after;
        if self.visited { idle_after } else { UNVISITED_IDLE_TIME.min(idle_after) }
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

    /// Does everything the room can do by itself at once.
    async fn catch_up(&mut self) -> Result<(), Failure> {
        while self.room.next(now()) == Next::GoOn && !self.registry.stopping.is_cancelled() {
            let events = self.room.go_on(now(), &mut random_bytes);
            if events.is_empty() {
                break;
            }
            self.commit(events, None, Vec::new()).await?;
        }
        Ok(())
    }

    /// Does everything the room can do by itself, and asks a pilot if it is a pilot's turn. Returns when to look again,
    /// if no request comes before.
    async fn act_by_itself(&mut self) -> Result<Option<Instant>, Failure> {
        self.catch_up().await?;
        if self.registry.stopping.is_cancelled() {
            return Ok(None);
        }
        Ok(match self.room.next(now()) {
            Next::GoOn => Some(Instant::now() + RETRY),
            Next::AskPilot(color, kind) => {
                if self.pilot.is_none() {
                    self.pilot = PendingDecision::ask(&self.room, &self.registry, color, kind);
                }
                None
            }
            Next::Wait(deadline) => deadline.map(|deadline| {
                let wait = (deadline - now()).clamp(1, LONGEST_SLEEP_MS) as u64;
                Instant::now() + Duration::from_millis(wait)
            }),
        })
    }

    /// Plays the decision of the pilot that was asked.
    async fn play_pilot(&mut self, decision: Option<Decision>) -> Result<(), Failure> {
        let Some(pilot) = self.pilot.take() else { return Ok(()) };
        if pilot.is_outdated(&self.room) {
            return Ok(()); // the player came back and decided first
        }
        let Some(decision) = decision else {
            tracing::error!(regatta = %self.room.id, "a pilot failed to decide");
            return Err(Failure(Refusal::broken()));
        };
        let events = self.room.play_for(pilot.color, decision, now());
        self.commit_any(events).await
    }

    /// Publishes the room's current summary for the readers of the event stream.
    fn publish_summary(&self) {
        self.port.publish_summary(self.room.seq, Summary::new(&self.room, &self.registry.people.names));
    }
}

/// The refusal for a regatta that does not exist, and for one that the visitor must not know of.
pub fn not_found() -> Refusal {
    Refusal::new(RefusalReason::NotFound, "There is no such regatta.")
}
