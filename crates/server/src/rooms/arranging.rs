//! Regattas that the server itself opens: for a season or an event.

use crate::{
    ids::{PlayerId, RegattaId, random_bytes, random_text},
    people::Salt,
    room::{
        Room,
        absence::Gone,
        action::{Refusal, RefusalReason, RoomAction, Submission},
        event::{Absence, Offer, RoomEvent},
        settings::{Occasion, PilotName, Settings},
        view::Summary,
    },
    rooms::{opening::Opening, registry::Registry, request::Visitor},
    store::{Commit, Effects, StoreError, now},
};
use powerboats_referee::{FairDice, Secret};
use powerboats_rules::{Color, OneLine, Seats, draw_starter};
use std::{collections::BTreeMap, sync::Arc};
use tokio::task::spawn_blocking;

/// Who gets a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Sitter {
    Player(PlayerId),
    Pilot(PilotName),
}

/// When an arranged regatta starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// At once: the players sit and are ready.
    AtOnce,
    /// When all players have taken the seats that are reserved for them, and are ready. If they do not, it closes after
    /// the time in its settings.
    WhenAllCome,
}

/// Who starts the first race (rule 3.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Starter {
    #[allow(missing_docs)]
    Rolled,
    /// The first seat: a season or an event plans who starts how often, because the order of play matters. The secret of the
    /// dice is drawn again until its roll for the start says so. All other rolls are as they come.
    FirstSeat,
}

/// A regatta for the server to open.
#[derive(Clone, Debug)]
pub struct Arrangement {
    /// Derived from what the regatta is for ([`RegattaId::derived`]), so that it can't be opened twice.
    pub id: RegattaId,
    #[allow(missing_docs)]
    pub settings: Settings,
    /// Who decides before the start, and may mute.
    pub host: PlayerId,
    /// The seats, as many as the settings say.
    pub seats: BTreeMap<Color, Sitter>,
    #[allow(missing_docs)]
    pub start: Start,
    #[allow(missing_docs)]
    pub starter: Starter,
    /// What it is for.
    pub occasion: Occasion,
    /// Changes to store in the same transaction.
    pub also: Effects,
}

impl Arrangement {
    /// A regatta that starts at once. The first player is its host, and the dice decide who starts.
    pub fn at_once(
        id: RegattaId,
        settings: Settings,
        seats: BTreeMap<Color, Sitter>,
        occasion: Occasion,
    ) -> Option<Arrangement> {
        let player = |sitter: &Sitter| match sitter {
            Sitter::Player(player) => Some(player.clone()),
            Sitter::Pilot(_) => None,
        };
        let host = seats.values().find_map(player)?;
        let (start, starter, also) = (Start::AtOnce, Starter::Rolled, Effects::default());
        Some(Arrangement { id, settings, host, seats, start, starter, occasion, also })
    }

    fn players(&self) -> impl Iterator<Item = (Color, &PlayerId)> {
        self.seats.iter().filter_map(|(color, sitter)| match sitter {
            Sitter::Player(player) => Some((*color, player)),
            Sitter::Pilot(_) => None,
        })
    }

    /// A secret, and a salt for each player, that fit the wanted starter.
    fn draw_dice(&self) -> (Secret, BTreeMap<Color, Salt>) {
        loop {
            let secret = Secret::new(random_bytes());
            let salts = self.players().map(|(color, _)| (color, Salt::drawn(random_bytes()))).collect();
            if self.starter == Starter::Rolled || self.starts_first(&secret, &salts) {
                return (secret, salts);
            }
        }
    }

    /// Whether the first seat starts with these dice, or the seats are not those of a regatta.
    fn starts_first(&self, secret: &Secret, salts: &BTreeMap<Color, Salt>) -> bool {
        let Ok(seats) = Seats::new(self.seats.keys().copied()) else { return true };
        let lines = salts.iter().filter_map(|(color, salt)| Some((*color, OneLine::new(salt.as_str())?)));
        let mut dice = FairDice::new(secret, &lines.collect());
        dice.skip(); // the lake
        seats.starter(&draw_starter(seats, &mut dice.draw())).ok() == self.seats.keys().next().copied()
    }
}

/// What became of an arrangement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arranged {
    /// The regatta is stored.
    Now,
    /// It was stored before, by this server or another one. Nothing has changed.
    Before,
}

