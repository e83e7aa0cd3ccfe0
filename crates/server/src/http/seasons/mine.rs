//! `/api/me/season`: enter, leave, go on holiday, and one's own games.

use super::views::DuelView;
use crate::{
    app::App,
    compete::season::{SeasonFormat, SeasonStage, pyramid::GroupName},
    http::extract::{Json, Query},
    ids::PlayerId,
    people::Player,
    room::action::{Refusal, RefusalReason},
    store::{HolidayRow, MembershipRow, SeasonRow, now},
};
use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};

const DAY: i64 = 86_400_000;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(mine, enter, leave)).routes(routes!(begin_holiday, end_holiday))
}

/// Your part in a season.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = SeasonMembership)]
pub struct Membership {
    #[allow(missing_docs)]
    pub season: i64,
    /// The name of your group.
    pub group: String,
    /// Whether you dropped out.
    pub dropped: bool,
    /// Your final place in the group, from 1.
    pub place: Option<i64>,
}

/// Your part in the seasons. Times are in milliseconds since 1970.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct MySeason {
    /// The season that players can enter now.
    pub next: Option<i64>,
    /// Whether you take part in it.
    pub entered: bool,
    /// The season that is being played, if you take part in it.
    pub current: Option<Membership>,
    /// Your games in it.
    pub games: Vec<DuelView>,
    /// Until when you are on holiday.
    pub holiday: Option<i64>,
    /// Whole days of holidays that you have left.
    pub holidays_left: i64,
    /// Your earlier seasons, newest first.
    pub past: Vec<Membership>,
}

impl From<&MembershipRow> for Membership {
    fn from(row: &MembershipRow) -> Membership {
        let MembershipRow { season, group, dropped, place, .. } = row.clone();
        Membership { season, group, dropped: dropped.is_some(), place }
    }
}

/// The season that can be entered, and the one that is being played.
fn seasons_now(seasons: &[SeasonRow]) -> (Option<&SeasonRow>, Option<&SeasonRow>) {
    let in_stage = |wanted: &[SeasonStage]| seasons.iter().find(|season| wanted.contains(&season.stage));
    let playing = [SeasonStage::Drawing, SeasonStage::Running, SeasonStage::Finishing];
    (in_stage(&[SeasonStage::Entering]), in_stage(&playing))
}

/// Milliseconds of holidays taken in a season.
fn taken(holidays: &[HolidayRow]) -> i64 {
    holidays.iter().map(HolidayRow::counts).sum()
}

/// What is shown of a player's part in the seasons.
pub(crate) async fn part_of(app: &App, player: &PlayerId) -> Result<MySeason, Refusal> {
    let (seasons, now) = (app.store.seasons().await?, now());
    let (next, playing) = seasons_now(&seasons);
    let rows = app.store.season_memberships(player).await?;
    let current = playing.and_then(|season| rows.iter().find(|row| row.season == season.number));
    let mut games = Vec::new();
    if let Some(name) = current.and_then(|row| GroupName::read(&row.group))
        && let Some(group) = app.store.season_group(current.map_or(0, |row| row.season), name, now).await?
    {
        let players: Vec<PlayerId> = group.members.iter().map(|member| member.player.clone()).collect();
        app.people.names.load(&players).await?;
        let mine = group.games.iter().filter(|game| game.has(player));
        games = mine.map(|game| DuelView::new(game, &app.people.names)).collect();
    }
    // While a season is drawn, its players have no group yet.
    let awaited = next.into_iter().chain(playing.filter(|season| season.stage == SeasonStage::Drawing));
    let mut entered = current.is_some_and(|row| row.stays && row.dropped.is_none());
    for season in awaited {
        entered = entered || app.store.has_entered_season(season.number, player).await?;
    }
    let since = playing.map_or(now, |season| season.starts);
    let holidays = app.store.holidays(player, since).await?;
    let format: &SeasonFormat = &app.config.season;
    Ok(MySeason {
        next: next.map(|season| season.number),
        entered,
        current: current.map(Membership::from),
        games,
        holiday: holidays
            .iter()
            .find(|holiday| holiday.begins <= now && holiday.ends > now)
            .map(|holiday| holiday.ends),
        holidays_left: (format.holidays - taken(&holidays)).max(0) / DAY,
        past: rows
            .iter()
            .filter(|row| playing.is_none_or(|season| season.number != row.season))
            .map(Membership::from)
            .collect(),
    })
}

/// Get your part in the seasons
#[utoipa::path(get, operation_id = "get_my_season", path = "/api/me/season", tag = "seasons",
    security(("cookie" = []), ("token" = [])), responses((status = 200, body = MySeason)))]
async fn mine(State(app): State<App>, player: Player) -> Result<Json<MySeason>, Refusal> {
    Ok(Json(part_of(&app, &player.id).await?))
}

/// Enter the next season
///
/// Registered players only. A newcomer gets a place on the lowest level. You need not enter again: whoever plays a season to
/// its end takes part in the next one.
#[utoipa::path(post, operation_id = "enter_season", path = "/api/me/season", tag = "seasons",
    security(("cookie" = []), ("token" = [])),
    responses((status = 201, body = MySeason, description = "You have entered"),
        (status = 409, body = Refusal, description = "You have entered already")))]
