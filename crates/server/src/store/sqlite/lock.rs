//! Locks a SQLite database against other servers, and notices when its file is replaced or removed.

use crate::store::StoreError;
use std::{
    collections::BTreeSet,
    fs::{File, Metadata, Permissions, TryLockError},
    io::{Read, Seek, SeekFrom, Write},
    os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Device and inode, which identify a file.
type FileId = (u64, u64);

fn id(found: &Metadata) -> FileId {
    (found.dev(), found.ino())
}

/// Databases locked by this process. Opening and closing such a file again would drop SQLite's own locks on it, so we look
/// here first.
static LOCKED: Mutex<BTreeSet<FileId>> = Mutex::new(BTreeSet::new());

fn locked() -> MutexGuard<'static, BTreeSet<FileId>> {
    LOCKED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What to do if there is no database yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::store) enum Missing {
    /// Create an empty file.
    Create,
    /// Lock only the lock file beside it.
    Leave,
}

/// A locked SQLite database. Must be dropped after all connections to it are closed.
pub(in crate::store) struct FileLock {
    /// The path without symbolic links.
    path: PathBuf,
    /// The database itself; `None` if there is none.
    file: Option<(File, FileId)>,
    /// The `….lock` file beside it, the only one that older servers look at. It contains the last owners of the database.
    beside: File,
    /// The `….lock` file beside a symbolic link to it.
    _beside_link: Option<File>,
    /// SQLite's log, if there is one.
    log: Option<FileId>,
}

/// The path with a suffix.
pub(in crate::store) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Opens a file that only its owner may read. Creates it if it is missing.
pub(in crate::store) fn open_private(path: &Path) -> Result<File, StoreError> {
    let file = File::options().create(true).truncate(false).read(true).write(true).mode(0o600).open(path);
    file.map_err(|error| StoreError::File(path.to_owned(), error))
}

/// Makes a file readable by its owner only. Does not open it: see [`LOCKED`].
pub(in crate::store) fn make_private(path: &Path) {
    let Ok(found) = std::fs::metadata(path) else { return };
    if found.permissions().mode() & 0o077 != 0
        && let Err(error) = std::fs::set_permissions(path, Permissions::from_mode(0o600))
    {
        tracing::warn!(file = %path.display(), %error, "other users can read this file, and its permissions can't be changed");
    }
}

/// The suffixes of all files that belong to a database.
pub(in crate::store) const SUFFIXES: [&str; 5] = ["", "-wal", "-shm", "-journal", ".lock"];

impl FileLock {
    /// Locks a database, whatever path leads to it.
    pub fn take(given: &Path, missing: Missing) -> Result<FileLock, StoreError> {
        let in_use = || StoreError::InUse(given.display().to_string());
        if std::fs::metadata(given).is_ok_and(|found| locked().contains(&id(&found))) {
            return Err(in_use());
        }
        let try_lock = |file: &File, path: &Path| match file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => Err(in_use()),
            Err(TryLockError::Error(error)) => Err(StoreError::File(path.to_owned(), error)),
        };
        // This also follows a dangling link.
        let file = match missing {
            Missing::Leave if !given.exists() => None,
            Missing::Leave | Missing::Create => Some(open_private(given)?),
        };
        let path = match &file {
            Some(_) => given.canonicalize().map_err(|error| StoreError::File(given.to_owned(), error))?,
            None => given.to_owned(),
        };
        let lock_beside = |path: &Path| {
            let path = beside(path, ".lock");
            let file = open_private(&path)?;
            try_lock(&file, &path)?;
            Ok::<File, StoreError>(file)
        };
        let lock = lock_beside(&path)?;
        let is_link = given.symlink_metadata().is_ok_and(|found| found.is_symlink());
        let _beside_link = if is_link { Some(lock_beside(given)?) } else { None };
        let file = match file {
            Some(file) => {
                try_lock(&file, given)?;
                let found = file.metadata().map_err(|error| StoreError::File(given.to_owned(), error))?;
                locked().insert(id(&found));
                Some((file, id(&found)))
            }
            None => None,
        };
        for suffix in SUFFIXES {
            make_private(&beside(&path, suffix));
        }
        Ok(FileLock { path, file, beside: lock, _beside_link, log: None })
    }

    /// The path without symbolic links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Remembers which log SQLite writes to. Must be called when a connection was opened.
    pub fn remember_log(&mut self) {
        self.log = std::fs::metadata(beside(&self.path, "-wal")).ok().map(|found| id(&found));
    }

    /// Checks that the file at our path is still the one we locked.
    pub fn check(&self) -> Result<(), String> {
        let Some((_, ours)) = &self.file else { return Ok(()) };
        match std::fs::metadata(&self.path) {
            Ok(found) if id(&found) == *ours => Ok(()),
            Ok(_) => Err(format!("{} was replaced by another file", self.path.display())),
            Err(error) => Err(format!("{} is gone: {error}", self.path.display())),
        }
    }

    /// Checks that SQLite's log is still in its place.
    pub fn check_log(&self) -> Result<(), String> {
        let path = beside(&self.path, "-wal");
        match (self.log, std::fs::metadata(&path)) {
            (Some(ours), Ok(found)) if id(&found) != ours => {
                Err(format!("{} was replaced by another file", path.display()))
            }
            (Some(_), Err(error)) => Err(format!("{} is gone: {error}", path.display())),
            _ => Ok(()),
        }
    }

    /// The owners that the database may name if it is the one last used here; empty if unknown.
    pub fn owners(&mut self) -> Vec<String> {
        let mut text = String::new();
        let read = self.beside.seek(SeekFrom::Start(0)).and_then(|_| self.beside.read_to_string(&mut text));
        read.map_or_else(|_| Vec::new(), |_| text.split_whitespace().map(str::to_owned).collect())
    }

    /// Records who may own the database now. Only used to notice an old copy, so a failure is logged and ignored.
    pub fn set_owners(&mut self, owners: &[&str]) {
        let text = owners.join(" ") + "\n";
        let write = |file: &mut File| {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(text.as_bytes())?;
            file.set_len(text.len() as u64)
        };
        if let Err(error) = write(&mut self.beside) {
            tracing::warn!(%error, "the lock file can't be written");
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        if let Some((_, id)) = &self.file {
            locked().remove(id);
        }
    }
}
