//! `/api/me`: signing in as a guest, renaming, registering, deleting the account.

use crate::people::{Caller, Face, Login, Name, Password, Player, boat_name, cookie, credentials::Claim, deletion};
use crate::{
    app::App,
    http::{address::Address, extract::Json},
    ids::PlayerId,
    moderate::{Admission, Role},
    room::action::{Refusal, RefusalReason},
    store::Account,
};
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{AppendHeaders, IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create_guest, get, rename, delete))
        .routes(routes!(register))
        .routes(routes!(change_password))
}

/// A player as they see themselves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Me {
    /// Visible to everyone.
    pub id: PlayerId,
    /// The name you chose. Others see it, unless you are protected.
    pub name: String,
    /// Whether the player has a login and a password; guests have neither.
    pub registered: bool,
    /// The name to sign in with; nobody else sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub login: Option<String>,
    /// The name of a boat, which others see if you are protected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boat: Option<String>,
    /// Whether you want to read and write free text where all others do, too.
    #[serde(default)]
    pub free_chat: bool,
    #[allow(missing_docs)]
    #[serde(default)]
    pub role: Role,
}

impl From<Account> for Me {
    fn from(account: Account) -> Me {
        Me {
            name: account.own_name().to_owned(),
            registered: account.login.is_some(),
            boat: account.is_protected().then(|| account.name.clone()),
            free_chat: account.free_chat,
            role: account.role,
            id: account.id,
            login: account.login,
        }
    }
}

/// A name for a player.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewName {
    name: Name,
    /// An invitation, where new players need one.
    #[serde(default)]
    #[schema(max_length = 64)]
    invitation: Option<String>,
}

/// The login and password to register with.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Registration {
    login: Login,
    password: Password,
}

/// A change of password.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    old: Claim,
    new: Password,
}

/// The password that confirms a deletion; guests need none.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[schema(as = AccountDeletion)]
#[serde(deny_unknown_fields)]
pub struct Deletion {
    #[serde(default)]
    password: Option<Claim>,
}

/// The account of a player. It may have been deleted in the meantime.
pub(super) async fn account(app: &App, player: &Player) -> Result<Account, Refusal> {
    app.store.account(&player.id).await?.ok_or_else(super::not_signed_in)
}

pub(super) fn wrong_password() -> Refusal {
    Refusal::new(RefusalReason::WrongPassword, "The login or the password is wrong.")
}

/// Sign in as a guest
///
/// A name is enough. The response sets a cookie that identifies you. If you are already signed in, nothing changes.
#[utoipa::path(post, operation_id = "create_guest", path = "/api/me",
    tag = "people", request_body = NewName, security(()), responses(
    (status = 201, description = "A new guest; the cookie is set", body = Me),
    (status = 200, description = "You were already signed in", body = Me),
    (status = 409, description = "The name is reserved, or has an offensive word in it", body = Refusal),
))]
async fn create_guest(
    State(app): State<App>,
    Address(address): Address,
    Caller(caller): Caller,
    Json(NewName { name, invitation }): Json<NewName>,
) -> Result<Response, Refusal> {
    if let Some(player) = caller {
        return Ok(Json(Me::from(account(&app, &player).await?)).into_response());
    }
    app.people.filter.check_name(&name)?;
    app.limits.guest(address)?;
    check_invitation(&app, invitation).await?;
    let id = PlayerId::random();
    let (session, cookie) = app.people.new_session();
    let boat = app.config.protected.then(|| boat_name(&id));
    match &boat {
        Some(boat) => app.store.add_protected(&id, name.as_str(), boat, &session).await?,
        None => app.store.add_guest(&id, name.as_str(), &session).await?,
    }
    let shown = boat.as_deref().unwrap_or(name.as_str());
    let face = Face { name: shown.into(), is_protected: boat.is_some(), ..Face::default() };
    app.people.names.set(id.clone(), face);
    let me = Me {
        id,
        name: name.as_str().to_owned(),
        registered: false,
        login: None,
        boat,
        free_chat: false,
        role: Role::Player,
    };
    Ok((StatusCode::CREATED, [(header::SET_COOKIE, cookie)], Json(me)).into_response())
}

/// Uses up an invitation, where new players need one.
async fn check_invitation(app: &App, invitation: Option<String>) -> Result<(), Refusal> {
    if app.moderation.notice().registration == Admission::Open {
        return Ok(());
    }
    let hash = super::digest(&invitation.unwrap_or_default());
    match app.store.use_invitation(&hash).await? {
        true => Ok(()),
        false => Err(Refusal::new(
            RefusalReason::InvitationNeeded,
            "You need an invitation to play on this server. Ask its operator for one.",
        )),
    }
}

/// Get your account
#[utoipa::path(get, operation_id = "get_me", path = "/api/me",
    tag = "people", security(("cookie" = []), ("token" = [])),
    responses((status = 200, description = "Your account", body = Me)))]
async fn get(State(app): State<App>, player: Player) -> Result<Json<Me>, Refusal> {
    Ok(Json(account(&app, &player).await?.into()))
}

/// Rename yourself
#[utoipa::path(patch, operation_id = "rename_me", path = "/api/me", tag = "people", request_body = NewName,
    security(("cookie" = []), ("token" = [])), responses(
    (status = 200, description = "Your account with the new name", body = Me),
    (status = 403, description = "The moderators have given you your name", body = Refusal),
    (status = 409, description = "The name is reserved, or has an offensive word in it", body = Refusal),
))]
async fn rename(
    State(app): State<App>,
    player: Player,
    Json(NewName { name, .. }): Json<NewName>,
) -> Result<Json<Me>, Refusal> {
    app.limits.action(&player.id)?;
    app.people.check_not_muted(&player.id).await?;
    app.people.filter.check_name(&name)?;
    if !app.store.rename(&player.id, name.as_str()).await? {
        account(&app, &player).await?;
        let message = "The moderators have given you your name. Please ask them if you want another one.";
        return Err(Refusal::new(RefusalReason::Forbidden, message));
    }
    app.people.account_changed(&player.id);
    let account = account(&app, &player).await?;
    app.people.names.set(player.id, Face::from(&account));
    Ok(Json(account.into()))
}

