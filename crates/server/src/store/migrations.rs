//! The steps that bring the tables up to date: the files in `migrations/`, in order.
//!
//! `sqlx::migrate!` would do the same, but its macros compile both database drivers a second time.

use sqlx::{
    SqlSafeStr,
    migrate::{Migration, MigrationType, Migrator},
};
use std::sync::LazyLock;

/// Version, description and SQL of each file, listed by `build.rs`.
const FILES: &[(i64, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// All migrations, with the checksums that `sqlx::migrate!` gave them in older databases.
pub(super) static MIGRATOR: LazyLock<Migrator> = LazyLock::new(|| {
    let migration = |&(version, description, sql): &(i64, &'static str, &'static str)| {
        Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(FILES.iter().map(migration).collect())
});
