//! `/api/me/export`: everything stored about a player.

use crate::people::{
    Player,
    me::{Me, account},
    tokens::Token,
};
use crate::rooms::lobby::stored_text;
use crate::{
    app::App,
    http::extract::Json,
    ids::{PlayerId, RegattaId},
    room::{
        action::Refusal,
        event::{ChatSide, LoggedEvent, RoomEvent},
    },
};
use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export))
}

/// Everything stored about a player. Times are milliseconds since 1970.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Export {
    #[allow(missing_docs)]
    pub me: Me,
    /// When the account was created.
    pub created: i64,
    /// When each session began.
    pub sessions: Vec<i64>,
    #[allow(missing_docs)]
    pub tokens: Vec<Token>,
    /// The regattas they played in, newest first. Their records can be downloaded separately.
    pub regattas: Vec<PlayedRegatta>,
    /// Their chat messages.
    pub chat: Vec<ChatMessage>,
}

/// A regatta the player had a seat in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct PlayedRegatta {
    #[allow(missing_docs)]
    pub id: RegattaId,
    /// When it last changed.
    pub updated: i64,
    /// The regatta as shown in the lobby.
    pub summary: serde_json::Value,
}

/// A chat message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ChatMessage {
    #[allow(missing_docs)]
    pub regatta: String,
    #[allow(missing_docs)]
    pub at: i64,
    /// Whether it went to the players or to the spectators.
    pub side: ChatSide,
    #[allow(missing_docs)]
    pub text: String,
}

/// Export your data
#[utoipa::path(get, operation_id = "export_me", path = "/api/me/export", tag = "people",
    security(("cookie" = []), ("token" = [])), responses(
    (status = 200, description = "Everything stored about you", body = Export),
))]
async fn export(State(app): State<App>, player: Player) -> Result<Response, Refusal> {
    app.limits.heavy(&player.id)?;
    let account = account(&app, &player).await?;
    let created = account.created;
    app.registry.lobby.catch_up(&app.store).await;
    let regattas = app.store.history(&player.id, i64::MAX, i64::MAX).await?;
    let played = |(id, updated, summary): (RegattaId, i64, String)| {
        let latest = app.registry.lobby.latest(&id).map(|summary| stored_text(&summary));
        let summary = serde_json::from_str(&latest.unwrap_or(summary)).unwrap_or_default();
        PlayedRegatta { id, updated, summary }
    };
    let mut chat = Vec::new();
    for (regatta, events) in app.store.chats_of(&player.id).await? {
        chat.extend(messages_by(&player.id, &regatta, &events));
    }
    let export = Export {
        me: account.into(),
        created,
        sessions: app.store.sessions(&player.id).await?,
        tokens: app.store.tokens(&player.id).await?.into_iter().map(Token::from).collect(),
        regattas: regattas.into_iter().map(played).collect(),
        chat,
    };
    let file = (header::CONTENT_DISPOSITION, "attachment; filename=\"powerboats.json\"");
    Ok(([file], Json(export)).into_response())
}

fn messages_by(player: &PlayerId, regatta: &str, events: &str) -> Vec<ChatMessage> {
    let events: Vec<LoggedEvent> = serde_json::from_str(events).unwrap_or_default();
    let said = |event: LoggedEvent| match event.what {
        RoomEvent::Chat { player: who, side, text } if who == *player => {
            Some(ChatMessage { regatta: regatta.to_owned(), at: event.at, side, text })
        }
        _ => None,
    };
    events.into_iter().filter_map(said).collect()
}
