//! Long-running work: the scheduler, and the analysis jobs.

pub mod analysis;
pub mod backups;
pub mod scheduler;
