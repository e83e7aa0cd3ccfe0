//! The writer's connection, together with the lock on the database. After any error the connection is closed and opened
//! again, so that no unfinished transaction remains on it.

use super::{
    Write,
    append::{Executed, Stored, execute, is_one_statement},
    failure::{self, Failure},
    statement::{Statement, set_meta},
};
use crate::ids::random_text;
use crate::store::{
    Database, StoreError,
    migrations::migrator,
    now,
    postgres::{self, Postgres, Tenancy},
    sqlite::{
        disk::{Disk, Space},
        lock::{FileLock, Missing},
    },
};
use sqlx::{AnyConnection, ConnectOptions, Connection, Executor, any::AnyConnectOptions, migrate::MigrateError};
use std::{str::FromStr, time::Duration};
use tokio::time::{Instant, sleep, timeout};

/// The kind of database, with its lock.
pub(in crate::store) enum Engine {
    Sqlite { lock: FileLock, disk: Disk },
    Postgres(Postgres),
}

/// The writer's connection.
pub(in crate::store) struct Session {
    pub options: AnyConnectOptions,
    pub kind: Engine,
    /// A random name for this process, written to the database when the lock is taken.
    owner: String,
    connection: Option<AnyConnection>,
    /// When SQLite's log was last copied back to free space.
    made_space: Option<Instant>,
}

/// Names of rows in `meta`.
const OWNER: &str = "owner";

/// The owner of a database that nodes share.
const CLUSTER: &str = "cluster";

pub(in crate::store) const COPY: &str = "copy";
pub(in crate::store) const RESTORED: &str = "restored";

/// How long one step of a transaction may take.
const LIMIT: Duration = Duration::from_secs(15);
/// How long a write waits for an unreachable database.
const PATIENCE: Duration = Duration::from_secs(3);

/// WAL lets readers read while the writer writes; FULL makes every commit survive a power cut; what is deleted is overwritten.
pub(in crate::store) const PRAGMAS: [&str; 5] = [
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 10000",
    "PRAGMA secure_delete = ON",
];

/// Connection options for a SQLite file.
pub(in crate::store) fn sqlite_options(path: &std::path::Path) -> Result<AnyConnectOptions, StoreError> {
    let path = path.display().to_string().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    Ok(AnyConnectOptions::from_str(&format!("sqlite://{path}?mode=rw"))?)
}

/// Closes a connection, if it still answers. This also ends its open transaction.
async fn discard(connection: AnyConnection) {
    drop(timeout(Duration::from_secs(2), connection.close()).await);
}

impl Session {
    /// Takes the lock, connects, runs the migrations and signs as owner. Also returns when the database was restored, if ever.
    pub async fn open(database: &Database, tenancy: Tenancy) -> Result<(Session, Option<i64>), StoreError> {
        let (options, kind) = match database {
            Database::Sqlite(path) => {
                let lock = FileLock::take(path, Missing::Create)?;
                let disk = Disk::new(lock.path());
                (sqlite_options(lock.path())?, Engine::Sqlite { lock, disk })
            }
            Database::Postgres(url) => (AnyConnectOptions::from_str(url)?, Engine::Postgres(Postgres::new(tenancy))),
        };
        // All nodes of a cluster sign with the same name.
        let owner = if tenancy == Tenancy::Alone { random_text(20) } else { CLUSTER.to_owned() };
        let mut session = Session { options, kind, owner, connection: None, made_space: None };
        let mut connection = session.connect().await?;
        if let Engine::Postgres(postgres) = &mut session.kind
            && !postgres.lock(&mut connection).await?
        {
            return Err(match tenancy {
                Tenancy::Alone => StoreError::InUse("this database".to_owned()),
                Tenancy::Shared => StoreError::InUse("this database without --nats".to_owned()),
            });
        }
        session.migrate(&mut connection).await?;
        let restored = session.sign(&mut connection).await?;
        if let Engine::Sqlite { lock, .. } = &mut session.kind {
            lock.remember_log();
        }
        session.connection = Some(connection);
        Ok((session, restored))
    }

