//! `/api/me`: coming as a guest, being renamed, registering, leaving for good.

use crate::people::{Caller, Login, Name, Password, Player, cookie, credentials::Claim, farewell};
use crate::{
    app::App,
    http::{address::Address, extract::Json},
    ids::PlayerId,
    room::action::{Refusal, RefusalReason},
    store::Account,
};
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(come, who, rename, leave))
        .routes(routes!(register))
        .routes(routes!(change_password))
}

/// A player as they see themselves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Me {
    /// Everybody may see it.
    pub id: PlayerId,
    /// What others see.
    pub name: String,
    /// With a login and a password; guests have none.
    pub registered: bool,
    /// What one signs in with; nobody else sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub login: Option<String>,
}

impl From<Account> for Me {
    fn from(account: Account) -> Me {
        Me { id: account.id, name: account.name, registered: account.login.is_some(), login: account.login }
    }
}

/// What to be called.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Named {
    name: Name,
}

/// What to sign in with from now on.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Registration {
    login: Login,
    password: Password,
}

/// One password for another.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    old: Claim,
    new: Password,
}

/// Registered players show that it is they; guests need no password.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Farewell {
    #[serde(default)]
    password: Option<Claim>,
}

/// The account behind a player, who may have left in between.
pub(super) async fn account(app: &App, player: &Player) -> Result<Account, Refusal> {
    app.store.account(&player.id).await?.ok_or_else(super::not_signed_in)
}

pub(super) fn wrong_password() -> Refusal {
    Refusal::new(RefusalReason::WrongPassword, "Login or password is wrong.")
}

/// Come as a guest
///
/// A name is enough. The cookie in the answer holds your seat. Whoever is signed in already stays who they are.
#[utoipa::path(post, operation_id = "create_guest", path = "/api/me",
    tag = "people", request_body = Named, security(()), responses(
    (status = 201, description = "A new guest; the cookie is set", body = Me),
    (status = 200, description = "Signed in already", body = Me),
    (status = 409, description = "The name looks like a pilot's, a boat's or the server's", body = Refusal),
))]
async fn come(
    State(app): State<App>,
    Address(address): Address,
    Caller(caller): Caller,
    Json(Named { name }): Json<Named>,
) -> Result<Response, Refusal> {
    if let Some(player) = caller {
        return Ok(Json(Me::from(account(&app, &player).await?)).into_response());
    }
    name.is_free()?;
    app.limits.guest(address)?;
    let id = PlayerId::random();
    let (session, cookie) = app.people.new_session();
    app.store.add_guest(&id, name.as_str(), &session).await?;
    app.people.names.set(id.clone(), name.as_str());
    let me = Me { id, name: name.as_str().to_owned(), registered: false, login: None };
    Ok((StatusCode::CREATED, [(header::SET_COOKIE, cookie)], Json(me)).into_response())
}

/// Who am I?
#[utoipa::path(get, operation_id = "get_me", path = "/api/me",
    tag = "people", security(("cookie" = []), ("token" = [])),
    responses((status = 200, description = "You", body = Me)))]
async fn who(State(app): State<App>, player: Player) -> Result<Json<Me>, Refusal> {
    Ok(Json(account(&app, &player).await?.into()))
}

/// Be called something else
#[utoipa::path(patch, operation_id = "rename_me", path = "/api/me", tag = "people", request_body = Named,
    security(("cookie" = []), ("token" = [])), responses(
    (status = 200, description = "You, as you are called now", body = Me),
    (status = 409, description = "The name looks like a pilot's, a boat's or the server's", body = Refusal),
))]
async fn rename(
    State(app): State<App>,
    player: Player,
    Json(Named { name }): Json<Named>,
) -> Result<Json<Me>, Refusal> {
    app.limits.action(&player.id)?;
    name.is_free()?;
    app.store.rename(&player.id, name.as_str()).await?;
    app.people.changed(&player.id);
    let account = account(&app, &player).await?;
    app.people.names.set(player.id, name.as_str());
    Ok(Json(account.into()))
}

