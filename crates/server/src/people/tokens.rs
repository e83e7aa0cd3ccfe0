//! `/api/me/tokens`: what programs show instead of a cookie. A bot is a player that speaks HTTP and WebSocket.

use crate::people::{Player, TOKEN, digest};
use crate::{
    app::App,
    http::extract::{Json, Path},
    ids::{TokenId, random_text},
    room::action::{Refusal, RefusalReason},
    store::{TokenRow, now},
};
use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list, make)).routes(routes!(remove))
}

/// Tokens a player may have.
const MOST: i64 = 20;

/// What a token is for.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Labelled {
    /// So that its owner knows which it is.
    label: super::credentials::Label,
}

/// A token as its owner sees it later.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Token {
    /// Not the token itself.
    pub id: TokenId,
    /// What its owner calls it.
    pub label: String,
    /// When it was made: milliseconds since 1970.
    pub created: i64,
}

impl From<TokenRow> for Token {
    fn from(TokenRow { id, label, created }: TokenRow) -> Token {
        Token { id, label, created }
    }
}

/// A new token, shown this once.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct NewToken {
    /// To take it away again.
    pub id: TokenId,
    /// To be sent as `Authorization: Bearer pb_…`.
    pub token: String,
}

/// Your tokens
///
/// Without what makes them work.
#[utoipa::path(get, operation_id = "list_tokens", path = "/api/me/tokens", tag = "people",
    security(("cookie" = []), ("token" = [])), responses(
    (status = 200, description = "The oldest first", body = Vec<Token>),
))]
async fn list(State(app): State<App>, player: Player) -> Result<Json<Vec<Token>>, Refusal> {
    Ok(Json(app.store.tokens(&player.id).await?.into_iter().map(Token::from).collect()))
}

/// Make a token for a program
///
/// With it, the program is you. It is shown only now.
#[utoipa::path(post, operation_id = "create_token", path = "/api/me/tokens", tag = "people", request_body = Labelled,
    security(("cookie" = []), ("token" = [])), responses(
    (status = 201, description = "The token", body = NewToken),
    (status = 409, description = "You have 20 already", body = Refusal),
))]
async fn make(
    State(app): State<App>,
    player: Player,
    Json(Labelled { label }): Json<Labelled>,
) -> Result<(StatusCode, Json<NewToken>), Refusal> {
    app.limits.action(&player.id)?;
    let token = format!("{TOKEN}{}", random_text(40));
    let row = TokenRow { id: TokenId::random(), label: label.as_str().to_owned(), created: now() };
    if !app.store.add_token(&player.id, &row, &digest(&token), MOST).await? {
        return Err(Refusal::new(
            RefusalReason::TooMany,
            format!("You have {MOST} tokens already: take one away first."),
        ));
    }
    Ok((StatusCode::CREATED, Json(NewToken { id: row.id, token })))
}

/// Take a token away
///
/// Programs that use it are signed out.
#[utoipa::path(delete, operation_id = "delete_token", path = "/api/me/tokens/{id}",
    tag = "people", params(("id" = TokenId, Path, description = "Which")),
    security(("cookie" = []), ("token" = [])), responses(
    (status = 204, description = "It is gone"),
    (status = 404, description = "You have no such token", body = Refusal),
))]
async fn remove(State(app): State<App>, player: Player, Path(id): Path<TokenId>) -> Result<StatusCode, Refusal> {
    if !app.store.delete_token(&player.id, &id).await? {
        return Err(Refusal::not_found());
    }
    app.people.ended(&player.id);
    Ok(StatusCode::NO_CONTENT)
}
