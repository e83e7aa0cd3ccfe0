//! Rules 4.1 to 4.7: the order of play, dice, headings, moves, other boats and damage.

use crate::drawn::{Drawn, dice, hand, may_steer, play_turn};
use powerboats_rules::{
    Color, DiceChoice, Die, Hand, Heading, IllegalAction, Phase, Race, Scoring, Status, Steer, outcomes,
};
use std::collections::BTreeSet;

/// Open water with six boats that have room to move.
const BAY: &str = "
    . . . . . . . . .
     O . Y . B . R . .
    . . . . . . . . .
     P . W . . . . . .
";

#[test]
fn r4_1_play_goes_clockwise_and_skips_empty_seats() {
    let mut race = Drawn::new(BAY).race(&["R E", "O E", "B E", "W E"]);
    let mut seen = Vec::new();
    for _ in 0..6 {
        seen.push(race.phase().turn().unwrap());
        play_turn(&mut race, "", "", Steer::Left);
    }
    use Color::*;
    assert_eq!(seen, [Red, White, Orange, Black, Red, White]);
}

#[test]
fn r4_1_boats_that_sank_or_finished_are_skipped() {
    let mut race = Drawn::new(BAY).race(&["R E", "P sunk d4", "W finished", "O E"]);
    play_turn(&mut race, "", "", Steer::Straight);
    assert_eq!(race.phase(), Phase::Dice(Color::Orange));
}

#[test]
fn r4_1_a_turn_is_dice_then_heading_then_the_next_boat_plays() {
    let mut race = Drawn::new(BAY).race(&["R E", "O E"]);
    let none = DiceChoice { hold: Hand::EMPTY, count: 1 };
    assert_eq!(race.steer(Steer::Left), Err(IllegalAction::NotNow(Phase::Dice(Color::Red))));
    assert_eq!(race.roll(hand("1")), Err(IllegalAction::NotNow(Phase::Dice(Color::Red))));
    race.choose(none).unwrap();
    assert_eq!(race.phase(), Phase::Chance(Color::Red, none));
    assert_eq!(race.choose(none), Err(IllegalAction::NotNow(race.phase())));
    assert_eq!(race.roll(hand("12")), Err(IllegalAction::Roll { expected: 1, found: 2 }));
    assert_eq!(race.roll(hand("")), Err(IllegalAction::Roll { expected: 1, found: 0 }));
    race.roll(hand("1")).unwrap();
    assert_eq!(race.phase(), Phase::Steer(Color::Red, hand("1")));
    race.steer(Steer::Left).unwrap();
    assert_eq!(race.phase(), Phase::Dice(Color::Orange));
}

