//! The land: beaches, meadows and woods in layers like cut paper.

use crate::{
    coast::Coast,
    depth::Depths,
    plane::ViewBox,
    sheet::{N, Sheet, put},
};

/// How far inland the meadows begin, the woods, and the thick of the woods.
const MEADOW: f64 = -4.6;
pub(crate) const WOOD: f64 = -12.5;
const THICKET: f64 = -24.0;

/// Draws all land but what stands on it.
pub(crate) fn draw(sheet: &mut Sheet, view: &ViewBox, coast: &Coast, depths: &Depths) {
    // A little beyond the view, so that strokes and shadows of its edge stay out of sight.
    let ViewBox { left, top, width, height } = view.shrunk(-20.0);
    let around = format!("M{} {}h{}v{}h{}z", N(left), N(top), N(width), N(height), N(-width));
    let colors = sheet.colors;
    let [coast_id, meadow_id] = ["coast", "meadow"].map(|name| sheet.id(name));
    let (meadow, wood) = (depths.contour(MEADOW, 9.5), depths.contour(WOOD, 11.0));
    put!(sheet, r#"<defs><path id="{coast_id}" fill-rule="evenodd" d="{around}{}"/>"#, coast.path());
    put!(sheet, r#"<path id="{meadow_id}" fill-rule="evenodd" d="{around}{meadow}"/></defs>"#);
    put!(sheet, r##"<use href="#{coast_id}" x="2" y="3.2" fill="{}" opacity=".28"/>"##, colors.shadow);
    put!(sheet, r##"<use href="#{coast_id}" fill="none" stroke="{}" stroke-width="5.4" opacity=".75"/>"##, colors.foam);
    put!(
        sheet,
        r##"<use href="#{coast_id}" fill="{}" stroke="{}" stroke-width="1.6"/>"##,
        colors.sand,
        colors.wet_sand
    );
    put!(sheet, r##"<use href="#{meadow_id}" x=".7" y="1.3" fill="{}"/>"##, colors.meadow_edge);
    put!(sheet, r##"<use href="#{meadow_id}" fill="{}"/>"##, colors.meadow);
    put!(sheet, r#"<path fill-rule="evenodd" fill="{}" d="{around}{wood}"/>"#, colors.wood[0]);
    put!(
        sheet,
        r#"<path fill-rule="evenodd" fill="{}" d="{around}{}"/>"#,
        colors.wood[1],
        depths.contour(THICKET, 13.0)
    );
}
