//! `/api/daily`: the daily lake, your attempt, the results and the archive.

use super::{
    Attempt, AttemptEnding, Day, Deed, Streak, act, attempt_of, begin, lake_of, load, no_attempt,
    view::{AttemptView, DailyResults, DailyStep, DailySummary, DailyView, places},
};
use crate::{
    app::App,
    http::{
        address::Address,
        extract::{Json, Path, Query},
    },
    ids::AttemptId,
    jobs::scheduler::{Lane, Payer},
    people::{Caller, Ears, Player, Salt, boat_name, check_salt},
    room::action::{Refusal, RefusalReason},
    store::{ResultList, ResultOrder, now},
};
use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use powerboats_pilots::CourseCache;
use powerboats_pilots::analysis::Analysis;
use powerboats_referee::{AnalysisView, Decision, best_play};
use powerboats_rules::Logbook;
use serde::Deserialize;
use std::fmt;
use utoipa_axum::{router::OpenApiRouter, routes};

#[allow(missing_docs)]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(archive))
        .routes(routes!(lake))
        .routes(routes!(results))
        .routes(routes!(start, attempt))
        .routes(routes!(decide))
        .routes(routes!(give_up))
        .routes(routes!(analysis))
        .routes(routes!(record))
        .routes(routes!(route))
}

/// The lines of each list of results.
const LINES: i64 = 100;

/// The days of a page of the archive.
const DAYS: i64 = 30;

/// What drawing a route counts for among the requests of an address.
const ROUTE_COST: u32 = 20;

/// `today`, or a day.
#[derive(Clone, Copy, Debug)]
struct DayPath(Day);

impl<'de> Deserialize<'de> for DayPath {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<DayPath, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text == "today" {
            return Ok(DayPath(Day::of(now())));
        }
        text.parse().map(DayPath).map_err(serde::de::Error::custom)
    }
}

impl fmt::Display for DayPath {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Where a page of the archive begins.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct ArchiveQuery {
    /// Only days before this one.
    pub before: Option<Day>,
}

/// List the daily lakes
///
/// Newest first, thirty at a time. Today's lake is among them once somebody has asked for it.
#[utoipa::path(get, operation_id = "list_daily_lakes", path = "/api/daily", tag = "daily", params(ArchiveQuery),
    responses((status = 200, body = [DailySummary])))]
async fn archive(
    State(app): State<App>,
    Query(ArchiveQuery { before }): Query<ArchiveQuery>,
) -> Result<Json<Vec<DailySummary>>, Refusal> {
    let days = app.store.daily_days(before.map_or(i64::MAX, Day::number), DAYS).await?;
    let day = |(day, players, best, par): (i64, i64, Option<i64>, i64)| DailySummary {
        day: Day::numbered(day),
        players,
        best,
        par: par as f64 / 1000.0,
    };
    Ok(Json(days.into_iter().map(day).collect()))
}

/// Get a daily lake
///
/// `today` is today's lake in UTC. The lake of a day to come is not found. If you are signed in, your attempt is part of the
/// answer.
#[utoipa::path(get, operation_id = "get_daily_lake", path = "/api/daily/{day}", tag = "daily",
    params(("day" = String, Path, description = "`today`, or a day in UTC: YYYY-MM-DD")),
    responses((status = 200, body = DailyView)))]
async fn lake(
    State(app): State<App>,
    Path(DayPath(day)): Path<DayPath>,
    Caller(caller): Caller,
) -> Result<Json<DailyView>, Refusal> {
    let (lake, par) = lake_of(&app.registry, day).await?;
    let (time, today) = (now(), Day::of(now()));
    let (mut attempt, mut streak) = (None, None);
    if let Some(player) = &caller {
        attempt = attempt_of(&app, day, player).await?.map(|attempt| AttemptView::new(&attempt, time));
        let days: Vec<Day> = app.store.daily_days_of(&player.id).await?.into_iter().map(Day::numbered).collect();
        streak = Some(Streak::of(&days, today));
    }
    Ok(Json(DailyView { day, lake, par, open: day == today, closes: day.closes(), attempt, streak }))
}

