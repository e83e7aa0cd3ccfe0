//! Reads the fields of a JSON object: required and optional fields, unknown fields, and values of the right type.

use crate::hex::{Heading, Hex};
use crate::protocol_error::ProtocolError;
use crate::seat::Color;
use serde_json::{Map, Value};

/// An object's fields.
pub(crate) struct Fields<'a> {
    object: &'a Map<String, Value>,
    /// What the object is, for messages.
    what: &'a str,
    /// The error codes allowed for a wrong value.
    wrong: &'a [&'static str],
}

impl<'a> Fields<'a> {
    /// Returns an error if there are fields that are not `known`.
    pub fn of(
        object: &'a Map<String, Value>,
        what: &'a str,
        known: &[&str],
        wrong: &'a [&'static str],
    ) -> Result<Fields<'a>, ProtocolError> {
        match object.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => {
                let mut codes = vec!["unknown-field"];
                codes.extend(wrong.iter().filter(|code| **code != "bad-value"));
                Err(ProtocolError::new(&codes, format!("unknown field {key} in {what}")))
            }
            None => Ok(Fields { object, what, wrong }),
        }
    }

    /// Reads a required field.
    pub fn need<T>(&self, name: &str, read: impl Fn(&Value) -> Option<T>) -> Result<T, ProtocolError> {
        let value = self.raw(name)?;
        read(value).ok_or_else(|| self.bad(name))
    }

    /// Reads an optional field. A null is a wrong value, not a missing field.
    pub fn may<T>(&self, name: &str, read: impl Fn(&Value) -> Option<T>) -> Result<Option<T>, ProtocolError> {
        match self.object.get(name) {
            Some(value) => read(value).ok_or_else(|| self.bad(name)).map(Some),
            None => Ok(None),
        }
    }

    /// A required field's value.
    pub fn raw(&self, name: &str) -> Result<&'a Value, ProtocolError> {
        self.object.get(name).ok_or_else(|| {
            let mut codes = vec!["missing-field"];
            codes.extend(self.wrong.iter().filter(|code| **code != "bad-value"));
            ProtocolError::new(&codes, format!("missing field {name} in {}", self.what))
        })
    }

    /// The error for a wrong value in a field.
    pub fn bad(&self, name: &str) -> ProtocolError {
        ProtocolError::new(self.wrong, format!("wrong value of {name} in {}", self.what))
    }
}

pub(crate) fn hex(value: &Value) -> Option<Hex> {
    Hex::parse(value.as_str()?)
}

pub(crate) fn heading(value: &Value) -> Option<Heading> {
    Heading::parse(value.as_str()?)
}

pub(crate) fn color(value: &Value) -> Option<Color> {
    Color::parse(value.as_str()?)
}

/// A list whose elements `read` can read.
pub(crate) fn list<T>(value: &Value, read: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    value.as_array()?.iter().map(read).collect()
}

/// Reads null as `Some(None)`.
pub(crate) fn or_null<T>(value: &Value, read: impl Fn(&Value) -> Option<T>) -> Option<Option<T>> {
    if value.is_null() {
        return Some(None);
    }
    read(value).map(Some)
}

/// A list of dice, each 1, 2 or 3, in any order.
pub(crate) fn dice(value: &Value) -> Option<Vec<u8>> {
    list(value, |die| match die.as_u64()? {
        1 => Some(1),
        2 => Some(2),
        3 => Some(3),
        _ => None,
    })
}
