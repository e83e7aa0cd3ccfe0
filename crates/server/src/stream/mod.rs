//! The stream of committed events. Everything that follows from them (the lobby, analyses, ratings, notifications)
//! reads committed entries afterwards, each reader from a cursor of its own.
//!
//! A room does not know its readers. A reader that fails or falls behind disturbs nobody; after a crash it continues from
//! its cursor. The cursor moves in the same transaction as the reader's last effect, so every entry is read at least once.
//! A reader's effects must therefore be idempotent.

use crate::store::{Statement, Store, StoreError};
use std::{future::Future, time::Duration};
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

/// A reader of the stream.
pub(crate) trait Reader: Send + 'static {
    /// The name of its cursor.
    const NAME: &'static str;

    /// Whether it reads on every node of a cluster, not only on the one that stores its effects.
    const EVERYWHERE: bool = false;

    /// Pause between two reads, so that many commits are read together. Each read asks the database, however little there is.
    const PAUSE: Duration = Duration::from_millis(200);

    /// How often its effects are stored.
    const STORE_INTERVAL: Duration = Duration::from_secs(1);

    /// Reads the entries after one position and up to another, and remembers the effects to store.
    fn read(&mut self, after: i64, until: i64) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The effects of everything read since the last call. They must be idempotent.
    fn effect(&mut self) -> Vec<Statement>;

    /// Called when the reader has read everything up to this position.
    fn caught_up(&mut self, _position: i64) {}
}

/// Whether this server stores the effects of a reader. In a cluster one node does, and another one if it fails.
pub(crate) type Leads = Box<dyn Fn() -> bool + Send + Sync>;

/// Positions read at once.
const WINDOW: i64 = 10_000;

/// How often the node of a cluster looks for what other nodes have stored, unless somebody waits for it.
const POLL: Duration = Duration::from_secs(1);

/// The most rows that one transaction changes, because other writers wait for it. It is even, because some readers store pairs
/// that belong together.
const MOST_ROWS: usize = 128;

/// Pause before a failed reader tries again.
const RETRY: Duration = Duration::from_secs(1);

/// Runs a reader until the server stops.
pub(crate) async fn run(mut reader: impl Reader, store: Store, stopping: CancellationToken, leads: Leads) {
    while !stopping.is_cancelled() {
        if let Err(error) = follow(&mut reader, &store, &stopping, &leads).await {
            tracing::warn!(reader = name(&reader), %error, "a reader of the event stream failed; trying again");
            drop(timeout(RETRY, stopping.cancelled()).await);
        }
    }
}

fn name<R: Reader>(_: &R) -> &'static str {
    R::NAME
}

/// Reads from the stored cursor on, until the server stops or another one leads. After an error, everything read but not
/// stored is read again.
async fn follow<R: Reader>(
    reader: &mut R,
    store: &Store,
    stopping: &CancellationToken,
    leads: &Leads,
) -> Result<(), StoreError> {
    let mut news = store.news();
    let leading = leads();
    let mut stored = store.cursor(R::NAME).await?;
    let mut at = stored;
    let mut stored_at = Instant::now();
    let poll = if store.is_shared() { POLL } else { Duration::MAX };
    reader.effect();
    loop {
        if leads() != leading {
            return Ok(());
        }
        news.borrow_and_update();
        if leading || R::EVERYWHERE {
            let head = store.head().await?;
            while at < head {
                let until = if head - at > WINDOW { store.window(at, head, WINDOW).await? } else { head };
                reader.read(at, until).await?;
                at = until;
                if at < head && leading {
                    stored = settle(reader, store, stored, at).await?;
                }
            }
            reader.caught_up(at);
        }
        if at > stored && (stored_at.elapsed() >= R::STORE_INTERVAL || stopping.is_cancelled()) {
            if leading {
                stored = settle(reader, store, stored, at).await?;
            } else {
                reader.effect(); // another node stores it
                stored = at;
            }
            stored_at = Instant::now();
        }
        if stopping.is_cancelled() {
            return Ok(());
        }
        let due = if at > stored { R::STORE_INTERVAL.saturating_sub(stored_at.elapsed()) } else { Duration::MAX };
        tokio::select! {
            changed = timeout(due.min(poll), news.changed()) => if let Ok(Err(_)) = changed { return Ok(()) },
            () = stopping.cancelled() => {}
        }
        drop(timeout(R::PAUSE, stopping.cancelled()).await);
    }
}

/// Stores the effects and the cursor, and returns the stored cursor.
async fn settle<R: Reader>(reader: &mut R, store: &Store, stored: i64, at: i64) -> Result<i64, StoreError> {
    let mut effect = reader.effect();
    if effect.is_empty() && at - stored < WINDOW && store.has_sparse_positions() {
        return Ok(stored); // every transaction of the database moves the head
    }
    loop {
        let rest = effect.split_off(first_transaction(&effect));
        if rest.is_empty() {
            store.settle_reader(R::NAME, effect, at).await?;
            return Ok(at);
        }
        store.store_effect(effect).await?;
        effect = rest;
    }
}

/// How many of these statements the first transaction holds.
fn first_transaction(effect: &[Statement]) -> usize {
    let mut rows = 0;
    let fits = |statement: &&Statement| {
        rows += statement.weight();
        rows <= MOST_ROWS
    };
    effect.iter().take_while(fits).count().max(1).min(effect.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ids::RegattaId, store::save_summaries};

    #[test]
    fn a_transaction_changes_a_limited_number_of_rows() {
        let plain = vec![Statement::new("SELECT 1"); 300];
        assert_eq!(first_transaction(&plain), MOST_ROWS);
        assert_eq!(first_transaction(&plain[..7]), 7);
        assert_eq!(first_transaction(&[]), 0);
        let summaries: Vec<_> = (0..200).map(|seq| (RegattaId::random(), seq, String::new())).collect();
        let many = save_summaries(&summaries);
        assert_eq!(first_transaction(&many), 1, "128 rows fill a transaction");
        assert_eq!(first_transaction(&many[1..]), 2, "64 and 8");
    }
}
