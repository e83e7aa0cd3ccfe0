//! The store: everything the server remembers, in SQLite or PostgreSQL by the same statements.
//!
//! Reading is done by a pool of connections that can't write. All writing is done by one writer: it alone
//! has the lock on the database.

mod clock;
mod commit;
mod failure;
mod jobs;
mod migrations;
mod people;
mod postgres;
mod reads;
mod regattas;
mod session;
mod sqlite;
mod statement;
mod stream;
mod writer;

pub use clock::{now, system_time};
pub use commit::{Commit, LogEntry, NewRow, RowUpdate};
pub(crate) use jobs::{ANALYSIS, new_job};
pub use people::{Account, TokenRow};
pub use regattas::{Found, RegattaRow};
pub use sqlite::backup::{BackupError, Earlier, backup, redraw, restore};
pub(crate) use statement::Statement;
pub(crate) use stream::save_summary;
pub use stream::{Committed, Touched};

use session::{Kind, Session};
use sqlx::{AnyPool, any::AnyPoolOptions, any::install_default_drivers};
use statement::set_meta;
use std::{
    path::PathBuf,
    str::FromStr,
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};
use tokio::sync::{Mutex, mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use writer::{Lost, Message, Write, Writer};

/// Why the store could not do something.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database says no.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// Its tables could not be brought up to date.
    #[error("the database could not be brought up to date: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// Another server uses it.
    #[error("another server is using {0}")]
    InUse(String),
    /// A file could not be opened.
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    /// What was stored can't be read.
    #[error("the store holds something unreadable: {0}")]
    Unreadable(String),
    /// The database refused to store something. Nothing was stored.
    #[error("the database refused a write: {0}")]
    Write(String),
    /// There is no space, or hardly any. Nothing was stored.
    #[error("the disk is full")]
    DiskFull,
    /// The database does not answer. Nothing was stored.
    #[error("the database can't be reached: {0}")]
    Unreachable(String),
    /// It was sent to be stored, and no answer came.
    #[error("nobody knows whether it was stored: {0}")]
    Unknown(String),
    /// The database is no longer this server's.
    #[error("this server has lost its database: {0}")]
    Lost(String),
    /// Some pages of the database are broken.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// It is shutting down.
    #[error("the store is closed")]
    Closed,
}

/// The database: readers, and the one writer.
#[derive(Clone)]
pub struct Store {
    /// For reading only.
    pool: AnyPool,
    queue: mpsc::Sender<Message>,
    lost: Lost,
    commits: watch::Receiver<u64>,
    state: Arc<State>,
}

/// Cloned for everybody who asks.
type Readiness = Result<(), Arc<StoreError>>;

struct State {
    /// The SQLite file.
    file: Option<PathBuf>,
    restored: Option<i64>,
    /// What the last look for damage found.
    damage: OnceLock<String>,
    /// When readiness was last tried, and what came of it.
    ready: Mutex<Option<(Instant, Readiness)>>,
    closing: CancellationToken,
}

/// Where the data is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Database {
    /// A file.
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

/// Readers of the database at a time.
const READERS: u32 = 8;

/// How long the result of a readiness check holds.
const FRESH: Duration = Duration::from_secs(1);

/// The row of `meta` that says when the server was last alive.
const ALIVE: &str = "alive";

impl Store {
    /// Opens the database, makes it if there is none, and brings its tables up to date.
    pub async fn open(database: &Database) -> Result<Store, StoreError> {
        install_default_drivers();
        let (session, restored) = Session::open(database).await?;
        let file = match &session.kind {
            Kind::Sqlite { lock, .. } => Some(lock.path().to_owned()),
            Kind::Postgres(_) => None,
        };
        let pool = reading_pool(&session.kind).connect_with(session.options.clone()).await?;
        let lost = Lost::default();
        let (committed, commits) = watch::channel(0);
        let queue = Writer::start(session, pool.clone(), lost.clone(), committed);
        let (damage, ready, closing) = (OnceLock::new(), Mutex::default(), CancellationToken::new());
        let state = Arc::new(State { file, restored, damage, ready, closing });
        Ok(Store { pool, queue, lost, commits, state })
    }

