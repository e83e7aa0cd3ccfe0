//! `/api/me/mail`: a player's mail address, confirmed by a link.

use crate::{
    app::App,
    http::extract::Json,
    ids::random_text,
    notify::{
        Notify,
        mail::{MailAddress, MailError, Mailer, Message},
        words::{Language, fill},
    },
    people::Player,
    room::action::{Refusal, RefusalReason},
    store::{AddressRow, now},
    text::hidden,
};
use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use unicode_normalization::char::is_combining_mark;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_mail, set_mail, delete_mail)).routes(routes!(confirm_mail))
}

/// How long the link works, in milliseconds.
const LINK_TIME: i64 = 24 * 3_600_000;

/// Milliseconds between two links for one player.
const ASK_PAUSE: i64 = 60_000;

/// How often all players together may ask for one address within [`LINK_TIME`], so that nobody is flooded.
const ASKED_MOST: i64 = 3;

/// A player's mail address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct MyMail {
    /// Whether this server sends mail. If not, nothing about mail should be offered.
    pub available: bool,
    /// The confirmed address.
    pub address: Option<String>,
    /// An address that waits for its confirmation.
    pub pending: Option<String>,
}

/// A new mail address.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAddress {
    address: MailAddress,
    /// The language of the mail with the link.
    #[serde(default)]
    language: Language,
}

/// The code in the link.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = AddressConfirmation)]
#[serde(deny_unknown_fields)]
pub struct Confirmation {
    #[schema(min_length = 32, max_length = 32)]
    code: String,
}

/// The refusal on a server without mail.
pub(super) fn no_mail() -> Refusal {
    Refusal::new(RefusalReason::NotFound, "This server sends no mail.")
}

/// The form in which the store keeps a code.
fn stored(code: &str) -> String {
    hex::encode(Sha256::digest(code))
}

/// Get your mail address
#[utoipa::path(get, operation_id = "get_mail", path = "/api/me/mail", tag = "notifications",
    security(("cookie" = []), ("token" = [])), responses((status = 200, body = MyMail)))]
async fn get_mail(State(app): State<App>, player: Player) -> Result<Json<MyMail>, Refusal> {
    let AddressRow { address, pending, asked } = app.store.mail_address(&player.id).await?;
    let pending = pending.filter(|_| asked.is_some_and(|asked| now() - asked < LINK_TIME));
    Ok(Json(MyMail { available: app.notify.mailer().is_some(), address, pending }))
}

/// Set your mail address
///
/// For registered players. The server sends a link to the address. Until it is opened, the address is not used, and the one
/// before stays.
#[utoipa::path(put, operation_id = "set_mail", path = "/api/me/mail", tag = "notifications", request_body = NewAddress,
    security(("cookie" = []), ("token" = [])), responses(
    (status = 202, description = "The link is sent"),
    (status = 403, description = "You are a guest", body = Refusal),
    (status = 404, description = "This server sends no mail", body = Refusal),
    (status = 429, description = "A link was sent a moment ago", body = Refusal),
))]
async fn set_mail(
    State(app): State<App>,
    player: Player,
    Json(NewAddress { address, language }): Json<NewAddress>,
) -> Result<StatusCode, Refusal> {
    let mailer = app.notify.mailer().ok_or_else(no_mail)?;
    if !player.registered {
        return Err(Refusal::new(RefusalReason::NotRegistered, "Only registered players can have a mail address."));
    }
    app.limits.action(&player.id)?;
    let before = app.store.mail_address(&player.id).await?;
    let soon = before.asked.is_some_and(|asked| now() - asked < ASK_PAUSE);
    if soon || app.store.times_asked(address.as_str(), now() - LINK_TIME).await? >= ASKED_MOST {
        return Err(Refusal::new(RefusalReason::TooFast, "A link was sent a moment ago. Please wait."));
    }
    // This remembers addresses that are deleted or replaced, and the store what was before a restart.
    app.limits.link(&player.id, address.as_str())?;
    let code = random_text(32);
    app.store.ask_address(&player.id, address.as_str(), &stored(&code)).await?;
    if let Err(error) = send_link(&app, mailer, &player, address.clone(), language, &code).await {
        tracing::warn!(%error, "a link to confirm an address could not be sent");
        app.limits.no_link(&player.id, address.as_str());
        app.store.forget_asked(&player.id, &stored(&code)).await?;
        return Err(Refusal::new(RefusalReason::Unavailable, "The mail could not be sent. Please try again later."));
    }
    Ok(StatusCode::ACCEPTED)
}

