//! `/api/play-now`: a game with others who are waiting.

use crate::{
    app::App,
    compete::play_now::{PlayNowRequest, PlayNowStatus},
    http::extract::Json,
    people::Player,
    room::action::Refusal,
};
use axum::{extract::State, http::StatusCode};
use utoipa_axum::{router::OpenApiRouter, routes};

#[allow(missing_docs)]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(ask, leave))
}

/// Ask for a game now
///
/// You wait until there are enough others who want a table of this size, of about your rating. Send the request again every
/// two seconds until `regatta` is set; who does not ask for ten seconds does not wait any more. After half a minute you can
/// send `pilots`: then pilots take the free seats. Guests can play, too; a game is rated if all its people are registered.
#[utoipa::path(post, operation_id = "play_now", path = "/api/play-now", tag = "events", request_body = PlayNowRequest,
    security(("cookie" = []), ("token" = [])),
    responses((status = 200, body = PlayNowStatus), (status = "4XX", body = Refusal)))]
async fn ask(
    State(app): State<App>,
    player: Player,
    Json(request): Json<PlayNowRequest>,
) -> Result<Json<PlayNowStatus>, Refusal> {
    app.limits.action(&player.id)?;
    app.play_now.ask(&player, request).await.map(Json)
}

/// Stop waiting for a game
///
/// A game that was found already stays.
#[utoipa::path(delete, operation_id = "stop_waiting", path = "/api/play-now", tag = "events",
    security(("cookie" = []), ("token" = [])), responses((status = 204, description = "You do not wait any more")))]
async fn leave(State(app): State<App>, player: Player) -> Result<StatusCode, Refusal> {
    app.limits.action(&player.id)?;
    app.play_now.leave(&player.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
