//! A room's actor: it takes requests from one queue. An action is judged, stored, published and acknowledged, in this order.

use crate::{
    ids::{PlayerId, random_bytes, random_text},
    room::{
        Next, Room,
        action::{Refusal, RefusalReason, RoomAction, Submission},
        event::RoomEvent,
        view::{Snapshot, Summary, is_private, is_unfinished, record},
    },
    rooms::{
        handle::RoomPort,
        registry::Registry,
        request::{Admitted, RoomRequest, Subscribed, Visitor},
        subscribers::{Outlet, Subscriber, Subscribers},
    },
    store::{Commit, LogEntry, RowUpdate, now},
};
use powerboats_referee::{Decision, Happening};
use powerboats_rules::Color;
use std::{collections::BTreeSet, time::Duration};
use tokio::{
    task::JoinHandle,
    time::{Instant, sleep_until},
};

/// Events a reader may have missed and still be told one by one.
const REPLAYED: u64 = 1000;

/// A room that only the server itself has woken leaves memory so soon.
const UNVISITED: Duration = Duration::from_secs(5);

/// A room and who waits for it.
pub struct RoomActor {
    room: Room,
    invite: String,
    registry: Registry,
    subscribers: Subscribers,
    port: RoomPort,
    /// A pilot who thinks, for whom, and how far the room was when it was asked.
    pilot: Option<(Color, u64, JoinHandle<Option<Decision>>)>,
    /// When somebody last asked for something.
    used: Instant,
    /// Has anybody asked for something?
    visited: bool,
    /// Who sits in the room, as far as the store knows.
    seated: BTreeSet<PlayerId>,
    /// When the room next acts by itself, as far as the store knows.
    wakes: Option<i64>,
}

/// The store failed: nobody knows what is stored, so the room is loaded anew. With what its people are told.
struct Broken(Refusal);

impl RoomActor {
    /// Of a room that was loaded. `wakes` is when the room next acts by itself, by the store.
    pub fn new(room: Room, invite: String, wakes: Option<i64>, registry: Registry, port: RoomPort) -> RoomActor {
        let (subscribers, seated) = (Subscribers::default(), seated(&room));
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
        match self.serve().await {
            Ok(()) => {
                self.subscribers.say_goodbye();
                self.registry.left(&self.room.id, &mut self.port);
            }
            Err(Broken(refusal)) => {
                self.subscribers.say_goodbye();
                self.registry.broke(&self.room.id, &mut self.port, &refusal);
            }
        }
        if let Some((_, _, thinking)) = self.pilot {
            thinking.abort();
        }
    }

    async fn serve(&mut self) -> Result<(), Broken> {
        let mut batch = Vec::new();
        self.tell_summary();
        self.take_up().await?;
        loop {
            let (wait, until) = self.begin_next().await?;
            if self.registry.stopping.is_cancelled() {
                // Whatever waits is refused by closing; what is stored is stored. A pilot is asked again another time.
                return Ok(());
            }
            let patience =
                if self.visited { self.registry.idle_after } else { UNVISITED.min(self.registry.idle_after) };
            let idle = self.used + patience;
            tokio::select! {
                biased;
                count = self.port.receive(&mut batch, 32) => {
                    if count == 0 {
                        return Ok(());
                    }
                    for request in batch.drain(..) {
                        if request.is_a_visit() {
                            (self.used, self.visited) = (Instant::now(), true);
                        }
                        self.answer(request).await?;
                    }
                }
                decided = thought(&mut self.pilot), if self.pilot.is_some() => self.pilot_decided(decided).await?,
                () = sleep_until(until), if wait => {}
                () = self.registry.stopping.cancelled() => {}
                () = sleep_until(idle), if self.subscribers.is_empty() && self.pilot.is_none() => {
                    if self.registry.retire(&self.room.id, &self.port) {
                        return Ok(());
                    }
                    self.used = Instant::now();
                }
            }
        }
    }

    /// What has to be made good before a room that was loaded goes on.
    async fn take_up(&mut self) -> Result<(), Broken> {
        if self.registry.restored.is_some_and(|restored| self.room.drawn_at < restored) && is_unfinished(&self.room) {
            let happened = self.room.redraw(&mut random_bytes, now());
            self.settle(happened, None, Vec::new()).await?;
        }
        let moved = self.room.set_deadline(self.wakes);
        if !moved.is_empty() {
            self.settle(moved, None, Vec::new()).await?;
        }
        Ok(())
    }

