//! Heat: hexes shaded by how much of something happens there.

use crate::{
    plane::{HEX_SIDE, HEX_WIDTH, center},
    sheet::{N, Sheet, put},
};
use powerboats_rules::Hex;

/// The hottest hex still lets a little water through.
const THICKEST: f64 = 0.8;

/// What is there to be seen: at most 1, and neither nothing nor less.
pub(crate) fn shaded(heat: &[(Hex, f64)]) -> impl Iterator<Item = (Hex, f64)> {
    let seen = |&(hex, heat): &(Hex, f64)| (hex, (heat.min(1.0) * 100.0).round() / 100.0);
    heat.iter().filter(|(_, heat)| !heat.is_nan()).map(seen).filter(|(_, heat)| *heat > 0.0)
}

pub(crate) fn draw(sheet: &mut Sheet, heat: &[(Hex, f64)]) {
    let color = sheet.colors.heat;
    put!(sheet, r#"<g class="heat" fill="{color}">"#);
    if shaded(heat).next().is_some() {
        let (id, w, s) = (sheet.id("heat"), N(HEX_WIDTH / 2.0), HEX_SIDE);
        let half = N(s / 2.0);
        put!(sheet, r#"<defs><path id="{id}" d="M0-{s}l{w} {half}v{s}l-{w} {half}-{w}-{half}v-{s}z"/></defs>"#);
        for (hex, heat) in shaded(heat) {
            let ((x, y), opacity) = (center(hex), THICKEST * heat);
            put!(sheet, r##"<use href="#{id}" x="{}" y="{}" fill-opacity="{opacity:.2}"/>"##, N(x), N(y));
        }
    }
    sheet.close();
}
