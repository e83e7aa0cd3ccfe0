//! Draws the rim: a frame with a scale of hexes, and the letters and numbers of columns and rows.

use crate::{
    FONT,
    plane::{HEX_SIDE, HEX_WIDTH, RIM, ViewBox, center},
    sheet::{Area, At, Fixed, N, Sheet, put},
};
use powerboats_rules::{Hex, Lake};

/// The frame of a chart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rim {
    /// A frame with the letters of columns and the numbers of rows.
    #[default]
    Coordinates,
    /// No frame: the shore goes to the edge.
    None,
}

/// The distance between rows.
const ROW: f64 = 1.5 * HEX_SIDE;

pub(crate) fn draw(sheet: &mut Sheet, lake: &Lake, view: &ViewBox) {
    let (paper, ink) = (sheet.colors.rim, sheet.colors.rim_ink);
    let (inner, middle) = (view.shrunk(RIM), view.shrunk(RIM / 2.0));
    put!(sheet, r#"<g class="rim" fill="{ink}">"#);
    put!(sheet, r#"<rect {} fill="none" stroke="{paper}" stroke-width="{}"/>"#, Area(middle), N(RIM));
    put!(sheet, r#"<rect {} fill="none" stroke="{ink}" stroke-width="1.2"/>"#, Area(inner));
    scale(sheet, lake, &inner);
    labels(sheet, lake, &inner);
    sheet.close();
}

/// Bars one hex long, as on sea charts.
fn scale(sheet: &mut Sheet, lake: &Lake, inner: &ViewBox) {
    let ink = sheet.colors.rim_ink;
    let outer = inner.shrunk(-2.6);
    let [above, below] = end_rows(lake).map(|row| Hex::new(0, row).map_or(0.0, |hex| center(hex).0 - HEX_WIDTH / 2.0));
    let (across, down) = (N(HEX_WIDTH * f64::from(lake.width())), N(ROW * f64::from(lake.height())));
    let (top, bottom) = (At((above, outer.top)), At((below, outer.bottom())));
    // Rows of hexes overlap, so a bar is as long as the distance between rows, centred on its row.
    let first = HEX_SIDE - ROW / 2.0;
    let (left, right) = (At((outer.left, first)), At((outer.right(), first)));
    put!(sheet, r#"<g stroke="{ink}" stroke-width="3">"#);
    let (wide, high) = (Fixed::<2>(HEX_WIDTH), N(ROW));
    put!(sheet, r#"<path stroke-dasharray="{wide}" d="M{top}h{across}M{bottom}h{across}"/>"#);
    put!(sheet, r#"<path stroke-dasharray="{high}" d="M{left}v{down}M{right}v{down}"/>"#);
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
