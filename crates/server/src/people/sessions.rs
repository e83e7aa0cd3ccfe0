//! `/api/sessions`: signing in and out.

use crate::people::{
    cookie,
    credentials::Claim,
    me::{Me, wrong_password},
};
use crate::{
    app::App,
    http::{address::Address, extract::Json},
    room::action::Refusal,
};
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(sign_in, sign_out))
}

/// A login and a password.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    login: Claim,
    password: Claim,
}

/// Sign in
///
/// Signs you out of the account or guest session you had before.
#[utoipa::path(post, operation_id = "sign_in", path = "/api/sessions",
    tag = "people", request_body = Credentials, security(()), responses(
    (status = 200, description = "Your account; the cookie is set", body = Me),
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
    let hash = account.as_ref().and_then(|account| account.hash.as_deref());
    let right = app.people.inner.passwords.matches(address, password.as_str(), hash).await?;
    let account = account.filter(|_| right).ok_or_else(wrong_password)?;
    attempt.succeeded();
    end_current(&app, &headers).await?;
    let (session, cookie) = app.people.new_session();
    app.store.add_session(&session, &account.id).await?;
    Ok(([(header::SET_COOKIE, cookie)], Json(Me::from(account))).into_response())
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
    let account = app.store.account_by_session(&session).await?;
    app.store.end_session(&session).await?;
    if let Some(account) = account {
        app.people.sessions_ended(&account.id);
    }
    Ok(())
}
