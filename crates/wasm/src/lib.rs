//! Browser bindings of the referee, the chart and the pilots. Functions take and return JSON strings.
//!
//! This crate makes no decisions. An error is thrown as a string `{"code": …, "message": …, "values": {…}}`. The page
//! translates the code and its values; the message is in English.
#![forbid(unsafe_code)]
#![allow(missing_docs)] // wasm-bindgen generates items without docs

mod game;
mod lesson;
mod plane;
mod reach;
mod refused;
mod story;
mod why;

pub use game::{Game, Pilots};
pub use lesson::Lesson;

use powerboats_chart::{Look, Scene, Water, look, svg};
use powerboats_referee::{Marked, Secret, fair};
use powerboats_rules::{Color, Course, CoursePlan, DiceChoice, Die, Heading, Layout, Record, replay};
use refused::{Answer, bad, because, read, write};
use std::collections::BTreeMap;
use wasm_bindgen::prelude::wasm_bindgen;

/// The coordinates of a whole lake's chart: its view box, the side of a hex, the centres of hexes, and the angles of headings.
#[wasm_bindgen]
pub fn plane() -> Answer {
    write(&plane::Plane::new())
}

/// A boat as an SVG group centred on the origin.
#[wasm_bindgen]
pub fn boat(color: &str, heading: &str, damage: u8) -> Answer {
    let heading: Heading = heading.parse().map_err(bad)?;
    Ok(powerboats_chart::boat(color.parse().map_err(bad)?, heading, damage))
}

/// The commitment of a secret, which may be shown before the game: its SHA-256.
#[wasm_bindgen]
pub fn commitment(secret: &str) -> Answer {
    Ok(game::secret(secret)?.commitment())
}

/// The seal of a salt, which a player shows before the start: its SHA-256.
#[wasm_bindgen]
pub fn seal(salt: &str) -> String {
    fair::seal(salt)
}

/// Is this a secret: 32 bytes in hexadecimal?
#[wasm_bindgen(js_name = isSecret)]
pub fn is_secret(text: &str) -> bool {
    Secret::read(text).is_some()
}

/// Replays a record, and returns its events, the players' names and its tags.
#[wasm_bindgen(js_name = readRecord)]
pub fn read_record(text: &str) -> Answer {
    write(&story::Story::of(&replay(text).map_err(because)?)?)
}

/// Checks the dice of a record, and returns the number of rolls.
#[wasm_bindgen]
pub fn verify(text: &str) -> Result<u32, String> {
    let record: Record = text.parse().map_err(because)?;
    fair::verify(&record).map(|rolls| rolls as u32).map_err(because)
}

/// A chart of a lake without a course. `layout` is written as in a record; `water` is `light` or `dark`.
#[wasm_bindgen(js_name = lakeChart)]
pub fn lake_chart(layout: &str, water: &str) -> Answer {
    let layout: Layout = layout.parse().map_err(bad)?;
    Ok(svg(&Scene { water: parse_water(water)?, ..Scene::of_lake(&layout.lake()) }))
}

/// A chart of a course without boats. Lake and course are written as in a record.
#[wasm_bindgen(js_name = courseChart)]
pub fn course_chart(layout: &str, course: &str, water: &str) -> Answer {
    let layout: Layout = layout.parse().map_err(bad)?;
    let plan: CoursePlan = course.parse().map_err(bad)?;
    let course = Course::new(layout.lake(), plan).map_err(bad)?;
    Ok(svg(&Scene { water: parse_water(water)?, ..Scene::of_course(&course) }))
}

/// A chart of the last race of a record, with boats and wakes.
#[wasm_bindgen]
pub fn picture(record: &str) -> Answer {
    let book = replay(record).map_err(because)?;
    powerboats_chart::picture(&book).ok_or_else(|| bad("no course has been dealt yet"))
}

/// How boats look outside a chart, for each colour.
#[wasm_bindgen]
pub fn looks() -> Answer {
    #[derive(serde::Serialize)]
    struct LookView {
        hull: &'static str,
        sign: &'static str,
        dashes: &'static str,
        emblem: &'static str,
    }
    let view = |color| {
        let Look { hull, sign, dashes, emblem } = look(color);
        (color, LookView { hull, sign, dashes, emblem })
    };
    write(&Color::ALL.map(view).into_iter().collect::<BTreeMap<Color, LookView>>())
}

/// The marks on dice after a tap on the die at index `die`.
#[wasm_bindgen(js_name = turnDie)]
pub fn turn_die(dice: &str, marked: &str, die: usize) -> Answer {
    write(&read::<Marked>(marked)?.turned(&hand(dice)?, die))
}

/// The marks on dice after a tap on `+`.
#[wasm_bindgen(js_name = addDie)]
pub fn add_die(dice: &str, marked: &str) -> Answer {
    write(&read::<Marked>(marked)?.added(&hand(dice)?))
}

/// The marks on dice that form a choice.
#[wasm_bindgen(js_name = marksFor)]
pub fn marks_for(dice: &str, hold: &str, count: u8) -> Answer {
    write(&Marked::of(&hand(dice)?, DiceChoice { hold: read(hold)?, count }))
}

/// Reads dice in their order on the page.
fn hand(json: &str) -> Result<Vec<Die>, String> {
    let dice: Vec<Die> = read(json)?;
    if dice.len() > powerboats_rules::Hand::MOST { Err(bad("too many dice: expected at most 32")) } else { Ok(dice) }
}

fn parse_water(water: &str) -> Result<Water, String> {
    match water {
        "light" => Ok(Water::Light),
        "dark" => Ok(Water::Dark),
        other => Err(bad(format_args!("unknown water {other:?}: expected light or dark"))),
    }
}

/// Reads a list of events.
fn happenings(json: &str) -> Result<Vec<powerboats_referee::Happening>, String> {
    read(json)
}
