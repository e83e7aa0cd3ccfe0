//! The route of best play round a course.

use crate::{Fate, Lone, Solution, course::odds::branches};
use powerboats_rules::Hex;

/// The way of a boat that plays its best and has neither good luck nor bad.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Route {
    /// Every hex it comes over, where it begins first.
    pub hexes: Vec<Hex>,
    /// Where it begins, and where each of its turns ends.
    pub stops: Vec<Hex>,
    /// Does it come home?
    pub finished: bool,
}

/// Turns after which the boat is left where it is.
const MOST_TURNS: usize = 500;

impl Route {
    /// From here. Of all rolls, each turn takes the one that keeps the boat closest to its schedule: after n turns it
    /// should need n less than at the beginning. So luck evens out, and the route takes about as many turns as its value says.
    pub fn of(solution: &Solution, lone: Lone) -> Route {
        let mut route = Route { hexes: vec![lone.at], stops: vec![lone.at], finished: false };
        let (mut lone, mut schedule) = (lone, solution.value(&lone));
        for _ in 0..MOST_TURNS {
            schedule -= 1.0;
            let off = |value: f32| (value - schedule).abs();
            // Among equals the likeliest.
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

    /// How many turns it takes.
    pub fn turns(&self) -> usize {
        self.stops.len() - 1
    }
}