    /// Does all that the room does by itself at once.
    async fn catch_up(&mut self) -> Result<(), Broken> {
        while self.room.next(now()) == Next::GoOn && !self.registry.stopping.is_cancelled() {
            let happened = self.room.go_on(now(), &mut random_bytes);
            if happened.is_empty() {
                break;
            }
            self.settle(happened, None, Vec::new()).await?;
        }
        Ok(())
    }

    /// Does all that the room does by itself, and sets a pilot to work; then whether to wait, and until when.
    async fn begin_next(&mut self) -> Result<(bool, Instant), Broken> {
        self.catch_up().await?;
        if self.registry.stopping.is_cancelled() {
            return Ok((false, Instant::now()));
        }
        match self.room.next(now()) {
            Next::GoOn => Ok((true, Instant::now() + Duration::from_millis(100))),
            Next::Ask(color, kind) => {
                if self.pilot.is_none()
                    && let Some(table) = self.room.table()
                {
                    let (table, registry, payer) = (table.clone(), self.registry.clone(), self.room.host.clone());
                    let asked = async move { registry.scheduler.think(&payer, table, kind).await };
                    self.pilot = Some((color, self.room.last_game, tokio::spawn(asked)));
                }
                Ok((false, Instant::now()))
            }
            Next::Wait(None) => Ok((false, Instant::now())),
            Next::Wait(Some(deadline)) => {
                let wait = Duration::from_millis((deadline - now()).clamp(1, 86_400_000) as u64);
                Ok((true, Instant::now() + wait))
            }
        }
    }

    async fn pilot_decided(&mut self, decided: Option<Decision>) -> Result<(), Broken> {
        let Some((color, seen, _)) = self.pilot.take() else { return Ok(()) };
        if seen != self.room.last_game {
            return Ok(()); // its player has come back and was quicker
        }
        let Some(decision) = decided else {
            tracing::error!(regatta = %self.room.id, "a pilot gave no answer");
            return Err(Broken(Refusal::broken()));
        };
        let happened = self.room.play_for(color, decision, now());
        if happened.is_empty() { Ok(()) } else { self.settle(happened, None, Vec::new()).await.map(drop) }
    }

    /// Stores what happened, then publishes it: the number of the last event. What else is given is stored with it.
    async fn settle(
        &mut self,
        happened: Vec<RoomEvent>,
        by: Option<(PlayerId, String)>,
        mut commits: Vec<Commit>,
    ) -> Result<u64, Broken> {
        let at = now();
        let kicked = |what: &RoomEvent| match what {
            RoomEvent::Kicked { player, .. } if is_private(&self.room) => Some(player.clone()),
            _ => None,
        };
        let kicked = happened.iter().find_map(kicked);
        let drawn = happened.iter().any(|what| matches!(what, RoomEvent::Redrawn { .. } | RoomEvent::Unsealed { .. }));
        let moved = happened.iter().any(changes_seats);
        let (row, wakes) = self.row_changes(&happened, at);
        let events = self.room.number(happened, by.clone(), at);
        let seq = self.room.seq;
        let seated = if moved { seated(&self.room) } else { std::mem::take(&mut self.seated) };
        let (actor, action) = by.unzip();
        let broken = |error: serde_json::Error| Broken(Refusal::from(error));
        let json = serde_json::to_string(&events).map_err(broken)?;
        let entry = LogEntry { seq, actor, action, at, events: json.clone() };
        commits.push(Commit {
            row,
            joined: if moved { seated.difference(&self.seated).cloned().collect() } else { Vec::new() },
            left: self.seated.difference(&seated).cloned().collect(),
            secret: drawn.then(|| self.room.secrets()),
            // Whoever was sent away knows the old invitation.
            invite: kicked.is_some().then(|| random_text(20)),
            ..Commit::new(self.room.id.clone(), entry)
        });
        let invite = commits.last().and_then(|commit| commit.invite.clone());
        if let Err(error) = self.registry.store.append(commits).await {
            tracing::error!(regatta = %self.room.id, %error, "not stored");
            return Err(Broken(Refusal::from(error)));
        }
        metrics::counter!("powerboats_entries").increment(1);
        (self.seated, self.wakes) = (seated, wakes);
        if let Some(invite) = invite {
            self.invite = invite;
        }
        self.subscribers.publish(&self.room, &events, &json, &self.registry.people.names);
        if let Some(player) = kicked {
            self.subscribers.dismiss(&player);
        }
        self.tell_summary();
        Ok(seq)
    }

