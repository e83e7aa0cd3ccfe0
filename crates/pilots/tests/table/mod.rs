//! A table at which pilots play a match, for its record.

use powerboats_pilots::{Crew, Library, Pilot, Quick, Score};
use powerboats_rules::*;
use std::sync::Arc;

/// Turns in one match after which it is called off.
const MOST_TURNS: u32 = 5_000;

/// Plays a match of three races, a pilot a seat, clockwise from orange. The lake and its courses depend on one seed alone,
/// the dice on the other.
pub fn play(crews: &[Crew], sides: Sides, (lake, dice): (u64, u64), library: &Arc<Library>) -> Logbook {
    let (mut chance, mut draw) = (Quick::of_task(lake, 0), Quick::of_task(dice, 1));
    let seats = Seats::new(Color::ALL.into_iter().take(crews.len())).expect("2 to 6 pilots");
    let names = seats.iter().zip(crews).map(|(color, crew)| (color, OneLine::new(crew.name()).expect("a name")));
    let (layout, course) = draw_lake(sides, crews.len(), &mut chance);
    let start = draw_starter(seats, &mut draw);
    let scoring = Scoring::usual(crews.len());
    let mut book = Logbook::open(Vec::new(), names.collect(), sides, scoring, 3, layout, start).expect("a match");
    book.deal(course).expect("race A");
    let mut pilots: Vec<Box<dyn Pilot>> = crews.iter().map(|crew| crew.pilot(library)).collect();
    let mut turns = 0;
    while turns < MOST_TURNS {
        let phase = match book.regatta().phase() {
            RegattaPhase::Over => break,
            RegattaPhase::Deal(letter) => {
                let course = draw_course(&layout, letter, crews.len(), &mut chance).expect("each race has a course");
                book.deal(course).expect("a course that stands");
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