    /// Runs the migrations. Of several nodes that start at the same time one runs them, and the others wait.
    async fn migrate(&mut self, connection: &mut AnyConnection) -> Result<(), StoreError> {
        if let Engine::Postgres(_) = self.kind {
            connection.execute(postgres::BEGIN_MIGRATION).await?;
        }
        match migrator(self.kind.name()).run_direct(None, &mut *connection, false).await {
            Err(MigrateError::VersionMissing(version)) => return Err(StoreError::Newer(version)),
            migrated => migrated?,
        }
        if let Engine::Postgres(_) = self.kind {
            connection.execute(postgres::RAISE_OFFSET).await?;
            connection.execute(postgres::END_MIGRATION).await?;
        }
        Ok(())
    }

    async fn connect(&mut self) -> Result<AnyConnection, sqlx::Error> {
        let no_answer = |_| sqlx::Error::Io(std::io::ErrorKind::TimedOut.into());
        let mut connection = timeout(Duration::from_secs(5), self.options.connect()).await.map_err(no_answer)??;
        if let Engine::Sqlite { lock, .. } = &self.kind {
            for pragma in PRAGMAS {
                connection.execute(pragma).await?;
            }
            // A page that many commits change is copied back once.
            let pages = Space::of(lock.path()).map_or(16_384, Space::log_pages);
            let pragma = format!("PRAGMA wal_autocheckpoint = {pages}");
            connection.execute(sqlx::AssertSqlSafe(pragma)).await?;
            // Rooms write to pages all over the file, so a large cache keeps them in memory.
            connection.execute("PRAGMA cache_size = -32000").await?;
        } else {
            connection.execute(postgres::SETTINGS).await?;
        }
        Ok(connection)
    }

    async fn meta(connection: &mut AnyConnection, name: &'static str) -> Result<Option<String>, sqlx::Error> {
        let sql = "SELECT value FROM meta WHERE name = $1";
        let row: Option<(String,)> = sqlx::query_as(sql).bind(name).fetch_optional(connection).await?;
        Ok(row.map(|(value,)| value))
    }

    /// Writes our name into the database. A server that later finds another name there has lost the database.
    ///
    /// This is also where we notice that a copy was put in place of the database: `powerboats backup` leaves a mark in its
    /// copies, and the lock file names the last owner.
    async fn sign(&mut self, connection: &mut AnyConnection) -> Result<Option<i64>, StoreError> {
        let before = Session::meta(connection, OWNER).await?;
        let mut is_copy = Session::meta(connection, COPY).await?.is_some();
        if let Engine::Sqlite { lock, .. } = &mut self.kind {
            let known = lock.owners();
            let before = before.as_deref().unwrap_or_default();
            is_copy |= !known.is_empty() && !known.iter().any(|owner| owner == before);
            lock.set_owners(&[&self.owner, before]);
        }
        connection.execute(self.kind.begin()).await?;
        set_meta(OWNER, &self.owner).query().execute(&mut *connection).await?;
        if is_copy {
            tracing::warn!("this database is a restored copy: unfinished regattas get new dice");
            set_meta(RESTORED, &now().to_string()).query().execute(&mut *connection).await?;
            Statement::new("DELETE FROM meta WHERE name = $1").bind(COPY).query().execute(&mut *connection).await?;
        }
        connection.execute("COMMIT").await?;
        if let Engine::Sqlite { lock, .. } = &mut self.kind {
            lock.set_owners(&[&self.owner]);
        }
        let restored = Session::meta(connection, RESTORED).await?;
        Ok(restored.and_then(|text| text.parse().ok()))
    }

    /// The connection, opened again if the last one was discarded.
    async fn take(&mut self) -> Result<AnyConnection, Failure> {
        if let Some(connection) = self.connection.take() {
            return Ok(connection);
        }
        let until = Instant::now() + PATIENCE;
        loop {
            match self.reopen().await {
                Err(Failure::Unreachable(_)) if Instant::now() < until => sleep(Duration::from_millis(100)).await,
                opened => return opened,
            }
        }
    }

