//! A room: one regatta with its seats, from the first who comes to the end. Pure: no store, no clock, no network.
//!
//! Whatever is done in a room is told as a list of [`What`]s; following these again gives the same room.

mod conduct;
mod play;

pub use play::Next;

use crate::{
    event::{Event, What},
    ids::{PlayerId, RegattaId},
    seat::{Person, Seat},
    settings::Settings,
    timer::Timer,
};
use powerboats_referee::{FairDice, Happening, Secret, Table, fair::Salts};
use powerboats_rules::{Color, OneLine};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How far it is.
#[derive(Clone, Debug)]
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
    /// `open`, `live`, `over` or `closed`.
    pub fn name(&self) -> &'static str {
        match self {
            Stage::Open => "open",
            Stage::Live(_) => "live",
            Stage::Over(_) => "over",
            Stage::Closed => "closed",
        }
    }
}

/// One regatta and everybody in it.
#[derive(Clone, Debug)]
pub struct Room {
    /// Its number among the server's.
    pub id: RegattaId,
    secret: Secret,
    /// As the host wished.
    pub settings: Settings,
    /// Who decides before the start.
    pub host: PlayerId,
    /// How far it is.
    pub stage: Stage,
    /// Who sits where.
    pub seats: BTreeMap<Color, Seat>,
    /// Who must not speak.
    pub muted: BTreeSet<PlayerId>,
    /// Where the same players sail again.
    pub rematch: Option<RegattaId>,
    /// How long everybody has.
    pub timer: Timer,
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
    /// A new one, and what is told of it.
    pub fn open(id: RegattaId, secret: Secret, settings: Settings, host: PlayerId, now: i64) -> (Room, Vec<What>) {
        let created = What::Created { settings: settings.clone(), host: host.clone(), commitment: secret.commitment() };
        let timer = Timer::new(settings.clock);
        let room = Room {
            id,
            secret,
            settings,
            host,
            stage: Stage::Open,
            seats: BTreeMap::new(),
            muted: BTreeSet::new(),
            rematch: None,
            timer,
            created: now,
            seq: 0,
            last_game: 0,
            done: HashMap::new(),
        };
        (room, vec![created])
    }

    /// SHA-256 of the secret of the dice.
    pub fn commitment(&self) -> String {
        self.secret.commitment()
    }

    /// The secret of the dice, once it may be told.
    pub fn told_secret(&self) -> Option<&Secret> {
        matches!(self.stage, Stage::Over(_)).then_some(&self.secret)
    }

    /// What each player added to the dice.
    pub fn salts(&self) -> Salts {
        let salt = |(color, seat): (&Color, &Seat)| Some((*color, OneLine::new(seat.person()?.salt.clone())?));
        self.seats.iter().filter_map(salt).collect()
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
    pub fn number(&mut self, whats: Vec<What>, by: Option<(PlayerId, String)>, now: i64) -> Vec<Event> {
        let events: Vec<Event> = (self.seq + 1..).zip(whats).map(|(seq, what)| Event { seq, at: now, what }).collect();
        self.count(&events, by);
        events
    }

    fn count(&mut self, events: &[Event], by: Option<(PlayerId, String)>) {
        self.seq += events.len() as u64;
        let on_lake = |event: &&Event| matches!(event.what, What::Game { .. });
        self.last_game = events.iter().rev().find(on_lake).map_or(self.last_game, |event| event.seq);
        if let Some(by) = by {
            self.done.insert(by, self.seq);
        }
    }

    /// Follows what was stored: the room as it was, with its dice, ready to go on.
    pub fn follow(
        id: RegattaId,
        secret: Secret,
        log: impl IntoIterator<Item = (Vec<Event>, Option<(PlayerId, String)>)>,
    ) -> Result<Room, String> {
        let mut room: Option<Room> = None;
        for (events, by) in log {
            for event in &events {
                match (&mut room, &event.what) {
                    (None, What::Created { settings, host, .. }) => {
                        room = Some(Room::open(id.clone(), secret.clone(), settings.clone(), host.clone(), event.at).0);
                    }
                    (Some(room), What::Game { happening }) => room.follow_game(happening)?,
                    (Some(room), what) => room.apply(what),
                    (None, _) => return Err("the log does not begin at the beginning".to_owned()),
                }
            }
            if let Some(room) = &mut room {
                room.count(&events, by);
            }
        }
        let mut room = room.ok_or("the log is empty")?;
        let dice = FairDice::new(&room.secret, &room.salts());
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
    fn apply(&mut self, what: &What) {
        match what {
            What::Joined { color, player, salt } => {
                self.seats.insert(*color, Seat::Person(Person::new(player.clone(), salt.clone())));
            }
            What::PilotSeated { color, pilot } => {
                self.seats.insert(*color, Seat::Pilot(pilot.clone()));
            }
            What::Unseated { color } => {
                self.seats.remove(color);
            }
            What::Recolored { from, to } => {
                if let Some(seat) = self.seats.remove(from) {
                    self.seats.insert(*to, seat);
                }
            }
            What::Ready { color, ready } => {
                if let Some(person) = self.person(*color) {
                    person.ready = *ready;
                }
            }
            What::Hosted { host } => self.host = host.clone(),
            What::Clock { color, until, banks } => self.timer.run(*color, *until, banks),
            What::TimedOut { color } => {
                if let Some(person) = self.person(*color) {
                    person.timeouts = person.timeouts.saturating_add(1);
                    person.stand_in = true;
                }
                self.timer.empty(*color);
            }
            What::TakenOver { color } => {
                if let Some(person) = self.person(*color) {
                    person.away = true;
                    person.plan = None;
                }
            }
            What::Back { color } => {
                if let Some(person) = self.person(*color) {
                    (person.away, person.stand_in, person.timeouts) = (false, false, 0);
                }
            }
            What::Planned { color, plan } => {
                if let Some(person) = self.person(*color) {
                    person.plan = plan.clone();
                }
            }
            What::PlanDropped { color, .. } => {
                if let Some(person) = self.person(*color) {
                    person.plan = None;
                }
            }
            What::AutoSteer { color, on } => {
                if let Some(person) = self.person(*color) {
                    person.auto_steer = *on;
                }
            }
            What::Muted { player, muted: true } => drop(self.muted.insert(player.clone())),
            What::Muted { player, muted: false } => drop(self.muted.remove(player)),
            What::Rematch { regatta } => self.rematch = Some(regatta.clone()),
            What::Closed {} => self.stage = Stage::Closed,
            What::Created { .. } | What::Started {} | What::Game { .. } | What::Chat { .. } | What::Secret { .. } => {}
        }
    }

    fn happen(&mut self, whats: &mut Vec<What>, what: What) {
        self.apply(&what);
        whats.push(what);
    }
}
