//! Walking a record and replaying it agree, for records of random play and for records that contradict the rules.

use crate::chance::Prng;
use powerboats_rules::{
    Color, Draw, Entry, Event, Logbook, OneLine, Record, Regatta, Scoring, Seats, Sides, Step, StepEvent, Walk,
    draw_lake, draw_starter, play_at_random, replay,
};
use std::{fs, path::Path, sync::Arc};

/// A regatta of random players that stops after at most this many turns.
fn played(seed: u64, most: u64) -> Logbook {
    let mut chance = Prng::new(seed);
    let boats = 2 + chance.below(5) as usize;
    let players = Color::ALL[..boats].iter().map(|color| (*color, OneLine::new(color.name()).unwrap())).collect();
    let seats = Seats::new(Color::ALL[..boats].iter().copied()).unwrap();
    let sides = chance.pick(&Sides::ALL);
    let (layout, course) = draw_lake(sides, boats, &mut chance);
    let start = draw_starter(seats, &mut chance);
    let mut book = Logbook::open(vec![], players, sides, Scoring::usual(boats), 3, layout, start).unwrap();
    book.deal(course).unwrap();
    play_at_random(&mut book, most, &mut chance).unwrap();
    book
}

/// Checks that the steps continue each other, that their events lead from one state to the next, and that every entry is
/// visited in order. Returns the last state.
fn walked(record: &Record) -> Arc<Regatta> {
    let mut steps = Walk::new(record).unwrap().map(Result::unwrap).peekable();
    let mut last = steps.peek().unwrap().before.clone();
    let mut lines = Vec::new();
    for Step { line, entry, completes_entry, before, event, after } in steps {
        assert_eq!(before, last);
        assert_eq!(entry, &record.log[line]);
        match event {
            StepEvent::Acted(Event::Chose(color, choice)) => {
                let Entry::Turn(turn) = entry else { panic!("{entry} has no dice") };
                assert_eq!((turn.color, turn.dice.choice()), (color, choice));
            }
            StepEvent::Acted(Event::Moved(moved)) => {
                let boat = |regatta: &Regatta| regatta.race().unwrap().boat(moved.color).unwrap().turns;
                assert_eq!(boat(&after), boat(&before) + 1);
            }
            StepEvent::Acted(_) | StepEvent::Dealt | StepEvent::Resigned(_) | StepEvent::Retired(_) => {
                assert_ne!(before, after);
            }
            StepEvent::RaceEnded | StepEvent::Ended => assert_eq!(before, after),
        }
        if completes_entry {
            lines.push(line);
        }
        last = after;
    }
    assert!(lines.into_iter().eq(0..record.log.len()));
    last
}

#[test]
fn walking_a_record_gives_the_same_regatta_as_replaying_it() {
    for seed in 0..60 {
        // Some end in mid-race, some between races, some at the end.
        let book = played(seed, 1 + 40 * seed);
        let replayed = replay(&book.record().to_string()).unwrap();
        assert_eq!(replayed, book);
        assert_eq!(*walked(book.record()), *replayed.regatta());
    }
}

#[test]
fn walking_finds_the_same_fault_as_replaying() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records/invalid");
    let mut found = 0;
    for file in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        // Records that cannot be parsed cannot be walked.
        let Ok(record) = text.parse::<Record>() else { continue };
        let fault = match Walk::new(&record) {
            Ok(walk) => walk.last().unwrap().unwrap_err(),
            Err(fault) => fault,
        };
        assert_eq!(replay(&text).unwrap_err().fault, fault.into());
        found += 1;
    }
    assert!(found > 15, "{found}");
}
