//! The option that names the server's database, and how commands for operators open it.

use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use powerboats_server::store::{Database, Store, StoreError, Tenancy};

/// The option that names a database.
#[derive(ClapArgs)]
pub struct DatabaseOption {
    /// The server's SQLite file, or postgres://…
    #[arg(
        long,
        global = true,
        env = "POWERBOATS_DATABASE",
        value_name = "URL-or-file",
        default_value = "powerboats.db",
        hide_env_values = true
    )]
    database: String,
}

/// What a command does with the database.
#[derive(Clone, Copy)]
pub enum Access {
    /// Reads it. A server may be running.
    Read,
    /// Writes to it. The server must be stopped.
    Alone,
    /// Writes to it. A server alone must be stopped; the nodes of a cluster may run.
    BesideNodes,
}

impl DatabaseOption {
    /// Where the database is.
    pub fn place(&self) -> Database {
        let Ok(database) = self.database.parse();
        database
    }

    /// Opens the database, which must exist, works with it, and closes it.
    pub fn with_store<T>(&self, access: Access, work: impl AsyncFnOnce(&Store) -> Result<T>) -> Result<T> {
        let database = self.place();
        if let Database::Sqlite(path) = &database
            && !path.exists()
        {
            bail!("there is no database {}", path.display());
        }
        runtime()?.block_on(async {
            let store = open(&database, access).await?;
            let done = work(&store).await;
            store.close().await;
            done
        })
    }
}

async fn open(database: &Database, access: Access) -> Result<Store, StoreError> {
    match access {
        Access::Read => Store::open_to_read(database).await,
        Access::Alone => Store::open(database).await,
        Access::BesideNodes => match Store::open(database).await {
            Err(StoreError::InUse(_)) if matches!(database, Database::Postgres(_)) => {
                Store::open_as(database, Tenancy::Shared).await
            }
            opened => opened,
        },
    }
}

/// What the store needs to work.
pub fn runtime() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}
