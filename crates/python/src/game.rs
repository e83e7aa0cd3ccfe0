//! `Match`, `replay` and `analyze`: whole matches and their records.

use crate::{
    action,
    boat::by_color,
    course::courses,
    error::{bad, illegal},
    json::to_python,
    race::{Race, hint, legal_actions, read_colors, read_scoring},
};
use powerboats_pilots::{Score, analysis::Analysis};
use powerboats_referee::{AnalysisView, MatchOptions, MatchSession, phase_name};
use powerboats_rules::{self as rules, Color, OneLine, Phase, RecordFault, Regatta};
use pyo3::{prelude::*, types::PyList};
use std::collections::BTreeMap;

/// A match of 1 to 3 races on one random lake, which writes its own record.
///
/// The lake, the starter, the courses and the dice follow from the seed, as in the referee's op ``match``.
///
/// >>> import powerboats as pb
/// >>> match = pb.Match(["red", "white", "black"], seed=1)
/// >>> captain, skipper = pb.Captain(), pb.Skipper()
/// >>> while not match.over:
/// ...     match.push((captain if match.turn == "red" else skipper).decide(match))
/// >>> match.points["red"] > 0, match.race.number
/// (True, 3)
/// >>> pb.replay(match.record()).points == match.points
/// True
#[pyclass(module = "powerboats")]
#[derive(Clone)]
pub struct Match {
    session: MatchSession,
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (players, seed, *, side = "mixed", races = 3, scoring = None, names = None))]
    fn new(
        players: Vec<String>,
        seed: u64,
        side: &str,
        races: u8,
        scoring: Option<&str>,
        names: Option<BTreeMap<String, String>>,
    ) -> PyResult<Match> {
        let names = names.unwrap_or_default();
        if let Some(other) = names.keys().find(|name| !players.contains(name)) {
            return Err(bad(format!("names: {other} is not one of the players")));
        }
        let named = |(color, name): (&String, &String)| {
            let line = OneLine::new(name).ok_or_else(|| bad(format!("names: {name:?} is not one line of text")))?;
            Ok((color.parse().map_err(bad)?, line))
        };
        let (players, scoring) = (read_colors(&players)?, read_scoring(scoring)?);
        let names = names.iter().map(named).collect::<PyResult<Vec<_>>>()?;
        let options = MatchOptions { players, names, sides: side.parse().map_err(bad)?, races, scoring };
        Ok(Match { session: MatchSession::new(&options, seed).map_err(bad)? })
    }

    /// The colour of the boat whose turn it is; None when the match is over.
    #[getter]
    fn turn(&self) -> Option<&'static str> {
        self.session.phase().turn().map(Color::name)
    }

    /// What the match is waiting for: ``place``, ``dice``, ``steer`` or ``over``.
    #[getter]
    fn phase(&self) -> &'static str {
        phase_name(self.session.phase())
    }

    #[getter]
    fn over(&self) -> bool {
        self.session.phase() == Phase::Over
    }

    /// A copy of the race that is on, or of the last one. What you do with it does not change the match.
    #[getter]
    fn race(&self) -> PyResult<Race> {
        Ok(Race::of(self.current_race()?.clone(), self.session.lake()))
    }

    /// The points of the races that are over.
    #[getter]
    fn points(&self) -> BTreeMap<&'static str, i64> {
        by_color(self.regatta().seats().iter(), self.regatta().points())
    }

    /// The players by the races that are over, best first. Players who share a rank are in one list.
    #[getter]
    fn ranking(&self) -> Vec<Vec<&'static str>> {
        self.regatta().standing().iter().map(|rank| rank.iter().map(|color| color.name()).collect()).collect()
    }

    /// Everything that is legal now.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match self.over() {
            true => Ok(PyList::empty(py)),
            false => legal_actions(py, self.current_race()?),
        }
    }

    /// Performs a legal action, given as an ``Action`` or as its text. Dice are rolled at once, and the next race begins by itself.
    fn push(&mut self, action: &Bound<PyAny>) -> PyResult<()> {
        self.session.push(action::read(action)?).map_err(refused)
    }

    /// The player of this colour resigns (rule 5.6).
    fn resign(&mut self, color: &str) -> PyResult<()> {
        let color: Color = color.parse().map_err(bad)?;
        self.session.resign(color).map_err(refused)
    }

    /// The record up to now, as text.
    fn record(&self) -> String {
        self.session.book().record().to_string()
    }

    /// What each choice is worth to the player whose turn it is, as in ``Race.hint``.
    #[pyo3(signature = (points = false))]
    fn hint<'py>(&self, py: Python<'py>, points: bool) -> PyResult<Bound<'py, PyAny>> {
        hint(py, self.current_race()?, &Score::of(self.regatta()), points)
    }

    /// A copy that goes its own way. With a ``seed`` it rolls other dice than this match.
    #[pyo3(signature = (seed = None))]
    fn copy(&self, seed: Option<u64>) -> Match {
        Match { session: self.session.copy(seed) }
    }

    fn __copy__(&self) -> Match {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<PyAny>) -> Match {
        self.clone()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Match, {} of {} races over, {:?}>",
            self.regatta().results().len(),
            self.regatta().races(),
            self.points()
        )
    }
}

impl Match {
    pub fn regatta(&self) -> &Regatta {
        self.session.regatta()
    }

    pub fn current_race(&self) -> PyResult<&rules::Race> {
        self.session.race().ok_or_else(|| bad(RecordFault::NoRace))
    }
}

/// What the rules forbid is an `IllegalAction`.
fn refused(fault: RecordFault) -> PyErr {
    match fault {
        RecordFault::Refused(action) => illegal(action),
        other => bad(other),
    }
}

/// Reads a record and checks every line against the rules. If the record is not complete, the match can go on with the dice of
/// `seed`.
#[pyfunction]
#[pyo3(signature = (text, seed = 0))]
pub fn replay(text: &str, seed: u64) -> PyResult<Match> {
    Ok(Match { session: MatchSession::replay(text, seed).map_err(bad)? })
}

/// Rates every roll and every decision of a record.
#[pyfunction]
pub fn analyze<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let book = rules::replay(text).map_err(bad)?;
    let analysis = py.detach(|| Analysis::of(&book, courses(), |_| {})).map_err(bad)?;
    to_python(py, &AnalysisView::new(&book, &analysis))
}
