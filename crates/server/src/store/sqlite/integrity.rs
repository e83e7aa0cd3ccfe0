//! Looks for damage in a SQLite database while the server runs.

use crate::store::StoreError;
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use std::{
    path::Path,
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// Steps of SQLite between two pauses.
const STEPS: i32 = 2000;

/// Looks at every page: what is wrong, if anything is. It leaves half the time of its thread to others.
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
    // The quick one finds most, and soon.
    for check in ["PRAGMA quick_check(1)", "PRAGMA integrity_check(1)"] {
        let word: Result<Option<(String,)>, sqlx::Error> = sqlx::query_as(check).fetch_optional(&mut connection).await;
        match word {
            Ok(Some((word,))) if word == "ok" => {}
            Ok(Some((word,))) => found = Some(word),
            Ok(None) => found = Some("no answer".to_owned()),
            // Pages can be so broken that the check itself fails.
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
