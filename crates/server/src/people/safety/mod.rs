//! Protection for children, and manners: protected accounts, free chat, blocks, mutes and reports.

mod blocks;
mod ears;
mod protection;
mod reports;

pub use blocks::Blocked;
pub use ears::Ears;
pub use reports::{MyReport, ReportReason};

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;

pub(super) fn routes() -> OpenApiRouter<App> {
    protection::routes().merge(blocks::routes()).merge(reports::routes())
}
