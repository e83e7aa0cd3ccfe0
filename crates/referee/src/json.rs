//! JSON read strictly: an object with a name twice is refused, and every field must be asked for.

use crate::{Code, Fault};
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::{fmt, str::FromStr};

/// Any JSON value whose objects name nothing twice.
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
                return Err(de::Error::custom(format_args!("the field {name:?} is there twice")));
            }
            fields.insert(name, value);
        }
        Ok(fields.into())
    }
}

/// The fields of an object, each to be taken once, and where it stands.
pub struct Fields {
    fields: Map<String, Value>,
    place: String,
}

/// `"turn"`, or `"leg" of boat 2`.
fn name(place: &str, field: &str) -> String {
    if place.is_empty() { format!("{field:?}") } else { format!("{field:?} of {place}") }
}

impl Fields {
    /// The object of a line.
    pub fn of_line(line: &[u8]) -> Result<Fields, Fault> {
        let bad =
            |reason: &dyn fmt::Display| Fault::new(Code::BadJson, format_args!("this is no JSON object: {reason}"));
        match serde_json::from_slice(line) {
            Ok(Strict(Value::Object(fields))) => Ok(Fields { fields, place: String::new() }),
            Ok(_) => Err(bad(&"a request is one object")),
            Err(error) => Err(bad(&error)),
        }
    }

    /// The object that is the value of `place`.
    pub fn of_value(value: Value, place: impl Into<String>) -> Result<Fields, Fault> {
        let place = place.into();
        match value {
            Value::Object(fields) => Ok(Fields { fields, place }),
            other => Err(bad_value(&place, "an object", &other)),
        }
    }

    /// Takes a field that may be left out.
    pub fn optional(&mut self, field: &str) -> Option<Field> {
        let value = self.fields.remove(field)?;
        Some(Field { name: name(&self.place, field), value })
    }

    /// Takes a field that must be there.
    pub fn need(&mut self, field: &str) -> Result<Field, Fault> {
        match self.optional(field) {
            Some(field) => Ok(field),
            None => {
                let reason = format!("the field {} is missing", name(&self.place, field));
                Err(Fault::new(Code::MissingField, reason))
            }
        }
    }

    /// Refuses whatever nobody asked for.
    pub fn end(self) -> Result<(), Fault> {
        match self.fields.keys().next() {
            None => Ok(()),
            Some(field) => {
                let reason = format!("there is no field {}", name(&self.place, field));
                Err(Fault::new(Code::UnknownField, reason))
            }
        }
    }
}

/// A field that was there.
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
    /// A refusal of this field's value.
    pub fn bad(&self, reason: impl fmt::Display) -> Fault {
        Fault::new(Code::BadValue, format_args!("{}: {reason}", self.name))
    }

    fn wanted(&self, wanted: &str) -> Fault {
        bad_value(&self.name, wanted, &self.value)
    }

    /// A text.
    pub fn text(&self) -> Result<&str, Fault> {
        self.value.as_str().ok_or_else(|| self.wanted("a text"))
    }

    /// A text that names something of the game.
    pub fn named<T: FromStr<Err: fmt::Display>>(&self) -> Result<T, Fault> {
        self.text()?.parse().map_err(|error| self.bad(error))
    }

    /// The same, or null.
    pub fn named_or_null<T: FromStr<Err: fmt::Display>>(&self) -> Result<Option<T>, Fault> {
        if self.value.is_null() { Ok(None) } else { self.named().map(Some) }
    }

    /// A whole number from 0 on.
    pub fn number(&self) -> Result<u64, Fault> {
        self.value.as_u64().ok_or_else(|| self.wanted("a whole number from 0 to 2^64 − 1"))
    }

    /// True or false.
    pub fn truth(&self) -> Result<bool, Fault> {
        self.value.as_bool().ok_or_else(|| self.wanted("true or false"))
    }

    /// A list, each item a field of its own.
    pub fn list(self) -> Result<Vec<Field>, Fault> {
        let Value::Array(items) = self.value else { return Err(self.wanted("a list")) };
        let item = |(i, value)| Field { name: format!("item {} of {}", i + 1, self.name), value };
        Ok(items.into_iter().enumerate().map(item).collect())
    }

    /// An object, called `place` in faults.
    pub fn fields(self, place: impl Into<String>) -> Result<Fields, Fault> {
        Fields::of_value(self.value, place)
    }
}
