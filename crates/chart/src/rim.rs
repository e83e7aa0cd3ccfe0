//! The rim: a frame with a scale of hexes, letters for the columns and numbers for the rows.

use crate::{
    FONT,
    plane::{HEX_SIDE, HEX_WIDTH, RIM, ViewBox, center},
    sheet::{N, Sheet, put},
};
use powerboats_rules::{Hex, Lake};

pub(crate) fn draw(sheet: &mut Sheet, lake: &Lake, view: &ViewBox) {
    let (paper, ink) = (sheet.colors.rim, sheet.colors.rim_ink);
    let inner = view.shrunk(RIM);
    let (x, y, w, h) = (N(inner.left), N(inner.top), N(inner.width), N(inner.height));
    put!(sheet, r#"<g class="rim" fill="{ink}">"#);
    let half = RIM / 2.0;
    let band = view.shrunk(half);
    let (bx, by, bw, bh) = (N(band.left), N(band.top), N(band.width), N(band.height));
    put!(
        sheet,
        r#"<rect x="{bx}" y="{by}" width="{bw}" height="{bh}" fill="none" stroke="{paper}" stroke-width="{}"/>"#,
        N(RIM)
    );
    put!(sheet, r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="none" stroke="{ink}" stroke-width="1.2"/>"#);
    scale(sheet, lake, &inner);
    labels(sheet, lake, &inner);
    sheet.close();
}

/// Bars one hex long, as on sea charts.
fn scale(sheet: &mut Sheet, lake: &Lake, inner: &ViewBox) {
    let ink = sheet.colors.rim_ink;
    let [above, below] = end_rows(lake);
    let (left, right) = (inner.left - 2.6, inner.right() + 2.6);
    let (top, bottom) = (inner.top - 2.6, inner.bottom() + 2.6);
    let across = HEX_WIDTH * f64::from(lake.width());
    let down = 1.5 * HEX_SIDE * f64::from(lake.height());
    let start = |row| Hex::new(0, row).map_or(0.0, |hex| center(hex).0 - HEX_WIDTH / 2.0);
    put!(sheet, r#"<g stroke="{ink}" stroke-width="3" stroke-dasharray="{HEX_WIDTH:.2}">"#);
    put!(
        sheet,
        r#"<path d="M{} {}h{}M{} {}h{}"/>"#,
        N(start(above)),
        N(top),
        N(across),
        N(start(below)),
        N(bottom),
        N(across)
    );
    let first = HEX_SIDE / 4.0;
    put!(
        sheet,
        r#"<path stroke-dasharray="30" d="M{} {}v{}M{} {}v{}"/>"#,
        N(left),
        N(first),
        N(down),
        N(right),
        N(first),
        N(down)
    );
    sheet.close();
}

fn end_rows(lake: &Lake) -> [u8; 2] {
    [0, lake.height() - 1]
}

fn labels(sheet: &mut Sheet, lake: &Lake, inner: &ViewBox) {
    put!(sheet, r#"<g font-family="{FONT}" font-size="12" font-weight="600" text-anchor="middle">"#);
    let [above, below] = end_rows(lake);
    for (row, y) in [(above, inner.top - 9.5), (below, inner.bottom() + 18.0)] {
        for hex in (0..lake.width()).filter_map(|col| Hex::new(col, row)) {
            let letter = (b'a' + hex.col()) as char;
            put!(sheet, r#"<text x="{}" y="{}">{letter}</text>"#, N(center(hex).0), N(y));
        }
    }
    for x in [inner.left - 14.5, inner.right() + 14.5] {
        for hex in (0..lake.height()).filter_map(|row| Hex::new(0, row)) {
            put!(sheet, r#"<text x="{}" y="{}">{}</text>"#, N(x), N(center(hex).1 + 4.2), hex.row() + 1);
        }
    }
    sheet.close();
}
