//! Scheduled backups: copies of a SQLite database at regular intervals, each opened and checked, the oldest deleted.

use crate::{
    compete::daily::Day,
    store::{BackupError, backup, now, verify_backup},
};
use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};
use tokio_util::sync::CancellationToken;

/// What to back up, how often, and how many copies to keep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Backups {
    /// The database.
    pub database: PathBuf,
    /// Where the copies are.
    pub folder: PathBuf,
    #[allow(missing_docs)]
    pub every: Duration,
    #[allow(missing_docs)]
    pub keep: usize,
}

/// Pause after a backup that failed.
const RETRY: Duration = Duration::from_secs(60);

/// The beginning and the end of the names of copies. In between is the time, so that names sort by age.
const PREFIX: &str = "powerboats-";
const SUFFIX: &str = ".db";

impl Backups {
    /// Makes backups until the server stops. The first one is made when the newest copy is old enough, so that restarts do not
    /// make more of them.
    pub async fn run(self, stopping: CancellationToken) {
        loop {
            let age = self.newest().map(|(at, _)| Duration::from_millis(u64::try_from(now() - at).unwrap_or_default()));
            let pause = age.map_or(Duration::ZERO, |age| self.every.saturating_sub(age));
            if stopping.run_until_cancelled(tokio::time::sleep(pause)).await.is_none() {
                return;
            }
            match self.make().await {
                Ok(path) => {
                    metrics::gauge!("powerboats_backup_time_seconds").set(now() as f64 / 1000.0);
                    tracing::info!(path = %path.display(), "the database is backed up, and the copy is checked");
                }
                Err(error) => {
                    metrics::counter!("powerboats_backup_failures_total").increment(1);
                    tracing::error!(%error, "the database could not be backed up; trying again in a minute");
                    if stopping.run_until_cancelled(tokio::time::sleep(RETRY)).await.is_none() {
                        return;
                    }
                }
            }
        }
    }

    /// Makes a copy, opens it to check it, and deletes the copies that are too many. Returns where the copy is.
    pub async fn make(&self) -> Result<PathBuf, BackupError> {
        let file = |error: io::Error| BackupError::File(self.folder.clone(), error);
        std::fs::create_dir_all(&self.folder).map_err(file)?;
        let path = self.folder.join(name(now()));
        backup(&self.database, &path).await?;
        if let Err(error) = verify_backup(&path).await {
            let _ = std::fs::remove_file(&path); // a copy that can't be used must not push out one that can
            return Err(error);
        }
        for (_, old) in self.copies().into_iter().rev().skip(self.keep.max(1)) {
            if let Err(error) = std::fs::remove_file(&old) {
                tracing::warn!(path = %old.display(), %error, "an old backup could not be deleted");
            }
        }
        Ok(path)
    }

    /// The newest copy, and when it was made.
    pub fn newest(&self) -> Option<(i64, PathBuf)> {
        self.copies().pop()
    }

    /// All copies, the oldest first.
    fn copies(&self) -> Vec<(i64, PathBuf)> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut copies: Vec<(i64, PathBuf)> =
            entries.filter_map(|entry| Some((time(&entry.path())?, entry.path()))).collect();
        copies.sort();
        copies
    }
}

/// The name of a copy made at a time: `powerboats-2026-11-18-041530123.db`.
fn name(at: i64) -> String {
    let millis = at.rem_euclid(86_400_000);
    let (hours, minutes, rest) = (millis / 3_600_000, millis / 60_000 % 60, millis % 60_000);
    format!("{PREFIX}{}-{hours:02}{minutes:02}{rest:05}{SUFFIX}", Day::of(at))
}

/// When a copy with this name was made; `None` if it is not the name of a copy.
fn time(path: &Path) -> Option<i64> {
    let text = path.file_name()?.to_str()?.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?;
    let (day, clock) = text.rsplit_once('-')?;
    let day: Day = day.parse().ok()?;
    let digits = |from: usize, to: usize| clock.get(from..to)?.parse::<i64>().ok();
    let fits = clock.len() == 9 && clock.bytes().all(|byte| byte.is_ascii_digit());
    let in_day = digits(0, 2)? * 3_600_000 + digits(2, 4)? * 60_000 + digits(4, 9)?;
    fits.then_some(day.number() * 86_400_000 + in_day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Database, Store};

    #[test]
    fn a_name_says_when_the_copy_was_made() {
        for at in [0, 1_794_600_000_123, 86_399_999] {
            assert_eq!(time(Path::new(&name(at))), Some(at), "{}", name(at));
        }
        for other in
            ["powerboats.db", "powerboats-x.db", "powerboats-2026-11-18-1.db", "powerboats-2026-11-18-04153012é.db"]
        {
            assert_eq!(time(Path::new(other)), None, "{other}");
        }
    }

    #[tokio::test]
    async fn copies_are_checked_and_the_oldest_deleted() {
        let place = tempfile::tempdir().unwrap();
        let (database, folder) = (place.path().join("p.db"), place.path().join("copies"));
        let store = Store::open(&Database::Sqlite(database.clone())).await.unwrap();
        let backups = Backups { database: database.clone(), folder, every: Duration::from_secs(3600), keep: 2 };
        assert_eq!(backups.newest(), None);
        std::fs::create_dir_all(&backups.folder).unwrap();
        std::fs::write(backups.folder.join("my own notes.txt"), "kept").unwrap();
        let mut made = Vec::new();
        for _ in 0..4 {
            made.push(backups.make().await.unwrap());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let left: Vec<PathBuf> = backups.copies().into_iter().map(|(_, path)| path).collect();
        assert_eq!(left, made[2..]);
        assert!(backups.folder.join("my own notes.txt").exists());
        store.close().await;
        std::fs::write(&database, "no database any more").unwrap();
        assert!(backups.make().await.is_err());
        assert_eq!(backups.copies().len(), 2, "a failed backup deletes nothing");
    }
}
