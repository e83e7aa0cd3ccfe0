//! Rules 2.3 to 2.5: the direction of each rounding, the ray of each gate, and the steps that cross it.

use crate::drawn::Drawn;
use powerboats_rules::{Course, Heading, Hex, Leg, RoundingSide};
use std::collections::BTreeSet;

/// An anticlockwise course. The rays of gates 1, 2 and 3 are drawn as a, b and c.
pub const ROUND: &str = "
    . . . b . . . . . . . . .
     . . . 2 . . . . . . . . .
    . . . . . . . . . . . . .
     . . . . . . . . . 1 a a a
    . . . . . . . . . . . . .
     c 3 . . . . . . . . . . .
    . . . . . . . . . . . . .
     . . . 0 = = = = F . . . .
    . . . . . . . . . . . . .
";

#[test]
fn r2_3_a_course_that_turns_left_rounds_its_buoys_left() {
    let left = Drawn::new(ROUND).course();
    assert_eq!(left.gates().each_ref().map(|gate| gate.rounding), [RoundingSide::Left; 3]);
    // The same buoys in the opposite order.
    let right = Drawn::new(&ROUND.replace('1', "x").replace('3', "1").replace('x', "3")).course();
    assert_eq!(right.gates().each_ref().map(|gate| gate.rounding), [RoundingSide::Right; 3]);
}

#[test]
fn r2_3_each_buoy_has_its_own_rounding() {
    // North-east to 1, right to 2, sharp left to 3, and left again to the finish.
    let course = Drawn::new(
        "
    . . . . . . 3 . . . . . .
     . . . . . . . . . . . . .
    . . . . . . . . . . . . .
     . . . . . . 1 . . . . . .
    . . . . . . . . . . 2 . .
     . 0 = = = = F . . . . . .
    ",
    )
    .course();
    assert_eq!(
        course.gates().each_ref().map(|gate| gate.rounding),
        [RoundingSide::Right, RoundingSide::Left, RoundingSide::Left]
    );
}

/// Buoys 1 and 2 lie straight north of the middle of the line. Their rays are drawn as a and b.
const STRAIGHT: &str = "
    . . . . . b . . . . . . .
     . . . . . b . . . . . . .
    . . 3 . . . 2 . . . . . .
     . . . . . . . . . . . . .
    . . . . . . 1 a a a a a a
     . . . . . . . . . . . . .
    . . . . . . . . . . . . .
     . . . 0 = = = = F . . . .
    . . . . . . . . . . . . .
";

#[test]
fn r2_3_a_straight_course_rounds_left() {
    let course = Drawn::new(STRAIGHT).course();
    assert_eq!(course.gates()[0].rounding, RoundingSide::Left);
}

#[test]
fn r2_4_on_a_straight_course_the_gate_is_to_the_right() {
    let lake = Drawn::new(STRAIGHT);
    assert_eq!(lake.course().gates()[0].heading, Heading::E);
    assert_eq!(lake.course().gates()[0].hexes, lake.all('a'));
}

#[test]
fn r2_4_on_a_straight_course_along_a_row_two_headings_are_equally_near() {
    // Eastward past 2 the right is south. SW and SE are equally near, and SW comes first.
    let course = Drawn::new(
        "
    . . . . . . . . . . . . .
     . . 1 . . . 2 . . 3 . . .
    . . . . . a . . . . . . .
     . . . . . a . . . . . . .
    . . . . 0 = = = = F . . .
    ",
    );
    // The ray runs to the edge of the lake, across the line too.
    let gate = course.course().gates()[1].clone();
    assert_eq!((gate.rounding, gate.heading), (RoundingSide::Left, Heading::SW));
    assert_eq!(gate.hexes[..2], [course.at('2').neighbour(Heading::SW).unwrap(), course.all('a')[1]]);
    // Westward past 2 the right is north. NE and NW are equally near, and NE comes first.
    let course = Drawn::new(
        "
    . . . . . . . . . . . . .
     . . . . . . b . . . . . .
    . . 3 . . . 2 . . 1 . . .
     . . . . . . . . . . . . .
    . . . . 0 = = = = F . . .
    ",
    );
    let gate = course.course().gates()[1].clone();
    assert_eq!((gate.rounding, gate.heading), (RoundingSide::Left, Heading::NE));
    assert_eq!(gate.hexes[0], course.at('b'));
}

#[test]
fn r2_3_and_2_4_a_course_that_turns_back_rounds_left_and_its_gate_lies_beyond() {
    // North to 1 and back to 2: outward is north. NE and NW are equally near, and NE comes first.
    let lake = Drawn::new(
        "
    . . . . . . . a . . . . .
     . . . . . . a . . . . . .
    . . . . . . 1 . . . . . .
     . . . . . . . . . . . . .
    . . 3 . . . 2 . . . . . .
     . . . . . . . . . . . . .
    . . . . . . . . . . . . .
     . . . 0 = = = = F . . . .
    ",
    );
    let gate = lake.course().gates()[0].clone();
    assert_eq!((gate.rounding, gate.heading), (RoundingSide::Left, Heading::NE));
    assert_eq!(gate.hexes.iter().rev().copied().collect::<Vec<_>>(), lake.all('a'));
}

