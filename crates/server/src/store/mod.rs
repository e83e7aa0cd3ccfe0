//! The store: everything the server keeps, in SQLite or PostgreSQL, with the same statements.
//!
//! Reads use a pool of connections that can't write. All writes go through one writer, which holds the lock on the
//! database.

mod clock;
mod commit;
mod compete;
mod jobs;
mod migrations;
mod moderation;
mod notify;
mod people;
mod postgres;
mod reader;
mod regattas;
mod safety;
mod sqlite;
mod stream;
mod writer;

pub use clock::{now, system_time};
pub use commit::{Commit, Effects, LogEntry, NewRow, RowUpdate};
pub use compete::{
    ActionRow, AttemptRow, Changed, CorrectedGame, EventEntry, EventLog, EventResults, EventRow, GamePlace, GroupRow,
    HolidayRow, JudgedRow, LadderRow, MembershipRow, NewAction, NewEventRow, ResultList, ResultOrder, ResultRow,
    SeasonGameRow, SeasonRow, Seen, WaitingRow,
};
pub(crate) use compete::{
    RatingTurn, annul_rated_match, annul_season_game, decide, forget_duel, forget_judged_races, game_is_open,
    mark_opened, new_rated_match, note_absence, remember_duel, replace_game_result, save_game_result, touch_group_of,
    touch_groups_with,
};
pub use jobs::StoredJob;
pub(crate) use jobs::{ANALYSIS, new_job};
pub use moderation::{Change, Examination, NewAudit};
pub(crate) use moderation::{disk_space, file_mode};
pub(crate) use notify::post;
pub use notify::{AddressRow, Finished, NotableEntry, OutboxRow, ReachRow, SubscriptionRow};
pub use people::{Account, CarriedRow, FollowedRow, Protection, TokenRow};
pub use postgres::{Tenancy, changes::AccountChange};
pub use regattas::{Found, Loaded, RegattaRow, StoredEntry};
pub use safety::{BlockKind, BlockRow, NewReport, ReportRow};
pub use sqlite::backup::{BackupError, Earlier, backup, redraw, restore, verify_backup};
pub(crate) use stream::save_summaries;
pub use stream::{Committed, Touched};
pub(crate) use writer::statement::Statement;

use reader::Readers;
use sqlx::any::{AnyConnectOptions, install_default_drivers};
use std::{
    path::PathBuf,
    str::FromStr,
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};
use tokio::sync::{Mutex, mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use writer::{
    Lost, Message, Write, Writer,
    session::{Engine, Session, sqlite_options},
    statement::set_meta,
};

/// Why the store failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database reported an error.
    #[error("the database failed: {0}")]
    Database(sqlx::Error),
    /// The migrations failed.
    #[error("the database could not be migrated: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// Another server uses the database.
    #[error("another server is using {0}")]
    InUse(String),
    /// The database has a migration that this version does not know.
    #[error(
        "this database was written by a newer version of powerboats (migration {0} is unknown): install that version"
    )]
    Newer(i64),
    /// Another server has written to the same log. Nothing was stored.
    #[error("another server has written to this log")]
    Conflict,
    /// A file could not be opened.
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    /// A stored value can't be parsed.
    #[error("a stored value can't be read: {0}")]
    Unreadable(String),
    /// Logs of old regattas were removed, so what should follow from all logs can't be computed.
    #[error(
        "logs of old regattas were removed (--keep-games), so ratings can't be compared with the logs or made again from them: the stored ratings are the only ones"
    )]
    Removed,
    /// A value can't be written as JSON. Nothing was stored.
    #[error("a value can't be stored: {0}")]
    Unwritable(String),
    /// The database refused to store something. Nothing was stored.
    #[error("the database refused a write: {0}")]
    Write(String),
    /// There is no space left, or too little. Nothing was stored.
    #[error("the disk is full")]
    DiskFull,
    /// The database does not answer. Nothing was stored.
    #[error("the database can't be reached: {0}")]
    Unreachable(String),
    /// COMMIT was sent, but no answer came.
    #[error("it is unknown whether it was stored: {0}")]
    Unknown(String),
    /// The database no longer belongs to this server.
    #[error("this server has lost its database: {0}")]
    Lost(String),
    /// Pages of the database are damaged.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// The store is shutting down.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// A value as the JSON to store.
    pub(crate) fn json(value: &impl serde::Serialize) -> Result<String, StoreError> {
        serde_json::to_string(value).map_err(|error| StoreError::Unwritable(error.to_string()))
    }
}

