//! Limits on attempts of which only failures count.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// Limits the failures per minute or hour, for each key.
///
/// An attempt is counted when it begins, so that the limit also holds for many attempts at once. If it succeeds, it is
/// taken back.
pub struct Attempts<K> {
    most: u32,
    /// In this many seconds.
    period: f64,
    /// Failures that still count, and when that number was computed. It falls with time.
    failed: Mutex<HashMap<K, (f64, Instant)>>,
}

impl<K: Hash + Eq> Attempts<K> {
    /// At most `most` failures per minute, all at once if need be; 0 for no limit.
    pub fn new(most: u32) -> Attempts<K> {
        Attempts { most, period: 60.0, failed: Mutex::default() }
    }

    /// At most `most` failures per hour, all at once if need be; 0 for no limit.
    pub fn hourly(most: u32) -> Attempts<K> {
        Attempts { period: 3600.0, ..Attempts::new(most) }
    }

    /// At most `most` failures per day, all at once if need be; 0 for no limit.
    pub fn daily(most: u32) -> Attempts<K> {
        Attempts { period: 86_400.0, ..Attempts::new(most) }
    }

    fn failed(&self) -> MutexGuard<'_, HashMap<K, (f64, Instant)>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn a_second(&self) -> f64 {
        f64::from(self.most) / self.period
    }

    fn left(&self, (count, then): (f64, Instant), now: Instant) -> f64 {
        (count - now.saturating_duration_since(then).as_secs_f64() * self.a_second()).max(0.0)
    }

    /// Begins an attempt. The error says how long to wait.
    pub fn begin(&self, key: K) -> Result<(), Duration> {
        if self.most == 0 {
            return Ok(());
        }
        let now = Instant::now();
        let mut failed = self.failed();
        let slot = failed.entry(key).or_insert((0.0, now));
        let count = self.left(*slot, now) + 1.0;
        let over = count - f64::from(self.most);
        if over > 0.0 {
            return Err(Duration::from_secs_f64(over / self.a_second()));
        }
        *slot = (count, now);
        Ok(())
    }

    /// Takes back an attempt that succeeded.
    pub fn take_back(&self, key: &K) {
        let now = Instant::now();
        let mut failed = self.failed();
        if let Some(slot) = failed.get_mut(key) {
            *slot = ((self.left(*slot, now) - 1.0).max(0.0), now);
        }
    }

    /// Drops keys whose failures no longer count.
    pub fn tidy(&self) {
        let now = Instant::now();
        self.failed().retain(|_, slot| self.left(*slot, now) > 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_failures_count() {
        let attempts = Attempts::new(2);
        for _ in 0..10 {
            attempts.begin("ann").unwrap();
            attempts.take_back(&"ann");
        }
        attempts.begin("ann").unwrap();
        attempts.begin("ann").unwrap();
        let wait = attempts.begin("ann").unwrap_err();
        assert!((29..=30).contains(&wait.as_secs()), "{wait:?}");
        attempts.begin("ben").unwrap();
        attempts.tidy();
        assert!(attempts.begin("ann").is_err(), "tidying keeps recent failures");
        assert!((0..1000).all(|_| Attempts::new(0).begin("ann").is_ok()));
    }
}
