//! Removes the logs and analyses of regattas that were over long ago. Their rows stay, with who raced and how it ended, so that
//! their ids are not used again.

use crate::{
    ids::RegattaId,
    store::{
        Store, StoreError, now,
        writer::statement::{Statement, set_meta},
    },
};

/// Regattas in one transaction.
const AT_ONCE: i64 = 32;

/// A day, in milliseconds.
const DAY: i64 = 86_400_000;

/// In `meta`: when logs were removed for the last time.
const REMOVED: &str = "games-removed";

impl Store {
    /// Removes the logs and analyses of regattas in which nothing has happened for this many days, and that are over. Returns how
    /// many there were. The newest entry of all stays, because positions in the stream must not be used again, and so does
    /// what a reader has not read.
    pub async fn remove_games(&self, days: u32) -> Result<usize, StoreError> {
        let before = now() - i64::from(days) * DAY;
        let mut count = 0;
        loop {
            let sql = "SELECT r.id FROM regattas r WHERE r.stage IN ('over', 'closed') AND r.updated < $1
                       AND (SELECT MAX(e.position) FROM entries e WHERE e.regatta = r.id) <
                           (SELECT MAX(position) FROM entries)
                       AND (SELECT MAX(e.position) FROM entries e WHERE e.regatta = r.id) <=
                           (SELECT COALESCE(MIN(position), 0) FROM cursors)
                       ORDER BY r.updated LIMIT $2";
            let rows: Vec<(RegattaId,)> = sqlx::query_as(sql).bind(before).bind(AT_ONCE).fetch_all(&self.pool).await?;
            if rows.is_empty() {
                return Ok(count);
            }
            count += rows.len();
            let mut writes = vec![set_meta(REMOVED, &now().to_string())];
            for (regatta,) in &rows {
                // Somebody may have said something there a moment ago.
                let log = "DELETE FROM entries WHERE regatta = $1
                           AND EXISTS (SELECT 1 FROM regattas WHERE id = $1 AND updated < $2)";
                let rest = [
                    "DELETE FROM analyses WHERE regatta = $1 AND NOT EXISTS (SELECT 1 FROM entries WHERE regatta = $1)",
                    "DELETE FROM jobs WHERE regatta = $1 AND NOT EXISTS (SELECT 1 FROM entries WHERE regatta = $1)",
                ];
                writes.push(Statement::new(log).bind(regatta).bind(before));
                writes.extend(rest.map(|sql| Statement::new(sql).bind(regatta)));
            }
            self.write(writes).await?;
        }
    }

    /// Whether a regatta is over and its log was removed.
    pub async fn is_removed(&self, id: &RegattaId) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM regattas WHERE id = $1 AND stage IN ('over', 'closed')
                   AND NOT EXISTS (SELECT 1 FROM entries WHERE regatta = $1)";
        let row: Option<(i32,)> = sqlx::query_as(sql).bind(id).fetch_optional(&self.pool).await?;
        Ok(row.is_some())
    }

    /// Fails if logs were ever removed: then not everything follows from the logs any more.
    pub(crate) async fn check_all_games_kept(&self) -> Result<(), StoreError> {
        match self.meta(REMOVED).await? {
            Some(_) => Err(StoreError::Removed),
            None => Ok(()),
        }
    }
}
