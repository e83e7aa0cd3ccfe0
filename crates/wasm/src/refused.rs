//! JSON and errors of the bindings.

use powerboats_referee::{Code, Fault, Thrown};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Display;

/// A JSON string, or an error to throw.
pub type Answer = Result<String, String>;

/// An error as the bindings throw it.
pub fn refused(error: impl Into<Thrown>) -> String {
    error.into().to_json()
}

/// The error for an invalid value.
pub fn bad(reason: impl Display) -> String {
    refused(Fault::new(Code::BadValue, reason))
}

/// Reads JSON.
pub fn read<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| refused(Fault::new(Code::BadJson, error)))
}

/// Writes JSON.
pub fn write(value: &impl Serialize) -> Answer {
    serde_json::to_string(value).map_err(bad)
}
