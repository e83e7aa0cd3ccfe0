//! Rules 4.1 to 4.7: dice, heading, move, other boats, damage.

use crate::drawn::{Drawn, dice, hand, may_steer, sail};
use powerboats_rules::{Color, DiceChoice, Die, Hand, Heading, Phase, Race, Refusal, Scoring, Status, Steer, outcomes};
use std::collections::BTreeSet;

/// Open water for boats that only have to wait.
const BAY: &str = "
    . . . . . . . . .
     O . Y . B . R . .
    . . . . . . . . .
     P . W . . . . . .
";

#[test]
fn r4_1_clockwise_from_the_start_player_past_empty_seats() {
    let mut race = Drawn::new(BAY).race(&["R E", "O E", "B E", "W E"]);
    let mut seen = Vec::new();
    for _ in 0..6 {
        seen.push(race.phase().turn().unwrap());
        sail(&mut race, "", "", Steer::Left);
    }
    use Color::*;
    assert_eq!(seen, [Red, White, Orange, Black, Red, White]);
}

#[test]
fn r4_1_boats_out_of_the_race_are_passed_over() {
    let mut race = Drawn::new(BAY).race(&["R E", "P sunk d4", "W finished", "O E"]);
    sail(&mut race, "", "", Steer::Straight);
    assert_eq!(race.phase(), Phase::Dice(Color::Orange));
}

#[test]
fn r4_1_dice_then_heading_then_the_next_boat() {
    let mut race = Drawn::new(BAY).race(&["R E", "O E"]);
    let none = DiceChoice { hold: Hand::EMPTY, count: 1 };
    assert_eq!(race.steer(Steer::Left), Err(Refusal::NotNow(Phase::Dice(Color::Red))));
    assert_eq!(race.roll(hand("1")), Err(Refusal::NotNow(Phase::Dice(Color::Red))));
    race.choose(none).unwrap();
    assert_eq!(race.phase(), Phase::Chance(Color::Red, none));
    assert_eq!(race.choose(none), Err(Refusal::NotNow(race.phase())));
    assert_eq!(race.roll(hand("12")), Err(Refusal::Roll { expected: 1, found: 2 }));
    assert_eq!(race.roll(hand("")), Err(Refusal::Roll { expected: 1, found: 0 }));
    race.roll(hand("1")).unwrap();
    assert_eq!(race.phase(), Phase::Steer(Color::Red, hand("1")));
    race.steer(Steer::Left).unwrap();
    assert_eq!(race.phase(), Phase::Dice(Color::Orange));
}

/// Rule 4.2 as people do it: which hands can be held, and how many dice then lie there.
fn by_hand(have: Hand) -> BTreeSet<DiceChoice> {
    let dice: Vec<Die> = have.dice().collect();
    let mut choices = BTreeSet::new();
    let mut reroll_some = |kept: &[Die], added: usize| {
        for held in 0u32..1 << kept.len() {
            let hold = kept.iter().enumerate().filter(|(i, _)| held >> i & 1 == 1).map(|(_, &die)| die).collect();
            choices.insert(DiceChoice { hold, count: (kept.len() + added) as u8 });
        }
    };
    reroll_some(&dice, 0);
    reroll_some(&dice, 1);
    for gone in 0..dice.len() {
        reroll_some(&[&dice[..gone], &dice[gone + 1..]].concat(), 0);
    }
    choices
}

#[test]
fn r4_2_what_can_be_done_by_hand_is_what_is_listed_and_legal() {
    for have in (0..=5).flat_map(|n| outcomes(n).map(|outcome| outcome.rolled)) {
        assert_eq!(have.choices().iter().collect::<BTreeSet<_>>(), by_hand(have), "{have}");
        // And what can't, is refused: more or fewer dice, and dice that are not there.
        for hold in (0..=3).flat_map(|n| outcomes(n).map(|outcome| outcome.rolled)) {
            for choice in (0..=8).map(|count| DiceChoice { hold, count }) {
                assert_eq!(choice.is_legal(have), by_hand(have).contains(&choice), "{have}: {choice:?}");
            }
        }
    }
}

