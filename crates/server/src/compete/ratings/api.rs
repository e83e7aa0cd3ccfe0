//! Ratings over HTTP: the ladders, a player's history, and what a match is about.

use crate::{
    app::App,
    compete::ratings::{
        RatingStep,
        history::{Meetings, best_and_worst, meetings},
        means::{classes, higher},
    },
    http::extract::{Json, Path, Query, page_size},
    ids::{PlayerId, RegattaId},
    people::{Caller, Player},
    room::action::{Refusal, RefusalReason},
    store::{StoreError, now},
};
use axum::extract::State;
use powerboats_ratings::{Ladder, Rating, Standing};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(ladder)).routes(routes!(distribution)).routes(routes!(history))
}

/// A rating. About two of three players are within one uncertainty of their true strength.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct RatingView {
    /// In points; a newcomer has 1500.
    pub rating: f64,
    /// In points. It grows while somebody does not play.
    pub uncertainty: f64,
    /// Whether the rating still says little.
    pub provisional: bool,
}

/// To a tenth of a point.
pub(super) fn tenth(points: f64) -> f64 {
    (points * 10.0).round() / 10.0
}

impl RatingView {
    pub(crate) fn new(ladder: Ladder, rating: Rating) -> RatingView {
        RatingView {
            rating: tenth(rating.points()),
            uncertainty: tenth(rating.uncertainty()),
            provisional: ladder.model().is_provisional(rating),
        }
    }

    /// The rating now, after the absence since the last match.
    pub(crate) fn of(ladder: Ladder, standing: Option<Standing>) -> RatingView {
        RatingView::new(ladder, ladder.model().before_match(standing, now()))
    }
}

/// A place on a ladder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct LadderPlayer {
    /// From 1.
    pub rank: i64,
    #[allow(missing_docs)]
    pub player: PlayerId,
    #[allow(missing_docs)]
    pub name: String,
    #[allow(missing_docs)]
    #[serde(flatten)]
    pub rating: RatingView,
    /// Rated matches on this ladder.
    pub matches: u32,
}

/// A page of a ladder, best first. Players whose rating is provisional are not on it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct LadderPage {
    /// Players on the whole ladder.
    pub total: i64,
    #[allow(missing_docs)]
    pub players: Vec<LadderPlayer>,
    /// The value to send as `after` to get the next page; null if this is the last.
    pub next: Option<String>,
}

/// Which page of a ladder.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct LadderQuery {
    /// The value `next` of the page before.
    #[param(pattern = r"^-?[0-9]{1,18}-[a-km-np-z2-9]{16}$")]
    pub after: Option<String>,
    /// The most players in a page; 50 by default.
    #[serde(default, deserialize_with = "page_size::<_, 100>")]
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<usize>,
}

fn read_after(text: &str) -> Option<(i64, PlayerId)> {
    let (mean, player) = text.rsplit_once('-')?;
    Some((mean.parse().ok()?, PlayerId::read(player)?))
}

/// Get a ladder
#[utoipa::path(get, operation_id = "get_ladder", path = "/api/ladders/{ladder}", tag = "ratings",
    params(("ladder" = Ladder, Path), LadderQuery),
    responses((status = 200, body = LadderPage), (status = "4XX", body = Refusal)))]
async fn ladder(
    State(app): State<App>,
    Path(ladder): Path<Ladder>,
    Query(LadderQuery { after, limit }): Query<LadderQuery>,
) -> Result<Json<LadderPage>, Refusal> {
    let after = match after.as_deref() {
        None => None,
        Some(text) => Some(read_after(text).ok_or_else(|| {
            Refusal::new(RefusalReason::BadRequest, "`after` must be the value `next` of another page.")
        })?),
    };
    let most = limit.unwrap_or(50);
    let mut rows = app.store.ladder(ladder, after, most as i64 + 1).await?;
    let more = rows.len() > most;
    rows.truncate(most);
    let mean = rows.first().map_or(i64::MAX, |row| row.standing.rating.mean);
    let means = app.ladders.of(ladder).await?;
    let (above, total) = (higher(&means, mean), means.len() as i64);
    let last = rows.last().map(|row| format!("{}-{}", row.standing.rating.mean, row.player));
    let players = rows.into_iter().zip(above + 1..).map(|(row, rank)| LadderPlayer {
        rank,
        player: row.player,
        name: row.name,
        rating: RatingView::of(ladder, Some(row.standing)),
        matches: row.standing.matches,
    });
    Ok(Json(LadderPage { total, players: players.collect(), next: last.filter(|_| more) }))
}

/// Players with similar ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct RatingClass {
    /// The lowest rating in the class, in points.
    pub from: i64,
    #[allow(missing_docs)]
    pub players: i64,
}

/// The width of a class in the distribution, in points.
const CLASS: i64 = 50;

/// Get how ratings are distributed
///
/// In classes of 50 points. Classes without players are left out.
#[utoipa::path(get, operation_id = "get_ladder_distribution", path = "/api/ladders/{ladder}/distribution",
    tag = "ratings", params(("ladder" = Ladder, Path)),
    responses((status = 200, body = [RatingClass]), (status = "4XX", body = Refusal)))]
async fn distribution(State(app): State<App>, Path(ladder): Path<Ladder>) -> Result<Json<Vec<RatingClass>>, Refusal> {
    let classes = classes(&app.ladders.of(ladder).await?, CLASS * 1_000_000);
    Ok(Json(classes.into_iter().map(|(number, players)| RatingClass { from: number * CLASS, players }).collect()))
}

