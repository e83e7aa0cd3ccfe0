//! JSON and errors of the bindings.

use crate::why::Why;
use powerboats_referee::{Code, Fault};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::fmt::Display;

/// A JSON string, or an error to throw.
pub type Answer = Result<String, String>;

/// The error of the referee.
pub fn refused(fault: Fault) -> String {
    thrown(fault.code.name(), &fault.message, &json!({}))
}

/// The error for an invalid value.
pub fn bad(reason: impl Display) -> String {
    refused(Fault::new(Code::BadValue, reason))
}

/// An error with its own code and values.
pub fn because<E: Why + Display>(error: E) -> String {
    let (code, values) = error.why();
    thrown(&code, &Fault::new(Code::BadValue, &error).message, &values)
}

fn thrown(code: &str, message: &str, values: &Value) -> String {
    json!({ "code": code, "message": message, "values": values }).to_string()
}

/// Reads JSON.
pub fn read<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| refused(Fault::new(Code::BadJson, error)))
}

/// Writes JSON.
pub fn write(value: &impl Serialize) -> Answer {
    serde_json::to_string(value).map_err(bad)
}