/// Register
///
/// Afterwards you can sign in on any device. You stay the same player and keep your games. Your session is replaced: the
/// response sets a new cookie, and the old one is no longer valid. Tokens end, too, except the one that you send now: whoever
/// used this guest before, for example on the same computer, has no access to your account.
#[utoipa::path(post, operation_id = "register", path = "/api/me/register", tag = "people", request_body = Registration,
    security(("cookie" = []), ("token" = [])), responses(
    (status = 200, description = "Your account; a new cookie is set", body = Me),
    (status = 403, description = "You are already registered", body = Refusal),
    (status = 409, description = "The login is taken", body = Refusal),
))]
async fn register(
    State(app): State<App>,
    Address(address): Address,
    player: Player,
    headers: HeaderMap,
    Json(Registration { login, password }): Json<Registration>,
) -> Result<Response, Refusal> {
    if player.registered {
        return Err(Refusal::new(RefusalReason::Forbidden, "You are already registered."));
    }
    // Anyone who registers can find out whether a login is taken, but the limit prevents trying many.
    let attempt = app.limits.sign_in(address, "")?;
    let taken = || Refusal::new(RefusalReason::NameTaken, "This login is taken. Please choose another.");
    if app.store.account_by_login(login.as_str()).await?.is_some() {
        return Err(taken());
    }
    app.limits.registration(address)?;
    let hash = app.people.inner.passwords.hash(address, password.as_str()).await?;
    let (session, cookie) = app.people.new_session();
    let token = super::token(&headers).unwrap_or_default();
    if !app.store.register(&player.id, login.as_str(), &hash, &session, &token).await? {
        return Err(taken());
    }
    attempt.succeeded();
    app.people.face_changed(&player.id).await?;
    let browser = app.people.note_browser(&headers, &player.id).await?;
    let me = Me::from(account(&app, &player).await?);
    Ok((AppendHeaders([(header::SET_COOKIE, cookie), (header::SET_COOKIE, browser)]), Json(me)).into_response())
}

/// Change your password
///
/// All your other sessions and all your tokens end, so that nobody who knew the old password keeps access. Create new tokens
/// for your programs afterwards.
#[utoipa::path(post, operation_id = "change_password", path = "/api/me/password",
    tag = "people", request_body = PasswordChange,
    security(("cookie" = []), ("token" = [])), responses(
    (status = 204, description = "The password is changed"),
    (status = 403, description = "The old password is wrong, or you are a guest", body = Refusal),
))]
async fn change_password(
    State(app): State<App>,
    Address(address): Address,
    player: Player,
    headers: HeaderMap,
    Json(PasswordChange { old, new }): Json<PasswordChange>,
) -> Result<StatusCode, Refusal> {
    let stored = check_password(&app, address, &player, &old).await?;
    let hash = app.people.inner.passwords.hash(address, new.as_str()).await?;
    let session = app.people.session(&headers).unwrap_or_default();
    if !app.store.set_password(&player.id, &stored, &hash, &session).await? {
        return Err(wrong_password()); // it was changed elsewhere at the same moment
    }
    app.people.sessions_ended(&player.id);
    Ok(StatusCode::NO_CONTENT)
}

/// Checks a registered player's password and returns its hash.
async fn check_password(
    app: &App,
    address: std::net::IpAddr,
    player: &Player,
    claim: &Claim,
) -> Result<String, Refusal> {
    let account = account(app, player).await?;
    let Some(hash) = account.hash else {
        return Err(Refusal::new(RefusalReason::Forbidden, "Guests have no password. Register first."));
    };
    let attempt = app.limits.sign_in(address, account.login.as_deref().unwrap_or_default())?;
    if app.people.inner.passwords.matches(address, claim.as_str(), Some(&hash)).await? {
        attempt.succeeded();
        Ok(hash)
    } else {
        Err(wrong_password())
    }
}

/// Delete your account
///
/// Your name, login, password, sessions and tokens are deleted at once. The games you played stay, without your name. In
/// unfinished games a pilot takes your seat; if there are many, that may continue after the response. Registered players
/// send their password, guests send no body.
#[utoipa::path(delete, operation_id = "delete_me", path = "/api/me", tag = "people",
    request_body(content = Option<Deletion>, description = "Only for registered players"),
    security(("cookie" = []), ("token" = [])), responses(
    (status = 204, description = "The account is deleted and the cookie cleared"),
    (status = 403, description = "The password is wrong", body = Refusal),
))]
async fn delete(
    State(app): State<App>,
    Address(address): Address,
    player: Player,
    body: Option<Json<Deletion>>,
) -> Result<Response, Refusal> {
    if player.registered {
        let claim = body.and_then(|Json(deletion)| deletion.password).ok_or_else(wrong_password)?;
        check_password(&app, address, &player, &claim).await?;
    }
    app.store.delete_player(&player.id).await?;
    app.people.names.set(player.id.clone(), Face::default());
    app.people.sessions_ended(&player.id);
    deletion::vacate_seats(&app, player.id).await;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie::clear(app.people.inner.secure))]).into_response())
}
