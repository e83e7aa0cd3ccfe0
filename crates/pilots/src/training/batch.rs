//! Many races side by side, for learning programs: one call performs a decision in each of them.

use crate::{
    CourseCache, Pilot, PilotKind, QuickRandom, Score,
    training::{
        lakes::{Lakes, PreparedLake},
        numbers::NumberedDecision,
        observation::observation_len,
        table::{BadDecision, Reward, Table},
    },
};
use powerboats_rules::{Course, Phase, Sides};
use std::{fmt, sync::Arc};

/// More tables or lakes than any machine has memory for.
const MANY: usize = 1_000_001;

/// While a race decides, the memory of the race so many tables later is loaded.
const EARLY: usize = 8;

/// How a batch of races is set up.
#[derive(Clone, Debug)]
pub struct BatchSetup {
    /// The number of races side by side.
    pub tables: usize,
    /// The number of boats in each race, 1 to 6.
    pub players: usize,
    /// Pilots for the last seats. The others belong to the learning program, at least one.
    pub opponents: Vec<PilotKind>,
    #[allow(missing_docs)]
    pub seed: u64,
    /// The number of lakes in the pool from which each race draws its own.
    pub lakes: usize,
    /// The sides of the tiles.
    pub sides: Sides,
    #[allow(missing_docs)]
    pub reward: Reward,
    /// A race is stopped when a boat has taken this many turns.
    pub most_turns: u32,
}

/// Why a batch cannot be set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BadBatch {
    /// There are no tables, or more than a million.
    Tables(usize),
    /// There are no lakes, or more than a million.
    Lakes(usize),
    /// The number of players is not 1 to 6.
    Players(usize),
    /// No seat is left for the learning program: this many opponents for this many players.
    Opponents(usize, usize),
    /// The course has too few start places, or cannot be finished from all of them.
    Course(usize),
    /// No boat may take a turn.
    NoTurns,
}

impl fmt::Display for BadBatch {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BadBatch::Tables(tables) => write!(f, "expected 1 to {} tables, found {tables}", MANY - 1),
            BadBatch::Lakes(lakes) => write!(f, "expected 1 to {} lakes, found {lakes}", MANY - 1),
            BadBatch::Players(players) => write!(f, "expected 1 to 6 players, found {players}"),
            BadBatch::Opponents(opponents, players) => {
                write!(f, "{opponents} opponents leave no seat for you: there are {players} players")
            }
            BadBatch::Course(boats) => {
                write!(
                    f,
                    "the course cannot be finished from every start place, or has too few of them for {boats} boats"
                )
            }
            BadBatch::NoTurns => f.write_str("a boat must be allowed at least one turn, found at most 0"),
        }
    }
}

impl std::error::Error for BadBatch {}

/// Why a step is refused. No race has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BadStep {
    #[allow(missing_docs)]
    Length { expected: usize, found: usize },
    #[allow(missing_docs)]
    Decision { table: usize, why: BadDecision },
}

impl fmt::Display for BadStep {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BadStep::Length { expected, found } => write!(f, "expected {expected} actions, found {found}"),
            BadStep::Decision { table, why } => write!(f, "table {table}: {why}"),
        }
    }
}

impl std::error::Error for BadStep {}

/// The arrays that a step fills: one row for each table.
pub struct Rows<'a> {
    /// Observations of the seat that decides next: rows of [`Batch::observation_len`].
    pub observations: &'a mut [f32],
    /// Its legal actions: rows of [`NumberedDecision::COUNT`].
    pub masks: &'a mut [bool],
    /// The seat that decides next.
    pub seats: &'a mut [u8],
}

/// What a step earned.
pub struct Earned<'a> {
    /// What each seat earned: rows of as many numbers as there are players.
    pub rewards: &'a mut [f32],
    /// Did the race end? Then a new one has begun at this table.
    pub done: &'a mut [bool],
}

