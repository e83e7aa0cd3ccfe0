//! The luck and skill of one player in the whole regatta.

use crate::{
    analysis::{Analysis, BoatAnalysis, CappedLuck, PlayedBy, SkillClass, StandInTurns},
    arena::Mean,
};
use powerboats_rules::Color;

/// One player in the whole regatta.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayerAnalysis {
    #[allow(missing_docs)]
    pub color: Color,
    /// Races in which the boat was placed.
    pub races: u32,
    /// The player's decisions with a choice. Those of a stand-in are not among them.
    pub decisions: u32,
    /// Turns lost by the player's decisions.
    pub error: f64,
    /// Turns gained by the player's rolls.
    pub luck: f64,
    /// The turns that a pilot played for the player.
    pub stand_in: StandInTurns,
    /// The luck and the errors for a family: one roll or decision counts at most 6 turns.
    pub capped_luck: CappedLuck,
    /// See `capped_luck`.
    pub capped_error: f64,
    /// Turns lost to other boats.
    pub traffic: f64,
    /// Turns taken, plus turns to go.
    pub cost: f64,
    /// The same in points, if they were estimated.
    pub points: Option<PlayerPoints>,
}

/// One player's luck and errors in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayerPoints {
    /// Points gained by the player's own rolls.
    pub luck: Mean,
    /// Points gained by the rolls of all others, and of a stand-in.
    pub others_luck: Mean,
    /// Points lost by the player's decisions.
    pub error: Mean,
}

impl PlayerPoints {
    /// Points gained by all rolls.
    pub fn all_luck(&self) -> Mean {
        [self.luck, self.others_luck].into_iter().sum()
    }
}

impl PlayerAnalysis {
    /// Turns lost per decision.
    pub fn error_rate(&self) -> f64 {
        self.error / f64::from(self.decisions.max(1))
    }

    /// Turns gained by rolls per race.
    pub fn luck_per_race(&self) -> f64 {
        self.luck / f64::from(self.races.max(1))
    }

    /// The cost with average luck, whoever rolled.
    pub fn without_luck(&self) -> f64 {
        self.cost + self.luck + self.stand_in.luck
    }

    /// Turns lost per decision, at most 6 in each.
    pub fn capped_error_rate(&self) -> f64 {
        self.capped_error / f64::from(self.decisions.max(1))
    }

    /// The class of skill; `None` if the player has decided nothing. One sinking does not spoil it.
    pub fn class(&self) -> Option<SkillClass> {
        (self.decisions > 0).then(|| SkillClass::of(self.capped_error_rate()))
    }
}

impl Analysis {
    /// The totals of each player, clockwise from orange.
    pub fn players(&self) -> Vec<PlayerAnalysis> {
        self.seats.iter().map(|color| self.player(color)).collect()
    }

    fn player(&self, color: Color) -> PlayerAnalysis {
        let boats = || self.boats(color).map(|(_, boat)| boat);
        // A boat that is not placed yet has par to go, so that the players can be compared.
        PlayerAnalysis {
            color,
            races: boats().filter(|boat| boat.placing.is_some()).count() as u32,
            decisions: boats().map(|boat| boat.errors().count() as u32).sum(),
            error: boats().map(BoatAnalysis::error).sum(),
            luck: boats().map(BoatAnalysis::luck).sum(),
            stand_in: boats().map(BoatAnalysis::stand_in).sum(),
            capped_luck: self.capped_luck(color),
            capped_error: boats().map(BoatAnalysis::capped_error).sum(),
            traffic: boats().map(BoatAnalysis::traffic).sum(),
            cost: boats().map(BoatAnalysis::cost).sum(),
            points: self.player_points(color),
        }
    }

    fn player_points(&self, color: Color) -> Option<PlayerPoints> {
        let boats = || self.races.iter().flat_map(|race| &race.boats);
        boats().flat_map(|boat| &boat.placing).find(|placing| placing.points.is_some())?;
        let mine = |boat: &&BoatAnalysis| boat.color == color;
        let luck_by = |by| boats().filter(mine).flat_map(move |boat| boat.luck_in_points(color, by));
        let luck = luck_by(PlayedBy::Player).sum();
        let others = boats().filter(|boat| !mine(boat)).flat_map(|boat| {
            [PlayedBy::Player, PlayedBy::StandIn].into_iter().flat_map(|by| boat.luck_in_points(color, by))
        });
        let others_luck = others.chain(luck_by(PlayedBy::StandIn)).sum();
        let error = self.boats(color).flat_map(|(_, boat)| boat.errors_in_points()).sum();
        Some(PlayerPoints { luck, others_luck, error })
    }

    /// A player's points without the luck of all dice, given the points scored. `None` in the middle of a race, or if points
    /// were not measured.
    pub fn points_without_luck(&self, player: &PlayerAnalysis, scored: i64) -> Option<Mean> {
        let over = self.races.iter().all(|race| race.over);
        let luck = player.points.filter(|_| over)?.all_luck();
        Some(Mean { mean: scored as f64 - luck.mean, error: luck.error })
    }
}
