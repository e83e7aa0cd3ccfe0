//! The clocks of a room: how much time each player has.

use crate::room::{event::RoomEvent, settings::Clock};
use powerboats_referee::Happening;
use powerboats_rules::Color;
use std::collections::BTreeMap;

/// Each player's remaining time. It never reads the system clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    clock: Clock,
    /// The player whose clock runs, and when their time is up, bank included.
    running: Option<(Color, i64)>,
    /// When the current turn's own time begins to run, if a page must first show what happened before.
    starts: Option<i64>,
    /// While the game is paused: the player whose clock ran, how much time was left, and how long before it would have
    /// begun to run.
    halted: Option<(Color, i64, i64)>,
    /// Milliseconds in each player's bank.
    banks: BTreeMap<Color, i64>,
}

/// The minimum time for a player's first decision, placing the boat in the first race: they may still be arriving.
const FIRST_PLACING_TIME: i64 = 60_000;

/// The most time that a turn gets for showing what happened before it.
const LONGEST_SHOWING: i64 = 15_000;

/// How long a page takes to show an event of the game at its calm speed, in milliseconds. The page's own times are in
/// `web/src/lib/board/drama/stage.ts`; these are a little longer, because a page also has to draw.
pub fn showing_time(happening: &Happening) -> i64 {
    match happening {
        Happening::Placed { .. } | Happening::Resigned { .. } | Happening::Retired { .. } => 400,
        Happening::Rolled { rolled, .. } => {
            if rolled.is_empty() {
                300
            } else {
                850
            }
        }
        Happening::Moved { moved, .. } => {
            // The boat turns, comes to rest, and may have a sign for rounding a buoy or overtaking.
            let signs = 1000;
            let run = (90 * i64::from(moved.run)).min(1200);
            let crash = if moved.crash { 700 } else { 0 };
            let sunk = if moved.sunk { 1500 } else { 0 };
            let finished = if moved.finished { 1900 } else { 0 };
            signs + run + crash + sunk + finished
        }
        Happening::RaceOver { .. } | Happening::Over { .. } => 2500,
        Happening::Lake { .. } | Happening::Race { .. } => 0,
    }
}

impl Clocks {
    /// Clocks that do not run yet.
    pub fn new(clock: Clock) -> Clocks {
        Clocks { clock, running: None, starts: None, halted: None, banks: BTreeMap::new() }
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

    /// When the current turn's own time begins to run; `None` if it runs already.
    pub fn starts(&self) -> Option<i64> {
        self.running.and(self.starts)
    }

    /// Milliseconds in each player's bank.
    pub fn banks(&self) -> &BTreeMap<Color, i64> {
        &self.banks
    }

    /// Applies a [`RoomEvent::Clock`].
    pub fn run(&mut self, color: Color, until: Option<i64>, starts: Option<i64>, banks: &BTreeMap<Color, i64>) {
        self.running = until.map(|until| (color, until));
        (self.starts, self.halted) = (starts, None);
        self.banks = banks.clone();
    }

    /// Applies a pause.
    pub fn halt(&mut self, at: i64) {
        let lead = self.starts.map_or(0, |starts| (starts - at).max(0));
        self.halted = self.running.take().map(|(color, until)| (color, (until - at).max(0), lead));
    }

    /// The clock event after a pause: the player has as much time as before; `None` if no clock ran.
    pub fn resumed(&self, now: i64) -> Option<RoomEvent> {
        let (color, left, lead) = self.halted?;
        let starts = (lead > 0).then_some(now + lead);
        Some(RoomEvent::Clock { color, until: Some(now + left), banks: self.banks.clone(), starts })
    }

    /// Stops all clocks at the end.
    pub fn stop(&mut self) {
        (self.running, self.halted) = (None, None);
    }

    /// Applies a timeout: the player has used up turn and bank.
    pub fn empty(&mut self, color: Color) {
        self.banks.entry(color).and_modify(|bank| *bank = 0);
        self.running = None;
    }

    /// Ends a turn and begins the next, a person's or a pilot's. Returns the clock event of the new turn. `shown` is when
    /// a page has shown everything that happened before.
    pub fn next(&mut self, turn: Option<Color>, runs: Runs, shown: i64, now: i64) -> Option<RoomEvent> {
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
        let lead = match self.clock {
            Clock::Live { .. } => (shown - now).clamp(0, LONGEST_SHOWING),
            Clock::None {} | Clock::Correspondence { .. } => 0,
        };
        let free = match runs {
            Runs::Not => None,
            Runs::FirstPlacing => Some(free.max(FIRST_PLACING_TIME)),
            Runs::Turn => Some(free),
        };
        let until = free.map(|free| now + lead + free + bank);
        let starts = until.is_some_and(|_| lead > 0).then_some(now + lead);
        Some(RoomEvent::Clock { color, until, banks: self.banks.clone(), starts })
    }

    /// The clock event that gives a player more time, if it is their turn and they have less.
    pub fn extended(&self, color: Color, until: i64) -> Option<RoomEvent> {
        self.running.filter(|(running, deadline)| *running == color && *deadline < until)?;
        self.moved_to(Some(until))
    }

    /// The clock event that moves the deadline, if it differs.
    pub fn moved_to(&self, deadline: Option<i64>) -> Option<RoomEvent> {
        let (color, until) = self.running?;
        let deadline = deadline.filter(|deadline| *deadline != until)?;
        let starts = self.starts.map(|starts| starts + deadline - until);
        Some(RoomEvent::Clock { color, until: Some(deadline), banks: self.banks.clone(), starts })
    }
}

/// Whether the clock of the next turn runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runs {
    /// It does not: it is a pilot's turn, or there is a break.
    Not,
    /// It is the turn to place the boat in the first race.
    FirstPlacing,
    #[allow(missing_docs)]
    Turn,
}