/// The database, with connections for reading and the one writer.
#[derive(Clone)]
pub struct Store {
    /// Connections that only read.
    pool: Readers,
    queue: mpsc::Sender<Message>,
    lost: Lost,
    /// The position of the last entry that this server has stored.
    commits: watch::Sender<i64>,
    state: Arc<State>,
}

/// The result of a readiness check, shared by all who ask.
type Readiness = Result<(), Arc<StoreError>>;

#[derive(Default)]
struct State {
    tenancy: Tenancy,
    /// The SQLite file.
    file: Option<PathBuf>,
    /// Whether it is PostgreSQL.
    is_postgres: bool,
    restored: Option<i64>,
    /// What the last integrity check found.
    damage: OnceLock<String>,
    /// When readiness was last checked, with the result.
    ready: Mutex<Option<(Instant, Readiness)>>,
    closing: CancellationToken,
    /// Makes the readers of the stream look for new entries.
    hurry: watch::Sender<i64>,
}

/// The database to use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Database {
    /// The path of a file.
    Sqlite(PathBuf),
    /// `postgres://…`
    Postgres(String),
}

impl FromStr for Database {
    type Err = std::convert::Infallible;
    fn from_str(text: &str) -> Result<Database, Self::Err> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Database::Postgres(text.to_owned()));
        }
        let path = text.strip_prefix("sqlite://").or_else(|| text.strip_prefix("sqlite:")).unwrap_or(text);
        Ok(Database::Sqlite(path.into()))
    }
}

/// How long the result of a readiness check is valid.
const FRESH: Duration = Duration::from_secs(1);

/// The row of `meta` with the time when the server was last alive.
const ALIVE: &str = "alive";

impl Store {
    /// Opens the database for this server alone, creates it if it is missing, and runs the migrations.
    pub async fn open(database: &Database) -> Result<Store, StoreError> {
        Store::open_as(database, Tenancy::Alone).await
    }

    /// Opens a database for this server alone, or as a node of a cluster, which needs PostgreSQL.
    pub async fn open_as(database: &Database, tenancy: Tenancy) -> Result<Store, StoreError> {
        install_default_drivers();
        let (session, restored) = Session::open(database, tenancy).await?;
        let (file, is_postgres) = match &session.kind {
            Engine::Sqlite { lock, .. } => (Some(lock.path().to_owned()), false),
            Engine::Postgres(_) => (None, true),
        };
        let pool = Readers::connect(database, session.options.clone()).await?;
        let lost = Lost::default();
        let commits = watch::Sender::new(0);
        let queue = Writer::start(session, pool.clone(), lost.clone(), commits.clone(), tenancy);
        let state = State { tenancy, file, is_postgres, restored, ..State::default() };
        Ok(Store { pool, queue, lost, commits, state: Arc::new(state) })
    }

    /// Opens a database only to read it, for operators. A server may be using it. Nothing can be stored.
    pub async fn open_to_read(database: &Database) -> Result<Store, StoreError> {
        install_default_drivers();
        let (options, is_postgres) = match database {
            Database::Sqlite(path) => (sqlite_options(path)?, false),
            Database::Postgres(url) => (AnyConnectOptions::from_str(url)?, true),
        };
        let pool = Readers::connect(database, options).await?;
        let (queue, _) = mpsc::channel(1); // nobody writes
        let state = State { is_postgres, ..State::default() };
        Ok(Store { pool, queue, lost: Lost::default(), commits: watch::Sender::new(0), state: Arc::new(state) })
    }

    /// Stores what is waiting, empties SQLite's write-ahead log and closes all connections. Later writes are refused.
    pub async fn close(&self) {
        self.state.closing.cancel();
        let (done, closed) = oneshot::channel();
        if self.queue.send(Message::Close(done)).await.is_ok() {
            drop(closed.await);
        }
    }

    /// Waits until this server loses its database, because another server took it over or its file was removed. Returns why.
    pub async fn lost(&self) -> String {
        self.lost.token.cancelled().await;
        self.lost.reason.get().cloned().unwrap_or_default()
    }

