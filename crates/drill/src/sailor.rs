//! A scripted player in a seat: follows the story, acts in turn, and after a lost connection comes back and sends again
//! what was not answered.

use crate::{
    Trouble,
    mind::{Mind, Style},
    party::Times,
    site::{Guest, Site, insist, join, ready, seat_pilot},
    story::Story,
    wire::Wire,
};
use powerboats_pilots::CourseCache;
use powerboats_referee::Happening;
use powerboats_server::{
    http::message::{Incoming, Outgoing},
    ids::{PlayerId, RegattaId},
    room::{
        action::{RoomAction, Submission},
        event::{RoomEvent, Told},
    },
};
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// An action that the server said it has stored.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Acknowledged {
    /// Where.
    pub regatta: RegattaId,
    /// Whose.
    pub actor: PlayerId,
    /// The client's id.
    pub action: String,
    /// Of the last event that came of it.
    pub seq: u64,
}

/// A regatta, and what its players have seen of it together.
pub struct Venue {
    /// Where to find it.
    pub id: RegattaId,
    story: Mutex<Story>,
}

impl Venue {
    /// What was seen so far.
    pub fn story(&self) -> MutexGuard<'_, Story> {
        self.story.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How a crew behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Manner {
    /// Races in the regatta: 1 to 3.
    pub races: u8,
    /// Drops the connection at every so-manieth message.
    pub drops: Option<u32>,
    /// Says something at every so-manieth action.
    pub chats: Option<u32>,
    /// Waits so long before each action.
    pub thinks: Duration,
    /// Who else may speak.
    pub company: Company,
    /// Pilots who sit with them, by name.
    pub pilots: &'static [&'static str],
}

/// Who may speak in a room besides its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Company {
    /// Nobody: events are told without a gap.
    #[default]
    Alone,
    /// Spectators, whom players don't hear.
    Watched,
}

/// Somebody in a seat.
pub struct Sailor {
    site: Site,
    guest: Guest,
    venue: Arc<Venue>,
    mind: Mind,
    manner: Manner,
    /// The last event seen by this player.
    seen: u64,
    /// Sent, not yet answered.
    pending: Option<Submission>,
    made: u32,
    messages: u32,
    /// All that was acknowledged.
    pub done: Vec<Acknowledged>,
    /// Connections made.
    pub connections: u32,
    /// How long each action took until it was acknowledged.
    pub took: Times,
    /// How long it took from the end of one's own turn, or from the beginning of a race, to the end of the next player's.
    pub answers: Vec<Duration>,
    /// When one's own turn ended or the race began, while nobody else has moved since.
    pub waits: Option<Instant>,
    /// Decisions of others on the lake.
    pub decisions: u32,
    sent: Instant,
}

/// After a refusal that passes, the same is sent again so much later.
const BREATH: Duration = Duration::from_millis(100);

/// What to do about what was heard.
enum Heard {
    /// Go on.
    Fine,
    /// Send the pending action again.
    Repeat,
}

/// Opens a regatta for these players; all take a seat and are ready. The first is the host.
pub async fn assemble(
    site: &Site,
    guests: &[Guest],
    manner: Manner,
    seed: u64,
) -> Result<(Arc<Venue>, Vec<Sailor>), Trouble> {
    let settings = json!({ "seats": guests.len() + manner.pilots.len(), "races": manner.races });
    let id = insist(|| site.open(&guests[0], &settings)).await?;
    let venue = Arc::new(Venue { id: id.clone(), story: Mutex::default() });
    let library = CourseCache::new();
    let mut sailors = Vec::new();
    for (number, guest) in guests.iter().enumerate() {
        let style = if number % 2 == 0 { Style::Careful } else { Style::Careless };
        sailors.push(Sailor {
            site: site.clone(),
            guest: guest.clone(),
            venue: venue.clone(),
            mind: Mind::new(style, library.clone(), seed.wrapping_mul(31).wrapping_add(number as u64)),
            manner,
            seen: 0,
            pending: None,
            made: 0,
            messages: 0,
            done: Vec::new(),
            connections: 0,
            took: Times::default(),
            answers: Vec::new(),
            waits: None,
            decisions: 0,
            sent: Instant::now(),
        });
    }
    for sailor in &mut sailors[1..] {
        sailor.act_over_http("join", join()).await?;
    }
    for (number, pilot) in manner.pilots.iter().enumerate() {
        sailors[0].act_over_http(&format!("pilot-{number}"), seat_pilot(pilot)).await?;
    }
    for sailor in &mut sailors {
        sailor.act_over_http("ready", ready()).await?;
    }
    Ok((venue, sailors))
}

impl Sailor {
    /// From now on they come from elsewhere.
    pub fn comes_from(&mut self, site: &Site) {
        self.site = site.clone();
    }

    async fn act_over_http(&mut self, id: &str, action: RoomAction) -> Result<(), Trouble> {
        let seq = insist(|| self.site.act(&self.guest, &self.venue.id, id, action.clone())).await?;
        self.note(id.to_owned(), seq);
        Ok(())
    }

    fn note(&mut self, action: String, seq: u64) {
        let regatta = self.venue.id.clone();
        self.done.push(Acknowledged { regatta, actor: self.guest.id.clone(), action, seq });
    }

