//! `/api/me/export`: everything stored about a player.

use crate::people::{
    Player,
    me::{Me, account},
    safety::{Blocked, MyReport},
    tokens::Token,
};
use crate::rooms::lobby::stored_text;
use crate::{
    app::App,
    compete::{
        daily::DailyRun,
        fairplay::Duel,
        play_now::Waiter,
        profile::{title::Title, title_of},
        ratings::api::{RatingHistory, history_of},
    },
    http::{
        extract::Json,
        seasons::{MySeason, part_of},
    },
    ids::{EventId, PlayerId, RegattaId},
    moderate::act::AuditEntry,
    notify::ExportedNotifications,
    room::{
        action::Refusal,
        event::{ChatSide, LoggedEvent, Phrase, RoomEvent},
        view::Summary,
    },
    store::{CarriedRow, WaitingRow},
};
use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use powerboats_ratings::Ladder;
use powerboats_referee::FormatVersion;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export))
}

/// Everything stored about a player. Times are milliseconds since 1970.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Export {
    /// The version of this JSON.
    pub format: FormatVersion,
    #[allow(missing_docs)]
    pub me: Me,
    /// When the account was created.
    pub created: i64,
    /// When each session began.
    pub sessions: Vec<i64>,
    /// When each browser in which the account was used was last used with it. The server notices accounts of one browser that
    /// race each other.
    #[serde(default)]
    pub browsers: Vec<i64>,
    #[allow(missing_docs)]
    pub tokens: Vec<Token>,
    /// The regattas they played in, newest first. Their records can be downloaded separately.
    pub regattas: Vec<PlayedRegatta>,
    /// The events they organised or entered.
    #[serde(default)]
    pub events: Vec<ExportedEvent>,
    /// Their ratings, with the history of each.
    pub ratings: Vec<RatingHistory>,
    /// How well they decide; null if too few of their races are analysed.
    #[serde(default)]
    pub title: Option<Title>,
    /// Their chat messages.
    pub chat: Vec<ChatMessage>,
    /// Their part in the seasons.
    pub seasons: MySeason,
    /// Their attempts at daily lakes, the oldest first.
    #[serde(default)]
    pub daily: Vec<DailyRun>,
    /// How they are told what waits for them.
    pub notifications: ExportedNotifications,
    /// The players whom they have blocked or muted.
    #[serde(default)]
    pub blocks: Vec<Blocked>,
    /// What they have told the moderators.
    #[serde(default)]
    pub reports: Vec<MyReport>,
    /// What moderators did about them.
    #[serde(default)]
    pub moderation: Vec<AuditEntry>,
    /// The players whom they follow.
    #[serde(default)]
    pub following: Vec<PlayerId>,
    /// Whether they hide that they are online.
    #[serde(default)]
    pub hides_online: bool,
    /// Whether only they can see their profile.
    #[serde(default)]
    pub private_profile: bool,
    /// What moderators have told them and they have not confirmed.
    #[serde(default)]
    pub warning: Option<PendingWarning>,
    /// Games on their way to another device.
    #[serde(default)]
    pub carried: Vec<CarriedGame>,
    /// The table for which they wait with "Play now".
    #[serde(default)]
    pub play_now: Option<WaitingForGame>,
    /// Their rated Duels in the statistics of fair play, the oldest first.
    #[serde(default)]
    pub duels: Vec<RatedDuel>,
}

/// A warning of the moderators. A protected player gets no text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct PendingWarning {
    #[allow(missing_docs)]
    pub text: String,
}

/// A game on its way to another device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct CarriedGame {
    #[allow(missing_docs)]
    pub game: String,
    /// When it is forgotten.
    pub expires: i64,
}

/// What is stored about somebody who waits for a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct WaitingForGame {
    #[allow(missing_docs)]
    pub seats: usize,
    /// Whether pilots may fill the table.
    pub pilots: bool,
    /// The rating with which opponents are looked for, in points.
    pub rating: i64,
    #[allow(missing_docs)]
    pub since: i64,
    /// The regatta, once there is one.
    pub regatta: Option<RegattaId>,
}

/// A rated Duel in the statistics of fair play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct RatedDuel {
    #[allow(missing_docs)]
    pub regatta: RegattaId,
    /// When it ended.
    pub at: i64,
    /// Null: a tie.
    pub won: Option<bool>,
    /// Whether the player gave up.
    pub gave_up: bool,
}

impl From<CarriedRow> for CarriedGame {
    fn from(CarriedRow { game, expires, .. }: CarriedRow) -> CarriedGame {
        CarriedGame { game, expires }
    }
}

impl From<WaitingRow> for WaitingForGame {
    fn from(WaitingRow { waiter, regatta, .. }: WaitingRow) -> WaitingForGame {
        let Waiter { seats, rating, since, takes_pilots, .. } = waiter;
        WaitingForGame { seats, pilots: takes_pilots, rating, since, regatta }
    }
}

