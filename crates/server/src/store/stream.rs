//! The stream of committed events, as the store has it: entries in the order of their commits, and its readers' cursors.

use crate::ids::RegattaId;
use crate::store::{Store, StoreError, statement::Statement};
use tokio::sync::watch;

/// A regatta in which something happened, and the number of its last event so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Touched {
    #[allow(missing_docs)]
    pub regatta: RegattaId,
    #[allow(missing_docs)]
    pub seq: u64,
}

/// An entry of the log that is committed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Committed {
    #[allow(missing_docs)]
    pub regatta: RegattaId,
    /// Of its last event.
    pub seq: u64,
    /// When it was made.
    pub at: i64,
    /// JSON list of events.
    pub events: String,
}

/// Moves a reader's cursor; never back.
fn move_cursor(reader: &str, position: i64) -> Statement {
    let sql = "INSERT INTO cursors (reader, position) VALUES ($1, $2) ON CONFLICT (reader) DO UPDATE
               SET position = excluded.position WHERE cursors.position < excluded.position";
    Statement::new(sql).bind(reader).bind(position)
}

impl Store {
    /// Counts the transactions with entries that this server has committed.
    pub fn commits(&self) -> watch::Receiver<u64> {
        self.commits.clone()
    }

    /// The position of the last committed entry; 0 if there is none.
    pub async fn head(&self) -> Result<i64, StoreError> {
        let sql = "SELECT COALESCE(MAX(position), 0) FROM entries";
        let (position,): (i64,) = sqlx::query_as(sql).fetch_one(&self.pool).await?;
        Ok(position)
    }

    /// How far a reader has come; 0 for a new one.
    pub async fn cursor(&self, reader: &str) -> Result<i64, StoreError> {
        let sql = "SELECT position FROM cursors WHERE reader = $1";
        let row: Option<(i64,)> = sqlx::query_as(sql).bind(reader.to_owned()).fetch_optional(&self.pool).await?;
        Ok(row.map_or(0, |(position,)| position))
    }

    /// Stores what a reader made of the stream up to `position`, and moves its cursor there: both or nothing.
    pub(crate) async fn settle_reader(
        &self,
        reader: &str,
        mut effect: Vec<Statement>,
        position: i64,
    ) -> Result<(), StoreError> {
        effect.push(move_cursor(reader, position));
        self.write(effect).await.map(drop)
    }

    /// Stores part of what a reader made of the stream. Its cursor follows later.
    pub(crate) async fn store_effect(&self, effect: Vec<Statement>) -> Result<(), StoreError> {
        self.write(effect).await.map(drop)
    }

    /// The regattas with entries after one position and up to another that their stored summaries do not know yet.
    pub async fn touched(&self, after: i64, until: i64) -> Result<Vec<Touched>, StoreError> {
        let sql = "SELECT e.regatta, MAX(e.seq) FROM entries e JOIN regattas r ON r.id = e.regatta
                   WHERE e.position > $1 AND e.position <= $2 AND e.seq > r.seq GROUP BY e.regatta";
        let rows: Vec<(RegattaId, i64)> = sqlx::query_as(sql).bind(after).bind(until).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(regatta, seq)| Touched { regatta, seq: seq as u64 }).collect())
    }

    /// The entries after one position and up to another that speak of a `type` of event, in order. Text that people
    /// wrote is never taken for one: there, quotation marks are escaped.
    pub async fn committed(&self, of_type: &str, after: i64, until: i64) -> Result<Vec<Committed>, StoreError> {
        let sql = "SELECT regatta, seq, at, events FROM entries
                   WHERE position > $1 AND position <= $2 AND events LIKE $3 ORDER BY position";
        let like = format!("%\"type\":\"{of_type}\"%");
        let rows: Vec<(RegattaId, i64, i64, String)> =
            sqlx::query_as(sql).bind(after).bind(until).bind(like).fetch_all(&self.pool).await?;
        let entry = |(regatta, seq, at, events)| Committed { regatta, seq: i64::cast_unsigned(seq), at, events };
        Ok(rows.into_iter().map(entry).collect())
    }
}

/// Stores what the lobby shows of a regatta, unless a later one is stored.
pub(crate) fn save_summary(regatta: &RegattaId, seq: u64, summary: &str) -> Statement {
    let sql = "UPDATE regattas SET summary = $1, seq = $2 WHERE id = $3 AND seq <= $2";
    Statement::new(sql).bind(summary).bind(seq as i64).bind(regatta)
}
