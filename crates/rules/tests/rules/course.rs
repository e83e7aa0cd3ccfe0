//! Rules 2.1, 2.2, 2.6 and 2.7: the deal, the line, and a boat's progress from mark to mark.

use crate::{
    chance::Prng,
    drawn::{Drawn, on, owing, walk},
    gates::ROUND,
};
use powerboats_rules::{
    BadDeal, Color, Course, CourseFault, CoursePlan, Die, Heading, Hex, Leg, Letter, Regatta, RoundingSide, Scoring,
    Seats, Sides, StartRoll, dealt, draw_course, draw_lake,
};
use std::collections::BTreeSet;

#[test]
fn r2_1_the_buoys_are_dealt_to_the_four_spots_in_any_order() {
    let mut chance = Prng::new(21);
    let (layout, _) = draw_lake(Sides::Dark, 6, &mut chance);
    let mut seen = BTreeSet::new();
    for _ in 0..400 {
        let course = draw_course(&layout, Letter::B, 6, &mut chance).unwrap();
        let spots = layout.spots(Letter::B);
        let buoys = [course.buoys()[0], course.buoys()[1], course.buoys()[2], course.buoys()[3]];
        let order = buoys.map(|buoy| spots.iter().position(|spot| spot.at == buoy).unwrap());
        assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), 4);
        assert_eq!(course.plan().heading, spots[order[0]].heading);
        seen.insert(order);
    }
    assert_eq!(seen.len(), 24);
}

#[test]
fn r2_1_a_deal_is_valid_only_if_it_can_be_started_and_finished() {
    assert!(Drawn::new(ROUND).course().is_playable(6));
    // A strip of land cuts gate 2 off, so that no boat can cross it.
    let cut = ROUND.replace("    . . . b . . . . . . . . .", "    # # # # # # # # # # # # #");
    assert!(!Drawn::new(&cut).course().is_playable(6));
    // Without room behind the line there are only the line's four start places.
    let last_row = ROUND.trim_end().rfind('\n').unwrap();
    let course = Drawn::new(&ROUND[..last_row]).course();
    assert!(course.is_playable(4) && !course.is_playable(5));
}

/// A regatta of two players on a dark lake, and a course for its race A.
fn dealt_regatta(seed: u64) -> (Regatta, Course) {
    let seats = Seats::new([Color::Orange, Color::White]).unwrap();
    let (layout, course) = draw_lake(Sides::Dark, 2, &mut Prng::new(seed));
    let start = StartRoll(vec![(Color::Orange, Die::Three), (Color::White, Die::One)]);
    (Regatta::new(seats, Scoring::Turns, 3, layout, &[start]).unwrap(), course)
}

#[test]
fn r2_1_a_race_uses_the_spots_with_its_letter() {
    let (mut regatta, course) = dealt_regatta(1);
    let other = dealt_regatta(2).1;
    assert_eq!(regatta.deal(other), Err(BadDeal::OtherLake));
    let of_b = dealt(regatta.layout(), Letter::B, [0, 1, 2, 3]).unwrap();
    assert_eq!(regatta.deal(of_b), Err(BadDeal::OffSpots(Letter::A)));
    let mut turned = *course.plan();
    let free = |heading: &Heading| {
        let plan = CoursePlan { heading: *heading, ..*course.plan() };
        *heading != course.plan().heading && Course::new(course.lake().clone(), plan).is_ok()
    };
    turned.heading = Heading::ALL.into_iter().find(free).unwrap();
    let turned = Course::new(course.lake().clone(), turned).unwrap();
    assert_eq!(regatta.deal(turned), Err(BadDeal::OffSpots(Letter::A)), "the line must follow its spot's heading");
    assert_eq!(regatta.deal(course.clone()), Ok(()));
    assert_eq!(regatta.deal(course), Err(BadDeal::NotNow));
}