    /// Says how the room looks now, for those who read the stream of committed events.
    fn tell_summary(&self) {
        self.port.tell(self.room.seq, Summary::new(&self.room, &self.registry.people.names));
    }

    /// A regatta's row changes with its seats and its stage, and whenever the room is to act by itself at another time:
    /// the changes, and that time.
    fn row_changes(&self, happened: &[RoomEvent], at: i64) -> (Option<RowUpdate>, Option<i64>) {
        let quiet = |what: &RoomEvent| match what {
            RoomEvent::Game { happening } => !matches!(happening, Happening::Race { .. } | Happening::Over { .. }),
            RoomEvent::Chat { .. }
            | RoomEvent::Planned { .. }
            | RoomEvent::PlanDropped { .. }
            | RoomEvent::AutoSteer { .. }
            | RoomEvent::Noted {} => true,
            _ => false,
        };
        let wakes = match self.room.next(i64::MIN) {
            // As long as pilots are at work, when they began is good enough.
            Next::Ask(..) | Next::GoOn => Some(self.wakes.filter(|wakes| *wakes <= at).unwrap_or(at)),
            Next::Wait(until) => until,
        };
        if happened.iter().all(quiet) && wakes == self.wakes {
            return (None, wakes);
        }
        let stage = self.room.stage.name().as_str();
        let row = RowUpdate { stage, deadline: wakes, host: self.room.host.clone() };
        (Some(row), wakes)
    }

    async fn answer(&mut self, request: RoomRequest) -> Result<(), Broken> {
        match request {
            RoomRequest::Act(visitor, submission, reply) => {
                let answer = self.act(&visitor, submission).await;
                let (answer, broken) = match answer {
                    Ok(answer) => (answer, None),
                    Err(Broken(refusal)) => (Err(refusal.clone()), Some(Broken(refusal))),
                };
                drop(reply.send(answer));
                return broken.map_or(Ok(()), Err);
            }
            RoomRequest::Admit(visitor, reply) => drop(reply.send(self.admit(&visitor))),
            RoomRequest::Read(visitor, since, outlet, reply) => {
                let answer = self.admit(&visitor).map(|admitted| self.subscribe(visitor, since, outlet, admitted));
                drop(reply.send(answer));
            }
            RoomRequest::Gone(number) => {
                self.subscribers.remove(number);
                self.subscribers.presence(&self.room);
            }
            RoomRequest::Look(visitor, reply) => {
                let snapshot = self.admit(&visitor).map(|_| Box::new(self.snapshot(&visitor)));
                drop(reply.send(snapshot));
            }
            RoomRequest::Record(visitor, reply) => {
                let summary = || Summary::new(&self.room, &self.registry.people.names);
                let written = self.admit(&visitor).and_then(|_| {
                    let none = || Refusal::new(RefusalReason::NotStarted, "The regatta has not begun yet.");
                    record(&self.room, &self.registry.people.names)
                        .map(|record| (Box::new(record), summary()))
                        .ok_or_else(none)
                });
                drop(reply.send(written));
            }
            RoomRequest::Wake(reply) => drop(reply.send(Ok(()))),
            RoomRequest::Forget => {
                let happened = self.room.forget();
                if !happened.is_empty() {
                    self.settle(happened, None, Vec::new()).await?;
                }
            }
        }
        Ok(())
    }

