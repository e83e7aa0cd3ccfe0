//! What only a SQLite database needs: its lock, copies of it, free space, and a search for damage.

pub mod backup;
pub mod disk;
pub mod integrity;
pub mod lock;
