//! Regattas and their logs in the store.

use crate::ids::{PlayerId, RegattaId};
use crate::room::settings::{Occasion, OccasionKind};
use crate::store::{
    Store, StoreError,
    compete::{JudgedRow, judged_race},
    jobs::{ANALYSIS, end_job},
    writer::statement::Statement,
};

/// A regatta's row.
#[derive(Clone, Debug)]
pub struct RegattaRow {
    /// The secrets of the dice, in hexadecimal.
    pub secret: String,
    /// The invitation to a private regatta.
    pub invite: String,
    /// When the room next acts by itself.
    pub deadline: Option<i64>,
    /// The node that serves it; `None` if a server alone does.
    pub holder: Option<String>,
}

/// Secret, invitation, deadline, holder, number of the last event.
type RowColumns = (String, String, Option<i64>, Option<String>, i64);

/// A summary as JSON, and the number of the last event that it includes.
pub type Found = (u64, String);

/// A stored entry: number of its last event, player, action id, events as JSON.
pub type StoredEntry = (u64, Option<PlayerId>, Option<String>, String);

/// A regatta's row and its whole log, as they were at one moment.
pub type Loaded = (RegattaRow, Vec<StoredEntry>);

impl Store {
    /// A regatta's row, and the number of the last event in its log at that moment.
    pub async fn regatta(&self, id: &RegattaId) -> Result<Option<(RegattaRow, u64)>, StoreError> {
        let sql = "SELECT secret, invite, deadline, holder,
                   (SELECT COALESCE(MAX(last), 0) FROM entries WHERE regatta = $1) FROM regattas WHERE id = $1";
        let row: Option<RowColumns> = sqlx::query_as(sql).bind(id).fetch_optional(&self.pool).await?;
        let row = row.map(|(secret, invite, deadline, holder, last)| {
            (RegattaRow { secret, invite, deadline, holder }, last as u64)
        });
        Ok(row)
    }

    /// A regatta's row and log, as they were at one moment.
    pub async fn load(&self, id: &RegattaId) -> Result<Option<Loaded>, StoreError> {
        let mut log: Vec<StoredEntry> = Vec::new();
        loop {
            let read = log.last().map_or(0, |(last, ..)| *last);
            log.extend(self.entries(id, read).await?);
            let Some((row, last)) = self.regatta(id).await? else { return Ok(None) };
            // The row changes only together with the log.
            if log.last().map_or(0, |(last, ..)| *last) == last {
                return Ok(Some((row, log)));
            }
        }
    }

    /// What the server has opened a regatta for; `None` if a player has opened it.
    pub async fn occasion(&self, id: &RegattaId) -> Result<Option<Occasion>, StoreError> {
        let sql = "SELECT kind, reference FROM arranged WHERE regatta = $1";
        let row: Option<(String, String)> = sqlx::query_as(sql).bind(id).fetch_optional(&self.pool).await?;
        let Some((kind, reference)) = row else { return Ok(None) };
        let kind = OccasionKind::read(&kind).ok_or_else(|| StoreError::Unreadable(format!("occasion {kind:?}")))?;
        Ok(Some(Occasion { kind, reference }))
    }

    /// The number of the last event in a regatta's log.
    pub async fn last_of(&self, id: &RegattaId) -> Result<u64, StoreError> {
        let sql = "SELECT COALESCE(MAX(last), 0) FROM entries WHERE regatta = $1";
        let (last,): (i64,) = sqlx::query_as(sql).bind(id).fetch_one(&self.pool).await?;
        Ok(last as u64)
    }

    /// Whether this is the invitation to a regatta.
    pub async fn is_invitation(&self, id: &RegattaId, invite: &str) -> Result<bool, StoreError> {
        let row: Option<(String,)> =
            sqlx::query_as("SELECT invite FROM regattas WHERE id = $1").bind(id).fetch_optional(&self.pool).await?;
        Ok(row.is_some_and(|(stored,)| stored == invite))
    }

