//! `/api/events`: club evenings and cups.

use crate::{
    app::App,
    compete::event::{
        settings::EventSettings,
        socket,
        state::NewResult,
        view::{EventPerson, EventView},
    },
    http::{
        address::Address,
        extract::{Json, Path},
        regattas::check_title,
    },
    ids::{EventId, PlayerId},
    moderate::Role,
    people::{Caller, Player},
    room::action::{Refusal, RefusalReason},
};
use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The most events in the list.
const LISTED: i64 = 50;

#[allow(missing_docs)]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create, list))
        .routes(routes!(look))
        .routes(routes!(check_in))
        .routes(routes!(check_out))
        .routes(routes!(start_round))
        .routes(routes!(correct))
        .routes(routes!(close))
        .routes(routes!(csv))
        .routes(routes!(socket::watch))
}

/// An event that was opened.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct OpenedEvent {
    #[allow(missing_docs)]
    pub id: EventId,
}

/// An event in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ListedEvent {
    #[allow(missing_docs)]
    pub id: EventId,
    #[allow(missing_docs)]
    pub title: String,
    #[allow(missing_docs)]
    pub organiser: EventPerson,
    /// Whether the organiser has closed it.
    pub closed: bool,
    /// When it was opened, in milliseconds since 1970.
    pub opened: i64,
}

/// Open an event
///
/// You become its organiser; you take part only if you check in, too. You must be registered, and can organise 20 events
/// at a time. A protected player who is an organiser can open one, too; it gets the name of a boat as its title.
#[utoipa::path(post, operation_id = "create_event", path = "/api/events", tag = "events", request_body = EventSettings,
    security(("cookie" = []), ("token" = [])),
    responses((status = 201, body = OpenedEvent, description = "The event is open"), (status = "4XX", body = Refusal)))]
async fn create(
    State(app): State<App>,
    Address(address): Address,
    player: Player,
    Json(settings): Json<EventSettings>,
) -> Result<(StatusCode, Json<OpenedEvent>), Refusal> {
    app.limits.action(&player.id)?;
    app.limits.event(address)?;
    if !player.is_protected || player.role < Role::Organiser {
        check_title(&app, &player, Some(&settings.title)).await?;
    }
    if app.moderation.notice().organisers_only && player.role < Role::Organiser {
        return Err(Refusal::new(RefusalReason::Forbidden, "On this server only organisers can open events."));
    }
    let id = app.events.open(&player, settings).await?;
    Ok((StatusCode::CREATED, Json(OpenedEvent { id })))
}

/// List events
///
/// The newest 50 events that are listed, that you organise or that you have entered, the newest first.
#[utoipa::path(get, operation_id = "list_club_events", path = "/api/events", tag = "events",
    responses((status = 200, body = [ListedEvent])))]
async fn list(State(app): State<App>, Caller(player): Caller) -> Result<Json<Vec<ListedEvent>>, Refusal> {
    let rows = app.store.events(player.as_ref().map(|player| &player.id), LISTED).await?;
    let organisers: Vec<PlayerId> = rows.iter().map(|row| row.organiser.clone()).collect();
    app.people.names.load(&organisers).await?;
    let names = &app.people.names;
    let listed = rows.into_iter().map(|row| ListedEvent {
        title: if names.shows_title(&row.organiser, &row.title) { row.title } else { String::new() },
        organiser: EventPerson { name: names.get(&row.organiser).to_string(), player: row.organiser },
        id: row.id,
        closed: row.stage == "closed",
        opened: row.created,
    });
    Ok(Json(listed.collect()))
}

/// Get an event
///
/// With its players, rounds, tables, results and standings. Everybody who has its address may see it.
#[utoipa::path(get, operation_id = "get_event", path = "/api/events/{id}", tag = "events", params(("id" = EventId, Path)),
    responses((status = 200, body = EventView), (status = "4XX", body = Refusal)))]
async fn look(State(app): State<App>, Address(address): Address, Path(id): Path<EventId>) -> Result<Response, Refusal> {
    let shown = app.events.shown(&id).await?.ok_or_else(Refusal::not_found)?;
    app.limits.spend(address, shown.cost())?;
    Ok(([(header::CONTENT_TYPE, "application/json")], shown.json()).into_response())
}

/// Check in
///
/// You take part from the next round on. Guests can check in unless the games are rated. Nobody can join a knockout after its
/// first heats have started.
#[utoipa::path(post, operation_id = "check_in", path = "/api/events/{id}/players", tag = "events",
    params(("id" = EventId, Path)), security(("cookie" = []), ("token" = [])),
    responses((status = 204, description = "You have checked in"), (status = "4XX", body = Refusal)))]
