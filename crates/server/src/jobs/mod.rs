//! Long work: its scheduler, and the analysis jobs.

pub mod analysis;
pub mod scheduler;
