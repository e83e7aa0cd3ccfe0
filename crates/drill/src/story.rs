//! What was seen of a regatta by anybody, and the game that follows from it.

use crate::Trouble;
use powerboats_referee::Table;
use powerboats_rules::Color;
use powerboats_server::{
    ids::PlayerId,
    room::event::{RoomEvent, Told},
};
use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
};

/// All events in order. Whoever sees one tells it here: if two see it, they must have seen the same. There are gaps where
/// spectators spoke among themselves.
#[derive(Default)]
pub struct Story {
    told: Vec<Told>,
    seats: HashMap<PlayerId, Color>,
    table: Option<Table>,
    over: bool,
}

impl Story {
    /// Somebody was told this. It must be the next event by the rules, or one that is known word for word.
    pub fn tell(&mut self, told: Told) -> Result<(), Trouble> {
        let seq = told.event.seq;
        if seq > self.seq() {
            self.follow(&told.event.what)?;
            self.told.push(told);
            return Ok(());
        }
        let known = self.told.binary_search_by_key(&seq, |known| known.event.seq).ok().map(|at| &self.told[at]);
        let same = known == Some(&told);
        same.then_some(()).ok_or_else(|| Trouble::broken(format_args!("{known:?} became {told:?}")))
    }

    fn follow(&mut self, what: &RoomEvent) -> Result<(), Trouble> {
        match what {
            RoomEvent::Joined { color, player, .. } => drop(self.seats.insert(player.clone(), *color)),
            RoomEvent::Secret { .. } => self.over = true,
            RoomEvent::Game { happening } => {
                let followed = match &mut self.table {
                    Some(table) => table.follow(happening),
                    None => Table::follow_lake(happening).map(|table| self.table = Some(table)),
                };
                followed.map_err(|fault| Trouble::broken(format_args!("against the rules: {}", fault.message)))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Of the last event.
    pub fn seq(&self) -> u64 {
        self.told.last().map_or(0, |told| told.event.seq)
    }

    /// How many events were told.
    pub fn len(&self) -> usize {
        self.told.len()
    }

    /// Was nothing told yet?
    pub fn is_empty(&self) -> bool {
        self.told.is_empty()
    }

    /// Is the secret told? Then nothing more happens.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Where this player sits.
    pub fn color_of(&self, player: &PlayerId) -> Option<Color> {
        self.seats.get(player).copied()
    }

    /// The game, if it is this player's turn in it.
    pub fn turn_of(&self, player: &PlayerId) -> Option<&Table> {
        let color = self.seats.get(player)?;
        self.table.as_ref().filter(|table| table.turn() == Some(*color))
    }

    /// A number that two stories share only if they are the same.
    pub fn digest(&self) -> u64 {
        digest(&self.told)
    }
}

/// A number that two lists of events share only if they are the same.
pub fn digest(told: &[Told]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for told in told {
        serde_json::to_string(told).expect("it came as JSON").hash(&mut hasher);
    }
    hasher.finish()
}
