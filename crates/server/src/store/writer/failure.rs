//! Why a write failed, and whether anything was stored.

use crate::store::StoreError;

/// Why a transaction failed. Many callers may share one, so it can be cloned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// The database refused a statement. Nothing was stored.
    Refused(String),
    /// No space is left, or too little. Nothing was stored.
    Full,
    /// The database can't be reached. Nothing was stored.
    Unreachable(String),
    /// COMMIT was sent, but no answer came: it is unknown whether anything was stored.
    Unknown(String),
    /// The database no longer belongs to this server, which must stop.
    Lost(String),
    /// Another server has written to the log. Nothing of this write was stored.
    Conflict,
}

impl Failure {
    /// Another server has written to one of several logs that must be written together.
    pub fn overtaken() -> Failure {
        Failure::Refused("another server has written to a log".to_owned())
    }

    /// No answer came in time, after the database was asked to commit.
    pub fn silent() -> Failure {
        Failure::Unknown("the database does not answer".to_owned())
    }
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> StoreError {
        match failure {
            Failure::Refused(reason) => StoreError::Write(reason),
            Failure::Full => StoreError::DiskFull,
            Failure::Unreachable(reason) => StoreError::Unreachable(reason),
            Failure::Unknown(reason) => StoreError::Unknown(reason),
            Failure::Lost(reason) => StoreError::Lost(reason),
            Failure::Conflict => StoreError::Conflict,
        }
    }
}

impl From<sqlx::Error> for StoreError {
    /// For reading. A PostgreSQL that restarts is not a failure of the server: the client can try again.
    fn from(error: sqlx::Error) -> StoreError {
        let unreachable = match &error {
            sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut => true,
            // Broken connections, too many of them, and servers that stop or start.
            _ => postgres_code(&error).is_some_and(|code| code.len() == 5 && ["08", "53", "57"].contains(&&code[..2])),
        };
        if unreachable { StoreError::Unreachable(error.to_string()) } else { StoreError::Database(error) }
    }
}

/// SQLite's primary result code, or `None` if the error is not SQLite's.
fn sqlite_code(error: &sqlx::Error) -> Option<u32> {
    let code: u32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(code & 0xff)
}

const FULL: u32 = 13;
const IO: u32 = 10;
const CANT_OPEN: u32 = 14;
const CONSTRAINT: u32 = 19;

/// Classifies an error of SQLite before COMMIT. `low` means that there is little space left.
pub(super) fn of_sqlite(error: &sqlx::Error, low: bool) -> Failure {
    match sqlite_code(error) {
        Some(FULL) => Failure::Full,
        // Without space SQLite can't grow its shared memory or open its log, and reports only that.
        Some(IO | CANT_OPEN) if low => Failure::Full,
        Some(IO | CANT_OPEN) | None => Failure::Unreachable(error.to_string()),
        Some(_) => Failure::Refused(error.to_string()),
    }
}

/// Classifies an error of SQLite's COMMIT. After a failed fsync the log may or may not contain the transaction.
pub(super) fn of_sqlite_commit(error: &sqlx::Error) -> Failure {
    match sqlite_code(error) {
        Some(FULL) => Failure::Full,
        Some(CONSTRAINT) => Failure::Refused(error.to_string()),
        _ => Failure::Unknown(error.to_string()),
    }
}

fn postgres_code(error: &sqlx::Error) -> Option<String> {
    Some(error.as_database_error()?.code()?.into_owned())
}

/// Classifies an error of PostgreSQL before COMMIT.
pub(super) fn of_postgres(error: &sqlx::Error) -> Failure {
    match postgres_code(error).as_deref() {
        Some("53100") => Failure::Full,
        // Broken connections, servers that stop or start, standbys that accept no writes, transactions that took too long
        // or that waited for each other, and locks that a stopped server holds.
        Some(code)
            if ["08", "40", "53", "57"].contains(&&code[..2.min(code.len())])
                || ["25006", "25P03", "55P03"].contains(&code) =>
        {
            Failure::Unreachable(error.to_string())
        }
        Some(_) => Failure::Refused(error.to_string()),
        None => Failure::Unreachable(error.to_string()),
    }
}

/// Classifies an error of a statement that is a transaction of its own. If the connection is lost or PostgreSQL stops, the
/// statement may have been committed before.
pub(super) fn of_postgres_statement(error: &sqlx::Error) -> Failure {
    match postgres_code(error).as_deref() {
        Some(code) if !["08", "57", "58", "XX"].contains(&&code[..2.min(code.len())]) => of_postgres(error),
        _ => Failure::Unknown(error.to_string()),
    }
}

/// Classifies an error of PostgreSQL's COMMIT.
pub(super) fn of_postgres_commit(error: &sqlx::Error) -> Failure {
    match postgres_code(error).as_deref() {
        Some(code) if code.starts_with("23") || code.starts_with("40") => Failure::Refused(error.to_string()),
        _ => Failure::Unknown(error.to_string()),
    }
}
