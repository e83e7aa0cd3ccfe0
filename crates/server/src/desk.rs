//! The desk of a room: its one queue. What is asked there is judged, stored, published and acknowledged, in this order.

use crate::{
    action::{Action, Refusal, Submission, Why},
    event::{Event, Told, What},
    harbour::Harbour,
    ids::PlayerId,
    message::Outgoing,
    readers::{Outlet, Reader, Readers},
    room::{Next, Room},
    store::{Commit, Entry, RowUpdate, now},
    view::{Snapshot, Summary, is_private, record},
};
use powerboats_referee::{Decision, Happening};
use powerboats_rules::{Color, Record};
use std::time::Duration;
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinHandle,
    time::{Instant, sleep_until},
};

/// Who asks, and whether they showed the invitation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Visitor {
    /// `None`: not signed in.
    pub player: Option<PlayerId>,
    /// What they hold as an invitation.
    pub invite: Option<String>,
}

/// Something asked at a desk.
pub enum Question {
    /// Do this.
    Act(Visitor, Submission, oneshot::Sender<Result<u64, Refusal>>),
    /// Tell me all that happens from now on, and what I missed since.
    Read(Visitor, Option<u64>, Outlet, oneshot::Sender<Result<u64, Refusal>>),
    /// No longer; the number is what `Read` was answered with.
    Gone(u64),
    /// How does it look?
    Look(Visitor, oneshot::Sender<Result<Box<Snapshot>, Refusal>>),
    /// All that happened, for this visitor, after this event.
    Story(Visitor, u64, oneshot::Sender<Result<Vec<Told>, Refusal>>),
    /// Its record.
    Record(Visitor, oneshot::Sender<Result<(Box<Record>, Summary), Refusal>>),
    /// Time may be up, or the room forgotten.
    Wake,
    /// Nobody has come for so long that an open room is closed.
    Forget,
}

impl Question {
    /// Answers it with a refusal.
    pub fn refuse(self, refusal: &Refusal) {
        match self {
            Question::Act(_, _, reply) => drop(reply.send(Err(refusal.clone()))),
            Question::Read(_, _, _, reply) => drop(reply.send(Err(refusal.clone()))),
            Question::Look(_, reply) => drop(reply.send(Err(refusal.clone()))),
            Question::Story(_, _, reply) => drop(reply.send(Err(refusal.clone()))),
            Question::Record(_, reply) => drop(reply.send(Err(refusal.clone()))),
            Question::Gone(_) | Question::Wake | Question::Forget => {}
        }
    }
}

/// Who waits at the desk of a room.
pub type Bell = mpsc::Sender<Question>;

/// Events a reader may have missed and still be told one by one.
const REPLAYED: u64 = 1000;

/// Questions that may wait at one desk.
pub const QUEUE: usize = 256;

/// A room and who waits for it.
pub struct Desk {
    room: Room,
    invite: String,
    harbour: Harbour,
    readers: Readers,
    queue: mpsc::Receiver<Question>,
    /// A pilot who thinks, for whom, and how far the room was when it was asked.
    pilot: Option<(Color, u64, JoinHandle<Option<Decision>>)>,
    /// When somebody last asked for something.
    used: Instant,
}

/// The store failed: nobody knows what is stored, so the room is loaded anew.
struct Broken;

impl Desk {
    /// Of a room that was loaded.
    pub fn new(room: Room, invite: String, harbour: Harbour, queue: mpsc::Receiver<Question>) -> Desk {
        Desk { room, invite, harbour, readers: Readers::default(), queue, pilot: None, used: Instant::now() }
    }