/// What one match did to a rating.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = RatingStep)]
pub struct StepView {
    #[allow(missing_docs)]
    pub regatta: RegattaId,
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
    /// The rank that counted, from 1.
    pub rank: usize,
    #[allow(missing_docs)]
    pub boats: usize,
    /// The rating after it.
    pub rating: f64,
    #[allow(missing_docs)]
    pub uncertainty: f64,
    /// By how much the rating changed.
    pub change: f64,
}

impl From<RatingStep> for StepView {
    fn from(step: RatingStep) -> StepView {
        StepView {
            regatta: step.regatta,
            at: step.at,
            rank: step.rank,
            boats: step.boats,
            rating: tenth(step.after.points()),
            uncertainty: tenth(step.after.uncertainty()),
            change: tenth(step.after.points() - step.before.points()),
        }
    }
}

/// How a player fared against another one in rated matches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Opponent {
    #[allow(missing_docs)]
    pub player: PlayerId,
    /// Empty if the account was deleted.
    pub name: String,
    /// How often the player came in before them.
    pub won: u32,
    #[allow(missing_docs)]
    pub lost: u32,
    #[allow(missing_docs)]
    pub tied: u32,
}

/// A player's rating on a ladder, and how it came about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct RatingHistory {
    #[allow(missing_docs)]
    pub ladder: Ladder,
    #[allow(missing_docs)]
    #[serde(flatten)]
    pub rating: RatingView,
    /// Rated matches on this ladder.
    pub matches: u32,
    /// The place on the ladder, from 1; null while the rating is provisional.
    pub rank: Option<i64>,
    /// How many of a hundred players of the ladder have a lower rating; null while the rating is provisional.
    pub percentile: Option<f64>,
    /// The last matches, newest first, at most 200.
    pub steps: Vec<StepView>,
    /// The opponents against whom they have won most.
    pub best: Vec<Opponent>,
    /// The opponents against whom they have lost most.
    pub worst: Vec<Opponent>,
}

/// The matches that a history looks back on.
pub(crate) const LOOK_BACK: i64 = 200;

/// Opponents in each list.
const OPPONENTS: usize = 5;

/// Names the opponents.
pub(crate) async fn named(app: &App, some: Vec<(PlayerId, Meetings)>) -> Result<Vec<Opponent>, StoreError> {
    let players: Vec<PlayerId> = some.iter().map(|(player, _)| player.clone()).collect();
    app.people.names.load(&players).await?;
    let opponent = |(player, met): (PlayerId, Meetings)| Opponent {
        name: app.people.names.get(&player).to_string(),
        player,
        won: met.won,
        lost: met.lost,
        tied: met.tied,
    };
    Ok(some.into_iter().map(opponent).collect())
}

/// The opponents who are not named to the caller: those who keep their profiles private. Players see all of their own.
pub(crate) async fn hidden_opponents(
    app: &App,
    player: &PlayerId,
    caller: Option<&Player>,
) -> Result<HashSet<PlayerId>, StoreError> {
    match caller {
        Some(caller) if caller.id == *player => Ok(HashSet::new()),
        _ => app.store.private_opponents(player).await,
    }
}

/// A player's rating on a ladder, and how it came about.
pub(crate) async fn history_of(
    app: &App,
    player: &PlayerId,
    ladder: Ladder,
    hidden: &HashSet<PlayerId>,
) -> Result<RatingHistory, StoreError> {
    let standing = app.store.standing(player, ladder).await?;
    let rating = RatingView::of(ladder, standing);
    let place = match standing.filter(|_| !rating.provisional) {
        Some(standing) => {
            let means = app.ladders.of(ladder).await?;
            Some((higher(&means, standing.rating.mean), means.len() as i64))
        }
        None => None,
    };
    let mut met = meetings(player, &app.store.matches_of(player, ladder, LOOK_BACK).await?);
    met.retain(|other, _| !hidden.contains(other));
    let [best, worst] = best_and_worst(&met, OPPONENTS);
    Ok(RatingHistory {
        ladder,
        rating,
        matches: standing.map_or(0, |standing| standing.matches),
        rank: place.map(|(above, _)| above + 1),
        percentile: place
            .map(|(above, total)| tenth(100.0 * (total - above - 1).max(0) as f64 / (total - 1).max(1) as f64)),
        steps: app.store.rating_history(player, ladder, LOOK_BACK).await?.into_iter().map(StepView::from).collect(),
        best: named(app, best).await?,
        worst: named(app, worst).await?,
    })
}

/// Get a player's rating
///
/// With its history, and the player's best and worst opponents.
#[utoipa::path(get, operation_id = "get_rating", path = "/api/players/{player}/ratings/{ladder}", tag = "ratings",
    params(("player" = PlayerId, Path), ("ladder" = Ladder, Path)),
    responses((status = 200, body = RatingHistory),
        (status = 404, description = "There is no such player, or they keep their profile private", body = Refusal)))]
async fn history(
    State(app): State<App>,
    Path((player, ladder)): Path<(PlayerId, Ladder)>,
    Caller(caller): Caller,
) -> Result<Json<RatingHistory>, Refusal> {
    crate::compete::profile::shown(&app, &player, caller.as_ref()).await?;
    let hidden = hidden_opponents(&app, &player, caller.as_ref()).await?;
    Ok(Json(history_of(&app, &player, ladder, &hidden).await?))
}
