//! `/api/moderation/fair-play`: pairs of players whose rated Duels look arranged, for moderators.

use super::{Flag, Suspicion};
use crate::{app::App, http::extract::Json, ids::PlayerId, moderate::Actor, room::action::Refusal};
use axum::extract::State;
use serde::Serialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(fair_play))
}

/// One of a pair that moderators should look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
pub struct FlaggedPlayer {
    #[allow(missing_docs)]
    pub player: PlayerId,
    /// What others call them; empty if the account was deleted.
    pub name: String,
}

/// A pair that moderators should look at. A pair with several signs is listed several times.
#[derive(Clone, PartialEq, Debug, Serialize, utoipa::ToSchema)]
pub struct FlaggedPair {
    /// The two, in the order of their ids.
    pub players: Vec<FlaggedPlayer>,
    /// Rated Duels against each other in the last 90 days.
    pub meetings: u32,
    #[allow(missing_docs)]
    pub why: Suspicion,
}

/// List duels that look arranged
///
/// Pairs of players whose rated Duels of the last 90 days stand out. Nothing follows by itself, and chance flags honest pairs, too:
/// look at the Duels.
#[utoipa::path(get, operation_id = "list_flagged_pairs", path = "/api/moderation/fair-play", tag = "moderation",
    security(("cookie" = []), ("token" = [])), responses((status = 200, body = Vec<FlaggedPair>)))]
async fn fair_play(State(app): State<App>, _: Actor) -> Result<Json<Vec<FlaggedPair>>, Refusal> {
    let flags = Flag::latest(&app.store).await?;
    let people: Vec<PlayerId> = flags.iter().flat_map(|flag| flag.players.clone()).collect();
    app.people.names.load(&people).await?;
    let flagged = |player: PlayerId| FlaggedPlayer { name: app.people.names.get(&player).to_string(), player };
    let pair = |Flag { players, meetings, why }| FlaggedPair { players: players.map(flagged).to_vec(), meetings, why };
    Ok(Json(flags.into_iter().map(pair).collect()))
}
