//! The game for the browser: thin bindings of referee, chart and pilots. JSON texts in, JSON texts out.
//!
//! Nothing is decided here. What is refused is thrown as a text `{"code": …, "message": …, "values": {…}}`: the code and
//! its values are for the page, which has the words; the message is English.
#![forbid(unsafe_code)]
#![allow(missing_docs)] // wasm-bindgen makes items of its own

mod game;
mod lesson;
mod refused;
mod story;

pub use game::{Game, Pilots};
pub use lesson::Lesson;

use powerboats_chart::{Plane, Scene, look, svg};
use powerboats_pilots::Reach;
use powerboats_referee::{ByColor, ChoiceView, DiceRow, Marked, fair};
use powerboats_rules::{Color, Course, CoursePlan, DiceChoice, Hand, Heading, Layout, Race, Record, SINKS_AT, replay};
use refused::{Answer, bad, read, refused, write};
use wasm_bindgen::prelude::wasm_bindgen;

/// Where hexes lie: the box of a chart of a whole lake, the side of a hex, centres by name, degrees by heading.
#[wasm_bindgen]
pub fn plane() -> Answer {
    write(&Plane::new())
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

/// Reads a record and sails it again: its story, the names, its tags.
#[wasm_bindgen(js_name = readRecord)]
pub fn read_record(text: &str) -> Answer {
    write(&story::story(&replay(text).map_err(refused)?)?)
}

/// Checks the dice of a record: how many rolls there were.
#[wasm_bindgen]
pub fn verify(text: &str) -> Result<u32, String> {
    let record: Record = text.parse().map_err(refused)?;
    fair::verify(&record).map(|rolls| rolls as u32).map_err(refused)
}

/// A chart of a lake alone, for a picture: `layout` as in a record, `water` `light` or `dark`.
#[wasm_bindgen(js_name = lakeChart)]
pub fn lake_chart(layout: &str, water: &str) -> Answer {
    let layout: Layout = layout.parse().map_err(bad)?;
    Ok(svg(&Scene { water: water.parse().map_err(bad)?, ..Scene::of_lake(&layout.lake()) }))
}

/// The chart of a race without its boats: lake and course as in a record.
#[wasm_bindgen(js_name = courseChart)]
pub fn course_chart(layout: &str, course: &str, water: &str) -> Answer {
    let layout: Layout = layout.parse().map_err(bad)?;
    let plan: CoursePlan = course.parse().map_err(bad)?;
    let course = Course::new(layout.lake(), plan).map_err(bad)?;
    Ok(svg(&Scene { water: water.parse().map_err(bad)?, ..Scene::of_course(&course) }))
}

/// The last race of a record as it stands, in one picture: boats and wakes.
#[wasm_bindgen]
pub fn picture(record: &str) -> Answer {
    let book = replay(record).map_err(refused)?;
    powerboats_chart::picture(&book).ok_or_else(|| bad("no course is dealt yet"))
}

/// How boats look outside a chart, by colour.
#[wasm_bindgen]
pub fn looks() -> Answer {
    write(&Color::ALL.map(|color| (color, look(color))).into_iter().collect::<ByColor<_>>())
}

/// Marks on dice that a turn begins with.
#[wasm_bindgen(js_name = freshMarks)]
pub fn fresh_marks(dice: &str) -> Answer {
    write(&Marked::fresh(&read::<DiceRow>(dice)?))
}

/// The choice that marks on dice come to.
#[wasm_bindgen(js_name = choiceOf)]
pub fn choice_of(dice: &str, marked: &str) -> Answer {
    write(&ChoiceView::from(read::<Marked>(marked)?.choice(&read::<DiceRow>(dice)?)))
}

/// Marks on dice after a tap on die number `die`, counted from 0.
#[wasm_bindgen(js_name = turnDie)]
pub fn turn_die(dice: &str, marked: &str, die: usize) -> Answer {
    write(&read::<Marked>(marked)?.turned(&read::<DiceRow>(dice)?, die))
}

/// Marks on dice after a tap on `+`.
#[wasm_bindgen(js_name = addDie)]
pub fn add_die(dice: &str, marked: &str) -> Answer {
    write(&read::<Marked>(marked)?.added(&read::<DiceRow>(dice)?))
}

/// The marks on dice that come to a choice.
#[wasm_bindgen(js_name = marksFor)]
pub fn marks_for(dice: &str, hold: &str, count: u8) -> Answer {
    write(&Marked::of(&read::<DiceRow>(dice)?, DiceChoice { hold: read(hold)?, count }))
}

/// May these dice be held and so many be gone to, with this hand?
#[wasm_bindgen(js_name = mayChoose)]
pub fn may_choose(dice: &str, hold: &str, count: u8) -> Result<bool, String> {
    Ok(DiceChoice { hold: read(hold)?, count }.is_legal(read(dice)?))
}

/// How far these dice take a boat.
#[wasm_bindgen]
pub fn speed(dice: &str) -> Result<u8, String> {
    Ok(read::<Hand>(dice)?.total())
}

/// The damage at which a boat sinks.
#[wasm_bindgen(js_name = sinksAt)]
pub fn sinks_at() -> u8 {
    SINKS_AT
}

/// Where a choice of dice can lead.
fn reach(race: &Race, hold: &str, count: u8) -> Answer {
    let reach = Reach::of(race, DiceChoice { hold: read(hold)?, count });
    write(&reach.ok_or_else(|| bad("these dice can't be chosen now"))?)
}
