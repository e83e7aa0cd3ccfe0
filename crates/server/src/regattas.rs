//! Regattas over HTTP: open one, find one, act in one, and have it afterwards.

use crate::{
    action::{Refusal, Submission, Why},
    app::App,
    desk::{Question, Visitor},
    event::Told,
    extract::{Json, Path, Query},
    ids::RegattaId,
    people::{Caller, Player, Salt},
    settings::{Clock, Settings, Visibility},
    socket,
    studies::Study,
    view::{Snapshot, Summary},
};
use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use powerboats_referee::AnalysisView;
use powerboats_rules::{Color, Scoring, Sides};
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

/// All of it.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create, list))
        .routes(routes!(look))
        .routes(routes!(act))
        .routes(routes!(story))
        .routes(routes!(record))
        .routes(routes!(chart))
        .routes(routes!(analysis))
        .routes(routes!(mine))
        .routes(routes!(socket::room))
        .routes(routes!(socket::lobby))
}

/// What a host decides. Whatever is left out is as the rulebook has it.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRegatta {
    /// How many seats: 2 to 6.
    #[schema(minimum = 2, maximum = 6)]
    pub seats: u8,
    /// Which sides of the tiles are up; dark unless said otherwise.
    pub sides: Option<Sides>,
    /// By turns for two, classic for more, unless said otherwise.
    pub scoring: Option<Scoring>,
    /// 1 to 3; three unless said otherwise.
    #[schema(minimum = 1, maximum = 3)]
    pub races: Option<u8>,
    /// Who finds it; public unless said otherwise.
    #[serde(default)]
    pub visibility: Visibility,
    /// How long a player may think; as long as they like unless said otherwise.
    #[serde(default)]
    pub clock: Clock,
    /// Whether the host takes a seat; true unless said otherwise.
    pub join: Option<bool>,
    /// The host's colour; any unless named.
    pub color: Option<Color>,
    /// What the host adds to the dice.
    pub salt: Option<Salt>,
}

/// A regatta that was opened.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Opened {
    /// Where to find it.
    pub id: RegattaId,
}

/// An invitation, if one is needed.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Invited {
    /// The invitation to a private regatta.
    pub invite: Option<String>,
}

fn visitor(Caller(player): Caller, invite: Option<String>) -> Visitor {
    Visitor { player: player.map(|player| player.id), invite }
}

/// Open a regatta
///
/// Whoever opens it is its host, and takes a seat unless `join` is false.
#[utoipa::path(post, path = "/api/regattas", tag = "regattas", request_body = NewRegatta,
    security(("cookie" = []), ("token" = [])),
    responses((status = 201, body = Opened, description = "It is open"), (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
async fn create(
    State(app): State<App>,
    player: Player,
    Json(new): Json<NewRegatta>,
) -> Result<(StatusCode, Json<Opened>), Refusal> {
    app.limits.action(&player.id)?;
    let NewRegatta { seats, sides, scoring, races, visibility, clock, join, color, salt } = new;
    let settings =
        Settings { seats, sides: sides.unwrap_or(Sides::Dark), scoring, races: races.unwrap_or(3), visibility, clock };
    if let Some(fault) = settings.fault() {
        return Err(Refusal::new(Why::BadRequest, format!("{fault}.")));
    }
    let seat = join.unwrap_or(true).then_some((color, salt));
    let id = app.harbour.create(settings, &player.id, seat).await?;
    Ok((StatusCode::CREATED, Json(Opened { id })))
}

/// What there is
///
/// All regattas that are open or live and that one can see: the public ones, and those one sits in. The latest first.
#[utoipa::path(get, path = "/api/regattas", tag = "regattas",
    responses((status = 200, body = [Summary]), (status = "4XX", body = Refusal)))]
async fn list(State(app): State<App>, Caller(player): Caller) -> Json<Vec<Summary>> {
    Json(app.harbour.lobby.seen_by(player.map(|player| player.id).as_ref()))
}

