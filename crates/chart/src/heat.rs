//! Draws a heat map: hexes shaded by a value from 0 to 1.

use crate::{
    plane::{HEX_SIDE, HEX_WIDTH, center},
    sheet::{Fixed, N, Sheet, put},
};
use powerboats_rules::Hex;

/// The opacity of the hottest hex: the water still shows through.
const MAX_OPACITY: f64 = 0.8;

/// The hexes with visible heat, with values rounded and cut at 1. Leaves out NaN, zero and negative values.
pub(crate) fn shaded(heat: &[(Hex, f64)]) -> impl Iterator<Item = (Hex, f64)> {
    let rounded = |&(hex, heat): &(Hex, f64)| (hex, (heat.min(1.0) * 100.0).round() / 100.0);
    heat.iter().filter(|(_, heat)| !heat.is_nan()).map(rounded).filter(|(_, heat)| *heat > 0.0)
}

pub(crate) fn draw(sheet: &mut Sheet, heat: &[(Hex, f64)]) {
    let color = sheet.colors.heat;
    put!(sheet, r#"<g class="heat" fill="{color}">"#);
    if shaded(heat).next().is_some() {
        let (id, w, s, half) = (sheet.id("heat"), N(HEX_WIDTH / 2.0), N(HEX_SIDE), N(HEX_SIDE / 2.0));
        put!(sheet, r#"<defs><path id="{id}" d="M0-{s}l{w} {half}v{s}l-{w} {half}-{w}-{half}v-{s}z"/></defs>"#);
        for (hex, heat) in shaded(heat) {
            let ((x, y), opacity) = (center(hex), Fixed::<2>(MAX_OPACITY * heat));
            put!(sheet, r##"<use href="#{id}" x="{}" y="{}" fill-opacity="{opacity}"/>"##, N(x), N(y));
        }
    }
    sheet.close();
}
