//! Errors as Python exceptions: `IllegalAction` for what the rules forbid now, `ValueError` for everything else.

use pyo3::{PyErr, create_exception, exceptions::PyValueError};
use std::fmt::Display;

create_exception!(
    powerboats,
    IllegalAction,
    PyValueError,
    "The rules do not allow this action now. The race is unchanged."
);

/// A `ValueError` with this text.
pub fn bad(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The same, with the name of the argument in front.
pub fn bad_argument<E: Display>(name: &'static str) -> impl Fn(E) -> PyErr {
    move |error| PyValueError::new_err(format!("{name}: {error}"))
}

/// An `IllegalAction` with this text.
pub fn illegal(error: impl Display) -> PyErr {
    IllegalAction::new_err(error.to_string())
}
