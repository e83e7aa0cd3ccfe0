//! Achievements: few, each with the regatta that earned it. They follow from the player's rated matches alone.

use crate::{
    compete::ratings::{RatedMatch, RatingStep},
    ids::RegattaId,
};
use serde::{Deserialize, Serialize};

/// What was achieved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = AchievementKind)]
#[serde(rename_all = "kebab-case")]
pub enum Feat {
    /// Won a rated match.
    FirstWin,
    /// Won a rated match of six boats.
    BestOfSix,
    /// Won five rated matches in a row.
    FiveInARow,
    /// Won against somebody rated at least 200 points higher.
    GiantKiller,
    /// Won against the Admiral in a rated match.
    BeatTheAdmiral,
    /// Played a hundred rated matches without giving one up.
    AlwaysThere,
}

/// An achievement, with the regatta that earned it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Achievement {
    #[allow(missing_docs)]
    pub feat: Feat,
    #[allow(missing_docs)]
    pub regatta: RegattaId,
    /// In milliseconds since 1970.
    pub at: i64,
}

/// A match from the view of one player.
pub(crate) struct Played<'a> {
    pub rated: &'a RatedMatch,
    pub step: &'a RatingStep,
    /// The steps of all players of the match.
    pub all: Vec<&'a RatingStep>,
}

/// Points by which a giant is rated higher.
const GIANT: f64 = 200.0;

/// The achievements of a player whose matches these are, the oldest first. Each is earned once.
pub(crate) fn achievements(matches: &[Played]) -> Vec<Achievement> {
    let mut earned: Vec<Achievement> = Vec::new();
    let (mut streak, mut stayed) = (0, 0);
    for played in matches {
        let Played { rated, step, all } = played;
        let won = step.rank == 1;
        streak = if won { streak + 1 } else { 0 };
        let me = rated.seats.iter().find(|seat| seat.player.as_ref() == Some(&step.player));
        stayed = if me.is_some_and(|seat| seat.forfeit) { 0 } else { stayed + 1 };
        let giant =
            all.iter().any(|other| other.rank > step.rank && other.before.points() - step.before.points() >= GIANT);
        let behind = |name: &str| {
            let pilots = rated.seats.iter().filter(|seat| seat.rank > step.rank).filter_map(|seat| seat.pilot.as_ref());
            pilots.into_iter().any(|pilot| pilot.0.name() == name)
        };
        let feats = [
            (Feat::FirstWin, won),
            (Feat::BestOfSix, won && step.boats == 6),
            (Feat::FiveInARow, streak >= 5),
            (Feat::GiantKiller, giant),
            (Feat::BeatTheAdmiral, behind("admiral")),
            (Feat::AlwaysThere, stayed >= 100),
        ];
        for (feat, _) in feats.into_iter().filter(|(_, earned)| *earned) {
            if earned.iter().all(|other| other.feat != feat) {
                earned.push(Achievement { feat, regatta: step.regatta.clone(), at: step.at });
            }
        }
    }
    earned
}
