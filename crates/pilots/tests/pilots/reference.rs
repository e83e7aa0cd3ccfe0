//! Compares every value that the solver stores with the reference solver: with AVX if the processor has it, and without AVX as in
//! browsers. (`make bench-solve-error` does the same on a whole lake of six tiles.)

use crate::plain::Plain;
use powerboats_pilots::{Solution, Weights};
use powerboats_rules::{Course, Lake};
use std::sync::Arc;

/// The largest allowed difference, in turns.
const CLOSE: f64 = 1e-3;

fn agree(rows: &[&str], plan: &str) {
    let lake = Lake::from_rows(rows).expect("a lake");
    let course = Arc::new(Course::new(lake, plan.parse().expect("a plan")).expect("a course"));
    let weights = Weights::default();
    let reference = Plain::new(&course, weights.sinking.into());
    let fastest = Solution::new(course.clone(), weights);
    for (path, solution) in [("fastest", fastest), ("portable", Solution::portable(course.clone(), weights))] {
        let (error, at) = reference.worst(&solution);
        assert!(error <= CLOSE, "{path}: {error} at {at:?}");
    }
}

#[test]
fn open_water_with_gates_close_together() {
    agree(
        &[
            "..........",
            "..........",
            "....#.....",
            "..........",
            "..........",
            "......##..",
            "..........",
            "..........",
            "..........",
        ],
        "b5E,h2,i8,b8",
    );
}

#[test]
fn narrow_water_with_islands() {
    agree(
        &[
            "....#.....#.",
            ".#......#...",
            "....##......",
            "#.......##..",
            "...#........",
            ".......#..#.",
            ".##.........",
            "......#...#.",
        ],
        "c7E,l2,i1,a3",
    );
}

/// Four hexes of water, and no gate can be reached. The boat can only sink.
#[test]
fn a_puddle_without_a_finish() {
    agree(&["######", "#....#", "######"], "a2E,c1,e3,b3");
}

#[test]
fn two_lakes_of_which_one_has_no_finish() {
    agree(&["......##....", "......##....", "......##....", "......##...."], "a2E,c1,e4,b4");
}
