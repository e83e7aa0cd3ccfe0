//! Stored jobs: background work to be done once, even if the server stops in between.

use crate::ids::RegattaId;
use crate::store::{Store, StoreError, writer::statement::Statement};

/// The kind of job that analyses a regatta.
pub(crate) const ANALYSIS: &str = "analysis";

/// A job that has failed this often is given up.
const MOST_ATTEMPTS: i64 = 3;

/// Adds a job, unless it exists already.
pub(crate) fn new_job(kind: &str, regatta: &RegattaId, at: i64) -> Statement {
    let sql = "INSERT INTO jobs (kind, regatta, created, attempts) VALUES ($1, $2, $3, 0) ON CONFLICT DO NOTHING";
    Statement::new(sql).bind(kind).bind(regatta).bind(at)
}

/// Removes a job that is done.
pub(super) fn end_job(kind: &str, regatta: &RegattaId) -> Statement {
    Statement::new("DELETE FROM jobs WHERE kind = $1 AND regatta = $2").bind(kind).bind(regatta)
}

impl Store {
    /// The oldest jobs of a kind that are not given up.
    pub async fn next_jobs(&self, kind: &str) -> Result<Vec<RegattaId>, StoreError> {
        let sql = "SELECT regatta FROM jobs WHERE kind = $1 AND attempts < $2 ORDER BY created, regatta LIMIT 100";
        let rows: Vec<(RegattaId,)> =
            sqlx::query_as(sql).bind(kind.to_owned()).bind(MOST_ATTEMPTS).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(regatta,)| regatta).collect())
    }

    /// Counts an attempt before the job starts, so that a job that brings the server down is given up too.
    pub async fn begin_job(&self, kind: &str, regatta: &RegattaId) -> Result<(), StoreError> {
        let sql = "UPDATE jobs SET attempts = attempts + 1 WHERE kind = $1 AND regatta = $2";
        self.write(vec![Statement::new(sql).bind(kind).bind(regatta)]).await.map(drop)
    }

    /// Removes a job that is done or has become pointless.
    pub async fn end_job(&self, kind: &str, regatta: &RegattaId) -> Result<(), StoreError> {
        self.write(vec![end_job(kind, regatta)]).await.map(drop)
    }
}