#[test]
fn r1_8_a_time_trial_may_be_on_the_course_of_any_race() {
    let layout = *dealt_regatta(1).0.layout();
    for letter in Letter::ALL {
        let course = draw_course(&layout, letter, 2, &mut Prng::new(5)).unwrap();
        let alone = Seats::of_regatta([Color::White], Scoring::Turns, 1).unwrap();
        let mut trial = Regatta::new(alone, Scoring::Turns, 1, layout, &[]).unwrap();
        assert_eq!(trial.deal(course), Ok(()), "race {letter}");
    }
    // A buoy on a spot of another race is still refused.
    let alone = Seats::of_regatta([Color::White], Scoring::Turns, 1).unwrap();
    let mut trial = Regatta::new(alone, Scoring::Turns, 1, layout, &[]).unwrap();
    let plan = *dealt(&layout, Letter::A, [0, 1, 2, 3]).unwrap().plan();
    let elsewhere = |spot: Hex| !layout.spots(Letter::A).iter().any(|own| own.at == spot);
    let other = layout.spots(Letter::B).iter().map(|spot| spot.at).find(|spot| elsewhere(*spot)).unwrap();
    let mixed = CoursePlan { buoys: [other, plan.buoys[1], plan.buoys[2]], ..plan };
    let mixed = Course::new(layout.lake(), mixed).unwrap();
    assert_eq!(trial.deal(mixed), Err(BadDeal::OffSpots(Letter::A)));
}

#[test]
fn r2_2_the_line_has_four_hexes_and_the_finish_buoy_is_on_the_fifth() {
    let lake = Drawn::new(ROUND);
    let course = lake.course();
    assert_eq!(course.line().to_vec(), lake.all('='));
    assert_eq!(course.finish_buoy(), lake.at('F'));
    assert_eq!(course.buoys(), ['0', '1', '2', '3', 'F'].map(|buoy| lake.at(buoy)));
}

#[test]
fn r2_2_all_five_buoys_block_their_hex_on_water_and_land() {
    let lake = Drawn::new(ROUND);
    let course = lake.course();
    for buoy in course.buoys() {
        assert!(!course.is_open(buoy));
        for heading in Heading::ALL {
            let Some(from) = buoy.neighbour(heading.back()).filter(|&from| course.is_open(from)) else { continue };
            assert_eq!(course.run(from, heading), 0, "a buoy lies {heading} of {from}");
        }
    }
    // A buoy may stand on land. Its hex stays closed.
    let mut rows = lake.lake.rows();
    rows[3].replace_range(9..10, "#");
    let on_land = Course::new(powerboats_rules::Lake::from_rows(&rows).unwrap(), lake.plan()).unwrap();
    assert!(!on_land.is_open(lake.at('1')));
    assert_eq!(on_land.gates(), course.gates());
}

#[test]
fn r2_2_a_line_on_land_or_off_the_map_is_invalid() {
    let lake = Drawn::new(ROUND);
    let faults = |plan: CoursePlan| Course::new(lake.lake.clone(), plan).unwrap_err().0;
    let plan = lake.plan();
    assert_eq!(faults(CoursePlan { heading: Heading::W, ..plan }), [CourseFault::LineOffMap]);
    let coincide = CoursePlan { buoys: [lake.at('F'), plan.buoys[1], plan.buoys[2]], ..plan };
    assert_eq!(faults(coincide), [CourseFault::BuoysCoincide { first: 1, second: 4, at: lake.at('F') }]);
    let on_line = CoursePlan { buoys: [plan.buoys[0], lake.all('=')[2], plan.buoys[2]], ..plan };
    assert_eq!(faults(on_line), [CourseFault::BuoyOnLine { buoy: 2, at: lake.all('=')[2] }]);
    let land = Drawn::new(&ROUND.replace("0 = = = =", "0 = # = ="));
    let hex: Hex = "f8".parse().unwrap();
    assert_eq!(Course::new(land.lake.clone(), land.plan()).unwrap_err().0, [CourseFault::LineOnLand(hex)]);
}

#[test]
fn r2_6_buoys_1_and_3_decide_the_start_side_and_the_finish_side() {
    let course = Drawn::new(ROUND).course();
    assert_eq!((course.start_side(), course.finish_side()), (RoundingSide::Left, RoundingSide::Left));
    // The start goes south, and the finish comes from the north.
    let lake = Drawn::new(
        "
    . . . . . . . 3 . . . . .
     . . . . . . . . . . . . .
    . . . 0 = = = = F . . . .
     . . . . . . . . . . . . .
    . 2 . . . . . . . . 1 . .
    ",
    );
    let course = lake.course();
    assert_eq!((course.start_side(), course.finish_side()), (RoundingSide::Right, RoundingSide::Left));
    for (i, &hex) in lake.all('=').iter().enumerate() {
        for heading in Heading::ALL {
            let step = course.crossings(hex, heading);
            let south = matches!(heading, Heading::SW | Heading::SE);
            assert_eq!(step.is_forward(Leg::Start), south, "hex {i} of the line, {heading}");
            let Some(to) = hex.neighbour(heading) else { continue };
            let back = course.crossings(to, heading.back());
            assert_eq!(back.is_backward(Leg::Start), south);
            let north = matches!(heading, Heading::NW | Heading::NE);
            assert_eq!(back.is_forward(Leg::Finish), north);
            assert!(
                !step.is_backward(Leg::Finish) && !back.is_backward(Leg::Finish),
                "the finish has no backward crossing"
            );
        }
    }
}

