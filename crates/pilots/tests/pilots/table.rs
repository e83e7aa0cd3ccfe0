//! Matches of pilots and their records.

use powerboats_pilots::{CourseCache, Pilot, PilotKind, QuickRandom, Score};
use powerboats_rules::*;
use std::sync::Arc;

/// A match is stopped after this many turns.
const MOST_TURNS: u32 = 5_000;

/// A match of players without names, with race A dealt. It depends only on the seed.
#[allow(dead_code)] // not every test uses it
pub fn open(colors: &[Color], sides: Sides, seed: u64) -> Logbook {
    let players: Vec<_> = colors.iter().map(|&color| (color, OneLine::new("Anybody").expect("a name"))).collect();
    open_with(players, sides, &mut QuickRandom::of_task(seed, 0))
}

fn open_with(players: Vec<(Color, OneLine)>, sides: Sides, chance: &mut QuickRandom) -> Logbook {
    let seats = Seats::new(players.iter().map(|player| player.0)).expect("2 to 6 players, a colour each");
    let (layout, course) = draw_lake(sides, seats.len(), chance);
    let start = draw_starter(seats, chance);
    let scoring = Scoring::usual(seats.len());
    let mut book = Logbook::open(Vec::new(), players, sides, scoring, 3, layout, start).expect("a match");
    book.deal(course).expect("race A");
    book
}

/// Plays a match of three races with one pilot in each seat, clockwise from orange. The first seed decides the lake and its courses,
/// the second the dice.
pub fn play(kinds: &[PilotKind], sides: Sides, (lake, dice): (u64, u64), courses: &Arc<CourseCache>) -> Logbook {
    let (mut chance, mut draw) = (QuickRandom::of_task(lake, 0), QuickRandom::of_task(dice, 1));
    let mut pilots: Vec<Box<dyn Pilot>> = kinds.iter().map(|kind| kind.pilot(courses)).collect();
    let names = pilots.iter().map(|pilot| OneLine::new(pilot.name()).expect("a name"));
    let players = Color::ALL.into_iter().zip(names).collect();
    let mut book = open_with(players, sides, &mut chance);
    let mut turns = 0;
    while turns < MOST_TURNS {
        let phase = match book.regatta().phase() {
            RegattaPhase::Over => break,
            RegattaPhase::Deal(letter) => {
                let layout = book.regatta().layout();
                let course = draw_course(layout, letter, kinds.len(), &mut chance).expect("each race has a course");
                book.deal(course).expect("a playable course");
                continue;
            }
            RegattaPhase::Race(phase) => phase,
        };
        let action = match phase {
            Phase::Chance(_, choice) => Action::Roll(roll(choice.rolls(), &mut draw)),
            _ => {
                let pilot = &mut pilots[phase.turn().expect("somebody's turn") as usize];
                let race = book.regatta().race().expect("a race is on");
                pilot.decide(race, &Score::of(book.regatta()), &mut draw)
            }
        };
        book.apply(action).expect("pilots play by the rules");
        turns += u32::from(matches!(action, Action::Steer(_)));
    }
    book
}
