//! A bounded cache: when it is full, it drops the half that was used least recently.

use std::{
    borrow::Borrow,
    collections::HashMap,
    hash::Hash,
    sync::{
        PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
};

/// A bounded map from keys to recently used values.
#[derive(Debug)]
pub struct Cache<K, V> {
    capacity: usize,
    /// Counts uses, so that each entry knows when it was last used.
    clock: AtomicU64,
    /// Counts removals: a value that was looked up before a removal must not be cached after it.
    era: AtomicU64,
    entries: RwLock<HashMap<K, (V, AtomicU64)>>,
}

/// A point in the cache's history: taken before a lookup elsewhere, passed to [`Cache::fill`] with the result.
#[derive(Clone, Copy, Debug)]
pub struct Era(u64);

impl<K: Hash + Eq, V: Clone> Cache<K, V> {
    /// An empty cache for at most `capacity` entries.
    pub fn new(capacity: usize) -> Cache<K, V> {
        Cache { capacity, clock: AtomicU64::new(0), era: AtomicU64::new(0), entries: RwLock::default() }
    }

    /// The cached value of a key.
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        let (value, used) = entries.get(key)?;
        used.store(self.clock.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        Some(value.clone())
    }

    /// The current era, for [`Cache::fill`].
    pub fn era(&self) -> Era {
        Era(self.era.load(Ordering::Acquire))
    }

    /// Caches a value looked up since `era`, unless its key was set or anything was removed in between.
    pub fn fill(&self, era: Era, key: K, value: V) {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        if self.era.load(Ordering::Acquire) == era.0 && !entries.contains_key(&key) {
            self.insert(&mut entries, key, value);
        }
    }

    /// Caches a value that has just been stored.
    pub fn set(&self, key: K, value: V) {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        self.insert(&mut entries, key, value);
    }

    /// Removes all entries for which `which` is true.
    pub fn remove(&self, which: impl Fn(&K, &V) -> bool) {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        self.era.fetch_add(1, Ordering::AcqRel);
        entries.retain(|key, (value, _)| !which(key, value));
    }

    fn insert(&self, entries: &mut HashMap<K, (V, AtomicU64)>, key: K, value: V) {
        if entries.len() >= self.capacity && !entries.contains_key(&key) {
            let mut uses: Vec<u64> = entries.values().map(|(_, used)| used.load(Ordering::Relaxed)).collect();
            let middle = uses.len() / 2;
            let (_, median, _) = uses.select_nth_unstable(middle);
            let median = *median;
            entries.retain(|_, (_, used)| *used.get_mut() >= median);
        }
        let now = self.clock.fetch_add(1, Ordering::Relaxed);
        entries.insert(key, (value, AtomicU64::new(now)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_what_is_not_used() {
        let cache = Cache::new(10);
        cache.set(0, "kept");
        for key in 1..100 {
            cache.set(key, "new");
            assert_eq!(cache.get(&0), Some("kept"));
            assert!(cache.entries.read().unwrap().len() <= 10);
        }
        assert_eq!(cache.get(&1), None);
    }

    #[test]
    fn does_not_cache_what_was_removed_during_the_lookup() {
        let cache = Cache::new(10);
        let era = cache.era();
        cache.remove(|key: &u8, _: &u8| *key == 1);
        cache.fill(era, 1, 1);
        assert_eq!(cache.get(&1), None);
        cache.fill(cache.era(), 1, 1);
        cache.fill(cache.era(), 1, 2);
        assert_eq!(cache.get(&1), Some(1), "the cached value is newer");
    }
}
