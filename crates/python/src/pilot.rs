//! `Pilot`: a computer player.

use crate::{
    action::Action,
    course::courses,
    error::{bad, illegal},
    game::Match,
    race::Race,
};
use powerboats_pilots::{self as pilots, PilotKind, QuickRandom, Score};
use powerboats_rules::{self as rules, IllegalAction, Phase};
use pyo3::{exceptions::PyTypeError, prelude::*};
use std::sync::Mutex;

/// A computer player: ``rookie``, ``deckhand``, ``bosun``, ``mate``, ``skipper``, ``commander``, ``captain`` or ``admiral``,
/// from weak to strong, or ``turtle``, ``gambler`` or ``fox``. There is a class for each: ``Captain()`` is ``Pilot("captain")``.
///
/// Weaker pilots draw random numbers from ``seed``. ``milliseconds`` is the thinking time of the Admiral; it is counted in
/// simulated turns, so every machine decides alike.
///
/// >>> import powerboats as pb
/// >>> race = pb.Race(pb.Lake.random(seed=12).course("A"), ["red", "white"], seed=7)
/// >>> pb.Pilot("captain").decide(race).kind
/// 'place'
#[pyclass(frozen, subclass, module = "powerboats")]
pub struct Pilot {
    kind: PilotKind,
    thinking: Mutex<(Box<dyn pilots::Pilot>, QuickRandom)>,
}

#[pymethods]
impl Pilot {
    #[new]
    #[pyo3(signature = (name, seed = 0, milliseconds = None))]
    fn new(name: &str, seed: u64, milliseconds: Option<u32>) -> PyResult<Pilot> {
        let usual: PilotKind = name.parse().map_err(bad)?;
        let kind = match milliseconds {
            Some(time) => usual.thinking(time).map_err(bad)?,
            None => usual,
        };
        let thinking = Mutex::new((kind.pilot(courses()), QuickRandom::new(seed)));
        Ok(Pilot { kind, thinking })
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.kind.name()
    }

    /// Its decision for the boat whose turn it is, in a ``Race`` or a ``Match``. Other threads run while it thinks.
    fn decide(&self, py: Python, game: &Bound<PyAny>) -> PyResult<Action> {
        if let Ok(race) = game.cast::<Race>() {
            let race = race.try_borrow()?;
            return self.decision(py, race.race(), &Score::of_race(race.race()));
        }
        let Ok(game) = game.cast::<Match>() else {
            let found = game.get_type().name()?;
            return Err(PyTypeError::new_err(format!("expected a Race or a Match, found {found}")));
        };
        let game = game.try_borrow()?;
        self.decision(py, game.current_race()?, &Score::of(game.regatta()))
    }

    fn __repr__(&self) -> String {
        format!("<Pilot {}>", self.kind)
    }
}

impl Pilot {
    fn decision(&self, py: Python, race: &rules::Race, score: &Score) -> PyResult<Action> {
        if let Phase::Chance(..) | Phase::Over = race.phase() {
            return Err(illegal(IllegalAction::NotNow(race.phase())));
        }
        let decide = || {
            let mut thinking = self.thinking.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            let (pilot, draw) = &mut *thinking;
            pilot.decide(race, score, draw)
        };
        Ok(Action(py.detach(decide)))
    }
}