#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct ResultsQuery {
    /// By turns unless given.
    #[serde(default)]
    #[param(inline, required = false)]
    order: ResultOrder,
}

/// Get the results of a day
///
/// Attempts that are over, in three lists: registered players, guests, and runs that were played like a machine.
#[utoipa::path(get, operation_id = "get_daily_results", path = "/api/daily/{day}/results", tag = "daily",
    params(("day" = String, Path, description = "`today`, or a day in UTC: YYYY-MM-DD"), ResultsQuery),
    responses((status = 200, body = DailyResults)))]
async fn results(
    State(app): State<App>,
    Path(DayPath(day)): Path<DayPath>,
    Query(ResultsQuery { order }): Query<ResultsQuery>,
) -> Result<Json<DailyResults>, Refusal> {
    lake_of(&app.registry, day).await?;
    let list = async |group: ResultList| {
        let rows = app.store.daily_results(day.number(), group, order, LINES).await?;
        Ok::<_, Refusal>(places(rows, |result| match order {
            ResultOrder::Turns => result.turns,
            ResultOrder::Skill => {
                result.review.as_ref().map_or(i64::MAX, |review| (review.error * 1000.0).round() as i64)
            }
        }))
    };
    Ok(Json(DailyResults {
        registered: list(ResultList::Registered).await?,
        guests: list(ResultList::Guests).await?,
        machine_like: list(ResultList::MachineLike).await?,
    }))
}

/// Begin your attempt
///
/// Each player has one attempt a day, guests too. If yours goes on, this returns it; if it is over, this is refused. The
/// attempt has dice of its own: their secret is drawn now, and you see its SHA-256 before you place your boat.
#[utoipa::path(post, operation_id = "begin_daily_attempt", path = "/api/daily/{day}/attempt", tag = "daily",
    params(("day" = String, Path, description = "`today`, or today's date in UTC: YYYY-MM-DD")),
    security(("cookie" = []), ("token" = [])), responses(
    (status = 200, body = AttemptView, description = "Your attempt has begun"),
    (status = 409, body = Refusal, description = "Your attempt is over, or the day is")))]
async fn start(
    State(app): State<App>,
    Path(DayPath(day)): Path<DayPath>,
    player: Player,
) -> Result<Json<AttemptView>, Refusal> {
    app.limits.action(&player.id)?;
    let attempt = begin(&app, day, &player).await?;
    Ok(Json(AttemptView::new(&attempt, now())))
}

/// Get your attempt
#[utoipa::path(get, operation_id = "get_daily_attempt", path = "/api/daily/{day}/attempt", tag = "daily",
    params(("day" = String, Path, description = "`today`, or a day in UTC: YYYY-MM-DD")),
    security(("cookie" = []), ("token" = [])), responses((status = 200, body = AttemptView)))]
async fn attempt(
    State(app): State<App>,
    Path(DayPath(day)): Path<DayPath>,
    player: Player,
) -> Result<Json<AttemptView>, Refusal> {
    let attempt = attempt_of(&app, day, &player).await?.ok_or_else(no_attempt)?;
    Ok(Json(AttemptView::new(&attempt, now())))
}

/// A decision in an attempt.
#[derive(Clone, PartialEq, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DailyDecision {
    /// One more than the number of decisions so far. A decision that is sent again with its number takes effect once.
    #[schema(minimum = 1, maximum = 1000)]
    pub number: i64,
    #[allow(missing_docs)]
    pub decision: Decision,
    /// Your contribution to your dice, if you want to make one. Send it with the placing.
    #[serde(default)]
    #[schema(nullable = false)]
    pub salt: Option<Salt>,
}