/// A regatta as it stands
#[utoipa::path(get, path = "/api/regattas/{id}", tag = "regattas", params(("id" = RegattaId, Path), Invited),
    responses((status = 200, body = Snapshot), (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
async fn look(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(Invited { invite }): Query<Invited>,
    caller: Caller,
) -> Result<Json<Snapshot>, Refusal> {
    let visitor = visitor(caller, invite);
    let snapshot = app.harbour.ask(&id, |reply| Question::Look(visitor.clone(), reply)).await?;
    Ok(Json(*snapshot))
}

/// What an action led to.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Done {
    /// Of the last event that came of it.
    pub seq: u64,
}

/// Do something
///
/// Answered when it is stored. Sent again with the same id it acts only once, so after a lost answer just send it again.
#[utoipa::path(post, path = "/api/regattas/{id}/actions", tag = "regattas", request_body = Submission,
    security(("cookie" = []), ("token" = [])),
    params(("id" = RegattaId, Path), Invited),
    responses((status = 200, body = Done), (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
async fn act(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(Invited { invite }): Query<Invited>,
    player: Player,
    Json(submission): Json<Submission>,
) -> Result<Json<Done>, Refusal> {
    app.limits.action(&player.id)?;
    let visitor = Visitor { player: Some(player.id), invite };
    let seq = app.harbour.act(&id, &visitor, &submission).await?;
    Ok(Json(Done { seq }))
}

/// All that happened
///
/// Every event the caller may know of, after `since`.
#[utoipa::path(get, path = "/api/regattas/{id}/events", tag = "regattas",
    params(("id" = RegattaId, Path), socket::Reading),
    responses((status = 200, body = [Told]), (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
async fn story(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(socket::Reading { since, invite }): Query<socket::Reading>,
    caller: Caller,
) -> Result<Json<Vec<Told>>, Refusal> {
    let visitor = visitor(caller, invite);
    let story = |reply| Question::Story(visitor.clone(), since.unwrap_or(0), reply);
    Ok(Json(app.harbour.ask(&id, story).await?))
}

/// Its record
///
/// As text; after the end with all that is needed to check its dice (`powerboats verify`).
#[utoipa::path(get, path = "/api/regattas/{id}/record", tag = "regattas", params(("id" = RegattaId, Path), Invited),
    responses((status = 200, body = String, content_type = "text/plain"), (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
async fn record(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(Invited { invite }): Query<Invited>,
    caller: Caller,
) -> Result<Response, Refusal> {
    let visitor = visitor(caller, invite);
    let (record, _) = app.harbour.ask(&id, |reply| Question::Record(visitor.clone(), reply)).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"powerboats-{id}.txt\"")),
    ];
    Ok((headers, record.to_string()).into_response())
}

/// Its picture
///
/// The race that is on, or the last, with the wakes of its boats.
#[utoipa::path(get, path = "/api/regattas/{id}/chart.svg", tag = "regattas", params(("id" = RegattaId, Path), Invited),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
async fn chart(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(Invited { invite }): Query<Invited>,
    caller: Caller,
) -> Result<Response, Refusal> {
    let visitor = visitor(caller, invite);
    let (record, _) = app.harbour.ask(&id, |reply| Question::Record(visitor.clone(), reply)).await?;
    let draw = move || {
        let book = powerboats_rules::replay(&record.to_string()).ok()?;
        powerboats_chart::picture(&book)
    };
    let picture = tokio::task::spawn_blocking(draw).await.ok().flatten().ok_or_else(Refusal::broken)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

/// An analysis, or how far it is.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum AnalysisState {
    /// Ask again in a moment.
    Working {
        /// From 0 to 1.
        progress: f64,
    },
    /// Here it is.
    Done {
        /// Luck and errors of each player, boat and turn.
        analysis: Box<AnalysisView>,
    },
}

/// Who was lucky and who was good
///
/// Worked out in the background when first asked for, after the end: ask again while it is `working`.
#[utoipa::path(get, path = "/api/regattas/{id}/analysis", tag = "regattas", params(("id" = RegattaId, Path), Invited),
    responses(
        (status = 200, body = AnalysisState, description = "It is done"),
        (status = 202, body = AnalysisState, description = "It is being worked out"),
        (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
async fn analysis(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(Invited { invite }): Query<Invited>,
    caller: Caller,
) -> Result<(StatusCode, Json<AnalysisState>), Refusal> {
    let visitor = visitor(caller, invite);
    let (record, summary) = app.harbour.ask(&id, |reply| Question::Record(visitor.clone(), reply)).await?;
    if summary.stage != "over" {
        return Err(Refusal::new(Why::NotOver, "A regatta is analysed when it is over."));
    }
    Ok(match app.studies.of(&app.harbour, visitor.player, &id, *record).await? {
        Study::Working(progress) => (StatusCode::ACCEPTED, Json(AnalysisState::Working { progress })),
        Study::Done(analysis) => (StatusCode::OK, Json(AnalysisState::Done { analysis })),
    })
}

/// Where a page of history begins.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Before {
    /// Only what was last played before this time (milliseconds since 1970).
    pub before: Option<i64>,
}

/// A regatta one sat in.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Past {
    /// When something last happened in it.
    pub updated: i64,
    /// The regatta in short.
    pub regatta: Summary,
}

/// My regattas
///
/// Those one sits in or sat in, the latest first, fifty at a time.
#[utoipa::path(get, path = "/api/me/regattas", tag = "people", params(Before),
    security(("cookie" = []), ("token" = [])),
    responses((status = 200, body = [Past]), (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
async fn mine(
    State(app): State<App>,
    player: Player,
    Query(Before { before }): Query<Before>,
) -> Result<Json<Vec<Past>>, Refusal> {
    let found = app.store.history(&player.id, before.unwrap_or(i64::MAX), 50).await?;
    let mut past = Vec::new();
    for (_, updated, text) in found {
        let regatta = crate::lobby::read(&text, &app.people).await;
        past.extend(regatta.map(|regatta| Past { updated, regatta }));
    }
    Ok(Json(past))
}
