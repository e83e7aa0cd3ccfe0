//! A room: one regatta with its seats, from the first player who joins to the result.
//!
//! This module is pure: no store, no clock, no network, no random numbers of its own. Every change is described by a
//! list of [`RoomEvent`]s; replaying them gives the same room.

pub mod action;
pub mod clocks;
mod conduct;
pub mod event;
mod play;
mod sealing;
pub mod seat;
pub mod settings;
pub mod view;

pub use play::Next;

use crate::{
    ids::{PlayerId, RegattaId},
    room::{
        clocks::Clocks,
        event::{ChatSide, LoggedEvent, RoomEvent},
        seat::{Person, Seat},
        settings::Settings,
        view::StageName,
    },
};
use powerboats_referee::{FairDice, Happening, Secret, Table, fair};
use powerboats_rules::{Color, OneLine};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A room's source of random bytes, for secrets and salts.
pub type Random<'a> = &'a mut dyn FnMut() -> [u8; 32];

/// How far the regatta has come.
#[derive(Clone, PartialEq, Debug)]
pub enum Stage {
    /// Players join and leave.
    Open,
    /// The races are being played.
    Live(Box<Table>),
    /// All races are finished.
    Over(Box<Table>),
    /// It was called off before the start.
    Closed,
}

impl Stage {
    /// The name of the stage.
    pub fn name(&self) -> StageName {
        match self {
            Stage::Open => StageName::Open,
            Stage::Live(_) => StageName::Live,
            Stage::Over(_) => StageName::Over,
            Stage::Closed => StageName::Closed,
        }
    }
}

/// One regatta and everyone in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Room {
    #[allow(missing_docs)]
    pub id: RegattaId,
    /// The secret the dice are derived from, followed by those that replaced it during the regatta.
    secrets: Vec<Secret>,
    /// For each secret after the first: the number of the first chance decision that uses it.
    redrawn: Vec<u64>,
    /// When the current secret was drawn.
    pub drawn_at: i64,
    /// The host's settings.
    pub settings: Settings,
    /// The player who decides before the start.
    pub host: PlayerId,
    #[allow(missing_docs)]
    pub stage: Stage,
    /// The occupied seats.
    pub seats: BTreeMap<Color, Seat>,
    /// Set while everyone is ready but some salts are hidden: nobody can join, and salts must be revealed by this time.
    pub sealed: Option<i64>,
    /// Seats vacated because their salt was not revealed, one entry for each time.
    aborted: Vec<Color>,
    /// Players who may not chat.
    pub muted: BTreeSet<PlayerId>,
    /// Players the host removed.
    pub kicked: BTreeSet<PlayerId>,
    /// Players who may see a private regatta without its invitation.
    pub invited: BTreeSet<PlayerId>,
    /// Chat messages per player.
    chats: BTreeMap<PlayerId, u32>,
    /// Chat messages of all spectators together.
    spectator_chats: u32,
    /// The regatta that is the rematch of this one.
    pub rematch: Option<RegattaId>,
    /// Each player's remaining time.
    pub timer: Clocks,
    /// When the regatta was opened.
    pub created: i64,
    /// Number of the last event.
    pub seq: u64,
    /// Number of the last event of the game itself.
    pub last_game: u64,
    /// For each accepted action, by player and client-made id: the number of its last event.
    done: HashMap<(PlayerId, String), u64>,
}

impl Room {
    /// Opens a room and returns its first events. The players in `invited` may see it without its invitation.
    pub fn open(
        id: RegattaId,
        secret: Secret,
        settings: Settings,
        host: PlayerId,
        invited: Vec<PlayerId>,
        now: i64,
    ) -> (Room, Vec<RoomEvent>) {
        let timer = Clocks::new(settings.clock);
        let room = Room {
            id,
            secrets: vec![secret.clone()],
            redrawn: Vec::new(),
            drawn_at: now,
            settings: settings.clone(),
            host: host.clone(),
            stage: Stage::Open,
            seats: BTreeMap::new(),
            sealed: None,
            aborted: Vec::new(),
            muted: BTreeSet::new(),
            kicked: BTreeSet::new(),
            invited: invited.iter().cloned().collect(),
            chats: BTreeMap::new(),
            spectator_chats: 0,
            rematch: None,
            timer,
            created: now,
            seq: 0,
            last_game: 0,
            done: HashMap::new(),
        };
        (room, vec![RoomEvent::Created { settings, host, commitment: secret.commitment(), invited }])
    }

    /// The secrets of the dice in stored form. They must not be shown to anyone before the end.
    pub fn secrets(&self) -> String {
        self.secrets.iter().map(Secret::reveal).collect::<Vec<_>>().join(" ")
    }

    /// Parses secrets in stored form; `None` if malformed.
    pub fn read_secrets(text: &str) -> Option<Vec<Secret>> {
        text.split(' ').map(Secret::read).collect()
    }

