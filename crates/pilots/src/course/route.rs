//! The route of best play around a course.

use crate::{Fate, LoneBoat, Solution, course::odds::branches};
use powerboats_rules::Hex;

/// The route of a boat that plays perfectly and has average luck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Route {
    /// All hexes of the route, from the start.
    pub hexes: Vec<Hex>,
    /// The start, and the end of each turn.
    pub stops: Vec<Hex>,
    /// Does the boat finish?
    pub finished: bool,
}

/// The route is cut off after this many turns.
const MOST_TURNS: usize = 500;

impl Route {
    /// The route from this state. In each turn it takes the roll that keeps the boat closest to schedule: after n turns the boat
    /// should need n turns fewer than at the start. So the route takes about as many turns as expected.
    pub fn of(solution: &Solution, lone: LoneBoat) -> Route {
        let mut route = Route { hexes: vec![lone.at], stops: vec![lone.at], finished: false };
        let (mut lone, mut schedule) = (lone, solution.value(&lone));
        for _ in 0..MOST_TURNS {
            schedule -= 1.0;
            let off = |value: f32| (value - schedule).abs();
            // Of equal rolls the likeliest one.
            let next = branches(solution, lone)
                .into_iter()
                .min_by(|a, b| off(a.value).total_cmp(&off(b.value)).then(b.chance.total_cmp(&a.chance)));
            let Some(next) = next else { break };
            let passed = (1..=next.option.steps).filter_map(|steps| lone.at.ahead(next.option.heading, steps));
            route.hexes.extend(passed);
            route.stops.push(next.option.end);
            match next.fate {
                Fate::Racing(then) => lone = then,
                fate => {
                    route.finished = fate == Fate::Finished;
                    break;
                }
            }
        }
        route
    }

    /// The number of turns.
    pub fn turns(&self) -> usize {
        self.stops.len() - 1
    }
}