#[test]
fn r2_4_gates_run_outward_to_the_edge_of_the_lake() {
    let lake = Drawn::new(ROUND);
    let course = lake.course();
    for (gate, ray) in course.gates().iter().zip(['a', 'b', 'c']) {
        assert_eq!(gate.hexes, lake.all(ray), "ray {ray}");
    }
    use Heading::*;
    assert_eq!(course.gates().each_ref().map(|gate| gate.heading), [E, NW, W]);
}

#[test]
fn r2_4_gates_run_across_islands_and_other_buoys() {
    let lake = Drawn::new(
        "
    . . 2 . . . . . . . . . .
     . . . . . . . . . . . . .
    . . . . . . 1 a # # 3 a .
     . . . . . . . . . . . x .
    . . . . . . . . . . . . .
     . . 0 = = = = F . . . . .
    ",
    );
    let course = lake.course();
    let gate = &course.gates()[0];
    assert_eq!(gate.heading, Heading::E);
    assert_eq!(gate.hexes, (1..=6).map(|n| lake.at('1').ahead(Heading::E, n).unwrap()).collect::<Vec<_>>());
    // Beyond the island and the other buoy it can still be crossed.
    assert!(course.crossings(lake.at('x'), Heading::NW).is_forward(Leg::Gate1));
    assert_eq!(lake.at('x').neighbour(Heading::NW), Some(lake.all('a')[1]));
}

/// All steps on the map that cross gate 1, first forward, then backward.
fn steps_across(course: &Course) -> [BTreeSet<(Hex, Heading)>; 2] {
    let steps = || course.lake().hexes().flat_map(|hex| Heading::ALL.map(|heading| (hex, heading)));
    let on_map = |(hex, heading): &(Hex, Heading)| hex.neighbour(*heading).is_some_and(|to| course.lake().contains(to));
    [
        steps()
            .filter(on_map)
            .filter(|&(hex, heading)| course.crossings(hex, heading).is_forward(Leg::Gate1))
            .collect(),
        steps()
            .filter(on_map)
            .filter(|&(hex, heading)| course.crossings(hex, heading).is_backward(Leg::Gate1))
            .collect(),
    ]
}

/// The ray of gate 1 is a. It is crossed forward from the side with s; f is its far side.
const AROUND: &str = "
    . 2 . . . . . . . . .
     . . . . . . f f f f f
    . . 3 . . . 1 a a a a
     . . . . . . s s s s s
    . . 0 = = = = F . . .
     . . . . . . . . . . .
";

#[test]
fn r2_5_only_steps_from_the_near_side_onto_the_ray_cross_forward() {
    let lake = Drawn::new(AROUND);
    let course = lake.course();
    assert_eq!((course.gates()[0].rounding, course.gates()[0].heading), (RoundingSide::Left, Heading::E));
    let (ray, near) = (lake.all('a'), lake.all('s'));
    // East turned left by 60° and 120° is NE and NW.
    let mut forward = BTreeSet::new();
    for &hex in &near {
        for heading in [Heading::NE, Heading::NW] {
            forward.extend(hex.neighbour(heading).filter(|to| ray.contains(to)).map(|_| (hex, heading)));
        }
    }
    assert_eq!(forward.len(), 8);
    let backward = forward.iter().map(|&(hex, heading)| (hex.neighbour(heading).unwrap(), heading.back())).collect();
    assert_eq!(steps_across(&course), [forward, backward]);
}

#[test]
fn r2_5_steps_along_the_ray_or_to_its_far_side_cross_nothing() {
    let lake = Drawn::new(AROUND);
    let course = lake.course();
    let (ray, far) = (lake.all('a'), lake.all('f'));
    let mut asked = 0;
    for &from in &ray {
        for heading in Heading::ALL {
            let Some(to) = from.neighbour(heading).filter(|to| ray.contains(to) || far.contains(to)) else { continue };
            assert!(course.crossings(from, heading).is_none() && course.crossings(to, heading.back()).is_none());
            asked += 1;
        }
    }
    assert_eq!(asked, 6 + 8);
}

#[test]
fn r2_5_a_right_rounding_mirrors_a_left_one() {
    // Buoy 2 and the line have swapped sides, so the same ray is crossed from above.
    let lake = Drawn::new(
        "
    . . 0 = = = = F . . .
     . . . . . . . s s s s
    . . 3 . . . 1 a a a a
     . . . . . . . . . . .
    . 2 . . . . . . . . .
    ",
    );
    let course = lake.course();
    assert_eq!((course.gates()[0].rounding, course.gates()[0].heading), (RoundingSide::Right, Heading::E));
    assert_eq!(course.gates()[0].hexes, lake.all('a'));
    let [forward, backward] = steps_across(&course);
    assert!(forward.iter().all(|(_, heading)| [Heading::SE, Heading::SW].contains(heading)));
    assert!(forward.iter().all(|(hex, _)| hex.row() == lake.at('1').row() - 1));
    assert_eq!((forward.len(), backward.len()), (8, 8));
}
