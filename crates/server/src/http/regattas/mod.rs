//! Regattas over HTTP: open, find and play them, and get their results.

use crate::{
    app::App,
    http::{
        address::Address,
        extract::{Json, Path, Query, page_size},
        socket,
    },
    ids::{PlayerId, RegattaId},
    people::{Caller, Player, Salt, Seal, check_salt},
    room::{
        action::{Refusal, RefusalReason, RoomAction, Submission},
        event::{ClientEvent, seq},
        settings::{Clock, PilotName, Settings, Visibility},
        view::{Snapshot, Summary},
    },
    rooms::{
        history::{self, Span},
        lobby::{ClockFilter, Cursor, LobbyFilter, LobbyPage, Reservation, StageFilter, Viewer, Wanted},
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

#[allow(missing_docs)]
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

/// The settings of a new regatta. The defaults are those of the rulebook.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRegatta {
    /// Number of seats, 2 to 6.
    #[schema(minimum = 2, maximum = 6)]
    pub seats: u8,
    /// Which side of the tiles faces up; dark by default.
    pub sides: Option<Sides>,
    /// How races are scored. By default, two boats score by turns and more boats score classic.
    pub scoring: Option<Scoring>,
    /// Number of races, 1 to 3; 3 by default.
    #[schema(minimum = 1, maximum = 3)]
    pub races: Option<u8>,
    /// Who can find it; public by default.
    #[serde(default)]
    pub visibility: Visibility,
    /// How much time a player has; unlimited by default.
    #[serde(default)]
    pub clock: Clock,
    /// Whether the host takes a seat; true by default.
    pub join: Option<bool>,
    /// The host's colour; any free one by default.
    pub color: Option<Color>,
    /// What to call it, 1 to 40 characters.
    #[schema(min_length = 1, max_length = 40)]
    pub title: Option<String>,
    /// Hours after which it closes if it has not started and nothing happens in it, 1 to 720; 24 by default.
    #[schema(minimum = 1, maximum = 720)]
    pub open_hours: Option<u16>,
    /// Whether the result changes the players' ratings; false by default. All people must be registered, at least two must
    /// play, there must be a clock, and it can't be private.
    #[serde(default)]
    pub rated: bool,
    /// Pilots that take seats at once. The other seats are for people.
    #[serde(default)]
    #[schema(max_items = 6)]
    pub pilots: Vec<NewPilot>,
    /// Players for whom seats are reserved. They find the regatta in their list.
    #[serde(default)]
    #[schema(max_items = 5)]
    pub challenge: Vec<PlayerId>,
    /// The host's contribution to the dice. If neither `salt` nor `seal` is given, the server draws a salt.
    pub salt: Option<Salt>,
    /// SHA-256 of a salt that stays hidden until everyone is ready; instead of `salt`.
    pub seal: Option<Seal>,
}

/// A pilot that takes a seat.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPilot {
    #[allow(missing_docs)]
    pub pilot: PilotName,
    /// Any free one by default.
    pub color: Option<Color>,
}

/// A regatta that was opened.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = OpenedRegatta)]
pub struct Opened {
    #[allow(missing_docs)]
    pub id: RegattaId,
}

/// The invitation, if one is needed.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct InviteQuery {
    /// The invitation to a private regatta.
    pub invite: Option<String>,
}

/// The client behind a request, with what they may hear.
pub(crate) async fn visitor(app: &App, caller: Option<Player>, invite: Option<String>) -> Result<Visitor, Refusal> {
    let ears = app.people.ears(caller.as_ref()).await?;
    Ok(Visitor::new(caller.map(|player| player.id), invite).hearing(ears))
}

