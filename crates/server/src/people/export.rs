//! `/api/me/export`: all that is stored about a player.

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

/// All that is stored about a player. Times are milliseconds since 1970.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Export {
    /// Who.
    pub me: Me,
    /// When they came.
    pub created: i64,
    /// When their sessions began.
    pub sessions: Vec<i64>,
    /// Their tokens.
    pub tokens: Vec<Token>,
    /// Where they sat, the latest first. The record of each can be had as long as it exists.
    pub regattas: Vec<Sailed>,
    /// What they said.
    pub chat: Vec<Said>,
}

/// A regatta in which a player sat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Sailed {
    /// Which.
    pub id: RegattaId,
    /// When something last happened.
    pub updated: i64,
    /// As the lobby shows it.
    pub summary: serde_json::Value,
}

/// Something a player said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Said {
    /// Where.
    pub regatta: String,
    /// When.
    pub at: i64,
    /// To whom.
    pub side: ChatSide,
    /// What.
    pub text: String,
}

/// Everything that is stored about you
#[utoipa::path(get, operation_id = "export_me", path = "/api/me/export", tag = "people",
    security(("cookie" = []), ("token" = [])), responses(
    (status = 200, description = "A file to keep", body = Export),
))]
async fn export(State(app): State<App>, player: Player) -> Result<Response, Refusal> {
    app.limits.heavy(&player.id)?;
    let account = account(&app, &player).await?;
    let created = account.created;
    app.registry.lobby.catch_up(&app.store).await;
    let regattas = app.store.history(&player.id, i64::MAX, i64::MAX).await?;
    let sailed = |(id, updated, summary): (RegattaId, i64, String)| {
        let latest = app.registry.lobby.latest(&id).map(|summary| stored_text(&summary));
        let summary = serde_json::from_str(&latest.unwrap_or(summary)).unwrap_or_default();
        Sailed { id, updated, summary }
    };
    let mut chat = Vec::new();
    for (regatta, events) in app.store.chats_of(&player.id).await? {
        chat.extend(said(&player.id, &regatta, &events));
    }
    let export = Export {
        me: account.into(),
        created,
        sessions: app.store.sessions(&player.id).await?,
        tokens: app.store.tokens(&player.id).await?.into_iter().map(Token::from).collect(),
        regattas: regattas.into_iter().map(sailed).collect(),
        chat,
    };
    let file = (header::CONTENT_DISPOSITION, "attachment; filename=\"powerboats.json\"");
    Ok(([file], Json(export)).into_response())
}

fn said(player: &PlayerId, regatta: &str, events: &str) -> Vec<Said> {
    let events: Vec<LoggedEvent> = serde_json::from_str(events).unwrap_or_default();
    let said = |event: LoggedEvent| match event.what {
        RoomEvent::Chat { player: who, side, text } if who == *player => {
            Some(Said { regatta: regatta.to_owned(), at: event.at, side, text })
        }
        _ => None,
    };
    events.into_iter().filter_map(said).collect()
}
