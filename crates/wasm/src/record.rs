//! A record in JavaScript. Its text is read once; the events, the check of its dice, the picture and the analysis come from
//! what was read.

use crate::refused::{Answer, bad, refused, write};
#[cfg(feature = "full")]
use powerboats_chart::{BoatGraph, RaceGraph};
#[cfg(feature = "full")]
use powerboats_referee::RecordStory;
use powerboats_referee::fair;
#[cfg(feature = "full")]
use powerboats_rules::Letter;
use powerboats_rules::{Logbook, replay};
use wasm_bindgen::prelude::wasm_bindgen;

/// A record that has been read and replayed.
#[wasm_bindgen]
pub struct RecordBook {
    pub(crate) book: Logbook,
}

#[wasm_bindgen]
impl RecordBook {
    /// Reads and replays a record.
    pub fn read(text: &str) -> Result<RecordBook, String> {
        Ok(RecordBook { book: replay(text).map_err(refused)? })
    }

    /// Checks the dice. Returns the number of rolls and what the players were shown before the start.
    pub fn verify(&self) -> Answer {
        write(&fair::check(self.book.record()).map_err(refused)?)
    }

    /// A chart of the last race, with boats and wakes.
    pub fn picture(&self) -> Answer {
        powerboats_chart::picture(&self.book).ok_or_else(|| bad("no course has been dealt yet"))
    }
}

#[cfg(feature = "full")]
#[wasm_bindgen]
impl RecordBook {
    /// The events, the players' names and the tags.
    pub fn story(&self) -> Answer {
        write(&RecordStory::new(&self.book).map_err(bad)?)
    }
}

/// The graph of one race of an analysis. Numbers come one boat at a time instead of as JSON: that keeps the module small.
#[cfg(feature = "full")]
#[wasm_bindgen]
pub struct Graph {
    race: RaceGraph,
}

#[cfg(feature = "full")]
#[wasm_bindgen]
impl Graph {
    /// An empty graph of race 1, 2 or 3.
    pub fn of_race(race: u8) -> Result<Graph, String> {
        let letter = Letter::of_race(race).ok_or_else(|| bad("expected race 1, 2 or 3"))?;
        Ok(Graph { race: RaceGraph { letter, over: true, boats: Vec::new() } })
    }

    /// Adds a boat; `title` is a tooltip in the page's language.
    pub fn add(&mut self, color: &str, par: f64, to_go: Vec<f64>, sunk: bool, title: String) -> Result<(), String> {
        let color = color.parse().map_err(bad)?;
        self.race.boats.push(BoatGraph { color, par, to_go, sunk, title });
        Ok(())
    }

    /// The graph as SVG; `title` and `description` are for screen readers.
    pub fn svg(&self, title: &str, description: &str) -> String {
        powerboats_chart::graph(&self.race, title, description)
    }
}