#[test]
fn r2_6_a_buoy_on_the_axis_counts_as_left_of_the_heading() {
    let east = Drawn::new(
        "
    . . . . . . . . . 2 . . .
     . . . . . . . . . . . . .
    . 3 . 0 = = = = F . . 1 .
     . . . . . . . . . . . . .
    ",
    );
    let course = east.course();
    assert_eq!(
        (course.plan().heading, course.start_side(), course.finish_side()),
        (Heading::E, RoundingSide::Left, RoundingSide::Left)
    );
    assert!(course.crossings(east.all('=')[0], Heading::NE).is_forward(Leg::Start), "left of east is north");
    let west = Drawn::new(
        "
    . . . . . . . . . 2 . . .
     . . . . . . . . . . . . .
    . 3 . F = = = = 0 . . 1 .
     . . . . . . . . . . . . .
    ",
    );
    let course = west.course();
    assert_eq!(
        (course.plan().heading, course.start_side(), course.finish_side()),
        (Heading::W, RoundingSide::Left, RoundingSide::Left)
    );
    assert!(course.crossings(west.all('=')[0], Heading::SE).is_forward(Leg::Start), "left of west is south");
    assert!(!course.crossings(west.all('=')[0], Heading::NE).is_forward(Leg::Start));
}

#[test]
fn r2_7_from_the_start_through_three_gates_to_the_finish() {
    let lake = Drawn::new(ROUND);
    let last = lake.all('=')[3];
    let way = "NE NE NE E NE  NW NW NW W W W W W W  W SW SW SW SW SE  SE E E E SE";
    let after = walk(&lake.course(), last, way, on(Leg::Start));
    let legs: Vec<Option<Leg>> = after.iter().map(|now| now.map(|now| now.leg)).collect();
    let changes: Vec<usize> = (0..legs.len()).filter(|&i| i == 0 || legs[i] != legs[i - 1]).collect();
    let [one, two, three, finish] = [Leg::Gate1, Leg::Gate2, Leg::Gate3, Leg::Finish].map(Some);
    assert_eq!(changes.iter().map(|&i| legs[i]).collect::<Vec<_>>(), [one, two, three, finish, None]);
    // The steps off the line, onto the rays a, b and c, and onto the line.
    assert_eq!(changes, [0, 4, 13, 19, 24]);
    assert!(after.iter().flatten().all(|now| !now.owes));
}

#[test]
fn r2_7_marks_crossed_out_of_order_do_not_count() {
    let lake = Drawn::new(ROUND);
    let near = lake.all('a')[0].neighbour(Heading::SW).unwrap();
    // Over gate 1 and back, on legs with other marks.
    for leg in [Leg::Start, Leg::Gate3, Leg::Finish] {
        assert_eq!(walk(&lake.course(), near, "NE SW", on(leg)), [Some(on(leg)), Some(on(leg))]);
    }
}

#[test]
fn r2_7_a_crossing_the_previous_mark_backward_returns_to_its_leg() {
    let lake = Drawn::new(ROUND);
    let near = lake.all('a')[0].neighbour(Heading::SW).unwrap();
    let there_and_back = walk(&lake.course(), near, "NE E SW NE", on(Leg::Gate1));
    assert_eq!(there_and_back, [Leg::Gate2, Leg::Gate2, Leg::Gate1, Leg::Gate2].map(|leg| Some(on(leg))));
    // Back over the line to the side behind it, and forward again.
    let line = lake.all('=')[1];
    let again = walk(&lake.course(), line, "NE SW SW NE NE", on(Leg::Start));
    let legs = [Leg::Gate1, Leg::Start, Leg::Start, Leg::Start, Leg::Gate1];
    assert_eq!(again, legs.map(|leg| Some(on(leg))));
    // On leg start, crossing the line backward does nothing.
    let beyond = line.neighbour(Heading::NE).unwrap();
    let back_and_out = walk(&lake.course(), beyond, "SW NE", on(Leg::Start));
    assert_eq!(back_and_out, [Some(on(Leg::Start)), Some(on(Leg::Gate1))]);
}

