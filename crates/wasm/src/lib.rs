//! The game for the browser: thin bindings of referee, chart and pilots. JSON texts in, JSON texts out.
//!
//! Nothing is decided here. What is refused is thrown as a text `{"code": …, "message": …, "values": {…}}`: the code and
//! its values are for the page, which has the words; the message is English.
#![forbid(unsafe_code)]
#![allow(missing_docs)] // wasm-bindgen makes items of its own

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

/// SHA-256 of a salt: what a player shows of it before the start.
#[wasm_bindgen]
pub fn seal(salt: &str) -> String {
    fair::seal(salt)
}

/// A random secret is 32 bytes in hexadecimal: is this one?
#[wasm_bindgen(js_name = isSecret)]
pub fn is_secret(text: &str) -> bool {
    Secret::read(text).is_some()
}

/// Reads a record and sails it again: its story, the names, its tags.
#[wasm_bindgen(js_name = readRecord)]
pub fn read_record(text: &str) -> Answer {
    write(&story::Story::of(&replay(text).map_err(because)?)?)
}

/// Checks the dice of a record: how many rolls there were.
#[wasm_bindgen]
pub fn verify(text: &str) -> Result<u32, String> {
    let record: Record = text.parse().map_err(because)?;
    fair::verify(&record).map(|rolls| rolls as u32).map_err(because)
}

/// A chart of a lake alone, for a picture: `layout` as in a record, `water` `light` or `dark`.
#[wasm_bindgen(js_name = lakeChart)]
pub fn lake_chart(layout: &str, water: &str) -> Answer {
    let layout: Layout = layout.parse().map_err(bad)?;
    Ok(svg(&Scene { water: named(water)?, ..Scene::of_lake(&layout.lake()) }))
}

/// The chart of a race without its boats: lake and course as in a record.
#[wasm_bindgen(js_name = courseChart)]
pub fn course_chart(layout: &str, course: &str, water: &str) -> Answer {
    let layout: Layout = layout.parse().map_err(bad)?;
    let plan: CoursePlan = course.parse().map_err(bad)?;
    let course = Course::new(layout.lake(), plan).map_err(bad)?;
    Ok(svg(&Scene { water: named(water)?, ..Scene::of_course(&course) }))
}

/// The last race of a record as it stands, in one picture: boats and wakes.
#[wasm_bindgen]
pub fn picture(record: &str) -> Answer {
    let book = replay(record).map_err(because)?;
    powerboats_chart::picture(&book).ok_or_else(|| bad("no course is dealt yet"))
}

/// How boats look outside a chart, by colour.
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

/// Marks on dice after a tap on die number `die`, counted from 0.
#[wasm_bindgen(js_name = turnDie)]
pub fn turn_die(dice: &str, marked: &str, die: usize) -> Answer {
    write(&read::<Marked>(marked)?.turned(&hand(dice)?, die))
}

/// Marks on dice after a tap on `+`.
#[wasm_bindgen(js_name = addDie)]
pub fn add_die(dice: &str, marked: &str) -> Answer {
    write(&read::<Marked>(marked)?.added(&hand(dice)?))
}

/// The marks on dice that come to a choice.
#[wasm_bindgen(js_name = marksFor)]
pub fn marks_for(dice: &str, hold: &str, count: u8) -> Answer {
    write(&Marked::of(&hand(dice)?, DiceChoice { hold: read(hold)?, count }))
}

/// Dice in the order in which they lie, no more than a boat can have.
fn hand(json: &str) -> Result<Vec<Die>, String> {
    let dice: Vec<Die> = read(json)?;
    if dice.len() > powerboats_rules::Hand::MOST { Err(bad("no boat has so many dice")) } else { Ok(dice) }
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
