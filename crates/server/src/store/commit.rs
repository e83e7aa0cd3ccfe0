//! Entries of the log, and what changes along with them.

use crate::ids::{PlayerId, RegattaId};
use crate::store::{Store, StoreError, statement::Statement, writer::Write};

/// What came of one action: a row of the log.
#[derive(Clone, Debug)]
pub struct LogEntry {
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
    /// Who decides before the start.
    pub host: PlayerId,
}

/// The row of a new regatta.
#[derive(Clone, Debug)]
pub struct NewRow {
    /// Of the dice, in hexadecimal.
    pub secret: String,
    /// Opens a private regatta.
    pub invite: String,
}

/// An entry to be stored, and what changes along with it.
#[derive(Clone, Debug)]
pub struct Commit {
    /// Where.
    pub regatta: RegattaId,
    /// What.
    pub entry: LogEntry,
    /// If the row changes too.
    pub row: Option<RowUpdate>,
    /// Those who sit in it now.
    pub joined: Vec<PlayerId>,
    /// Those who sit in it no longer, and never played in it.
    pub left: Vec<PlayerId>,
    /// A new secret for the dice, in hexadecimal.
    pub secret: Option<String>,
    /// A new invitation.
    pub invite: Option<String>,
    /// If the regatta is new.
    pub create: Option<NewRow>,
}

impl Commit {
    /// Just an entry.
    pub fn new(regatta: RegattaId, entry: LogEntry) -> Commit {
        Commit { regatta, entry, row: None, joined: vec![], left: vec![], secret: None, invite: None, create: None }
    }
}

const CREATE: &str = "INSERT INTO regattas (id, secret, invite, stage, summary, seq, deadline, created, updated)
    VALUES ($1, $2, $3, 'open', '', 0, NULL, $4, $4)";

const UPDATE: &str = "UPDATE regattas SET stage = $1, deadline = $2, host = $3, updated = $4 WHERE id = $5";

impl Write {
    fn add(&mut self, commit: Commit) {
        let Commit { regatta, entry, row, joined, left, secret, invite, create } = commit;
        let id = &regatta;
        self.first.extend(
            create.map(|NewRow { secret, invite }| {
                Statement::new(CREATE).bind(id).bind(secret).bind(invite).bind(entry.at)
            }),
        );
        self.then.extend(row.map(|RowUpdate { stage, deadline, host }| {
            Statement::new(UPDATE).bind(stage).bind(deadline).bind(&host).bind(entry.at).bind(id)
        }));
        let crew = |sql, player: PlayerId| Statement::new(sql).bind(&player).bind(id);
        let leave = "DELETE FROM crews WHERE player = $1 AND regatta = $2";
        self.then.extend(left.into_iter().map(|player| crew(leave, player)));
        let join = "INSERT INTO crews (player, regatta) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.then.extend(joined.into_iter().map(|player| crew(join, player)));
        let set = |sql, value: String| Statement::new(sql).bind(value).bind(id);
        self.then.extend(secret.map(|secret| set("UPDATE regattas SET secret = $1 WHERE id = $2", secret)));
        self.then.extend(invite.map(|invite| set("UPDATE regattas SET invite = $1 WHERE id = $2", invite)));
        self.entries.push((regatta, entry));
    }
}

impl Store {
    /// Stores entries: all of them or none. When this returns, they survive a power cut.
    pub async fn append(&self, commits: Vec<Commit>) -> Result<(), StoreError> {
        let mut write = Write::default();
        commits.into_iter().for_each(|commit| write.add(commit));
        self.store(write).await.map(drop)
    }
}