    /// The entries of a regatta's log that end after event `since`.
    pub async fn entries(&self, id: &RegattaId, since: u64) -> Result<Vec<StoredEntry>, StoreError> {
        let sql = "SELECT last, actor, action, events FROM entries WHERE regatta = $1 AND last > $2 ORDER BY last";
        let rows: Vec<(i64, Option<PlayerId>, Option<String>, String)> =
            sqlx::query_as(sql).bind(id).bind(since as i64).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(seq, actor, action, events)| (seq as u64, actor, action, events)).collect())
    }

    /// A page of a regatta's log: the number and the events of each entry that ends after `since`.
    pub async fn page(&self, id: &RegattaId, since: u64, most: usize) -> Result<Vec<(u64, String)>, StoreError> {
        let sql = "SELECT last, events FROM entries WHERE regatta = $1 AND last > $2 ORDER BY last LIMIT $3";
        let rows: Vec<(i64, String)> =
            sqlx::query_as(sql).bind(id).bind(since as i64).bind(most as i64).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(seq, events)| (seq as u64, events)).collect())
    }

    /// All regattas that are open or being played, with their summaries.
    pub async fn unfinished(&self) -> Result<Vec<Found>, StoreError> {
        let sql = "SELECT seq, summary FROM regattas WHERE stage IN ('open', 'live') AND summary <> ''";
        let rows: Vec<(i64, String)> = sqlx::query_as(sql).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(seq, summary)| (seq as u64, summary)).collect())
    }

    /// Regattas in which something is due.
    pub async fn due(&self, now: i64) -> Result<Vec<RegattaId>, StoreError> {
        let sql = "SELECT id FROM regattas WHERE stage IN ('open', 'live') AND deadline <= $1";
        let rows: Vec<(RegattaId,)> = sqlx::query_as(sql).bind(now).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// Regattas that have not started and have not changed since `then`, opened by a version that did not store when they
    /// close.
    pub async fn forgotten(&self, then: i64) -> Result<Vec<RegattaId>, StoreError> {
        let rows: Vec<(RegattaId,)> =
            sqlx::query_as("SELECT id FROM regattas WHERE stage = 'open' AND deadline IS NULL AND updated < $1")
                .bind(then)
                .fetch_all(&self.pool)
                .await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// Whether this player ever had a seat in it.
    pub async fn sat_in(&self, player: &PlayerId, id: &RegattaId) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM crews WHERE player = $1 AND regatta = $2";
        let row: Option<(i32,)> = sqlx::query_as(sql).bind(player).bind(id).fetch_optional(&self.pool).await?;
        Ok(row.is_some())
    }

    /// The players who have a seat in it, or had one after its start.
    pub async fn crew_of(&self, id: &RegattaId) -> Result<Vec<PlayerId>, StoreError> {
        let sql = "SELECT player FROM crews WHERE regatta = $1";
        let rows: Vec<(PlayerId,)> = sqlx::query_as(sql).bind(id).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(player,)| player).collect())
    }

    /// A player's regattas that were last changed before `before`, newest first.
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

    /// The stored analysis of a regatta.
    pub async fn analysis(&self, id: &RegattaId) -> Result<Option<String>, StoreError> {
        let row: Option<(String,)> = sqlx::query_as("SELECT result FROM analyses WHERE regatta = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|(result,)| result))
    }

    /// Stores an analysis and removes its job.
    pub async fn save_analysis(&self, id: &RegattaId, result: &str, judged: &[JudgedRow]) -> Result<(), StoreError> {
        let sql = "INSERT INTO analyses (regatta, result) VALUES ($1, $2) ON CONFLICT (regatta) DO NOTHING";
        let mut writes = vec![Statement::new(sql).bind(id).bind(result), end_job(ANALYSIS, id)];
        writes.extend(judged.iter().map(|row| judged_race(id, row)));
        self.write(writes).await.map(drop)
    }
}