#[test]
fn r4_2_dice_stay_from_the_last_turn() {
    let mut race = Drawn::new(BAY).race(&["O E", "R E"]);
    sail(&mut race, "", "1", Steer::Straight);
    sail(&mut race, "", "", Steer::Straight);
    sail(&mut race, "1", "2", Steer::Straight);
    assert_eq!(race.boat(Color::Orange).unwrap().hand, hand("21"));
    assert_eq!(race.boat(Color::Red).unwrap().hand, hand(""));
}

fn sight(race: &Race) -> Vec<(Steer, u8, u8)> {
    race.steer_options().iter().map(|option| (option.steer, option.run, option.damage)).collect()
}

/// Three runs ahead of O: 2 to the left, 4 straight on, 3 to the right.
const THREE_RUNS: &str = "
    . . # . . . .
     . . . . . . .
    . . . . . . .
     O . . . . # .
    . . . . . . .
     . . . . . . .
    . . . . . . .
     # # # . . . .
";

#[test]
fn r4_3_a_full_run_must_be_taken_if_there_is_one() {
    use Steer::*;
    let lake = Drawn::new(THREE_RUNS);
    for (total, allowed) in
        [("1", vec![Left, Straight, Right]), ("2", vec![Left, Straight, Right]), ("3", vec![Straight, Right])]
    {
        let mut race = lake.race(&["O E"]);
        dice(&mut race, "", total);
        assert_eq!(may_steer(&race), allowed, "total {total}");
        assert!(race.steer_options().iter().all(|option| !option.crash()));
    }
    let mut race = lake.race(&["O E 31"]);
    dice(&mut race, "31", "");
    assert_eq!(sight(&race), [(Straight, 4, 0)]);
    assert_eq!(race.steer(Right), Err(Refusal::Steer { steer: Right, run: 3, longest: 4 }));
}

#[test]
fn r4_3_a_crash_takes_the_longest_run() {
    let lake = Drawn::new(THREE_RUNS);
    let mut race = lake.race(&["O E 33"]);
    dice(&mut race, "33", "");
    assert_eq!(sight(&race), [(Steer::Straight, 4, 2)]);
    assert_eq!(race.steer(Steer::Left), Err(Refusal::Steer { steer: Steer::Left, run: 2, longest: 4 }));
}

#[test]
fn r4_3_equally_long_runs_are_a_free_choice_in_a_crash() {
    // Straight on now ends after 3, like the right.
    let lake = Drawn::new(&THREE_RUNS.replace("O . . . . #", "O . . . # ."));
    let mut race = lake.race(&["O E 33"]);
    dice(&mut race, "33", "");
    assert_eq!(sight(&race), [(Steer::Straight, 3, 3), (Steer::Right, 3, 3)]);
}

#[test]
fn r4_3_land_and_buoys_block_but_boats_do_not() {
    let lake = Drawn::new(
        "
    # # # # # # # # #
     O . R . 1 . . . .
    # # # # # # # # #
     . . 0 = = = = F .
    . . 2 . . . . 3 .
    ",
    );
    let mut race = lake.race(&["O E 3", "R E"]);
    dice(&mut race, "3", "");
    assert_eq!(sight(&race), [(Steer::Straight, 3, 0)], "past the boat, up to the buoy");
    let mut race = lake.race(&["O E 22", "R E"]);
    dice(&mut race, "22", "");
    assert_eq!(sight(&race), [(Steer::Straight, 3, 1)], "the buoy is as hard as land");
}

#[test]
fn r4_3_beyond_the_map_is_land() {
    let mut race = Drawn::new(". . . O .").race(&["O E 2"]);
    dice(&mut race, "2", "");
    assert_eq!(sight(&race), [(Steer::Straight, 1, 1)]);
}