impl RatedDuel {
    fn of(player: &PlayerId, duel: Duel) -> RatedDuel {
        let own = usize::from(duel.players[1] == *player);
        let won = duel.winner.map(|winner| winner == own);
        RatedDuel { regatta: duel.regatta, at: duel.at, won, gave_up: duel.gave_up[own] }
    }
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

/// An event that the player organised or entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ExportedEvent {
    #[allow(missing_docs)]
    pub id: EventId,
    #[allow(missing_docs)]
    pub title: String,
    /// Whether the player organised it.
    pub organised: bool,
    /// When it was opened.
    pub opened: i64,
    /// The player's place in the standings; null for an organiser who did not take part.
    pub place: Option<usize>,
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
    /// Empty for a phrase.
    pub text: String,
    /// A ready-made phrase; null for free text.
    #[serde(default)]
    pub phrase: Option<Phrase>,
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
    let regattas = regattas.into_iter().map(|(id, updated, stored)| {
        let latest = app.registry.lobby.latest(&id).map(|summary| Summary::clone(&summary));
        (id, updated, latest.or_else(|| serde_json::from_str(&stored).ok()))
    });
    let regattas: Vec<(RegattaId, i64, Option<Summary>)> = regattas.collect();
    let author = |(_, _, summary): &(RegattaId, i64, Option<Summary>)| summary.as_ref()?.settings.title_by.clone();
    let authors: Vec<PlayerId> = regattas.iter().filter_map(author).collect();
    app.people.names.load(&authors).await?;
    let played = |(id, updated, summary): (RegattaId, i64, Option<Summary>)| {
        let shown = summary.map(|mut summary| {
            summary.settings.hide_title(&app.people.names);
            stored_text(&summary)
        });
        let summary = shown.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        PlayedRegatta { id, updated, summary }
    };
    let mut chat = Vec::new();
    for (regatta, events) in app.store.chats_of(&player.id).await? {
        chat.extend(messages_by(&player.id, &regatta, &events));
    }
    let events = exported_events(&app, &player.id).await?;
    let mut ratings = Vec::new();
    for ladder in Ladder::ALL {
        ratings.push(history_of(&app, &player.id, ladder, &HashSet::new()).await?);
    }
    let mut moderation = app.store.audit(Some(&player.id), None, i64::MAX).await?;
    // Who the moderator was is the moderator's business.
    moderation.iter_mut().for_each(|line| line.actor = None);
    let export = Export {
        format: FormatVersion,
        moderation,
        following: app.store.following(&player.id).await?.into_iter().map(|row| row.player).collect(),
        hides_online: app.store.is_hidden(&player.id).await?,
        private_profile: app.store.has_private_profile(&player.id).await?,
        warning: app.store.warning(&player.id).await?.map(|text| PendingWarning { text }),
        carried: app.store.carried_by(&player.id).await?.into_iter().map(CarriedGame::from).collect(),
        play_now: app.store.waiting_of(&player.id).await?.map(WaitingForGame::from),
        duels: app.store.duels_of(&player.id).await?.into_iter().map(|duel| RatedDuel::of(&player.id, duel)).collect(),
        ratings,
        title: title_of(&app, &player.id).await?,
        me: account.into(),
        created,
        sessions: app.store.sessions(&player.id).await?.into_iter().map(|(_, created)| created).collect(),
        browsers: app.store.browsers_of(&player.id).await?,
        tokens: app.store.tokens(&player.id).await?.into_iter().map(Token::from).collect(),
        regattas: regattas.into_iter().map(played).collect(),
        events,
        chat,
        seasons: part_of(&app, &player.id).await?,
        daily: app.store.attempts_of(&player.id).await?.into_iter().map(DailyRun::from).collect(),
        notifications: ExportedNotifications::of(&app.store, &player.id).await?,
        blocks: app.store.blocks(&player.id).await?.into_iter().map(Blocked::from).collect(),
        reports: app.store.reports_by(&player.id).await?.into_iter().map(MyReport::from).collect(),
    };
    let file = (header::CONTENT_DISPOSITION, "attachment; filename=\"powerboats.json\"");
    Ok(([file], Json(export)).into_response())
}

async fn exported_events(app: &App, player: &PlayerId) -> Result<Vec<ExportedEvent>, Refusal> {
    let mut events = Vec::new();
    let rows = app.store.events_of(player).await?;
    let organisers: Vec<PlayerId> = rows.iter().map(|row| row.organiser.clone()).collect();
    app.people.names.load(&organisers).await?;
    for row in rows {
        let shown = app.events.shown(&row.id).await?;
        let place = shown.and_then(|shown| {
            shown.view.standings.iter().find(|line| line.person.player == *player).map(|line| line.place)
        });
        let (organised, opened) = (row.organiser == *player, row.created);
        let title = if app.people.names.shows_title(&row.organiser, &row.title) { row.title } else { String::new() };
        events.push(ExportedEvent { id: row.id, title, organised, opened, place });
    }
    Ok(events)
}

fn messages_by(player: &PlayerId, regatta: &str, events: &str) -> Vec<ChatMessage> {
    let events: Vec<LoggedEvent> = serde_json::from_str(events).unwrap_or_default();
    let said = |event: LoggedEvent| match event.what {
        RoomEvent::Chat { player: who, side, text } if who == *player => {
            Some(ChatMessage { regatta: regatta.to_owned(), at: event.at, side, text, phrase: None })
        }
        RoomEvent::Phrase { player: who, side, phrase } if who == *player => {
            let (regatta, text) = (regatta.to_owned(), String::new());
            Some(ChatMessage { regatta, at: event.at, side, text, phrase: Some(phrase) })
        }
        _ => None,
    };
    events.into_iter().filter_map(said).collect()
}
