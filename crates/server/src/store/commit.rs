//! The log's one writer: what many rooms want to store at the same time goes into one transaction.

use super::StoreError;
use crate::ids::{PlayerId, RegattaId};
use sqlx::{AnyPool, AssertSqlSafe};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// What came of one action: a row of the log.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Of the last event in it.
    pub seq: u64,
    /// Who; `None` for the server itself.
    pub actor: Option<PlayerId>,
    /// The client's id of the action.
    pub action: Option<String>,
    /// When.
    pub at: i64,
    /// JSON list of events.
    pub events: String,
}

/// What changes in a regatta's row along with an entry.
#[derive(Clone, Debug)]
pub struct RowUpdate {
    /// Open, live, over or closed.
    pub stage: &'static str,
    /// When somebody's time is up.
    pub deadline: Option<i64>,
    /// For the lobby.
    pub summary: String,
}

/// An entry to be stored, all of it or nothing.
#[derive(Clone, Debug)]
pub struct Commit {
    /// Where.
    pub regatta: RegattaId,
    /// What.
    pub entry: Entry,
    /// If the row changes too.
    pub row: Option<RowUpdate>,
    /// Those who sit in it now.
    pub joined: Vec<PlayerId>,
    /// Those who sit in it no longer, and never played in it.
    pub left: Vec<PlayerId>,
    /// New secrets of the dice.
    pub secret: Option<String>,
    /// A new invitation.
    pub invite: Option<String>,
    /// If the regatta is new.
    pub create: Option<NewRow>,
}

/// The row of a new regatta.
#[derive(Clone, Debug)]
pub struct NewRow {
    /// Of the dice, in hexadecimal.
    pub secret: String,
    /// Opens a private regatta.
    pub invite: String,
}

impl Commit {
    /// An entry and nothing else.
    pub fn new(regatta: RegattaId, entry: Entry) -> Commit {
        Commit { regatta, entry, row: None, joined: vec![], left: vec![], secret: None, invite: None, create: None }
    }
}

pub(super) struct Pending {
    commits: Vec<Commit>,
    done: oneshot::Sender<Result<(), Arc<sqlx::Error>>>,
}

/// Entries in one transaction at the most: more would be stored a little sooner in the mean, but some would wait long.
const MOST: usize = 128;

pub(super) fn writer(pool: AnyPool) -> mpsc::Sender<Pending> {
    let (sender, mut queue) = mpsc::channel::<Pending>(4096);
    tokio::spawn(async move {
        let mut batch = Vec::with_capacity(MOST);
        while queue.recv_many(&mut batch, MOST).await > 0 {
            let stored = store(&pool, &batch).await;
            match stored {
                Ok(()) => batch.drain(..).for_each(|pending| drop(pending.done.send(Ok(())))),
                // Somebody's entry is at fault: find out whose, so that the others don't suffer.
                Err(_) if batch.len() > 1 => {
                    for pending in batch.drain(..) {
                        let stored = store(&pool, std::slice::from_ref(&pending)).await;
                        drop(pending.done.send(stored.map_err(Arc::new)));
                    }
                }
                Err(error) => {
                    let error = Arc::new(error);
                    batch.drain(..).for_each(|pending| drop(pending.done.send(Err(error.clone()))));
                }
            }
        }
    });
    sender
}

/// Rows in one statement. Few sizes, so that few statements are kept prepared.
fn rows_at_once(most: usize) -> usize {
    match most {
        64.. => 64,
        8.. => 8,
        _ => 1,
    }
}

async fn store(pool: &AnyPool, batch: &[Pending]) -> Result<(), sqlx::Error> {
    metrics::histogram!("powerboats_commit_entries").record(batch.len() as f64);
    let began = std::time::Instant::now();
    let mut transaction = pool.begin().await?;
    let batch: Vec<&Commit> = batch.iter().flat_map(|pending| &pending.commits).collect();
    for commit in &batch {
        if let Some(NewRow { secret, invite }) = &commit.create {
            let sql = "INSERT INTO regattas (id, secret, invite, stage, summary, seq, deadline, created, updated)
                   VALUES ($1, $2, $3, 'open', '', 0, NULL, $4, $4)";
            sqlx::query(sql)
                .bind(commit.regatta.as_str().to_owned())
                .bind(secret.clone())
                .bind(invite.clone())
                .bind(commit.entry.at)
                .execute(&mut *transaction)
                .await?;
        }
    }
    let mut rest = &batch[..];
    while !rest.is_empty() {
        let (rows, others) = rest.split_at(rows_at_once(rest.len()));
        rest = others;
        let mut sql = String::from("INSERT INTO entries (regatta, seq, actor, action, at, events) VALUES ");
        for row in 0..rows.len() {
            let first = row * 6 + 1;
            let comma = if row > 0 { ", " } else { "" };
            sql += &format!(
                "{comma}(${}, ${}, ${}, ${}, ${}, ${})",
                first,
                first + 1,
                first + 2,
                first + 3,
                first + 4,
                first + 5
            );
        }
        let mut insert = sqlx::query(AssertSqlSafe(sql));
        for Commit { regatta, entry, .. } in rows {
            insert = insert
                .bind(regatta.as_str().to_owned())
                .bind(entry.seq as i64)
                .bind(entry.actor.as_ref().map(|actor| actor.as_str().to_owned()))
                .bind(entry.action.clone())
                .bind(entry.at)
                .bind(entry.events.clone());
        }
        insert.execute(&mut *transaction).await?;
    }
    for Commit { regatta, entry, row, joined, left, secret, invite, create: _ } in batch {
        if let Some(RowUpdate { stage, deadline, summary }) = row {
            let sql =
                "UPDATE regattas SET stage = $1, deadline = $2, summary = $3, seq = $4, updated = $5 WHERE id = $6";
            sqlx::query(sql)
                .bind(*stage)
                .bind(*deadline)
                .bind(summary.clone())
                .bind(entry.seq as i64)
                .bind(entry.at)
                .bind(regatta.as_str().to_owned())
                .execute(&mut *transaction)
                .await?;
        }
        for player in left {
            sqlx::query("DELETE FROM crews WHERE player = $1 AND regatta = $2")
                .bind(player.as_str().to_owned())
                .bind(regatta.as_str().to_owned())
                .execute(&mut *transaction)
                .await?;
        }
        if let Some(secret) = secret {
            sqlx::query("UPDATE regattas SET secret = $1 WHERE id = $2")
                .bind(secret.clone())
                .bind(regatta.as_str().to_owned())
                .execute(&mut *transaction)
                .await?;
        }
        if let Some(invite) = invite {
            sqlx::query("UPDATE regattas SET invite = $1 WHERE id = $2")
                .bind(invite.clone())
                .bind(regatta.as_str().to_owned())
                .execute(&mut *transaction)
                .await?;
        }
        for player in joined {
            sqlx::query("INSERT INTO crews (player, regatta) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                .bind(player.as_str().to_owned())
                .bind(regatta.as_str().to_owned())
                .execute(&mut *transaction)
                .await?;
        }
    }
    transaction.commit().await?;
    metrics::histogram!("powerboats_commit_seconds").record(began.elapsed().as_secs_f64());
    Ok(())
}

impl super::Store {
    /// Stores an entry. When this returns, it survives a power cut.
    pub async fn append(&self, commits: Vec<Commit>) -> Result<(), StoreError> {
        let (done, stored) = oneshot::channel();
        self.writer.send(Pending { commits, done }).await.map_err(|_| StoreError::Closed)?;
        match stored.await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(StoreError::Unreadable(error.to_string())),
            Err(_) => Err(StoreError::Closed),
        }
    }
}
