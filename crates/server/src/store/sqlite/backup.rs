//! Backups of a SQLite database: made while a server uses it, and restored later.

use crate::store::{
    Database, Store, StoreError,
    migrations::migrator,
    now,
    sqlite::lock::{FileLock, Missing, beside, make_private, open_private},
    writer::session::{COPY, RESTORED},
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

/// Why a backup or a restore failed.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is no file to copy.
    #[error("there is no file {0}")]
    Missing(PathBuf),
    /// The target exists, and nothing is overwritten.
    #[error("{0} already exists")]
    Exists(PathBuf),
    /// The file is not a Powerboats database.
    #[error("{0} is not a Powerboats database")]
    NotOurs(PathBuf),
    /// The file was made by a newer version.
    #[error("{0} was made by a newer version of Powerboats")]
    TooNew(PathBuf),
    /// The file is damaged.
    #[error("{0} is damaged: {1}")]
    Damaged(PathBuf, String),
    /// The database reported an error.
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

/// Copies a database as it is at one moment, whether a server uses it or not.
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
        let _ = std::fs::remove_file(&draft); // it may not exist
    }
    done
}

async fn copy(mut source: SqliteConnection, from: &Path, draft: &Path) -> Result<(), BackupError> {
    let _ = std::fs::remove_file(draft); // left by an interrupted backup
    drop(open_private(draft)?); // SQLite fills the empty file and keeps its permissions
    let copied = sqlx::query("VACUUM INTO $1").bind(draft.to_string_lossy().into_owned()).execute(&mut source).await;
    source.close().await?;
    // An error here means that the source is damaged, whatever the database calls it.
    copied.map_err(|error| BackupError::Damaged(from.to_owned(), error.to_string()))?;
    let mut copy =
        SqliteConnectOptions::new().filename(draft).journal_mode(SqliteJournalMode::Delete).connect().await?;
    check_whole(&mut copy, draft).await?;
    mark(&mut copy, COPY).await?;
    copy.close().await?;
    File::open(draft).and_then(|file| file.sync_all()).map_err(|error| BackupError::File(draft.to_owned(), error))
}

/// Opens a copy as a server would, and checks that it holds a whole database of this version or an older one.
pub async fn verify_backup(path: &Path) -> Result<(), BackupError> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true).immutable(true);
    let mut copy = options.connect().await?;
    check_ours(&mut copy, path).await?;
    check_whole(&mut copy, path).await?;
    copy.close().await?;
    Ok(())
}

/// Records in a copy when it was made or restored.
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

/// What to do with a database that an earlier restore has put aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Earlier {
    /// Keep it, and restore nothing.
    Keep,
    /// Overwrite it.
    Replace,
}

/// Puts a copy in place of a database that no server uses. Returns where the old database is now, if there was one.
pub async fn restore(from: &Path, database: &Path, earlier: Earlier) -> Result<Option<PathBuf>, BackupError> {
    let lock = FileLock::take(database, Missing::Leave)?;
    // A symbolic link stays a link.
    let database = if database.is_symlink() { lock.path() } else { database };
    let aside = beside(database, ".before-restore");
    if database.exists() && aside.exists() && earlier == Earlier::Keep {
        return Err(BackupError::Exists(aside));
    }
    let ready = beside(database, ".restoring");
    let _ = std::fs::remove_file(&ready); // left by an interrupted restore
    backup(from, &ready).await?;
    // The server draws new secrets when it finds this mark.
    let mut copy = open(&ready).await?;
    mark(&mut copy, RESTORED).await?;
    sqlx::query("DELETE FROM meta WHERE name = $1").bind(COPY).execute(&mut copy).await?;
    copy.close().await?;
    let mut put_aside = None;
    if database.exists() {
        // A log that was not yet copied back belongs to its database.
        for suffix in ["-wal", "-shm", ""] {
            let (old, new) = (beside(database, suffix), beside(&aside, suffix));
            if old.exists() {
                rename(&old, &new)?;
                make_private(&new);
            } else {
                let _ = std::fs::remove_file(&new); // left by an earlier restore
            }
        }
        put_aside = Some(aside);
    }
    rename(&ready, database)?;
    if let Some(folder) = database.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all()); // not every file system supports it
    }
    Ok(put_aside)
}

fn rename(old: &Path, new: &Path) -> Result<(), BackupError> {
    std::fs::rename(old, new).map_err(|error| BackupError::File(new.to_owned(), error))
}

/// Marks a database that no server uses as restored, for copies that were restored with other tools.
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
