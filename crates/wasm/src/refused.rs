//! How the bindings read, write and refuse.

use powerboats_referee::{Code, Fault, Thrown};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Display;

/// A JSON text, or what is thrown.
pub type Answer = Result<String, String>;

/// A refusal as it is thrown.
pub fn refused(refusal: impl Into<Thrown>) -> String {
    refusal.into().to_json()
}

/// Something that can't be read.
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
