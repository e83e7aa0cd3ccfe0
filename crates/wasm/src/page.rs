//! What a page needs to draw boats and to offer choices.

use crate::refused::{Answer, bad, write};
use powerboats_chart::{Plane, look};
use powerboats_referee::ByColor;
use powerboats_rules::{Color, Heading, SINKS_AT, Scoring};
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

/// The damage at which a boat sinks.
#[wasm_bindgen(js_name = sinksAt)]
pub fn sinks_at() -> u8 {
    SINKS_AT
}
