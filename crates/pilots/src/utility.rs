//! What the end of a race is worth to each player: its points, less what damage kept costs in the races to come.

use crate::{Lone, Solution, pilot::Score, simulation::Fleet};
use powerboats_rules::{Color, Hand, PerColor, Race, Scoring};

/// Weighs how races end.
pub(crate) struct Utility {
    /// Points a counter kept costs in the races to come.
    counter: f32,
    /// Counters kept so far.
    kept: PerColor<u8>,
}

impl Utility {
    /// In this race of a match.
    pub fn new(solution: &Solution, race: &Race, score: &Score) -> Utility {
        // A boat that begins with damage needs a little longer, or sinks a little more often: as much as on this course.
        let lone = |damage| {
            let &at = race.course().line().first().expect("four hexes");
            let heading = race.course().plan().heading;
            Lone { at, heading, hand: Hand::EMPTY, damage, progress: Default::default() }
        };
        let slower = (solution.value(&lone(1)) - solution.value(&lone(0))).max(0.0);
        // Boats of equal strength finish within a few turns of each other: a turn is worth about a third of a place.
        let later: u8 = (race.number() + 1..=score.races).sum();
        let turn = if race.scoring() == Scoring::Turns { 1.0 } else { 0.35 };
        let mut kept = PerColor::default();
        race.boats().iter().for_each(|boat| kept[boat.color] = boat.kept);
        Utility { counter: slower * turn * f32::from(later), kept }
    }

    /// What it is worth to a player that the race ends like this.
    pub fn of(&self, fleet: &Fleet, color: Color) -> f32 {
        let damaged = fleet.boat(color).is_some_and(|boat| boat.damage > self.kept[color]);
        fleet.points(color) - if damaged { self.counter } else { 0.0 }
    }
}