    /// What may be published about the dice now.
    pub fn evidence(&self) -> fair::Evidence {
        let over = matches!(self.stage, Stage::Over(_));
        let seal = |(color, seat): (&Color, &Seat)| Some((*color, seat.person()?.seal.clone()?));
        let redrawn = |(from, secret): (&u64, &Secret)| fair::Redrawn {
            from: *from,
            commitment: secret.commitment(),
            secret: over.then(|| secret.clone()),
        };
        fair::Evidence {
            commitment: self.secrets[0].commitment(),
            secret: over.then(|| self.secrets[0].clone()),
            salts: self.salts(),
            seals: self.seats.iter().filter_map(seal).collect(),
            redrawn: self.redrawn.iter().zip(&self.secrets[1..]).map(redrawn).collect(),
            aborted: self.aborted.clone(),
        }
    }

    /// The salts revealed so far.
    fn salts(&self) -> fair::Salts {
        let salt = |(color, seat): (&Color, &Seat)| Some((*color, OneLine::new(seat.person()?.salt.clone())?));
        self.seats.iter().filter_map(salt).collect()
    }

    /// The dice made from the current secret.
    fn dice(&self) -> FairDice {
        FairDice::new(&self.secrets[self.secrets.len() - 1], &self.salts())
    }

    /// The game table, once the regatta has started.
    pub fn table(&self) -> Option<&Table> {
        match &self.stage {
            Stage::Live(table) | Stage::Over(table) => Some(table),
            Stage::Open | Stage::Closed => None,
        }
    }

    /// The seat of a player.
    pub fn seat_of(&self, player: &PlayerId) -> Option<Color> {
        let sits = |(_, seat): &(&Color, &Seat)| seat.person().is_some_and(|person| person.player == *player);
        self.seats.iter().find(sits).map(|(color, _)| *color)
    }

    /// The number of the last event of an action that was accepted before, by the client's id for it.
    pub fn done(&self, player: &PlayerId, action: &str) -> Option<u64> {
        self.done.get(&(player.clone(), action.to_owned())).copied()
    }

    /// Numbers new events and remembers the action that caused them.
    pub fn number(&mut self, events: Vec<RoomEvent>, by: Option<(PlayerId, String)>, now: i64) -> Vec<LoggedEvent> {
        let logged: Vec<LoggedEvent> =
            (self.seq + 1..).zip(events).map(|(seq, what)| LoggedEvent { seq, at: now, what }).collect();
        self.advance(&logged, by);
        logged
    }

    fn advance(&mut self, events: &[LoggedEvent], by: Option<(PlayerId, String)>) {
        self.seq += events.len() as u64;
        let on_lake = |event: &&LoggedEvent| matches!(event.what, RoomEvent::Game { .. });
        self.last_game = events.iter().rev().find(on_lake).map_or(self.last_game, |event| event.seq);
        if let Some(by) = by {
            self.done.insert(by, self.seq);
        }
    }

    /// Rebuilds a room from its stored log, with its dice, ready to continue.
    pub fn replay(
        id: RegattaId,
        secrets: Vec<Secret>,
        log: impl IntoIterator<Item = (Vec<LoggedEvent>, Option<(PlayerId, String)>)>,
    ) -> Result<Room, String> {
        let first = secrets.first().ok_or("the regatta has no secret")?.clone();
        let mut room: Option<Room> = None;
        for (events, by) in log {
            for event in &events {
                match (&mut room, &event.what) {
                    (None, RoomEvent::Created { settings, host, invited, .. }) => {
                        let (id, first, host) = (id.clone(), first.clone(), host.clone());
                        room = Some(Room::open(id, first, settings.clone(), host, invited.clone(), event.at).0);
                    }
                    (Some(room), RoomEvent::Game { happening }) => room.replay_game(happening)?,
                    (Some(room), what) => {
                        if let RoomEvent::Redrawn { .. } | RoomEvent::Unsealed { .. } = what {
                            room.drawn_at = event.at;
                        }
                        room.apply(what);
                    }
                    (None, _) => return Err("the log does not start with a \"created\" event".to_owned()),
                }
            }
            if let Some(room) = &mut room {
                room.advance(&events, by);
            }
        }
        let mut room = room.ok_or("the log is empty")?;
        if secrets.len() != room.redrawn.len() + 1 {
            return Err(format!("expected {} secrets, found {}", room.redrawn.len() + 1, secrets.len()));
        }
        room.secrets = secrets;
        let dice = room.dice();
        if let Stage::Live(table) = &mut room.stage {
            table.take_dice(dice);
        }
        Ok(room)
    }

