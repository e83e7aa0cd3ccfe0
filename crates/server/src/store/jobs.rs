//! Stored jobs: background work to be done once, even if the server stops in between.

use crate::ids::RegattaId;
use crate::store::{Store, StoreError, writer::statement::Statement};

/// The kind of job that analyses a regatta.
pub(crate) const ANALYSIS: &str = "analysis";

/// A job that has failed this often is given up.
const MOST_ATTEMPTS: i64 = 3;

/// Jobs read at once.
const PAGE: usize = 100;

/// Adds a job, unless it exists already.
pub(crate) fn new_job(kind: &str, regatta: &RegattaId, at: i64) -> Statement {
    let sql = "INSERT INTO jobs (kind, regatta, created, attempts) VALUES ($1, $2, $3, 0) ON CONFLICT DO NOTHING";
    Statement::new(sql).bind(kind).bind(regatta).bind(at)
}

/// Removes a job that is done.
pub(super) fn end_job(kind: &str, regatta: &RegattaId) -> Statement {
    Statement::new("DELETE FROM jobs WHERE kind = $1 AND regatta = $2").bind(kind).bind(regatta)
}

/// A job that waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredJob {
    #[allow(missing_docs)]
    pub regatta: RegattaId,
    /// How often it was begun.
    attempts: i64,
}

impl StoredJob {
    /// Whether it is given up if it fails once more.
    pub fn is_last_attempt(&self) -> bool {
        self.attempts + 1 >= MOST_ATTEMPTS
    }
}

impl Store {
    /// The oldest job of a kind that is not given up and for which this holds.
    pub async fn next_job(
        &self,
        kind: &str,
        is_ours: impl Fn(&RegattaId) -> bool,
    ) -> Result<Option<StoredJob>, StoreError> {
        let sql = "SELECT regatta, attempts, created FROM jobs
                   WHERE kind = $1 AND attempts < $2 AND (created > $3 OR created = $3 AND regatta > $4)
                   ORDER BY created, regatta LIMIT $5";
        let mut after = (i64::MIN, String::new());
        loop {
            let page: Vec<(RegattaId, i64, i64)> = sqlx::query_as(sql)
                .bind(kind.to_owned())
                .bind(MOST_ATTEMPTS)
                .bind(after.0)
                .bind(after.1)
                .bind(PAGE as i64)
                .fetch_all(&self.pool)
                .await?;
            let last = page.last().filter(|_| page.len() == PAGE).map(|(id, _, created)| (*created, id.to_string()));
            if let Some((regatta, attempts, _)) = page.into_iter().find(|(id, ..)| is_ours(id)) {
                return Ok(Some(StoredJob { regatta, attempts }));
            }
            let Some(last) = last else { return Ok(None) };
            after = last;
        }
    }

    /// Counts an attempt before the job starts, so that a job that brings the server down is given up too.
    pub async fn begin_job(&self, kind: &str, regatta: &RegattaId) -> Result<(), StoreError> {
        let sql = "UPDATE jobs SET attempts = attempts + 1 WHERE kind = $1 AND regatta = $2";
        self.write(vec![Statement::new(sql).bind(kind).bind(regatta)]).await.map(drop)
    }

    /// Does not count the attempt, because the server stops before the job is done.
    pub async fn put_back_job(&self, kind: &str, regatta: &RegattaId) -> Result<(), StoreError> {
        let sql = "UPDATE jobs SET attempts = attempts - 1 WHERE kind = $1 AND regatta = $2 AND attempts > 0";
        self.write(vec![Statement::new(sql).bind(kind).bind(regatta)]).await.map(drop)
    }

    /// Removes a job that is done or has become pointless.
    pub async fn end_job(&self, kind: &str, regatta: &RegattaId) -> Result<(), StoreError> {
        self.write(vec![end_job(kind, regatta)]).await.map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Commit, Database, Effects, LogEntry, NewRow};

    /// A store with jobs for this many regattas, the oldest first.
    async fn backlog(folder: &tempfile::TempDir, count: usize) -> (Store, Vec<RegattaId>) {
        let store = Store::open(&Database::Sqlite(folder.path().join("jobs.db"))).await.unwrap();
        let regattas: Vec<RegattaId> = (0..count).map(|_| RegattaId::random()).collect();
        let commit = |(number, id): (usize, &RegattaId)| {
            let entry = LogEntry { first: 1, last: 1, actor: None, action: None, at: 1, events: "[]".to_owned() };
            let create = Some(NewRow { secret: String::new(), invite: String::new() });
            // Some of them at the same time.
            let also = Effects(vec![new_job(ANALYSIS, id, number as i64 / 7)]);
            Commit { create, also, ..Commit::new(id.clone(), entry) }
        };
        store.append(regattas.iter().enumerate().map(commit).collect()).await.unwrap();
        (store, regattas)
    }

    #[tokio::test]
    async fn a_backlog_of_others_does_not_hide_our_job() {
        let folder = tempfile::tempdir().unwrap();
        let (store, regattas) = backlog(&folder, 2 * PAGE + 30).await;
        for ours in [&regattas[0], &regattas[PAGE], &regattas[2 * PAGE + 29]] {
            let found = store.next_job(ANALYSIS, |id| id == ours).await.unwrap().unwrap();
            assert_eq!(found.regatta, *ours);
        }
        let oldest = store.next_job(ANALYSIS, |_| true).await.unwrap().unwrap();
        assert!(regattas[..7].contains(&oldest.regatta));
        assert_eq!(store.next_job(ANALYSIS, |_| false).await.unwrap(), None);
        assert_eq!(store.next_job("other", |_| true).await.unwrap(), None);
        store.close().await;
    }

    #[tokio::test]
    async fn a_job_is_given_up_after_three_attempts_but_not_after_three_restarts() {
        let folder = tempfile::tempdir().unwrap();
        let (store, regattas) = backlog(&folder, 1).await;
        let next = async || store.next_job(ANALYSIS, |_| true).await.unwrap();
        for _ in 0..2 * MOST_ATTEMPTS {
            store.begin_job(ANALYSIS, &regattas[0]).await.unwrap();
            store.put_back_job(ANALYSIS, &regattas[0]).await.unwrap();
        }
        store.put_back_job(ANALYSIS, &regattas[0]).await.unwrap();
        for attempt in 1..=MOST_ATTEMPTS {
            let job = next().await.unwrap();
            assert_eq!(job.is_last_attempt(), attempt == MOST_ATTEMPTS);
            store.begin_job(ANALYSIS, &regattas[0]).await.unwrap();
        }
        assert_eq!(next().await, None);
        store.close().await;
    }
}