/// Register
///
/// From now on you can sign in on any device. You stay the same player, and your games are yours. Your session is
/// replaced by a new one: the answer sets its cookie, and the old cookie is no longer valid.
#[utoipa::path(post, operation_id = "register", path = "/api/me/register", tag = "people", request_body = Registration,
    security(("cookie" = []), ("token" = [])), responses(
    (status = 200, description = "You, registered; a new cookie is set", body = Me),
    (status = 403, description = "You are registered already", body = Refusal),
    (status = 409, description = "Somebody else has this login", body = Refusal),
))]
async fn register(
    State(app): State<App>,
    Address(address): Address,
    player: Player,
    Json(Registration { login, password }): Json<Registration>,
) -> Result<Response, Refusal> {
    if player.registered {
        return Err(Refusal::new(RefusalReason::Forbidden, "You are registered already."));
    }
    // A login that is taken can't be hidden from whoever wants it, but nobody can try many.
    let attempt = app.limits.sign_in(address, "")?;
    let taken = || Refusal::new(RefusalReason::NameTaken, "Somebody else has this login.");
    if app.store.account_by_login(login.as_str()).await?.is_some() {
        return Err(taken());
    }
    let hash = app.people.inner.passwords.hash(address, password.as_str()).await?;
    let (session, cookie) = app.people.new_session();
    if !app.store.register(&player.id, login.as_str(), &hash, &session).await? {
        return Err(taken());
    }
    attempt.succeeded();
    app.people.ended(&player.id);
    let me = Me::from(account(&app, &player).await?);
    Ok(([(header::SET_COOKIE, cookie)], Json(me)).into_response())
}

/// Change your password
///
/// All your other sessions and all your tokens end: whoever knew the old password has nothing left. Make new tokens for
/// your programs afterwards.
#[utoipa::path(post, operation_id = "change_password", path = "/api/me/password",
    tag = "people", request_body = PasswordChange,
    security(("cookie" = []), ("token" = [])), responses(
    (status = 204, description = "Changed"),
    (status = 403, description = "The old password is wrong, or you are a guest", body = Refusal),
))]
async fn change_password(
    State(app): State<App>,
    Address(address): Address,
    player: Player,
    headers: HeaderMap,
    Json(PasswordChange { old, new }): Json<PasswordChange>,
) -> Result<StatusCode, Refusal> {
    let stored = prove(&app, address, &player, &old).await?;
    let hash = app.people.inner.passwords.hash(address, new.as_str()).await?;
    let session = app.people.session(&headers).unwrap_or_default();
    if !app.store.set_password(&player.id, &stored, &hash, &session).await? {
        return Err(wrong_password()); // changed elsewhere in the same moment
    }
    app.people.ended(&player.id);
    Ok(StatusCode::NO_CONTENT)
}

/// Checks a registered player's password: the hash it has.
async fn prove(app: &App, address: std::net::IpAddr, player: &Player, claim: &Claim) -> Result<String, Refusal> {
    let account = account(app, player).await?;
    let Some(hash) = account.hash else {
        return Err(Refusal::new(RefusalReason::Forbidden, "Guests have no password."));
    };
    let attempt = app.limits.sign_in(address, account.login.as_deref().unwrap_or_default())?;
    if app.people.inner.passwords.matches(address, claim.as_str(), Some(&hash)).await? {
        attempt.succeeded();
        Ok(hash)
    } else {
        Err(wrong_password())
    }
}

/// Leave for good
///
/// Your name, login, password, sessions and tokens go at once; the games you played stay, without your name. In those you
/// are playing, a pilot takes your seat: with many games that may take a while after the answer. Registered players send
/// their password, guests need no body.
#[utoipa::path(delete, operation_id = "delete_me", path = "/api/me", tag = "people",
    request_body(content = Option<Farewell>, description = "Only for registered players"),
    security(("cookie" = []), ("token" = [])), responses(
    (status = 204, description = "You are gone; the cookie is taken away"),
    (status = 403, description = "The password is wrong", body = Refusal),
))]
async fn leave(
    State(app): State<App>,
    Address(address): Address,
    player: Player,
    body: Option<Json<Farewell>>,
) -> Result<Response, Refusal> {
    if player.registered {
        let claim = body.and_then(|Json(farewell)| farewell.password).ok_or_else(wrong_password)?;
        prove(&app, address, &player, &claim).await?;
    }
    app.store.delete_player(&player.id).await?;
    app.people.names.set(player.id.clone(), "");
    app.people.ended(&player.id);
    farewell::begin(&app, player.id).await;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie::clear(app.people.inner.secure))]).into_response())
}
