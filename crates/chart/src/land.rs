//! Draws the land: beaches, meadows and woods, layered like cut paper.

use crate::{
    coast::Coast,
    depth::Depths,
    plane::ViewBox,
    sheet::{Area, At, N, Sheet, put},
};

/// The depths (negative: inland) where meadows, woods and dense woods begin.
const MEADOW: f64 = -4.6;
pub(crate) const WOOD: f64 = -12.5;
const THICKET: f64 = -24.0;

/// Draws the land without its scenery.
pub(crate) fn draw(sheet: &mut Sheet, view: &ViewBox, coast: &Coast, depths: &Depths) {
    let c = sheet.colors;
    let [shore, meadow, edge] = ["coast", "meadow", "edge"].map(|name| sheet.id(name));
    sheet.svg.push_str("<defs>");
    region(sheet, view, &format!(r#"id="{shore}""#), &coast.path());
    region(sheet, view, &format!(r#"id="{meadow}""#), &depths.contour(MEADOW, 9.5));
    put!(sheet, r#"<clipPath id="{edge}"><rect {}/></clipPath></defs>"#, Area(*view));
    put!(sheet, r##"<g clip-path="url(#{edge})">"##);
    put!(sheet, r##"<use href="#{shore}" x="2" y="3.2" fill="{}" opacity=".28"/>"##, c.shadow);
    put!(sheet, r##"<use href="#{shore}" fill="none" stroke="{}" stroke-width="5.4" opacity=".75"/>"##, c.foam);
    put!(sheet, r##"<use href="#{shore}" fill="{}" stroke="{}" stroke-width="1.6"/>"##, c.sand, c.wet_sand);
    put!(sheet, r##"<use href="#{meadow}" x=".7" y="1.3" fill="{}"/>"##, c.meadow_edge);
    put!(sheet, r##"<use href="#{meadow}" fill="{}"/>"##, c.meadow);
    for (color, height, spacing) in [(c.wood[0], WOOD, 11.0), (c.wood[1], THICKET, 13.0)] {
        region(sheet, view, &format!(r#"fill="{color}""#), &depths.contour(height, spacing));
    }
    sheet.close();
}

/// Fills everything outside these loops, a little beyond the view, so that strokes and shadows at its outer edge are
/// clipped off.
fn region(sheet: &mut Sheet, view: &ViewBox, attribute: &str, loops: &str) {
    let ViewBox { left, top, width, height } = view.shrunk(-20.0);
    let around = format!("M{}h{}v{}h{}z", At((left, top)), N(width), N(height), N(-width));
    put!(sheet, r#"<path {attribute} fill-rule="evenodd" d="{around}{loops}"/>"#);
}