/// The choices of rule 4.2, found as people make them: add or remove a die or neither, then hold some.
fn choices_of(have: Hand) -> BTreeSet<DiceChoice> {
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
fn r4_2_the_engine_lists_and_accepts_exactly_the_legal_choices() {
    for have in (0..=5).flat_map(|n| outcomes(n).map(|outcome| outcome.rolled)) {
        assert_eq!(have.choices().iter().collect::<BTreeSet<_>>(), choices_of(have), "{have}");
        // All other choices are illegal: too many or too few dice, and dice that the boat does not have.
        for hold in (0..=3).flat_map(|n| outcomes(n).map(|outcome| outcome.rolled)) {
            for choice in (0..=8).map(|count| DiceChoice { hold, count }) {
                assert_eq!(choice.is_legal(have), choices_of(have).contains(&choice), "{have}: {choice:?}");
            }
        }
    }
}

#[test]
fn r4_2_dice_stay_from_the_last_turn() {
    let mut race = Drawn::new(BAY).race(&["O E", "R E"]);
    play_turn(&mut race, "", "1", Steer::Straight);
    play_turn(&mut race, "", "", Steer::Straight);
    play_turn(&mut race, "1", "2", Steer::Straight);
    assert_eq!(race.boat(Color::Orange).unwrap().hand, hand("21"));
    assert_eq!(race.boat(Color::Red).unwrap().hand, hand(""));
}

fn options(race: &Race) -> Vec<(Steer, u8, u8)> {
    race.steer_options().iter().map(|option| (option.steer, option.run, option.damage)).collect()
}

/// The runs ahead of O are 2 to the left, 4 straight on and 3 to the right.
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
fn r4_3_a_boat_must_take_a_full_run_if_there_is_one() {
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
    assert_eq!(options(&race), [(Straight, 4, 0)]);
    assert_eq!(race.steer(Right), Err(IllegalAction::Steer { steer: Right, run: 3, longest: 4 }));
}

#[test]
fn r4_3_a_crashing_boat_must_take_the_longest_run() {
    let lake = Drawn::new(THREE_RUNS);
    let mut race = lake.race(&["O E 33"]);
    dice(&mut race, "33", "");
    assert_eq!(options(&race), [(Steer::Straight, 4, 2)]);
    assert_eq!(race.steer(Steer::Left), Err(IllegalAction::Steer { steer: Steer::Left, run: 2, longest: 4 }));
}

#[test]
fn r4_3_a_crashing_boat_chooses_freely_among_equal_runs() {
    // Straight on now ends after 3 hexes, like the right.
    let lake = Drawn::new(&THREE_RUNS.replace("O . . . . #", "O . . . # ."));
    let mut race = lake.race(&["O E 33"]);
    dice(&mut race, "33", "");
    assert_eq!(options(&race), [(Steer::Straight, 3, 3), (Steer::Right, 3, 3)]);
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
    assert_eq!(options(&race), [(Steer::Straight, 3, 0)], "the boat does not block");
    let mut race = lake.race(&["O E 22", "R E"]);
    dice(&mut race, "22", "");
    assert_eq!(options(&race), [(Steer::Straight, 3, 1)], "the buoy blocks like land");
}

#[test]
fn r4_3_everything_outside_the_map_is_land() {
    let mut race = Drawn::new(". . . O .").race(&["O E 2"]);
    dice(&mut race, "2", "");
    assert_eq!(options(&race), [(Steer::Straight, 1, 1)]);
}

#[test]
fn r4_4_without_dice_a_boat_stays_and_may_turn() {
    // Surrounded by land, and still no crash.
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
    let moved = play_turn(&mut race, "", "2", Steer::Right);
    assert_eq!((moved.option.run, moved.option.damage), (0, 2));
    let boat = race.boat(Color::Orange).unwrap();
    assert_eq!(boat.status, Status::Racing { at: lake.at('O'), heading: Heading::SE });
}

#[test]
fn r4_5_a_boat_moves_the_total_and_faces_the_chosen_heading() {
    let lake = Drawn::new(
        "
    . . * . . .
     . p . . . .
    . O . . . .
    ",
    );
    let mut race = lake.race(&["O E"]);
    let moved = play_turn(&mut race, "", "2", Steer::Left);
    assert_eq!(moved.path().collect::<Vec<_>>(), [lake.at('p'), lake.at('*')]);
    let boat = race.boat(Color::Orange).unwrap();
    assert_eq!(boat.status, Status::Racing { at: lake.at('*'), heading: Heading::NE });
}

#[test]
fn r4_6_a_boat_passes_boats_in_its_way() {
    let lake = Drawn::new(". O R Y * . . .");
    let mut race = lake.race(&["O E 3", "Y E", "R W"]);
    let moved = play_turn(&mut race, "3", "", Steer::Straight);
    assert_eq!((moved.option.end, moved.option.steps), (lake.at('*'), 3));
}

#[test]
fn r4_6_a_boat_stops_behind_another() {
    let lake = Drawn::new(". O . * R . . .");
    let mut race = lake.race(&["O E 3", "R W 2 d1"]);
    let moved = play_turn(&mut race, "3", "", Steer::Straight);
    assert_eq!((moved.option.end, moved.option.steps, moved.option.run), (lake.at('*'), 2, 3));
    let orange = race.boat(Color::Orange).unwrap();
    assert_eq!((orange.damage, orange.hand), (0, hand("3")), "no crash: no damage, dice kept");
    let red = race.boat(Color::Red).unwrap();
    assert_eq!((red.damage, red.hand, red.at()), (1, hand("2"), Some(lake.at('R'))));
}

#[test]
fn r4_6_a_boat_stops_behind_a_chain_of_boats() {
    let lake = Drawn::new(". O * R Y B . .");
    let mut race = lake.race(&["O E 22", "R E", "Y E", "B E"]);
    assert_eq!(play_turn(&mut race, "22", "", Steer::Straight).option.end, lake.at('*'));
    // If the chain has a gap, the gap is the last free hex.
    let lake = Drawn::new(". O R * Y B . .");
    let mut race = lake.race(&["O E 22", "R E", "Y E", "B E"]);
    assert_eq!(play_turn(&mut race, "22", "", Steer::Straight).option.end, lake.at('*'));
}

#[test]
fn r4_6_a_boats_own_hex_counts_as_free() {
    let lake = Drawn::new(". O R Y . . . .");
    let mut race = lake.race(&["O E 2", "R E", "Y E"]);
    let moved = play_turn(&mut race, "2", "", Steer::Straight);
    assert_eq!((moved.option.end, moved.option.steps), (lake.at('O'), 0));
    let boat = race.boat(Color::Orange).unwrap();
    assert_eq!((boat.damage, boat.hand, boat.turns), (0, hand("2"), 1));
}

#[test]
fn r4_6_a_boat_in_the_way_does_not_shorten_a_run() {
    // Straight on, two hexes end on R, but the run counts as full. The other headings are blocked, so O must take it.
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
fn r4_6_the_damage_of_a_crash_behind_a_boat_is_counted_by_the_water() {
    // There are three hexes of water, and R is on the third. A total of 5 is two too many, although O moves only two hexes.
    let lake = Drawn::new(
        "
    # # # # # #
     O . * R # #
    # # # # # #
    ",
    );
    let mut race = lake.race(&["O E 32", "R E 3 d1"]);
    let moved = play_turn(&mut race, "32", "", Steer::Straight);
    assert_eq!((moved.option.run, moved.option.steps, moved.option.damage), (3, 2, 2));
    let orange = race.boat(Color::Orange).unwrap();
    assert_eq!((orange.at(), orange.damage, orange.hand), (Some(lake.at('*')), 2, hand("")));
    let red = race.boat(Color::Red).unwrap();
    assert_eq!((red.damage, red.hand), (1, hand("3")), "the other boat takes no damage");
}

#[test]
fn r4_7_a_crash_costs_the_rest_of_the_total_as_damage_and_all_dice() {
    for (hold, damage) in [("2", 0), ("3", 1), ("31", 2), ("32", 3)] {
        let mut race = Drawn::new("O . . # # # # #").race(&[&format!("O E {hold}")]);
        play_turn(&mut race, hold, "", Steer::Straight);
        let boat = race.boat(Color::Orange).unwrap();
        assert_eq!(boat.damage, damage);
        assert_eq!(boat.hand, if damage > 0 { hand("") } else { hand(hold) });
        assert!(boat.is_racing());
    }
}

#[test]
fn r4_7_a_boat_sinks_with_four_damage() {
    // In a single crash, together with earlier damage, and with more damage than needed.
    for (before, hold) in [(0, "33"), (3, "3"), (1, "32"), (2, "333")] {
        let mut race = Drawn::new("O . . # # # R .").race(&[&format!("O E {hold} d{before}"), "R E"]);
        let moved = play_turn(&mut race, hold, "", Steer::Straight);
        assert!(moved.sunk && !moved.finished);
        let boat = race.boat(Color::Orange).unwrap();
        assert_eq!((boat.status, boat.hand), (Status::Sunk, hand("")));
        assert_eq!(boat.damage, before + hand(hold).total() - 2);
        assert_eq!(race.phase(), Phase::Dice(Color::Red), "it is out of this race");
    }
    let mut race = Drawn::new("O . . # # # R .").race(&["O E 32", "R E"]);
    assert!(!play_turn(&mut race, "32", "", Steer::Straight).sunk, "three damage do not sink it");
}

#[test]
fn r4_7_kept_damage_counts_too() {
    let mut race = Drawn::new("O . . # # # R .").race_as(3, Scoring::Turns, &["O E 31 d2 k2", "R E"]);
    assert!(play_turn(&mut race, "31", "", Steer::Straight).sunk);
}
