//! Rules 6.1 to 6.9: the rulebook's own examples, each on a small lake drawn for it.

use crate::drawn::{Drawn, dice, hand, may_steer, on, play_turn};
use powerboats_rules::{
    Color, DiceChoice, Heading, IllegalAction, Leg, PerColor, Phase, Race, Scoring, Seats, Status, Steer,
};
use std::sync::Arc;

#[test]
fn r6_1_hold_the_three_and_roll_two_dice() {
    let mut race = Drawn::new("O . . . . . . . . .").race(&["O E 32"]);
    race.choose(DiceChoice { hold: hand("3"), count: 3 }).unwrap();
    race.roll(hand("13")).unwrap();
    let Phase::Steer(Color::Orange, dice) = race.phase() else { panic!("{:?}", race.phase()) };
    assert_eq!((dice, dice.total()), (hand("313"), 7));
}

#[test]
fn r6_2_only_the_right_has_room_for_the_full_run() {
    let lake = Drawn::new(
        "
    . # . . . . . . . . .
     O . . . . . . # . . .
    . . . . . . . . . . .
     . . . . . . . . . . .
    . . . . . . . . . . .
     . . . . . . . . . . .
    . . . . . . . . . . .
     . . . . . . . . . . .
    . . . . * . . . . . .
    ",
    );
    let mut race = lake.race(&["O E 32"]);
    dice(&mut race, "3", "13");
    assert_eq!(may_steer(&race), [Steer::Right]);
    assert_eq!(race.steer(Steer::Left), Err(IllegalAction::Steer { steer: Steer::Left, run: 0, longest: 7 }));
    assert_eq!(race.steer(Steer::Straight), Err(IllegalAction::Steer { steer: Steer::Straight, run: 6, longest: 7 }));
    let moved = race.steer(Steer::Right).unwrap();
    assert_eq!(moved.path().count(), 7);
    let boat = race.boat(Color::Orange).unwrap();
    assert_eq!(boat.status, Status::Racing { at: lake.at('*'), heading: Heading::SE });
    assert_eq!((boat.damage, boat.hand), (0, hand("313")));
}

#[test]
fn r6_3_a_run_of_three_with_a_total_of_five_takes_two_damage() {
    let lake = Drawn::new(
        "
    . # . . . .
     O . . # . .
    . . . . . .
     . . . . . .
    . . * . . .
     # # # . . .
    . . . . . .
    ",
    );
    let mut race = lake.race(&["O E 322", "R sunk d4", "W sunk d4"]);
    dice(&mut race, "2", "3");
    assert_eq!(may_steer(&race), [Steer::Right]);
    let moved = race.steer(Steer::Right).unwrap();
    assert_eq!((moved.option.run, moved.option.end, moved.option.damage), (3, lake.at('*'), 2));
    let boat = race.boat(Color::Orange).unwrap();
    assert_eq!((boat.damage, boat.hand, boat.heading()), (2, hand(""), Some(Heading::SE)));
    // Next turn: roll one die, or only turn.
    assert_eq!(race.phase(), Phase::Dice(Color::Orange));
    let counts: Vec<u8> = boat.hand.choices().iter().map(|choice| choice.count).collect();
    assert_eq!(counts, [1, 0]);
    assert!(race.clone().choose(DiceChoice { hold: hand(""), count: 1 }).is_ok());
    let turned = play_turn(&mut race, "", "", Steer::Left);
    assert_eq!((turned.option.end, turned.option.heading), (lake.at('*'), Heading::E));
}

#[test]
fn r6_4_a_boat_passes_two_others() {
    let lake = Drawn::new(". O . R . Y * . .");
    let mut race = lake.race(&["O E 21", "R E", "Y W"]);
    let moved = play_turn(&mut race, "", "32", Steer::Straight);
    assert_eq!((moved.option.end, moved.option.steps, moved.option.crash()), (lake.at('*'), 5, false));
}

#[test]
fn r6_5_a_boat_stops_behind_another_after_two_of_three_hexes() {
    let lake = Drawn::new(
        "
    . . O . . . .
     . . . . . . .
    . . . * . . .
     . . . R . . .
    . . . . . . .
    ",
    );
    let mut race = lake.race(&["O E 321", "R W"]);
    let moved = play_turn(&mut race, "21", "", Steer::Right);
    assert_eq!((moved.option.end, moved.option.steps), (lake.at('*'), 2));
    let boat = race.boat(Color::Orange).unwrap();
    assert_eq!((boat.hand, boat.damage, boat.heading()), (hand("21"), 0, Some(Heading::SE)));
}

