//! Rules 5.1 to 5.5: points, the end of a race, turn scoring, repairs and ranks.

use crate::{
    drawn::{Drawn, hand, play_turn},
    finish::CHANNEL,
};
use powerboats_rules::{
    BadRace, BadRegatta, Boat, Color, PerColor, Phase, Race, RaceResult, Regatta, Scoring, Seats, Sides, Status, Steer,
    draw_layout, ranking,
};
use std::sync::Arc;

/// Six places a–f from which a boat can finish to the south-east, and six ponds u–z without an exit.
const LANES: &str = "
    . . . . . . . 3 . . . . .
     . . . . e f . . . . . . .
    . . . . a b c d . . . . .
     . . . 0 = = = = F . . . .
    . . . . . . . . . . . . .
     . . . . . . . . . . . . .
    # 2 # # # # # # # # 1 # #
     # u # v # w # x # y # z #
";

/// A race with boats one move from the finish and boats that can only sink. The first one starts.
fn near_the_finish(number: u8, scoring: Scoring, near: &[&str], doomed: &[&str]) -> Race {
    let mut picture = LANES.to_owned();
    let mut boats = Vec::new();
    for (text, lane) in near.iter().zip("abcdef".chars()) {
        picture = picture.replace(lane, &text[..1]);
        boats.push(format!("{} SE 3 finish {}", &text[..1], &text[1..]));
    }
    for (text, pond) in doomed.iter().zip("uvwxyz".chars()) {
        picture = picture.replace(pond, &text[..1]);
        boats.push(format!("{} E d3 {}", &text[..1], &text[1..]));
    }
    let boats: Vec<&str> = boats.iter().map(String::as_str).collect();
    Drawn::new(&picture).race_as(number, scoring, &boats)
}

/// The boat whose turn it is finishes.
fn finish(race: &mut Race) {
    let color = race.phase().turn().unwrap();
    let moved = match race.boat(color).unwrap().hand {
        dice if dice == hand("3") => play_turn(race, "3", "", Steer::Straight),
        _ => play_turn(race, "", "3", Steer::Straight),
    };
    assert!(moved.finished, "{color}");
}

fn wait(race: &mut Race) {
    play_turn(race, "", "", Steer::Straight);
}

fn sink(race: &mut Race) {
    assert!(play_turn(race, "", "1", Steer::Straight).sunk);
}

fn points(race: &Race) -> Vec<i64> {
    let result = race.result().expect("the race is over");
    race.boats().iter().map(|boat| result.points[boat.color]).collect()
}

#[test]
fn r5_1_a_place_gives_the_number_of_boats_behind_it_times_the_race() {
    for players in 2..=6 {
        let near = &["O", "Y", "B", "R", "P", "W"][..players];
        for number in 1..=3 {
            // All finish in the same round, so turn scoring adds nothing.
            let mut race = near_the_finish(number, Scoring::Turns, near, &[]);
            (0..players).for_each(|_| finish(&mut race));
            let expected: Vec<i64> = (0..players as i64).rev().map(|behind| behind * i64::from(number)).collect();
            assert_eq!(points(&race), expected, "{players} players, race {number}");
            assert_eq!(race.result().unwrap().order, Color::ALL[..players]);
            if players > 2 {
                let mut race = near_the_finish(number, Scoring::Classic, near, &[]);
                (1..players).for_each(|_| finish(&mut race));
                assert_eq!(points(&race), expected, "classic");
            }
        }
    }
}

#[test]
fn r5_1_sunk_boats_get_no_points_and_do_not_change_the_places() {
    let mut race = near_the_finish(2, Scoring::Classic, &["O", "B", "R"], &["Y"]);
    finish(&mut race);
    sink(&mut race);
    finish(&mut race);
    assert_eq!(race.result(), None);
    finish(&mut race);
    let result = race.result().unwrap();
    assert_eq!((result.order, result.sunk), (vec![Color::Orange, Color::Black, Color::Red], vec![Color::Yellow]));
    assert_eq!(points(&race), [6, 0, 4, 2], "a sunk boat does not change the points of the others");
}

#[test]
fn r5_2_classic_ends_when_all_but_one_have_finished() {
    let mut race = near_the_finish(3, Scoring::Classic, &["O", "Y", "B"], &[]);
    wait(&mut race);
    finish(&mut race);
    assert!(race.result().is_none());
    finish(&mut race);
    assert_eq!(race.phase(), Phase::Over);
    assert!(matches!(race.boat(Color::Orange).unwrap().status, Status::Unfinished { .. }));
    assert_eq!(points(&race), [0, 6, 3]);
}

#[test]
fn r5_2_in_classic_scoring_sunk_boats_do_not_end_the_race() {
    // One has finished and one has sunk: the last of three races on, and its second place counts.
    let mut race = near_the_finish(1, Scoring::Classic, &["O", "Y"], &["B"]);
    wait(&mut race);
    finish(&mut race);
    sink(&mut race);
    assert_eq!(race.phase(), Phase::Dice(Color::Orange));
    wait(&mut race);
    finish(&mut race);
    assert_eq!(points(&race), [1, 2, 0]);
}

#[test]
fn r5_2_in_turn_scoring_the_last_boat_races_on() {
    let mut race = near_the_finish(1, Scoring::Turns, &["O", "Y", "B"], &[]);
    wait(&mut race);
    finish(&mut race);
    finish(&mut race);
    assert_eq!(race.phase(), Phase::Dice(Color::Orange));
    finish(&mut race);
    assert_eq!(race.phase(), Phase::Over);
    assert_eq!(race.boat(Color::Orange).unwrap().status, Status::Finished);
}

