//! Strict JSON parsing: duplicate and unknown fields are errors.

use crate::{Code, Fault};
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::{fmt, str::FromStr};

/// A JSON value without duplicate fields.
pub struct Strict(pub Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Strict, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Strict)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(Strict(item)) = seq.next_element()? {
            items.push(item);
        }
        Ok(items.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some((name, Strict(value))) = map.next_entry::<String, Strict>()? {
            if fields.contains_key(&name) {
                return Err(de::Error::custom(format_args!("duplicate field {name:?}")));
            }
            fields.insert(name, value);
        }
        Ok(fields.into())
    }
}

/// The fields of an object. Each is taken once, so that `end` can report unknown ones.
pub struct Fields {
    fields: Map<String, Value>,
    /// Where the object is, for messages; empty for the whole line.
    place: String,
}

/// The name of a field in messages: `"turn"`, or `"leg" of boat 2`.
fn name(place: &str, field: &str) -> String {
    if place.is_empty() { format!("{field:?}") } else { format!("{field:?} of {place}") }
}

impl Fields {
    /// Parses a line as an object.
    pub fn of_line(line: &[u8]) -> Result<Fields, Fault> {
        let bad = |reason: &dyn fmt::Display| Fault::new(Code::BadJson, format_args!("not a JSON object: {reason}"));
        match serde_json::from_slice(line) {
            Ok(Strict(Value::Object(fields))) => Ok(Fields { fields, place: String::new() }),
            Ok(_) => Err(bad(&"expected one object per line")),
            Err(error) => Err(bad(&error)),
        }
    }

    /// Reads a value as an object. `place` is its name in messages.
    pub fn of_value(value: Value, place: impl Into<String>) -> Result<Fields, Fault> {
        let place = place.into();
        match value {
            Value::Object(fields) => Ok(Fields { fields, place }),
            other => Err(bad_value(&place, "an object", &other)),
        }
    }

    /// Takes an optional field.
    pub fn optional(&mut self, field: &str) -> Option<Field> {
        let value = self.fields.remove(field)?;
        Some(Field { name: name(&self.place, field), value })
    }

    /// Takes a required field.
    pub fn need(&mut self, field: &str) -> Result<Field, Fault> {
        match self.optional(field) {
            Some(field) => Ok(field),
            None => {
                let reason = format!("missing field {}", name(&self.place, field));
                Err(Fault::new(Code::MissingField, reason))
            }
        }
    }

    /// Returns an error if there are fields that were not taken.
    pub fn end(self) -> Result<(), Fault> {
        match self.fields.keys().next() {
            None => Ok(()),
            Some(field) => {
                let reason = format!("unknown field {}", name(&self.place, field));
                Err(Fault::new(Code::UnknownField, reason))
            }
        }
    }
}

/// The value of a field, with its name for messages.
pub struct Field {
    name: String,
    value: Value,
}

fn bad_value(name: &str, wanted: &str, found: &Value) -> Fault {
    let mut found = found.to_string();
    if found.len() > 60 {
        let end = (0..=60).rev().find(|&i| found.is_char_boundary(i)).unwrap_or(0);
        found.truncate(end);
        found.push('…');
    }
    Fault::new(Code::BadValue, format_args!("{name} must be {wanted}, not {found}"))
}

impl Field {
    /// An error about this field's value.
    pub fn bad(&self, reason: impl fmt::Display) -> Fault {
        Fault::new(Code::BadValue, format_args!("{}: {reason}", self.name))
    }

    /// An error about this field's value: `what` was expected instead.
    pub fn expected(&self, what: &str) -> Fault {
        bad_value(&self.name, what, &self.value)
    }

    /// A string.
    pub fn text(&self) -> Result<&str, Fault> {
        self.value.as_str().ok_or_else(|| self.expected("a string"))
    }

    /// A string that parses as a `T`.
    pub fn named<T: FromStr<Err: fmt::Display>>(&self) -> Result<T, Fault> {
        self.text()?.parse().map_err(|error| self.bad(error))
    }

    /// A string that parses as a `T`, or null.
    pub fn named_or_null<T: FromStr<Err: fmt::Display>>(&self) -> Result<Option<T>, Fault> {
        if self.value.is_null() { Ok(None) } else { self.named().map(Some) }
    }

    /// An unsigned 64-bit number.
    pub fn number(&self) -> Result<u64, Fault> {
        self.value.as_u64().ok_or_else(|| self.expected("a whole number from 0 to 2^64 − 1"))
    }

    /// A boolean.
    pub fn truth(&self) -> Result<bool, Fault> {
        self.value.as_bool().ok_or_else(|| self.expected("true or false"))
    }

    /// A list, with each item as a field.
    pub fn list(self) -> Result<Vec<Field>, Fault> {
        let Value::Array(items) = self.value else { return Err(self.expected("a list")) };
        let item = |(i, value)| Field { name: format!("item {} of {}", i + 1, self.name), value };
        Ok(items.into_iter().enumerate().map(item).collect())
    }

    /// An object, called `place` in messages.
    pub fn fields(self, place: impl Into<String>) -> Result<Fields, Fault> {
        Fields::of_value(self.value, place)
    }
}
