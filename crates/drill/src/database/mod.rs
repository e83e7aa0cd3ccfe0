//! Direct access to a server's database, to check what it stored and to fill it with games.

pub mod entry_order;
pub mod seeded_games;
pub mod stored_actions;

use crate::DrillError;
use powerboats_server::ids::random_text;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Connection, any::install_default_drivers};

/// Opens a server's database for reading. The server may be running.
pub async fn open(database: &str) -> Result<AnyPool, sqlx::Error> {
    install_default_drivers();
    AnyPool::connect(&url(database, "ro")).await
}

/// Creates an empty database on the PostgreSQL server of this URL, and returns its URL.
pub async fn create(postgres: &str) -> Result<String, DrillError> {
    install_default_drivers();
    let Some((server, _)) = postgres.rsplit_once('/').filter(|_| postgres.starts_with("postgres")) else {
        return Err(DrillError::Setup(format!("{postgres} is not the URL of a PostgreSQL database")));
    };
    let name = format!("drill_{}", random_text(12).to_lowercase());
    let mut connection = AnyConnection::connect(postgres).await?;
    sqlx::query(AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut connection).await?;
    connection.close().await?;
    Ok(format!("{server}/{name}"))
}

/// The sqlx URL of a database that is given as `postgres://…` or as a SQLite file.
fn url(database: &str, mode: &str) -> String {
    if database.contains("://") { database.to_owned() } else { format!("sqlite://{database}?mode={mode}") }
}