impl Registry {
    /// Opens a regatta for the server itself, unless there is one with its id already.
    pub async fn arrange(&self, arrangement: Arrangement) -> Result<Arranged, Refusal> {
        if self.cluster.as_ref().is_some_and(|cluster| cluster.me().is_none()) {
            return Err(Refusal::unavailable());
        }
        let seated = arrangement.players().map(|(_, player)| player.clone());
        let players: Vec<PlayerId> = seated.chain(arrangement.settings.title_by.clone()).collect();
        self.people.names.load(&players).await?;
        // Drawing a lake takes a millisecond, and a season opens thousands of games.
        let registry = self.clone();
        let opened = move || (registry.opening_of(&arrangement, now()), arrangement);
        let (opening, arrangement) = spawn_blocking(opened).await.map_err(|_| Refusal::broken())?;
        let Opening { room, commit } = opening?;
        let (occasion, also) = (Some(arrangement.occasion), arrangement.also);
        match self.store.append(vec![Commit { occasion, also, ..commit }]).await {
            Ok(()) => {
                self.tell_lobbies(room.seq, Arc::new(Summary::new(&room, &self.people.names)));
                Ok(Arranged::Now)
            }
            // Its log has begun.
            Err(StoreError::Conflict) => Ok(Arranged::Before),
            Err(error) => Err(error.into()),
        }
    }

    fn opening_of(&self, arrangement: &Arrangement, at: i64) -> Result<Opening, Refusal> {
        let bad = |message: &str| Refusal::new(RefusalReason::BadRequest, message);
        let Arrangement { id, settings, host, seats, start, .. } = arrangement;
        if let Some(fault) = settings.fault() {
            return Err(bad(&format!("{fault}.")));
        }
        if seats.len() != usize::from(settings.seats) || arrangement.players().next().is_none() {
            return Err(bad("An arranged regatta must have a sitter for each seat, and at least one player."));
        }
        let (secret, salts) = arrangement.draw_dice();
        let (mut room, mut events) = Room::open(id.clone(), secret, settings.clone(), host.clone(), Vec::new(), at);
        room.open_for(arrangement.occasion.clone(), &mut events);
        let act = |room: &mut Room, who: &PlayerId, action: RoomAction| -> Result<Vec<RoomEvent>, Refusal> {
            room.act(who, &action, None, at, &Gone::default(), &mut random_bytes)
        };
        for (color, sitter) in seats {
            let color = Some(*color);
            match sitter {
                Sitter::Pilot(pilot) => {
                    events.extend(act(&mut room, host, RoomAction::SeatPilot { color, pilot: pilot.clone() })?)
                }
                Sitter::Player(player) if *start == Start::AtOnce => {
                    let salt = color.and_then(|color| salts.get(&color).cloned());
                    events.extend(act(&mut room, player, RoomAction::Join { color, salt, seal: None })?)
                }
                Sitter::Player(_) => {}
            }
        }
        let players = arrangement.players();
        match start {
            Start::AtOnce => {
                for (_, player) in players {
                    events.extend(act(&mut room, player, RoomAction::Ready { ready: true, seal: None })?);
                }
            }
            Start::WhenAllCome => {
                let to = players.map(|(color, player)| (color, player.clone())).collect();
                events.extend(room.offer(Offer { of: None, to, until: None }));
            }
        }
        self.opening(room, events, at)
    }

    /// Gives a player's seat to a pilot for good: they dropped out, or the time is over. Does nothing if a pilot has it
    /// already, or if the regatta is over. Any node may do it.
    pub async fn hand_over(&self, id: &RegattaId, player: &PlayerId, why: Absence) -> Result<(), Refusal> {
        self.act_for(id, player, RoomAction::HandOver(why)).await
    }

    /// Gives a player on holiday, if it is their turn, time until then. Any node may do it.
    pub async fn extend(&self, id: &RegattaId, player: &PlayerId, until: i64) -> Result<(), Refusal> {
        self.act_for(id, player, RoomAction::Extend(until)).await
    }

    async fn act_for(&self, id: &RegattaId, player: &PlayerId, action: RoomAction) -> Result<(), Refusal> {
        let visitor = Visitor { vouched: true, ..Visitor::new(Some(player.clone()), None) };
        // A new id each time, because players could guess a fixed one. Doing it twice changes nothing.
        let submission = Submission { id: format!("server: {}", random_text(20)), action, seen: None };
        match self.act_here(id, &visitor, &submission).await {
            Ok(_) => Ok(()),
            Err(refusal) => match refusal.code {
                RefusalReason::Over | RefusalReason::NotSeated | RefusalReason::NotYourTurn => Ok(()),
                _ => Err(refusal),
            },
        }
    }
}