    /// When the database was last restored from a copy, if ever. The dice of regattas that continued after the copy was made
    /// may be known.
    pub fn restored(&self) -> Option<i64> {
        self.state.restored
    }

    /// Whether the store can store something. Checked at most once per second.
    pub async fn ready(&self) -> Readiness {
        let mut last = self.state.ready.lock().await;
        let fresh = last.as_ref().filter(|(tried, _)| tried.elapsed() < FRESH).map(|(_, result)| result.clone());
        let result = match fresh {
            Some(result) => result,
            None => {
                let tried = tokio::time::timeout(Duration::from_secs(4), self.beat()).await;
                let no_answer = |_| Err(StoreError::Unreachable("no answer for four seconds".to_owned()));
                let result = tried.unwrap_or_else(no_answer).map_err(Arc::new);
                *last = Some((Instant::now(), result.clone()));
                result
            }
        };
        match self.state.damage.get() {
            Some(damage) if result.is_ok() => {
                metrics::gauge!("powerboats_database_damaged").set(1.0);
                Err(Arc::new(StoreError::Damaged(damage.clone())))
            }
            _ => result,
        }
    }

    /// Checks the database for damage in the background; [`Store::ready`] fails if there is any. PostgreSQL checks itself.
    pub fn check_for_damage(&self) {
        let Some(file) = self.state.file.clone() else { return };
        let state = self.state.clone();
        metrics::gauge!("powerboats_database_damaged").set(0.0);
        tokio::spawn(async move {
            let began = Instant::now();
            match sqlite::integrity::damage(&file, state.closing.clone()).await {
                Ok(None) => tracing::info!(seconds = began.elapsed().as_secs_f64(), "the database is not damaged"),
                Ok(Some(damage)) => {
                    tracing::error!(damage, "the database is damaged: restore a backup");
                    metrics::gauge!("powerboats_database_damaged").set(1.0);
                    drop(state.damage.set(damage));
                }
                Err(_) if state.closing.is_cancelled() => {}
                Err(error) => tracing::error!(%error, "the database can't be checked for damage"),
            }
        });
    }

    /// Whether other servers use the database, too.
    pub fn is_shared(&self) -> bool {
        self.state.tenancy == Tenancy::Shared
    }

    /// Records that the server is alive.
    pub async fn beat(&self) -> Result<(), StoreError> {
        self.write(vec![set_meta(ALIVE, &now().to_string())]).await.map(drop)
    }

    /// Called at the start: moves all deadlines by the time since the server was last alive, whatever the wall clock says, and
    /// records that it is alive now. One transaction does both, so that no time is given twice.
    pub async fn resume_clocks(&self) -> Result<(), StoreError> {
        let shift = "UPDATE regattas
            SET deadline = deadline + $1 - (SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'alive'), holder = NULL
            WHERE deadline IS NOT NULL AND EXISTS (SELECT 1 FROM meta WHERE name = 'alive')";
        let now = now();
        let then = vec![Statement::new(shift).bind(now), set_meta(ALIVE, &now.to_string())];
        self.store(Write { then, uses_reserve: true, ..Write::default() }).await.map(drop)
    }

    /// Reads a value of the server's own.
    pub async fn meta(&self, name: &str) -> Result<Option<String>, StoreError> {
        let row: Option<(String,)> = sqlx::query_as("SELECT value FROM meta WHERE name = $1")
            .bind(name.to_owned())
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|(value,)| value))
    }

    /// Stores a value of the server's own.
    pub async fn set_meta(&self, name: &str, value: &str) -> Result<(), StoreError> {
        self.write(vec![set_meta(name, value)]).await.map(drop)
    }

    /// A value that all servers share: the one that is stored, or else this one, which is then stored.
    pub async fn shared_value(&self, name: &str, value: &str) -> Result<String, StoreError> {
        if let Some(stored) = self.meta(name).await? {
            return Ok(stored);
        }
        let sql = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
        self.write(vec![Statement::new(sql).bind(name).bind(value)]).await?;
        self.meta(name).await?.ok_or_else(|| StoreError::Unreadable(name.to_owned()))
    }
}