/// Races side by side. When one ends, the next begins on another lake.
pub struct Batch {
    setup: BatchSetup,
    tables: Vec<Table>,
    lakes: Lakes,
    /// The pilots of the last seats.
    pilots: Vec<Box<dyn Pilot>>,
    courses: Arc<CourseCache>,
    /// Random numbers of [`Batch::sample`].
    sampler: QuickRandom,
}

/// The memory that one solved course takes, generously.
const BYTES_A_SOLUTION: usize = 16 << 20;

impl Batch {
    /// Prepares the lakes and begins the races.
    pub fn new(setup: BatchSetup) -> Result<Batch, BadBatch> {
        check(&setup)?;
        let draw = QuickRandom::of_task(setup.seed, u64::MAX);
        let lakes = Lakes::new(setup.lakes, setup.sides, setup.players, draw);
        Ok(Batch::on(setup, lakes))
    }

    /// The same, with all races on one course.
    pub fn on_course(setup: BatchSetup, course: Arc<Course>) -> Result<Batch, BadBatch> {
        check(&setup)?;
        let lake = PreparedLake::new(course, setup.players).ok_or(BadBatch::Course(setup.players))?;
        let lakes = Lakes::only(lake, setup.sides, setup.players);
        Ok(Batch::on(setup, lakes))
    }

    fn on(setup: BatchSetup, lakes: Lakes) -> Batch {
        let courses = CourseCache::within(lakes.len().saturating_mul(BYTES_A_SOLUTION).max(64 << 20));
        let pilots: Vec<Box<dyn Pilot>> = setup.opponents.iter().map(|kind| kind.pilot(&courses)).collect();
        if !pilots.is_empty() {
            lakes.solve(&courses);
        }
        let seed = setup.seed;
        let mut batch = Batch { setup, tables: Vec::new(), lakes, pilots, courses, sampler: QuickRandom::new(seed) };
        batch.restart(seed);
        batch
    }

    /// Begins all races again, with the dice of this seed and the lakes of the pool.
    pub fn restart(&mut self, seed: u64) {
        self.sampler = QuickRandom::of_task(!seed, 0);
        self.tables.clear();
        for table in 0..self.setup.tables as u64 {
            let mut draw = QuickRandom::of_task(seed, table);
            let lake = self.lakes.pick(&mut draw);
            self.tables.push(Table::new(lake, draw));
        }
        for table in 0..self.tables.len() {
            self.play_opponents(table, &mut []);
        }
    }

    /// A seed for [`Batch::restart`], another one each time.
    pub fn next_seed(&mut self) -> u64 {
        self.sampler.bits()
    }

    /// The length of an observation.
    pub fn observation_len(&self) -> usize {
        observation_len(self.setup.players)
    }

    #[allow(missing_docs)]
    pub fn setup(&self) -> &BatchSetup {
        &self.setup
    }

    #[allow(missing_docs)]
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Replaces lakes of the pool by new ones, the oldest first. Races go on; the next ones draw from the new pool.
    pub fn renew(&mut self, lakes: usize) {
        self.lakes.renew(lakes.min(self.lakes.len()));
        if !self.pilots.is_empty() {
            self.lakes.solve(&self.courses);
        }
    }

    /// Draws a legal action for each table, all equally likely.
    pub fn sample(&mut self, actions: &mut [i64]) {
        for (table, action) in self.tables.iter().zip(actions) {
            *action = table.sample(&mut self.sampler) as i64;
        }
    }

    /// Fills the rows of all tables.
    pub fn observe(&mut self, rows: &mut Rows) {
        (0..self.tables.len()).for_each(|table| self.observe_table(table, rows));
    }

    #[inline]
    fn observe_table(&mut self, index: usize, rows: &mut Rows) {
        let len = self.observation_len();
        let table = &mut self.tables[index];
        let seat = table.seat().unwrap_or(0);
        rows.seats[index] = seat as u8;
        table.observe_turn(seat, &mut rows.observations[index * len..][..len]);
        table.mask(&mut rows.masks[index * NumberedDecision::COUNT..][..NumberedDecision::COUNT]);
    }

