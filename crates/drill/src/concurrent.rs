//! Runs many async jobs concurrently, with a limit on how many are in flight.

use crate::DrillError;
use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use tokio::task::JoinSet;

const MAX_IN_FLIGHT: usize = 64;

/// Runs `job(0)` to `job(count - 1)` and collects the results in the order in which they arrive.
pub async fn run_many<T, F>(
    count: usize,
    job: impl Fn(usize) -> F + Clone + Send + Sync + 'static,
) -> Result<Vec<T>, DrillError>
where
    T: Send + 'static,
    F: Future<Output = Result<T, DrillError>> + Send + 'static,
{
    let next = Arc::new(AtomicUsize::new(0));
    let mut workers = JoinSet::new();
    for _ in 0..MAX_IN_FLIGHT.min(count) {
        let (next, job) = (next.clone(), job.clone());
        workers.spawn(async move {
            let mut results = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return Ok::<_, DrillError>(results);
                }
                results.push(job(number).await?);
            }
        });
    }
    let mut all = Vec::with_capacity(count);
    while let Some(worker) = workers.join_next().await {
        all.extend(worker??);
    }
    Ok(all)
}
