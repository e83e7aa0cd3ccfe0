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

#[cfg(test)]
mod tests {
    use super::*;

    /// A database remembers the checksum of each migration and refuses another one.
    #[test]
    fn migrations_that_databases_have_run_do_not_change() {
        let first = MIGRATOR.iter().next().expect("there is a migration");
        assert_eq!((first.version, &*first.description), (1, "first"));
        assert_eq!(
            hex::encode(&first.checksum),
            "b9aa9919553019f9989981e211e2552b6908c3e0bd44dcc890fa7b20e710831c280e1f3a096163d568a09c715e5ccb0c"
        );
        assert_eq!(FILES.len(), std::fs::read_dir("migrations").expect("cargo tests run in the crate").count());
    }
}
