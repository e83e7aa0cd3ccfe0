//! Commits: entries of a regatta's log, and the rows that change with them.

use crate::ids::{PlayerId, RegattaId};
use crate::room::settings::Occasion;
use crate::store::{
    Store, StoreError,
    writer::{Write, statement::Statement},
};

/// A row of the log: the events of one action.
#[derive(Clone, Debug)]
pub struct LogEntry {
    /// Number of the first event in it.
    pub first: u64,
    /// Number of the last event in it.
    pub last: u64,
    /// The player; `None` for the server itself.
    pub actor: Option<PlayerId>,
    /// The client's id of the action.
    pub action: Option<String>,
    /// Milliseconds since 1970.
    pub at: i64,
    /// JSON list of events.
    pub events: String,
}

/// The changes to a regatta's row that go with an entry.
#[derive(Clone, Debug)]
pub struct RowUpdate {
    /// `open`, `live`, `over` or `closed`.
    pub stage: &'static str,
    /// When the room next acts by itself.
    pub deadline: Option<i64>,
    /// The player who decides before the start.
    pub host: PlayerId,
    /// The node that serves the regatta; `None` for a server alone.
    pub holder: Option<String>,
}

/// The row of a new regatta.
#[derive(Clone, Debug)]
pub struct NewRow {
    /// The secret of the dice, in hexadecimal.
    pub secret: String,
    /// The invitation to a private regatta.
    pub invite: String,
}

/// Changes that are stored together with an entry.
#[derive(Clone, Debug, Default)]
pub struct Effects(pub(crate) Vec<Statement>);

/// An entry to store, and the changes that go with it.
#[derive(Clone, Debug)]
pub struct Commit {
    #[allow(missing_docs)]
    pub regatta: RegattaId,
    #[allow(missing_docs)]
    pub entry: LogEntry,
    /// Changes to the regatta's row.
    pub row: Option<RowUpdate>,
    /// Players who took a seat.
    pub joined: Vec<PlayerId>,
    /// Players who gave up their seat before the start.
    pub left: Vec<PlayerId>,
    /// A new secret for the dice, in hexadecimal.
    pub secret: Option<String>,
    /// A new invitation.
    pub invite: Option<String>,
    /// The row, if the regatta is new.
    pub create: Option<NewRow>,
    /// What for, if the server itself opens the regatta.
    pub occasion: Option<Occasion>,
    /// Other changes that belong to it.
    pub also: Effects,
}

impl Commit {
    /// A commit of an entry and nothing else.
    pub fn new(regatta: RegattaId, entry: LogEntry) -> Commit {
        let (joined, left, also) = (vec![], vec![], Effects::default());
        Commit {
            regatta,
            entry,
            row: None,
            joined,
            left,
            secret: None,
            invite: None,
            create: None,
            occasion: None,
            also,
        }
    }
}

// If there is such a regatta already, its first entry is refused below, and nothing is stored.
const CREATE: &str =
    "INSERT INTO regattas (id, secret, invite, stage, deadline, host, holder, created, updated, summary, seq)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, '', 0) ON CONFLICT (id) DO NOTHING";

const UPDATE: &str =
    "UPDATE regattas SET stage = $1, deadline = $2, host = $3, holder = $4, updated = $5 WHERE id = $6";

impl Write {
    fn add(&mut self, commit: Commit) {
        let Commit { regatta, entry, row, joined, left, secret, invite, create, occasion, also } = commit;
        let id = &regatta;
        match (create, row) {
            (Some(NewRow { secret, invite }), row) => {
                let create = Statement::new(CREATE).bind(id).bind(secret).bind(invite);
                let create = create.bind(row.as_ref().map_or("open", |row| row.stage));
                let create = create.bind(row.as_ref().and_then(|row| row.deadline));
                let create = create.bind(row.as_ref().map(|row| row.host.to_string()));
                self.first.push(create.bind(row.and_then(|row| row.holder)).bind(entry.at));
            }
            (None, Some(RowUpdate { stage, deadline, host, holder })) => {
                let update = Statement::new(UPDATE).bind(stage).bind(deadline).bind(&host).bind(holder);
                self.then.push(update.bind(entry.at).bind(id).on(id));
            }
            (None, None) => {}
        }
        let crew = |sql, player: PlayerId| Statement::new(sql).bind(&player).bind(id).on(id);
        let leave = "DELETE FROM crews WHERE player = $1 AND regatta = $2";
        self.then.extend(left.into_iter().map(|player| crew(leave, player)));
        let join = "INSERT INTO crews (player, regatta) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.then.extend(joined.into_iter().map(|player| crew(join, player)));
        let set = |sql, value: String| Statement::new(sql).bind(value).bind(id).on(id);
        self.then.extend(secret.map(|secret| set("UPDATE regattas SET secret = $1 WHERE id = $2", secret)));
        self.then.extend(invite.map(|invite| set("UPDATE regattas SET invite = $1 WHERE id = $2", invite)));
        self.then.extend(occasion.map(|Occasion { kind, reference }| {
            let sql = "INSERT INTO arranged (regatta, kind, reference) VALUES ($1, $2, $3)";
            Statement::new(sql).bind(id).bind(kind.as_str()).bind(reference).on(id)
        }));
        self.then.extend(also.0.into_iter().map(|statement| statement.on(id)));
        self.entries.push((regatta, entry));
    }
}

impl Store {
    /// Stores entries, all of them or none. When this returns, they survive a power cut. If another server has written to one
    /// of the logs, nothing is stored: [`StoreError::Conflict`].
    pub async fn append(&self, commits: Vec<Commit>) -> Result<(), StoreError> {
        let mut write = Write::default();
        commits.into_iter().for_each(|commit| write.add(commit));
        self.store(write).await.map(drop)
    }
}
