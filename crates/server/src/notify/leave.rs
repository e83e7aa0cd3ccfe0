//! `/api/mail/unsubscribe`: ends all mail with one click (RFC 8058), without signing in.

use crate::{
    app::App,
    http::extract::Query,
    ids::PlayerId,
    notify::{Notify, choices::MessageSwitches, settings},
    room::action::{Refusal, RefusalReason},
    store::StoreError,
};
use axum::{extract::State, response::Html};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(ask_unsubscribe, unsubscribe_mail))
}

const PURPOSE: &str = "unsubscribe";

/// A signed link.
#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct SignedLink {
    /// Who it is for.
    player: PlayerId,
    /// The signature of this server.
    key: String,
}

/// The address that ends all mail to a player.
pub(super) fn url(notify: &Notify, player: &PlayerId) -> String {
    notify.url(&format!("/api/mail/unsubscribe?player={player}&key={}", notify.sign(PURPOSE, player)))
}

/// Checks the signature, and that the player has not deleted the account: nothing about them is stored again.
async fn check(app: &App, link: &SignedLink) -> Result<(), Refusal> {
    let is_signed = app.notify.is_signed(PURPOSE, &link.player, &link.key);
    match is_signed && app.store.account(&link.player).await?.is_some() {
        true => Ok(()),
        false => Err(Refusal::new(RefusalReason::NotFound, "This link is not valid.")),
    }
}

/// Ask whether to end all mail
///
/// A page with a button. Programs that follow links do not end anything.
#[utoipa::path(get, operation_id = "ask_unsubscribe", path = "/api/mail/unsubscribe", tag = "notifications",
    params(SignedLink), security(()), responses(
    (status = 200, description = "A page", body = String, content_type = "text/html"),
    (status = 404, description = "The link is not valid", body = Refusal),
))]
async fn ask_unsubscribe(State(app): State<App>, Query(link): Query<SignedLink>) -> Result<Html<String>, Refusal> {
    check(&app, &link).await?;
    let choices = settings::read(app.store.notify_choices(&link.player).await?.as_deref()).unwrap_or_default();
    let words = choices.language.words();
    let form = format!("<form method=\"post\"><button>{}</button></form>", words.leave_button);
    Ok(page(choices.language.tag(), words.leave_title, &form))
}

/// End all mail
#[utoipa::path(post, operation_id = "unsubscribe_mail", path = "/api/mail/unsubscribe", tag = "notifications",
    params(SignedLink), security(()), responses(
    (status = 200, description = "No more mail is sent", body = String, content_type = "text/html"),
    (status = 404, description = "The link is not valid", body = Refusal),
))]
async fn unsubscribe_mail(State(app): State<App>, Query(link): Query<SignedLink>) -> Result<Html<String>, Refusal> {
    check(&app, &link).await?;
    let mut choices = settings::read(app.store.notify_choices(&link.player).await?.as_deref()).unwrap_or_default();
    (choices.mail, choices.digest) = (MessageSwitches::NONE, None);
    let text = StoreError::json(&choices)?;
    app.store.set_notify_choices(&link.player, &text, None).await?;
    Ok(page(choices.language.tag(), choices.language.words().left, ""))
}

/// A small page. Nothing in it was written by a player.
fn page(language: &str, text: &str, more: &str) -> Html<String> {
    Html(format!(
        "<!doctype html><html lang=\"{language}\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Powerboats</title>\
         <style>body{{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem;\
         color-scheme:light dark}}button{{font:inherit;padding:.6rem 1.2rem}}</style>\
         <main><h1>Powerboats</h1><p>{text}</p>{more}</main></html>"
    ))
}