    /// Performs one action at each table, and all decisions of opponents that follow.
    pub fn step(&mut self, actions: &[i64], rows: &mut Rows, earned: &mut Earned) -> Result<(), BadStep> {
        if actions.len() != self.tables.len() {
            return Err(BadStep::Length { expected: self.tables.len(), found: actions.len() });
        }
        for (table, &action) in actions.iter().enumerate() {
            self.tables[table].check(action).map_err(|why| BadStep::Decision { table, why })?;
        }
        earned.rewards.fill(0.0);
        let players = self.setup.players;
        for (index, &action) in actions.iter().enumerate() {
            if let Some(later) = self.tables.get(index + 2 * EARLY) {
                later.prefetch_lake();
            }
            if let (Some(later), Some(&action)) = (self.tables.get(index + EARLY), actions.get(index + EARLY)) {
                later.prefetch(action);
            }
            let rewards = &mut earned.rewards[index * players..][..players];
            earned.done[index] = self.step_table(index, action, rewards);
            self.observe_table(index, rows);
        }
        Ok(())
    }

    /// Performs a legal action. Returns whether the race ended; then the next one has begun.
    #[inline]
    fn step_table(&mut self, index: usize, action: i64, rewards: &mut [f32]) -> bool {
        let table = &mut self.tables[index];
        let (seat, turns) = acting(table);
        if table.act(action).is_err() {
            return false; // cannot happen: the action was checked
        }
        table.reward(self.setup.reward, seat, turns, rewards);
        if !self.pilots.is_empty() {
            self.play_opponents(index, rewards);
        }
        let table = &mut self.tables[index];
        let over = match table.race.phase() {
            Phase::Over => true,
            // Only a boat that begins a turn can have taken too many.
            Phase::Dice(color) => table.race.boat(color).is_some_and(|boat| boat.turns >= self.setup.most_turns),
            _ => false,
        };
        if over {
            table.penalty(self.setup.reward, rewards);
            self.begin(index);
        }
        over
    }

    /// Begins the next race at a table.
    fn begin(&mut self, index: usize) {
        let table = &mut self.tables[index];
        let lake = self.lakes.pick(&mut table.draw);
        table.begin(lake);
        self.play_opponents(index, &mut []);
    }

    /// Lets opponents decide until a seat of the learning program has the turn.
    fn play_opponents(&mut self, index: usize, rewards: &mut [f32]) {
        let (table, mine) = (&mut self.tables[index], self.setup.players - self.pilots.len());
        while let Some(seat) = table.seat().filter(|&seat| seat >= mine) {
            let (_, turns) = acting(table);
            if turns >= self.setup.most_turns {
                break;
            }
            let action = self.pilots[seat - mine].decide(&table.race, &Score::of_race(&table.race), &mut table.draw);
            if table.apply(action).is_err() {
                break; // cannot happen: pilots make legal decisions
            }
            if !rewards.is_empty() {
                table.reward(self.setup.reward, seat, turns, rewards);
            }
        }
    }
}

/// The seat whose turn it is, and the turns that its boat has taken.
#[inline]
fn acting(table: &Table) -> (usize, u32) {
    let seat = table.seat().unwrap_or(0);
    (seat, table.race.boat(table.colors()[seat]).map_or(0, |boat| boat.turns))
}

fn check(setup: &BatchSetup) -> Result<(), BadBatch> {
    match (setup.tables, setup.players, setup.opponents.len()) {
        (0 | MANY.., ..) => Err(BadBatch::Tables(setup.tables)),
        _ if setup.lakes == 0 || setup.lakes >= MANY => Err(BadBatch::Lakes(setup.lakes)),
        _ if setup.most_turns == 0 => Err(BadBatch::NoTurns),
        (_, 0 | 7.., _) => Err(BadBatch::Players(setup.players)),
        (_, players, opponents) if opponents >= players => Err(BadBatch::Opponents(opponents, players)),
        _ => Ok(()),
    }
}
