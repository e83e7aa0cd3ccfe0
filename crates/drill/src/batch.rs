//! Many things at once, but not too many.

use crate::Trouble;
use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use tokio::task::JoinSet;

/// How many are under way at a time.
const AT_ONCE: usize = 64;

/// Does something `count` times.
pub async fn each<T, F>(
    count: usize,
    make: impl Fn(usize) -> F + Clone + Send + Sync + 'static,
) -> Result<Vec<T>, Trouble>
where
    T: Send + 'static,
    F: Future<Output = Result<T, Trouble>> + Send + 'static,
{
    let next = Arc::new(AtomicUsize::new(0));
    let mut workers = JoinSet::new();
    for _ in 0..AT_ONCE.min(count) {
        let (next, make) = (next.clone(), make.clone());
        workers.spawn(async move {
            let mut made = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return Ok::<_, Trouble>(made);
                }
                made.push(make(number).await?);
            }
        });
    }
    let mut all = Vec::with_capacity(count);
    while let Some(worker) = workers.join_next().await {
        all.extend(worker.map_err(|error| Trouble::Setup(error.to_string()))??);
    }
    Ok(all)
}
