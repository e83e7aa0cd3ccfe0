//! What a regatta means for its players' ratings: expected ranks before it, changes after it.

use crate::{
    app::App,
    compete::{
        profile::is_hidden,
        ratings::{
            RatingStep,
            api::{RatingView, tenth},
        },
    },
    http::extract::{Json, Path, Query},
    ids::{PlayerId, RegattaId},
    people::Caller,
    room::{action::Refusal, settings::PilotName, view::SeatView},
    rooms::request::{RoomRequest, Visitor},
    store::{StoreError, now},
};
use axum::extract::State;
use powerboats_ratings::{Ladder, Rating};
use powerboats_rules::Color;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(stakes))
}

/// What a regatta means for one seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SeatStakes {
    #[allow(missing_docs)]
    pub color: Color,
    /// Null for a pilot.
    pub player: Option<PlayerId>,
    /// Null for a person.
    pub pilot: Option<PilotName>,
    /// The rating before the match. Pilots have fixed ratings.
    #[serde(flatten)]
    pub rating: RatingView,
    /// The expected rank, from 1. Equal boats all expect the middle.
    pub expected: f64,
    /// By how much the rating changed; null before the match is rated, and for pilots.
    pub change: Option<f64>,
    /// The rank that counted; null before the match is rated, and for pilots.
    pub rank: Option<usize>,
}

/// What a regatta means for its players' ratings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Stakes {
    #[allow(missing_docs)]
    pub ladder: Ladder,
    /// Whether the regatta is rated.
    pub rated: bool,
    #[allow(missing_docs)]
    pub seats: Vec<SeatStakes>,
}

/// The invitation, if one is needed.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct StakesQuery {
    /// The invitation to a private regatta.
    invite: Option<String>,
}

/// Get what a regatta means for ratings
///
/// Before and during a regatta: the ratings of those who are there, and where each is expected to finish. Some moments after
/// a rated one: how the ratings changed. If the regatta is not rated, players who keep their profiles private are left out, and
/// count as newcomers for the others.
#[utoipa::path(get, operation_id = "get_stakes", path = "/api/regattas/{id}/ratings", tag = "ratings",
    params(("id" = RegattaId, Path), StakesQuery), responses((status = 200, body = Stakes), (status = "4XX", body = Refusal)))]
async fn stakes(
    State(app): State<App>,
    Path(id): Path<RegattaId>,
    Query(StakesQuery { invite }): Query<StakesQuery>,
    Caller(caller): Caller,
) -> Result<Json<Stakes>, Refusal> {
    let visitor = Visitor::new(caller.as_ref().map(|player| player.id.clone()), invite);
    let snapshot = app.registry.ask(&id, |reply| RoomRequest::Snapshot(visitor.clone(), reply)).await?;
    let steps = app.store.steps_in(&id).await?;
    let summary = snapshot.regatta;
    let started = snapshot.course.is_some();
    let boats = if started { summary.seats.len() } else { usize::from(summary.settings.seats) };
    let ladder = Ladder::of(boats);
    let (mut ratings, mut hidden) = (Vec::new(), HashSet::new());
    for seat in &summary.seats {
        if let Some(player) = &seat.player
            && !summary.settings.rated
            && is_hidden(&app, player, caller.as_ref()).await?
        {
            hidden.insert(seat.color);
            ratings.push(ladder.model().newcomer());
            continue;
        }
        ratings.push(rating_before(&app, ladder, seat, &steps).await?);
    }
    let expected = ladder.model().expected_ranks(&ratings);
    let seat = |((seat, rating), expected): ((SeatView, Rating), f64)| {
        let step = steps.iter().find(|step| seat.player.as_ref() == Some(&step.player));
        SeatStakes {
            color: seat.color,
            player: seat.player,
            pilot: seat.pilot,
            rating: RatingView::new(ladder, rating),
            expected: tenth(expected),
            change: step.map(|step| tenth(step.after.points() - step.before.points())),
            rank: step.map(|step| step.rank),
        }
    };
    let seats = summary.seats.into_iter().zip(ratings).zip(expected);
    let seats = seats.filter(|((seat, _), _)| !hidden.contains(&seat.color)).map(seat).collect();
    Ok(Json(Stakes { ladder, rated: summary.settings.rated, seats }))
}

/// The rating of a seat before the match.
async fn rating_before(app: &App, ladder: Ladder, seat: &SeatView, steps: &[RatingStep]) -> Result<Rating, StoreError> {
    match (&seat.player, &seat.pilot) {
        (Some(player), _) => match steps.iter().find(|step| step.player == *player) {
            Some(step) => Ok(step.before),
            None => Ok(ladder.model().before_match(app.store.standing(player, ladder).await?, now())),
        },
        (None, Some(pilot)) => Ok(ladder.anchor(pilot.0.step())),
        (None, None) => Ok(ladder.model().newcomer()),
    }
}
