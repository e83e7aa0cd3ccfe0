//! The game for the browser: thin bindings of referee, chart and pilots. JSON texts in, JSON texts out.
//!
//! Nothing is decided here. What is refused is thrown as a text `{"code": …, "message": …}`.
#![forbid(unsafe_code)]
#![allow(missing_docs)] // wasm-bindgen makes items of its own

mod game;
mod lesson;
mod luck;
mod plane;
mod reach;
mod refused;
mod story;

pub use game::{Game, Pilots};
pub use lesson::Lesson;

use powerboats_chart::Water;
use powerboats_referee::{Secret, fair};
use powerboats_rules::{Heading, Record, replay};
use refused::{Answer, bad, read, write};
use wasm_bindgen::prelude::wasm_bindgen;

/// Where hexes lie: the box of a chart of a whole lake, the side of a hex, centres by name, degrees by heading.
#[wasm_bindgen]
pub fn plane() -> Answer {
    write(&plane::Plane::new())
}

/// A boat round the origin as an SVG group.
#[wasm_bindgen]
pub fn boat(color: &str, heading: &str, damage: u8) -> Answer {
    let heading: Heading = heading.parse().map_err(bad)?;
    Ok(powerboats_chart::boat(color.parse().map_err(bad)?, heading, damage))
}

/// SHA-256 of a secret: what may be shown before the game.
#[wasm_bindgen]
pub fn commitment(secret: &str) -> Answer {
    Ok(game::secret(secret)?.commitment())
}

/// A random secret is 32 bytes in hexadecimal: is this one?
#[wasm_bindgen(js_name = isSecret)]
pub fn is_secret(text: &str) -> bool {
    Secret::read(text).is_some()
}

/// Reads a record and sails it again: its story, the names, its tags.
#[wasm_bindgen(js_name = readRecord)]
pub fn read_record(text: &str) -> Answer {
    write(&story::Story::of(&replay(text).map_err(bad)?)?)
}

/// Checks the dice of a record: how many rolls there were.
#[wasm_bindgen]
pub fn verify(text: &str) -> Result<u32, String> {
    let record: Record = text.parse().map_err(bad)?;
    fair::verify(&record).map(|rolls| rolls as u32).map_err(bad)
}

/// A chart of a lake alone, for a picture: `layout` as in a record, `water` `light` or `dark`.
#[wasm_bindgen(js_name = lakeChart)]
pub fn lake_chart(layout: &str, water: &str) -> Answer {
    let layout: powerboats_rules::Layout = layout.parse().map_err(bad)?;
    let lake = layout.lake();
    let scene = powerboats_chart::Scene { water: named(water)?, ..powerboats_chart::Scene::of_lake(&lake) };
    Ok(powerboats_chart::svg(&scene))
}

fn named(water: &str) -> Result<Water, String> {
    match water {
        "light" => Ok(Water::Light),
        "dark" => Ok(Water::Dark),
        other => Err(bad(format_args!("{other:?} is no water: light or dark"))),
    }
}

/// A list of happenings.
fn happenings(json: &str) -> Result<Vec<powerboats_referee::Happening>, String> {
    read(json)
}
