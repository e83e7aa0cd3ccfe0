//! A scripted player: it follows the events of a regatta and acts when it is its turn. After a lost connection it connects
//! again and repeats the action that was not answered.

use super::{
    api::{ApiClient, Guest, backoff, join, ready, retry, seat_pilot},
    event_log::EventLog,
    strategy::{Strategy, Style},
    websocket::WebSocket,
};
use crate::{DrillError, latency::Latencies};
use powerboats_pilots::CourseCache;
use powerboats_referee::Happening;
use powerboats_server::{
    http::message::{RegattaMessage, SocketRequest},
    ids::{PlayerId, RegattaId},
    room::{
        action::{RoomAction, Submission},
        event::{ClientEvent, Phrase, RoomEvent},
    },
};
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::{Instant, sleep, timeout};

/// An action that the server acknowledged as stored.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AcknowledgedAction {
    pub regatta: RegattaId,
    pub actor: PlayerId,
    /// The id that the client gave it.
    pub action: String,
    /// The number of the last event that it caused.
    pub seq: u64,
    /// When the acknowledgement arrived.
    pub at: Instant,
}

/// A regatta and the events that its scripted players have seen.
pub struct PlayedRegatta {
    pub id: RegattaId,
    events: Mutex<EventLog>,
}

impl PlayedRegatta {
    pub fn events(&self) -> MutexGuard<'_, EventLog> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How the scripted players of a regatta behave.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Behavior {
    /// Races in the regatta: 1 to 3.
    pub races: u8,
    /// Drop the connection after every nth message.
    pub drop_every: Option<u32>,
    /// Send a chat message instead of every nth action.
    pub chat_every: Option<u32>,
    /// Wait this long before each action.
    pub think_time: Duration,
    pub spectators: Spectators,
    /// Names of the pilots that take the remaining seats.
    pub pilots: &'static [&'static str],
}

/// Whether spectators may chat in the room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spectators {
    /// Nobody else chats, so players receive events without a gap.
    #[default]
    Silent,
    /// Spectators chat among themselves. Players don't receive those events and see gaps in the numbers.
    Chatting,
}

pub struct ScriptedPlayer {
    api: ApiClient,
    guest: Guest,
    regatta: Arc<PlayedRegatta>,
    strategy: Strategy,
    behavior: Behavior,
    /// The number of the last event that this player received.
    seen: u64,
    /// The action that was sent and not answered yet.
    pending: Option<Submission>,
    /// When it was sent.
    sent: Instant,
    actions: u32,
    messages: u32,
    /// Connections lost since the last event or acknowledgement.
    losses: u32,
    pub acknowledged: Vec<AcknowledgedAction>,
    /// How often this player connected.
    pub connections: u32,
    /// How long each action took until it was acknowledged.
    pub latencies: Latencies,
    /// How long the next player took, from the end of our turn or the beginning of the race to the end of theirs.
    pub opponent_turns: Vec<Duration>,
    /// When our turn ended or the race began, if nobody has moved since.
    pub waiting_since: Option<Instant>,
    /// How many decisions the others made.
    pub opponent_decisions: u32,
}

/// How long to wait before an action that was refused for a temporary reason is sent again.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// What to do after a message from the server.
enum Reaction {
    Continue,
    /// Send the pending action again.
    Repeat,
}

