//! Copies of a SQLite database, made while a server uses it, and put in its place.

use crate::store::{
    Database, Store, StoreError,
    migrations::migrator,
    now,
    session::{COPY, RESTORED},
    sqlite::lock::{FileLock, Missing, beside, make_private, open_private},
};
use sqlx::{
    ConnectOptions, Connection, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode},
};
use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// Nothing to copy.
    #[error("there is no file {0}")]
    Missing(PathBuf),
    /// We overwrite nothing.
    #[error("{0} is there already")]
    Exists(PathBuf),
    /// It is something else.
    #[error("{0} is no database of Powerboats")]
    NotOurs(PathBuf),
    /// A newer program made it.
    #[error("{0} was made by a newer Powerboats")]
    TooNew(PathBuf),
    /// It is broken.
    #[error("{0} is damaged: {1}")]
    Damaged(PathBuf, String),
    /// The database says no.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The lock is held, or can't be taken.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file could not be moved.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
}

async fn open(path: &Path) -> Result<SqliteConnection, BackupError> {
    if !path.is_file() {
        return Err(BackupError::Missing(path.to_owned()));
    }
    let options = SqliteConnectOptions::new().filename(path).busy_timeout(std::time::Duration::from_secs(30));
    Ok(options.connect().await?)
}

/// Copies a database as it stands at one moment, whether a server uses it or not.
pub async fn backup(from: &Path, to: &Path) -> Result<(), BackupError> {
    if to.exists() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let mut source = open(from).await?;
    check_ours(&mut source, from).await?;
    let draft = beside(to, ".part");
    let made = copy(source, from, &draft).await;
    let done = match made {
        Ok(()) => std::fs::rename(&draft, to).map_err(|error| BackupError::File(to.to_owned(), error)),
        Err(error) => Err(error),
    };
    if done.is_err() {
        let _ = std::fs::remove_file(&draft); // perhaps it never was
    }
    done
}

async fn copy(mut source: SqliteConnection, from: &Path, draft: &Path) -> Result<(), BackupError> {
    let _ = std::fs::remove_file(draft); // left by one that broke off
    drop(open_private(draft)?); // SQLite fills an empty file, and leaves its permissions
    let copied = sqlx::query("VACUUM INTO $1").bind(draft.to_string_lossy().into_owned()).execute(&mut source).await;
    source.close().await?;
    // What breaks here is the source, whatever words the database has for it.
    copied.map_err(|error| BackupError::Damaged(from.to_owned(), error.to_string()))?;
    let mut copy =
        SqliteConnectOptions::new().filename(draft).journal_mode(SqliteJournalMode::Delete).connect().await?;
    check_whole(&mut copy, draft).await?;
    mark(&mut copy, COPY).await?;
    copy.close().await?;
    File::open(draft).and_then(|file| file.sync_all()).map_err(|error| BackupError::File(draft.to_owned(), error))
}

/// Notes in a copy when it was made or put in place.
async fn mark(copy: &mut SqliteConnection, name: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
    .bind(name)
    .bind(now().to_string())
    .execute(copy)
    .await?;
    Ok(())
}

async fn check_ours(connection: &mut SqliteConnection, path: &Path) -> Result<(), BackupError> {
    let not_ours = |_| BackupError::NotOurs(path.to_owned());
    let (tables,): (i64,) = sqlx::query_as(
        "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name IN ('_sqlx_migrations', 'players', 'regattas', 'entries')",
    )
    .fetch_one(&mut *connection)
    .await
    .map_err(not_ours)?;
    if tables != 4 {
        return Err(BackupError::NotOurs(path.to_owned()));
    }
    let (version,): (i64,) = sqlx::query_as("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations")
        .fetch_one(&mut *connection)
        .await
        .map_err(not_ours)?;
    let newest = migrator("sqlite").iter().map(|migration| migration.version).max().unwrap_or(0);
    if version > newest { Err(BackupError::TooNew(path.to_owned())) } else { Ok(()) }
}

async fn check_whole(connection: &mut SqliteConnection, path: &Path) -> Result<(), BackupError> {
    let found: Vec<(String,)> = sqlx::query_as("PRAGMA integrity_check(1)").fetch_all(connection).await?;
    match found.first() {
        Some((word,)) if word == "ok" => Ok(()),
        found => Err(BackupError::Damaged(path.to_owned(), found.map_or_else(String::new, |(word,)| word.clone()))),
    }
}

/// What happens to a database that an earlier restoring put aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Earlier {
    /// It stays, and nothing is restored.
    Keep,
    /// It goes.
    Replace,
}

/// Puts a copy in the place of a database no server uses: where the old one is now, if there was one.
pub async fn restore(from: &Path, database: &Path, earlier: Earlier) -> Result<Option<PathBuf>, BackupError> {
    let lock = FileLock::take(database, Missing::Leave)?;
    // A symbolic link stays one.
    let database = if database.is_symlink() { lock.path() } else { database };
    let aside = beside(database, ".before-restore");
    if database.exists() && aside.exists() && earlier == Earlier::Keep {
        return Err(BackupError::Exists(aside));
    }
    let ready = beside(database, ".restoring");
    let _ = std::fs::remove_file(&ready); // left by one that broke off
    backup(from, &ready).await?;
    // The server draws new dice when it finds this.
    let mut copy = open(&ready).await?;
    mark(&mut copy, RESTORED).await?;
    sqlx::query("DELETE FROM meta WHERE name = $1").bind(COPY).execute(&mut copy).await?;
    copy.close().await?;
    let mut put_aside = None;
    if database.exists() {
        // A log that was not yet written back belongs to its database.
        for suffix in ["-wal", "-shm", ""] {
            let (old, new) = (beside(database, suffix), beside(&aside, suffix));
            if old.exists() {
                rename(&old, &new)?;
                make_private(&new);
            } else {
                let _ = std::fs::remove_file(&new); // of the one before
            }
        }
        put_aside = Some(aside);
    }
    rename(&ready, database)?;
    if let Some(folder) = database.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all()); // not every system can
    }
    Ok(put_aside)
}

fn rename(old: &Path, new: &Path) -> Result<(), BackupError> {
    std::fs::rename(old, new).map_err(|error| BackupError::File(new.to_owned(), error))
}

/// Marks a database that no server uses as restored, if other tools than ours restored it.
pub async fn redraw(database: &Database) -> Result<(), StoreError> {
    if let Database::Sqlite(path) = database
        && !path.is_file()
    {
        return Err(StoreError::File(path.clone(), io::ErrorKind::NotFound.into()));
    }
    let store = Store::open(database).await?;
    let marked = store.set_meta(RESTORED, &now().to_string()).await;
    store.close().await;
    marked
}
