//! `Race`: one race.

use crate::{
    action::{self, Action},
    boat::{Boat, RaceResult},
    course::{Course, courses},
    error::{bad, illegal},
    json::to_python,
};
use powerboats_pilots::Score;
use powerboats_referee::{HintView, RaceOptions, RaceSession, phase_name};
use powerboats_rules::{self as rules, Color, Die, Hand, IllegalAction, LakeText, Phase, Scoring};
use pyo3::{prelude::*, types::PyList};

/// A race of 1 to 6 boats.
///
/// With a ``seed`` the race rolls its own dice, always the same ones. Without a seed you roll: after a choice of dice the phase
/// is ``roll``, and ``push_roll`` tells what the dice show. The first player starts, unless ``starter`` names another.
///
/// >>> import powerboats as pb
/// >>> course = pb.Lake.random(seed=12, side="dark").course("A")
/// >>> race = pb.Race(course, ["red", "white"], seed=7)
/// >>> race.turn, race.phase, len(race.legal_actions())
/// ('white', 'place', 54)
/// >>> while not race.over:
/// ...     race.push(pb.Captain().decide(race) if race.turn == "red" else race.legal_actions()[0])
/// >>> race.result.order
/// ['red']
#[pyclass(module = "powerboats")]
#[derive(Clone)]
pub struct Race {
    session: RaceSession,
}

/// Different players by their names.
pub fn read_colors(names: &[String]) -> PyResult<Vec<Color>> {
    names.iter().map(|name| name.parse().map_err(bad)).collect()
}

pub fn read_scoring(name: Option<&str>) -> PyResult<Option<Scoring>> {
    name.map(|name| name.parse().map_err(bad)).transpose()
}

#[pymethods]
impl Race {
    #[new]
    #[pyo3(signature = (course, players, seed = None, *, starter = None, number = 1, scoring = None))]
    fn new(
        course: &Course,
        players: Vec<String>,
        seed: Option<u64>,
        starter: Option<&str>,
        number: u8,
        scoring: Option<&str>,
    ) -> PyResult<Race> {
        let starter = starter.map(|name| name.parse().map_err(bad)).transpose()?;
        let (players, scoring) = (read_colors(&players)?, read_scoring(scoring)?);
        let options = RaceOptions { players, starter, number, scoring };
        let session = RaceSession::new(course.lake.clone(), course.course.clone(), &options, seed).map_err(bad)?;
        Ok(Race { session })
    }

    /// Continues from a position in notation, as ``position`` writes it.
    #[staticmethod]
    #[pyo3(signature = (text, seed = None))]
    fn from_position(text: &str, seed: Option<u64>) -> PyResult<Race> {
        Ok(Race { session: RaceSession::from_position(text, seed).map_err(bad)? })
    }

