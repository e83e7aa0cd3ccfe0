//! `/api/me/blocks`: players whom one does not want to meet, or does not want to hear.

use crate::people::Player;
use crate::{
    app::App,
    http::extract::{Json, Path},
    ids::PlayerId,
    room::action::{Refusal, RefusalReason},
    store::{BlockKind, BlockRow},
};
use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(block, unblock))
}

/// The most players whom one can block or mute.
const MOST: i64 = 500;

/// A player whom one has blocked or muted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Blocked {
    #[allow(missing_docs)]
    pub player: PlayerId,
    /// Empty if the account was deleted.
    pub name: String,
    #[allow(missing_docs)]
    pub kind: BlockKind,
    /// In milliseconds since 1970.
    pub since: i64,
}

impl From<BlockRow> for Blocked {
    fn from(BlockRow { player, name, kind, since }: BlockRow) -> Blocked {
        Blocked { player, name, kind, since }
    }
}

/// How far to keep away from a player.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBlock {
    #[allow(missing_docs)]
    pub kind: BlockKind,
}

/// List the players you have blocked or muted
#[utoipa::path(get, operation_id = "list_blocks", path = "/api/me/blocks", tag = "people",
    security(("cookie" = []), ("token" = [])), responses((status = 200, body = Vec<Blocked>)))]
async fn list(State(app): State<App>, player: Player) -> Result<Json<Vec<Blocked>>, Refusal> {
    Ok(Json(app.store.blocks(&player.id).await?.into_iter().map(Blocked::from).collect()))
}

/// Block or mute a player
///
/// You do not hear a player whom you mute. A player whom you block is never matched with you, can't join a table with you,
/// and neither of you sees or hears the other. Nobody is told.
#[utoipa::path(put, operation_id = "block_player", path = "/api/me/blocks/{player}", tag = "people",
    request_body = NewBlock, params(("player" = PlayerId, Path)), security(("cookie" = []), ("token" = [])), responses(
    (status = 204, description = "The player is blocked or muted"),
    (status = 404, description = "There is no such player", body = Refusal),
    (status = 409, description = "You have blocked too many", body = Refusal)))]
async fn block(
    State(app): State<App>,
    player: Player,
    Path(other): Path<PlayerId>,
    Json(NewBlock { kind }): Json<NewBlock>,
) -> Result<StatusCode, Refusal> {
    app.limits.action(&player.id)?;
    if other == player.id {
        return Err(Refusal::new(RefusalReason::BadRequest, "You can't block yourself."));
    }
    app.people.names.load(std::slice::from_ref(&other)).await?;
    if app.people.names.get(&other).is_empty() {
        return Err(Refusal::not_found());
    }
    if !app.store.block(&player.id, &other, kind, MOST).await? {
        return Err(Refusal::new(RefusalReason::TooMany, format!("You can block and mute {MOST} players.")));
    }
    app.people.blocks_changed(&[player.id, other]);
    Ok(StatusCode::NO_CONTENT)
}

/// Unblock a player
#[utoipa::path(delete, operation_id = "unblock_player", path = "/api/me/blocks/{player}", tag = "people",
    params(("player" = PlayerId, Path)), security(("cookie" = []), ("token" = [])), responses(
    (status = 204, description = "The player is neither blocked nor muted")))]
async fn unblock(State(app): State<App>, player: Player, Path(other): Path<PlayerId>) -> Result<StatusCode, Refusal> {
    app.limits.action(&player.id)?;
    app.store.unblock(&player.id, &other).await?;
    app.people.blocks_changed(&[player.id, other]);
    Ok(StatusCode::NO_CONTENT)
}