    fn replay_game(&mut self, happening: &Happening) -> Result<(), String> {
        match &mut self.stage {
            Stage::Live(table) => table.follow(happening).map_err(|fault| fault.message)?,
            _ => {
                let table = Table::follow_lake(happening).map_err(|fault| fault.message)?;
                self.stage = Stage::Live(Box::new(table));
            }
        }
        self.after_happening(happening);
        Ok(())
    }

    /// Updates seats and stage after something events in the game.
    fn after_happening(&mut self, happening: &Happening) {
        match happening {
            Happening::Placed { color, .. } | Happening::Moved { color, .. } => {
                if let Some(person) = self.person(*color) {
                    person.plan = None;
                    person.stand_in = false;
                }
            }
            Happening::Over { .. } => {
                if let Stage::Live(table) = std::mem::replace(&mut self.stage, Stage::Closed) {
                    self.stage = Stage::Over(table);
                }
            }
            _ => {}
        }
    }

    fn person(&mut self, color: Color) -> Option<&mut Person> {
        self.seats.get_mut(&color).and_then(Seat::person_mut)
    }

    /// Applies an event that is not part of the game itself.
    fn apply(&mut self, what: &RoomEvent) {
        match what {
            RoomEvent::Joined { color, player, salt, seal } => {
                self.seats.insert(*color, Seat::Person(Person::new(player.clone(), salt.clone(), seal.clone())));
            }
            RoomEvent::PilotSeated { color, pilot } => {
                self.seats.insert(*color, Seat::Pilot(pilot.clone()));
            }
            RoomEvent::Unseated { color } => {
                self.seats.remove(color);
            }
            RoomEvent::Kicked { color, player } => {
                self.seats.remove(color);
                self.kicked.insert(player.clone());
            }
            RoomEvent::Recolored { from, to } => {
                if let Some(seat) = self.seats.remove(from) {
                    self.seats.insert(*to, seat);
                }
            }
            RoomEvent::Ready { color, ready, seal } => {
                if let Some(person) = self.person(*color) {
                    person.ready = *ready;
                    if seal.is_some() {
                        (person.salt, person.seal) = (String::new(), seal.clone());
                    }
                }
            }
            RoomEvent::Sealed { until } => self.sealed = Some(*until),
            RoomEvent::Revealed { color, salt } => {
                if let Some(person) = self.person(*color) {
                    person.salt = salt.clone();
                }
            }
            RoomEvent::Unsealed { vacated, salts, .. } => self.apply_unsealed(vacated, salts),
            RoomEvent::Redrawn { from, .. } => {
                if let Stage::Live(_) = self.stage {
                    self.redrawn.push(*from);
                }
            }
            RoomEvent::Started {} => self.sealed = None,
            RoomEvent::Hosted { host } => self.host = host.clone(),
            RoomEvent::Clock { color, until, banks } => self.timer.run(*color, *until, banks),
            RoomEvent::TimedOut { color } => {
                if let Some(person) = self.person(*color) {
                    person.timeouts = person.timeouts.saturating_add(1);
                    person.stand_in = true;
                }
                self.timer.empty(*color);
            }
            RoomEvent::TakenOver { color } => {
                if let Some(person) = self.person(*color) {
                    person.away = true;
                    person.plan = None;
                }
            }
            RoomEvent::Back { color } => {
                // A pilot that has begun a turn also finishes it; otherwise nobody's clock would run.
                if let Some(person) = self.person(*color) {
                    (person.away, person.timeouts) = (false, 0);
                }
            }
            RoomEvent::Planned { color, plan } => {
                if let Some(person) = self.person(*color) {
                    person.plan = plan.clone();
                }
            }
            RoomEvent::PlanDropped { color, .. } => {
                if let Some(person) = self.person(*color) {
                    person.plan = None;
                }
            }
            RoomEvent::AutoSteer { color, on } => {
                if let Some(person) = self.person(*color) {
                    person.auto_steer = *on;
                }
            }
            RoomEvent::Muted { player, muted: true } => drop(self.muted.insert(player.clone())),
            RoomEvent::Muted { player, muted: false } => drop(self.muted.remove(player)),
            RoomEvent::Rematch { regatta } => self.rematch = Some(regatta.clone()),
            RoomEvent::Closed {} => {
                self.stage = Stage::Closed;
                self.sealed = None;
            }
            RoomEvent::Chat { player, side, .. } => {
                *self.chats.entry(player.clone()).or_default() += 1;
                self.spectator_chats += u32::from(*side == ChatSide::Spectators);
            }
            RoomEvent::Created { .. } | RoomEvent::Game { .. } | RoomEvent::Secret { .. } | RoomEvent::Noted {} => {}
        }
    }

    /// Applies an event and appends it to the list.
    fn emit(&mut self, events: &mut Vec<RoomEvent>, what: RoomEvent) {
        self.apply(&what);
        events.push(what);
    }
}
