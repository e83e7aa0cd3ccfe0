//! Logs in pages, and the seats that players who are gone still have to leave.

use crate::ids::{PlayerId, RegattaId};
use crate::store::{Store, StoreError, statement::Statement};

/// Begins the name of the note that somebody's seats are still to be left.
const FAREWELL: &str = "farewell:";

/// Notes that a player's seats are still to be left.
pub(super) fn note_farewell(player: &PlayerId) -> Statement {
    let sql = "INSERT INTO meta (name, value) VALUES ($1, '') ON CONFLICT (name) DO NOTHING";
    Statement::new(sql).bind(format!("{FAREWELL}{player}"))
}

impl Store {
    /// A page of a regatta's log: the number and the events of each entry that ends after `since`.
    pub async fn page(&self, id: &RegattaId, since: u64, most: usize) -> Result<Vec<(u64, String)>, StoreError> {
        let sql = "SELECT seq, events FROM entries WHERE regatta = $1 AND seq > $2 ORDER BY seq LIMIT $3";
        let rows: Vec<(i64, String)> =
            sqlx::query_as(sql).bind(id).bind(since as i64).bind(most as i64).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(seq, events)| (seq as u64, events)).collect())
    }

    /// Players who are gone but have not left all their seats.
    pub async fn farewells(&self) -> Result<Vec<PlayerId>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as("SELECT name FROM meta WHERE name LIKE $1")
            .bind(format!("{FAREWELL}%"))
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.iter().filter_map(|(name,)| PlayerId::read(name.strip_prefix(FAREWELL)?)).collect())
    }

    /// A player who is gone has left all seats.
    pub async fn end_farewell(&self, player: &PlayerId) -> Result<(), StoreError> {
        let end = Statement::new("DELETE FROM meta WHERE name = $1").bind(format!("{FAREWELL}{player}"));
        self.write(vec![end]).await.map(drop)
    }

    /// Regattas that are not over and in which a player sits or sat.
    pub async fn unfinished_of(&self, player: &PlayerId) -> Result<Vec<RegattaId>, StoreError> {
        let sql = "SELECT r.id FROM crews c JOIN regattas r ON r.id = c.regatta
                   WHERE c.player = $1 AND r.stage IN ('open', 'live')";
        let rows: Vec<(RegattaId,)> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// Regattas that have not begun and that a player hosts.
    pub async fn opened_by(&self, player: &PlayerId) -> Result<Vec<RegattaId>, StoreError> {
        let sql = "SELECT id FROM regattas WHERE stage = 'open' AND host = $1";
        let rows: Vec<(RegattaId,)> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }
}
