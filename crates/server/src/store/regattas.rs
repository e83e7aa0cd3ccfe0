//! Regattas in the store.

use crate::ids::{PlayerId, RegattaId};
use crate::store::{
    Store, StoreError,
    jobs::{ANALYSIS, end_job},
    statement::Statement,
};

/// A regatta's row.
#[derive(Clone, Debug)]
pub struct RegattaRow {
    /// Of the dice, in hexadecimal.
    pub secret: String,
    /// Opens a private regatta.
    pub invite: String,
    /// When somebody's time is up.
    pub deadline: Option<i64>,
}

/// A regatta in a list: its summary as JSON.
pub type Found = (RegattaId, String);

/// An entry as it was stored: seq, actor, action, events.
pub type StoredEntry = (u64, Option<PlayerId>, Option<String>, String);

impl Store {
    /// A regatta's row.
    pub async fn regatta(&self, id: &RegattaId) -> Result<Option<RegattaRow>, StoreError> {
        let sql = "SELECT secret, invite, deadline FROM regattas WHERE id = $1";
        let row: Option<(String, String, Option<i64>)> =
            sqlx::query_as(sql).bind(id).fetch_optional(&self.pool).await?;
        Ok(row.map(|(secret, invite, deadline)| RegattaRow { secret, invite, deadline }))
    }

    /// Its log, from the entry that ends after `since` on.
    pub async fn entries(&self, id: &RegattaId, since: u64) -> Result<Vec<StoredEntry>, StoreError> {
        let sql = "SELECT seq, actor, action, events FROM entries WHERE regatta = $1 AND seq > $2 ORDER BY seq";
        let rows: Vec<(i64, Option<PlayerId>, Option<String>, String)> =
            sqlx::query_as(sql).bind(id).bind(since as i64).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(seq, actor, action, events)| (seq as u64, actor, action, events)).collect())
    }

    /// All that are open or live.
    pub async fn unfinished(&self) -> Result<Vec<Found>, StoreError> {
        let sql = "SELECT id, summary FROM regattas WHERE stage IN ('open', 'live') AND summary <> ''";
        Ok(sqlx::query_as(sql).fetch_all(&self.pool).await?)
    }

    /// Those in which somebody's time is up.
    pub async fn due(&self, now: i64) -> Result<Vec<RegattaId>, StoreError> {
        let sql = "SELECT id FROM regattas WHERE stage IN ('open', 'live') AND deadline <= $1";
        let rows: Vec<(RegattaId,)> = sqlx::query_as(sql).bind(now).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// Those that were opened, never began, and have been forgotten since before `then`.
    pub async fn forgotten(&self, then: i64) -> Result<Vec<RegattaId>, StoreError> {
        let rows: Vec<(RegattaId,)> = sqlx::query_as("SELECT id FROM regattas WHERE stage = 'open' AND updated < $1")
            .bind(then)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// Did this player ever sit in it?
    pub async fn sat_in(&self, player: &PlayerId, id: &RegattaId) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM crews WHERE player = $1 AND regatta = $2";
        let row: Option<(i32,)> = sqlx::query_as(sql).bind(player).bind(id).fetch_optional(&self.pool).await?;
        Ok(row.is_some())
    }

    /// A player's regattas of some stages, the latest first, updated before `before`.
    pub async fn history(
        &self,
        player: &PlayerId,
        before: i64,
        most: i64,
    ) -> Result<Vec<(RegattaId, i64, String)>, StoreError> {
        let sql = "SELECT r.id, r.updated, r.summary FROM crews c JOIN regattas r ON r.id = c.regatta
                   WHERE c.player = $1 AND r.updated < $2 AND r.stage <> 'closed' ORDER BY r.updated DESC LIMIT $3";
        Ok(sqlx::query_as(sql).bind(player).bind(before).bind(most).fetch_all(&self.pool).await?)
    }

    /// An analysis made before.
    pub async fn analysis(&self, id: &RegattaId) -> Result<Option<String>, StoreError> {
        let row: Option<(String,)> = sqlx::query_as("SELECT result FROM analyses WHERE regatta = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|(result,)| result))
    }

    /// Keeps an analysis; the job is done.
    pub async fn save_analysis(&self, id: &RegattaId, result: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO analyses (regatta, result) VALUES ($1, $2) ON CONFLICT (regatta) DO NOTHING";
        self.write(vec![Statement::new(sql).bind(id).bind(result), end_job(ANALYSIS, id)]).await.map(drop)
    }
}
