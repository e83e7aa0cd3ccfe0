//! The fields of a JSON object: required, optional, unknown, and values of the right kind.

use crate::hex::{Heading, Hex};
use crate::refusal::Refusal;
use crate::seat::Color;
use serde_json::{Map, Value};

/// An object's fields and the codes that a wrong value in it may be refused with.
pub(crate) struct Fields<'a> {
    object: &'a Map<String, Value>,
    what: &'a str,
    wrong: &'a [&'static str],
}

impl<'a> Fields<'a> {
    /// Refuses fields that are not `known`.
    pub fn of(
        object: &'a Map<String, Value>,
        what: &'a str,
        known: &[&str],
        wrong: &'a [&'static str],
    ) -> Result<Fields<'a>, Refusal> {
        match object.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => {
                let mut codes = vec!["unknown-field"];
                codes.extend(wrong.iter().filter(|code| **code != "bad-value"));
                Err(Refusal::new(&codes, format!("unknown {key} in {what}")))
            }
            None => Ok(Fields { object, what, wrong }),
        }
    }

    /// Reads a required field.
    pub fn need<T>(&self, name: &str, read: impl Fn(&Value) -> Option<T>) -> Result<T, Refusal> {
        let value = self.raw(name)?;
        read(value).ok_or_else(|| self.bad(name))
    }

    /// Reads an optional field; a null is a wrong value, not an absent one.
    pub fn may<T>(&self, name: &str, read: impl Fn(&Value) -> Option<T>) -> Result<Option<T>, Refusal> {
        match self.object.get(name) {
            Some(value) => read(value).ok_or_else(|| self.bad(name)).map(Some),
            None => Ok(None),
        }
    }

    /// A required field as it stands.
    pub fn raw(&self, name: &str) -> Result<&'a Value, Refusal> {
        self.object.get(name).ok_or_else(|| {
            let mut codes = vec!["missing-field"];
            codes.extend(self.wrong.iter().filter(|code| **code != "bad-value"));
            Refusal::new(&codes, format!("no {name} in {}", self.what))
        })
    }

    /// The refusal of a wrong value in a field.
    pub fn bad(&self, name: &str) -> Refusal {
        Refusal::new(self.wrong, format!("wrong {name} in {}", self.what))
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

/// A list, each element of which `read` can read.
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

/// Dice 1–3, in any order.
pub(crate) fn dice(value: &Value) -> Option<Vec<u8>> {
    list(value, |die| match die.as_u64()? {
        1 => Some(1),
        2 => Some(2),
        3 => Some(3),
        _ => None,
    })
}
