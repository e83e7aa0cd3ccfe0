//! Draws the water: bands of depth, ripples, and the grid of hexes.

use crate::{
    depth::Depths,
    noise::Noise,
    plane::{HEX_SIDE, HEX_WIDTH, ViewBox},
    rose,
    sheet::{Area, Fixed, N, Sheet, put},
};
use powerboats_rules::{Hex, Lake};

/// The depths where the bands begin, each with the spacing of its contour's points. Deeper contours are smoother.
const BANDS: [(f64, f64); 3] = [(10.0, 10.0), (29.0, 13.0), (54.0, 16.0)];

/// The least depth with ripples.
const RIPPLES: f64 = 29.0;

/// Draws water over the whole sheet; the land is drawn on top later. The rose is kept away from `taken` hexes.
pub(crate) fn draw(sheet: &mut Sheet, lake: &Lake, view: &ViewBox, depths: &Depths, taken: &[Hex], noise: Noise) {
    let colors = sheet.colors;
    sheet.open("water");
    put!(sheet, r#"<rect {} fill="{}"/>"#, Area(*view), colors.depths[0]);
    put!(sheet, r#"<g fill-rule="evenodd" stroke="{}" stroke-opacity=".3" stroke-width=".8">"#, colors.contour);
    for (color, (depth, spacing)) in colors.depths.into_iter().skip(1).zip(BANDS) {
        put!(sheet, r#"<path fill="{color}" d="{}"/>"#, depths.contour(depth, spacing));
    }
    sheet.close();
    ripples(sheet, view, depths, noise.salted(6));
    rose::draw(sheet, lake, depths, taken);
    sheet.close();
}

/// Small waves, scattered over the deeper water.
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
            if depths.at(at) > RIPPLES && jitter(2) < 0.55 {
                sheet.stamp("ripple", at);
            }
        }
    }
    sheet.close();
}

/// Draws the outlines of all hexes of the map. One pair of rows is defined, and the others reuse it.
pub(crate) fn draw_grid(sheet: &mut Sheet, lake: &Lake) {
    let id = sheet.id("rows");
    let (w, s, half) = (HEX_WIDTH / 2.0, HEX_SIDE, HEX_SIDE / 2.0);
    let columns = usize::from(lake.width());
    // For both rows, first the slanted sides at the top, then the upright sides.
    let along = |x: f64, y: f64, start: &str, piece: String| {
        format!("M{} {}{start}{}", Fixed::<2>(x), N(y), piece.repeat(columns))
    };
    let (across, up, upright) = (Fixed::<2>(w), N(half), N(s));
    let roofs = |x, y| along(x, y, "", format!("l{across}-{up}l{across} {up}"));
    let posts = |x, y| along(x, y, &format!("v{upright}"), format!("m{}-{upright}v{upright}", Fixed::<2>(2.0 * w)));
    let path = [roofs(0.0, half), posts(0.0, half), roofs(w, 2.0 * s), posts(w, 2.0 * s)].concat();
    let ink = sheet.colors.grid;
    put!(sheet, r#"<defs><path id="{id}" d="{path}"/></defs>"#);
    put!(sheet, r#"<g class="grid" fill="none" stroke="{ink}" stroke-opacity=".3" stroke-width=".9">"#);
    for pair in 0..=lake.height() / 2 {
        put!(sheet, r##"<use href="#{id}" y="{}"/>"##, N(3.0 * s * f64::from(pair)));
    }
    sheet.close();
}
