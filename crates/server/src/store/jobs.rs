//! Jobs in the store: work to be done in the background, once, even if the server stops in between.

use crate::ids::RegattaId;
use crate::store::{Store, StoreError, statement::Statement};

/// The kind of job that analyses a regatta.
pub(crate) const ANALYSIS: &str = "analysis";

/// A job that fails so often is given up.
const MOST_ATTEMPTS: i64 = 3;

/// Asks for a job, unless it is asked for already.
pub(crate) fn new_job(kind: &str, regatta: &RegattaId, at: i64) -> Statement {
    let sql = "INSERT INTO jobs (kind, regatta, created, attempts) VALUES ($1, $2, $3, 0) ON CONFLICT DO NOTHING";
    Statement::new(sql).bind(kind).bind(regatta).bind(at)
}

/// A job is done.
pub(super) fn end_job(kind: &str, regatta: &RegattaId) -> Statement {
    Statement::new("DELETE FROM jobs WHERE kind = $1 AND regatta = $2").bind(kind).bind(regatta)
}

impl Store {
    /// The oldest job of a kind that is not given up, if there is one.
    pub async fn next_job(&self, kind: &str) -> Result<Option<RegattaId>, StoreError> {
        let sql = "SELECT regatta FROM jobs WHERE kind = $1 AND attempts < $2 ORDER BY created, regatta LIMIT 1";
        let row: Option<(RegattaId,)> =
            sqlx::query_as(sql).bind(kind.to_owned()).bind(MOST_ATTEMPTS).fetch_optional(&self.pool).await?;
        Ok(row.map(|(regatta,)| regatta))
    }

    /// Counts an attempt at a job before it is begun, so that one that brings the server down is given up, too.
    pub async fn begin_job(&self, kind: &str, regatta: &RegattaId) -> Result<(), StoreError> {
        let sql = "UPDATE jobs SET attempts = attempts + 1 WHERE kind = $1 AND regatta = $2";
        self.write(vec![Statement::new(sql).bind(kind).bind(regatta)]).await.map(drop)
    }

    /// A job is done, or there is nothing to do.
    pub async fn end_job(&self, kind: &str, regatta: &RegattaId) -> Result<(), StoreError> {
        self.write(vec![end_job(kind, regatta)]).await.map(drop)
    }
}