    async fn reopen(&mut self) -> Result<AnyConnection, Failure> {
        self.check_files()?;
        let mut connection = self.connect().await.map_err(|error| self.failure(&error))?;
        metrics::counter!("powerboats_writer_reopened_total").increment(1);
        match &mut self.kind {
            Engine::Sqlite { lock, .. } => {
                // The log file exists as soon as something was read.
                let read = Session::meta(&mut connection, OWNER).await;
                lock.remember_log();
                read.map_err(|error| self.failure(&error))?;
            }
            Engine::Postgres(postgres) => {
                let locked = postgres.lock(&mut connection).await;
                let owner = Session::meta(&mut connection, OWNER).await;
                match (locked, owner) {
                    (Ok(true), Ok(_)) if postgres.tenancy == Tenancy::Shared => {}
                    (Ok(true), Ok(owner)) if owner.as_ref() == Some(&self.owner) => {}
                    (Ok(true), Ok(_)) => return Err(Failure::Lost("another server has used this database".to_owned())),
                    (Ok(false), _) => return Err(Failure::Lost("another server is using this database".to_owned())),
                    (Err(error), _) | (_, Err(error)) => return Err(failure::of_postgres(&error)),
                }
            }
        }
        Ok(connection)
    }

    /// Classifies an error before COMMIT.
    fn failure(&mut self, error: &sqlx::Error) -> Failure {
        match &mut self.kind {
            Engine::Sqlite { disk, .. } => failure::of_sqlite(error, disk.is_short()),
            Engine::Postgres(_) => failure::of_postgres(error),
        }
    }

    fn check_files(&self) -> Result<(), Failure> {
        match &self.kind {
            Engine::Sqlite { lock, .. } => lock.check().map_err(Failure::Lost),
            Engine::Postgres(_) => Ok(()),
        }
    }

