//! `Batch` and `Table`: races for learning programs, which fill arrays of numpy.

use crate::{
    action::Action,
    course::Course,
    error::{bad, illegal},
    race::Race,
};
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use powerboats_pilots::{
    PilotKind, QuickRandom,
    training::{self, BadStep, BatchSetup, Earned, NumberedDecision, PreparedLake, Reward, Rows, observation_len},
};
use powerboats_rules::{Color, Phase, Sides};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

fn read_reward(name: &str) -> PyResult<Reward> {
    match name {
        "points" => Ok(Reward::Points),
        "turns" => Ok(Reward::Turns),
        _ => Err(bad(format!("unknown reward {name:?}: expected points or turns"))),
    }
}

/// The texts of all numbered actions.
#[pyfunction]
pub fn decisions() -> Vec<String> {
    (0..NumberedDecision::COUNT).filter_map(NumberedDecision::of).map(|decision| decision.to_string()).collect()
}

/// Many races side by side. `powerboats.env.Vec` holds its arrays.
#[pyclass(frozen, module = "powerboats")]
pub struct Batch(Mutex<training::Batch>);

#[pymethods]
impl Batch {
    #[new]
    #[allow(clippy::too_many_arguments)] // called from one place, by name
    fn new(
        py: Python,
        tables: usize,
        players: usize,
        opponents: Vec<String>,
        seed: u64,
        lakes: usize,
        side: &str,
        reward: &str,
        most_turns: u32,
        course: Option<&Course>,
    ) -> PyResult<Batch> {
        let opponents = opponents.iter().map(|name| name.parse::<PilotKind>().map_err(bad)).collect::<PyResult<_>>()?;
        let (sides, reward) = (side.parse::<Sides>().map_err(bad)?, read_reward(reward)?);
        let setup = BatchSetup { tables, players, opponents, seed, lakes, sides, reward, most_turns };
        let batch = py.detach(|| match course {
            None => training::Batch::new(setup),
            Some(course) => training::Batch::on_course(setup, course.course.clone()),
        });
        Ok(Batch(Mutex::new(batch.map_err(bad)?)))
    }

    fn reset<'py>(
        &self,
        py: Python<'py>,
        seed: Option<u64>,
        observations: PyReadwriteArray2<'py, f32>,
        masks: PyReadwriteArray2<'py, bool>,
        seats: PyReadwriteArray1<'py, u8>,
    ) -> PyResult<()> {
        let (mut observations, mut masks, mut seats) = (observations, masks, seats);
        let mut rows = rows(&mut observations, &mut masks, &mut seats)?;
        self.check_rows(&rows)?;
        py.detach(|| {
            let mut batch = self.lock();
            let seed = seed.unwrap_or_else(|| batch.next_seed());
            batch.restart(seed);
            batch.observe(&mut rows);
        });
        Ok(())
    }

    #[allow(clippy::too_many_arguments)] // the arrays of one step
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'py, i64>,
        observations: PyReadwriteArray2<'py, f32>,
        masks: PyReadwriteArray2<'py, bool>,
        seats: PyReadwriteArray1<'py, u8>,
        rewards: PyReadwriteArray2<'py, f32>,
        done: PyReadwriteArray1<'py, bool>,
    ) -> PyResult<()> {
        let (mut observations, mut masks, mut seats) = (observations, masks, seats);
        let (mut rewards, mut done) = (rewards, done);
        let mut rows = rows(&mut observations, &mut masks, &mut seats)?;
        let (rewards, done) = (rewards.as_slice_mut().map_err(bad)?, done.as_slice_mut().map_err(bad)?);
        let mut earned = Earned { rewards, done };
        let actions = actions.as_slice().map_err(bad)?;
        self.check_rows(&rows)?;
        let players = self.lock().setup().players;
        self.check_len(earned.rewards.len(), players)?;
        self.check_len(earned.done.len(), 1)?;
        py.detach(|| self.lock().step(actions, &mut rows, &mut earned)).map_err(|why| match why {
            BadStep::Length { .. } => bad(why),
            why => illegal(why),
        })
    }

    fn sample<'py>(&self, py: Python<'py>, actions: PyReadwriteArray1<'py, i64>) -> PyResult<()> {
        let mut actions = actions;
        let actions = actions.as_slice_mut().map_err(bad)?;
        self.check_len(actions.len(), 1)?;
        py.detach(|| self.lock().sample(actions));
        Ok(())
    }

    fn renew(&self, py: Python, lakes: usize) {
        py.detach(|| self.lock().renew(lakes));
    }

    #[getter]
    fn observation_len(&self) -> usize {
        self.lock().observation_len()
    }

    /// A copy of the race at a table.
    fn race(&self, table: usize) -> PyResult<Race> {
        let batch = self.lock();
        let found = batch.tables().get(table);
        let found = found.ok_or_else(|| bad(format!("unknown table {table}: there are {}", batch.tables().len())))?;
        Ok(Race::on_map(found.race().clone()))
    }
}

