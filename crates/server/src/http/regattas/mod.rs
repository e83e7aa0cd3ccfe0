//! Regattas over HTTP: open one, find one, act in one, and have it afterwards.

use crate::{
    app::App,
    http::{
        address::Address,
        extract::{Json, Path, Query, page_size},
        socket,
    },
    ids::{PlayerId, RegattaId},
    people::{Caller, Player, Salt, Seal},
    room::{
        action::{Refusal, RefusalReason, RoomAction, Submission},
        event::{Told, seq},
        settings::{Clock, Settings, Visibility},
        view::{Snapshot, Summary},
    },
    rooms::{
        history::{self, Span},
        lobby::{Cursor, Page, Reservation, StageFilter, Wanted},
        request::{Admitted, RoomRequest, Visitor},
    },
};
use axum::{
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode},
};
use powerboats_rules::{Color, Scoring, Sides};
use serde::{Deserialize, Serialize};
use std::{fmt, net::IpAddr};
use utoipa_axum::{router::OpenApiRouter, routes};

mod results;

/// All of it.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create, list))
        .routes(routes!(look))
        .routes(routes!(act))
        .routes(routes!(events))
        .routes(routes!(results::record))
        .routes(routes!(results::chart))
        .routes(routes!(results::analysis))
        .routes(routes!(results::mine))
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
    /// What the host adds to the dice; without a salt or a seal, the server draws one.
    pub salt: Option<Salt>,
    /// SHA-256 of a salt that stays hidden until everybody is ready; instead of `salt`.
    pub seal: Option<Seal>,
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
/// Whoever opens it is its host, and takes a seat unless `join` is false. A player can host only so many at a time that
/// have not begun, and only so many that are not over: then it is refused as `too-many`.
#[utoipa::path(post, operation_id = "create_regatta", path = "/api/regattas",
    tag = "regattas", request_body = NewRegatta,
    security(("cookie" = []), ("token" = [])),
    responses((status = 201, body = Opened, description = "It is open"), (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
async fn create(
    State(app): State<App>,
    Address(address): Address,
    player: Player,
    Json(new): Json<NewRegatta>,
) -> Result<(StatusCode, Json<Opened>), Refusal> {
    app.limits.action(&player.id)?;
    let NewRegatta { seats, sides, scoring, races, visibility, clock, join, color, salt, seal } = new;
    let settings =
        Settings { seats, sides: sides.unwrap_or(Sides::Dark), scoring, races: races.unwrap_or(3), visibility, clock };
    if let Some(fault) = settings.fault() {
        return Err(Refusal::new(RefusalReason::BadRequest, format!("{fault}.")));
    }
    let seat = join.unwrap_or(true).then_some(RoomAction::Join { color, salt, seal });
    let _reserved = may_open(&app, &player.id, address)?;
    let id = app.registry.create(settings, &player.id, seat).await?;
    app.registry.lobby.catch_up(&app.store).await;
    Ok((StatusCode::CREATED, Json(Opened { id })))
}

/// May this player host one more regatta, and open it from this address?
fn may_open(app: &App, player: &PlayerId, address: IpAddr) -> Result<Reservation, Refusal> {
    let reserved = app.registry.lobby.reserve(player, app.config.rates.rooms)?;
    app.limits.opening(address)?;
    Ok(reserved)
}

/// Checks the limits on an action. What comes back is to be kept until the action is done.
pub(crate) fn may_act(
    app: &App,
    id: &RegattaId,
    player: &PlayerId,
    address: IpAddr,
    action: &RoomAction,
) -> Result<Option<Reservation>, Refusal> {
    app.limits.action(player)?;
    match action {
        RoomAction::Chat { .. } => app.limits.chat(id, address).map(|()| None),
        RoomAction::Rematch {} => may_open(app, player, address).map(Some),
        _ => Ok(None),
    }
}

/// Which regattas to list.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Listing {
    /// Only those that have not begun, or that are being sailed.
    #[param(inline)]
    pub stage: Option<StageFilter>,
    /// Only those one sits in or hosts.
    pub mine: Option<bool>,
    /// Go on after a page: what its header `x-next-before` said.
    #[param(value_type = Option<String>, pattern = r"^-?[0-9]{1,18}-[a-km-np-z2-9]{20}$")]
    pub before: Option<Cursor>,
    /// At most so many; 100 unless said otherwise.
    #[serde(default, deserialize_with = "page_size::<_, 100>")]
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<usize>,
}

const NEXT_BEFORE: HeaderName = HeaderName::from_static("x-next-before");
const NEXT_SINCE: HeaderName = HeaderName::from_static("x-next-since");

/// A header that says where the next page begins, if there is one.
fn next(name: HeaderName, value: Option<impl fmt::Display>) -> HeaderMap {
    let value = value.and_then(|value| HeaderValue::from_str(&value.to_string()).ok());
    value.map(|value| (name, value)).into_iter().collect()
}

/// What there is
///
/// Regattas that are open or live and that one can see: the public ones, and those one sits in or hosts. The latest
/// first, a page at a time: if there are more, the header `x-next-before` says what to send as `before`.
#[utoipa::path(get, operation_id = "list_regattas", path = "/api/regattas", tag = "regattas", params(Listing),
    responses(
        (status = 200, body = [Summary], headers(("x-next-before" = String, description = "Only if there are more"))),
        (status = "4XX", body = Refusal)))]
