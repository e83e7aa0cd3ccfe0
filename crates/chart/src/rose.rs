//! Draws a faint compass rose of the six headings on the widest water. It has no meaning in the game.

use crate::{
    depth::Depths,
    plane::{center, degrees, distance},
    sheet::{At, Sheet, put},
};
use powerboats_rules::{Heading, Hex, Lake};

/// The distance from the coast that a rose needs.
const ROOM: f64 = 62.0;

pub(crate) fn draw(sheet: &mut Sheet, lake: &Lake, depths: &Depths, taken: &[Hex]) {
    let free = |hex: &Hex| taken.iter().all(|&other| distance(center(*hex), center(other)) > 1.8 * ROOM);
    let room = |hex: Hex| depths.at(center(hex));
    let wide = lake.hexes().filter(|&hex| lake.is_water(hex) && room(hex) > ROOM).filter(free);
    let Some(hex) = wide.max_by(|&a, &b| room(a).total_cmp(&room(b))) else { return };
    let ink = sheet.colors.ripple;
    put!(sheet, r#"<g class="rose" transform="translate({})" opacity=".34""#, At(center(hex)));
    put!(sheet, r#" fill="{ink}" stroke="{ink}">"#);
    put!(sheet, r#"<circle r="34" fill="none" stroke-width="1.2"/><circle r="29" fill="none" stroke-width=".6"/>"#);
    for heading in Heading::ALL {
        // As usual, half of each point is filled.
        let turn = degrees(heading);
        put!(sheet, r#"<path transform="rotate({turn})" d="M0 0 9-5.2 47 0z" stroke="none"/>"#);
        put!(sheet, r#"<path transform="rotate({turn})" d="M0 0 9 5.2 47 0z" fill="none" stroke-width=".8"/>"#);
    }
    sheet.close();
}
