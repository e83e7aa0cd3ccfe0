//! What this node waits for: answers of other nodes to its questions, and entries that say that an action is stored.

use super::{bus::NoAnswer, message::Answer};
use crate::ids::{PlayerId, RegattaId};
use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::oneshot;

/// What an action is known by: its regatta, its player and the id that the client made.
pub type ActionKey = (RegattaId, PlayerId, String);

/// Those who wait for something, by its key. Somebody who stops waiting leaves nothing behind.
pub struct Waiters<K, T>(Arc<Mutex<HashMap<K, Vec<oneshot::Sender<T>>>>>);

impl<K, T> Clone for Waiters<K, T> {
    fn clone(&self) -> Waiters<K, T> {
        Waiters(self.0.clone())
    }
}

impl<K, T> Default for Waiters<K, T> {
    fn default() -> Waiters<K, T> {
        Waiters(Arc::default())
    }
}

/// The answers that are still to come, by the numbers of their questions.
pub type Answers = Waiters<u64, Result<Answer, NoAnswer>>;

/// The actions whose entries are still to come.
pub type Actions = Waiters<ActionKey, u64>;

/// Somebody who waits.
pub struct Waiter<K: Hash + Eq, T> {
    waiters: Waiters<K, T>,
    key: K,
    receiver: oneshot::Receiver<T>,
}

impl<K: Hash + Eq + Clone, T: Clone> Waiters<K, T> {
    /// Begins to wait.
    pub fn wait(&self, key: K) -> Waiter<K, T> {
        let (sender, receiver) = oneshot::channel();
        self.lock().entry(key.clone()).or_default().push(sender);
        Waiter { waiters: self.clone(), key, receiver }
    }

    /// What somebody waits for is here.
    pub fn tell(&self, key: &K, what: &T) {
        for sender in self.lock().remove(key).into_iter().flatten() {
            drop(sender.send(what.clone())); // it may have stopped waiting
        }
    }
}

impl<K: Hash + Eq, T> Waiters<K, T> {
    fn lock(&self) -> MutexGuard<'_, HashMap<K, Vec<oneshot::Sender<T>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nobody waits.
    pub fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }
}

impl<K: Hash + Eq, T> Waiter<K, T> {
    /// Waits. Can be called again after it was cancelled.
    pub async fn next(&mut self) -> T {
        match (&mut self.receiver).await {
            Ok(what) => what,
            // The sender is dropped only after it was used, or together with the program.
            Err(_) => std::future::pending().await,
        }
    }
}

impl<K: Hash + Eq, T> Drop for Waiter<K, T> {
    fn drop(&mut self) {
        self.receiver.close();
        let mut waiters = self.waiters.lock();
        if let Some(senders) = waiters.get_mut(&self.key) {
            senders.retain(|sender| !sender.is_closed());
            if senders.is_empty() {
                waiters.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn everybody_who_waits_is_told_and_nobody_is_left_behind() {
        let waiters: Waiters<u64, &str> = Waiters::default();
        let (mut one, mut two, other) = (waiters.wait(1), waiters.wait(1), waiters.wait(2));
        waiters.tell(&1, &"here");
        assert_eq!((one.next().await, two.next().await), ("here", "here"));
        drop((one, two));
        assert!(!waiters.is_empty());
        let again = waiters.wait(2);
        drop(other);
        assert!(!waiters.is_empty(), "somebody else still waits for the same");
        drop(again);
        assert!(waiters.is_empty());
        waiters.tell(&2, &"too late");
    }
}
