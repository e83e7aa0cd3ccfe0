//! The outcomes of regattas that have ended, for readers of the stream of committed events.

use crate::{
    cache::Cache,
    compete::outcome::Outcome,
    ids::RegattaId,
    rooms::registry::Registry,
    store::{StoreError, Touched},
};
use std::sync::Arc;
use tokio::task::JoinError;

/// Outcomes kept in memory. All readers read about the same regattas at the same time.
const KEPT: usize = 1000;

/// Gives readers the outcomes of the regattas that have ended. Its clones share their memory.
///
/// A reader gets a regatta's outcome at least once. Its effects must be idempotent, with the regatta's id as their key. It is
/// always the same one, unless the moderators annul it afterwards. That is an event of its own, on which readers act: see
/// [`Store::annulled`](crate::store::Store::annulled).
#[derive(Clone)]
pub struct Outcomes {
    registry: Registry,
    known: Arc<Cache<RegattaId, Arc<Outcome>>>,
}

impl Outcomes {
    #[allow(missing_docs)]
    pub fn new(registry: Registry) -> Outcomes {
        Outcomes { registry, known: Arc::new(Cache::new(KEPT)) }
    }

    /// The outcomes of the regattas that ended after one position and up to another, in the order of their commits.
    pub async fn ended(&self, after: i64, until: i64) -> Result<Vec<Arc<Outcome>>, StoreError> {
        let mut outcomes = Vec::new();
        for Touched { regatta, .. } in self.registry.store.ended(after, until).await? {
            outcomes.extend(self.readable(&regatta).await?);
        }
        Ok(outcomes)
    }

    /// The outcome of a regatta; `None` also if its log can't be read: that must not stop a reader for ever.
    pub async fn readable(&self, regatta: &RegattaId) -> Result<Option<Arc<Outcome>>, StoreError> {
        match self.of(regatta).await {
            Err(StoreError::Unreadable(reason)) => {
                tracing::error!(%regatta, reason, "a regatta has no outcome, because its log can't be read");
                Ok(None)
            }
            other => other,
        }
    }

    /// The outcome of a regatta; `None` if it is not over, or if there is no such regatta.
    pub async fn of(&self, regatta: &RegattaId) -> Result<Option<Arc<Outcome>>, StoreError> {
        if let Some(outcome) = self.known.get(regatta) {
            return Ok(Some(outcome));
        }
        // A task of its own, because replaying a log takes a while, and readers ask for many at once.
        let (registry, id) = (self.registry.clone(), regatta.clone());
        let replayed = tokio::spawn(async move { registry.outcome_of(&id).await });
        let outcome = replayed.await.map_err(not_replayed)??.map(Arc::new);
        if let Some(outcome) = &outcome {
            self.known.set(regatta.clone(), outcome.clone());
        }
        Ok(outcome)
    }
}

/// Why a task that replays a log has not finished. A log that makes it panic will always do so; a task that was cancelled because
/// the server stops says nothing about the log, so the reader must read it again.
fn not_replayed(error: JoinError) -> StoreError {
    if error.is_panic() { StoreError::Unreadable(error.to_string()) } else { StoreError::Closed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_regatta_is_skipped_if_its_log_makes_the_task_panic_but_not_if_the_task_is_cancelled() {
        let panicked = tokio::spawn(async { panic!("a bad log") }).await.unwrap_err();
        assert!(matches!(not_replayed(panicked), StoreError::Unreadable(_)));
        let task = tokio::spawn(std::future::pending::<()>());
        task.abort();
        assert!(matches!(not_replayed(task.await.unwrap_err()), StoreError::Closed));
    }
}
