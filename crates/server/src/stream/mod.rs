//! The stream of committed events. Everything that follows from them (the lobby, analyses; later ratings, notifications)
//! reads committed entries afterwards, each reader from a cursor of its own.
//!
//! A room does not know its readers. A reader that fails or falls behind disturbs nobody; after a crash it continues from
//! its cursor. The cursor moves in the same transaction as the reader's last effect, so every entry is read at least once.
//! A reader's effects must therefore be idempotent.

use crate::store::{Statement, Store, StoreError};
use std::{future::Future, time::Duration};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

/// A reader of the stream.
pub(crate) trait Reader: Send + 'static {
    /// The name of its cursor.
    const NAME: &'static str;

    /// Reads the entries after one position and up to another, and remembers the effects to store.
    fn read(&mut self, after: i64, until: i64) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The effects of everything read since the last call. They must be idempotent.
    fn effect(&mut self) -> Vec<Statement>;

    /// Called when the reader has read everything that this server had committed when [`Store::commits`] was at this count.
    fn caught_up(&mut self, _commits: u64) {}
}

/// Positions read at once.
const WINDOW: i64 = 10_000;

/// Pause between two reads, so that many commits are read together.
const PAUSE: Duration = Duration::from_millis(20);

/// How often effects are stored.
const STORE_INTERVAL: Duration = Duration::from_secs(1);

/// The most statements in one transaction, because other writers wait for it.
const MOST_STATEMENTS: usize = 64;

/// Pause before a failed reader tries again.
const RETRY: Duration = Duration::from_secs(1);

/// Runs a reader until the server stops.
pub(crate) async fn run(mut reader: impl Reader, store: Store, stopping: CancellationToken) {
    while !stopping.is_cancelled() {
        if let Err(error) = follow(&mut reader, &store, &stopping).await {
            tracing::warn!(reader = name(&reader), %error, "a reader of the event stream failed; trying again");
            drop(timeout(RETRY, stopping.cancelled()).await);
        }
    }
}

fn name<R: Reader>(_: &R) -> &'static str {
    R::NAME
}

/// Reads from the stored cursor on. After an error, everything read but not stored is read again.
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
        if at > stored && (stored_at.elapsed() >= STORE_INTERVAL || stopping.is_cancelled()) {
            stored = settle(reader, store, at).await?;
            stored_at = Instant::now();
        }
        if stopping.is_cancelled() {
            return Ok(());
        }
        let due = if at > stored { STORE_INTERVAL.saturating_sub(stored_at.elapsed()) } else { Duration::MAX };
        tokio::select! {
            changed = timeout(due, commits.changed()) => if let Ok(Err(_)) = changed { return Ok(()) },
            () = stopping.cancelled() => {}
        }
        sleep(PAUSE).await;
    }
}

async fn settle<R: Reader>(reader: &mut R, store: &Store, at: i64) -> Result<i64, StoreError> {
    let mut effect = reader.effect();
    while effect.len() > MOST_STATEMENTS {
        let rest = effect.split_off(MOST_STATEMENTS);
        store.store_effect(effect).await?;
        effect = rest;
    }
    store.settle_reader(R::NAME, effect, at).await?;
    Ok(at)
}
