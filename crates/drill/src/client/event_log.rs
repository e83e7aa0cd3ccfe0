//! The events of a regatta as its players saw them, and the state of the game that follows from them.

use crate::DrillError;
use powerboats_referee::Table;
use powerboats_rules::Color;
use powerboats_server::{
    ids::PlayerId,
    room::event::{ClientEvent, RoomEvent},
};
use std::{
    collections::{HashMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
};

/// The events of a regatta in order, shared by its players.
///
/// Each player adds every event it receives. If two players receive an event with the same number, the events must be
/// equal. There are gaps where spectators chatted among themselves.
#[derive(Default)]
pub struct EventLog {
    told: Vec<ClientEvent>,
    seats: HashMap<PlayerId, Color>,
    table: Option<Table>,
    over: bool,
    /// Players who are not ready for the next race yet.
    looking: HashSet<Color>,
}

impl EventLog {
    /// Adds an event. It must either follow from the earlier ones by the rules or equal the one with the same number.
    pub fn add(&mut self, told: ClientEvent) -> Result<(), DrillError> {
        let seq = told.event.seq;
        if seq > self.seq() {
            self.follow(&told.event.what)?;
            self.told.push(told);
            return Ok(());
        }
        let known = self.told.binary_search_by_key(&seq, |known| known.event.seq).ok().map(|at| &self.told[at]);
        let same = known == Some(&told);
        same.then_some(())
            .ok_or_else(|| DrillError::broken(format_args!("event {seq} was {known:?} and is now {told:?}")))
    }

    fn follow(&mut self, what: &RoomEvent) -> Result<(), DrillError> {
        match what {
            RoomEvent::Joined { color, player, .. } => drop(self.seats.insert(player.clone(), *color)),
            RoomEvent::Secret { .. } => self.over = true,
            RoomEvent::Break { .. } => self.looking = self.seats.values().copied().collect(),
            RoomEvent::BreakOver {} => self.looking.clear(),
            RoomEvent::Ready { color, ready: true, .. } => drop(self.looking.remove(color)),
            RoomEvent::Game { happening, .. } => {
                let followed = match &mut self.table {
                    Some(table) => table.follow(happening),
                    None => Table::follow_lake(happening).map(|table| self.table = Some(table)),
                };
                followed.map_err(|fault| {
                    DrillError::broken(format_args!("an event breaks the rules of the game: {}", fault.message))
                })?;
            }
            _ => {}
        }
        Ok(())
    }

    /// The number of the last event.
    pub fn seq(&self) -> u64 {
        self.told.last().map_or(0, |told| told.event.seq)
    }

    pub fn len(&self) -> usize {
        self.told.len()
    }

    /// Whether the secret of the dice was revealed, which is the last event of a regatta.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The colour of this player's boat.
    pub fn color_of(&self, player: &PlayerId) -> Option<Color> {
        self.seats.get(player).copied()
    }

    /// The game, if it is this player's turn.
    pub fn turn_of(&self, player: &PlayerId) -> Option<&Table> {
        let color = self.seats.get(player)?;
        self.table.as_ref().filter(|table| table.turn() == Some(*color))
    }

    /// Whether this player must say that they are ready for the next race.
    pub fn must_be_ready(&self, player: &PlayerId) -> bool {
        self.color_of(player).is_some_and(|color| self.looking.contains(&color))
    }

    /// A hash of all events.
    pub fn digest(&self) -> u64 {
        digest(&self.told)
    }
}

/// A hash of a list of events.
pub fn digest(told: &[ClientEvent]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for told in told {
        serde_json::to_string(told).expect("an event is JSON").hash(&mut hasher);
    }
    hasher.finish()
}
