//! The one writer. Writes that wait at the same time share one transaction.

mod append;
mod failure;
pub(super) mod session;
pub(super) mod statement;

use crate::ids::RegattaId;
use crate::store::{StoreError, Tenancy, commit::LogEntry, reader::Readers};
use append::Stored;
use failure::Failure;
use session::Session;
use statement::Statement;
use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::{Instant, sleep, timeout},
};
use tokio_util::sync::CancellationToken;

/// Something to store completely or not at all, in this order.
#[derive(Debug, Default)]
pub(super) struct Write {
    pub first: Vec<Statement>,
    pub entries: Vec<(RegattaId, LogEntry)>,
    pub then: Vec<Statement>,
    /// Whether it may use the space reserved for starting and stopping.
    pub uses_reserve: bool,
}

/// How many rows each statement of `then` changed.
type Changed = Result<Vec<u64>, StoreError>;

/// A message to the writer.
pub(super) enum Message {
    Store(Write, oneshot::Sender<Changed>),
    /// Empty SQLite's log soon, because it holds what was deleted.
    EmptyLog,
    Close(oneshot::Sender<()>),
}

/// Whether and why this server has lost its database.
#[derive(Clone, Default)]
pub(super) struct Lost {
    pub token: CancellationToken,
    pub reason: Arc<OnceLock<String>>,
}

/// The most writes in one transaction. More would lower the mean latency but hurt the tail.
const MOST: usize = 128;

/// How long a busy node waits for more writes, and how soon after a transaction a server counts as busy.
const LINGER: Duration = Duration::from_millis(2);
const BUSY: Duration = Duration::from_millis(5);

/// How often the lock and the disk are checked.
const CHECK: Duration = Duration::from_secs(1);

/// The pause after SQLite's log was emptied, because writes wait for it, and after somebody who reads it has prevented that.
const EMPTYING: Duration = Duration::from_secs(60);
const TRY_AGAIN: Duration = Duration::from_secs(5);

pub(super) struct Writer {
    session: Session,
    /// The pool for reading. Closed before the lock is released.
    pool: Readers,
    queue: mpsc::Receiver<Message>,
    lost: Lost,
    /// The position of the last entry that this server has stored.
    commits: watch::Sender<i64>,
    checked: Instant,
    tenancy: Tenancy,
    /// When the last transaction ended.
    ended: Instant,
    /// Whether the log holds what was deleted, and when it may be emptied for that reason.
    holds_deleted: bool,
    emptying: Instant,
}

impl Writer {
    pub fn start(
        session: Session,
        pool: Readers,
        lost: Lost,
        commits: watch::Sender<i64>,
        tenancy: Tenancy,
    ) -> mpsc::Sender<Message> {
        let (sender, queue) = mpsc::channel(4096);
        let now = Instant::now();
        let (checked, ended, emptying, holds_deleted) = (now, now, now, false);
        tokio::spawn(
            Writer { session, pool, queue, lost, commits, checked, tenancy, ended, holds_deleted, emptying }.run(),
        );
        sender
    }

    /// A node of a cluster that is busy waits a moment for more writes: PostgreSQL pays for each transaction, and every node
    /// has transactions of its own.
    async fn linger(&mut self, messages: &mut Vec<Message>) {
        if self.tenancy == Tenancy::Shared && !messages.is_empty() && self.is_busy() {
            sleep(LINGER).await;
            while messages.len() < MOST
                && let Ok(message) = self.queue.try_recv()
            {
                messages.push(message);
            }
        }
    }

    /// Whether a transaction ended a moment ago.
    fn is_busy(&self) -> bool {
        self.ended.elapsed() < BUSY
    }

    async fn run(mut self) {
        let mut messages = Vec::with_capacity(MOST);
        let closed = loop {
            let count = timeout(CHECK, self.queue.recv_many(&mut messages, MOST)).await;
            self.linger(&mut messages).await;
            if self.checked.elapsed() >= CHECK {
                self.checked = Instant::now();
                if let Err(failure) = self.session.check().await {
                    self.remember_loss(&failure);
                }
                self.empty_log().await;
            }
            if count == Ok(0) {
                break None;
            }
            let (mut batch, mut close) = (Vec::new(), None);
            for message in messages.drain(..) {
                match message {
                    Message::Store(_, done) if close.is_some() => drop(done.send(Err(StoreError::Closed))),
                    Message::Store(write, done) => batch.push((write, done)),
                    Message::EmptyLog => self.holds_deleted = true,
                    Message::Close(done) => close = Some(done),
                }
            }
            if !batch.is_empty() {
                self.handle(batch).await;
                self.ended = Instant::now();
            }
            if close.is_some() {
                break close;
            }
        };
        self.queue.close();
        while let Some(message) = self.queue.recv().await {
            if let Message::Store(_, done) = message {
                drop(done.send(Err(StoreError::Closed)));
            }
        }
        // Readers first, because SQLite empties its log only when nobody reads it.
        drop(timeout(Duration::from_secs(1), self.pool.close()).await);
        self.session.close().await;
        if let Some(done) = closed {
            let _ = done.send(()); // the caller may have stopped waiting
        }
    }