    /// Stores what is waiting, empties SQLite's log and closes all connections. Later writes are refused.
    pub async fn close(&self) {
        self.state.closing.cancel();
        let (done, closed) = oneshot::channel();
        if self.queue.send(Message::Close(done)).await.is_ok() {
            drop(closed.await);
        }
    }

    /// Waits until this server loses its database to another one, or somebody takes the file away: why.
    pub async fn lost(&self) -> String {
        self.lost.token.cancelled().await;
        self.lost.reason.get().cloned().unwrap_or_default()
    }

    /// When the database was restored from a copy, if it ever was: the dice of regattas that went on since then may be
    /// known.
    pub fn restored(&self) -> Option<i64> {
        self.state.restored
    }

    /// Can it store something? Tried at most once a second.
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
            Some(damage) if result.is_ok() => Err(Arc::new(StoreError::Damaged(damage.clone()))),
            _ => result,
        }
    }

    /// Looks for damage in the background; [`Store::ready`] tells if there is any. PostgreSQL looks after itself.
    pub fn look_for_damage(&self) {
        let Some(file) = self.state.file.clone() else { return };
        let state = self.state.clone();
        metrics::gauge!("powerboats_database_damaged").set(0.0);
        tokio::spawn(async move {
            let began = Instant::now();
            match sqlite::integrity::damage(&file, state.closing.clone()).await {
                Ok(None) => tracing::info!(seconds = began.elapsed().as_secs_f64(), "the database is whole"),
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

    /// Notes that the server is alive.
    pub async fn beat(&self) -> Result<(), StoreError> {
        self.write(vec![set_meta(ALIVE, &now().to_string())]).await.map(drop)
    }

    /// The server has started: all deadlines are moved by the time since it was last alive, whatever the wall clock
    /// says, and it is alive now. Both in one transaction, so that no time is given twice.
    pub async fn resume_clocks(&self) -> Result<(), StoreError> {
        let shift = "UPDATE regattas
            SET deadline = deadline + $1 - (SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'alive')
            WHERE deadline IS NOT NULL AND EXISTS (SELECT 1 FROM meta WHERE name = 'alive')";
        let now = now();
        let then = vec![Statement::new(shift).bind(now), set_meta(ALIVE, &now.to_string())];
        self.store(Write { then, uses_reserve: true, ..Write::default() }).await.map(drop)
    }

    /// A value the server keeps for itself.
    pub async fn meta(&self, name: &str) -> Result<Option<String>, StoreError> {
        let row: Option<(String,)> = sqlx::query_as("SELECT value FROM meta WHERE name = $1")
            .bind(name.to_owned())
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|(value,)| value))
    }

    /// Keeps a value for the server.
    pub async fn set_meta(&self, name: &str, value: &str) -> Result<(), StoreError> {
        self.write(vec![set_meta(name, value)]).await.map(drop)
    }
}

/// Connections that read. They can't write: a transaction left open there could be taken for a commit.
fn reading_pool(kind: &Kind) -> AnyPoolOptions {
    let pragmas: &[&str] = match kind {
        Kind::Sqlite { .. } => &[
            "PRAGMA busy_timeout = 30000",
            "PRAGMA foreign_keys = ON",
            "PRAGMA cache_size = -1000",
            "PRAGMA query_only = ON",
        ],
        Kind::Postgres(_) => &["SET default_transaction_read_only = on"],
    };
    let options = AnyPoolOptions::new().max_connections(READERS).acquire_timeout(Duration::from_secs(30));
    options.after_connect(move |connection, _| {
        Box::pin(async move {
            for pragma in pragmas {
                sqlx::query(*pragma).execute(&mut *connection).await?;
            }
            Ok(())
        })
    })
}
