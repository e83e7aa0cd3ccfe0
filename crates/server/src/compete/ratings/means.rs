//! The means of everybody on a ladder, in memory: counting 100,000 rows for every page would take the database too long.

use crate::store::{Store, StoreError};
use powerboats_ratings::Ladder;
use std::{
    sync::{Arc, PoisonError, RwLock},
    time::{Duration, Instant},
};
use tokio::sync::Mutex;

/// Means are used for this many times as long as it took to read them.
const SHARE: u32 = 50;

/// If reading takes longer than this, old means are used until new ones are there.
const SLOW: Duration = Duration::from_millis(10);

/// Means older than this are never used.
const TOO_OLD: Duration = Duration::from_secs(60);

/// The means of the players on each ladder. Clones share them.
#[derive(Clone)]
pub struct LadderMeans {
    store: Store,
    ladders: Arc<[Kept; 2]>,
}

#[derive(Default)]
struct Kept {
    known: RwLock<Option<Known>>,
    /// Held while means are read, so that it is done once.
    reading: Mutex<()>,
}

#[derive(Clone)]
struct Known {
    means: Arc<Vec<i64>>,
    read: Instant,
    took: Duration,
}

impl Known {
    fn is_fresh(&self) -> bool {
        self.read.elapsed() < self.took * SHARE
    }

    /// Whether it can be used while new means are read.
    fn is_usable(&self) -> bool {
        self.took > SLOW && self.read.elapsed() < TOO_OLD
    }
}

impl LadderMeans {
    #[allow(missing_docs)]
    pub fn new(store: Store) -> LadderMeans {
        LadderMeans { store, ladders: Arc::default() }
    }

    /// The means of everybody on a ladder, in millionths of a point, the lowest first.
    pub async fn of(&self, ladder: Ladder) -> Result<Arc<Vec<i64>>, StoreError> {
        match self.known(ladder) {
            Some(known) if known.is_fresh() => Ok(known.means),
            Some(known) if known.is_usable() => {
                let later = self.clone();
                tokio::spawn(async move {
                    if let Err(error) = later.read(ladder).await {
                        tracing::warn!(%error, "a ladder can't be read; the old one is shown");
                    }
                });
                Ok(known.means)
            }
            _ => self.read(ladder).await,
        }
    }

    fn known(&self, ladder: Ladder) -> Option<Known> {
        self.ladders[ladder as usize].known.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn read(&self, ladder: Ladder) -> Result<Arc<Vec<i64>>, StoreError> {
        let kept = &self.ladders[ladder as usize];
        let _reading = kept.reading.lock().await;
        // Somebody else may have read them meanwhile.
        if let Some(known) = self.known(ladder).filter(Known::is_fresh) {
            return Ok(known.means);
        }
        let read = Instant::now();
        let means = Arc::new(self.store.ladder_means(ladder).await?);
        let known = Known { means: means.clone(), read, took: read.elapsed() };
        *kept.known.write().unwrap_or_else(PoisonError::into_inner) = Some(known);
        Ok(means)
    }
}

/// How many of these means, the lowest first, are higher than this one.
pub fn higher(means: &[i64], mean: i64) -> i64 {
    (means.len() - means.partition_point(|other| *other <= mean)) as i64
}

/// How many of these means are in each class of this width, by the class's number. Classes without any are left out.
pub fn classes(means: &[i64], width: i64) -> Vec<(i64, i64)> {
    means
        .chunk_by(|one, other| one.div_euclid(width) == other.div_euclid(width))
        .map(|class| (class[0].div_euclid(width), class.len() as i64))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_counted() {
        let means = [-7, 3, 12, 12, 19, 40];
        assert_eq!([-8, -7, 12, 40].map(|mean| higher(&means, mean)), [6, 5, 2, 0]);
        assert_eq!(classes(&means, 10), [(-1, 1), (0, 1), (1, 3), (4, 1)]);
        assert_eq!((higher(&[], 5), classes(&[], 10)), (0, vec![]));
    }
}
