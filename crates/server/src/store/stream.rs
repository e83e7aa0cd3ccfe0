//! The stream of committed events in the store: entries in the order of their commits, and the readers' cursors.

use crate::ids::RegattaId;
use crate::store::{Store, StoreError, writer::statement::Statement};
use tokio::sync::watch;

/// A regatta that has changed, and the number of its last event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Touched {
    #[allow(missing_docs)]
    pub regatta: RegattaId,
    #[allow(missing_docs)]
    pub seq: u64,
}

/// A committed entry of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Committed {
    #[allow(missing_docs)]
    pub regatta: RegattaId,
    /// Number of its last event.
    pub seq: u64,
    /// Milliseconds since 1970.
    pub at: i64,
    /// JSON list of events.
    pub events: String,
}

/// Moves a reader's cursor forward, never back.
fn move_cursor(reader: &str, position: i64) -> Statement {
    let sql = "INSERT INTO cursors (reader, position) VALUES ($1, $2) ON CONFLICT (reader) DO UPDATE
               SET position = excluded.position WHERE cursors.position < excluded.position";
    Statement::new(sql).bind(reader).bind(position)
}

impl Store {
    /// Tells readers when to look for new entries: after each commit of a server alone, and in a cluster when somebody
    /// waits for them.
    pub fn news(&self) -> watch::Receiver<i64> {
        if self.is_shared() { self.state.hurry.subscribe() } else { self.commits.subscribe() }
    }

    /// Makes the readers look for new entries at once.
    pub fn hurry_readers(&self) {
        self.state.hurry.send_modify(|_| {});
    }

    /// The position up to which all entries can be read; 0 if there is none. In a cluster, entries of transactions that still
    /// run have higher positions. A server alone commits one transaction after the other, so it need not ask which ones run;
    /// a slow one in another database of the same PostgreSQL does not hold up its readers.
    pub async fn head(&self) -> Result<i64, StoreError> {
        let sql = match self.is_shared() {
            true => {
                "SELECT value::BIGINT + pg_snapshot_xmin(pg_current_snapshot())::TEXT::BIGINT - 1
                 FROM meta WHERE name = 'position-offset'"
            }
            false => "SELECT COALESCE(MAX(position), 0) FROM entries",
        };
        let (position,): (i64,) = sqlx::query_as(sql).fetch_one(&self.pool).await?;
        Ok(position)
    }

    /// A position that no entry stored so far exceeds, whoever stored it.
    pub async fn tip(&self) -> Result<i64, StoreError> {
        if !self.is_shared() {
            return Ok(*self.commits.borrow());
        }
        let sql = "SELECT value::BIGINT + pg_snapshot_xmax(pg_current_snapshot())::TEXT::BIGINT - 1
                   FROM meta WHERE name = 'position-offset'";
        let (position,): (i64,) = sqlx::query_as(sql).fetch_one(&self.pool).await?;
        Ok(position)
    }

    /// Whether there are positions without entries.
    pub(crate) fn has_sparse_positions(&self) -> bool {
        self.state.is_postgres
    }

    /// The end of a window that begins after one position, has about `most` entries, and ends at `head` at the latest.
    pub async fn window(&self, after: i64, head: i64, most: i64) -> Result<i64, StoreError> {
        let sql =
            "SELECT position FROM entries WHERE position > $1 AND position <= $2 ORDER BY position LIMIT 1 OFFSET $3";
        let row: Option<(i64,)> =
            sqlx::query_as(sql).bind(after).bind(head).bind(most).fetch_optional(&self.pool).await?;
        Ok(row.map_or(head, |(position,)| position))
    }

    /// The position up to which a reader has read; 0 for a new reader.
    pub async fn cursor(&self, reader: &str) -> Result<i64, StoreError> {
        let sql = "SELECT position FROM cursors WHERE reader = $1";
        let row: Option<(i64,)> = sqlx::query_as(sql).bind(reader.to_owned()).fetch_optional(&self.pool).await?;
        Ok(row.map_or(0, |(position,)| position))
    }

    /// Stores a reader's effects up to `position` and moves its cursor there, in one transaction.
    pub(crate) async fn settle_reader(
        &self,
        reader: &str,
        mut effect: Vec<Statement>,
        position: i64,
    ) -> Result<(), StoreError> {
        effect.push(move_cursor(reader, position));
        self.write(effect).await.map(drop)
    }

    /// Stores some of a reader's effects. Its cursor is moved later.
    pub(crate) async fn store_effect(&self, effect: Vec<Statement>) -> Result<(), StoreError> {
        self.write(effect).await.map(drop)
    }