    /// Plays until the regatta is over and every action is acknowledged.
    pub async fn sail(&mut self) -> Result<(), Trouble> {
        loop {
            let mut wire = insist(|| self.site.socket(Some(&self.guest), &self.venue.id, self.seen)).await?;
            self.connections += 1;
            match self.talk(&mut wire).await {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(trouble) if trouble.is_lost() => sleep(BREATH / 5).await,
                Err(trouble) => return Err(trouble),
            }
        }
    }

    /// Over one connection: true if there is nothing left to do, false if it was dropped on purpose.
    async fn talk(&mut self, wire: &mut Wire) -> Result<bool, Trouble> {
        if let Some(pending) = &self.pending {
            wire.send(&message(pending)).await?;
        }
        loop {
            let text = wire.next().await?;
            let unreadable = |error| Trouble::broken(format_args!("{error} in {}", String::from_utf8_lossy(text)));
            let heard = match text.starts_with(br#"{"type":"refused""#) {
                true => self.hear_refusal(&serde_json::from_slice(text).map_err(unreadable)?),
                false => self.hear(serde_json::from_slice(text).map_err(unreadable)?),
            };
            if let Heard::Repeat = heard?
                && let Some(pending) = &self.pending
            {
                sleep(BREATH).await;
                wire.send(&message(pending)).await?;
            }
            if self.pending.is_none() {
                if self.has_seen_the_end() {
                    return Ok(true);
                }
                self.next_action().await;
                if let Some(pending) = &self.pending {
                    self.sent = Instant::now();
                    wire.send(&message(pending)).await?;
                }
            }
            self.messages += 1;
            if self.manner.drops.is_some_and(|every| self.messages.is_multiple_of(every)) {
                return Ok(false);
            }
        }
    }

    fn has_seen_the_end(&self) -> bool {
        let story = self.venue.story();
        story.is_over() && self.seen == story.seq()
    }

    fn hear(&mut self, heard: Outgoing) -> Result<Heard, Trouble> {
        match heard {
            Outgoing::Events { events } => {
                for told in events {
                    let seq = told.event.seq;
                    let gap = seq > self.seen + 1 && self.manner.company == Company::Alone;
                    if gap || seq <= self.seen {
                        return Err(Trouble::broken(format_args!("event {seq} was told after {}", self.seen)));
                    }
                    self.seen = seq;
                    self.watch(&told);
                    self.venue.story().tell(told)?;
                }
            }
            Outgoing::Ack { id, seq } => {
                if self.pending.as_ref().is_some_and(|pending| pending.id == id) {
                    self.pending = None;
                    self.took.note(self.sent.elapsed());
                    self.note(id, seq);
                }
            }
            Outgoing::Bye {} => return Err(Trouble::Lost("bye".to_owned())),
            Outgoing::Snapshot { .. } => return Err(Trouble::broken("a snapshot nobody asked for")),
            Outgoing::Refused { .. } | Outgoing::Presence { .. } | Outgoing::Pong {} => {}
        }
        Ok(Heard::Fine)
    }

    /// As it goes over the wire: a server of another version may have codes that we don't know.
    fn hear_refusal(&self, refused: &Value) -> Result<Heard, Trouble> {
        let Value::String(code) = &refused["code"] else {
            return Err(Trouble::broken(format_args!("a refusal without a code: {refused}")));
        };
        if refused["id"].is_string() && self.site.forgives(code) {
            return Ok(Heard::Repeat);
        }
        let answer = format!("{code}: {}", refused["message"]);
        Err(Trouble::Answer { asked: format!("action {} {:?}", refused["id"], self.pending), status: 0, answer })
    }

    /// Takes the time that others need for their turns.
    fn watch(&mut self, told: &Told) {
        let RoomEvent::Game { happening } = &told.event.what else { return };
        let (color, ends_turn) = match happening {
            Happening::Placed { color, .. } | Happening::Moved { color, .. } => (*color, true),
            Happening::Rolled { color, .. } => (*color, false),
            // Somebody else may be the first to place.
            Happening::Race { .. } => {
                self.waits = Some(Instant::now());
                return;
            }
            _ => return,
        };
        if self.venue.story().color_of(&self.guest.id) == Some(color) {
            self.waits = ends_turn.then(Instant::now);
            return;
        }
        self.decisions += 1;
        if ends_turn && let Some(since) = self.waits.take() {
            self.answers.push(since.elapsed());
        }
    }

    /// Decides, if it is this player's turn and they have seen everything.
    async fn next_action(&mut self) {
        let action = {
            let story = self.venue.story();
            let turn = story.turn_of(&self.guest.id).filter(|_| story.seq() == self.seen);
            match turn {
                Some(_) if self.manner.chats.is_some_and(|every| self.made % every == every - 1) => {
                    Some(RoomAction::Chat { text: format!("{} actions so far", self.made) })
                }
                Some(table) => self.mind.decide(table).map(RoomAction::Decide),
                None => None,
            }
        };
        if let Some(action) = action {
            self.made += 1;
            let seen = matches!(action, RoomAction::Decide(_)).then_some(self.seen);
            self.pending = Some(Submission { id: self.made.to_string(), action, seen });
            if !self.manner.thinks.is_zero() {
                sleep(self.manner.thinks).await;
            }
        }
    }
}

fn message(submission: &Submission) -> String {
    serde_json::to_string(&Incoming::Act(submission.clone())).expect("an action is JSON")
}