    /// Empties the log if it holds what was deleted, unless that was done a moment ago.
    async fn empty_log(&mut self) {
        if self.holds_deleted && Instant::now() >= self.emptying {
            self.session.checkpoint().await;
            self.holds_deleted = !self.session.has_empty_log();
            self.emptying = Instant::now() + if self.holds_deleted { TRY_AGAIN } else { EMPTYING };
        }
    }

    /// Remembers that the database is lost, if it is.
    fn remember_loss(&self, failure: &Failure) {
        if let Failure::Lost(reason) = failure {
            if self.lost.reason.set(reason.clone()).is_ok() {
                tracing::error!(reason, "this server has lost its database and is stopping");
            }
            self.lost.token.cancel();
        }
    }

    async fn handle(&mut self, batch: Vec<(Write, oneshot::Sender<Changed>)>) {
        let writes: Vec<&Write> = batch.iter().map(|(write, _)| write).collect();
        let stored = match self.store(&writes).await {
            // One of the writes is invalid. Store each on its own, so that the others do not fail with it.
            Err(Failure::Refused(_)) if batch.len() > 1 => {
                let mut each = Vec::new();
                for write in &writes {
                    each.push(match self.store(&[write]).await {
                        Ok(mut outcomes) => outcomes.pop().unwrap_or(Err(Failure::Conflict)),
                        Err(failure) => Err(failure),
                    });
                }
                each
            }
            Ok(outcomes) => outcomes,
            Err(failure) => writes.iter().map(|_| Err(failure.clone())).collect(),
        };
        for ((_, done), stored) in batch.into_iter().zip(stored) {
            match stored {
                Err(Failure::Full) => metrics::counter!("powerboats_disk_full_total").increment(1),
                Err(Failure::Conflict) => metrics::counter!("powerboats_cluster_append_conflicts_total").increment(1),
                _ => {}
            }
            drop(done.send(stored.map_err(StoreError::from)));
        }
    }

    /// Stores writes in one transaction. If they certainly were not stored, tries once more. Returns for each write how
    /// many rows its statements changed, or that another server was first.
    async fn store(&mut self, writes: &[&Write]) -> Result<Vec<Result<Vec<u64>, Failure>>, Failure> {
        if let Some(reason) = self.lost.reason.get() {
            return Err(Failure::Lost(reason.clone()));
        }
        if !writes.iter().all(|write| write.uses_reserve) && !self.session.has_space().await {
            return Err(Failure::Full);
        }
        let entries: usize = writes.iter().map(|write| write.entries.len()).sum();
        metrics::histogram!("powerboats_commit_entries").record(entries as f64);
        let began = Instant::now();
        let mut stored = self.session.store(writes, self.is_busy()).await;
        match &stored {
            Err(Failure::Full) => {
                self.session.checkpoint().await;
                stored = self.session.store(writes, false).await;
            }
            Err(Failure::Unreachable(_)) => stored = self.session.store(writes, false).await,
            _ => {}
        }
        match stored {
            Ok(Stored { outcomes, position }) => {
                metrics::histogram!("powerboats_commit_seconds").record(began.elapsed().as_secs_f64());
                if let Some(position) = position {
                    self.commits.send_modify(|last| *last = position.max(*last));
                }
                Ok(outcomes.into_iter().map(|rows| rows.ok_or(Failure::Conflict)).collect())
            }
            Err(failure) => {
                match failure == Failure::overtaken() {
                    // Nothing is wrong: the others are stored on their own.
                    true => {
                        tracing::debug!(writes = writes.len(), "a log has grown in between: storing each write alone")
                    }
                    false => tracing::error!(?failure, writes = writes.len(), "a transaction failed"),
                }
                self.remember_loss(&failure);
                Err(failure)
            }
        }
    }
}

impl super::Store {
    /// Stores a write. When this returns, it survives a power cut.
    pub(super) async fn store(&self, write: Write) -> Changed {
        let (done, stored) = oneshot::channel();
        if let Some(reason) = self.lost.reason.get() {
            return Err(StoreError::Lost(reason.clone()));
        }
        self.queue.send(Message::Store(write, done)).await.map_err(|_| StoreError::Closed)?;
        // The writer answers everyone, unless it panics.
        stored.await.unwrap_or_else(|_| Err(StoreError::Unknown("the writer has stopped".to_owned())))
    }

    /// Asks for SQLite's log to be emptied within a minute: until then it holds what was deleted from the database.
    pub async fn empty_log(&self) {
        drop(self.queue.send(Message::EmptyLog).await); // the server stops, and empties it anyway
    }

    /// Runs statements in one transaction. Returns how many rows each of them changed.
    pub(super) async fn write(&self, then: Vec<Statement>) -> Changed {
        self.store(Write { then, ..Write::default() }).await
    }
}
