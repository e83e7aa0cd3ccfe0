//! Free disk space for a SQLite database: writes are refused before it runs out.

use std::path::{Path, PathBuf};

/// Space on a file system, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::store) struct Space {
    pub total: u64,
    pub free: u64,
}

impl Space {
    /// The space on the file system that holds this file; `None` if it is unknown.
    pub fn of(path: &Path) -> Option<Space> {
        let found = rustix::fs::statvfs(path).ok()?;
        let space = Space { total: found.f_blocks * found.f_frsize, free: found.f_bavail * found.f_frsize };
        (space.total > 0).then_some(space)
    }

    /// The space that is kept free, so that the database can still be opened, closed and repaired.
    pub fn reserve(self) -> u64 {
        (self.total / 20).clamp(128 << 10, 64 << 20)
    }

    /// Whether there is too little space. `low` means that there was too little before.
    pub fn is_short(self, low: bool) -> bool {
        self.free < if low { 2 * self.reserve() } else { self.reserve() }
    }

    /// The size of the write-ahead log, in pages, at which it is copied back: 64 MiB, less on a small disk.
    pub fn log_pages(self) -> u64 {
        (self.total / 4096 / 16).clamp(32, 16_384)
    }
}

/// Watches the free space for a database.
pub(in crate::store) struct Disk {
    path: PathBuf,
    low: bool,
}

impl Disk {
    pub fn new(path: &Path) -> Disk {
        let mut disk = Disk { path: path.to_owned(), low: false };
        disk.note(disk.is_short());
        disk
    }

    /// Whether there is too little space now. Checking takes a microsecond.
    ///
    /// Once there was too little, twice the reserve must be free, so that writes do not fail and succeed by turns.
    pub fn is_short(&self) -> bool {
        let Some(space) = Space::of(&self.path) else { return false };
        metrics::gauge!("powerboats_disk_free_bytes").set(space.free as f64);
        space.is_short(self.low)
    }

    /// Whether writes are being refused.
    pub fn is_low(&self) -> bool {
        self.low
    }

    /// Starts or stops refusing writes.
    pub fn note(&mut self, low: bool) {
        if low && !self.low {
            tracing::error!("the disk is almost full: writes are refused until there is space");
        } else if self.low && !low {
            tracing::info!("there is space on the disk again");
        }
        self.low = low;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reserve_stays_free_on_disks_of_any_size() {
        let space = |total, free| Space { total, free };
        assert_eq!(space(2 << 20, 0).reserve(), 128 << 10);
        assert_eq!(space(100 << 20, 0).reserve(), 5 << 20);
        assert_eq!(space(1 << 40, 0).reserve(), 64 << 20);
        assert!(space(2 << 20, 127 << 10).is_short(false) && !space(2 << 20, 128 << 10).is_short(false));
        assert!(space(2 << 20, 255 << 10).is_short(true) && !space(2 << 20, 256 << 10).is_short(true));
        assert_eq!((space(2 << 20, 0).log_pages(), space(1 << 40, 0).log_pages()), (32, 16_384));
    }
}
