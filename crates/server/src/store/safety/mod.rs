//! Protection, blocks and reports in the store.

mod blocks;
mod protection;
mod reports;

pub use blocks::{BlockKind, BlockRow};
pub(in crate::store) use protection::hide;
pub use reports::{NewReport, ReportRow};