/// Place, choose dice or steer
///
/// The server rolls. The decision is stored before it is answered.
#[utoipa::path(post, operation_id = "decide_daily", path = "/api/daily/{day}/attempt/decisions", tag = "daily",
    params(("day" = String, Path, description = "`today`, or a day in UTC: YYYY-MM-DD")),
    request_body = DailyDecision, security(("cookie" = []), ("token" = [])),
    responses((status = 200, body = DailyStep)))]
async fn decide(
    State(app): State<App>,
    Path(DayPath(day)): Path<DayPath>,
    player: Player,
    Json(DailyDecision { number, decision, salt }): Json<DailyDecision>,
) -> Result<Json<DailyStep>, Refusal> {
    app.limits.action(&player.id)?;
    check_salt(salt.as_ref())?;
    step(&app, day, &player, number, Deed::Decide { decision, salt }).await
}

/// The number of decisions, before giving up.
#[derive(Clone, PartialEq, Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = DailyGivingUp)]
#[serde(deny_unknown_fields)]
pub struct GivingUp {
    /// One more than the number of decisions so far.
    #[schema(minimum = 1, maximum = 1000)]
    pub number: i64,
}

/// Give up your attempt
///
/// It is over and can't be taken up again.
#[utoipa::path(post, operation_id = "give_up_daily", path = "/api/daily/{day}/attempt/end", tag = "daily",
    params(("day" = String, Path, description = "`today`, or a day in UTC: YYYY-MM-DD")),
    request_body = GivingUp, security(("cookie" = []), ("token" = [])),
    responses((status = 200, body = DailyStep)))]
async fn give_up(
    State(app): State<App>,
    Path(DayPath(day)): Path<DayPath>,
    player: Player,
    Json(GivingUp { number }): Json<GivingUp>,
) -> Result<Json<DailyStep>, Refusal> {
    app.limits.action(&player.id)?;
    step(&app, day, &player, number, Deed::GiveUp).await
}

async fn step(app: &App, day: Day, player: &Player, number: i64, deed: Deed) -> Result<Json<DailyStep>, Refusal> {
    let (attempt, happenings) = act(app, day, player, number, deed).await?;
    Ok(Json(DailyStep { number, happenings, ending: attempt.ending(now()) }))
}

/// The refusal of everything that could help while an attempt goes on.
fn not_over() -> Refusal {
    Refusal::new(
        RefusalReason::NotOver,
        "Hints, analyses and the runs of others are available once your own attempt is over.",
    )
}

/// Get the analysis of your attempt
///
/// What each decision and each roll was worth. Refused until your attempt is over.
#[utoipa::path(get, operation_id = "analyse_daily", path = "/api/daily/{day}/attempt/analysis", tag = "daily",
    params(("day" = String, Path, description = "`today`, or a day in UTC: YYYY-MM-DD")),
    security(("cookie" = []), ("token" = [])), responses((status = 200, body = AnalysisView)))]
async fn analysis(
    State(app): State<App>,
    Path(DayPath(day)): Path<DayPath>,
    player: Player,
) -> Result<Response, Refusal> {
    let attempt = attempt_of(&app, day, &player).await?.ok_or_else(no_attempt)?;
    if attempt.ending(now()).is_none() {
        return Err(not_over());
    }
    app.limits.heavy(&player.id)?;
    let book = attempt.book(&player.name, &Ears::default());
    let work = move || {
        let analysis = Analysis::of(&book, &CourseCache::new(), |_| ()).ok()?;
        serde_json::to_string(&AnalysisView::new(&book, &analysis)).ok()
    };
    let text = app.registry.scheduler.run(Payer::Player(player.id), Lane::Slow, work).await.flatten();
    Ok(([(header::CONTENT_TYPE, "application/json")], text.ok_or_else(Refusal::broken)?).into_response())
}

/// May the caller see other people's runs of this day? So that nobody learns from them before their own attempt is over.
async fn check_may_watch(app: &App, day: Day, caller: Option<&Player>) -> Result<(), Refusal> {
    if now() >= day.closes() {
        return Ok(());
    }
    let own = match caller {
        Some(player) => app.store.attempt_of(day.number(), &player.id).await?,
        None => None,
    };
    if own.is_some_and(|row| row.ending.is_some()) { Ok(()) } else { Err(not_over()) }
}