async fn list(
    State(app): State<App>,
    Caller(player): Caller,
    Query(Listing { stage, mine, before, limit }): Query<Listing>,
) -> (HeaderMap, Json<Vec<Summary>>) {
    app.registry.lobby.catch_up(&app.store).await;
    let wanted = Wanted { stage, mine: mine.unwrap_or(false), before, limit: limit.unwrap_or(100) };
    let Page { regattas, next: cursor } = app.registry.lobby.page(player.map(|player| player.id).as_ref(), &wanted);
    let regattas = regattas.iter().map(|summary| Summary::clone(summary)).collect();
    (next(NEXT_BEFORE, cursor), Json(regattas))
}

/// A regatta as it stands
#[utoipa::path(get, operation_id = "get_regatta", path = "/api/regattas/{id}",
    tag = "regattas", params(("id" = RegattaId, Path), Invited),
    responses((status = 200, body = Snapshot), (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
async fn look(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(Invited { invite }): Query<Invited>,
    caller: Caller,
) -> Result<Json<Snapshot>, Refusal> {
    let visitor = visitor(caller, invite);
    let snapshot = app.registry.ask(&id, |reply| RoomRequest::Look(visitor.clone(), reply)).await?;
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
#[utoipa::path(post, operation_id = "submit_action", path = "/api/regattas/{id}/actions",
    tag = "regattas", request_body = Submission,
    security(("cookie" = []), ("token" = [])),
    params(("id" = RegattaId, Path), Invited),
    responses((status = 200, body = Done), (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
async fn act(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(Invited { invite }): Query<Invited>,
    Address(address): Address,
    player: Player,
    Json(submission): Json<Submission>,
) -> Result<Json<Done>, Refusal> {
    let reserved = may_act(&app, &id, &player.id, address, &submission.action)?;
    let visitor = Visitor { player: Some(player.id), invite };
    let seq = app.registry.act(&id, &visitor, &submission).await?;
    if reserved.is_some() {
        app.registry.lobby.catch_up(&app.store).await;
    }
    Ok(Json(Done { seq }))
}

/// Which part of a story to read.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Only events after this one.
    #[serde(default, deserialize_with = "seq")]
    pub since: Option<u64>,
    /// At most so many; 1000 unless said otherwise.
    #[serde(default, deserialize_with = "page_size::<_, 1000>")]
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<usize>,
    /// The invitation to a private regatta.
    pub invite: Option<String>,
}

/// All that happened
///
/// The events the caller may know of, after `since`, a page at a time: if there are more, the header `x-next-since` says
/// what to send as `since`. A page can be shorter than `limit`, or empty, and still not be the last.
#[utoipa::path(get, operation_id = "list_events", path = "/api/regattas/{id}/events", tag = "regattas",
    params(("id" = RegattaId, Path), Part),
    responses(
        (status = 200, body = [Told], headers(("x-next-since" = u64, description = "Only if there are more"))),
        (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
async fn events(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(Part { since, limit, invite }): Query<Part>,
    caller: Caller,
) -> Result<(HeaderMap, Json<Vec<Told>>), Refusal> {
    let Admitted { color, seq, .. } = app.registry.admit(&id, &visitor(caller, invite)).await?;
    let span = Span { color, since: since.unwrap_or(0), until: seq };
    let most = limit.unwrap_or(history::MOST);
    let page = history::page(&app.store, &app.people.names, &id, span, most).await?;
    Ok((next(NEXT_SINCE, page.next), Json(page.events)))
}
