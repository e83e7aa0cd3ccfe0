//! `/api/me/tokens`: the tokens that programs send instead of a cookie. A bot is a player that uses HTTP and WebSocket.

use crate::people::{Player, TOKEN_PREFIX, digest, not_signed_in};
use crate::{
    app::App,
    http::extract::{Json, Path},
    ids::{TokenId, random_text},
    room::action::{Refusal, RefusalReason},
    store::{TokenRow, now},
};
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(remove))
}

/// The most tokens per player.
const MOST: i64 = 20;

/// A label for a token.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewLabel {
    /// Helps its owner to recognise the token.
    label: super::credentials::Label,
}

/// A token as listed, without its secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Token {
    /// Id of the token; not the token itself.
    pub id: TokenId,
    #[allow(missing_docs)]
    pub label: String,
    /// When it was created, in milliseconds since 1970.
    pub created: i64,
}

impl From<TokenRow> for Token {
    fn from(TokenRow { id, label, created }: TokenRow) -> Token {
        Token { id, label, created }
    }
}

/// A new token. This is the only time that it is shown.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct NewToken {
    /// Id for deleting it.
    pub id: TokenId,
    /// To be sent as `Authorization: Bearer pb_…`.
    pub token: String,
}

/// List your tokens
///
/// Without the tokens themselves, which are shown only once.
#[utoipa::path(get, operation_id = "list_tokens", path = "/api/me/tokens", tag = "people",
    security(("cookie" = []), ("token" = [])), responses(
    (status = 200, description = "Oldest first", body = Vec<Token>),
))]
async fn list(State(app): State<App>, player: Player) -> Result<Json<Vec<Token>>, Refusal> {
    Ok(Json(app.store.tokens(&player.id).await?.into_iter().map(Token::from).collect()))
}

/// Create a token for a program
///
/// A program with this token can do everything you can. The token is shown only now.
#[utoipa::path(post, operation_id = "create_token", path = "/api/me/tokens", tag = "people", request_body = NewLabel,
    security(("cookie" = []), ("token" = [])), responses(
    (status = 201, description = "The new token", body = NewToken),
    (status = 409, description = "You already have 20 tokens", body = Refusal),
))]
async fn create(
    State(app): State<App>,
    player: Player,
    headers: HeaderMap,
    Json(NewLabel { label }): Json<NewLabel>,
) -> Result<(StatusCode, Json<NewToken>), Refusal> {
    app.limits.action(&player.id)?;
    let token = format!("{TOKEN_PREFIX}{}", random_text(40));
    let row = TokenRow { id: TokenId::random(), label: label.as_str().to_owned(), created: now() };
    let asker = app.people.credential(&headers).ok_or_else(not_signed_in)?;
    if !app.store.add_token(&player.id, &row, &digest(&token), &asker, MOST).await? {
        if !app.store.is_signed_in(&player.id, &asker).await? {
            return Err(not_signed_in()); // the session has ended in the meantime
        }
        return Err(Refusal::new(
            RefusalReason::TooMany,
            format!("You already have {MOST} tokens. Delete one of them first."),
        ));
    }
    Ok((StatusCode::CREATED, Json(NewToken { id: row.id, token })))
}

/// Delete a token
///
/// Programs that use it are signed out.
#[utoipa::path(delete, operation_id = "delete_token", path = "/api/me/tokens/{id}",
    tag = "people", params(("id" = TokenId, Path, description = "The token's id")),
    security(("cookie" = []), ("token" = [])), responses(
    (status = 204, description = "The token is deleted"),
    (status = 404, description = "You have no such token", body = Refusal),
))]
async fn remove(State(app): State<App>, player: Player, Path(id): Path<TokenId>) -> Result<StatusCode, Refusal> {
    if !app.store.delete_token(&player.id, &id).await? {
        return Err(Refusal::not_found());
    }
    app.people.sessions_ended(&player.id);
    Ok(StatusCode::NO_CONTENT)
}