/// Get the record of a run
///
/// As text, with everything needed to verify the dice. You may see it once your own attempt is over, or the day is closed.
#[utoipa::path(get, operation_id = "get_daily_record", path = "/api/daily/{day}/attempts/{id}/record", tag = "daily",
    params(("day" = String, Path, description = "`today`, or a day in UTC: YYYY-MM-DD"), ("id" = AttemptId, Path)),
    responses((status = 200, body = String, content_type = "text/plain")))]
async fn record(
    State(app): State<App>,
    Path((DayPath(day), id)): Path<(DayPath, AttemptId)>,
    Caller(caller): Caller,
) -> Result<Response, Refusal> {
    check_may_watch(&app, day, caller.as_ref()).await?;
    let reader = app.people.ears(caller.as_ref()).await?;
    let book = run_of(&app, day, &id, &reader).await?.ok_or_else(Refusal::not_found)?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"powerboats-{day}-{id}.txt\"")),
    ];
    Ok((headers, book.record().to_string()).into_response())
}

/// The record of an attempt that is over. A protected reader gets the name of a boat.
async fn run_of(app: &App, day: Day, id: &AttemptId, reader: &Ears) -> Result<Option<Logbook>, Refusal> {
    let Some(row) = app.store.attempt(id).await?.filter(|row| row.day == day.number() && row.ending.is_some()) else {
        return Ok(None);
    };
    let player = row.player.clone();
    app.people.names.load(std::slice::from_ref(&player)).await?;
    let attempt: Attempt = load(&app.registry, row).await?;
    let name = match reader.is_protected {
        true => boat_name(&player),
        false => app.people.names.get(&player).to_string(),
    };
    Ok(Some(attempt.book(&name, reader)))
}

/// The best run of a day: of a registered player, or else of a guest.
async fn best_run(app: &App, day: Day) -> Result<Option<Logbook>, Refusal> {
    for group in [ResultList::Registered, ResultList::Guests] {
        let best = app.store.daily_results(day.number(), group, ResultOrder::Turns, 1).await?;
        if let Some(row) = best.first().filter(|row| row.ending == Some(AttemptEnding::Finished)) {
            return run_of(app, day, &row.id, &Ears::default()).await;
        }
    }
    Ok(None)
}

/// Draw the best route of a day
///
/// The wake of the best run, once the day is closed; or, if nobody finished, of a boat that plays perfectly with average dice.
#[utoipa::path(get, operation_id = "draw_daily_route", path = "/api/daily/{day}/route.svg", tag = "daily",
    params(("day" = String, Path, description = "A day in UTC: YYYY-MM-DD")),
    responses((status = 200, body = String, content_type = "image/svg+xml")))]
async fn route(
    State(app): State<App>,
    Path(DayPath(day)): Path<DayPath>,
    Address(address): Address,
) -> Result<Response, Refusal> {
    let (lake, _) = lake_of(&app.registry, day).await?;
    if now() < day.closes() {
        return Err(Refusal::new(RefusalReason::NotOver, "The routes of a day are drawn once the day is closed."));
    }
    app.limits.spend(address, ROUTE_COST)?;
    let best = best_run(&app, day).await?;
    let draw = move || {
        let perfect = || best_play(lake.sides, lake.layout, lake.course, &CourseCache::new()).ok();
        let book = best.or_else(|| perfect().map(|table| table.book().clone()))?;
        powerboats_chart::picture(&book)
    };
    let picture =
        app.registry.scheduler.run(Payer::Strangers, Lane::Slow, draw).await.flatten().ok_or_else(Refusal::broken)?;
    let about = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "public, max-age=3600")];
    Ok((StatusCode::OK, about, picture).into_response())
}
