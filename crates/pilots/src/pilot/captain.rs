//! Captain: the solver's policy. Sails the lone race perfectly, and minds where other boats lie in this turn.

use crate::{
    CourseCache, Lone, Turn,
    pilot::{Pilot, Score, boat_in_turn, nobody, others},
};
use powerboats_rules::{Action, Boat, Draw, Hand, Heading, Phase, Race, Status};
use std::sync::Arc;

/// Plays by the solution of the course.
pub struct Captain {
    courses: Arc<CourseCache>,
}

impl Captain {
    /// A new one.
    pub fn new(courses: Arc<CourseCache>) -> Captain {
        Captain { courses }
    }
}

impl Lone {
    /// A racing boat as if it were alone.
    pub fn of(boat: &Boat) -> Option<Lone> {
        let Status::Racing { at, heading } = boat.status else { return None };
        Some(Lone { at, heading, hand: boat.hand, damage: boat.damage, progress: boat.progress })
    }
}

impl Pilot for Captain {
    fn name(&self) -> &'static str {
        "Captain"
    }

    fn decide(&mut self, race: &Race, _: &Score, _: &mut dyn Draw) -> Action {
        let known = self.courses.of(race.course());
        let solution = known.solution();
        let Some(boat) = boat_in_turn(race) else { nobody(race.phase()) };
        match (race.phase(), Lone::of(boat)) {
            (Phase::Place(_), _) => {
                let berths = race.free_places().into_iter().flat_map(|at| Heading::ALL.map(|heading| (at, heading)));
                let lone = |(at, heading)| Lone {
                    at,
                    heading,
                    hand: Hand::EMPTY,
                    damage: boat.damage,
                    progress: boat.progress,
                };
                let best = berths.min_by(|a, b| solution.value(&lone(*a)).total_cmp(&solution.value(&lone(*b))));
                best.map_or_else(|| nobody(race.phase()), |(at, heading)| Action::Place(at, heading))
            }
            (Phase::Dice(_), Some(lone)) => {
                Action::Choose(Turn::among(solution, lone, &others(race, boat.color)).best().0)
            }
            (Phase::Steer(_, hand), Some(lone)) => {
                let others = others(race, boat.color);
                Action::Steer(solution.best_steer(&lone, hand, |hex| others.contains(&hex)).0)
            }
            (phase, _) => nobody(phase),
        }
    }
}
