//! A room: one regatta with its seats, from the first player who joins to the result.
//!
//! This module is pure: no store, no clock, no network, no random numbers of its own. Every change is described by a
//! list of [`RoomEvent`]s; replaying them gives the same room.

pub mod absence;
pub mod action;
pub mod clocks;
mod conduct;
pub mod event;
mod fold;
pub mod forfeit;
mod offer;
mod play;
mod sealing;
pub mod seat;
pub mod settings;
pub mod view;
pub mod votes;

pub use play::Next;

use crate::{
    ids::{PlayerId, RegattaId},
    room::{
        absence::Pause,
        clocks::Clocks,
        event::{Ending, LoggedEvent, Offer, RoomEvent},
        forfeit::Forfeits,
        seat::Seat,
        settings::{Occasion, Settings},
        view::StageName,
        votes::Votes,
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
    /// What the server has opened it for; `None` if a player did.
    pub occasion: Option<Occasion>,
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
    /// Seats that are reserved for players.
    pub offer: Option<Offer>,
    /// Each player's remaining time.
    pub timer: Clocks,
    /// Set in the break between two races: when the next one begins at the latest.
    pub break_until: Option<i64>,
    /// Set while the game is paused.
    pub paused: Option<Pause>,
    /// What players have voted for.
    pub votes: Vec<Votes>,
    /// Why the regatta ended before its last race did.
    pub ended: Option<Ending>,
    /// Which events of the game, counted from 0, a pilot caused for a person.
    pub stand_in_story: Vec<usize>,
    /// The turns that a pilot played for each person.
    pub stand_ins: BTreeMap<Color, u32>,
    /// The seats that people have given up, for ratings.
    pub forfeits: Forfeits,
    /// When the last race ended, or the regatta before it did.
    pub over_at: Option<i64>,
    /// Whether a pilot has decided something for the person whose turn it is.
    stand_in_turn: bool,
    /// The number of events of the game.
    story: usize,
    /// When the regatta was opened.
    pub created: i64,
    /// Number of the last event.
    pub seq: u64,
    /// Number of the last event of the game itself.
    pub last_game: u64,
    /// Number of the event with which the current turn began.
    pub turn_began: Option<u64>,
    /// When the last event of the game itself happened, or when the game went on after a pause or a break.
    last_game_at: i64,
    /// When a page that shows everything as it happens has shown it all.
    shown: i64,
    /// When the last event happened.
    pub last_at: i64,
    /// When the deadline of players was last set.
    deadline_set: i64,
    /// For each accepted action, by player and client-made id: the number of its last event.
    done: HashMap<(PlayerId, String), u64>,
    /// The number of accepted actions of each player.
    acted: HashMap<PlayerId, u32>,
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
            occasion: None,
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
            offer: None,
            timer,
            break_until: None,
            paused: None,
            votes: Vec::new(),
            ended: None,
            stand_in_story: Vec::new(),
            stand_ins: BTreeMap::new(),
            forfeits: Forfeits::default(),
            over_at: None,
            stand_in_turn: false,
            story: 0,
            created: now,
            seq: 0,
            last_game: 0,
            turn_began: None,
            last_game_at: now,
            shown: now,
            last_at: now,
            deadline_set: now,
            done: HashMap::new(),
            acted: HashMap::new(),
        };
        (room, vec![RoomEvent::Created { settings, host, commitment: secret.commitment(), invited, occasion: None }])
    }

    /// Says what the server opens a new room for.
    pub fn open_for(&mut self, occasion: Occasion, opened: &mut [RoomEvent]) {
        for event in opened {
            if let RoomEvent::Created { occasion: noted, .. } = event {
                *noted = Some(occasion.clone());
            }
        }
        self.occasion = Some(occasion);
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
            given: false,
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

    /// Numbers new events and remembers the action that caused them. Time never runs backwards in a log.
    pub fn number(&mut self, events: Vec<RoomEvent>, by: Option<(PlayerId, String)>, now: i64) -> Vec<LoggedEvent> {
        let now = now.max(self.last_at);
        let logged: Vec<LoggedEvent> =
            (self.seq + 1..).zip(events).map(|(seq, what)| LoggedEvent { seq, at: now, what }).collect();
        self.advance(&logged, by);
        logged
    }

    fn advance(&mut self, events: &[LoggedEvent], by: Option<(PlayerId, String)>) {
        self.seq += events.len() as u64;
        for event in events {
            self.forfeits.follow(event.seq, &event.what);
            if let RoomEvent::Ended { .. } | RoomEvent::Game { happening: Happening::Over { .. }, .. } = event.what {
                self.over_at = self.over_at.or(Some(event.at));
            }
            if let RoomEvent::Game { happening, .. } = &event.what {
                (self.last_game, self.last_game_at) = (event.seq, event.at);
                if !matches!(happening, Happening::Rolled { .. }) {
                    self.turn_began = Some(event.seq); // until then it was another one's turn
                }
                self.shown = self.shown.max(event.at) + clocks::showing_time(happening);
            }
            match event.what {
                RoomEvent::Resumed {} | RoomEvent::BreakOver {} => self.last_game_at = event.at,
                RoomEvent::Clock { .. } | RoomEvent::Sealed { .. } => self.deadline_set = event.at,
                _ => {}
            }
        }
        self.last_at = events.last().map_or(self.last_at, |event| event.at);
        if let Some(by) = by {
            *self.acted.entry(by.0.clone()).or_default() += 1;
            self.done.insert(by, self.seq);
        }
    }

    /// Rebuilds a room from its stored log, with its dice, ready to continue.
    pub fn replay(
        id: RegattaId,
        secrets: Vec<Secret>,
        log: impl IntoIterator<Item = (Vec<LoggedEvent>, Option<(PlayerId, String)>)>,
    ) -> Result<Room, String> {
        let mut log = log.into_iter();
        let (events, by) = log.next().ok_or("the log is empty")?;
        let mut room = Room::replay_first(id, &secrets, &events, by)?;
        for (events, by) in log {
            room.follow(&events, by)?;
        }
        room.set_secrets(secrets)?;
        Ok(room)
    }

    /// Rebuilds a room from the first entry of its log. The others are [followed](Room::follow).
    pub fn replay_first(
        id: RegattaId,
        secrets: &[Secret],
        events: &[LoggedEvent],
        by: Option<(PlayerId, String)>,
    ) -> Result<Room, String> {
        let secret = secrets.first().ok_or("the regatta has no secret")?.clone();
        let Some(LoggedEvent { at, what: RoomEvent::Created { settings, host, invited, occasion, .. }, .. }) =
            events.first()
        else {
            return Err("the log does not start with a \"created\" event".to_owned());
        };
        let mut room = Room::open(id, secret, settings.clone(), host.clone(), invited.clone(), *at).0;
        room.occasion = occasion.clone();
        room.follow(events, by)?;
        Ok(room)
    }

    /// Follows the next entry of the log, written by another server. To go on from there, a room needs
    /// [its secrets](Room::set_secrets).
    pub fn follow(&mut self, events: &[LoggedEvent], by: Option<(PlayerId, String)>) -> Result<(), String> {
        for event in events {
            match &event.what {
                RoomEvent::Game { happening, stand_in } => self.replay_game(happening, *stand_in)?,
                what => {
                    if let RoomEvent::Redrawn { .. } | RoomEvent::Unsealed { .. } = what {
                        self.drawn_at = event.at;
                    }
                    self.apply(what);
                }
            }
        }
        self.advance(events, by);
        Ok(())
    }

    /// Sets the secrets of the dice, ready to continue from here.
    pub fn set_secrets(&mut self, secrets: Vec<Secret>) -> Result<(), String> {
        if secrets.len() != self.redrawn.len() + 1 {
            return Err(format!("expected {} secrets, found {}", self.redrawn.len() + 1, secrets.len()));
        }
        self.secrets = secrets;
        let dice = self.dice();
        if let Stage::Live(table) = &mut self.stage {
            table.take_dice(dice);
        }
        Ok(())
    }

    /// When the last event of the game happened: since then the game has waited for the player whose turn it is.
    pub fn turn_since(&self) -> i64 {
        self.last_game_at
    }

    fn replay_game(&mut self, happening: &Happening, stand_in: bool) -> Result<(), String> {
        match &mut self.stage {
            Stage::Live(table) => table.follow(happening).map_err(|fault| fault.message)?,
            _ => {
                let table = Table::follow_lake(happening).map_err(|fault| fault.message)?;
                self.stage = Stage::Live(Box::new(table));
            }
        }
        self.after_happening(happening, stand_in);
        Ok(())
    }
}
