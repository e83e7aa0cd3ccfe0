//! Rules 4.8 and 4.9: marks are judged along the hexes really travelled, and what happens on the finish line.

use crate::{
    drawn::{Drawn, dice, hand, may_steer, on, owing, sail},
    gates::ROUND,
};
use powerboats_rules::{Color, Leg, Phase, Status, Steer};

/// A channel that leads O south-east over x onto the line and then ashore.
pub const CHANNEL: &str = "
    . . . . . . . . 3 . . . .
     . . . . . O # . . . . . .
    . . . . . # x . . . . . .
     . . . 0 = = * = F . . . .
    # # # # # # # # # # # # #
     . 2 . . . . . . . . 1 . .
";

#[test]
fn r4_8_marks_count_only_up_to_where_the_boat_ends() {
    // Two hexes to the line. With R on it O ends before the line, and has not finished.
    let lake = Drawn::new(&CHANNEL.replace('*', "R"));
    let mut race = lake.race(&["O SE 2 finish", "R E"]);
    let moved = sail(&mut race, "2", "", Steer::Straight);
    assert_eq!((moved.option.end, moved.finished), (lake.at('x'), false));
    assert_eq!(race.boat(Color::Orange).unwrap().progress, on(Leg::Finish));
    // Without R it has.
    let lake = Drawn::new(CHANNEL);
    let mut race = lake.race(&["O SE 2 finish"]);
    assert!(sail(&mut race, "2", "", Steer::Straight).finished);
}

#[test]
fn r4_8_a_crash_counts_the_marks_it_passed() {
    // The ray of gate 1 (a) lies at the end of the water: a boat that runs ashore there has crossed it.
    let lake = Drawn::new(
        "
    . 2 . . . . . . . . . .
     . . . . . . # # # # # #
    . . . . . . 1 a a R # #
     . . . . . . . O # # # #
    . . . . . . . . . . . .
     . . 0 = = = = F . . . .
    . . . . . 3 . . . . . .
    ",
    );
    let course = lake.course();
    assert_eq!(course.gates()[0].hexes[..2], lake.all('a')[..]);
    let mut race = lake.race(&["O NE 2 gate1", "R W"]);
    let moved = sail(&mut race, "2", "", Steer::Straight);
    assert!(moved.option.crash() && moved.option.end == lake.all('a')[1]);
    assert_eq!(moved.progress, on(Leg::Gate2));
}

#[test]
fn r4_8_a_move_judges_marks_crossed_backward_too() {
    let lake = Drawn::new(&ROUND.replace("1 a a a", "1 . O ."));
    // Down from the ray: back over gate 1, which it had passed.
    let mut race = lake.race(&["O SW gate2"]);
    let moved = sail(&mut race, "", "3", Steer::Straight);
    assert_eq!(moved.progress, on(Leg::Gate1));
    // The same on leg 1: now it owes.
    let mut race = lake.race(&["O SW gate1"]);
    assert_eq!(sail(&mut race, "", "3", Steer::Straight).progress, owing(Leg::Gate1));
    assert_eq!(race.boat(Color::Orange).unwrap().progress, owing(Leg::Gate1));
}

#[test]
fn r4_9_finishes_at_the_line_and_runs_out_its_move() {
    let open = CHANNEL.replace("# # # # # # # # # # # # #", ". . . . . . . e . . . . .");
    let lake = Drawn::new(&open);
    let mut race = lake.race(&["O SE 3 finish", "R sunk d4"]);
    let moved = sail(&mut race, "3", "", Steer::Straight);
    assert_eq!((moved.finished, moved.option.end, moved.option.crash()), (true, lake.at('e'), false));
    let boat = race.boat(Color::Orange).unwrap();
    assert_eq!((boat.status, boat.hand, boat.turns), (Status::Finished, hand("3"), 1));
    assert_eq!(race.phase(), Phase::Over);
}

#[test]
fn r4_9_a_finisher_may_crash_and_the_damage_counts() {
    let mut race = Drawn::new(CHANNEL).race(&["O SE 3 finish"]);
    dice(&mut race, "3", "");
    assert_eq!(may_steer(&race), [Steer::Straight]);
    let moved = race.steer(Steer::Straight).unwrap();
    let boat = race.boat(Color::Orange).unwrap();
    assert!(moved.finished && moved.option.crash());
    assert_eq!((boat.status, boat.damage, boat.hand, boat.keeps()), (Status::Finished, 1, hand(""), 1));
}

#[test]
fn r4_9_a_boat_that_finishes_and_sinks_has_finished() {
    let mut race = Drawn::new(CHANNEL).race(&["O SE 3 d3 finish"]);
    let moved = sail(&mut race, "3", "", Steer::Straight);
    assert!(moved.finished && moved.sunk);
    let boat = race.boat(Color::Orange).unwrap();
    assert_eq!((boat.status, boat.damage, boat.hand), (Status::Finished, 4, hand("")));
}

#[test]
fn r4_9_boats_that_finished_or_sank_leave_the_lake() {
    // O finishes and would lie on *; R then ends there.
    let lake = Drawn::new(&CHANNEL.replace("0 = = * = F", "0 = = * R F"));
    let mut race = lake.race(&["O SE 2 finish", "R W"]);
    assert_eq!(sail(&mut race, "2", "", Steer::Straight).option.end, lake.at('*'));
    assert_eq!(race.boat(Color::Orange).unwrap().at(), None);
    assert_eq!(sail(&mut race, "", "1", Steer::Straight).option.end, lake.at('*'));
    // P sinks on its pond's only other hex; Y, behind it, finds that hex free.
    let lake = Drawn::new("Y . P # # # # #");
    let mut race = lake.race(&["P E d3", "Y E"]);
    assert!(sail(&mut race, "", "1", Steer::Straight).sunk);
    assert_eq!(race.boat(Color::Purple).unwrap().at(), None);
    assert_eq!(sail(&mut race, "", "2", Steer::Straight).option.end, lake.at('P'));
}

#[test]
fn r4_9_the_line_counts_on_the_last_leg_only() {
    for (leg, finished) in [("start", false), ("gate1", false), ("gate3", false), ("finish", true)] {
        let mut race = Drawn::new(CHANNEL).race(&[&format!("O SE 2 {leg}")]);
        assert_eq!(sail(&mut race, "2", "", Steer::Straight).finished, finished, "on leg {leg}");
    }
}