#[test]
fn r4_4_without_dice_a_boat_stays_and_may_turn() {
    // Land all round: still no crash.
    let lake = Drawn::new(
        "
    # # # # #
     # O # . .
    # # # # #
    ",
    );
    for steer in Steer::ALL {
        for (have, turns) in [("O NE", 0), ("O NE 2", 0)] {
            let mut race = lake.race(&[have]);
            dice(&mut race, "", "");
            assert_eq!(may_steer(&race), Steer::ALL);
            let moved = race.steer(steer).unwrap();
            let boat = race.boat(Color::Orange).unwrap();
            assert_eq!((moved.option.steps, moved.option.crash()), (0, false));
            let heading = [Heading::NW, Heading::NE, Heading::E][steer as usize];
            assert_eq!(boat.status, Status::Racing { at: lake.at('O'), heading });
            assert_eq!((boat.damage, boat.hand, boat.turns), (0, hand(""), turns + 1), "it counts as a turn");
        }
    }
}

#[test]
fn r4_5_a_boat_that_cannot_move_still_turns() {
    let lake = Drawn::new(
        "
    # # # # #
     # O # . .
    # # # # #
    ",
    );
    let mut race = lake.race(&["O E"]);
    let moved = sail(&mut race, "", "2", Steer::Right);
    assert_eq!((moved.option.run, moved.option.damage), (0, 2));
    let boat = race.boat(Color::Orange).unwrap();
    assert_eq!(boat.status, Status::Racing { at: lake.at('O'), heading: Heading::SE });
}

#[test]
fn r4_5_runs_the_total_and_faces_the_heading_chosen() {
    let lake = Drawn::new(
        "
    . . * . . .
     . p . . . .
    . O . . . .
    ",
    );
    let mut race = lake.race(&["O E"]);
    let moved = sail(&mut race, "", "2", Steer::Left);
    assert_eq!(moved.path().collect::<Vec<_>>(), [lake.at('p'), lake.at('*')]);
    let boat = race.boat(Color::Orange).unwrap();
    assert_eq!(boat.status, Status::Racing { at: lake.at('*'), heading: Heading::NE });
}

#[test]
fn r4_6_passes_boats_in_its_way() {
    let lake = Drawn::new(". O R Y * . . .");
    let mut race = lake.race(&["O E 3", "Y E", "R W"]);
    let moved = sail(&mut race, "3", "", Steer::Straight);
    assert_eq!((moved.option.end, moved.option.steps), (lake.at('*'), 3));
}

#[test]
fn r4_6_stops_behind_a_boat() {
    let lake = Drawn::new(". O . * R . . .");
    let mut race = lake.race(&["O E 3", "R W 2 d1"]);
    let moved = sail(&mut race, "3", "", Steer::Straight);
    assert_eq!((moved.option.end, moved.option.steps, moved.option.run), (lake.at('*'), 2, 3));
    let orange = race.boat(Color::Orange).unwrap();
    assert_eq!((orange.damage, orange.hand), (0, hand("3")), "no crash: no damage, dice kept");
    let red = race.boat(Color::Red).unwrap();
    assert_eq!((red.damage, red.hand, red.at()), (1, hand("2"), Some(lake.at('R'))));
}

#[test]
fn r4_6_stops_behind_a_chain_of_boats() {
    let lake = Drawn::new(". O * R Y B . .");
    let mut race = lake.race(&["O E 22", "R E", "Y E", "B E"]);
    assert_eq!(sail(&mut race, "22", "", Steer::Straight).option.end, lake.at('*'));
    // A gap in the chain is the last free hex.
    let lake = Drawn::new(". O R * Y B . .");
    let mut race = lake.race(&["O E 22", "R E", "Y E", "B E"]);
    assert_eq!(sail(&mut race, "22", "", Steer::Straight).option.end, lake.at('*'));
}