/// Open a regatta
///
/// You become its host and take a seat, unless `join` is false. The number of regattas you may host at a time is limited,
/// both of those that have not started and of all that are unfinished, and so is the number of those that all players of your
/// address host. Above it the request is refused as `too-many`.
#[utoipa::path(post, operation_id = "create_regatta", path = "/api/regattas",
    tag = "regattas", request_body = NewRegatta,
    security(("cookie" = []), ("token" = [])),
    responses((status = 201, body = Opened, description = "The regatta is open"), (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
async fn create(
    State(app): State<App>,
    Address(address): Address,
    player: Player,
    Json(new): Json<NewRegatta>,
) -> Result<(StatusCode, Json<Opened>), Refusal> {
    app.limits.action(&player.id)?;
    let NewRegatta { seats, sides, scoring, races, visibility, clock, join, color, salt, seal, .. } = new;
    let (sides, races, open_hours) = (sides.unwrap_or(Sides::Dark), races.unwrap_or(3), new.open_hours.unwrap_or(24));
    let (title, rated) = (new.title, new.rated);
    let title_by = title.is_some().then(|| player.id.clone());
    let settings = Settings { seats, sides, scoring, races, visibility, clock, title, title_by, open_hours, rated };
    if let Some(fault) = settings.fault() {
        return Err(Refusal::new(RefusalReason::BadRequest, format!("{fault}.")));
    }
    check_title(&app, &player, settings.title.as_deref()).await?;
    check_salt(salt.as_ref())?;
    let seat = join.unwrap_or(true).then_some(RoomAction::Join { color, salt, seal });
    let pilot = |NewPilot { pilot, color }| RoomAction::SeatPilot { color, pilot };
    // Seats of a chosen colour first, so that nobody else gets it.
    let (chosen, any): (Vec<_>, Vec<_>) = new.pilots.into_iter().partition(|pilot| pilot.color.is_some());
    let seats = chosen.into_iter().map(pilot).chain(seat).chain(any.into_iter().map(pilot)).collect();
    let reserved = may_open(&app, &player.id, address).await?;
    new.challenge.iter().try_for_each(|challenged| app.limits.challenge(challenged, address))?;
    let id = app.registry.create(settings, &player.id, seats, new.challenge).await?;
    reserved.end(&app.store).await;
    Ok((StatusCode::CREATED, Json(Opened { id })))
}

/// Checks a title that a player gives to something.
pub(crate) async fn check_title(app: &App, player: &Player, title: Option<&str>) -> Result<(), Refusal> {
    match title {
        None => Ok(()),
        Some(_) if app.people.silences(player) => {
            Err(Refusal::new(RefusalReason::PhrasesOnly, "Protected players can't give titles."))
        }
        Some(title) => {
            app.people.check_not_muted(&player.id).await?;
            app.people.filter.check_title(title)
        }
    }
}

/// Checks whether this player may host one more regatta and open it from this address.
async fn may_open(app: &App, player: &PlayerId, address: IpAddr) -> Result<Reservation, Refusal> {
    app.registry.lobby.catch_up(&app.store).await;
    let reserved = app.registry.lobby.reserve(player, address, &app.config.rates)?;
    app.limits.opening(address)?;
    app.registry.note_origin(player, address);
    Ok(reserved)
}

/// Carries out an action in a room, if the rate limits allow it.
pub(crate) async fn act_within_limits(
    app: &App,
    id: &RegattaId,
    visitor: &Visitor,
    address: IpAddr,
    submission: &Submission,
) -> Result<u64, Refusal> {
    let mut reserved = None;
    let begins = matches!(submission.action, RoomAction::Join { .. } | RoomAction::Rematch {});
    if begins && app.moderation.notice().maintenance {
        return Err(Refusal::maintenance());
    }
    if let Some(player) = &visitor.player {
        app.limits.action(player)?;
        match submission.action {
            RoomAction::Chat { .. } | RoomAction::Phrase { .. } => app.limits.chat(id, address)?,
            RoomAction::Rematch {} => reserved = Some(may_open(app, player, address).await?),
            _ => {}
        }
    }
    let done = app.registry.act(id, visitor, submission).await;
    // Whoever enters may become the host, and a server that has restarted has forgotten where its guests are.
    if let (Ok(_), Some(player)) = (&done, &visitor.player) {
        app.registry.note_origin(player, address);
    }
    if let Some(reserved) = reserved {
        reserved.end(&app.store).await;
    }
    done
}

/// Which regattas to list.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct ListQuery {
    /// Only regattas that have not started (`open`) or that are being played (`live`).
    #[param(inline)]
    pub stage: Option<StageFilter>,
    /// Only regattas you play in or host, or where a seat is reserved for you.
    pub mine: Option<bool>,
    /// Only regattas with this kind of clock.
    #[param(inline)]
    pub clock: Option<ClockFilter>,
    /// Only regattas with this number of seats.
    #[param(minimum = 2, maximum = 6)]
    pub seats: Option<u8>,
    /// Only regattas that have not started and have a free seat.
    pub free: Option<bool>,
    /// Only regattas whose title contains this text.
    #[param(max_length = 40)]
    pub title: Option<String>,
    /// The next page: the value of the header `x-next-before` of the page before.
    #[param(value_type = Option<String>, pattern = r"^-?[0-9]{1,18}-[a-km-np-z2-9]{20}$")]
    pub before: Option<Cursor>,
    /// The most regattas in a page; 100 by default.
    #[serde(default, deserialize_with = "page_size::<_, 100>")]
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<usize>,
}

const NEXT_BEFORE: HeaderName = HeaderName::from_static("x-next-before");
const NEXT_SINCE: HeaderName = HeaderName::from_static("x-next-since");

/// The header with the start of the next page, if there is one.
fn next(name: HeaderName, value: Option<impl fmt::Display>) -> HeaderMap {
    let value = value.and_then(|value| HeaderValue::from_str(&value.to_string()).ok());
    value.map(|value| (name, value)).into_iter().collect()
}

/// List regattas
///
/// The open and live regattas you can see: public ones, and those you play in or host. Newest first, in pages. If there
/// are more, the header `x-next-before` has the value to send as `before`.
#[utoipa::path(get, operation_id = "list_regattas", path = "/api/regattas", tag = "regattas", params(ListQuery),
    responses(
        (status = 200, body = [Summary], headers(("x-next-before" = String, description = "Present if there are more"))),
        (status = "4XX", body = Refusal)))]
