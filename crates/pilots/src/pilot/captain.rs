//! Captain: plays by the solver. It plays perfectly when it is alone, and considers other boats in the current turn.

use crate::{
    CourseCache, LoneBoat, Turn,
    pilot::{Pilot, Score, boat_in_turn, nobody_decides, others},
};
use powerboats_rules::{Action, Boat, Draw, Hand, Heading, Phase, Race, Status};
use std::sync::Arc;

/// Plays by the solution of the course.
pub struct Captain {
    courses: Arc<CourseCache>,
}

impl Captain {
    #[allow(missing_docs)]
    pub fn new(courses: Arc<CourseCache>) -> Captain {
        Captain { courses }
    }
}

impl LoneBoat {
    /// The state of a racing boat, without the other boats. `None` if the boat is not racing.
    pub fn of(boat: &Boat) -> Option<LoneBoat> {
        let Status::Racing { at, heading } = boat.status else { return None };
        Some(LoneBoat { at, heading, hand: boat.hand, damage: boat.damage, progress: boat.progress })
    }
}

impl Pilot for Captain {
    fn name(&self) -> &'static str {
        "Captain"
    }

    fn decide(&mut self, race: &Race, _: &Score, _: &mut dyn Draw) -> Action {
        let known = self.courses.of(race.course());
        let solution = known.solution();
        let Some(boat) = boat_in_turn(race) else { nobody_decides(race.phase()) };
        match (race.phase(), LoneBoat::of(boat)) {
            (Phase::Place(_), _) => {
                let berths = race.free_places().into_iter().flat_map(|at| Heading::ALL.map(|heading| (at, heading)));
                let lone = |(at, heading)| LoneBoat {
                    at,
                    heading,
                    hand: Hand::EMPTY,
                    damage: boat.damage,
                    progress: boat.progress,
                };
                let best = berths.min_by(|a, b| solution.value(&lone(*a)).total_cmp(&solution.value(&lone(*b))));
                best.map_or_else(|| nobody_decides(race.phase()), |(at, heading)| Action::Place(at, heading))
            }
            (Phase::Dice(_), Some(lone)) => {
                Action::Choose(Turn::among(solution, lone, &others(race, boat.color)).best().0)
            }
            (Phase::Steer(_, hand), Some(lone)) => {
                let others = others(race, boat.color);
                Action::Steer(solution.best_steer(&lone, hand, |hex| others.contains(&hex)).0)
            }
            (phase, _) => nobody_decides(phase),
        }
    }
}