    /// The colour of the boat whose turn it is; None when the race is over.
    #[getter]
    fn turn(&self) -> Option<&'static str> {
        self.race().phase().turn().map(Color::name)
    }

    /// What the race is waiting for: ``place``, ``dice``, ``roll``, ``steer`` or ``over``.
    #[getter]
    fn phase(&self) -> &'static str {
        phase_name(self.race().phase())
    }

    #[getter]
    fn over(&self) -> bool {
        self.race().phase() == Phase::Over
    }

    /// The dice of the boat whose turn it is, high to low. While it steers, these are the dice after the roll.
    #[getter]
    fn hand(&self) -> String {
        self.session.hand().to_string()
    }

    #[getter]
    fn course(&self) -> Course {
        Course { lake: self.session.lake().clone(), course: self.race().course().clone() }
    }

    /// The race's number in its match: 1, 2 or 3.
    #[getter]
    fn number(&self) -> u8 {
        self.race().number()
    }

    /// ``classic`` or ``turns``.
    #[getter]
    fn scoring(&self) -> &'static str {
        self.race().scoring().name()
    }

    /// All boats in order of play, the starter first.
    #[getter]
    fn boats(&self) -> Vec<Boat> {
        self.race().boats().iter().copied().map(Boat).collect()
    }

    /// The boat of this colour.
    fn boat(&self, color: &str) -> PyResult<Boat> {
        let color: Color = color.parse().map_err(bad)?;
        self.race()
            .boat(color)
            .copied()
            .map(Boat)
            .ok_or_else(|| bad(format!("{color} does not take part in this race")))
    }

    /// The result once the race is over, until then None.
    #[getter]
    fn result(&self) -> Option<RaceResult> {
        self.race().result().map(|result| RaceResult::new(self.race(), &result))
    }

    /// Everything that is legal now. While dice are to be rolled, these are the possible rolls.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        legal_actions(py, self.race())
    }

    /// Performs a legal action, given as an ``Action`` or as its text. Raises ``IllegalAction`` if the rules forbid it.
    fn push(&mut self, action: &Bound<PyAny>) -> PyResult<()> {
        self.session.push(action::read(action)?).map_err(illegal)
    }

    /// Tells what the dice show, as a list of numbers or as a text. Only for a race without a seed.
    ///
    /// >>> import powerboats as pb
    /// >>> text = "12./12./12./12./12. e3E,l1,l5,a5 A-turns red:f3NE:2:0:start:0,white:e5E:21:1:1!:4 dice:red"
    /// >>> race = pb.Race.from_position(text)
    /// >>> race.push("+??")
    /// >>> race.push_roll([3, 1])
    /// >>> race.phase, race.hand
    /// ('steer', '31')
    fn push_roll(&mut self, dice: &Bound<PyAny>) -> PyResult<()> {
        self.session.push(rules::Action::Roll(read_dice(dice)?)).map_err(illegal)
    }

    /// The possible rolls of the dice that are to be rolled, as pairs of the roll and its probability.
    ///
    /// >>> import powerboats as pb
    /// >>> text = "12./12./12./12./12. e3E,l1,l5,a5 A-turns red:f3NE:2:0:start:0,white:e5E:21:1:1!:4 roll:red:2+?"
    /// >>> [(str(roll), round(chance, 3)) for roll, chance in pb.Race.from_position(text).rolls()]
    /// [('+3', 0.333), ('+2', 0.333), ('+1', 0.333)]
    fn rolls(&self) -> Vec<(Action, f64)> {
        let rolls = self.session.rolls();
        let all: u64 = rolls.iter().map(|(_, ways)| ways).sum();
        rolls.into_iter().map(|(roll, ways)| (Action(roll), ways as f64 / all as f64)).collect()
    }

    /// A copy that goes its own way. With a ``seed`` it rolls other dice than this race.
    #[pyo3(signature = (seed = None))]
    fn copy(&self, seed: Option<u64>) -> Race {
        Race { session: self.session.copy(seed) }
    }

    fn __copy__(&self) -> Race {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<PyAny>) -> Race {
        self.clone()
    }

    /// The whole position as one line of text.
    fn position(&self) -> String {
        self.session.position().to_string()
    }

    /// What each choice is worth to the player whose turn it is, the best first: a dictionary with a list ``places``, ``dice``
    /// or ``options``, as the referee's op ``hint`` answers. ``points=True`` adds the points that the Admiral expects.
    ///
    /// >>> import powerboats as pb
    /// >>> text = "12./12./12./12./12. d3E,k1,k5,b5 C-turns red:e5NE:21:2k2:finish:14,white:finished:31:0:finish:13 dice:red"
    /// >>> best = pb.Race.from_position(text).hint()["dice"][0]
    /// >>> best["hold"], best["count"], best["turns"], best["finish"]
    /// ([2, 1], 2, 1.0, 1.0)
    #[pyo3(signature = (points = false))]
    fn hint<'py>(&self, py: Python<'py>, points: bool) -> PyResult<Bound<'py, PyAny>> {
        hint(py, self.race(), &Score::of_race(self.race()), points)
    }

    fn __repr__(&self) -> String {
        format!("<Race {:?}>", self.position())
    }
}

impl Race {
    pub fn of(race: rules::Race, lake: LakeText) -> Race {
        Race { session: RaceSession::of(race, lake) }
    }

    /// A race whose lake is written as a map.
    pub fn on_map(race: rules::Race) -> Race {
        let lake = LakeText::Drawn(race.course().lake().clone());
        Race::of(race, lake)
    }

    pub fn race(&self) -> &rules::Race {
        self.session.race()
    }
}

pub fn legal_actions<'py>(py: Python<'py>, race: &rules::Race) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, race.legal_actions().map(Action))
}

/// The hint for the player whose turn it is.
pub fn hint<'py>(py: Python<'py>, race: &rules::Race, score: &Score, points: bool) -> PyResult<Bound<'py, PyAny>> {
    let hint = py.detach(|| HintView::of(race, points.then_some(score), courses()));
    to_python(py, &hint.ok_or_else(|| illegal(IllegalAction::NotNow(race.phase())))?)
}

/// Dice as a text of digits or as a list of numbers.
fn read_dice(dice: &Bound<PyAny>) -> PyResult<Hand> {
    if let Ok(text) = dice.extract::<&str>() {
        return text.parse().map_err(bad);
    }
    let numbers: Vec<i64> = dice.extract()?;
    if numbers.len() > Hand::MOST + 1 {
        return Err(bad(format!("{} dice: at most {} are allowed", numbers.len(), Hand::MOST + 1)));
    }
    let die = |&number: &i64| {
        let die = u8::try_from(number).ok().and_then(Die::new);
        die.ok_or_else(|| bad(format!("invalid die {number}: expected 1, 2 or 3")))
    };
    numbers.iter().map(die).collect()
}
