//! The database migrations: the files in `migrations/`, in order.
//!
//! `sqlx::migrate!` would do the same, but its macros compile both database drivers a second time.

use sqlx::{
    SqlSafeStr,
    migrate::{Migration, MigrationType, Migrator},
};

/// A migration's version, its description, the database it is for (empty: both), and its SQL.
type File = (i64, &'static str, &'static str, &'static str);

/// Listed by `build.rs`.
const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// All migrations for `sqlite` or `postgres`, with the same checksums that `sqlx::migrate!` gave them in older databases.
pub(super) fn migrator(database: &str) -> Migrator {
    let migration = |&(version, description, _, sql): &File| {
        Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let fits = |(_, _, kind, _): &&File| kind.is_empty() || *kind == database;
    Migrator::with_migrations(FILES.iter().filter(fits).map(migration).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A database remembers the checksum of each migration and refuses a changed one.
    #[test]
    fn migrations_that_databases_have_run_do_not_change() {
        for kind in ["sqlite", "postgres"] {
            let all = migrator(kind);
            let first = all.iter().next().expect("there is a migration");
            assert_eq!((first.version, &*first.description), (1, "first"));
            assert_eq!(
                hex::encode(&first.checksum),
                "b9aa9919553019f9989981e211e2552b6908c3e0bd44dcc890fa7b20e710831c280e1f3a096163d568a09c715e5ccb0c"
            );
            let versions: Vec<i64> = all.iter().map(|migration| migration.version).collect();
            assert!(versions.windows(2).all(|pair| pair[0] < pair[1]), "each version once, in order: {versions:?}");
            assert_eq!(versions.contains(&5), kind == "postgres");
        }
        assert_eq!(FILES.len(), std::fs::read_dir("migrations").expect("cargo tests run in the crate").count());
    }
}
