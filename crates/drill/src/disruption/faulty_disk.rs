//! Makes the disk of a server fail: compiles `faulty_disk.c` and has the server load it with LD_PRELOAD.

use crate::DrillError;
use std::{
    fs::{self, File},
    io,
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    process::Stdio,
};
use tempfile::TempDir;
use tokio::process::Command;

const SOURCE: &str = include_str!("faulty_disk.c");

/// A SQLite database whose disk fails on demand.
pub struct FaultyDisk {
    folder: TempDir,
}

/// Which system calls fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiskFault {
    /// Every nth fsync fails with EIO.
    Sync(u32),
    /// Every nth write fails with ENOSPC.
    Write(u32),
}

impl FaultyDisk {
    /// Compiles the library, which needs a C compiler.
    pub async fn build() -> Result<FaultyDisk, DrillError> {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join("faulty_disk.c"), SOURCE)?;
        let mut compiler = Command::new("cc");
        compiler.current_dir(folder.path()).stdin(Stdio::null());
        compiler.args(["-shared", "-fPIC", "-O1", "-o", "faulty_disk.so", "faulty_disk.c", "-ldl", "-lpthread"]);
        let built = compiler.output().await;
        let built = built.map_err(|error| {
            DrillError::Setup(format!("this drill needs a C compiler, but cc does not run: {error}"))
        })?;
        if !built.status.success() {
            let stderr = String::from_utf8_lossy(&built.stderr).into_owned();
            return Err(DrillError::Setup(format!("cc cannot compile faulty_disk.c: {stderr}")));
        }
        Ok(FaultyDisk { folder })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The path of the database.
    pub fn database(&self) -> Result<PathBuf, DrillError> {
        // The library compares it with the path that the kernel reports.
        Ok(self.folder.path().canonicalize()?.join("powerboats.db"))
    }

    /// The environment variables with which the server has to be started.
    pub fn environment(&self) -> Result<Vec<(String, String)>, DrillError> {
        let variable = |name: &str, path: &Path| (name.to_owned(), path.display().to_string());
        Ok(vec![
            variable("LD_PRELOAD", &self.path("faulty_disk.so")),
            variable("POWERBOATS_FAULTY_DISK_FILE", &self.database()?),
            variable("POWERBOATS_FAULTY_DISK_FOLDER", self.folder.path()),
        ])
    }

    /// Makes these calls fail from now on.
    pub fn start_failing(&self, fault: DiskFault) -> Result<(), DrillError> {
        let command = match fault {
            DiskFault::Sync(every) => format!("sync {every}"),
            DiskFault::Write(every) => format!("write {every}"),
        };
        // Renaming makes sure that the library never reads half a line.
        fs::write(self.path("switch.new"), command)?;
        Ok(fs::rename(self.path("switch.new"), self.path("switch"))?)
    }

    /// Lets all calls succeed again.
    pub fn stop_failing(&self) -> Result<(), DrillError> {
        match fs::remove_file(self.path("switch")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// How many calls have failed so far.
    pub fn failures(&self) -> u64 {
        fs::metadata(self.path("failures")).map_or(0, |failures| failures.len())
    }

    /// Starts the undo journal, which [`FaultyDisk::cut_power`] needs.
    pub fn start_journal(&self) -> Result<(), DrillError> {
        Ok(fs::write(self.path("journal"), "")?)
    }

    /// Undoes all writes that were not synced, as a power cut would. Call this after `kill -9`.
    ///
    /// Returns the number of writes that were undone.
    pub fn cut_power(&self) -> Result<usize, DrillError> {
        let database = self.database()?;
        let mut undone = 0;
        for (which, suffix) in [("undo-db", ""), ("undo-wal", "-wal")] {
            let file = PathBuf::from(format!("{}{suffix}", database.display()));
            let journal = fs::read(self.path(which)).unwrap_or_default();
            let entries = entries(&journal);
            if let Some(file) = (!entries.is_empty()).then(|| File::options().write(true).open(file)).transpose()? {
                for UndoEntry { at, before, length } in entries.iter().rev() {
                    file.write_all_at(before, *at)?;
                    file.set_len(*length)?;
                }
                undone += entries.len();
            }
            fs::write(self.path(which), "")?;
        }
        // SQLite's shared memory does not survive a power cut. SQLite creates it again.
        let _ = fs::remove_file(format!("{}-shm", database.display()));
        Ok(undone)
    }
}

/// The state of a part of a file before a write.
#[derive(PartialEq, Eq, Debug)]
struct UndoEntry<'a> {
    at: u64,
    before: &'a [u8],
    /// The length of the file.
    length: u64,
}

/// The complete entries of a journal. The last one may be incomplete; then its write never happened.
fn entries(mut journal: &[u8]) -> Vec<UndoEntry<'_>> {
    let mut entries = Vec::new();
    while let Some((head, rest)) = journal.split_at_checked(24) {
        let number = |at: usize| u64::from_ne_bytes(head[at..at + 8].try_into().expect("eight bytes"));
        let Some((before, rest)) = usize::try_from(number(8)).ok().and_then(|length| rest.split_at_checked(length))
        else {
            break;
        };
        entries.push(UndoEntry { at: number(0), before, length: number(16) });
        journal = rest;
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_incomplete_entry_at_the_end_of_a_journal_is_ignored() {
        let mut journal = Vec::new();
        for (at, before, length) in [(5_u64, &b"abc"[..], 8_u64), (8, b"", 8)] {
            for number in [at, before.len() as u64, length] {
                journal.extend(number.to_ne_bytes());
            }
            journal.extend(before);
        }
        let both = vec![UndoEntry { at: 5, before: b"abc", length: 8 }, UndoEntry { at: 8, before: b"", length: 8 }];
        assert_eq!(entries(&journal), both);
        assert_eq!(entries(&journal[..journal.len() - 1]), both[..1]);
        assert_eq!(entries(&journal[..26]), []);
    }
}
