//! SQL statements as data, so that a write can be queued, grouped with others and repeated.

use crate::ids::{AttemptId, EventId, PlayerId, RegattaId, TokenId};
use sqlx::{Any, any::AnyArguments, query::Query};

/// A value bound to a statement.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(Option<String>),
    Number(Option<i64>),
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(Some(text.to_owned()))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(Some(text))
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Value {
        Value::Text(text)
    }
}

impl From<&RegattaId> for Value {
    fn from(id: &RegattaId) -> Value {
        id.as_str().into()
    }
}

impl From<&EventId> for Value {
    fn from(id: &EventId) -> Value {
        id.as_str().into()
    }
}

impl From<&PlayerId> for Value {
    fn from(id: &PlayerId) -> Value {
        id.as_str().into()
    }
}

impl From<&AttemptId> for Value {
    fn from(id: &AttemptId) -> Value {
        id.as_str().into()
    }
}

impl From<&TokenId> for Value {
    fn from(id: &TokenId) -> Value {
        id.as_str().into()
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Number(Some(number))
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Value {
        Value::Number(number)
    }
}

/// One SQL statement that changes something, with its values.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    sql: &'static str,
    values: Vec<Value>,
    /// The regatta whose row it changes. Rows are changed in this order, so that two servers never wait for each other.
    pub row: Option<String>,
}

impl Statement {
    /// A statement without values.
    pub fn new(sql: &'static str) -> Statement {
        Statement { sql, values: Vec::new(), row: None }
    }

    /// Binds the next value.
    pub fn bind(mut self, value: impl Into<Value>) -> Statement {
        self.values.push(value.into());
        self
    }

    /// Says that it changes the row of this regatta.
    pub fn on(mut self, regatta: &RegattaId) -> Statement {
        self.row = Some(regatta.to_string());
        self
    }

    /// The statement as a query for sqlx.
    pub fn query(&self) -> Query<'static, Any, AnyArguments> {
        self.values.iter().fold(sqlx::query(self.sql), |query, value| match value {
            Value::Text(text) => query.bind(text.clone()),
            Value::Number(number) => query.bind(*number),
        })
    }
}

/// Sets a value in `meta`.
pub(in crate::store) fn set_meta(name: &str, value: &str) -> Statement {
    Statement::new(
        "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
    .bind(name)
    .bind(value)
}