/// A name as the mail to an address that may be a stranger's has it: letters, digits and spaces, so that it is no link.
fn greeted(name: &str) -> String {
    let is_mark = |letter: char| is_combining_mark(letter) && !hidden(letter);
    let is_plain = |letter: char| letter.is_alphanumeric() || is_mark(letter) || "-'’".contains(letter);
    let words: Vec<&str> = name.split(|letter: char| !is_plain(letter)).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

async fn send_link(
    app: &App,
    mailer: &Mailer,
    player: &Player,
    to: MailAddress,
    language: Language,
    code: &str,
) -> Result<(), MailError> {
    let words = language.words();
    let link = app.notify.url(&format!("/confirm?code={code}"));
    let text = fill(words.confirm_text, &[("name", &greeted(&player.name)), ("link", &link)]);
    mailer.send(Message::asked_for(to, words.confirm_subject, text, format!("confirm {code}"))).await
}

impl Notify {
    /// Sends a link with which the password of an account can be set. Nothing is sent without a mail server.
    pub async fn send_reset(
        &self,
        to: MailAddress,
        language: Language,
        login: &str,
        code: &str,
    ) -> Result<(), MailError> {
        let (Some(mailer), words) = (self.mailer(), language.words()) else { return Ok(()) };
        // Browsers send nothing after the # to any server, so the code is in no log.
        let link = self.url(&format!("/reset#{code}"));
        let text = fill(words.reset_text, &[("login", login), ("link", &link)]);
        mailer.send(Message::asked_for(to, words.reset_subject, text, format!("reset {code}"))).await
    }
}

/// Confirm a mail address
///
/// With the code in the link. You need not be signed in.
#[utoipa::path(post, operation_id = "confirm_mail", path = "/api/mail/confirm", tag = "notifications",
    request_body = Confirmation, security(()), responses(
    (status = 204, description = "The address is confirmed"),
    (status = 404, description = "The code is wrong, or too old, or was used before", body = Refusal),
))]
async fn confirm_mail(
    State(app): State<App>,
    Json(Confirmation { code }): Json<Confirmation>,
) -> Result<StatusCode, Refusal> {
    match app.store.confirm_address(&stored(&code), now() - LINK_TIME).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Refusal::new(RefusalReason::NotFound, "This link is no longer valid.")),
    }
}

/// Delete your mail address
#[utoipa::path(delete, operation_id = "delete_mail", path = "/api/me/mail", tag = "notifications",
    security(("cookie" = []), ("token" = [])), responses((status = 204, description = "You have no mail address")))]
async fn delete_mail(State(app): State<App>, player: Player) -> Result<StatusCode, Refusal> {
    app.limits.action(&player.id)?;
    app.store.delete_address(&player.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use super::greeted;

    #[test]
    fn a_name_in_a_mail_to_a_stranger_is_no_link() {
        for (name, shown) in [
            ("Ann-Lou O’Neill", "Ann-Lou O’Neill"),
            ("Zoë", "Zoë"),
            ("小明", "小明"),
            ("Calypso 417", "Calypso 417"),
            ("https://evil.example/x", "https evil example x"),
            ("evil．example", "evil example"),
            ("🏴‍☠️", ""),
        ] {
            assert_eq!(greeted(name), shown);
        }
    }
}
