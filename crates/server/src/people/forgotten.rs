//! Forgotten passwords: a link by mail, and a new password with the code in it or with one from the operator.

use crate::{
    app::App,
    http::{address::Address, extract::Json},
    ids::random_text,
    notify::{Language, mail::MailAddress},
    people::{Password, credentials::Claim},
    room::action::{Refusal, RefusalReason},
    store::{StoreError, now},
};
use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(forgot)).routes(routes!(reset))
}

/// How long a link works, in milliseconds.
const LINK_TIME: i64 = 2 * 3_600_000;

/// What attempts to get a link are counted under. No login looks like this.
const LINKS: &str = " links";

/// Somebody who has forgotten their password.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = ForgottenPassword)]
#[serde(deny_unknown_fields)]
pub struct Forgotten {
    /// The confirmed mail address of the account.
    address: MailAddress,
    /// The language of the mail.
    #[serde(default)]
    language: Language,
}

/// Ask for a link to set a new password
///
/// If an account has this mail address, a link is sent there. The answer is the same if not.
#[utoipa::path(post, operation_id = "forgot_password", path = "/api/sessions/forgot",
    tag = "people", request_body = Forgotten, security(()), responses(
    (status = 202, description = "If there is such an account, a mail is on its way"),
    (status = 404, description = "This server sends no mail: ask the operator", body = Refusal),
    (status = 429, description = "Too many requests", body = Refusal),
))]
async fn forgot(
    State(app): State<App>,
    Address(from): Address,
    Json(Forgotten { address, language }): Json<Forgotten>,
) -> Result<StatusCode, Refusal> {
    if app.notify.mailer().is_none() {
        return Err(Refusal::new(RefusalReason::NotFound, "This server sends no mail. Please ask the operator."));
    }
    // Every attempt counts: it never succeeds.
    drop(app.limits.sign_in(from, LINKS)?);
    // Afterwards, so that nobody can tell from the time whether there is such an account.
    tokio::spawn(async move {
        if let Err(error) = send_links(&app, address, language).await {
            tracing::warn!(%error, "a link to set a new password could not be stored");
        }
    });
    Ok(StatusCode::ACCEPTED)
}

/// Sends a link for each account with this address.
async fn send_links(app: &App, address: MailAddress, language: Language) -> Result<(), StoreError> {
    for (player, login, address) in app.store.logins_of_mail(address.as_str()).await? {
        // Where the player has read mail before, and not where somebody says.
        let Ok(address) = address.parse::<MailAddress>() else { continue };
        let code = random_text(32);
        let hash = super::digest(&code);
        if !app.store.add_reset(&player, &hash, now() + LINK_TIME).await? {
            continue; // enough of them are on their way
        }
        if let Err(error) = app.notify.send_reset(address, language, &login, &code).await {
            tracing::warn!(%error, "a link to set a new password could not be sent");
            app.store.forget_reset(&hash).await?;
        }
    }
    Ok(())
}

/// A new password, with a code that proves who one is.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The code, from a mail or from the operator.
    code: Claim,
    password: Password,
}

/// Set a new password with a code
///
/// For players who have forgotten theirs. The code comes by mail or from the operator, and works once. All sessions and tokens
/// end; sign in with the new password.
#[utoipa::path(post, operation_id = "reset_password", path = "/api/sessions/reset",
    tag = "people", request_body = NewPassword, security(()), responses(
    (status = 204, description = "The password is changed"),
    (status = 403, description = "The code is wrong, was used before or has expired", body = Refusal),
))]
async fn reset(
    State(app): State<App>,
    Address(address): Address,
    Json(NewPassword { code, password }): Json<NewPassword>,
) -> Result<StatusCode, Refusal> {
    let wrong = || Refusal::new(RefusalReason::WrongPassword, "This code is wrong, was used before or has expired.");
    let attempt = app.limits.sign_in(address, "")?;
    let code = super::digest(code.as_str());
    let player = app.store.player_of_reset(&code).await?.ok_or_else(wrong)?;
    let hash = app.people.inner.passwords.hash(address, password.as_str()).await?;
    if !app.store.reset_password(&player, &code, &hash).await? {
        return Err(wrong());
    }
    attempt.succeeded();
    app.people.sessions_ended(&player);
    Ok(StatusCode::NO_CONTENT)
}
