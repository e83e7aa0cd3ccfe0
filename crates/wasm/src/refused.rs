//! JSON and errors of the bindings.

use powerboats_referee::{Code, Fault, Thrown};
use serde::Serialize;
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
#[cfg(feature = "full")]
pub fn read<T: serde::de::DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| refused(Fault::new(Code::BadJson, error)))
}

/// Writes JSON.
pub fn write(value: &impl Serialize) -> Answer {
    // Our types have no keys or numbers that JSON cannot express.
    serde_json::to_string(value).map_err(|_| bad("the answer cannot be written as JSON"))
}
