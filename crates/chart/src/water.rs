//! The water: bands of depth, ripples, and the grid by which players count hexes.

use crate::{
    depth::Depths,
    noise::Noise,
    plane::{HEX_SIDE, HEX_WIDTH, ViewBox},
    rose,
    sheet::{N, Sheet, put},
};
use powerboats_rules::{Hex, Lake};

/// Where the bands of depth begin, from the shallowest to the deepest.
const BANDS: [f64; 3] = [10.0, 29.0, 54.0];

/// Draws the water over the whole sheet; the land will cover what is too much. The rose keeps away from `taken` hexes.
pub(crate) fn draw(sheet: &mut Sheet, lake: &Lake, view: &ViewBox, depths: &Depths, taken: &[Hex], noise: Noise) {
    let colors = sheet.colors;
    sheet.open("water");
    let [deepest, .., shallowest] = colors.depths;
    let ViewBox { left, top, width, height } = *view;
    let (x, y, w, h) = (N(left), N(top), N(width), N(height));
    put!(sheet, r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{shallowest}"/>"#);
    put!(sheet, r#"<g fill-rule="evenodd" stroke="{}" stroke-opacity=".3" stroke-width=".8">"#, colors.contour);
    for ((depth, color), spacing) in
        BANDS.into_iter().zip([colors.depths[2], colors.depths[1], deepest]).zip([10.0, 13.0, 16.0])
    {
        put!(sheet, r#"<path fill="{color}" d="{}"/>"#, depths.contour(depth, spacing));
    }
    sheet.close();
    ripples(sheet, view, depths, noise.salted(6));
    rose::draw(sheet, lake, depths, taken);
    sheet.close();
}

/// Little waves, scattered over the deeper water.
fn ripples(sheet: &mut Sheet, view: &ViewBox, depths: &Depths, noise: Noise) {
    const APART: f64 = 47.0;
    let id = sheet.id("ripple");
    let ink = sheet.colors.ripple;
    put!(sheet, r#"<defs><path id="{id}" d="M-7 0q1.8-2.6 3.5 0t3.5 0 3.5 0 3.5 0"/></defs>"#);
    put!(sheet, r#"<g fill="none" stroke="{ink}" stroke-opacity=".55" stroke-linecap="round">"#);
    for j in 0..(view.height / APART) as i32 {
        for i in 0..(view.width / APART) as i32 {
            let jitter = |salt| noise.salted(salt).pick(i, j);
            let at = (view.left + (f64::from(i) + jitter(0)) * APART, view.top + (f64::from(j) + jitter(1)) * APART);
            if depths.at(at) > BANDS[1] && jitter(2) < 0.55 {
                sheet.stamp("ripple", at);
            }
        }
    }
    sheet.close();
}

/// Draws the sides of all hexes of the map. One pair of rows is drawn, the others are copies.
pub(crate) fn draw_grid(sheet: &mut Sheet, lake: &Lake) {
    let id = sheet.id("rows");
    let (w, s) = (HEX_WIDTH / 2.0, HEX_SIDE);
    let columns = usize::from(lake.width());
    // Along the top of both rows, then the upright sides.
    let roofs =
        |x: f64, y: f64| format!("M{:.2} {y}{}", x, format!("l{w:.2}-{}l{w:.2} {}", s / 2.0, s / 2.0).repeat(columns));
    let posts = |x: f64, y: f64| format!("M{:.2} {y}v{s}{}", x, format!("m{:.2}-{s}v{s}", 2.0 * w).repeat(columns));
    let path = [roofs(0.0, s / 2.0), posts(0.0, s / 2.0), roofs(w, 2.0 * s), posts(w, 2.0 * s)].concat();
    let ink = sheet.colors.grid;
    put!(sheet, r#"<defs><path id="{id}" d="{path}"/></defs>"#);
    put!(sheet, r#"<g class="grid" fill="none" stroke="{ink}" stroke-opacity=".3" stroke-width=".9">"#);
    for pair in 0..=lake.height() / 2 {
        put!(sheet, r##"<use href="#{id}" y="{}"/>"##, 3.0 * s * f64::from(pair));
    }
    sheet.close();
}