async fn list(
    State(app): State<App>,
    Caller(player): Caller,
    Query(query): Query<ListQuery>,
) -> Result<(HeaderMap, Json<Vec<Summary>>), Refusal> {
    let ListQuery { stage, mine, clock, seats, free, title, before, limit } = query;
    if title.as_ref().is_some_and(|title| title.chars().count() > 40) {
        return Err(Refusal::new(RefusalReason::BadRequest, "`title` may have up to 40 characters."));
    }
    app.registry.lobby.catch_up(&app.store).await;
    let ears = app.people.ears(player.as_ref()).await?;
    let title = app.registry.lobby.titled(title, &app.people, &ears).await?;
    let filter = LobbyFilter { clock, seats, free: free.unwrap_or(false), title };
    let wanted = Wanted { stage, mine: mine.unwrap_or(false), before, limit: limit.unwrap_or(100), filter };
    let viewer = Viewer::new(&app.people.names, ears, player);
    let LobbyPage { regattas, next: cursor } = app.registry.lobby.page(viewer.player(), &wanted);
    viewer.meet(&regattas).await;
    let regattas = regattas.iter().filter_map(|summary| viewer.sees(summary)).collect();
    Ok((next(NEXT_BEFORE, cursor), Json(regattas)))
}

/// Get a regatta
#[utoipa::path(get, operation_id = "get_regatta", path = "/api/regattas/{id}",
    tag = "regattas", params(("id" = RegattaId, Path), InviteQuery),
    responses((status = 200, body = Snapshot), (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
async fn look(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(InviteQuery { invite }): Query<InviteQuery>,
    caller: Caller,
) -> Result<Json<Snapshot>, Refusal> {
    let visitor = visitor(&app, caller.0, invite).await?;
    let snapshot = app.registry.ask(&id, |reply| RoomRequest::Snapshot(visitor.clone(), reply)).await?;
    Ok(Json(*snapshot))
}

/// The result of an action.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ActionDone)]
pub struct Done {
    /// Number of its last event.
    pub seq: u64,
}

/// Submit an action
///
/// The answer comes when the action is stored. An action that is sent twice with the same id takes effect once, so if you
/// got no answer, just send it again.
#[utoipa::path(post, operation_id = "submit_action", path = "/api/regattas/{id}/actions",
    tag = "regattas", request_body = Submission,
    security(("cookie" = []), ("token" = [])),
    params(("id" = RegattaId, Path), InviteQuery),
    responses((status = 200, body = Done), (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
async fn act(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(InviteQuery { invite }): Query<InviteQuery>,
    Address(address): Address,
    player: Player,
    Json(submission): Json<Submission>,
) -> Result<Json<Done>, Refusal> {
    let visitor = Visitor::new(Some(player.id), invite);
    let seq = act_within_limits(&app, &id, &visitor, address, &submission).await?;
    Ok(Json(Done { seq }))
}

/// Which events to list.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct EventsQuery {
    /// Only events after this one.
    #[serde(default, deserialize_with = "seq")]
    pub since: Option<u64>,
    /// The most events in a page; 1000 by default.
    #[serde(default, deserialize_with = "page_size::<_, 1000>")]
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<usize>,
    /// The invitation to a private regatta.
    pub invite: Option<String>,
}

/// List events
///
/// The events you may see, after `since`, in pages. If there are more, the header `x-next-since` has the value to send as
/// `since`. A page can be shorter than `limit`, or empty, and still not be the last.
#[utoipa::path(get, operation_id = "list_events", path = "/api/regattas/{id}/events", tag = "regattas",
    params(("id" = RegattaId, Path), EventsQuery),
    responses(
        (status = 200, body = [ClientEvent], headers(("x-next-since" = u64, description = "Present if there are more"))),
        (status = "4XX", body = Refusal), (status = "5XX", body = Refusal)))]
async fn events(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(EventsQuery { since, limit, invite }): Query<EventsQuery>,
    caller: Caller,
) -> Result<(HeaderMap, Json<Vec<ClientEvent>>), Refusal> {
    let visitor = visitor(&app, caller.0, invite).await?;
    let Admitted { color, seq, .. } = app.registry.admit(&id, &visitor).await?;
    let span = Span { color, since: since.unwrap_or(0), until: seq, ears: visitor.ears };
    let most = limit.unwrap_or(history::MOST);
    let page = history::page(&app.store, &app.people.names, &id, span, most).await?;
    Ok((next(NEXT_SINCE, page.next), Json(page.events)))
}
