//! Seasons over HTTP: the pyramid, standings, and one's own part in them.

mod live;
mod mine;
mod views;

use crate::{
    app::App,
    compete::season::{SeasonStage, pyramid::GroupName},
    http::extract::{Json, Path},
    ids::PlayerId,
    people::Names,
    room::action::{Refusal, RefusalReason},
    store::{SeasonRow, now},
};
use axum::extract::State;
pub use live::GroupMessage;
pub use mine::MySeason;
pub(crate) use mine::part_of;
use serde::{Deserialize, Serialize};
use utoipa_axum::{router::OpenApiRouter, routes};
pub use views::{DuelView, GroupPage, StandingView};

#[allow(missing_docs)]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(season))
        .routes(routes!(group))
        .routes(routes!(live::follow))
        .merge(mine::routes())
}

/// A player and their name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = NamedPlayer)]
pub struct Named {
    #[allow(missing_docs)]
    pub player: PlayerId,
    /// Empty if the account was deleted.
    pub name: String,
}

impl Named {
    fn new(player: &PlayerId, names: &Names) -> Named {
        Named { player: player.clone(), name: names.get(player).to_string() }
    }
}

/// A season. Times are in milliseconds since 1970.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SeasonView {
    #[allow(missing_docs)]
    pub number: i64,
    #[allow(missing_docs)]
    pub stage: SeasonStage,
    /// When it starts, or when it started. If fewer than four players have entered, the start is put off.
    pub starts: i64,
    /// When the time to play is over; null before the start.
    pub ends: Option<i64>,
    /// When it was closed.
    pub closed: Option<i64>,
    /// Whether the operator of the server has paused it: no games are opened, and its end moves.
    pub paused: bool,
    /// The number of players.
    pub players: i64,
    /// The winner of the group at the top, once it is closed.
    pub winner: Option<Named>,
}

impl SeasonView {
    fn new(row: &SeasonRow, winner: Option<Named>) -> SeasonView {
        let SeasonRow { number, stage, starts, ends, closed, paused, players } = row.clone();
        SeasonView { number, stage, starts, ends, closed, paused: paused.is_some(), players, winner }
    }
}

/// A group in the pyramid of a season.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct GroupView {
    /// `1` at the top, then `2a`, `2b`, `3a` …
    pub name: String,
    /// From 1 at the top.
    pub level: u8,
    /// The number of players.
    pub players: i64,
    /// The number of games.
    pub games: i64,
    /// The number of games that are decided.
    pub decided: i64,
}

/// A season with its pyramid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SeasonPage {
    #[allow(missing_docs)]
    pub season: SeasonView,
    /// From the top down. Empty until the start.
    pub groups: Vec<GroupView>,
}

/// All seasons, with their winners.
async fn views(app: &App) -> Result<Vec<SeasonView>, Refusal> {
    let (rows, winners) = (app.store.seasons().await?, app.store.season_winners().await?);
    let players: Vec<PlayerId> = winners.iter().map(|(_, player)| player.clone()).collect();
    app.people.names.load(&players).await?;
    let winner = |row: &SeasonRow| {
        let found = winners.iter().find(|(season, _)| *season == row.number && row.stage == SeasonStage::Closed);
        found.map(|(_, player)| Named::new(player, &app.people.names))
    };
    Ok(rows.iter().map(|row| SeasonView::new(row, winner(row))).collect())
}

fn no_season() -> Refusal {
    Refusal::new(RefusalReason::NotFound, "There is no such season.")
}

fn no_group() -> Refusal {
    Refusal::new(RefusalReason::NotFound, "There is no such group in this season.")
}

/// List seasons
///
/// Newest first. The first one is usually that which players can enter now.
#[utoipa::path(get, operation_id = "list_seasons", path = "/api/seasons", tag = "seasons",
    responses((status = 200, body = [SeasonView])))]
async fn list(State(app): State<App>) -> Result<Json<Vec<SeasonView>>, Refusal> {
    Ok(Json(views(&app).await?))
}

/// Get a season
#[utoipa::path(get, operation_id = "get_season", path = "/api/seasons/{number}", tag = "seasons",
    params(("number" = i64, Path, description = "The number of the season, from 1")),
    responses((status = 200, body = SeasonPage)))]
async fn season(State(app): State<App>, Path(number): Path<i64>) -> Result<Json<SeasonPage>, Refusal> {
    let season = views(&app).await?.into_iter().find(|season| season.number == number).ok_or_else(no_season)?;
    let groups = app.store.season_groups(number).await?.into_iter().map(|group| GroupView {
        name: group.name.to_string(),
        level: group.name.level,
        players: group.players,
        games: group.games,
        decided: group.decided,
    });
    Ok(Json(SeasonPage { season, groups: groups.collect() }))
}

/// Get a group
///
/// Its standings, and all its games.
#[utoipa::path(get, operation_id = "get_season_group", path = "/api/seasons/{number}/groups/{name}", tag = "seasons",
    params(("number" = i64, Path, description = "The number of the season, from 1"),
        ("name" = String, Path, description = "The name of the group", example = "2b")),
    responses((status = 200, body = GroupPage)))]
async fn group(State(app): State<App>, Path((number, name)): Path<(i64, String)>) -> Result<Json<GroupPage>, Refusal> {
    Ok(Json(group_page(&app, number, &name).await?))
}

async fn group_page(app: &App, number: i64, name: &str) -> Result<GroupPage, Refusal> {
    let name = GroupName::read(name).ok_or_else(no_group)?;
    let stage = app.store.season_stage(number).await?.ok_or_else(no_season)?;
    let group = app.store.season_group(number, name, now()).await?.ok_or_else(no_group)?;
    let players: Vec<PlayerId> = group.members.iter().map(|member| member.player.clone()).collect();
    app.people.names.load(&players).await?;
    let lowest = app.store.lowest_season_level(number).await?;
    Ok(GroupPage::new(&group, stage, lowest, &app.people.names))
}