    /// The regattas with entries after one position and up to another that their stored summaries do not include yet.
    pub async fn touched(&self, after: i64, until: i64) -> Result<Vec<Touched>, StoreError> {
        let sql = "SELECT e.regatta, MAX(e.last) FROM entries e JOIN regattas r ON r.id = e.regatta
                   WHERE e.position > $1 AND e.position <= $2 AND e.last > r.seq GROUP BY e.regatta";
        let rows: Vec<(RegattaId, i64)> = sqlx::query_as(sql).bind(after).bind(until).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(regatta, seq)| Touched { regatta, seq: seq as u64 }).collect())
    }

    /// The regattas that ended after one position and up to another, each with the number of the last event of that entry, in
    /// order.
    pub async fn ended(&self, after: i64, until: i64) -> Result<Vec<Touched>, StoreError> {
        let sql = r#"SELECT regatta, last FROM entries WHERE position > $1 AND position <= $2
                     AND (events LIKE '%"type":"over"%' OR events LIKE '%"type":"ended"%') ORDER BY position"#;
        let rows: Vec<(RegattaId, i64)> = sqlx::query_as(sql).bind(after).bind(until).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(regatta, seq)| Touched { regatta, seq: seq as u64 }).collect())
    }

    /// The regattas whose results the moderators annulled after one position and up to another.
    pub async fn annulled(&self, after: i64, until: i64) -> Result<Vec<RegattaId>, StoreError> {
        let entries = self.committed("annulled", after, until).await?;
        Ok(entries.into_iter().map(|entry| entry.regatta).collect())
    }

    /// The entries after one position and up to another that contain a `type` of event, in order. Text written by people can't
    /// match, because its quotation marks are escaped.
    pub async fn committed(&self, of_type: &str, after: i64, until: i64) -> Result<Vec<Committed>, StoreError> {
        let sql = "SELECT regatta, last, at, events FROM entries
                   WHERE position > $1 AND position <= $2 AND events LIKE $3 ORDER BY position";
        let like = format!("%\"type\":\"{of_type}\"%");
        let rows: Vec<(RegattaId, i64, i64, String)> =
            sqlx::query_as(sql).bind(after).bind(until).bind(like).fetch_all(&self.pool).await?;
        let entry = |(regatta, seq, at, events)| Committed { regatta, seq: i64::cast_unsigned(seq), at, events };
        Ok(rows.into_iter().map(entry).collect())
    }
}

/// The most summaries in one statement. Other writes wait for it.
const MOST_SUMMARIES: usize = 128;

/// Stores summaries, each with the number of the last event that it includes, unless a newer one is stored. One statement stores
/// many of them, because every statement is a round trip to the database while other writes wait.
pub(crate) fn save_summaries(summaries: &[(RegattaId, u64, String)]) -> Vec<Statement> {
    let (mut rest, mut statements) = (summaries, Vec::new());
    while !rest.is_empty() {
        // There are few sizes, so that few prepared statements are kept.
        let (some, others) = rest.split_at((rest.len().min(MOST_SUMMARIES) + 1).next_power_of_two() / 2);
        rest = others;
        let places: Vec<String> =
            (0..some.len()).map(|row| format!("(${}, ${}, ${})", row * 3 + 1, row * 3 + 2, row * 3 + 3)).collect();
        let sql = format!(
            "WITH new (id, seq, summary) AS (VALUES {})
             UPDATE regattas SET summary = new.summary, seq = new.seq FROM new
             WHERE regattas.id = new.id AND regattas.seq <= new.seq",
            places.join(", ")
        );
        statements.push(some.iter().fold(Statement::new(sql), |statement, (regatta, seq, summary)| {
            statement.bind(regatta).bind(*seq as i64).bind(summary.as_str()).on(regatta)
        }));
    }
    statements
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_summaries_are_stored_with_few_statements() {
        let summaries: Vec<_> = (0..500).map(|seq| (RegattaId::random(), seq, String::new())).collect();
        for count in 0..=summaries.len() {
            let statements = save_summaries(&summaries[..count]);
            assert_eq!(statements.iter().map(|statement| statement.rows.len()).sum::<usize>(), count);
            assert!(statements.iter().all(|statement| statement.weight() <= MOST_SUMMARIES));
            assert!(statements.len() <= count / MOST_SUMMARIES + 7, "{count} need {}", statements.len());
        }
        assert_eq!(save_summaries(&summaries[..200]).len(), 3);
    }
}