/// Opens a regatta in which all these guests take a seat and are ready. The first guest is the host.
pub async fn open_regatta(
    api: &ApiClient,
    guests: &[Guest],
    behavior: Behavior,
    seed: u64,
) -> Result<(Arc<PlayedRegatta>, Vec<ScriptedPlayer>), DrillError> {
    let settings = json!({ "seats": guests.len() + behavior.pilots.len(), "races": behavior.races });
    let id = retry(|| api.open_regatta(&guests[0], &settings)).await?;
    let regatta = Arc::new(PlayedRegatta { id, events: Mutex::default() });
    let courses = CourseCache::new();
    let mut players = Vec::new();
    for (number, guest) in guests.iter().enumerate() {
        let style = if number % 2 == 0 { Style::Careful } else { Style::Careless };
        players.push(ScriptedPlayer {
            api: api.clone(),
            guest: guest.clone(),
            regatta: regatta.clone(),
            strategy: Strategy::new(style, courses.clone(), seed.wrapping_mul(31).wrapping_add(number as u64)),
            behavior,
            seen: 0,
            pending: None,
            sent: Instant::now(),
            actions: 0,
            messages: 0,
            losses: 0,
            acknowledged: Vec::new(),
            connections: 0,
            latencies: Latencies::default(),
            opponent_turns: Vec::new(),
            waiting_since: None,
            opponent_decisions: 0,
        });
    }
    for player in &mut players[1..] {
        player.act_over_http("join", join()).await?;
    }
    for (number, pilot) in behavior.pilots.iter().enumerate() {
        players[0].act_over_http(&format!("pilot-{number}"), seat_pilot(pilot)).await?;
    }
    for player in &mut players {
        player.act_over_http("ready", ready()).await?;
    }
    Ok((regatta, players))
}

impl ScriptedPlayer {
    /// Connects with another client from now on, for instance from another address or to another node.
    pub fn connect_with(&mut self, api: &ApiClient) {
        self.api = api.clone();
    }

    async fn act_over_http(&mut self, id: &str, action: RoomAction) -> Result<(), DrillError> {
        let seq = retry(|| self.api.act(&self.guest, &self.regatta.id, id, action.clone())).await?;
        self.record_acknowledged(id.to_owned(), seq);
        Ok(())
    }

    fn record_acknowledged(&mut self, action: String, seq: u64) {
        let regatta = self.regatta.id.clone();
        let (actor, at) = (self.guest.id.clone(), Instant::now());
        self.acknowledged.push(AcknowledgedAction { regatta, actor, action, seq, at });
    }

