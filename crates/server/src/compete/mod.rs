//! Competition: what follows from regattas that are over, and the daily lake.
//!
//! Everything but the [daily lake](daily) reads [outcomes](outcome::Outcome) after they are committed, from the stream of
//! committed events. A room does not know about it.

pub mod daily;
pub mod event;
pub mod fairplay;
mod kept;
pub mod outcome;
mod outcomes;
pub mod play_now;
pub mod profile;
pub mod ratings;
pub mod season;
mod statistics;

pub use outcomes::Outcomes;

use crate::{
    app::App,
    store::Store,
    stream::{self, Leads},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use utoipa_axum::router::OpenApiRouter;

pub(crate) fn routes() -> OpenApiRouter<App> {
    let ratings = ratings::api::routes().merge(ratings::stakes::routes()).merge(profile::routes());
    let ratings = ratings.merge(fairplay::routes::routes());
    ratings.merge(daily::routes()).merge(event::routes()).merge(play_now::routes())
}

/// Starts everything that follows the outcomes. `leads` says whether this server does a task.
pub(crate) fn start(
    outcomes: &Outcomes,
    store: &Store,
    tasks: &TaskTracker,
    stopping: &CancellationToken,
    leads: impl Fn(&'static str) -> Leads,
) {
    let reader = ratings::reader::MatchReader::new(store.clone(), outcomes.clone());
    tasks.spawn(stream::run(reader, store.clone(), stopping.clone(), leads("ratings")));
    tasks.spawn(ratings::rater::run(store.clone(), stopping.clone(), leads("ratings")));
}