impl Batch {
    fn lock(&self) -> MutexGuard<'_, training::Batch> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check_rows(&self, rows: &Rows) -> PyResult<()> {
        self.check_len(rows.observations.len(), self.observation_len())?;
        self.check_len(rows.masks.len(), NumberedDecision::COUNT)?;
        self.check_len(rows.seats.len(), 1)
    }

    /// Checks the length of an array that has this many numbers for each table. Somebody may have replaced it.
    fn check_len(&self, found: usize, per_table: usize) -> PyResult<()> {
        let expected = self.lock().tables().len() * per_table;
        let wrong =
            || bad(format!("an array of this Vec has {found} numbers instead of {expected}: do not replace it"));
        if found == expected { Ok(()) } else { Err(wrong()) }
    }
}

fn rows<'a>(
    observations: &'a mut PyReadwriteArray2<f32>,
    masks: &'a mut PyReadwriteArray2<bool>,
    seats: &'a mut PyReadwriteArray1<u8>,
) -> PyResult<Rows<'a>> {
    Ok(Rows {
        observations: observations.as_slice_mut().map_err(bad)?,
        masks: masks.as_slice_mut().map_err(bad)?,
        seats: seats.as_slice_mut().map_err(bad)?,
    })
}

/// One race for learning programs, without a next race.
#[pyclass(module = "powerboats")]
pub struct Table {
    table: training::Table,
    players: usize,
}

#[pymethods]
impl Table {
    /// A race on a random lake, or on a course.
    #[new]
    fn new(py: Python, players: usize, seed: u64, side: &str, course: Option<&Course>) -> PyResult<Table> {
        if !(1..=6).contains(&players) {
            return Err(bad(format!("expected 1 to 6 players, found {players}")));
        }
        let sides: Sides = side.parse().map_err(bad)?;
        let mut draw = QuickRandom::of_task(seed, 0);
        let lake = match course {
            None => py.detach(|| PreparedLake::draw(sides, players, &mut draw)),
            Some(course) => prepared(course, players)?,
        };
        Ok(Table { table: training::Table::new(Arc::new(lake), draw), players })
    }

    /// The race of a `Race`, as it is now.
    #[staticmethod]
    fn of(race: &Race) -> PyResult<Table> {
        let players = race.race().boats().len();
        let lake = PreparedLake::new(race.race().course().clone(), players);
        let lake = lake.ok_or_else(|| bad(training::BadBatch::Course(players)))?;
        Ok(Table { table: training::Table::of(Arc::new(lake), race.race().clone()), players })
    }

    /// A race on the same course with the same number of boats, as it is now; None if the course or the number is another.
    fn like(&self, race: &Race) -> Option<Table> {
        let same = race.race().course() == self.table.race().course() && race.race().boats().len() == self.players;
        same.then(|| Table { table: self.table.with(race.race().clone()), players: self.players })
    }

    /// The seat whose turn it is: its number among the seats that are taken, clockwise from orange; None when the race is over.
    #[getter]
    fn seat(&self) -> Option<usize> {
        self.table.seat()
    }

    #[getter]
    fn over(&self) -> bool {
        self.table.race().phase() == Phase::Over
    }

    /// The turns that the boat whose turn it is has taken; once the race is over, the most that any boat has taken.
    #[getter]
    fn turns(&self) -> u32 {
        let race = self.table.race();
        let turn = race.phase().turn().and_then(|color| race.boat(color));
        turn.map_or_else(|| race.boats().iter().map(|boat| boat.turns).max().unwrap_or(0), |boat| boat.turns)
    }

    /// Performs the action with this number.
    fn act(&mut self, action: i64) -> PyResult<()> {
        self.table.act(action).map_err(illegal)
    }

    fn is_legal(&self, action: i64) -> bool {
        self.table.check(action).is_ok()
    }

    /// The action with this number.
    fn action(&self, number: i64) -> PyResult<Action> {
        self.table.action(number).map(Action).map_err(bad)
    }

    fn observe<'py>(&self, seat: usize, row: PyReadwriteArray1<'py, f32>) -> PyResult<()> {
        let mut row = row;
        let row = row.as_slice_mut().map_err(bad)?;
        if seat >= self.players || row.len() != observation_len(self.players) {
            return Err(bad(format!("unknown seat {seat}, or a row of {} numbers", row.len())));
        }
        self.table.observe(seat, row);
        Ok(())
    }

    fn mask<'py>(&self, row: PyReadwriteArray1<'py, bool>) -> PyResult<()> {
        let mut row = row;
        let row = row.as_slice_mut().map_err(bad)?;
        if row.len() != NumberedDecision::COUNT {
            return Err(bad(format!("expected {} numbers, found {}", NumberedDecision::COUNT, row.len())));
        }
        self.table.mask(row);
        Ok(())
    }

    /// The points of each seat; 0 before the end.
    fn points(&self) -> Vec<i64> {
        let result = self.table.race().result();
        let points = |color: &Color| result.as_ref().map_or(0, |result| result.points[*color]);
        self.table.colors().iter().map(points).collect()
    }

    #[getter]
    fn race(&self) -> Race {
        Race::on_map(self.table.race().clone())
    }
}

fn prepared(course: &Course, players: usize) -> PyResult<PreparedLake> {
    PreparedLake::new(course.course.clone(), players).ok_or_else(|| bad(training::BadBatch::Course(players)))
}
