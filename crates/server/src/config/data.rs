//! Options about data: backups.

use super::BadConfig;
use crate::{jobs::backups::Backups, store::Database};
use std::{path::PathBuf, time::Duration};

/// Copies that are kept.
const KEEP: u32 = 7;

/// Reads a time like `90m`, `24h` or `7d`; `None` if it is not a time, or shorter than a minute.
pub(super) fn time(text: &str) -> Option<Duration> {
    let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let seconds: u64 = match unit {
        "m" => 60,
        "h" => 3600,
        "d" => 86_400,
        _ => return None,
    };
    let number: u64 = number.parse().ok()?;
    (number > 0).then_some(())?;
    Some(Duration::from_secs(number.checked_mul(seconds)?))
}

/// The backups of a database.
pub(super) fn backups(
    database: &Database,
    every: Duration,
    keep: Option<u32>,
    folder: Option<PathBuf>,
) -> Result<Backups, BadConfig> {
    let Database::Sqlite(database) = database else { return Err(BadConfig::BackupPostgres) };
    let beside = || database.parent().map_or_else(|| PathBuf::from("backups"), |parent| parent.join("backups"));
    let (folder, keep) = (folder.unwrap_or_else(beside), keep.unwrap_or(KEEP) as usize);
    Ok(Backups { database: database.clone(), folder, every, keep })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        assert_eq!(time("90m"), Some(Duration::from_secs(5400)));
        assert_eq!(time("24h"), time("1d"));
        for bad in ["", "h", "0h", "-1h", "24", "1.5h", "1w", "é", "99999999999999999999d", "18446744073709551615d"] {
            assert_eq!(time(bad), None, "{bad}");
        }
    }

    #[test]
    fn backups_are_for_sqlite() {
        let hour = Duration::from_secs(3600);
        let made = backups(&Database::Sqlite("data/p.db".into()), hour, None, None).unwrap();
        assert_eq!((made.folder, made.keep), (PathBuf::from("data/backups"), 7));
        assert!(backups(&Database::Postgres("postgres://x".to_owned()), hour, None, None).is_err());
    }
}
