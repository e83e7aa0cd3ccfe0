//! Browser bindings of the referee, the chart and the pilots. Functions take and return JSON strings.
//!
//! This crate makes no decisions. An error is thrown as a string `{"code": …, "message": …, "values": {…}}`. The page
//! translates the code and its values; the message is in English.
#![forbid(unsafe_code)]
#![allow(missing_docs)] // wasm-bindgen generates items without docs

mod game;
mod lesson;
mod record;
mod refused;

pub use game::{Game, Pilots};
pub use lesson::Lesson;
pub use record::{Graph, RecordBook};

use powerboats_chart::{Plane, Rim, Scene, look, svg};
use powerboats_pilots::{PilotKind, Reach, RivalResult, outlook};
use powerboats_referee::{ByColor, ChoiceView, DiceRow, Marked, RivalRace, fair};
use powerboats_rules::{Color, Course, CoursePlan, DiceChoice, Hand, Heading, Layout, Race, SINKS_AT, Scoring};
use refused::{Answer, bad, read, write};
use wasm_bindgen::prelude::wasm_bindgen;

/// The coordinates of a whole lake's chart: its view box, the side of a hex, the centres of hexes, and the angles of headings.
#[wasm_bindgen]
pub fn plane() -> Answer {
    write(&Plane::new())
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

/// A chart of a lake without a course. `layout` is written as in a record; `water` is `light` or `dark`.
#[wasm_bindgen(js_name = lakeChart)]
pub fn lake_chart(layout: &str, water: &str) -> Answer {
    let layout: Layout = layout.parse().map_err(bad)?;
    Ok(svg(&Scene { water: water.parse().map_err(bad)?, ..Scene::of_lake(&layout.lake()) }))
}

/// A chart of a course without boats. Lake and course are written as in a record.
#[wasm_bindgen(js_name = courseChart)]
pub fn course_chart(layout: &str, course: &str, water: &str) -> Answer {
    let course = read_course(layout, course)?;
    Ok(svg(&Scene { water: water.parse().map_err(bad)?, ..Scene::of_course(&course) }))
}

/// The same chart without coordinates on its rim.
#[wasm_bindgen(js_name = plainChart)]
pub fn plain_chart(layout: &str, course: &str, water: &str) -> Answer {
    let course = read_course(layout, course)?;
    Ok(svg(&Scene { water: water.parse().map_err(bad)?, rim: Rim::None, ..Scene::of_course(&course) }))
}

fn read_course(layout: &str, course: &str) -> Result<Course, String> {
    let layout: Layout = layout.parse().map_err(bad)?;
    let plan: CoursePlan = course.parse().map_err(bad)?;
    Course::new(layout.lake(), plan).map_err(bad)
}

/// The ways to score a regatta of this many players.
#[wasm_bindgen]
pub fn scorings(players: usize) -> Answer {
    write(&Scoring::ALL.into_iter().filter(|scoring| scoring.suits(players)).collect::<Vec<_>>())
}

/// How boats look outside a chart, for each colour.
#[wasm_bindgen]
pub fn looks() -> Answer {
    write(&Color::ALL.map(|color| (color, look(color))).into_iter().collect::<ByColor<_>>())
}

/// The marks on dice at the beginning of a turn.
#[wasm_bindgen(js_name = freshMarks)]
pub fn fresh_marks(dice: &str) -> Answer {
    write(&Marked::fresh(&read::<DiceRow>(dice)?))
}

/// The choice that marks on dice form.
#[wasm_bindgen(js_name = choiceOf)]
pub fn choice_of(dice: &str, marked: &str) -> Answer {
    write(&ChoiceView::from(read::<Marked>(marked)?.choice(&read::<DiceRow>(dice)?)))
}

/// The marks on dice after a tap on the die at index `die`.
#[wasm_bindgen(js_name = turnDie)]
pub fn turn_die(dice: &str, marked: &str, die: usize) -> Answer {
    write(&read::<Marked>(marked)?.turned(&read::<DiceRow>(dice)?, die))
}

/// The marks on dice after a tap on `+`.
#[wasm_bindgen(js_name = addDie)]
pub fn add_die(dice: &str, marked: &str) -> Answer {
    write(&read::<Marked>(marked)?.added(&read::<DiceRow>(dice)?))
}

/// The marks on dice that form a choice.
#[wasm_bindgen(js_name = marksFor)]
pub fn marks_for(dice: &str, hold: &str, count: u8) -> Answer {
    write(&Marked::of(&read::<DiceRow>(dice)?, DiceChoice { hold: read(hold)?, count }))
}

/// Do the rules allow this choice of dice with the hand `dice`?
#[wasm_bindgen(js_name = mayChoose)]
pub fn may_choose(dice: &str, hold: &str, count: u8) -> Result<bool, String> {
    Ok(DiceChoice { hold: read(hold)?, count }.is_legal(read(dice)?))
}

/// The speed of a boat with these dice: their total.
#[wasm_bindgen]
pub fn speed(dice: &str) -> Result<u8, String> {
    Ok(read::<Hand>(dice)?.total())
}

/// The pilot for a fair race. `results` is a list of `{"pilot": …, "won": …}`, the oldest first.
#[wasm_bindgen(js_name = nextRival)]
pub fn next_rival(results: &str) -> Answer {
    let result = |RivalRace { pilot, won }| {
        Ok::<_, String>(RivalResult { rival: pilot.parse::<PilotKind>().map_err(bad)?, won })
    };
    let results = read::<Vec<RivalRace>>(results)?.into_iter().map(result).collect::<Result<Vec<_>, _>>()?;
    Ok(powerboats_pilots::next_rival(&results).name().to_owned())
}

/// The damage at which a boat sinks.
#[wasm_bindgen(js_name = sinksAt)]
pub fn sinks_at() -> u8 {
    SINKS_AT
}

/// Where a choice of dice can lead.
fn reach(race: &Race, hold: &str, count: u8) -> Answer {
    let reach = Reach::of(race, DiceChoice { hold: read(hold)?, count });
    write(&reach.ok_or_else(|| bad("these dice cannot be chosen now"))?)
}

/// Where the boat can be after its next turn.
fn later(race: &Race, hold: &str, count: u8) -> Answer {
    let later = outlook(race, DiceChoice { hold: read(hold)?, count });
    write(&later.ok_or_else(|| bad("these dice cannot be chosen now"))?)
}
