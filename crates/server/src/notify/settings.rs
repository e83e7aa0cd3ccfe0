//! `/api/me/notifications`: what a player wants to be told, and what this server offers.

use crate::{
    app::App,
    http::extract::Json,
    ids::PlayerId,
    notify::choices::{MessageChannel, MessageChoices, MessageKind},
    people::Player,
    room::action::{Refusal, RefusalReason},
    store::{AddressRow, OutboxRow, Store, StoreError, now},
};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_notifications, set_notifications))
}

/// What a player is told, and what this server offers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Notifications {
    /// What the player has chosen, or else the defaults.
    pub choices: MessageChoices,
    /// Whether the player has chosen anything.
    pub chosen: bool,
    /// The key with which a browser subscribes to messages; null if the server sends none.
    pub push_key: Option<String>,
    /// The number of browsers that show messages.
    pub browsers: usize,
    /// Whether the server sends mail. If not, nothing about mail should be offered.
    pub mail: bool,
    /// The address of a calendar with the player's deadlines. Whoever knows it can read it.
    pub calendar: String,
}

/// Everything stored about how a player is told what waits for them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ExportedNotifications {
    /// What the player has chosen; null if nothing.
    pub choices: Option<MessageChoices>,
    /// The confirmed mail address.
    pub address: Option<String>,
    /// A mail address that waits for its confirmation.
    pub pending: Option<String>,
    /// The push services of the browsers that show messages, and when each was added.
    pub browsers: Vec<ExportedBrowser>,
    /// Messages that wait to be sent.
    #[serde(default)]
    pub waiting: Vec<ExportedMessage>,
    /// When mail about a regatta was last sent.
    #[serde(default)]
    pub mails: Vec<ExportedMail>,
}

/// A message that waits to be sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ExportedMessage {
    #[allow(missing_docs)]
    pub channel: MessageChannel,
    /// What it is about.
    pub kind: MessageKind,
    /// The regatta that it is about; empty for a digest.
    pub regatta: String,
    /// When that happened.
    pub at: i64,
    /// When it is to be sent.
    pub due: i64,
}

/// When mail about a regatta was last sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ExportedMail {
    #[allow(missing_docs)]
    pub regatta: String,
    #[allow(missing_docs)]
    pub sent: i64,
}

/// A browser that shows messages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ExportedBrowser {
    /// Its address at the push service.
    pub endpoint: String,
    /// When it was added.
    pub added: i64,
}

impl ExportedNotifications {
    /// What is stored about a player.
    pub(crate) async fn of(store: &Store, player: &PlayerId) -> Result<ExportedNotifications, StoreError> {
        let AddressRow { address, pending, .. } = store.mail_address(player).await?;
        let choices = read(store.notify_choices(player).await?.as_deref());
        let browser = |(endpoint, added)| ExportedBrowser { endpoint, added };
        let browsers = store.subscriptions(player).await?.into_iter().map(browser).collect();
        let message = |OutboxRow { channel, kind, regatta, at, due, .. }: OutboxRow| {
            let unknown = || StoreError::Unreadable(format!("a message of kind {kind:?} for {channel:?}"));
            let (channel, kind) = MessageChannel::read(&channel).zip(MessageKind::read(&kind)).ok_or_else(unknown)?;
            Ok(ExportedMessage { channel, kind, regatta, at, due })
        };
        let waiting: Result<_, StoreError> = store.messages_of(player).await?.into_iter().map(message).collect();
        let mail = |(regatta, sent)| ExportedMail { regatta, sent };
        let mails = store.mails_of(player).await?.into_iter().map(mail).collect();
        Ok(ExportedNotifications { choices, address, pending, browsers, waiting: waiting?, mails })
    }
}

/// The stored choices of a player; `None` if there are none.
pub(super) fn read(stored: Option<&str>) -> Option<MessageChoices> {
    stored.and_then(|text| serde_json::from_str(text).ok())
}

async fn notifications(app: &App, player: &PlayerId) -> Result<Notifications, StoreError> {
    let stored = read(app.store.notify_choices(player).await?.as_deref());
    Ok(Notifications {
        chosen: stored.is_some(),
        choices: stored.unwrap_or_default(),
        push_key: app.notify.push().map(super::push::PushSender::public_key),
        browsers: app.store.subscriptions(player).await?.len(),
        mail: app.notify.mailer().is_some(),
        calendar: super::digest::calendar_url(&app.notify, player),
    })
}

/// Get what you are told
#[utoipa::path(get, operation_id = "get_notifications", path = "/api/me/notifications", tag = "notifications",
    security(("cookie" = []), ("token" = [])), responses((status = 200, body = Notifications)))]
async fn get_notifications(State(app): State<App>, player: Player) -> Result<Json<Notifications>, Refusal> {
    Ok(Json(notifications(&app, &player.id).await?))
}

/// Choose what you are told
#[utoipa::path(put, operation_id = "set_notifications", path = "/api/me/notifications", tag = "notifications",
    request_body = MessageChoices, security(("cookie" = []), ("token" = [])), responses((status = 200, body = Notifications)))]
async fn set_notifications(
    State(app): State<App>,
    player: Player,
    Json(choices): Json<MessageChoices>,
) -> Result<Json<Notifications>, Refusal> {
    app.limits.action(&player.id)?;
    choices.check().map_err(|error| Refusal::new(RefusalReason::BadRequest, format!("Refused: {error}.")))?;
    let text = StoreError::json(&choices)?;
    app.store.set_notify_choices(&player.id, &text, choices.next_digest(now())).await?;
    Ok(Json(notifications(&app, &player.id).await?))
}
