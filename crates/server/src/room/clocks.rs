//! The clocks of a room: who has how long.

use crate::room::{event::RoomEvent, settings::Clock};
use powerboats_rules::Color;
use std::collections::BTreeMap;

/// How long everybody has. It never looks at a clock itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    clock: Clock,
    /// Whose time runs, and when it is up, bank included.
    running: Option<(Color, i64)>,
    /// Milliseconds.
    banks: BTreeMap<Color, i64>,
}

/// The least for a player's first decision, the placing before the first race: they may still be on their way.
const ARRIVAL: i64 = 60_000;

impl Clocks {
    /// Nobody's time runs yet.
    pub fn new(clock: Clock) -> Clocks {
        Clocks { clock, running: None, banks: BTreeMap::new() }
    }

    /// The game begins: these have full banks.
    pub fn fill(&mut self, players: impl Iterator<Item = Color>) {
        if let Some((_, bank)) = self.clock.times() {
            self.banks = players.map(|color| (color, bank)).collect();
        }
    }

    /// When the time of whoever has the turn is up.
    pub fn deadline(&self) -> Option<i64> {
        self.running.map(|(_, until)| until)
    }

    /// Milliseconds in each player's bank.
    pub fn banks(&self) -> &BTreeMap<Color, i64> {
        &self.banks
    }

    /// As told.
    pub fn run(&mut self, color: Color, until: Option<i64>, banks: &BTreeMap<Color, i64>) {
        self.running = until.map(|until| (color, until));
        self.banks = banks.clone();
    }

    /// This player has used up everything.
    pub fn empty(&mut self, color: Color) {
        self.banks.entry(color).and_modify(|bank| *bank = 0);
        self.running = None;
    }

    /// A turn has ended and the next begins, a person's or a pilot's: what is told of it.
    pub fn next(&mut self, turn: Option<Color>, person: bool, first: bool, now: i64) -> Option<RoomEvent> {
        let (free, _) = self.clock.times()?;
        if let Some((color, until)) = self.running.take()
            && let Some(bank) = self.banks.get_mut(&color)
        {
            // What was used after the turn's own time came from the bank.
            let used = (now - (until - *bank)).max(0);
            *bank = (*bank - used).max(0);
        }
        let color = turn?;
        let bank = self.banks.get(&color).copied().unwrap_or(0);
        let free = if first { free.max(ARRIVAL) } else { free };
        Some(RoomEvent::Clock { color, until: person.then_some(now + free + bank), banks: self.banks.clone() })
    }

    /// The deadline was moved; what is told of it, if so.
    pub fn moved_to(&self, deadline: Option<i64>) -> Option<RoomEvent> {
        let (color, until) = self.running?;
        let deadline = deadline.filter(|deadline| *deadline != until)?;
        Some(RoomEvent::Clock { color, until: Some(deadline), banks: self.banks.clone() })
    }
}
