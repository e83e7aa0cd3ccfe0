//! The stream of committed events. What follows from what happened (the lobby, analyses; later ratings, notifications)
//! reads committed entries after the fact, each reader from a cursor of its own.
//!
//! A room does not know its readers. A reader that fails or lags harms nobody: after a crash it goes on from its cursor.
//! The cursor moves in one transaction with the last of what the reader stores, so every entry is read at least once;
//! a reader's statements may be repeated without harm.

use crate::store::{Statement, Store, StoreError};
use std::{future::Future, time::Duration};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

/// Something that follows from committed events.
pub(crate) trait Reader: Send + 'static {
    /// The name of its cursor.
    const NAME: &'static str;

    /// Reads the entries after one position and up to another. It remembers what there is to store.
    fn read(&mut self, after: i64, until: i64) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// What is to be stored of all that was read since this was last called. Repeating it must do no harm.
    fn effect(&mut self) -> Vec<Statement>;

    /// All is read of what this server had committed when [`Store::commits`] counted so many.
    fn caught_up(&mut self, _commits: u64) {}
}

/// Positions read at once.
const WINDOW: i64 = 10_000;

/// Between two reads: many commits are read together.
const PAUSE: Duration = Duration::from_millis(20);

/// How often effects are stored.
const EVERY: Duration = Duration::from_secs(1);

/// Statements in one transaction: other writers wait for it.
const AT_ONCE: usize = 64;

/// Before a reader that failed tries again.
const RETRY: Duration = Duration::from_secs(1);

/// Reads the stream until the server stops.
pub(crate) async fn run(mut reader: impl Reader, store: Store, stopping: CancellationToken) {
    while !stopping.is_cancelled() {
        if let Err(error) = follow(&mut reader, &store, &stopping).await {
            tracing::warn!(reader = name(&reader), %error, "a reader of the stream failed and tries again");
            drop(timeout(RETRY, stopping.cancelled()).await);
        }
    }
}

fn name<R: Reader>(_: &R) -> &'static str {
    R::NAME
}

/// Reads from the stored cursor on. What was read and not stored before an error is read again.
async fn follow<R: Reader>(reader: &mut R, store: &Store, stopping: &CancellationToken) -> Result<(), StoreError> {
    let mut commits = store.commits();
    let mut stored = store.cursor(R::NAME).await?;
    let mut at = stored;
    let mut stored_at = Instant::now();
    reader.effect();
    loop {
        let known = *commits.borrow_and_update();
        let head = store.head().await?;
        while at < head {
            let until = head.min(at + WINDOW);
            reader.read(at, until).await?;
            at = until;
            if at < head {
                stored = settle(reader, store, at).await?;
            }
        }
        reader.caught_up(known);
        if at > stored && (stored_at.elapsed() >= EVERY || stopping.is_cancelled()) {
            stored = settle(reader, store, at).await?;
            stored_at = Instant::now();
        }
        if stopping.is_cancelled() {
            return Ok(());
        }
        let due = if at > stored { EVERY.saturating_sub(stored_at.elapsed()) } else { Duration::MAX };
        tokio::select! {
            changed = timeout(due, commits.changed()) => if let Ok(Err(_)) = changed { return Ok(()) },
            () = stopping.cancelled() => {}
        }
        sleep(PAUSE).await;
    }
}

async fn settle<R: Reader>(reader: &mut R, store: &Store, at: i64) -> Result<i64, StoreError> {
    let mut effect = reader.effect();
    while effect.len() > AT_ONCE {
        let rest = effect.split_off(AT_ONCE);
        store.store_effect(effect).await?;
        effect = rest;
    }
    store.settle_reader(R::NAME, effect, at).await?;
    Ok(at)
}
