//! What clients see of a group: standings and games.

use super::Named;
use crate::{
    compete::season::{
        SeasonStage,
        group::{GameState, Group, How, SeasonGame, SeasonGameResult},
        pyramid::{Movement, movement},
        standings::{Tally, standings},
    },
    ids::RegattaId,
    people::Names,
};
use serde::{Deserialize, Serialize};

/// A line of the standings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct StandingView {
    /// From 1. Ties are broken, so everybody has a place of their own.
    pub place: usize,
    #[allow(missing_docs)]
    #[serde(flatten)]
    pub tally: Tally,
    /// Empty if the account was deleted.
    pub name: String,
    /// Until when they are on holiday, in milliseconds since 1970.
    pub holiday: Option<i64>,
    /// Where they go after the season, if it ended now.
    pub moves: Movement,
}

/// How far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DuelStage {
    /// It has not been opened.
    Waiting,
    #[allow(missing_docs)]
    Running,
    #[allow(missing_docs)]
    Decided,
}

/// A side of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct DuelSide {
    #[allow(missing_docs)]
    #[serde(flatten)]
    pub who: Named,
    /// Match points, once it is decided: 2 for a win, 1 for a draw.
    pub score: Option<i64>,
    /// Points of all races, once it is decided.
    pub points: Option<i64>,
}

/// A game of a group.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct DuelView {
    /// The regatta; null if it was not opened.
    pub regatta: Option<RegattaId>,
    /// From 1.
    pub round: usize,
    #[allow(missing_docs)]
    pub stage: DuelStage,
    /// How it was decided.
    pub how: Option<How>,
    /// The player in the first seat.
    pub first: DuelSide,
    #[allow(missing_docs)]
    pub second: DuelSide,
}

impl DuelView {
    /// A game with the names of its players.
    pub fn new(game: &SeasonGame, names: &Names) -> DuelView {
        let result: Option<SeasonGameResult> = game.result();
        let is_open = match game.state {
            GameState::Waiting => false,
            GameState::Running { .. } => true,
            GameState::Decided(result) => result.how == How::Played,
        };
        let stage = match game.state {
            GameState::Waiting => DuelStage::Waiting,
            GameState::Running { .. } => DuelStage::Running,
            GameState::Decided(_) => DuelStage::Decided,
        };
        let side = |player, score: Option<crate::compete::season::group::Score>| DuelSide {
            who: Named::new(player, names),
            score: score.map(|score| score.score),
            points: score.map(|score| score.points),
        };
        DuelView {
            regatta: is_open.then(|| game.regatta.clone()),
            round: game.round + 1,
            stage,
            how: result.map(|result| result.how),
            first: side(&game.first, result.map(|result| result.first)),
            second: side(&game.second, result.map(|result| result.second)),
        }
    }
}

/// A group with its standings and games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct GroupPage {
    #[allow(missing_docs)]
    pub season: i64,
    /// `1` at the top, then `2a`, `2b`, `3a` …
    pub name: String,
    /// The stage of the season.
    pub stage: SeasonStage,
    /// The leader first.
    pub standings: Vec<StandingView>,
    /// In the order of their rounds.
    pub games: Vec<DuelView>,
}

impl GroupPage {
    /// The page of a group. `lowest` is the lowest level of the season.
    pub fn new(group: &Group, stage: SeasonStage, lowest: u8, names: &Names) -> GroupPage {
        let size = group.members.len();
        let standing = |(index, tally): (usize, Tally)| StandingView {
            place: index + 1,
            name: names.get(&tally.player).to_string(),
            holiday: group.member(&tally.player).and_then(|member| member.holiday),
            moves: movement(group.name, index, size, lowest),
            tally,
        };
        GroupPage {
            season: group.season,
            name: group.name.to_string(),
            stage,
            standings: standings(group).into_iter().enumerate().map(standing).collect(),
            games: group.games.iter().map(|game| DuelView::new(game, names)).collect(),
        }
    }
}
