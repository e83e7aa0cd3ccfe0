//! `/api/sessions`: signing in and out.

use crate::people::{
    Player, cookie,
    credentials::Claim,
    me::{Me, wrong_password},
    moving::{Moved, move_seats},
    suspended,
};
use crate::{
    app::App,
    http::{
        address::Address,
        extract::{Json, Path},
    },
    room::action::Refusal,
    store::now,
};
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{AppendHeaders, IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(sign_in, sign_out)).routes(routes!(list)).routes(routes!(end))
}

/// A login and a password.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    login: Claim,
    password: Claim,
}

/// An account, and what became of the seats of the guest who signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SignedIn {
    #[allow(missing_docs)]
    #[serde(flatten)]
    pub me: Me,
    /// Unfinished regattas of the guest that are yours now.
    pub moved: usize,
    /// Unfinished regattas of the guest that could not become yours, because you have a seat there already. The guest has left
    /// them.
    pub kept: usize,
}

/// Sign in
///
/// Signs you out of the account or guest session you had before. The seats of a guest become yours.
#[utoipa::path(post, operation_id = "sign_in", path = "/api/sessions",
    tag = "people", request_body = Credentials, security(()), responses(
    (status = 200, description = "Your account; the cookie is set", body = SignedIn),
    (status = 403, description = "The login or the password is wrong; the answer does not say which", body = Refusal),
))]
async fn sign_in(
    State(app): State<App>,
    Address(address): Address,
    headers: HeaderMap,
    Json(Credentials { login, password }): Json<Credentials>,
) -> Result<Response, Refusal> {
    let login = login.as_str().to_lowercase();
    let attempt = app.limits.sign_in(address, &login)?;
    // A login that is invalid, and that the database might not even accept, belongs to nobody.
    let account = match super::Login::read(&login) {
        Some(login) => app.store.account_by_login(login.as_str()).await?,
        None => None,
    };
    let hash = account.as_ref().and_then(|account| account.hash.clone());
    let right = app.people.inner.passwords.matches(address, password.as_str(), hash.as_deref()).await?;
    let account = account.filter(|_| right).ok_or_else(wrong_password)?;
    attempt.succeeded();
    if account.suspended > now() {
        return Err(suspended()); // the seats of a guest would be lost in this account
    }
    let (session, cookie) = app.people.new_session();
    if !app.store.add_session(&session, &account.id, &hash.unwrap_or_default()).await? {
        return Err(wrong_password()); // the password was changed while this one was checked
    }
    let Moved { moved, kept } = match app.people.session(&headers) {
        Some(session) => match app.store.account_by_session(&session).await?.filter(|guest| guest.login.is_none()) {
            Some(guest) => move_seats(&app, &guest.id, &account.id).await?,
            None => Moved::default(),
        },
        None => Moved::default(),
    };
    end_current(&app, &headers).await?;
    let browser = app.people.note_browser(&headers, &account.id).await?;
    let signed_in = SignedIn { me: Me::from(account), moved, kept };
    Ok((AppendHeaders([(header::SET_COOKIE, cookie), (header::SET_COOKIE, browser)]), Json(signed_in)).into_response())
}

/// A session: a browser in which the player is signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SessionView {
    /// Id for ending it; not the session itself.
    pub id: String,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// The id of a session: made from its stored form, which is secret.
fn session_id(hash: &str) -> String {
    super::digest(hash)[..16].to_owned()
}

/// List your sessions
///
/// The browsers in which you are signed in.
#[utoipa::path(get, operation_id = "list_sessions", path = "/api/me/sessions", tag = "people",
    security(("cookie" = []), ("token" = [])), responses((status = 200, description = "Oldest first", body = Vec<SessionView>)))]
async fn list(State(app): State<App>, player: Player, headers: HeaderMap) -> Result<Json<Vec<SessionView>>, Refusal> {
    let current = app.people.session(&headers);
    let view = |(hash, created): (String, i64)| SessionView {
        id: session_id(&hash),
        created,
        current: current.as_ref() == Some(&hash),
    };
    Ok(Json(app.store.sessions(&player.id).await?.into_iter().map(view).collect()))
}

/// End a session
///
/// The browser is signed out.
#[utoipa::path(delete, operation_id = "end_session", path = "/api/me/sessions/{id}", tag = "people",
    params(("id" = String, Path, description = "The session's id")), security(("cookie" = []), ("token" = [])), responses(
    (status = 204, description = "The session has ended"),
    (status = 404, description = "You have no such session", body = Refusal),
))]
async fn end(State(app): State<App>, player: Player, Path(id): Path<String>) -> Result<StatusCode, Refusal> {
    let sessions = app.store.sessions(&player.id).await?;
    let (hash, _) = sessions.into_iter().find(|(hash, _)| session_id(hash) == id).ok_or_else(Refusal::not_found)?;
    app.store.end_session(&hash, &player.id).await?;
    app.people.sessions_ended(&player.id);
    Ok(StatusCode::NO_CONTENT)
}

/// Sign out
///
/// A guest who signs out can't sign in again. If you are not signed in, nothing changes.
#[utoipa::path(delete, operation_id = "sign_out", path = "/api/sessions", tag = "people", security(()), responses(
    (status = 204, description = "You are signed out and the cookie is cleared"),
))]
async fn sign_out(State(app): State<App>, headers: HeaderMap) -> Result<Response, Refusal> {
    end_current(&app, &headers).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie::clear(app.people.inner.secure))]).into_response())
}

/// Ends the session in the cookie, if there is one.
async fn end_current(app: &App, headers: &HeaderMap) -> Result<(), Refusal> {
    let Some(session) = app.people.session(headers) else { return Ok(()) };
    if let Some(account) = app.store.account_by_session(&session).await? {
        app.store.end_session(&session, &account.id).await?;
        app.people.sessions_ended(&account.id);
    }
    Ok(())
}