    /// Somebody wants to be told all that happens from now on, and what they missed unless that is too much.
    fn subscribe(&mut self, visitor: Visitor, since: Option<u64>, outlet: Outlet, admitted: Admitted) -> Subscribed {
        let replayed = self.room.seq.saturating_sub(REPLAYED)..=self.room.seq;
        let snapshot = match since.filter(|since| replayed.contains(since)) {
            Some(_) => None,
            None => Some(Box::new(self.snapshot(&visitor))),
        };
        let number = self.subscribers.add(Subscriber { player: visitor.player, outlet });
        self.subscribers.presence(&self.room);
        Subscribed { number, admitted, snapshot }
    }

    /// May this visitor see the room?
    fn admit(&self, visitor: &Visitor) -> Result<Admitted, Refusal> {
        let color = visitor.player.as_ref().and_then(|player| self.room.seat_of(player));
        let is_in = |set: &BTreeSet<PlayerId>| visitor.player.as_ref().is_some_and(|player| set.contains(player));
        let known = color.is_some() || visitor.player.as_ref() == Some(&self.room.host) || is_in(&self.room.invited);
        let invited = visitor.invite.as_deref() == Some(self.invite.as_str());
        if is_private(&self.room) && (is_in(&self.room.kicked) || !known && !invited) {
            return Err(not_found());
        }
        Ok(Admitted { color, seq: self.room.seq, last_game: self.room.last_game })
    }

    fn snapshot(&self, visitor: &Visitor) -> Snapshot {
        let mut snapshot = Snapshot::new(&self.room, visitor.player.as_ref(), &self.registry.people.names, now());
        (snapshot.present, snapshot.spectators) = self.subscribers.present(&self.room);
        let inside = snapshot.you.as_ref().is_some_and(|you| you.host || you.color.is_some());
        snapshot.invite = inside.then(|| self.invite.clone());
        snapshot
    }

    async fn act(&mut self, visitor: &Visitor, submission: Submission) -> Result<Result<u64, Refusal>, Broken> {
        let Submission { id, action, seen } = submission;
        let Some(player) = &visitor.player else {
            return Ok(Err(Refusal::new(RefusalReason::NotSignedIn, "Tell us your name first.")));
        };
        if let Err(refusal) = self.admit(visitor) {
            return Ok(Err(refusal));
        }
        if id.is_empty() || id.chars().count() > 64 || id.contains(char::is_control) {
            return Ok(Err(Refusal::new(RefusalReason::BadRequest, "An action's id has 1 to 64 characters.")));
        }
        if let Some(seq) = self.room.done(player, &id) {
            return Ok(Ok(seq));
        }
        if self.registry.stopping.is_cancelled() {
            return Ok(Err(Refusal::stopping()));
        }
        // Time may be up at this very moment.
        self.catch_up().await?;
        let mut happened = match self.room.act(player, &action, seen, now(), &mut random_bytes) {
            Ok(happened) => happened,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let mut opened = None;
        if matches!(action, RoomAction::Rematch {}) && self.room.rematch.is_none() {
            match self.registry.rematch(&self.room, player) {
                Ok(rematch) => {
                    happened = self.room.rematched(rematch.room.id.clone());
                    opened = Some(rematch);
                }
                Err(refusal) => return Ok(Err(refusal)),
            }
        }
        if happened.is_empty() {
            // Nothing changed; the id is remembered all the same.
            happened.push(RoomEvent::Noted {});
        }
        let opened = opened.map(|opened| opened.commit).into_iter().collect();
        self.settle(happened, Some((player.clone(), id)), opened).await.map(Ok)
    }
}

fn changes_seats(what: &RoomEvent) -> bool {
    matches!(
        what,
        RoomEvent::Joined { .. } | RoomEvent::Unseated { .. } | RoomEvent::Kicked { .. } | RoomEvent::Unsealed { .. }
    )
}

/// Everybody who sits in a room.
fn seated(room: &Room) -> BTreeSet<PlayerId> {
    room.seats.values().filter_map(|seat| Some(seat.person()?.player.clone())).collect()
}

/// Whoever must not know of a room is told that there is none.
pub fn not_found() -> Refusal {
    Refusal::new(RefusalReason::NotFound, "There is no such regatta.")
}

async fn thought(pilot: &mut Option<(Color, u64, JoinHandle<Option<Decision>>)>) -> Option<Decision> {
    match pilot {
        Some((_, _, thinking)) => thinking.await.ok().flatten(),
        None => None,
    }
}