#[test]
fn r2_7_b_a_gate_crossed_backward_is_owed_only_once() {
    let lake = Drawn::new(ROUND);
    let ray = lake.all('a')[1];
    // However often the boat crosses its gate backward, it owes one forward crossing.
    let wrong = walk(&lake.course(), ray, "SE", on(Leg::Gate1));
    assert_eq!(wrong, [Some(owing(Leg::Gate1))]);
    let twice = walk(&lake.course(), ray, "SE NE", owing(Leg::Gate1));
    assert_eq!(twice, [Some(owing(Leg::Gate1)), Some(on(Leg::Gate1))], "one forward crossing pays the debt");
    let paid = walk(&lake.course(), ray, "SW NE SW NE", owing(Leg::Gate1));
    let [owes, free] = [owing(Leg::Gate1), on(Leg::Gate1)].map(Some);
    assert_eq!(paid, [owes, free, owes, free], "each backward crossing owes again, each forward crossing pays again");
}

#[test]
fn r2_7_b_a_boat_that_owes_must_cross_the_gate_forward_twice() {
    let lake = Drawn::new(ROUND);
    let far = lake.all('a')[0].neighbour(Heading::NE).unwrap();
    // From the far side, backward through the gate.
    let after = walk(&lake.course(), far, "SW SW", on(Leg::Gate1));
    assert_eq!(after.last(), Some(&Some(owing(Leg::Gate1))));
    // It owes until it crosses the ray forward, whatever else it crosses.
    let near = far.ahead(Heading::SW, 2).unwrap();
    assert_eq!(walk(&lake.course(), near, "SW NE", owing(Leg::Gate1)), [Some(owing(Leg::Gate1)); 2]);
    let before_gate_2 = lake.at('b').neighbour(Heading::E).unwrap();
    assert_eq!(walk(&lake.course(), before_gate_2, "W E", owing(Leg::Gate1)), [Some(owing(Leg::Gate1)); 2]);
    // Over the ray, around buoy 1 to the west, and over the ray again.
    let round = walk(&lake.course(), near, "NE NW W SW SE E NE", owing(Leg::Gate1));
    assert_eq!(round.first(), Some(&Some(on(Leg::Gate1))), "the first crossing pays");
    assert_eq!(round.last(), Some(&Some(on(Leg::Gate2))), "the second counts");
}

#[test]
fn r2_7_c_one_step_can_cross_the_start_and_gate_1() {
    // Buoy 1 stands next to the line, so its ray a is the first row beyond the line.
    let lake = Drawn::new(
        "
    . . . . . . . . . . . . .
     . . . . . . . . . . . . .
    . . 3 . . . 2 . . . . . .
     . . . . . . . . . . . . .
    . . . . . . 1 a a a a a a
     . . . 0 = = = = F . . . .
    . . . . . . . . . . . . .
    ",
    );
    let course = lake.course();
    assert_eq!(course.gates()[0].hexes, lake.all('a'));
    let third = lake.all('=')[2];
    assert_eq!(walk(&course, third, "NE", on(Leg::Start)), [Some(on(Leg::Gate2))]);
    let first = lake.all('=')[0];
    assert_eq!(
        walk(&course, first, "NE", on(Leg::Start)),
        [Some(on(Leg::Gate1))],
        "west of buoy 1 the step crosses only the start"
    );
    // The step back crosses both backward, but only the previous mark, gate 1, counts.
    assert_eq!(walk(&course, third, "NE SW", on(Leg::Start)), [Some(on(Leg::Gate2)), Some(on(Leg::Gate1))]);
}

#[test]
fn r2_7_c_one_step_can_cross_gate_3_and_the_finish() {
    // The ray c of buoy 3 runs across the first hex of the line.
    let lake = Drawn::new(
        "
    . . 2 . . . . . . . . . .
     . . . . . . . . . . 1 . .
    . . . . . . . . . . . . .
     . . . . . . . . . . . . .
    . . . . x 3 . . . . . . .
     . . . 0 c = = = F . . . .
    . . . . c . . . . . . . .
    ",
    );
    let course = lake.course();
    assert_eq!((course.gates()[2].heading, course.gates()[2].rounding), (Heading::SW, RoundingSide::Left));
    assert_eq!(course.gates()[2].hexes, lake.all('c'));
    assert_eq!(walk(&course, lake.at('x'), "SE", on(Leg::Gate3)), [None]);
    assert_eq!(
        walk(&course, lake.at('x'), "SE", owing(Leg::Gate3)),
        [Some(on(Leg::Gate3))],
        "the crossing only pays the debt"
    );
    assert_eq!(walk(&course, lake.at('x'), "SE", on(Leg::Gate2)), [Some(on(Leg::Gate2))]);
}
