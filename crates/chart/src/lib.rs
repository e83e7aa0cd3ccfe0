//! Draws a lake, its course, the boats and their wakes as one SVG without scripts, embedded fonts or other files.
//!
//! ```
//! use powerboats_chart::{Hull, Scene, Water, svg};
//! use powerboats_rules::{Color, Heading, Lake};
//!
//! let lake = Lake::from_rows(&["....", ".##.", "...."]).unwrap();
//! let boat = Hull { color: Color::Red, at: "a2".parse().unwrap(), heading: Heading::NE, damage: 1 };
//! let chart = svg(&Scene { boats: vec![boat], water: Water::Dark, ..Scene::of_lake(&lake) });
//! assert!(chart.starts_with("<svg ") && chart.contains("boat-red"));
//! ```
//!
//! # Layers
//! Every chart has groups with these classes, from bottom to top. A group may be empty.
//!
//! | class | contents |
//! |---|---|
//! | `water` | bands of depth, ripples, a `rose` of the six headings |
//! | `grid` | the outlines of the hexes |
//! | `heat` | hexes shaded by a value |
//! | `land` | coast, meadows, woods; within it `scenery` |
//! | `wakes` | each `wake wake-red` … |
//! | `course` | `line` (with `start` and `finish` arrows), `gates` (each `gate gate-1` …) |
//! | `buoys` | `rounding` arrows, `buoy-0` … `buoy-3`, `buoy-finish` |
//! | `boats` | each `boat boat-red emblem-diamond` … |
//! | `rim` | the frame with its letters and numbers, unless the scene has none |
//!
//! To draw more on top of a chart, use the same `viewBox` ([`ViewBox::of`]) and the same [`center`]s.
#![forbid(unsafe_code)]

mod boat;
mod buoy;
mod coast;
mod depth;
mod gate;
mod graph;
mod heat;
mod land;
mod line;
mod map;
mod noise;
mod palette;
mod picture;
mod plane;
mod rim;
mod rose;
mod scene;
mod scenery;
mod sheet;
mod thing;
mod wake;
mod water;

pub use boat::{Hull, Look, boat, look};
pub use graph::{BoatGraph, RaceGraph, graph, graphs};
pub use map::Plane;
pub use palette::{NoWater, Water};
pub use picture::picture;
pub use plane::{HEX_SIDE, HEX_WIDTH, ViewBox, center, corners, degrees};
pub use rim::Rim;
pub use scene::Scene;
pub use wake::Wake;

use coast::Coast;
use depth::Depths;
use noise::Noise;
use sheet::{N, Sheet, escaped, put};

/// Rounded sans-serif fonts, as far as the reader's system has them.
const FONT: &str = "ui-rounded,'Avenir Next','Segoe UI',Roboto,'DejaVu Sans',sans-serif";

/// Draws a scene as SVG. The same scene always gives the same bytes.
pub fn svg(scene: &Scene) -> String {
    let noise = Noise::of(scene.lake);
    let view = ViewBox::of(scene.lake);
    let coast = Coast::of(scene.lake, noise);
    let depths = Depths::of(&coast, &view, noise);
    let taken = scene.course.map(|course| course.buoys().to_vec()).unwrap_or_default();

    let mut sheet = Sheet { svg: String::new(), prefix: prefix(scene, noise), colors: scene.water.palette() };
    open(&mut sheet, scene, &view);
    water::draw(&mut sheet, scene.lake, &view, &depths, &taken, noise);
    water::draw_grid(&mut sheet, scene.lake);
    heat::draw(&mut sheet, &scene.heat);
    sheet.open("land");
    land::draw(&mut sheet, &view, &coast, &depths);
    scenery::draw(&mut sheet, scene.lake, &view, &depths, &taken, noise);
    sheet.close();
    wake::draw(&mut sheet, &scene.wakes);
    sheet.open("course");
    if let Some(course) = scene.course {
        line::draw(&mut sheet, course);
        gate::draw(&mut sheet, course);
    }
    sheet.close();
    match scene.course {
        Some(course) => buoy::draw(&mut sheet, course),
        None => sheet.svg.push_str("<g class=\"buoys\"></g>\n"),
    }
    boat::draw(&mut sheet, &scene.boats);
    match scene.rim {
        Rim::Coordinates => rim::draw(&mut sheet, scene.lake, &view),
        Rim::None => {}
    }
    sheet.svg.push_str("</svg>\n");
    sheet.svg
}

/// Writes the start tag, the title and the description.
fn open(sheet: &mut Sheet, scene: &Scene, view: &ViewBox) {
    let ViewBox { left, top, width, height } = *view;
    let (title, description) = (sheet.id("title"), sheet.id("desc"));
    put!(sheet, r#"<svg xmlns="http://www.w3.org/2000/svg" class="chart water-{}""#, scene.water.name());
    put!(sheet, r#" viewBox="{} {} {} {}" width="100%" height="100%""#, N(left), N(top), N(width), N(height));
    put!(sheet, r#" role="img" aria-labelledby="{title}" aria-describedby="{description}">"#);
    let name = scene.title.as_deref().unwrap_or("Powerboats: chart of the lake");
    put!(sheet, "\n<title id=\"{title}\">{}</title>\n", escaped(name));
    put!(sheet, "<desc id=\"{description}\">{}</desc>\n", escaped(&scene.description()));
}

/// The prefix of every id. It contains only letters, digits, `-` and `_`.
fn prefix(scene: &Scene, noise: Noise) -> String {
    let own = || format!("{}{:05x}", &scene.water.name()[..1], noise.digest() & 0xf_ffff);
    let safe = |text: &str| text.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect();
    scene.prefix.as_deref().map(safe).filter(|text: &String| !text.is_empty()).unwrap_or_else(own)
}

// Tests the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