    /// Checks the lock and the disk. Must be called about once per second.
    pub(super) async fn check(&mut self) -> Result<(), Failure> {
        self.check_files()?;
        match &mut self.kind {
            Engine::Sqlite { lock, disk } => {
                if let Err(reason) = lock.check_log() {
                    // The log was removed, but is still open here: save what it contains.
                    self.checkpoint().await;
                    return Err(Failure::Lost(reason));
                }
                disk.is_short();
            }
            Engine::Postgres(_) => {
                let Some(mut connection) = self.connection.take() else {
                    // While the database is unreachable, no other server can take the lock either.
                    match self.reopen().await {
                        Ok(connection) => self.connection = Some(connection),
                        Err(Failure::Unreachable(_)) => {}
                        Err(failure) => return Err(failure),
                    }
                    return Ok(());
                };
                match timeout(Duration::from_secs(5), Postgres::holds_lock(&mut connection)).await {
                    Ok(Ok(true)) => self.connection = Some(connection),
                    lost => {
                        tracing::warn!(?lost, "the session that held the lock on the database has ended");
                        discard(connection).await;
                        match self.take().await {
                            Ok(connection) => self.connection = Some(connection),
                            Err(Failure::Unreachable(_)) => {}
                            Err(failure) => return Err(failure),
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether there is space for another write. If not, copies the log back first, which may free some.
    pub async fn has_space(&mut self) -> bool {
        let Engine::Sqlite { disk, .. } = &mut self.kind else { return true };
        let mut short = disk.is_short();
        if short && (!disk.is_low() || self.made_space.is_none_or(|made| made.elapsed() > Duration::from_secs(1))) {
            self.made_space = Some(Instant::now());
            self.checkpoint().await;
        }
        let Engine::Sqlite { disk, .. } = &mut self.kind else { return true };
        short = short && disk.is_short();
        disk.note(short);
        !short
    }

    /// Whether SQLite's log is empty. PostgreSQL keeps none that matters here.
    pub fn has_empty_log(&self) -> bool {
        let Engine::Sqlite { lock, .. } = &self.kind else { return true };
        std::fs::metadata(crate::store::sqlite::lock::beside(lock.path(), "-wal")).is_ok_and(|log| log.len() == 0)
    }

    /// Copies SQLite's log back into the database and empties it, unless somebody is reading it.
    pub async fn checkpoint(&mut self) {
        if self.has_empty_log() {
            return;
        }
        let Ok(mut connection) = self.take().await else { return };
        let work = async {
            connection.execute("PRAGMA busy_timeout = 250").await?;
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await?;
            connection.execute("PRAGMA busy_timeout = 10000").await
        };
        match timeout(LIMIT, work).await {
            Ok(Ok(_)) => self.connection = Some(connection),
            _ => discard(connection).await,
        }
    }

    /// Stores writes with one statement, which is a transaction of its own: without the round trips of BEGIN and COMMIT.
    async fn store_at_once(&mut self, mut connection: AnyConnection, writes: &[&Write]) -> Result<Stored, Failure> {
        let failure = match timeout(LIMIT, execute(&mut connection, writes, true)).await {
            Ok(Ok(Executed::All(stored))) => {
                self.connection = Some(connection);
                return Ok(stored);
            }
            Ok(Ok(Executed::Divided)) => Failure::overtaken(),
            Ok(Err(error)) => failure::of_postgres_statement(&error),
            Err(_) => Failure::silent(),
        };
        discard(connection).await;
        Err(failure)
    }

    /// Stores writes in one transaction. Each of them is stored completely or not at all. `at_once` allows a single statement
    /// instead, which saves time. But a transaction that finds its connection lost at BEGIN can be repeated, a statement not.
    pub(super) async fn store(&mut self, writes: &[&Write], at_once: bool) -> Result<Stored, Failure> {
        let mut connection = self.take().await?;
        if at_once && matches!(self.kind, Engine::Postgres(_)) && is_one_statement(writes) {
            return self.store_at_once(connection, writes).await;
        }
        let (begin, is_postgres) = (self.kind.begin(), matches!(self.kind, Engine::Postgres(_)));
        let work = async {
            connection.execute(begin).await?;
            let executed = execute(&mut connection, writes, is_postgres).await?;
            if let Executed::Divided = executed {
                connection.execute("ROLLBACK").await?;
            }
            Ok(executed)
        };
        let stored = match timeout(LIMIT, work).await {
            Ok(Ok(Executed::All(stored))) => stored,
            Ok(Ok(Executed::Divided)) => {
                self.connection = Some(connection);
                return match writes.len() {
                    1 => Ok(Stored { outcomes: vec![None], position: None }),
                    _ => Err(Failure::overtaken()),
                };
            }
            Ok(Err(error)) => {
                discard(connection).await;
                return Err(self.failure(&error));
            }
            Err(_) => {
                discard(connection).await;
                return Err(Failure::Unreachable("the database does not answer".to_owned()));
            }
        };
        let failure = match timeout(LIMIT, connection.execute("COMMIT")).await {
            Ok(Ok(_)) => None,
            Ok(Err(error)) => Some(match &self.kind {
                Engine::Sqlite { .. } => failure::of_sqlite_commit(&error),
                Engine::Postgres(_) => failure::of_postgres_commit(&error),
            }),
            Err(_) => Some(Failure::silent()),
        };
        if let Some(failure) = failure {
            discard(connection).await;
            return Err(failure);
        }
        self.connection = Some(connection);
        // What was written to a file that is no longer in its place is not stored.
        self.check_files()?;
        Ok(stored)
    }

    /// Empties the log and closes the connection.
    pub async fn close(mut self) {
        self.checkpoint().await;
        if let Some(connection) = self.connection.take() {
            discard(connection).await;
        }
    }
}

impl Engine {
    /// The name used in the file names of migrations.
    fn name(&self) -> &'static str {
        match self {
            Engine::Sqlite { .. } => "sqlite",
            Engine::Postgres(_) => "postgres",
        }
    }

    fn begin(&self) -> &'static str {
        match self {
            // Takes the write lock at once, because upgrading a read transaction can fail half-way.
            Engine::Sqlite { .. } => "BEGIN IMMEDIATE",
            Engine::Postgres(_) => "BEGIN",
        }
    }
}