    /// Plays until the regatta is over and every action is acknowledged.
    pub async fn play(&mut self) -> Result<(), DrillError> {
        loop {
            let mut socket = retry(|| self.api.socket(Some(&self.guest), &self.regatta.id, self.seen)).await?;
            self.connections += 1;
            match self.play_over(&mut socket).await {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(error) if error.is_connection_lost() => {
                    self.api.move_on();
                    sleep(backoff(self.losses)).await;
                    self.losses += 1;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Plays over one connection. Returns true if the regatta is over, false if the connection was dropped on purpose.
    async fn play_over(&mut self, socket: &mut WebSocket) -> Result<bool, DrillError> {
        if let Some(pending) = &self.pending {
            socket.send(&message(pending)).await?;
        }
        loop {
            // A player may wait long for the others, but not for an answer.
            let patience = if self.pending.is_some() { self.api.patience } else { Duration::MAX };
            let silent = |_| DrillError::ConnectionLost("an action was not answered".to_owned());
            let text = timeout(patience, socket.next()).await.map_err(silent)??;
            let unreadable = |error| {
                DrillError::broken(format_args!("cannot read the message ({error}): {}", String::from_utf8_lossy(text)))
            };
            let reaction = match text.starts_with(br#"{"type":"refused""#) {
                true => self.handle_refusal(&serde_json::from_slice(text).map_err(unreadable)?),
                false => self.handle(serde_json::from_slice(text).map_err(unreadable)?),
            };
            if let Reaction::Repeat = reaction?
                && let Some(pending) = &self.pending
            {
                sleep(RETRY_DELAY).await;
                socket.send(&message(pending)).await?;
            }
            if self.pending.is_none() {
                if self.has_seen_end() {
                    return Ok(true);
                }
                self.next_action().await;
                if let Some(pending) = &self.pending {
                    self.sent = Instant::now();
                    socket.send(&message(pending)).await?;
                }
            }
            self.messages += 1;
            if self.behavior.drop_every.is_some_and(|every| self.messages.is_multiple_of(every)) {
                return Ok(false);
            }
        }
    }

    fn has_seen_end(&self) -> bool {
        let events = self.regatta.events();
        events.is_over() && self.seen == events.seq()
    }

    fn handle(&mut self, message: RegattaMessage) -> Result<Reaction, DrillError> {
        match message {
            RegattaMessage::Events { events } => {
                for told in events {
                    let seq = told.event.seq;
                    let gap = seq > self.seen + 1 && self.behavior.spectators == Spectators::Silent;
                    if gap || seq <= self.seen {
                        return Err(DrillError::broken(format_args!("received event {seq} after event {}", self.seen)));
                    }
                    (self.seen, self.losses) = (seq, 0);
                    self.time_opponents(&told);
                    self.regatta.events().add(told)?;
                }
            }
            RegattaMessage::Ack { id, seq } => {
                if self.pending.as_ref().is_some_and(|pending| pending.id == id) {
                    (self.pending, self.losses) = (None, 0);
                    self.latencies.record(self.sent.elapsed());
                    self.record_acknowledged(id, seq);
                }
            }
            RegattaMessage::Bye {} => return Err(DrillError::ConnectionLost("the server said bye".to_owned())),
            RegattaMessage::Snapshot { .. } => {
                return Err(DrillError::broken("received a snapshot that was not requested"));
            }
            RegattaMessage::Refused { .. }
            | RegattaMessage::Turn(_)
            | RegattaMessage::Presence { .. }
            | RegattaMessage::Notice(_)
            | RegattaMessage::Pong {} => {}
        }
        Ok(Reaction::Continue)
    }

    /// Reads a refusal as plain JSON, because a server of another version may have codes that we don't know.
    fn handle_refusal(&self, refused: &Value) -> Result<Reaction, DrillError> {
        let Value::String(code) = &refused["code"] else {
            return Err(DrillError::broken(format_args!("a refusal has no code: {refused}")));
        };
        if refused["id"].is_string() && self.api.should_retry(code) {
            return match self.api.has_alternatives() {
                true => Err(DrillError::ConnectionLost(format!("refused: {code}"))),
                false => Ok(Reaction::Repeat),
            };
        }
        let body = format!("{code}: {}", refused["message"]);
        let request = format!("action {} {:?}", refused["id"], self.pending);
        Err(DrillError::UnexpectedAnswer { request, status: 0, body })
    }

    /// Measures how long the other players take for their turns.
    fn time_opponents(&mut self, told: &ClientEvent) {
        let RoomEvent::Game { happening, .. } = &told.event.what else { return };
        let (color, ends_turn) = match happening {
            Happening::Placed { color, .. } | Happening::Moved { color, .. } => (*color, true),
            Happening::Rolled { color, .. } => (*color, false),
            // Another player may be the first to place a boat.
            Happening::Race { .. } => {
                self.waiting_since = Some(Instant::now());
                return;
            }
            _ => return,
        };
        if self.regatta.events().color_of(&self.guest.id) == Some(color) {
            self.waiting_since = ends_turn.then(Instant::now);
            return;
        }
        self.opponent_decisions += 1;
        if ends_turn && let Some(since) = self.waiting_since.take() {
            self.opponent_turns.push(since.elapsed());
        }
    }

    /// Chooses the next action, if it is this player's turn and it has received all events.
    async fn next_action(&mut self) {
        let action = {
            let events = self.regatta.events();
            let turn = events.turn_of(&self.guest.id).filter(|_| events.seq() == self.seen);
            match turn {
                Some(_) if self.behavior.chat_every.is_some_and(|every| self.actions % every == every - 1) => {
                    Some(RoomAction::Phrase { phrase: Phrase::Wow })
                }
                Some(table) => self.strategy.decide(table).map(RoomAction::Decide),
                None if events.must_be_ready(&self.guest.id) && events.seq() == self.seen => {
                    Some(RoomAction::Ready { ready: true, seal: None })
                }
                None => None,
            }
        };
        if let Some(action) = action {
            self.actions += 1;
            let seen = matches!(action, RoomAction::Decide(_)).then_some(self.seen);
            self.pending = Some(Submission { id: self.actions.to_string(), action, seen });
            if !self.behavior.think_time.is_zero() {
                sleep(self.behavior.think_time).await;
            }
        }
    }
}

fn message(submission: &Submission) -> String {
    serde_json::to_string(&SocketRequest::Act(submission.clone())).expect("an action serialises to JSON")
}
