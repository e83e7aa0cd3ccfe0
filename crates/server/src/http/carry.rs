//! `/api/carry`: a game on its way to another device. The server keeps it for a short time and does not read it.

use crate::{
    app::App,
    http::{
        address::Address,
        extract::{Json, Path},
    },
    ids::random_text,
    people::Caller,
    room::action::{Refusal, RefusalReason},
    store::{CarriedRow, now},
};
use axum::{
    extract::{DefaultBodyLimit, State},
    http::StatusCode,
};
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The longest game.
const LONGEST: usize = 256 << 10;

/// How long a game is kept: a day.
const KEPT: i64 = 86_400_000;

/// The most games that are kept. Those of one address have a share of them: see [`crate::http::limits`].
const MOST: i64 = 1000;

/// What sending a game counts for among the requests of an address.
const COST: u32 = 300;

#[allow(missing_docs)]
pub fn routes() -> OpenApiRouter<App> {
    // JSON may write a character in six.
    OpenApiRouter::new().routes(routes!(send)).layer(DefaultBodyLimit::max(2 * LONGEST)).routes(routes!(fetch))
}

/// A game, in a form that the server does not read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = GameToCarry)]
#[serde(deny_unknown_fields)]
pub struct Carried {
    /// At most 256 KiB.
    #[schema(min_length = 1, max_length = 262_144)]
    pub game: String,
}

/// The code of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct CarryCode {
    /// Eight letters and digits.
    pub code: String,
    /// When the game is forgotten, in milliseconds since 1970.
    pub expires: i64,
}

/// Send a game to another device
///
/// The server keeps it for a day under a code of eight characters. You need not be signed in. Only a protected player
/// themselves can fetch what they send, because the names in it are real ones.
#[utoipa::path(post, operation_id = "carry_game", path = "/api/carry", tag = "carry", request_body = Carried,
    security(()), responses((status = 201, body = CarryCode)))]
async fn send(
    State(app): State<App>,
    Address(address): Address,
    Caller(caller): Caller,
    Json(Carried { game }): Json<Carried>,
) -> Result<(StatusCode, Json<CarryCode>), Refusal> {
    app.limits.spend(address, COST)?;
    if game.is_empty() || game.len() > LONGEST {
        return Err(Refusal::new(RefusalReason::TooLarge, "A game must have 1 to 262,144 bytes."));
    }
    if game.contains('\0') {
        return Err(Refusal::new(RefusalReason::BadRequest, "The game contains a null character."));
    }
    let (code, expires) = (random_text(8), now() + KEPT);
    let game = CarriedRow { game, expires, sender: caller.map(|player| player.id) };
    app.limits.begin_carrying(address, &code, expires)?;
    let is_kept = app.store.keep_carried(&code, &game, MOST).await;
    if !matches!(is_kept, Ok(true)) {
        app.limits.end_carrying(&code);
    }
    if !is_kept? {
        return Err(Refusal::new(
            RefusalReason::TooMany,
            "Too many games are on their way. Please try again tomorrow.",
        ));
    }
    Ok((StatusCode::CREATED, Json(CarryCode { code, expires })))
}

/// Fetch a game from another device
///
/// The code works once. Protected players can fetch only what they have sent themselves, because people write into games.
#[utoipa::path(get, operation_id = "fetch_carried_game", path = "/api/carry/{code}", tag = "carry",
    params(("code" = String, Path, description = "Eight letters and digits", max_length = 64)), security(()),
    responses((status = 200, body = Carried),
        (status = 403, body = Refusal, description = "You or the sender are protected, and somebody else has sent it"),
        (status = 404, body = Refusal, description = "There is no such game")))]
async fn fetch(
    State(app): State<App>,
    Caller(caller): Caller,
    Path(code): Path<String>,
) -> Result<Json<Carried>, Refusal> {
    let plausible = code.len() == 8 && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let kept = if plausible { app.store.carried(&code).await? } else { None };
    let CarriedRow { game, sender, .. } = kept.ok_or_else(Refusal::not_found)?;
    let is_own = sender.is_some() && sender == caller.as_ref().map(|player| player.id.clone());
    let from_protected = match &sender {
        Some(sender) => app.store.account(sender).await?.is_none_or(|account| account.is_protected()),
        None => false,
    };
    if !is_own && (from_protected || app.people.protects(caller.as_ref())) {
        let message = "Protected players can carry games only between devices where they are signed in.";
        return Err(Refusal::new(RefusalReason::Forbidden, message));
    }
    match app.store.take_carried(&code).await? {
        true => {
            app.limits.end_carrying(&code);
            Ok(Json(Carried { game }))
        }
        false => Err(Refusal::not_found()),
    }
}