#[test]
fn r6_6_a_boat_crashes_while_another_is_in_its_way() {
    let lake = Drawn::new(
        "
    . . . # . .
     . . . . . .
    . . . . . .
     . O * R # .
    . . . . . .
     . . . . . .
    . . . # . .
    ",
    );
    let mut race = lake.race(&["O E 33", "R E 1"]);
    dice(&mut race, "", "3");
    assert_eq!(may_steer(&race), Steer::ALL);
    assert!(race.steer_options().iter().all(|option| option.run == 2));
    let moved = race.steer(Steer::Straight).unwrap();
    assert_eq!((moved.option.end, moved.option.steps, moved.option.damage), (lake.at('*'), 1, 1));
    let orange = race.boat(Color::Orange).unwrap();
    assert_eq!((orange.damage, orange.hand), (1, hand("")));
    let red = race.boat(Color::Red).unwrap();
    assert_eq!((red.damage, red.hand), (0, hand("1")));
}

#[test]
fn r6_7_four_hexes_onto_the_line_finish() {
    // Straight on there are five hexes of water, and the fourth is on the line (*). To the left there are more.
    let lake = Drawn::new(
        "
    . . . . . . . . . . . . . . .
     . . . . . . . . . . . 3 . . .
    . . . O . . . . . . . . . . .
     . . # . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
     . . . . . . . . . . . . . . .
    . . . 0 = * = = F . . . . . .
     . . . . . . . . . . . . . . .
    . . . . . . # . . . . . . . .
     . 2 . . . . . . . . . . 1 . .
    ",
    );
    let race = || lake.race(&["O SE 31 finish", "R sunk d4"]);
    let mut straight = race();
    let moved = play_turn(&mut straight, "31", "", Steer::Straight);
    assert_eq!((moved.finished, moved.option.end), (true, lake.at('*')));
    assert_eq!(straight.boat(Color::Orange).unwrap().status, Status::Finished);
    // With a total of 6 or more it has to turn left.
    for (hold, rolled) in [("3", "3"), ("31", "2"), ("3", "33")] {
        let mut race = race();
        dice(&mut race, hold, rolled);
        assert_eq!(may_steer(&race), [Steer::Left]);
        assert!(!race.steer(Steer::Left).unwrap().finished);
        assert_eq!(race.boat(Color::Orange).unwrap().progress, on(Leg::Finish));
    }
}

#[test]
fn r6_8_three_boats_start_on_the_line_and_one_behind_it() {
    let lake = Drawn::new(
        "
    . . . . . . . . . 1 .
     . . 3 . . . . . . . .
    . . . . . . . . . . .
     . 0 = = = = F . . . .
    . . . b . . . . . . .
     . . . . . . . . 2 . .
    ",
    );
    use Color::*;
    let seats = Seats::new([Orange, Yellow, Black, Red]).unwrap();
    let mut race = Race::new(Arc::new(lake.course()), 1, Scoring::Classic, seats, Orange, PerColor::default()).unwrap();
    let line = lake.all('=');
    for (color, place) in [(Red, line[0]), (Black, line[1]), (Yellow, line[3]), (Orange, lake.at('b'))] {
        assert_eq!(race.phase(), Phase::Place(color));
        race.place(place, Heading::NE).unwrap();
    }
    assert!(line.contains(&lake.at('b').neighbour(Heading::NE).unwrap()), "directly behind the line");
    assert_eq!(race.phase(), Phase::Dice(Orange));
}

#[test]
fn r6_9_points_of_five_players_in_three_races() {
    // Five boats one or two hexes before the line. The race ends when the fourth finishes.
    let lake = Drawn::new(
        "
    . . . . . . . 3 . . .
     . . . . P . . . . . .
    . . . . O Y B R . . .
     . . . 0 = = = = F . .
    . . . . . . . . . . .
     . . . . . . . . . . .
    . 2 . . . . . . . 1 .
    ",
    );
    for (number, expected) in [(1, [4, 3, 2, 1, 0]), (2, [8, 6, 4, 2, 0]), (3, [12, 9, 6, 3, 0])] {
        let boats = ["O SE finish", "Y SE finish", "B SE finish", "R SE finish", "P SE finish"];
        let mut race = lake.race_as(number, Scoring::Classic, &boats);
        while race.result().is_none() {
            assert!(play_turn(&mut race, "", "3", Steer::Straight).finished);
        }
        let points = race.result().unwrap().points;
        assert_eq!(Color::ALL.map(|color| points[color])[..5], expected);
    }
}
