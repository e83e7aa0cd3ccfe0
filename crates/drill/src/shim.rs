//! A disk that fails, for a server of our own: the library `shim/faulty_disk.c`, built when it is needed and loaded into
//! the server with LD_PRELOAD.

use crate::Trouble;
use std::{
    fs::{self, File},
    io,
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    process::Stdio,
};
use tempfile::TempDir;
use tokio::process::Command;

const SOURCE: &str = include_str!("../shim/faulty_disk.c");

/// A database whose disk fails when told to.
pub struct Shim {
    folder: TempDir,
}

/// What fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Every so-manieth fsync, with EIO.
    Sync(u32),
    /// Every so-manieth write, with ENOSPC.
    Write(u32),
}

impl Shim {
    /// Builds it, which takes a C compiler.
    pub async fn build() -> Result<Shim, Trouble> {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join("faulty_disk.c"), SOURCE)?;
        let mut compiler = Command::new("cc");
        compiler.current_dir(folder.path()).stdin(Stdio::null());
        compiler.args(["-shared", "-fPIC", "-O1", "-o", "shim.so", "faulty_disk.c", "-ldl", "-lpthread"]);
        let built = compiler.output().await;
        let built = built.map_err(|error| Trouble::Setup(format!("this drill needs a C compiler: cc: {error}")))?;
        if !built.status.success() {
            let said = String::from_utf8_lossy(&built.stderr).into_owned();
            return Err(Trouble::Setup(format!("cc can't build the disk that fails: {said}")));
        }
        Ok(Shim { folder })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The database whose disk it is.
    pub fn database(&self) -> Result<PathBuf, Trouble> {
        // As the kernel calls it.
        Ok(self.folder.path().canonicalize()?.join("powerboats.db"))
    }

    /// What the server finds in its environment.
    pub fn environment(&self) -> Result<Vec<(String, String)>, Trouble> {
        let variable = |name: &str, path: &Path| (name.to_owned(), path.display().to_string());
        Ok(vec![
            variable("LD_PRELOAD", &self.path("shim.so")),
            variable("POWERBOATS_SHIM_FILE", &self.database()?),
            variable("POWERBOATS_SHIM_FOLDER", self.folder.path()),
        ])
    }

    /// From now on this fails.
    pub fn fail(&self, fault: Fault) -> Result<(), Trouble> {
        let said = match fault {
            Fault::Sync(every) => format!("sync {every}"),
            Fault::Write(every) => format!("write {every}"),
        };
        // Never half a line.
        fs::write(self.path("switch.new"), said)?;
        Ok(fs::rename(self.path("switch.new"), self.path("switch"))?)
    }

    /// Nothing fails any more.
    pub fn rest(&self) -> Result<(), Trouble> {
        match fs::remove_file(self.path("switch")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// How often something failed so far.
    pub fn hits(&self) -> u64 {
        fs::metadata(self.path("hits")).map_or(0, |hits| hits.len())
    }

    /// From now on it is noted what a power cut would lose.
    pub fn journal(&self) -> Result<(), Trouble> {
        Ok(fs::write(self.path("journal"), "")?)
    }

    /// The power was cut, after a `kill -9`: whatever was not yet on the disk is gone. How many writes that were.
    pub fn cut_power(&self) -> Result<usize, Trouble> {
        let database = self.database()?;
        let mut undone = 0;
        for (which, suffix) in [("undo-db", ""), ("undo-wal", "-wal")] {
            let file = PathBuf::from(format!("{}{suffix}", database.display()));
            let journal = fs::read(self.path(which)).unwrap_or_default();
            let notes = notes(&journal);
            if let Some(file) = (!notes.is_empty()).then(|| File::options().write(true).open(file)).transpose()? {
                for Note { at, before, length } in notes.iter().rev() {
                    file.write_all_at(before, *at)?;
                    file.set_len(*length)?;
                }
                undone += notes.len();
            }
            fs::write(self.path(which), "")?;
        }
        // It lived in memory, and is made anew.
        let _ = fs::remove_file(format!("{}-shm", database.display()));
        Ok(undone)
    }
}

/// What was at a place in a file before something was written there, and how long the file was.
#[derive(PartialEq, Eq, Debug)]
struct Note<'a> {
    at: u64,
    before: &'a [u8],
    length: u64,
}

/// All whole notes of a journal: the last may be half, and then what it is about was never written.
fn notes(mut journal: &[u8]) -> Vec<Note<'_>> {
    let mut notes = Vec::new();
    while let Some((head, rest)) = journal.split_at_checked(24) {
        let number = |at: usize| u64::from_ne_bytes(head[at..at + 8].try_into().expect("eight bytes"));
        let Some((before, rest)) = usize::try_from(number(8)).ok().and_then(|long| rest.split_at_checked(long)) else {
            break;
        };
        notes.push(Note { at: number(0), before, length: number(16) });
        journal = rest;
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_is_read_up_to_its_last_whole_note() {
        let mut journal = Vec::new();
        for (at, before, length) in [(5_u64, &b"abc"[..], 8_u64), (8, b"", 8)] {
            for number in [at, before.len() as u64, length] {
                journal.extend(number.to_ne_bytes());
            }
            journal.extend(before);
        }
        let both = vec![Note { at: 5, before: b"abc", length: 8 }, Note { at: 8, before: b"", length: 8 }];
        assert_eq!(notes(&journal), both);
        assert_eq!(notes(&journal[..journal.len() - 1]), both[..1]);
        assert_eq!(notes(&journal[..26]), []);
    }
}