#[test]
fn r4_6_its_own_hex_counts_as_free() {
    let lake = Drawn::new(". O R Y . . . .");
    let mut race = lake.race(&["O E 2", "R E", "Y E"]);
    let moved = sail(&mut race, "2", "", Steer::Straight);
    assert_eq!((moved.option.end, moved.option.steps), (lake.at('O'), 0));
    let boat = race.boat(Color::Orange).unwrap();
    assert_eq!((boat.damage, boat.hand, boat.turns), (0, hand("2"), 1));
}

#[test]
fn r4_6_a_boat_in_the_way_makes_no_heading_shorter() {
    // Straight on two hexes end on R, but the run is full: with the other headings blocked it must be taken.
    let lake = Drawn::new(
        "
    . # # . .
     O . R . .
    . # # . .
    ",
    );
    let mut race = lake.race(&["O E 2", "R E"]);
    dice(&mut race, "2", "");
    assert_eq!(may_steer(&race), [Steer::Straight]);
    assert_eq!(race.steer_options()[0].steps, 1);
}

#[test]
fn r4_6_a_crash_onto_a_boat_is_counted_by_the_water() {
    // Water for three hexes, the third is taken: total 5 is two too many, though only two hexes are travelled.
    let lake = Drawn::new(
        "
    # # # # # #
     O . * R # #
    # # # # # #
    ",
    );
    let mut race = lake.race(&["O E 32", "R E 3 d1"]);
    let moved = sail(&mut race, "32", "", Steer::Straight);
    assert_eq!((moved.option.run, moved.option.steps, moved.option.damage), (3, 2, 2));
    let orange = race.boat(Color::Orange).unwrap();
    assert_eq!((orange.at(), orange.damage, orange.hand), (Some(lake.at('*')), 2, hand("")));
    let red = race.boat(Color::Red).unwrap();
    assert_eq!((red.damage, red.hand), (1, hand("3")), "the other boat takes none");
}

#[test]
fn r4_7_a_crash_gives_what_is_left_of_the_total_and_takes_all_dice() {
    for (hold, damage) in [("2", 0), ("3", 1), ("31", 2), ("32", 3)] {
        let mut race = Drawn::new("O . . # # # # #").race(&[&format!("O E {hold}")]);
        sail(&mut race, hold, "", Steer::Straight);
        let boat = race.boat(Color::Orange).unwrap();
        assert_eq!(boat.damage, damage);
        assert_eq!(boat.hand, if damage > 0 { hand("") } else { hand(hold) });
        assert!(boat.is_racing());
    }
}

#[test]
fn r4_7_four_in_all_sink_the_boat() {
    // In one crash, by one that comes on top, and by far too much.
    for (before, hold) in [(0, "33"), (3, "3"), (1, "32"), (2, "333")] {
        let mut race = Drawn::new("O . . # # # R .").race(&[&format!("O E {hold} d{before}"), "R E"]);
        let moved = sail(&mut race, hold, "", Steer::Straight);
        assert!(moved.sunk && !moved.finished);
        let boat = race.boat(Color::Orange).unwrap();
        assert_eq!((boat.status, boat.hand), (Status::Sunk, hand("")));
        assert_eq!(boat.damage, before + hand(hold).total() - 2);
        assert_eq!(race.phase(), Phase::Dice(Color::Red), "it is out of this race");
    }
    let mut race = Drawn::new("O . . # # # R .").race(&["O E 32", "R E"]);
    assert!(!sail(&mut race, "32", "", Steer::Straight).sunk, "three do not");
}

#[test]
fn r4_7_kept_damage_counts() {
    let mut race = Drawn::new("O . . # # # R .").race_as(3, Scoring::Turns, &["O E 31 d2 k2", "R E"]);
    assert!(sail(&mut race, "31", "", Steer::Straight).sunk);
}
