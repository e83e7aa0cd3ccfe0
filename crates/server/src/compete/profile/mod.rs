//! Public profiles: what others can know about a player.

pub mod achievements;
mod past;
pub mod title;

pub(crate) use past::Pasts;

use crate::{
    app::App,
    compete::ratings::api::{LOOK_BACK, Opponent, RatingHistory, hidden_opponents, history_of, named},
    http::{
        address::Address,
        extract::{Json, Path},
    },
    ids::{PlayerId, RegattaId},
    people::{Caller, Player},
    room::action::Refusal,
    store::{Account, StoreError},
};
use achievements::Achievement;
use axum::extract::State;
use powerboats_ratings::Ladder;
use powerboats_rules::Sides;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::cmp::Reverse;
use title::{RACES, Title};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(profile))
}

/// How often somebody raced on one side of the tiles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SideRecord {
    #[allow(missing_docs)]
    pub sides: Sides,
    /// Regattas with a result.
    pub played: u32,
    #[allow(missing_docs)]
    pub won: u32,
}

/// A personal record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct PersonalRecord {
    #[allow(missing_docs)]
    pub ladder: Ladder,
    /// The highest rating after a match, in points.
    pub highest: f64,
    /// The match.
    pub regatta: RegattaId,
    /// In milliseconds since 1970.
    pub at: i64,
    /// The most matches won in a row.
    pub longest_streak: u32,
}

/// A group of a season that somebody won. Group `1` is the one at the top.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SeasonWon {
    /// The number of the season.
    pub season: i64,
    /// The name of the group.
    pub group: String,
}

/// A recent match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = RecentMatch)]
pub struct FormView {
    #[allow(missing_docs)]
    pub ladder: Ladder,
    #[allow(missing_docs)]
    pub regatta: RegattaId,
    /// In milliseconds since 1970.
    pub at: i64,
    #[allow(missing_docs)]
    pub rank: usize,
    #[allow(missing_docs)]
    pub boats: usize,
}

/// What others can know about a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Profile {
    #[allow(missing_docs)]
    pub player: PlayerId,
    #[allow(missing_docs)]
    pub name: String,
    /// When they came, in milliseconds since 1970.
    pub since: i64,
    /// Whether they are registered.
    pub registered: bool,
    /// Whether only they themselves can see this.
    pub private: bool,
    /// Their ratings, with history and opponents. Ladders without a match are left out.
    pub ratings: Vec<RatingHistory>,
    /// How well they decide, without luck; null if too few of their races are analysed.
    pub title: Option<Title>,
    /// Their last rated matches, newest first, at most ten.
    pub form: Vec<FormView>,
    /// The sides of the tiles they race on, most often first.
    pub sides: Vec<SideRecord>,
    /// The people whom they met most often in rated matches, without those who keep their profiles private.
    pub head_to_head: Vec<Opponent>,
    #[allow(missing_docs)]
    pub records: Vec<PersonalRecord>,
    #[allow(missing_docs)]
    pub seasons_won: Vec<SeasonWon>,
    #[allow(missing_docs)]
    pub achievements: Vec<Achievement>,
}

/// The account of a player whose profile may be seen.
pub(crate) async fn shown(app: &App, player: &PlayerId, caller: Option<&Player>) -> Result<Account, Refusal> {
    let account = app.store.account(player).await?.ok_or_else(Refusal::not_found)?;
    if is_hidden(app, player, caller).await? {
        return Err(Refusal::not_found());
    }
    Ok(account)
}

/// Whether a player's profile may not be seen.
pub(crate) async fn is_hidden(app: &App, player: &PlayerId, caller: Option<&Player>) -> Result<bool, Refusal> {
    if caller.is_some_and(|caller| caller.id == *player) {
        return Ok(false);
    }
    let is_stranger = app.people.ears(caller).await?.strangers.contains(player);
    Ok(is_stranger || app.store.has_private_profile(player).await?)
}

/// Matches in the list of recent ones, and people in the list of those met most often.
const MOST: usize = 10;

/// Get a player's profile
///
/// A player who keeps the profile private is answered as `not-found`, except to themselves.
#[utoipa::path(get, operation_id = "get_profile", path = "/api/players/{player}", tag = "ratings",
    params(("player" = PlayerId, Path)), responses((status = 200, body = Profile),
        (status = 404, description = "There is no such player, or they keep their profile private", body = Refusal)))]
async fn profile(
    State(app): State<App>,
    Path(player): Path<PlayerId>,
    Address(address): Address,
    Caller(caller): Caller,
) -> Result<Json<Profile>, Refusal> {
    let account = shown(&app, &player, caller.as_ref()).await?;
    let hidden = hidden_opponents(&app, &player, caller.as_ref()).await?;
    let mut ratings = Vec::new();
    for ladder in Ladder::ALL {
        let history = history_of(&app, &player, ladder, &hidden).await?;
        ratings.extend(Some(history).filter(|history| history.matches > 0));
    }
    let past = app.pasts.of(&app, &player, address).await?;
    let met = past.met.iter().filter(|(other, _)| !hidden.contains(*other));
    let mut met: Vec<_> = met.map(|(other, met)| (other.clone(), met.clone())).collect();
    met.sort_by_key(|(other, met)| (Reverse(met.met()), other.clone()));
    met.truncate(MOST);
    Ok(Json(Profile {
        private: app.store.has_private_profile(&player).await?,
        title: title_of(&app, &player).await?,
        form: past.form.clone(),
        sides: sides_of(&app, &player).await?,
        head_to_head: named(&app, met).await?,
        records: past.records.clone(),
        seasons_won: seasons_won(&app, &player).await?,
        achievements: past.achievements.clone(),
        player,
        name: account.name,
        since: account.created,
        registered: account.login.is_some(),
        ratings,
    }))
}

/// A player's title, if enough of their races are analysed.
pub(crate) async fn title_of(app: &App, player: &PlayerId) -> Result<Option<Title>, StoreError> {
    Ok(Title::of(&app.store.judged_races(player, RACES as i64).await?))
}

/// The groups of seasons that a player has won, the newest first.
async fn seasons_won(app: &App, player: &PlayerId) -> Result<Vec<SeasonWon>, StoreError> {
    let parts = app.store.season_memberships(player).await?;
    let won = parts.into_iter().filter(|part| part.place == Some(1) && part.dropped.is_none());
    Ok(won.map(|part| SeasonWon { season: part.season, group: part.group }).collect())
}

async fn sides_of(app: &App, player: &PlayerId) -> Result<Vec<SideRecord>, StoreError> {
    let mut sides: Vec<SideRecord> = Vec::new();
    for (_, _, summary) in app.store.history(player, i64::MAX, LOOK_BACK).await? {
        let Ok(summary) = serde_json::from_str::<Value>(&summary) else { continue };
        let Ok(side) = serde_json::from_value::<Sides>(summary["settings"]["sides"].clone()) else { continue };
        let Some(winners) = summary["result"]["ranking"][0].as_array() else { continue };
        let seats = summary["seats"].as_array().cloned().unwrap_or_default();
        let color = seats.iter().find(|seat| seat["player"] == player.as_str()).map(|seat| seat["color"].clone());
        let won = color.is_some_and(|color| winners.contains(&color));
        let index = sides.iter().position(|record| record.sides == side).unwrap_or_else(|| {
            sides.push(SideRecord { sides: side, played: 0, won: 0 });
            sides.len() - 1
        });
        sides[index].played += 1;
        sides[index].won += u32::from(won);
    }
    sides.sort_by_key(|record| Reverse(record.played));
    Ok(sides)
}
