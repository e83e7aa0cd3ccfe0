//! Par: the expected turns of best play on a course, from the best start place.

use crate::{LoneBoat, Solution};
use powerboats_rules::{Hand, Heading, Progress};

/// The best start and its value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Par {
    /// An undamaged boat on the best start place with the best heading.
    pub start: LoneBoat,
    /// Expected turns, with sinking counted as [`Weights::sinking`](crate::Weights) turns.
    pub turns: f32,
}

impl Par {
    /// Par of a solved course.
    pub fn of(solution: &Solution) -> Par {
        let course = solution.course();
        // The line itself has four places.
        let places = course.places(1).unwrap_or_else(|| course.line().to_vec());
        let berths = places.into_iter().flat_map(|at| Heading::ALL.map(|heading| (at, heading)));
        let par = |(at, heading)| {
            let start = LoneBoat { at, heading, hand: Hand::EMPTY, damage: 0, progress: Progress::default() };
            Par { start, turns: solution.value(&start) }
        };
        let first = par((course.line()[0], Heading::E));
        berths.map(par).fold(first, |best, next| if next.turns < best.turns { next } else { best })
    }
}