    /// Serves the room until nobody needs it in memory. `deadline` is when time is up by the store: later than by the
    /// log, if the server was down.
    pub async fn run(mut self, deadline: Option<i64>) {
        let mut batch = Vec::new();
        let moved = self.room.set_deadline(deadline);
        if !moved.is_empty() && self.settle(moved, None).await.is_err() {
            return self.leave().await;
        }
        loop {
            let (wait, until) = match self.begin_next().await {
                Ok(next) => next,
                Err(Broken) => break,
            };
            if self.harbour.stopping.is_cancelled() && self.pilot.is_none() {
                // Whatever waits is refused by closing; what is stored is stored.
                break;
            }
            let idle = self.used + self.harbour.idle_after;
            tokio::select! {
                biased;
                count = self.queue.recv_many(&mut batch, 32) => {
                    if count == 0 {
                        break;
                    }
                    self.used = Instant::now();
                    let mut broken = false;
                    for question in batch.drain(..) {
                        broken |= self.answer(question).await.is_err();
                        if broken {
                            break;
                        }
                    }
                    if broken {
                        break;
                    }
                }
                decided = thought(&mut self.pilot), if self.pilot.is_some() => {
                    if self.pilot_decided(decided).await.is_err() {
                        break;
                    }
                }
                () = sleep_until(until), if wait => {}
                () = self.harbour.stopping.cancelled() => {}
                () = sleep_until(idle), if self.readers.is_empty() && self.pilot.is_none() => {
                    if self.harbour.retire(&self.room.id, &self.queue) {
                        break;
                    }
                    self.used = Instant::now();
                }
            }
        }
        self.leave().await;
    }

    async fn leave(mut self) {
        self.readers.say_goodbye();
        self.harbour.left(&self.room, &mut self.queue).await;
    }

