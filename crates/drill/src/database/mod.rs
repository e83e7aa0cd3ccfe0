//! Direct access to a server's database, to check what it stored and to fill it with games.

pub mod seeded_games;
pub mod stored_actions;

use sqlx::{AnyPool, any::install_default_drivers};

/// Opens a server's database for reading. The server may be running.
pub async fn open(database: &str) -> Result<AnyPool, sqlx::Error> {
    install_default_drivers();
    AnyPool::connect(&url(database, "ro")).await
}

/// The sqlx URL of a database that is given as `postgres://…` or as a SQLite file.
fn url(database: &str, mode: &str) -> String {
    if database.contains("://") { database.to_owned() } else { format!("sqlite://{database}?mode={mode}") }
}
