//! The Python package `powerboats`: thin bindings of the rules, the pilots and the referee. They decide nothing.
//!
//! `python/powerboats` is the Python part of the package. Types are described in `python/powerboats/__init__.pyi`.
#![allow(missing_docs)] // the doc comments of classes and methods are written for Python

mod action;
mod boat;
mod course;
mod error;
mod game;
mod json;
mod pilot;
mod race;
mod training;

use pyo3::prelude::*;

/// The compiled part of the package `powerboats`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::{
        action::Action,
        boat::{Boat, RaceResult},
        course::{Course, Lake, Solution},
        error::IllegalAction,
        game::{Match, analyze, replay},
        pilot::Pilot,
        race::Race,
        training::{Batch, Table, decisions},
    };

    use powerboats_pilots::training::{NumberedDecision, PLACES, VERSION};
    use powerboats_rules::Color;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("COLORS", Color::ALL.map(Color::name))?;
        module.add("VERSION", VERSION)?;
        module.add("ACTION_COUNT", NumberedDecision::COUNT)?;
        module.add("MOST_DICE", NumberedDecision::MOST_DICE)?;
        module.add("PLACES", PLACES)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
