//! What only a SQLite database needs: file locks, backups, a check for free space, and a check for damage.

pub mod backup;
pub mod disk;
pub mod integrity;
pub mod lock;
