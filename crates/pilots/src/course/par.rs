//! Par: what best play needs on a course, from the best start place.

use crate::{Lone, Solution};
use powerboats_rules::{Hand, Heading, Progress};

/// The best start, and what it is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Par {
    /// An undamaged boat on the best start place, facing the best way.
    pub start: Lone,
    /// Expected turns, a sinking counted by its weight.
    pub turns: f32,
}

impl Par {
    /// Of a course.
    pub fn of(solution: &Solution) -> Par {
        let course = solution.course();
        // The line alone has four places.
        let places = course.places(1).unwrap_or_else(|| course.line().to_vec());
        let berths = places.into_iter().flat_map(|at| Heading::ALL.map(|heading| (at, heading)));
        let par = |(at, heading)| {
            let start = Lone { at, heading, hand: Hand::EMPTY, damage: 0, progress: Progress::default() };
            Par { start, turns: solution.value(&start) }
        };
        let first = par((course.line()[0], Heading::E));
        berths.map(par).fold(first, |best, next| if next.turns < best.turns { next } else { best })
    }
}
