//! Rules 4.8 and 4.9: marks are judged along the hexes a boat really moves over, and boats finish on the line.

use crate::{
    drawn::{Drawn, dice, hand, may_steer, on, owing, play_turn},
    gates::ROUND,
};
use powerboats_rules::{Color, Leg, Phase, Status, Steer};

/// A channel for O to the south-east, over x and the line onto land.
pub const CHANNEL: &str = "
    . . . . . . . . 3 . . . .
     . . . . . O # . . . . . .
    . . . . . # x . . . . . .
     . . . 0 = = * = F . . . .
    # # # # # # # # # # # # #
     . 2 . . . . . . . . 1 . .
";

#[test]
fn r4_8_marks_count_only_up_to_the_hex_where_the_boat_ends() {
    // The line is two hexes away. R is in the way, so O ends before the line and does not finish.
    let lake = Drawn::new(&CHANNEL.replace('*', "R"));
    let mut race = lake.race(&["O SE 2 finish", "R E"]);
    let moved = play_turn(&mut race, "2", "", Steer::Straight);
    assert_eq!((moved.option.end, moved.finished), (lake.at('x'), false));
    assert_eq!(race.boat(Color::Orange).unwrap().progress, on(Leg::Finish));
    // Without R it finishes.
    let lake = Drawn::new(CHANNEL);
    let mut race = lake.race(&["O SE 2 finish"]);
    assert!(play_turn(&mut race, "2", "", Steer::Straight).finished);
}

#[test]
fn r4_8_marks_crossed_before_a_crash_count() {
    // The ray of gate 1 (a) is the last water before land. A boat that crashes there has crossed it.
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
    let moved = play_turn(&mut race, "2", "", Steer::Straight);
    assert!(moved.option.crash() && moved.option.end == lake.all('a')[1]);
    assert_eq!(moved.progress, on(Leg::Gate2));
}

#[test]
fn r4_8_a_move_also_judges_marks_crossed_backward() {
    let lake = Drawn::new(&ROUND.replace("1 a a a", "1 . O ."));
    // From the ray backward over gate 1, which the boat has passed.
    let mut race = lake.race(&["O SW gate2"]);
    let moved = play_turn(&mut race, "", "3", Steer::Straight);
    assert_eq!(moved.progress, on(Leg::Gate1));
    // The same move on leg 1: now the boat owes a crossing.
    let mut race = lake.race(&["O SW gate1"]);
    assert_eq!(play_turn(&mut race, "", "3", Steer::Straight).progress, owing(Leg::Gate1));
    assert_eq!(race.boat(Color::Orange).unwrap().progress, owing(Leg::Gate1));
}

#[test]
fn r4_9_a_finisher_completes_its_move() {
    let open = CHANNEL.replace("# # # # # # # # # # # # #", ". . . . . . . e . . . . .");
    let lake = Drawn::new(&open);
    let mut race = lake.race(&["O SE 3 finish", "R sunk d4"]);
    let moved = play_turn(&mut race, "3", "", Steer::Straight);
    assert_eq!((moved.finished, moved.option.end, moved.option.crash()), (true, lake.at('e'), false));
    let boat = race.boat(Color::Orange).unwrap();
    assert_eq!((boat.status, boat.hand, boat.turns), (Status::Finished, hand("3"), 1));
    assert_eq!(race.phase(), Phase::Over);
}

#[test]
fn r4_9_a_finisher_can_crash_and_the_damage_counts() {
    let mut race = Drawn::new(CHANNEL).race(&["O SE 3 finish"]);
    dice(&mut race, "3", "");
    assert_eq!(may_steer(&race), [Steer::Straight]);
    let moved = race.steer(Steer::Straight).unwrap();
    let boat = race.boat(Color::Orange).unwrap();
    assert!(moved.finished && moved.option.crash());
    assert_eq!((boat.status, boat.damage, boat.hand, boat.keeps()), (Status::Finished, 1, hand(""), 1));
}

#[test]
fn r4_9_a_boat_that_finishes_and_sinks_in_one_move_has_finished() {
    let mut race = Drawn::new(CHANNEL).race(&["O SE 3 d3 finish"]);
    let moved = play_turn(&mut race, "3", "", Steer::Straight);
    assert!(moved.finished && moved.sunk);
    let boat = race.boat(Color::Orange).unwrap();
    assert_eq!((boat.status, boat.damage, boat.hand), (Status::Finished, 4, hand("")));
}

#[test]
fn r4_9_boats_that_finished_or_sank_leave_the_lake() {
    // O finishes on * and leaves the lake, so R can end there.
    let lake = Drawn::new(&CHANNEL.replace("0 = = * = F", "0 = = * R F"));
    let mut race = lake.race(&["O SE 2 finish", "R W"]);
    assert_eq!(play_turn(&mut race, "2", "", Steer::Straight).option.end, lake.at('*'));
    assert_eq!(race.boat(Color::Orange).unwrap().at(), None);
    assert_eq!(play_turn(&mut race, "", "1", Steer::Straight).option.end, lake.at('*'));
    // P sinks, so Y can end on P's hex.
    let lake = Drawn::new("Y . P # # # # #");
    let mut race = lake.race(&["P E d3", "Y E"]);
    assert!(play_turn(&mut race, "", "1", Steer::Straight).sunk);
    assert_eq!(race.boat(Color::Purple).unwrap().at(), None);
    assert_eq!(play_turn(&mut race, "", "2", Steer::Straight).option.end, lake.at('P'));
}

#[test]
fn r4_9_the_line_finishes_only_on_the_last_leg() {
    for (leg, finished) in [("start", false), ("gate1", false), ("gate3", false), ("finish", true)] {
        let mut race = Drawn::new(CHANNEL).race(&[&format!("O SE 2 {leg}")]);
        assert_eq!(play_turn(&mut race, "2", "", Steer::Straight).finished, finished, "on leg {leg}");
    }
}
