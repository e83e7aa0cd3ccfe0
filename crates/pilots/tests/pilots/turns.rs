//! The values of a turn with other boats in the way.

use powerboats_pilots::{LoneBoat, QuickRandom, Solution, Turn, Weights};
use powerboats_rules::{Draw, Hand, Heading, Hex, Leg, Progress, Sides, draw_lake, outcomes};
use std::sync::Arc;

/// A solved course, and states with other boats nearby, often in the way.
fn states(count: usize) -> (Solution, Vec<(LoneBoat, Vec<Hex>)>) {
    let mut draw = QuickRandom::new(1);
    let (_, course) = draw_lake(Sides::Mixed, 4, &mut draw);
    let solution = Solution::new(Arc::new(course), Weights::default());
    let course = solution.course();
    let open: Vec<Hex> = course.lake().hexes().filter(|&hex| course.is_open(hex)).collect();
    let mut below = |n: usize| draw.below(n as u32) as usize;
    let mut state = || {
        let lone = LoneBoat {
            at: open[below(open.len())],
            heading: Heading::ALL[below(6)],
            hand: Hand::of([below(3) as u8, below(3) as u8, below(2) as u8]),
            damage: below(4) as u8,
            progress: Progress { leg: Leg::ALL[below(5)], owes: false },
        };
        let near: Vec<Hex> = open.iter().copied().filter(|hex| (1..4).contains(&hex.distance(lone.at))).collect();
        let others = (0..5).filter_map(|_| near.get(below(near.len().max(1))).copied()).collect();
        (lone, others)
    };
    let states = (0..count).map(|_| state()).collect();
    (solution, states)
}

/// The value of a choice is the mean over all rolls, each followed by the best direction.
#[test]
fn the_value_of_a_choice_is_the_mean_over_its_rolls() {
    let (solution, states) = states(300);
    let mut blocked = 0;
    for (lone, others) in &states {
        let (among, alone) = (Turn::among(&solution, *lone, others), Turn::new(&solution, *lone));
        for choice in lone.hand.choices().iter() {
            let ways = 3f64.powi(choice.rolls().into());
            let mean: f64 = outcomes(choice.rolls())
                .map(|outcome| {
                    let headings = among.headings(choice.hold.with(outcome.rolled));
                    let best = headings.map(|(_, value)| value).fold(f32::INFINITY, f32::min);
                    f64::from(best) * outcome.ways as f64 / ways
                })
                .sum();
            let value = among.value_of(choice);
            assert!((f64::from(value) - 1.0 - mean).abs() < 1e-3, "{lone:?} {others:?} {choice:?}: {value} {mean}");
            blocked += u32::from(value != alone.value_of(choice));
        }
    }
    assert!(blocked > 300, "{blocked} choices with boats in the way");
}

/// Boats can be passed. A boat beside the run changes nothing; a boat on the run changes only moves that would end on it.
#[test]
fn r4_6_a_boat_in_the_way_changes_only_what_ends_on_it() {
    let (solution, states) = states(100);
    for (lone, _) in &states {
        let ahead = lone.at.ahead(lone.heading, 2).into_iter().collect::<Vec<Hex>>();
        let behind = lone.at.ahead(lone.heading.back(), 1).into_iter().collect::<Vec<Hex>>();
        let (free, passed, blocked) = (
            Turn::new(&solution, *lone),
            Turn::among(&solution, *lone, &behind),
            Turn::among(&solution, *lone, &ahead),
        );
        let run = solution.course().run(lone.at, lone.heading);
        for choice in lone.hand.choices().iter() {
            assert_eq!(free.value_of(choice), passed.value_of(choice));
            let total = choice.hold.total();
            if choice.rolls() == 0 && total != 2 && (total <= run || run != 2) {
                assert_eq!(free.value_of(choice), blocked.value_of(choice), "{lone:?} {choice:?}");
            }
        }
    }
}