    /// Does all that the room does by itself, and sets a pilot to work; then whether to wait, and until when.
    async fn begin_next(&mut self) -> Result<(bool, Instant), Broken> {
        loop {
            match self.room.next(now()) {
                _ if self.harbour.stopping.is_cancelled() => return Ok((false, Instant::now())),
                Next::GoOn => {
                    let whats = self.room.go_on(now());
                    if whats.is_empty() {
                        return Ok((true, Instant::now() + Duration::from_millis(100)));
                    }
                    self.settle(whats, None).await?;
                }
                Next::Ask(color, crew) => {
                    if self.pilot.is_none()
                        && let Some(table) = self.room.table()
                    {
                        let (table, harbour, payer) = (table.clone(), self.harbour.clone(), self.room.host.clone());
                        let asked = async move { harbour.thinkers.think(&payer, table, crew).await };
                        self.pilot = Some((color, self.room.last_game, tokio::spawn(asked)));
                    }
                    return Ok((false, Instant::now()));
                }
                Next::Wait(None) => return Ok((false, Instant::now())),
                Next::Wait(Some(deadline)) => {
                    let wait = Duration::from_millis((deadline - now()).clamp(1, 86_400_000) as u64);
                    return Ok((true, Instant::now() + wait));
                }
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
            return Err(Broken);
        };
        let whats = self.room.play_for(color, decision, now());
        if whats.is_empty() { Ok(()) } else { self.settle(whats, None).await.map(|_| ()) }
    }

    /// Stores what happened, then publishes it: the number of the last event.
    async fn settle(&mut self, whats: Vec<What>, by: Option<(PlayerId, String)>) -> Result<u64, Broken> {
        let at = now();
        let row = self.row_changes(&whats);
        let joined = whats.iter().find_map(|what| match what {
            What::Joined { player, .. } => Some(player.clone()),
            _ => None,
        });
        let events = self.room.number(whats, by.clone(), at);
        let seq = self.room.seq;
        let (actor, action) = by.unzip();
        let Ok(json) = serde_json::to_string(&events) else { return Err(Broken) };
        let entry = Entry { seq, actor, action, at, events: json.clone() };
        let commit = Commit { regatta: self.room.id.clone(), entry, row, joined };
        if let Err(error) = self.harbour.store.append(commit).await {
            tracing::error!(regatta = %self.room.id, %error, "not stored");
            return Err(Broken);
        }
        metrics::counter!("powerboats_entries").increment(1);
        self.readers.publish(&self.room, &events, &json, &self.harbour.people.names);
        self.harbour.lobby.changed(&self.room, &self.harbour.people.names);
        Ok(seq)
    }

    /// A regatta's row changes with its seats and its stage, and with every turn if time counts.
    fn row_changes(&self, whats: &[What]) -> Option<RowUpdate> {
        let quiet = |what: &What| match what {
            What::Game { happening } => !matches!(happening, Happening::Race { .. } | Happening::Over { .. }),
            What::Chat { .. } | What::Planned { .. } | What::PlanDropped { .. } | What::AutoSteer { .. } => true,
            _ => false,
        };
        (!whats.iter().all(quiet)).then(|| RowUpdate {
            stage: self.room.stage.name(),
            deadline: self.room.timer.deadline(),
            summary: self.harbour.lobby.text(&Summary::new(&self.room, &self.harbour.people.names)),
        })
    }

    async fn answer(&mut self, question: Question) -> Result<(), Broken> {
        match question {
            Question::Act(visitor, submission, reply) => {
                let answer = self.act(&visitor, submission).await;
                let broken = answer.is_err();
                let refusal = Refusal::new(Why::Broken, "That could not be stored. Please try again.");
                drop(reply.send(answer.unwrap_or(Err(refusal))));
                if broken {
                    return Err(Broken);
                }
            }
            Question::Read(visitor, since, outlet, reply) => {
                let answer = match self.may_see(&visitor) {
                    Ok(()) => self.read(visitor, since, outlet).await,
                    Err(refusal) => Err(refusal),
                };
                drop(reply.send(answer));
            }
            Question::Gone(number) => {
                self.readers.remove(number);
                self.readers.presence(&self.room);
            }
            Question::Look(visitor, reply) => {
                let snapshot = self.may_see(&visitor).map(|()| Box::new(self.snapshot(&visitor)));
                drop(reply.send(snapshot));
            }
            Question::Story(visitor, since, reply) => {
                let story = match self.may_see(&visitor) {
                    Ok(()) => self.story(&visitor, since).await,
                    Err(refusal) => Err(refusal),
                };
                drop(reply.send(story));
            }
            Question::Record(visitor, reply) => {
                let summary = || Summary::new(&self.room, &self.harbour.people.names);
                let written = self.may_see(&visitor).and_then(|()| {
                    let none = || Refusal::new(Why::NotStarted, "The regatta has not begun yet.");
                    record(&self.room, &self.harbour.people.names)
                        .map(|record| (Box::new(record), summary()))
                        .ok_or_else(none)
                });
                drop(reply.send(written));
            }
            Question::Wake => {}
            Question::Forget => {
                let whats = self.room.forget();
                if !whats.is_empty() {
                    self.settle(whats, None).await?;
                }
            }
        }
        Ok(())
    }

    /// Tells a reader what they missed, or everything if that is too much, and all that happens from now on.
    async fn read(&mut self, visitor: Visitor, since: Option<u64>, outlet: Outlet) -> Result<u64, Refusal> {
        let missed = since.filter(|since| (self.room.seq.saturating_sub(REPLAYED)..=self.room.seq).contains(since));
        let first = match missed {
            Some(since) => Outgoing::Events { events: self.story(&visitor, since).await? },
            None => {
                let on_lake = |told: Told| match told.event.what {
                    What::Game { happening } => Some(happening),
                    _ => None,
                };
                let mut snapshot = self.snapshot(&visitor);
                snapshot.story = Some(self.story(&visitor, 0).await?.into_iter().filter_map(on_lake).collect());
                Outgoing::Snapshot { snapshot: Box::new(snapshot) }
            }
        };
        let number = self.readers.add(Reader { player: visitor.player, outlet }, &first);
        self.readers.presence(&self.room);
        Ok(number)
    }

    fn may_see(&self, visitor: &Visitor) -> Result<(), Refusal> {
        let sits = |player: &PlayerId| self.room.host == *player || self.room.seat_of(player).is_some();
        let known = visitor.player.as_ref().is_some_and(sits);
        let invited = visitor.invite.as_deref() == Some(self.invite.as_str());
        if !is_private(&self.room) || known || invited { Ok(()) } else { Err(not_found()) }
    }

    fn snapshot(&self, visitor: &Visitor) -> Snapshot {
        let mut snapshot = Snapshot::new(&self.room, visitor.player.as_ref(), &self.harbour.people.names);
        (snapshot.present, snapshot.spectators) = self.readers.present(&self.room);
        let inside = snapshot.you.as_ref().is_some_and(|you| you.host || you.color.is_some());
        snapshot.invite = inside.then(|| self.invite.clone());
        snapshot
    }

    async fn story(&self, visitor: &Visitor, since: u64) -> Result<Vec<Told>, Refusal> {
        let stored = self.harbour.store.entries(&self.room.id, since).await;
        let broken = |_| Refusal::new(Why::Broken, "The log can't be read now.");
        let mut events = Vec::new();
        for (_, _, _, json) in stored.map_err(broken)? {
            let entry: Vec<Event> =
                serde_json::from_str(&json).map_err(|_| Refusal::new(Why::Broken, "The log can't be read now."))?;
            events.extend(entry.into_iter().filter(|event| event.seq > since));
        }
        let color = visitor.player.as_ref().and_then(|player| self.room.seat_of(player));
        events.retain(|event| event.what.whom().includes(color));
        let speaks = |event: &Event| match &event.what {
            What::Joined { player, .. } | What::Chat { player, .. } => Some(player.clone()),
            _ => None,
        };
        let players: Vec<PlayerId> = events.iter().filter_map(speaks).collect();
        self.harbour.people.names.load(&players).await?;
        Ok(events.into_iter().map(|event| Told::new(event, &self.harbour.people.names)).collect())
    }

    async fn act(&mut self, visitor: &Visitor, submission: Submission) -> Result<Result<u64, Refusal>, Broken> {
        let Submission { id, action, seen } = submission;
        let Some(player) = &visitor.player else {
            return Ok(Err(Refusal::new(Why::NotSignedIn, "Tell us your name first.")));
        };
        if let Err(refusal) = self.may_see(visitor) {
            return Ok(Err(refusal));
        }
        if id.is_empty() || id.chars().count() > 64 || id.contains(char::is_control) {
            return Ok(Err(Refusal::new(Why::BadRequest, "An action's id has 1 to 64 characters.")));
        }
        if let Some(seq) = self.room.done(player, &id) {
            return Ok(Ok(seq));
        }
        if self.harbour.stopping.is_cancelled() {
            return Ok(Err(Refusal::new(Why::Stopping, "The server is being restarted: come back in a moment.")));
        }
        let whats = match self.room.act(player, &action, seen, now()) {
            Ok(whats) => whats,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let by = Some((player.clone(), id));
        match action {
            Action::Rematch {} if self.room.rematch.is_none() => {
                let color = self.room.seat_of(player);
                match self.harbour.rematch(&self.room.settings, player, color).await {
                    Ok(regatta) => {
                        let whats = self.room.rematched(regatta);
                        self.settle(whats, by).await.map(Ok)
                    }
                    Err(refusal) => Ok(Err(refusal)),
                }
            }
            _ if whats.is_empty() => Ok(Ok(self.room.seq)),
            _ => self.settle(whats, by).await.map(Ok),
        }
    }
}

/// Whoever must not know of a room is told that there is none.
pub fn not_found() -> Refusal {
    Refusal::new(Why::NotFound, "There is no such regatta.")
}

async fn thought(pilot: &mut Option<(Color, u64, JoinHandle<Option<Decision>>)>) -> Option<Decision> {
    match pilot {
        Some((_, _, thinking)) => thinking.await.ok().flatten(),
        None => None,
    }
}
