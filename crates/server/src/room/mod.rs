//! A room: one regatta with its seats, from the first who comes to the end. Pure: no store, no clock, no network, no
//! random numbers of its own.
//!
//! Whatever is done in a room is told as a list of [`RoomEvent`]s; following these again gives the same room.

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

/// Where a room gets random bytes from, for secrets and salts.
pub type Random<'a> = &'a mut dyn FnMut() -> [u8; 32];

/// How far it is.
#[derive(Clone, PartialEq, Debug)]
pub enum Stage {
    /// Players come and go.
    Open,
    /// It is sailed.
    Live(Box<Table>),
    /// It was sailed.
    Over(Box<Table>),
    /// It was called off.
    Closed,
}

impl Stage {
    /// Its name.
    pub fn name(&self) -> StageName {
        match self {
            Stage::Open => StageName::Open,
            Stage::Live(_) => StageName::Live,
            Stage::Over(_) => StageName::Over,
            Stage::Closed => StageName::Closed,
        }
    }
}

/// One regatta and everybody in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Room {
    /// Its number among the server's.
    pub id: RegattaId,
    /// The secret of the dice, and those that replaced it while it was live.
    secrets: Vec<Secret>,
    /// From which number on each secret after the first counts.
    redrawn: Vec<u64>,
    /// When the secret was drawn that counts now.
    pub drawn_at: i64,
    /// As the host wished.
    pub settings: Settings,
    /// Who decides before the start.
    pub host: PlayerId,
    /// How far it is.
    pub stage: Stage,
    /// Who sits where.
    pub seats: BTreeMap<Color, Seat>,
    /// Nobody can join any more; hidden salts are to be revealed until then.
    pub sealed: Option<i64>,
    /// Seats that did not reveal their salt, one for each time.
    aborted: Vec<Color>,
    /// Who must not speak.
    pub muted: BTreeSet<PlayerId>,
    /// Whom the host sent away.
    pub kicked: BTreeSet<PlayerId>,
    /// Who may see a private regatta without its invitation.
    pub invited: BTreeSet<PlayerId>,
    /// How often each player has spoken.
    chats: BTreeMap<PlayerId, u32>,
    /// How often spectators have spoken, all together.
    spectator_chats: u32,
    /// Where the same players sail again.
    pub rematch: Option<RegattaId>,
    /// How long everybody has.
    pub timer: Clocks,
    /// When it was opened.
    pub created: i64,
    /// Of the last event.
    pub seq: u64,
    /// Of the last event on the lake.
    pub last_game: u64,
    /// What each player did, by the client's id, and the last event that came of it.
    done: HashMap<(PlayerId, String), u64>,
}

impl Room {
    /// A new one, and what is told of it. `invited` may see it without its invitation.
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

    /// The secrets of the dice as they are stored: told to nobody before the end.
    pub fn secrets(&self) -> String {
        self.secrets.iter().map(Secret::reveal).collect::<Vec<_>>().join(" ")
    }

    /// Reads secrets as they are stored; `None` if they are something else.
    pub fn read_secrets(text: &str) -> Option<Vec<Secret>> {
        text.split(' ').map(Secret::read).collect()
    }

    /// What may be told of the dice now.
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

    /// What each player added to the dice, as far as it is revealed.
    fn salts(&self) -> fair::Salts {
        let salt = |(color, seat): (&Color, &Seat)| Some((*color, OneLine::new(seat.person()?.salt.clone())?));
        self.seats.iter().filter_map(salt).collect()
    }

    /// The dice by the secret that counts now.
    fn dice(&self) -> FairDice {
        FairDice::new(&self.secrets[self.secrets.len() - 1], &self.salts())
    }

    /// The table, once the lake is laid.
    pub fn table(&self) -> Option<&Table> {
        match &self.stage {
            Stage::Live(table) | Stage::Over(table) => Some(table),
            Stage::Open | Stage::Closed => None,
        }
    }

    /// Where somebody sits.
    pub fn seat_of(&self, player: &PlayerId) -> Option<Color> {
        let sits = |(_, seat): &(&Color, &Seat)| seat.person().is_some_and(|person| person.player == *player);
        self.seats.iter().find(sits).map(|(color, _)| *color)
    }

    /// What came of an action with this id, if it was done before.
    pub fn done(&self, player: &PlayerId, action: &str) -> Option<u64> {
        self.done.get(&(player.clone(), action.to_owned())).copied()
    }

    /// Numbers what happened.
    pub fn number(&mut self, happened: Vec<RoomEvent>, by: Option<(PlayerId, String)>, now: i64) -> Vec<LoggedEvent> {
        let events: Vec<LoggedEvent> =
            (self.seq + 1..).zip(happened).map(|(seq, what)| LoggedEvent { seq, at: now, what }).collect();
        self.count(&events, by);
        events
    }

    fn count(&mut self, events: &[LoggedEvent], by: Option<(PlayerId, String)>) {
        self.seq += events.len() as u64;
        let on_lake = |event: &&LoggedEvent| matches!(event.what, RoomEvent::Game { .. });
        self.last_game = events.iter().rev().find(on_lake).map_or(self.last_game, |event| event.seq);
        if let Some(by) = by {
            self.done.insert(by, self.seq);
        }
    }

    /// Follows what was stored: the room as it was, with its dice, ready to go on.
    pub fn follow(
        id: RegattaId,
        secrets: Vec<Secret>,
        log: impl IntoIterator<Item = (Vec<LoggedEvent>, Option<(PlayerId, String)>)>,
    ) -> Result<Room, String> {
        let first = secrets.first().ok_or("there is no secret")?.clone();
        let mut room: Option<Room> = None;
        for (events, by) in log {
            for event in &events {
                match (&mut room, &event.what) {
                    (None, RoomEvent::Created { settings, host, invited, .. }) => {
                        let (id, first, host) = (id.clone(), first.clone(), host.clone());
                        room = Some(Room::open(id, first, settings.clone(), host, invited.clone(), event.at).0);
                    }
                    (Some(room), RoomEvent::Game { happening }) => room.follow_game(happening)?,
                    (Some(room), what) => {
                        if let RoomEvent::Redrawn { .. } | RoomEvent::Unsealed { .. } = what {
                            room.drawn_at = event.at;
                        }
                        room.apply(what);
                    }
                    (None, _) => return Err("the log does not begin at the beginning".to_owned()),
                }
            }
            if let Some(room) = &mut room {
                room.count(&events, by);
            }
        }
        let mut room = room.ok_or("the log is empty")?;
        if secrets.len() != room.redrawn.len() + 1 {
            return Err(format!("there are {} secrets for {} drawings", secrets.len(), room.redrawn.len() + 1));
        }
        room.secrets = secrets;
        let dice = room.dice();
        if let Stage::Live(table) = &mut room.stage {
            table.take_dice(dice);
        }
        Ok(room)
    }

    fn follow_game(&mut self, happening: &Happening) -> Result<(), String> {
        match &mut self.stage {
            Stage::Live(table) => table.follow(happening).map_err(|fault| fault.message)?,
            _ => {
                let table = Table::follow_lake(happening).map_err(|fault| fault.message)?;
                self.stage = Stage::Live(Box::new(table));
            }
        }
        self.played(happening);
        Ok(())
    }

    /// What a happening on the lake means for the seats.
    fn played(&mut self, happening: &Happening) {
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

    /// Lets something happen that is not on the lake.
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
                // A turn that a pilot has begun to play it plays to the end, or nobody's clock would run.
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

    fn happen(&mut self, happened: &mut Vec<RoomEvent>, what: RoomEvent) {
        self.apply(&what);
        happened.push(what);
    }
}