async fn enter(State(app): State<App>, player: Player) -> Result<(StatusCode, Json<MySeason>), Refusal> {
    app.limits.action(&player.id)?;
    if !player.registered {
        return Err(Refusal::new(
            RefusalReason::NotRegistered,
            "Only registered players can enter a season. Choose a password first.",
        ));
    }
    let seasons = app.store.seasons().await?;
    let (next, playing) = seasons_now(&seasons);
    let next = next.ok_or_else(|| Refusal::new(RefusalReason::NotFound, "No season can be entered now."))?;
    let part = part_of(&app, &player.id).await?;
    let already = || Refusal::new(RefusalReason::AlreadyEntered, "You have entered this season already.");
    if part.entered {
        return Err(already());
    }
    let stays = match (playing, &part.current) {
        (Some(season), Some(current)) if !current.dropped => {
            app.store.stay_in_season(season.number, &player.id).await?
        }
        _ => false,
    };
    if !stays && !app.store.enter_season(next.number, &player.id, now()).await? {
        return Err(already());
    }
    Ok((StatusCode::CREATED, Json(part_of(&app, &player.id).await?)))
}

/// What to leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Leaving {
    /// The next season: you do not take part in it.
    #[default]
    Next,
    /// The season that is being played: you drop out. Pilots finish your games, you rank last, and it can't be undone.
    Current,
}

/// Which season to leave.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct LeaveQuery {
    /// `next` by default.
    #[serde(default)]
    #[param(inline)]
    pub from: Leaving,
}

/// Leave a season
#[utoipa::path(delete, operation_id = "leave_season", path = "/api/me/season", tag = "seasons", params(LeaveQuery),
    security(("cookie" = []), ("token" = [])), responses((status = 200, body = MySeason)))]
async fn leave(
    State(app): State<App>,
    player: Player,
    Query(LeaveQuery { from }): Query<LeaveQuery>,
) -> Result<Json<MySeason>, Refusal> {
    app.limits.action(&player.id)?;
    let seasons = app.store.seasons().await?;
    let (next, playing) = seasons_now(&seasons);
    let left = match (from, next, playing) {
        (Leaving::Next, Some(season), _) => app.store.withdraw_from_season(season.number, &player.id).await?,
        (Leaving::Current, _, Some(season)) => app.store.drop_from_season(season.number, &player.id, now()).await?,
        _ => false,
    };
    if !left {
        return Err(Refusal::new(RefusalReason::NotEntered, "You do not take part in this season."));
    }
    Ok(Json(part_of(&app, &player.id).await?))
}

/// How long a holiday lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = SeasonHoliday)]
#[serde(deny_unknown_fields)]
pub struct Holiday {
    /// From 1; at most as many as you have left.
    #[schema(minimum = 1, maximum = 365)]
    pub days: u16,
}

/// Go on holiday
///
/// It begins at once. No new season game is opened for you, and your clocks wait until you are back.
#[utoipa::path(post, operation_id = "begin_holiday", path = "/api/me/season/holiday", tag = "seasons",
    request_body = Holiday, security(("cookie" = []), ("token" = [])),
    responses((status = 201, body = MySeason, description = "You are on holiday")))]
async fn begin_holiday(
    State(app): State<App>,
    player: Player,
    Json(Holiday { days }): Json<Holiday>,
) -> Result<(StatusCode, Json<MySeason>), Refusal> {
    app.limits.action(&player.id)?;
    if !(1..=365).contains(&days) {
        return Err(Refusal::new(RefusalReason::BadRequest, format!("{days} days: a holiday has 1 to 365 days.")));
    }
    let (seasons, now) = (app.store.seasons().await?, now());
    let since = seasons_now(&seasons).1.map_or(now, |season| season.starts);
    let ends = now + i64::from(days) * DAY;
    let most = app.config.season.holidays;
    if !app.store.begin_holiday(&player.id, now, ends, since, most).await? {
        let message = "You are on holiday already, or you do not have so many days left.";
        return Err(Refusal::new(RefusalReason::NoHoliday, message));
    }
    Ok((StatusCode::CREATED, Json(part_of(&app, &player.id).await?)))
}

/// End your holiday
///
/// A day of a holiday counts as soon as it has begun. If it is your turn, you have at least a full turn, and at most a day
/// more.
#[utoipa::path(delete, operation_id = "end_holiday", path = "/api/me/season/holiday", tag = "seasons",
    security(("cookie" = []), ("token" = [])), responses((status = 200, body = MySeason)))]
async fn end_holiday(State(app): State<App>, player: Player) -> Result<Json<MySeason>, Refusal> {
    app.limits.action(&player.id)?;
    if !app.store.end_holiday(&player.id, now()).await? {
        return Err(Refusal::new(RefusalReason::NoHoliday, "You are not on holiday."));
    }
    Ok(Json(part_of(&app, &player.id).await?))
}
