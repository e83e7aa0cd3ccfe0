//! Rules 3.1 to 3.3: who starts, and when and where boats are placed.

use crate::{
    chance::Script,
    drawn::{Drawn, hand},
    gates::ROUND,
};
use powerboats_rules::{
    BadRace, Color, Course, Heading, Hex, IllegalAction, PerColor, Phase, Race, Scoring, Seats, Status, draw_starter,
};
use std::{collections::BTreeSet, sync::Arc};

/// A race of these boats before they are placed. The first one starts.
fn race(course: Course, boats: &[Color]) -> Result<Race, BadRace> {
    let seats = Seats::new(boats.iter().copied()).unwrap();
    Race::new(Arc::new(course), 1, Scoring::Turns, seats, boats[0], PerColor::default())
}

/// Places all boats, and returns the phases in between.
fn phases(race: &mut Race) -> Vec<Phase> {
    let mut phases = vec![race.phase()];
    while let Some(&place) = race.free_places().first() {
        race.place(place, Heading::E).unwrap();
        phases.push(race.phase());
        if !matches!(race.phase(), Phase::Place(_)) {
            break;
        }
    }
    phases
}

#[test]
fn r3_1_each_rolls_one_die_and_ties_roll_again() {
    use Color::*;
    let seats = Seats::new([Yellow, Black, Purple, White]).unwrap();
    // The rolls are 3 2 3 3, then 1 2 2 for the three tied, then 1 3 for the last two. The script counts from 0.
    let mut script = Script::new([2, 1, 2, 2, 0, 1, 1, 0, 2]);
    let rounds = draw_starter(seats, &mut script);
    assert!(script.is_done());
    let rolled: Vec<Vec<Color>> =
        rounds.iter().map(|round| round.0.iter().map(|(color, _)| *color).collect()).collect();
    assert_eq!(rolled, [vec![Yellow, Black, Purple, White], vec![Yellow, Purple, White], vec![Purple, White]]);
    assert_eq!(seats.starter(&rounds), Ok(White));
}

#[test]
fn r3_2_boats_are_placed_in_reverse_order_of_play() {
    use Color::*;
    let course = Drawn::new(ROUND).course();
    let mut race = race(course, &[Black, Yellow, Purple, White]).unwrap();
    // The order of play is black, purple, white, yellow. Yellow is black's right neighbour, so it is placed first.
    assert_eq!(race.boats().iter().map(|boat| boat.color).collect::<Vec<_>>(), [Black, Purple, White, Yellow]);
    let order = phases(&mut race);
    assert_eq!(
        order,
        [Phase::Place(Yellow), Phase::Place(White), Phase::Place(Purple), Phase::Place(Black), Phase::Dice(Black)]
    );
}

#[test]
fn r3_3_boats_start_on_the_line_or_directly_behind_it() {
    let lake = Drawn::new(
        "
    . . . . . . . . . 1 . . .
     . . 3 . . . . . . . . . .
    . . . . . . . . . . . . .
     . . . 0 = = = = F . . . .
    . . . . b b # b b . . . .
     . . . . . . . . . . . . .
    . . . . . . . . . . 2 . .
    ",
    );
    let mut expected: BTreeSet<Hex> = lake.all('=').into_iter().collect();
    expected.extend(lake.all('b'));
    assert_eq!(expected.len(), 8);
    for boats in 2..=6 {
        let race = race(lake.course(), &Color::ALL[..boats]).unwrap();
        assert_eq!(race.free_places().into_iter().collect::<BTreeSet<_>>(), expected, "{boats} boats");
    }
}

#[test]
fn r3_3_a_boat_starts_with_any_heading_without_dice_on_its_own_hex() {
    let lake = Drawn::new(ROUND);
    let mut race = race(lake.course(), &[Color::Red, Color::White]).unwrap();
    let place = lake.all('=')[0];
    for heading in Heading::ALL {
        assert!(race.clone().place(place, heading).is_ok());
    }
    let before = race.clone();
    let ahead = place.neighbour(Heading::NE).unwrap();
    assert_eq!(race.place(ahead, Heading::E), Err(IllegalAction::NoPlace(ahead)), "beyond the line");
    assert_eq!(race.place(lake.at('0'), Heading::E), Err(IllegalAction::NoPlace(lake.at('0'))), "on a buoy");
    assert_eq!(race, before);
    race.place(place, Heading::W).unwrap();
    assert_eq!(race.place(place, Heading::W), Err(IllegalAction::Taken(place)));
    race.place(lake.all('=')[1], Heading::SE).unwrap();
    let white = race.boat(Color::White).unwrap();
    assert_eq!((white.status, white.hand), (Status::Racing { at: place, heading: Heading::W }, hand("")));
    assert_eq!(race.boat(Color::Red).unwrap().heading(), Some(Heading::SE));
    assert!(race.free_places().is_empty());
    assert_eq!(race.place(lake.all('=')[2], Heading::E), Err(IllegalAction::NotNow(Phase::Dice(Color::Red))));
}

/// Behind the line there is only b, and behind b only s. x does not touch b, and y does not touch it either.
const NARROW: &str = "
    . . . . . . . . . 1 . . .
     . . 3 . . . . . . . . . .
    . . . . . . . . . . . . .
     . . . 0 = = = = F . . . .
    # # # # # b # # # # # # #
     # # # # s s # x # # # # #
    # # # # # y # # # # # # #
     . . . . . . . . . . 2 . .
";

#[test]
fn r3_3_a_second_row_is_used_only_if_the_first_places_are_too_few() {
    let lake = Drawn::new(NARROW);
    let course = lake.course();
    let places = |boats| course.places(boats).map(|places| places.into_iter().collect::<BTreeSet<_>>());
    let mut first: BTreeSet<Hex> = lake.all('=').into_iter().collect();
    first.insert(lake.at('b'));
    for boats in 2..=5 {
        assert_eq!(places(boats), Some(first.clone()), "{boats} boats fit on the line and b");
    }
    let mut second = first.clone();
    second.extend(lake.all('s'));
    assert_eq!(places(6), Some(second), "six boats also need s, but not x or y");
}

#[test]
fn r3_3_with_too_few_places_the_course_is_invalid() {
    let lake = Drawn::new(&NARROW.replace("s s", "# #"));
    assert!(race(lake.course(), &Color::ALL[..5]).is_ok());
    assert_eq!(lake.course().places(6), None);
    assert_eq!(race(lake.course(), &Color::ALL), Err(BadRace::Places(6)));
    assert!(!lake.course().is_playable(6));
}

#[test]
fn r3_3_a_hex_with_a_buoy_is_no_start_place() {
    let lake = Drawn::new(
        "
    . . . . . . . . . 1 . . .
     . . . . . . . . . . . . .
    . . . . . . . . . . . . .
     . . . 0 = = = = F . . . .
    . . . . 3 b 2 b b . . . .
     . . . . . . . . . . . . .
    ",
    );
    let mut expected: BTreeSet<Hex> = lake.all('=').into_iter().collect();
    expected.extend(lake.all('b'));
    assert_eq!(lake.course().places(6).unwrap().into_iter().collect::<BTreeSet<_>>(), expected);
}
