//! Latency samples, and their percentiles.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The parts of a list for which the typical 99th percentile is found.
const PARTS: usize = 10;

/// Latency samples in microseconds, in the order of time. Clones share one list.
#[derive(Clone, Debug, Default)]
pub struct Latencies(Arc<Mutex<Vec<u32>>>);

impl Latencies {
    fn samples(&self) -> MutexGuard<'_, Vec<u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn record(&self, took: Duration) {
        self.samples().push(u32::try_from(took.as_micros()).unwrap_or(u32::MAX));
    }

    /// Summarises the samples so far and clears the list.
    pub fn take(&self) -> LatencySummary {
        let mut samples = std::mem::take(&mut *self.samples());
        let typical_p99 = typical_p99(&samples) / 1000.0;
        samples.sort_unstable();
        let milliseconds = |percent| percentile(&samples, percent) / 1000.0;
        LatencySummary {
            count: samples.len(),
            p50: milliseconds(50.0),
            p99: milliseconds(99.0),
            typical_p99,
            longest: milliseconds(100.0),
        }
    }

    pub fn len(&self) -> usize {
        self.samples().len()
    }
}

/// Percentiles of some latency samples, in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LatencySummary {
    pub count: usize,
    pub p50: f64,
    pub p99: f64,
    /// The median of the 99th percentiles of ten parts, one after the other. One stall of the disk hardly changes it.
    pub typical_p99: f64,
    pub longest: f64,
}

impl fmt::Display for LatencySummary {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let LatencySummary { count, p50, p99, longest, .. } = self;
        write!(f, "{count}: p50 {p50:.1} ms, p99 {p99:.1} ms, longest {longest:.1} ms")
    }
}

/// The sample at this percentile of a sorted list; NaN if the list is empty.
fn percentile(sorted: &[u32], percent: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    let index = ((sorted.len() as f64 * percent / 100.0) as usize).min(last);
    sorted.get(index).copied().map_or(f64::NAN, f64::from)
}

/// The median of the 99th percentiles of the parts of a list; NaN if the list is empty.
fn typical_p99(samples: &[u32]) -> f64 {
    let part = |part: &[u32]| {
        let mut sorted = part.to_vec();
        sorted.sort_unstable();
        percentile(&sorted, 99.0)
    };
    let mut parts: Vec<f64> = samples.chunks(samples.len().div_ceil(PARTS).max(1)).map(part).collect();
    parts.sort_by(f64::total_cmp);
    parts.get(parts.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_of_one_to_a_hundred() {
        let values: Vec<u32> = (1..=100).collect();
        assert_eq!(percentile(&values, 50.0), 51.0);
        assert_eq!(percentile(&values, 99.0), 100.0);
        assert!(percentile(&[], 50.0).is_nan());
    }

    #[test]
    fn one_stall_does_not_change_the_typical_percentile() {
        let calm: Vec<u32> = (0..1000).map(|sample| sample % 100).collect();
        let mut stalled = calm.clone();
        stalled[300..320].fill(50_000);
        assert_eq!(typical_p99(&calm), 99.0);
        assert_eq!(typical_p99(&stalled), 99.0);
        assert!(typical_p99(&[]).is_nan());
    }
}
