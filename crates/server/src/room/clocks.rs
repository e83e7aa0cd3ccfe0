//! The clocks of a room: how much time each player has.

use crate::room::{event::RoomEvent, settings::Clock};
use powerboats_rules::Color;
use std::collections::BTreeMap;

/// Each player's remaining time. It never reads the system clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    clock: Clock,
    /// The player whose clock runs, and when their time is up, bank included.
    running: Option<(Color, i64)>,
    /// Milliseconds in each player's bank.
    banks: BTreeMap<Color, i64>,
}

/// The minimum time for a player's first decision, placing the boat in the first race: they may still be arriving.
const FIRST_PLACING_TIME: i64 = 60_000;

impl Clocks {
    /// Clocks that do not run yet.
    pub fn new(clock: Clock) -> Clocks {
        Clocks { clock, running: None, banks: BTreeMap::new() }
    }

    /// Fills the banks of all players at the start.
    pub fn fill(&mut self, players: impl Iterator<Item = Color>) {
        if let Some((_, bank)) = self.clock.times() {
            self.banks = players.map(|color| (color, bank)).collect();
        }
    }

    /// When the current player's time is up.
    pub fn deadline(&self) -> Option<i64> {
        self.running.map(|(_, until)| until)
    }

    /// Milliseconds in each player's bank.
    pub fn banks(&self) -> &BTreeMap<Color, i64> {
        &self.banks
    }

    /// Applies a [`RoomEvent::Clock`].
    pub fn run(&mut self, color: Color, until: Option<i64>, banks: &BTreeMap<Color, i64>) {
        self.running = until.map(|until| (color, until));
        self.banks = banks.clone();
    }

    /// Applies a timeout: the player has used up turn and bank.
    pub fn empty(&mut self, color: Color) {
        self.banks.entry(color).and_modify(|bank| *bank = 0);
        self.running = None;
    }

    /// Ends a turn and begins the next, a person's or a pilot's. Returns the clock event of the new turn.
    pub fn next(&mut self, turn: Option<Color>, person: bool, first: bool, now: i64) -> Option<RoomEvent> {
        let (free, _) = self.clock.times()?;
        if let Some((color, until)) = self.running.take()
            && let Some(bank) = self.banks.get_mut(&color)
        {
            // Time used beyond the turn's own allowance comes from the bank.
            let used = (now - (until - *bank)).max(0);
            *bank = (*bank - used).max(0);
        }
        let color = turn?;
        let bank = self.banks.get(&color).copied().unwrap_or(0);
        let free = if first { free.max(FIRST_PLACING_TIME) } else { free };
        Some(RoomEvent::Clock { color, until: person.then_some(now + free + bank), banks: self.banks.clone() })
    }

    /// The clock event that moves the deadline, if it differs.
    pub fn moved_to(&self, deadline: Option<i64>) -> Option<RoomEvent> {
        let (color, until) = self.running?;
        let deadline = deadline.filter(|deadline| *deadline != until)?;
        Some(RoomEvent::Clock { color, until: Some(deadline), banks: self.banks.clone() })
    }
}
