//! A bounded memory: when it is full, it forgets the half that nobody asked for the longest.

use std::{
    borrow::Borrow,
    collections::HashMap,
    hash::Hash,
    sync::{
        PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
};

/// What was used lately.
#[derive(Debug)]
pub struct Cache<K, V> {
    most: usize,
    /// Counts uses: when a thing was used last.
    clock: AtomicU64,
    /// Counts forgettings: what was looked up before one must not be remembered after it.
    era: AtomicU64,
    things: RwLock<HashMap<K, (V, AtomicU64)>>,
}

/// Taken before something is looked up elsewhere, given back with what was found.
#[derive(Clone, Copy, Debug)]
pub struct Era(u64);

impl<K: Hash + Eq, V: Clone> Cache<K, V> {
    /// A memory for so many things.
    pub fn new(most: usize) -> Cache<K, V> {
        Cache { most, clock: AtomicU64::new(0), era: AtomicU64::new(0), things: RwLock::default() }
    }

    /// What is remembered of it.
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let things = self.things.read().unwrap_or_else(PoisonError::into_inner);
        let (value, used) = things.get(key)?;
        used.store(self.clock.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        Some(value.clone())
    }

    /// Now, for [`Cache::learn`].
    pub fn era(&self) -> Era {
        Era(self.era.load(Ordering::Acquire))
    }

    /// Remembers what was looked up since `era`, unless it was set or anything was forgotten in between.
    pub fn learn(&self, era: Era, key: K, value: V) {
        let mut things = self.things.write().unwrap_or_else(PoisonError::into_inner);
        if self.era.load(Ordering::Acquire) == era.0 && !things.contains_key(&key) {
            self.insert(&mut things, key, value);
        }
    }

    /// Remembers something that has just become so.
    pub fn set(&self, key: K, value: V) {
        let mut things = self.things.write().unwrap_or_else(PoisonError::into_inner);
        self.insert(&mut things, key, value);
    }

    /// Forgets whatever is so.
    pub fn forget(&self, which: impl Fn(&K, &V) -> bool) {
        let mut things = self.things.write().unwrap_or_else(PoisonError::into_inner);
        self.era.fetch_add(1, Ordering::AcqRel);
        things.retain(|key, (value, _)| !which(key, value));
    }

    fn insert(&self, things: &mut HashMap<K, (V, AtomicU64)>, key: K, value: V) {
        if things.len() >= self.most && !things.contains_key(&key) {
            let mut uses: Vec<u64> = things.values().map(|(_, used)| used.load(Ordering::Relaxed)).collect();
            let middle = uses.len() / 2;
            let (_, median, _) = uses.select_nth_unstable(middle);
            let median = *median;
            things.retain(|_, (_, used)| *used.get_mut() >= median);
        }
        let now = self.clock.fetch_add(1, Ordering::Relaxed);
        things.insert(key, (value, AtomicU64::new(now)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forgets_what_nobody_asks_for() {
        let memory = Cache::new(10);
        memory.set(0, "kept");
        for key in 1..100 {
            memory.set(key, "new");
            assert_eq!(memory.get(&0), Some("kept"));
            assert!(memory.things.read().unwrap().len() <= 10);
        }
        assert_eq!(memory.get(&1), None);
    }

    #[test]
    fn does_not_learn_what_was_forgotten_meanwhile() {
        let memory = Cache::new(10);
        let era = memory.era();
        memory.forget(|key: &u8, _: &u8| *key == 1);
        memory.learn(era, 1, 1);
        assert_eq!(memory.get(&1), None);
        memory.learn(memory.era(), 1, 1);
        memory.learn(memory.era(), 1, 2);
        assert_eq!(memory.get(&1), Some(1), "what is there is newer");
    }
}
