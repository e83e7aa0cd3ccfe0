//! SQL statements as data, so that a write can be queued, grouped with others and repeated.

use crate::ids::{AttemptId, EventId, PlayerId, RegattaId, TokenId};
use sqlx::{Any, AssertSqlSafe, any::AnyArguments, query::Query};
use std::borrow::Cow;

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
    sql: Cow<'static, str>,
    values: Vec<Value>,
    /// The regattas whose rows it changes. Rows are locked in this order, so that two servers never wait for each other.
    pub rows: Vec<String>,
}

impl Statement {
    /// A statement without values.
    pub fn new(sql: impl Into<Cow<'static, str>>) -> Statement {
        Statement { sql: sql.into(), values: Vec::new(), rows: Vec::new() }
    }

    /// Binds the next value.
    pub fn bind(mut self, value: impl Into<Value>) -> Statement {
        self.values.push(value.into());
        self
    }

    /// Says that it changes the row of this regatta, besides those that were named before.
    pub fn on(mut self, regatta: &RegattaId) -> Statement {
        self.rows.push(regatta.to_string());
        self
    }

    /// How many rows it changes, approximately.
    pub fn weight(&self) -> usize {
        self.rows.len().max(1)
    }

    /// The statement as a query for sqlx.
    pub fn query(&self) -> Query<'static, Any, AnyArguments> {
        let sql = AssertSqlSafe(self.sql.to_string());
        self.values.iter().fold(sqlx::query(sql), |query, value| match value {
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
