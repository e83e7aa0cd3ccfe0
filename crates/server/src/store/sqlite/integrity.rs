//! Checks a SQLite database for damage while the server runs.

use crate::store::StoreError;
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use std::{
    path::Path,
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// Steps of SQLite's virtual machine between two pauses.
const STEPS: i32 = 2000;

/// Checks every page. Returns what is wrong, if anything. The check sleeps half of the time to spare the disk.
pub(in crate::store) async fn damage(path: &Path, stop: CancellationToken) -> Result<Option<String>, StoreError> {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(false);
    let options = options.pragma("cache_size", "-4000").pragma("query_only", "1").disable_statement_logging();
    let mut connection = options.connect().await?;
    let mut resumed = Instant::now();
    connection.lock_handle().await?.set_progress_handler(STEPS, move || {
        std::thread::sleep(resumed.elapsed().min(Duration::from_millis(20)));
        resumed = Instant::now();
        !stop.is_cancelled()
    });
    let mut found = None;
    // The quick check finds most damage sooner.
    for check in ["PRAGMA quick_check(1)", "PRAGMA integrity_check(1)"] {
        let word: Result<Option<(String,)>, sqlx::Error> = sqlx::query_as(check).fetch_optional(&mut connection).await;
        match word {
            Ok(Some((word,))) if word == "ok" => {}
            Ok(Some((word,))) => found = Some(word),
            Ok(None) => found = Some("no answer".to_owned()),
            // Pages can be so damaged that the check itself fails.
            Err(error)
                if error.as_database_error().and_then(|error| error.code()).is_some_and(|code| is_damage(&code)) =>
            {
                found = Some(error.to_string());
            }
            Err(error) => return Err(error.into()),
        }
        if found.is_some() {
            break;
        }
    }
    connection.lock_handle().await?.remove_progress_handler();
    connection.close().await?;
    Ok(found)
}

/// SQLITE_CORRUPT or SQLITE_NOTADB.
fn is_damage(code: &str) -> bool {
    code.parse::<u32>().is_ok_and(|code| matches!(code & 0xff, 11 | 26))
}
