//! The value of a race's result to each player: its points, minus what damage kept will cost in later races. In a duel also: the
//! chance of winning the match.

use crate::{LoneBoat, Solution, pilot::Score, simulation::SimulatedRace};
use powerboats_rules::{Color, Hand, PerColor, Race, Scoring};

/// The standard deviation, in points, of the lead that one of two equal boats gains in a race.
const SPREAD: f32 = 5.0;
/// Added after the last race, although nothing is uncertain then: a player who is sure to win or to lose still plays well.
const LAST_SPREAD: f32 = 1.5;

/// What a player aims at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    /// The most points in this race.
    Points,
    /// Winning the match against the only rival. There a lost race counts by how far it is lost, although the loser has no points.
    Duel { rival: Color },
}

impl Aim {
    /// What the Admiral aims at with a boat of this colour.
    pub fn of(race: &Race, color: Color) -> Aim {
        match race.boats() {
            [one, other] => Aim::Duel { rival: if one.color == color { other.color } else { one.color } },
            _ => Aim::Points,
        }
    }
}

/// Evaluates the result of a race.
pub(crate) struct Utility {
    aim: Aim,
    /// Points from the races that are over.
    before: PerColor<i64>,
    /// The standard deviation of the lead that later races will add.
    spread: f32,
    /// The points that one kept damage counter costs in later races.
    counter: f32,
    /// The damage counters each boat kept before this race.
    kept: PerColor<u8>,
}

impl Utility {
    /// The points in this race of a match.
    pub fn new(solution: &Solution, race: &Race, score: &Score) -> Utility {
        Utility::aiming_at(Aim::Points, solution, race, score)
    }

    pub fn aiming_at(aim: Aim, solution: &Solution, race: &Race, score: &Score) -> Utility {
        // A boat that starts with damage needs more turns, or sinks more often. Later courses are assumed to be like this one.
        let lone = |damage| {
            let &at = race.course().line().first().expect("a line has four hexes");
            let heading = race.course().plan().heading;
            LoneBoat { at, heading, hand: Hand::EMPTY, damage, progress: Default::default() }
        };
        let slower = (solution.value(&lone(1)) - solution.value(&lone(0))).max(0.0);
        // Boats of equal strength finish within a few turns of each other, so a turn is worth about a third of a place.
        let later: u8 = (race.number() + 1..=score.races).sum();
        let turn = if race.scoring() == Scoring::Turns { 1.0 } else { 0.35 };
        let mut kept = PerColor::default();
        race.boats().iter().for_each(|boat| kept[boat.color] = boat.kept);
        let races = f32::from(score.races.saturating_sub(race.number()));
        let spread = (LAST_SPREAD.powi(2) + races * SPREAD.powi(2)).sqrt();
        Utility { aim, before: score.points, spread, counter: slower * turn * f32::from(later), kept }
    }

    /// The value of this result to a player.
    pub fn of(&self, simulated: &SimulatedRace, color: Color) -> f32 {
        match self.aim {
            Aim::Points => self.points(simulated, color),
            Aim::Duel { rival } => self.chance(simulated, color, rival),
        }
    }

    /// The chance that this player has more points than its rival at the end of the match.
    fn chance(&self, simulated: &SimulatedRace, color: Color, rival: Color) -> f32 {
        let lead = self.points(simulated, color) - self.points(simulated, rival);
        let before = (self.before[color] - self.before[rival]) as f32;
        // Close to the normal distribution, but with operations that give the same result on every machine.
        let lead = 0.8 * (before + lead) / self.spread;
        0.5 + 0.5 * lead / (1.0 + lead * lead).sqrt()
    }

    fn points(&self, simulated: &SimulatedRace, color: Color) -> f32 {
        let damaged = simulated.boat(color).is_some_and(|boat| boat.damage > self.kept[color]);
        simulated.points(color) - if damaged { self.counter } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CourseCache;
    use powerboats_rules::PositionText;

    #[test]
    fn in_a_duel_the_chance_of_winning_depends_on_the_score_of_both() {
        let text = "12./12./12./12./12. d3E,k1,k5,b5 C-turns \
                    red:e5NE:21:2k2:finish:14,white:finished:31:0:finish:13 dice:red";
        let race = text.parse::<PositionText>().unwrap().race().unwrap();
        let simulated = SimulatedRace::of(&race).unwrap();
        let known = CourseCache::new().of(race.course());
        let chance = |color, red: i64| {
            let mut score = Score::of_race(&race);
            score.points[Color::Red] = red;
            Utility::aiming_at(Aim::of(&race, color), known.solution(), &race, &score).of(&simulated, color)
        };
        for red in [-5, 0, 3, 4, 20] {
            assert!((chance(Color::Red, red) + chance(Color::White, red) - 1.0).abs() < 1e-5);
        }
        // White has 3 points more from this race.
        assert!(chance(Color::Red, 0) < 0.1 && chance(Color::Red, 20) > 0.99);
        assert!((chance(Color::Red, 3) - 0.5).abs() < 1e-5);
    }
}
