//! The store: everything the server remembers, in SQLite or PostgreSQL by the same statements.

mod backup;
mod commit;
mod migrations;
mod people;
mod regattas;

pub use backup::{BackupError, Earlier, backup, restore};
pub use commit::{Commit, Entry, RowUpdate};
pub use people::{Account, TokenRow};
pub use regattas::{Found, RegattaRow};

use migrations::MIGRATOR;
use sqlx::{
    AnyPool,
    any::{AnyConnectOptions, AnyPoolOptions, install_default_drivers},
};
use std::{fs::File, path::PathBuf, str::FromStr, sync::Arc, time::Duration};
use tokio::sync::mpsc;

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
    /// It is shutting down.
    #[error("the store is closed")]
    Closed,
}

/// Milliseconds since 1970.
pub fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

/// The database, and the one writer of its log.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
    writer: mpsc::Sender<commit::Pending>,
    /// Held as long as the store is open, so that no other server writes to it.
    _lock: Arc<Lock>,
}

/// What keeps other servers away: a locked file beside a SQLite database, a session lock in PostgreSQL.
enum Lock {
    File(#[allow(dead_code)] File),
    Session(#[allow(dead_code)] tokio::sync::Mutex<sqlx::pool::PoolConnection<sqlx::Any>>),
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

/// Our number among PostgreSQL's session locks.
const SESSION_LOCK: &str = "SELECT pg_try_advisory_lock(7011957) AS locked";

impl Store {
    /// Opens the database, makes it if there is none, and brings its tables up to date.
    pub async fn open(database: &Database) -> Result<Store, StoreError> {
        install_default_drivers();
        let (pool, writers, lock) = match database {
            Database::Sqlite(path) => {
                let lock = Lock::File(lock_file(path)?);
                let url = AnyConnectOptions::from_str(&format!("sqlite://{}?mode=rwc", path.display()))?;
                let pool =
                    for_sqlite(connections(READERS), "PRAGMA cache_size = -1000").connect_with(url.clone()).await?;
                // Rooms write all over the place: their pages stay at hand.
                (pool, for_sqlite(connections(1), "PRAGMA cache_size = -32000").connect_with(url).await?, lock)
            }
            Database::Postgres(url) => {
                let url = AnyConnectOptions::from_str(url)?;
                let pool = connections(READERS + 1).connect_with(url.clone()).await?;
                let mut session = pool.acquire().await?;
                let (locked,): (bool,) = sqlx::query_as(SESSION_LOCK).fetch_one(&mut *session).await?;
                if !locked {
                    return Err(StoreError::InUse("this database".to_owned()));
                }
                (pool, connections(1).connect_with(url).await?, Lock::Session(tokio::sync::Mutex::new(session)))
            }
        };
        MIGRATOR.run(&pool).await?;
        let writer = commit::writer(writers);
        Ok(Store { pool, writer, _lock: Arc::new(lock) })
    }

    /// Is it there and in order?
    pub async fn ready(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
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
        sqlx::query(
            "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )
        .bind(name.to_owned())
        .bind(value.to_owned())
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}

fn connections(most: u32) -> AnyPoolOptions {
    AnyPoolOptions::new().max_connections(most).acquire_timeout(Duration::from_secs(30))
}

/// Connections to SQLite. WAL lets readers read while the writer writes; FULL makes every commit survive a power cut.
fn for_sqlite(options: AnyPoolOptions, cache: &'static str) -> AnyPoolOptions {
    options.after_connect(move |connection, _| {
        Box::pin(async move {
            for pragma in [
                "PRAGMA journal_mode = WAL",
                "PRAGMA synchronous = FULL",
                "PRAGMA busy_timeout = 30000",
                "PRAGMA foreign_keys = ON",
                // 64 MiB: a page that many commits change is copied back once.
                "PRAGMA wal_autocheckpoint = 16384",
                cache,
            ] {
                sqlx::query(pragma).execute(&mut *connection).await?;
            }
            Ok(())
        })
    })
}

/// Locks the file `….lock` beside a SQLite database.
pub fn lock_file(path: &std::path::Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let beside = PathBuf::from(name);
    let file = File::options().create(true).truncate(false).write(true).open(&beside);
    let file = file.map_err(|error| StoreError::File(beside.clone(), error))?;
    file.try_lock().map_err(|_| StoreError::InUse(path.display().to_string()))?;
    Ok(file)
}
