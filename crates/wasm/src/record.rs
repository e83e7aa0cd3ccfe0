//! A record in the browser. Its text is read once; the events, the check of its dice, the picture and the analysis come from
//! what was read.

use crate::refused::{Answer, bad, read, refused, write};
use powerboats_chart::{BoatGraph, RaceGraph};
use powerboats_referee::{RecordStory, fair};
use powerboats_rules::{Color, Letter, Logbook, replay};
use serde::Deserialize;
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

    /// The events, the players' names and the tags.
    pub fn story(&self) -> Answer {
        write(&RecordStory::new(&self.book).map_err(bad)?)
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

/// The fields of a race's analysis that its graph shows.
#[derive(Deserialize)]
struct RaceText {
    race: u8,
    over: bool,
    boats: Vec<BoatText>,
}

#[derive(Deserialize)]
struct BoatText {
    color: Color,
    par: f64,
    to_go: Vec<f64>,
    ending: String,
    /// A tooltip, in the page's language.
    title: String,
}

/// The graph of a race of an analysis, as SVG.
#[wasm_bindgen(js_name = analysisGraph)]
pub fn analysis_graph(race: &str, title: &str, description: &str) -> Answer {
    let RaceText { race, over, boats } = read(race)?;
    let letter = Letter::of_race(race).ok_or_else(|| bad("expected race 1, 2 or 3"))?;
    let boat = |boat: BoatText| BoatGraph {
        color: boat.color,
        par: boat.par,
        to_go: boat.to_go,
        sunk: boat.ending == "sunk",
        title: boat.title,
    };
    let race = RaceGraph { letter, over, boats: boats.into_iter().map(boat).collect() };
    Ok(powerboats_chart::graph(&race, title, description))
}
