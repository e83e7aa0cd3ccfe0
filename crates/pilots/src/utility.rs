//! The value of a race's result to each player: its points, minus what damage kept will cost in later races.

use crate::{LoneBoat, Solution, pilot::Score, simulation::SimulatedRace};
use powerboats_rules::{Color, Hand, PerColor, Race, Scoring};

/// Evaluates the result of a race.
pub(crate) struct Utility {
    /// The points that one kept damage counter costs in later races.
    counter: f32,
    /// The damage counters each boat kept before this race.
    kept: PerColor<u8>,
}

impl Utility {
    /// For this race of a match.
    pub fn new(solution: &Solution, race: &Race, score: &Score) -> Utility {
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
        Utility { counter: slower * turn * f32::from(later), kept }
    }

    /// The value of this result to a player.
    pub fn of(&self, simulated: &SimulatedRace, color: Color) -> f32 {
        let damaged = simulated.boat(color).is_some_and(|boat| boat.damage > self.kept[color]);
        simulated.points(color) - if damaged { self.counter } else { 0.0 }
    }
}
