//! `Action`: a decision or a roll.

use crate::error::bad;
use powerboats_rules::{self as rules, Berth};
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyString};

/// One step of a race: a decision of a player, or a roll.
///
/// It is written as in a record: ``k12NE`` places a boat, ``3+??`` holds a 3 and rolls two dice, ``+31`` is a roll of 3 and 1,
/// and ``L``, ``S`` and ``R`` steer. Actions are equal if their texts are.
///
/// >>> import powerboats as pb
/// >>> action = pb.Action("3+??")
/// >>> action.kind, action.hold, action.count, action.rolls
/// ('dice', '3', 3, 2)
/// >>> str(pb.Action("L")), pb.Action("L").steer
/// ('L', 'left')
#[pyclass(frozen, eq, hash, module = "powerboats")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action(pub rules::Action);

#[pymethods]
impl Action {
    #[new]
    fn new(text: &str) -> PyResult<Action> {
        text.parse().map(Action).map_err(bad)
    }

    /// ``place``, ``dice``, ``roll`` or ``steer``.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0 {
            rules::Action::Place(..) => "place",
            rules::Action::Choose(_) => "dice",
            rules::Action::Roll(_) => "roll",
            rules::Action::Steer(_) => "steer",
        }
    }

    /// Where a placing puts the boat, such as ``k12``; otherwise None.
    #[getter]
    fn at(&self) -> Option<String> {
        match self.0 {
            rules::Action::Place(at, _) => Some(at.to_string()),
            _ => None,
        }
    }

    /// The heading of a placing, such as ``NE``; otherwise None.
    #[getter]
    fn heading(&self) -> Option<&'static str> {
        match self.0 {
            rules::Action::Place(_, heading) => Some(heading.name()),
            _ => None,
        }
    }

    /// The dice that a choice of dice holds, such as ``31``; otherwise None.
    #[getter]
    fn hold(&self) -> Option<String> {
        self.choice().map(|choice| choice.hold.to_string())
    }

    /// The number of dice after the roll; None if this is not a choice of dice.
    #[getter]
    fn count(&self) -> Option<u8> {
        self.choice().map(|choice| choice.count)
    }

    /// The number of dice to roll; None if this is not a choice of dice.
    #[getter]
    fn rolls(&self) -> Option<u8> {
        self.choice().map(rules::DiceChoice::rolls)
    }

    /// What the dice show, such as ``31``; None if this is not a roll.
    #[getter]
    fn rolled(&self) -> Option<String> {
        match self.0 {
            rules::Action::Roll(rolled) => Some(rolled.to_string()),
            _ => None,
        }
    }

    /// ``left``, ``straight`` or ``right``; None if this does not steer.
    #[getter]
    fn steer(&self) -> Option<&'static str> {
        match self.0 {
            rules::Action::Steer(steer) => Some(steer.name()),
            _ => None,
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Action({:?})", self.0.to_string())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Action>().into_any(), (self.0.to_string(),))
    }
}

impl Action {
    fn choice(&self) -> Option<rules::DiceChoice> {
        match self.0 {
            rules::Action::Choose(choice) => Some(choice),
            _ => None,
        }
    }
}

/// An action, given as an `Action` or as its text.
pub fn read(value: &Bound<PyAny>) -> PyResult<rules::Action> {
    if let Ok(action) = value.cast::<Action>() {
        return Ok(action.get().0);
    }
    match value.cast::<PyString>() {
        Ok(text) => text.to_str()?.parse().map_err(bad),
        Err(_) => {
            let found = value.get_type().name()?;
            Err(PyTypeError::new_err(format!("expected an Action or its text, found {found}")))
        }
    }
}

/// A hex and a heading, such as ``k12NE``.
pub fn read_berth(text: &str) -> PyResult<Berth> {
    text.parse().map_err(bad)
}
