//! `/api/me/following` and `/api/me/visibility`: the players whom one follows, and who of them is online.

use crate::people::Player;
use crate::{
    app::App,
    http::extract::{Json, Path},
    ids::PlayerId,
    room::action::{Refusal, RefusalReason},
    store::now,
};
use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(follow, unfollow))
        .routes(routes!(visibility, set_visibility))
}

/// The most players one can follow.
const MOST: i64 = 200;

/// A player whom another node saw this long ago still counts as online.
const SEEN_TIME: i64 = 120_000;

/// A player whom one follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Followed {
    #[allow(missing_docs)]
    pub player: PlayerId,
    #[allow(missing_docs)]
    pub name: String,
    /// Whether they are connected to the lobby or to a regatta, and show it.
    pub online: bool,
}

/// What others see of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OnlineVisibility {
    /// Whether they see that one is online.
    pub online: bool,
    /// Whether they see one's profile and place on the ladders. If left out, it stays as it is.
    #[serde(default)]
    pub profile: Option<bool>,
}

/// List the players you follow
#[utoipa::path(get, operation_id = "list_following", path = "/api/me/following", tag = "people",
    security(("cookie" = []), ("token" = [])), responses((status = 200, body = Vec<Followed>)))]
async fn list(State(app): State<App>, player: Player) -> Result<Json<Vec<Followed>>, Refusal> {
    let followed = app.store.following(&player.id).await?.into_iter().map(|row| {
        let online = app.people.online.has(&row.player) || now() - row.seen < SEEN_TIME;
        Followed { online: online && !row.hidden, player: row.player, name: row.name }
    });
    Ok(Json(followed.collect()))
}

/// Follow a player
///
/// You see when they are online, and can challenge them to a regatta. You can follow 200 players.
#[utoipa::path(put, operation_id = "follow_player", path = "/api/me/following/{player}", tag = "people",
    params(("player" = PlayerId, Path)), security(("cookie" = []), ("token" = [])), responses(
    (status = 204, description = "You follow the player"),
    (status = 404, description = "There is no such player", body = Refusal),
))]
async fn follow(State(app): State<App>, player: Player, Path(followed): Path<PlayerId>) -> Result<StatusCode, Refusal> {
    app.limits.action(&player.id)?;
    if followed == player.id {
        return Err(Refusal::new(RefusalReason::BadRequest, "You can't follow yourself."));
    }
    app.people.names.load(std::slice::from_ref(&followed)).await?;
    let strangers = &app.people.ears(Some(&player)).await?.strangers;
    if app.people.names.get(&followed).is_empty() || strangers.contains(&followed) {
        return Err(Refusal::not_found());
    }
    app.store.follow(&player.id, &followed, MOST).await?;
    match app.store.following(&player.id).await?.iter().any(|row| row.player == followed) {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Refusal::new(RefusalReason::TooMany, format!("You already follow {MOST} players."))),
    }
}

/// Unfollow a player
#[utoipa::path(delete, operation_id = "unfollow_player", path = "/api/me/following/{player}", tag = "people",
    params(("player" = PlayerId, Path)), security(("cookie" = []), ("token" = [])), responses(
    (status = 204, description = "You do not follow the player")))]
async fn unfollow(
    State(app): State<App>,
    player: Player,
    Path(followed): Path<PlayerId>,
) -> Result<StatusCode, Refusal> {
    app.limits.action(&player.id)?;
    app.store.unfollow(&player.id, &followed).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get what others see of you
#[utoipa::path(get, operation_id = "get_visibility", path = "/api/me/visibility", tag = "people",
    security(("cookie" = []), ("token" = [])), responses((status = 200, body = OnlineVisibility)))]
async fn visibility(State(app): State<App>, player: Player) -> Result<Json<OnlineVisibility>, Refusal> {
    visibility_of(&app, &player).await
}

async fn visibility_of(app: &App, player: &Player) -> Result<Json<OnlineVisibility>, Refusal> {
    let online = !app.store.is_hidden(&player.id).await?;
    Ok(Json(OnlineVisibility { online, profile: Some(!app.store.has_private_profile(&player.id).await?) }))
}

/// Set what others see of you
#[utoipa::path(put, operation_id = "set_visibility", path = "/api/me/visibility", tag = "people",
    request_body = OnlineVisibility, security(("cookie" = []), ("token" = [])), responses(
    (status = 200, body = OnlineVisibility)))]
async fn set_visibility(
    State(app): State<App>,
    player: Player,
    Json(visibility): Json<OnlineVisibility>,
) -> Result<Json<OnlineVisibility>, Refusal> {
    app.limits.action(&player.id)?;
    if player.is_protected && (visibility.online || visibility.profile == Some(true)) {
        return Err(Refusal::new(RefusalReason::Forbidden, "Protected players are not shown to others."));
    }
    app.store.set_hidden(&player.id, !visibility.online).await?;
    if let Some(profile) = visibility.profile {
        app.store.set_private_profile(&player.id, !profile).await?;
    }
    visibility_of(&app, &player).await
}
