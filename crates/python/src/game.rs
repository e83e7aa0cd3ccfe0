//! `Match`, `replay` and `analyze`: whole matches and their records.

use crate::{
    action,
    boat::by_color,
    course::courses,
    error::{bad, illegal},
    json::to_python,
    race::{Race, hint, legal_actions, phase_name, read_colors, read_scoring},
};
use powerboats_pilots::{Score, analysis::Analysis};
use powerboats_referee::{AnalysisView, SeededDice};
use powerboats_rules::{
    self as rules, Action, Color, LakeText, Logbook, OneLine, Phase, RecordFault, Regatta, RegattaPhase, Seats, Sides,
    draw_course, draw_lake, draw_starter, roll,
};
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
    book: Logbook,
    dice: SeededDice,
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
        let colors = read_colors(&players)?;
        let scoring = read_scoring(scoring, colors.len())?;
        let sides: Sides = side.parse().map_err(bad)?;
        let names = names.unwrap_or_default();
        if let Some(other) = names.keys().find(|name| !players.contains(name)) {
            return Err(bad(format!("names: {other} is not one of the players")));
        }
        let named = |color: &Color| {
            let name = names.get(color.name()).map_or(color.name(), String::as_str);
            let line = OneLine::new(name).ok_or_else(|| bad(format!("names: {name:?} is not one line of text")))?;
            Ok((*color, line))
        };
        let named = colors.iter().map(named).collect::<PyResult<Vec<_>>>()?;
        let seats = Seats::of_regatta(colors, scoring, races).map_err(bad)?;
        let mut dice = SeededDice::new(seed);
        let (layout, course) = draw_lake(sides, seats.len(), &mut dice);
        let start = draw_starter(seats, &mut dice);
        let mut book = Logbook::open(vec![], named, sides, scoring, races, layout, start).map_err(bad)?;
        book.deal(course).map_err(bad)?;
        Ok(Match { book, dice })
    }

    /// The colour of the boat whose turn it is; None when the match is over.
    #[getter]
    fn turn(&self) -> Option<&'static str> {
        self.phase_of_race().turn().map(Color::name)
    }

    /// What the match is waiting for: ``place``, ``dice``, ``steer`` or ``over``.
    #[getter]
    fn phase(&self) -> &'static str {
        phase_name(self.phase_of_race())
    }

    #[getter]
    fn over(&self) -> bool {
        self.regatta().phase() == RegattaPhase::Over
    }

    /// A copy of the race that is on, or of the last one. What you do with it does not change the match.
    #[getter]
    fn race(&self) -> PyResult<Race> {
        Ok(Race::of(self.current_race()?.clone(), LakeText::Laid(*self.regatta().layout())))
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
        let action = action::read(action)?;
        self.book.apply(action).map_err(illegal)?;
        self.settle().map_err(bad)
    }

    /// The player of this colour resigns (rule 5.6).
    fn resign(&mut self, color: &str) -> PyResult<()> {
        let color: Color = color.parse().map_err(bad)?;
        self.book.resign(color).map_err(illegal)?;
        self.settle().map_err(bad)
    }

    /// The record up to now, as text.
    fn record(&self) -> String {
        self.book.record().to_string()
    }

    /// What each choice is worth to the player whose turn it is, as in ``Race.hint``.
    #[pyo3(signature = (points = false))]
    fn hint<'py>(&self, py: Python<'py>, points: bool) -> PyResult<Bound<'py, PyAny>> {
        hint(py, self.current_race()?, &Score::of(self.regatta()), points)
    }

    /// A copy that goes its own way. With a ``seed`` it rolls other dice than this match.
    #[pyo3(signature = (seed = None))]
    fn copy(&self, seed: Option<u64>) -> Match {
        let mut copy = self.clone();
        copy.dice = seed.map_or(copy.dice, SeededDice::new);
        copy
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
        self.book.regatta()
    }

    pub fn current_race(&self) -> PyResult<&rules::Race> {
        self.regatta().race().ok_or_else(|| bad(RecordFault::NoRace))
    }

    fn phase_of_race(&self) -> Phase {
        match self.regatta().phase() {
            RegattaPhase::Race(phase) => phase,
            RegattaPhase::Deal(_) | RegattaPhase::Over => Phase::Over,
        }
    }

    /// Rolls dice and deals courses until a player has to decide, or the match is over.
    fn settle(&mut self) -> Result<(), RecordFault> {
        loop {
            match self.regatta().phase() {
                RegattaPhase::Race(Phase::Chance(_, choice)) => {
                    let rolled = roll(choice.rolls(), &mut self.dice);
                    self.book.apply(Action::Roll(rolled))?;
                }
                RegattaPhase::Deal(letter) => {
                    let boats = self.regatta().seats().len();
                    let course = draw_course(self.book.regatta().layout(), letter, boats, &mut self.dice);
                    self.book.deal(course.ok_or(rules::BadDeal::Unplayable)?)?;
                }
                RegattaPhase::Race(_) | RegattaPhase::Over => return Ok(()),
            }
        }
    }
}

/// Reads a record and checks every line against the rules. If the record is not complete, the match can go on with the dice of
/// `seed`.
#[pyfunction]
#[pyo3(signature = (text, seed = 0))]
pub fn replay(text: &str, seed: u64) -> PyResult<Match> {
    let book = rules::replay(text).map_err(bad)?;
    let mut played = Match { book, dice: SeededDice::new(seed) };
    played.settle().map_err(bad)?;
    Ok(played)
}

/// Rates every roll and every decision of a record.
#[pyfunction]
pub fn analyze<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let book = rules::replay(text).map_err(bad)?;
    let analysis = py.detach(|| Analysis::of(&book, courses(), |_| {})).map_err(bad)?;
    to_python(py, &AnalysisView::new(&book, &analysis))
}
