//! Draws the latest race of a regatta.

use crate::{Hull, Scene, Wake, svg};
use powerboats_rules::{Entry, Logbook};

/// A chart of the current or last race, with the boats and their wakes; `None` before the first race.
pub fn picture(book: &Logbook) -> Option<String> {
    let race = book.regatta().race()?;
    let log = &book.record().log;
    let begin = log.iter().rposition(|entry| matches!(entry, Entry::Race(..)))?;
    let mut wakes: Vec<Wake> = race.boats().iter().map(|boat| Wake { color: boat.color, hexes: Vec::new() }).collect();
    for entry in &log[begin..] {
        let (color, hex) = match entry {
            Entry::Place(color, berth) => (*color, berth.0),
            Entry::Turn(turn) => (turn.color, turn.end),
            _ => continue,
        };
        wakes.iter_mut().filter(|wake| wake.color == color).for_each(|wake| wake.hexes.push(hex));
    }
    let boats = race.boats().iter().filter_map(Hull::of).collect();
    let (water, title) = (book.record().sides.into(), Some(format!("Powerboats: race {}", race.number())));
    Some(svg(&Scene { boats, wakes, water, title, ..Scene::of_course(race.course()) }))
}