async fn check_in(State(app): State<App>, Path(id): Path<EventId>, player: Player) -> Result<StatusCode, Refusal> {
    app.limits.action(&player.id)?;
    let Player { id: who, registered, .. } = player.clone();
    app.events.act(&id, &player.id, move |event, _| event.check_in(&who, registered)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Check out
///
/// The player does not take part from the next round on. Players can check out themselves, the organiser everybody. In a game
/// that is being played, a pilot stands in for a player who does not come.
#[utoipa::path(delete, operation_id = "check_out", path = "/api/events/{id}/players/{player}", tag = "events",
    params(("id" = EventId, Path), ("player" = PlayerId, Path)), security(("cookie" = []), ("token" = [])),
    responses((status = 204, description = "The player has checked out"), (status = "4XX", body = Refusal)))]
async fn check_out(
    State(app): State<App>,
    Path((id, player)): Path<(EventId, PlayerId)>,
    caller: Player,
) -> Result<StatusCode, Refusal> {
    app.limits.action(&caller.id)?;
    let who = caller.id.clone();
    app.events.act(&id, &caller.id, move |event, _| event.check_out(&who, &player)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The round to start.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRound {
    /// From 1. A round that has started already does not start again.
    #[schema(minimum = 1, maximum = 60)]
    pub round: usize,
}

/// Start a round
///
/// Organiser only. Draws the tables for everybody who has checked in, and opens the games. They start at once. All games of
/// the round before must have results; the organiser can enter one.
#[utoipa::path(post, operation_id = "start_round", path = "/api/events/{id}/rounds", tag = "events", request_body = NewRound,
    params(("id" = EventId, Path)), security(("cookie" = []), ("token" = [])),
    responses((status = 204, description = "The round has started"), (status = "4XX", body = Refusal)))]
async fn start_round(
    State(app): State<App>,
    Path(id): Path<EventId>,
    player: Player,
    Json(NewRound { round }): Json<NewRound>,
) -> Result<StatusCode, Refusal> {
    app.limits.heavy(&player.id)?;
    let who = player.id.clone();
    app.events.act(&id, &player.id, move |event, crowd| event.start_round(&who, round, crowd)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Correct a result
///
/// Organiser only. Sets the result of a game, also of one that is still being played. The reason stays visible for everybody.
#[utoipa::path(post, operation_id = "correct_result", path = "/api/events/{id}/corrections", tag = "events",
    request_body = NewResult, params(("id" = EventId, Path)), security(("cookie" = []), ("token" = [])),
    responses((status = 204, description = "The result counts"), (status = "4XX", body = Refusal)))]
async fn correct(
    State(app): State<App>,
    Path(id): Path<EventId>,
    player: Player,
    Json(mut result): Json<NewResult>,
) -> Result<StatusCode, Refusal> {
    app.limits.action(&player.id)?;
    app.people.check_not_muted(&player.id).await?;
    match app.people.silences(&player) {
        // Nobody could read it.
        true => result.reason = "–".to_owned(),
        false => app.people.filter.check_reason(&result.reason)?,
    }
    let who = player.id.clone();
    app.events.act(&id, &player.id, move |event, _| event.correct(&who, result.clone())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Close an event
///
/// Organiser only. The standings are final. Games that have no result never count.
#[utoipa::path(post, operation_id = "close_event", path = "/api/events/{id}/close", tag = "events",
    params(("id" = EventId, Path)), security(("cookie" = []), ("token" = [])),
    responses((status = 204, description = "The event is over"), (status = "4XX", body = Refusal)))]
async fn close(State(app): State<App>, Path(id): Path<EventId>, player: Player) -> Result<StatusCode, Refusal> {
    app.limits.action(&player.id)?;
    let who = player.id.clone();
    app.events.act(&id, &player.id, move |event, _| event.close(&who)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Export the standings
///
/// As CSV, for a spreadsheet.
#[utoipa::path(get, operation_id = "export_standings", path = "/api/events/{id}/standings.csv", tag = "events",
    params(("id" = EventId, Path)),
    responses((status = 200, body = String, content_type = "text/csv"), (status = "4XX", body = Refusal)))]
async fn csv(State(app): State<App>, Path(id): Path<EventId>, Caller(caller): Caller) -> Result<Response, Refusal> {
    let shown = app.events.shown(&id).await?.ok_or_else(Refusal::not_found)?;
    let reader = app.people.ears(caller.as_ref()).await?;
    let kind = (header::CONTENT_TYPE, "text/csv; charset=utf-8");
    let file = (header::CONTENT_DISPOSITION, "attachment; filename=\"standings.csv\"");
    Ok(([kind, file], shown.view.csv(&reader)).into_response())
}
