//! The one writer. Writes that wait at the same time share one transaction.

use crate::ids::RegattaId;
use crate::store::{StoreError, commit::LogEntry, failure::Failure, session::Session, statement::Statement};
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe};
use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::{Instant, timeout},
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

/// How often the lock and the disk are checked.
const CHECK: Duration = Duration::from_secs(1);

pub(super) struct Writer {
    session: Session,
    /// The pool for reading. Closed before the lock is released.
    pool: AnyPool,
    queue: mpsc::Receiver<Message>,
    lost: Lost,
    /// Counts transactions with entries.
    commits: watch::Sender<u64>,
    checked: Instant,
}

impl Writer {
    pub fn start(session: Session, pool: AnyPool, lost: Lost, commits: watch::Sender<u64>) -> mpsc::Sender<Message> {
        let (sender, queue) = mpsc::channel(4096);
        tokio::spawn(Writer { session, pool, queue, lost, commits, checked: Instant::now() }.run());
        sender
    }

    async fn run(mut self) {
        let mut messages = Vec::with_capacity(MOST);
        let closed = loop {
            let count = timeout(CHECK, self.queue.recv_many(&mut messages, MOST)).await;
            if self.checked.elapsed() >= CHECK {
                self.checked = Instant::now();
                if let Err(failure) = self.session.check().await {
                    self.remember_loss(&failure);
                }
            }
            if count == Ok(0) {
                break None;
            }
            let (mut batch, mut close) = (Vec::new(), None);
            for message in messages.drain(..) {
                match message {
                    Message::Store(_, done) if close.is_some() => drop(done.send(Err(StoreError::Closed))),
                    Message::Store(write, done) => batch.push((write, done)),
                    Message::Close(done) => close = Some(done),
                }
            }
            if !batch.is_empty() {
                self.handle(batch).await;
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
                    each.push(self.store(&[write]).await.map(|mut changed| changed.pop().unwrap_or_default()));
                }
                each
            }
            Ok(changed) => changed.into_iter().map(Ok).collect(),
            Err(failure) => writes.iter().map(|_| Err(failure.clone())).collect(),
        };
        for ((_, done), stored) in batch.into_iter().zip(stored) {
            if stored == Err(Failure::Full) {
                metrics::counter!("powerboats_disk_full_total").increment(1);
            }
            drop(done.send(stored.map_err(StoreError::from)));
        }
    }

    /// Stores writes in one transaction. If they certainly were not stored, tries once more.
    async fn store(&mut self, writes: &[&Write]) -> Result<Vec<Vec<u64>>, Failure> {
        if let Some(reason) = self.lost.reason.get() {
            return Err(Failure::Lost(reason.clone()));
        }
        if !writes.iter().all(|write| write.uses_reserve) && !self.session.has_space().await {
            return Err(Failure::Full);
        }
        let entries: usize = writes.iter().map(|write| write.entries.len()).sum();
        metrics::histogram!("powerboats_commit_entries").record(entries as f64);
        let began = Instant::now();
        let mut stored = self.session.store(writes).await;
        match &stored {
            Err(Failure::Full) => {
                self.session.checkpoint().await;
                stored = self.session.store(writes).await;
            }
            Err(Failure::Unreachable(_)) => stored = self.session.store(writes).await,
            _ => {}
        }
        match &stored {
            Ok(_) => {
                metrics::histogram!("powerboats_commit_seconds").record(began.elapsed().as_secs_f64());
                if entries > 0 {
                    self.commits.send_modify(|commits| *commits += 1);
                }
            }
            Err(failure) => {
                tracing::error!(?failure, writes = writes.len(), "a transaction failed");
                self.remember_loss(failure);
            }
        }
        stored
    }
}

/// Rows per statement. There are few sizes, so that few prepared statements are kept.
pub(super) fn rows_at_once(most: usize) -> usize {
    match most {
        64.. => 64,
        8.. => 8,
        _ => 1,
    }
}

/// Runs all statements of these writes.
pub(super) async fn execute(connection: &mut AnyConnection, writes: &[&Write]) -> Result<Vec<Vec<u64>>, sqlx::Error> {
    for statement in writes.iter().flat_map(|write| &write.first) {
        statement.query().execute(&mut *connection).await?;
    }
    let entries: Vec<&(RegattaId, LogEntry)> = writes.iter().flat_map(|write| &write.entries).collect();
    let mut rest = entries.as_slice();
    while !rest.is_empty() {
        let (rows, others) = rest.split_at(rows_at_once(rest.len()));
        rest = others;
        let mut sql = String::from("INSERT INTO entries (regatta, seq, actor, action, at, events) VALUES ");
        for row in 0..rows.len() {
            let comma = if row > 0 { ", " } else { "" };
            let [a, b, c, d, e, f] = std::array::from_fn(|column| row * 6 + column + 1);
            sql += &format!("{comma}(${a}, ${b}, ${c}, ${d}, ${e}, ${f})");
        }
        let mut insert = sqlx::query(AssertSqlSafe(sql));
        for (regatta, entry) in rows {
            insert = insert
                .bind(regatta)
                .bind(entry.seq as i64)
                .bind(entry.actor.as_ref())
                .bind(entry.action.clone())
                .bind(entry.at)
                .bind(entry.events.clone());
        }
        insert.execute(&mut *connection).await?;
    }
    let mut changed = Vec::with_capacity(writes.len());
    for write in writes {
        let mut rows = Vec::with_capacity(write.then.len());
        for statement in &write.then {
            rows.push(statement.query().execute(&mut *connection).await?.rows_affected());
        }
        changed.push(rows);
    }
    Ok(changed)
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

    /// Runs statements in one transaction. Returns how many rows each of them changed.
    pub(super) async fn write(&self, then: Vec<Statement>) -> Changed {
        self.store(Write { then, ..Write::default() }).await
    }
}
