//! Departures: deleted players whose seats still have to be vacated.

use crate::ids::{PlayerId, RegattaId};
use crate::store::{Store, StoreError, writer::statement::Statement};

/// The prefix of these notes in `meta`. Databases contain it: don't change it.
const PREFIX: &str = "farewell:";

/// Notes that a player's seats must be vacated.
pub(super) fn note_departure(player: &PlayerId) -> Statement {
    let sql = "INSERT INTO meta (name, value) VALUES ($1, '') ON CONFLICT (name) DO NOTHING";
    Statement::new(sql).bind(format!("{PREFIX}{player}"))
}

impl Store {
    /// Deleted players whose seats are not all vacated.
    pub async fn departures(&self) -> Result<Vec<PlayerId>, StoreError> {
        let rows: Vec<(String,)> = sqlx::query_as("SELECT name FROM meta WHERE name LIKE $1")
            .bind(format!("{PREFIX}%"))
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.iter().filter_map(|(name,)| PlayerId::read(name.strip_prefix(PREFIX)?)).collect())
    }

    /// Removes the note: all seats are vacated.
    pub async fn end_departure(&self, player: &PlayerId) -> Result<(), StoreError> {
        let end = Statement::new("DELETE FROM meta WHERE name = $1").bind(format!("{PREFIX}{player}"));
        self.write(vec![end]).await.map(drop)
    }

    /// Unfinished regattas in which a player has or had a seat.
    pub async fn unfinished_of(&self, player: &PlayerId) -> Result<Vec<RegattaId>, StoreError> {
        let sql = "SELECT r.id FROM crews c JOIN regattas r ON r.id = c.regatta
                   WHERE c.player = $1 AND r.stage IN ('open', 'live')";
        let rows: Vec<(RegattaId,)> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// Regattas hosted by a player that have not started.
    pub async fn opened_by(&self, player: &PlayerId) -> Result<Vec<RegattaId>, StoreError> {
        let sql = "SELECT id FROM regattas WHERE stage = 'open' AND host = $1";
        let rows: Vec<(RegattaId,)> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// Some of the sessions that began before this time: their stored form, and whose they are.
    pub async fn sessions_before(&self, time: i64, most: i64) -> Result<Vec<(String, PlayerId)>, StoreError> {
        let sql = "SELECT hash, player FROM sessions WHERE created < $1 LIMIT $2";
        Ok(sqlx::query_as(sql).bind(time).bind(most).fetch_all(&self.pool).await?)
    }

    /// Some of the guests who have neither a session nor a token, so that they can never come back.
    pub async fn lost_guests(&self, most: i64) -> Result<Vec<PlayerId>, StoreError> {
        let sql = "SELECT p.id FROM players p WHERE p.login IS NULL AND p.gone IS NULL
                   AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.player = p.id)
                   AND NOT EXISTS (SELECT 1 FROM tokens t WHERE t.player = p.id) LIMIT $1";
        let rows: Vec<(PlayerId,)> = sqlx::query_as(sql).bind(most).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }
}
