//! Locks by key: those who ask for the same key take turns.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// A lock for each key that is in use.
#[derive(Debug)]
pub(crate) struct Keyed<K>(Mutex<HashMap<K, Arc<AsyncMutex<()>>>>);

impl<K> Default for Keyed<K> {
    fn default() -> Keyed<K> {
        Keyed(Mutex::default())
    }
}

impl<K: Hash + Eq> Keyed<K> {
    /// Waits for the turn of the caller, which lasts until the returned value is dropped. Whoever asked first is first.
    pub async fn turn(&self, key: K) -> OwnedMutexGuard<()> {
        let lock = {
            let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            // Nobody holds these locks or waits for them.
            locks.retain(|_, lock| Arc::strong_count(lock) > 1);
            locks.entry(key).or_default().clone()
        };
        lock.lock_owned().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_those_with_the_same_key_wait_and_nothing_stays() {
        let keyed = Keyed::default();
        let first = keyed.turn(1).await;
        let other = keyed.turn(2).await;
        let mut again = Box::pin(keyed.turn(1));
        assert!(futures_util::poll!(&mut again).is_pending());
        drop(first);
        drop((again.await, other));
        drop(keyed.turn(3).await);
        assert_eq!(keyed.0.lock().unwrap().len(), 1);
    }
}