#[test]
fn r5_2_a_race_ends_when_all_are_sunk() {
    for scoring in Scoring::ALL {
        let mut race = near_the_finish(3, scoring, &[], &["O", "Y", "B"]);
        (0..3).for_each(|_| sink(&mut race));
        assert_eq!((race.phase(), points(&race)), (Phase::Over, vec![0, 0, 0]));
    }
}

#[test]
fn r5_3_two_players_always_use_turn_scoring() {
    let course = Arc::new(Drawn::new(LANES).course());
    let two = Seats::new([Color::Red, Color::White]).unwrap();
    let race = |scoring| Race::new(course.clone(), 1, scoring, two, Color::Red, PerColor::default());
    assert_eq!(race(Scoring::Classic), Err(BadRace::ClassicForTwo));
    assert!(race(Scoring::Turns).is_ok());
    let layout = draw_layout(Sides::Dark, &mut crate::chance::Prng::new(53));
    assert_eq!(Regatta::new(two, Scoring::Classic, 3, layout, &[]), Err(BadRegatta::ClassicForTwo));
    assert_eq!([2, 3, 6].map(Scoring::usual), [Scoring::Turns, Scoring::Classic, Scoring::Classic]);
}

#[test]
fn r5_3_turns_ahead_of_the_last_finisher_and_five_for_each_sunk_boat() {
    // Race 3: orange finishes in turn 8, black in turn 9, red in turn 11; yellow and white sink.
    let mut race = near_the_finish(3, Scoring::Turns, &["O t7", "B t7", "R t7"], &["Y t7", "W t7"]);
    finish(&mut race); // orange, turn 8
    sink(&mut race); // yellow
    wait(&mut race); // black
    wait(&mut race); // red
    sink(&mut race); // white
    finish(&mut race); // black, turn 9
    wait(&mut race); // red
    wait(&mut race); // red
    finish(&mut race); // red, turn 11
    // The places give 4, 3 and 2 times three. Turns and sunk boats are not multiplied.
    assert_eq!(points(&race), [12 + 3 + 10, 0, 9 + 2 + 10, 6 + 10, 0]);
    let turns = race.result().unwrap().turns;
    assert_eq!([Color::Orange, Color::Black, Color::Red].map(|color| turns[color]), [8, 9, 11]);
}

#[test]
fn r5_3_a_lone_finisher_gets_nothing_for_turns() {
    let mut race = near_the_finish(2, Scoring::Turns, &["O t3"], &["Y t3", "B t3"]);
    wait(&mut race);
    sink(&mut race);
    sink(&mut race);
    finish(&mut race);
    assert_eq!(points(&race), [2 * 2 + 10, 0, 0]);
}

#[test]
fn r5_3_a_boat_that_finished_and_sank_does_not_count_as_sunk() {
    // Orange finishes and sinks in its fifth turn, red finishes in its seventh.
    let lake = Drawn::new(&CHANNEL.replace("# x . . .", "# x R . ."));
    let mut race = lake.race_as(2, Scoring::Turns, &["O SE 3 d3 finish t4", "R SE finish t4"]);
    let moved = play_turn(&mut race, "3", "", Steer::Straight);
    assert!(moved.finished && moved.sunk);
    wait(&mut race);
    wait(&mut race);
    assert!(play_turn(&mut race, "", "1", Steer::Straight).finished);
    assert_eq!(points(&race), [2 + 2, 0], "no five points for red");
    assert!(race.result().unwrap().sunk.is_empty());
}

#[test]
fn r5_4_a_boat_keeps_one_counter_for_each_race_with_new_damage() {
    let boat = |kept, damage| Boat { damage, ..Boat::unplaced(Color::Red, kept) };
    for (kept, damage, keeps) in
        [(0, 0, 0), (0, 1, 1), (0, 3, 1), (0, 9, 1), (1, 1, 1), (1, 2, 2), (1, 4, 2), (2, 2, 2)]
    {
        assert_eq!(boat(kept, damage).keeps(), keeps, "kept {kept}, damage {damage}");
    }
    let fresh = Boat::unplaced(Color::Red, 2);
    assert_eq!((fresh.damage, fresh.kept), (2, 2), "a boat begins with its kept damage");
}

/// A last race with these finishers.
fn ended(order: &[Color]) -> RaceResult {
    RaceResult { order: order.to_vec(), sunk: Vec::new(), turns: PerColor::default(), points: PerColor::default() }
}

fn ranks(points: [i64; 6], last: &[Color]) -> Vec<Vec<Color>> {
    let mut by_color = PerColor::default();
    Color::ALL.into_iter().zip(points).for_each(|(color, points)| by_color[color] = points);
    ranking(Seats::new(Color::ALL).unwrap(), &by_color, &ended(last))
}

#[test]
fn r5_5_the_most_points_win() {
    use Color::*;
    let ranked = ranks([3, 9, 4, 1, 7, 0], &[White, Red, Orange, Black, Purple, Yellow]);
    assert_eq!(ranked, [Yellow, Purple, Black, Orange, Red, White].map(|color| vec![color]));
}

#[test]
fn r5_5_ties_go_to_the_better_place_in_the_last_race_or_are_shared() {
    use Color::*;
    // Five have equal points: white finished before orange, and the others did not finish.
    let ranked = ranks([5, 8, 5, 5, 5, 5], &[Yellow, White, Orange]);
    assert_eq!(ranked, [vec![Yellow], vec![White], vec![Orange], vec![Black, Red, Purple]]);
    // Only players with equal points share a rank.
    let ranked = ranks([0, 0, 1, 0, 2, 0], &[]);
    assert_eq!(ranked, [vec![Purple], vec![Black], vec![Orange, Yellow, Red, White]]);
}
