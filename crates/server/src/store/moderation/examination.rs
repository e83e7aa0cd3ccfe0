//! What `powerboats doctor` wants to know about a database and its disk. Nothing is changed.

use crate::store::{Store, StoreError, migrations::migrator, sqlite::disk::Space};
use std::{os::unix::fs::PermissionsExt, path::Path};

/// How a database is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Examination {
    /// The newest migration that it has.
    pub version: i64,
    /// Whether this program does not know that migration.
    pub is_newer: bool,
    /// Whether this program knows newer migrations.
    pub is_older: bool,
    #[allow(missing_docs)]
    pub players: i64,
    #[allow(missing_docs)]
    pub regattas: i64,
    /// When the newest entry was made, in milliseconds since 1970; 0 if there is none.
    pub newest: i64,
    /// What is damaged, if anything.
    pub damage: Option<String>,
}

/// The total and the free space on the disk of a folder, in bytes, and whether it is too little for the server.
pub(crate) fn disk_space(folder: &Path) -> Option<(u64, u64, bool)> {
    Space::of(folder).map(|space| (space.total, space.free, space.is_short(false)))
}

/// The permissions of a file; `None` if there is no such file.
pub(crate) fn file_mode(path: &Path) -> Option<u32> {
    std::fs::metadata(path).ok().map(|found| found.permissions().mode() & 0o777)
}

impl Store {
    /// Looks at the whole database. That may take a while.
    pub async fn examine(&self) -> Result<Examination, StoreError> {
        let number = async |sql: &'static str| -> Result<i64, StoreError> {
            let (number,): (i64,) = sqlx::query_as(sql).fetch_one(&self.pool).await?;
            Ok(number)
        };
        let version = number("SELECT CAST(COALESCE(MAX(version), 0) AS BIGINT) FROM _sqlx_migrations").await?;
        let kind = if self.state.is_postgres { "postgres" } else { "sqlite" };
        let newest = migrator(kind).iter().map(|migration| migration.version).max().unwrap_or(0);
        let damage = match self.state.is_postgres {
            true => None,
            false => {
                let sql = "PRAGMA quick_check(1)";
                let (word,): (String,) = sqlx::query_as(sql).fetch_one(&self.pool).await?;
                Some(word).filter(|word| word != "ok")
            }
        };
        Ok(Examination {
            version,
            is_newer: version > newest,
            is_older: version < newest,
            players: number("SELECT COUNT(*) FROM players WHERE gone IS NULL").await?,
            regattas: number("SELECT COUNT(*) FROM regattas").await?,
            newest: number(
                "SELECT CAST(COALESCE((SELECT at FROM entries ORDER BY position DESC LIMIT 1), 0) AS BIGINT)",
            )
            .await?,
            damage,
        })
    }
}
