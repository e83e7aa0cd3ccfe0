//! Draws the start/finish line: a chequered band over its four hexes, and arrows for start and finish.

use crate::{
    palette::INK,
    plane::{HEX_SIDE, HEX_WIDTH, center, corners, degrees, mirror},
    sheet::{At, Fixed, N, Pen, Sheet, put},
};
use powerboats_rules::{Course, RoundingSide};

pub(crate) fn draw(sheet: &mut Sheet, course: &Course) {
    let plan = course.plan();
    sheet.open("line");
    let mut pen = Pen::default();
    for hex in course.line() {
        let [first, rest @ ..] = corners(*hex);
        pen.move_to(first);
        rest.into_iter().chain([first]).for_each(|corner| pen.line_to(corner));
    }
    put!(sheet, r##"<path d="{}" fill="#fff" fill-opacity=".3"/>"##, pen.data());
    // From here on drawn as if the line ran east from buoy 0.
    let (place, turn) = (At(center(plan.start_buoy)), degrees(plan.heading));
    put!(sheet, r#"<g transform="translate({place})rotate({turn})">"#);
    band(sheet);
    // Start and finish may be on the same side, so one arrow is near buoy 0 and one near the finish buoy.
    start_arrow(sheet, 1.5 * HEX_WIDTH, course.start_side());
    finish_arrow(sheet, 3.5 * HEX_WIDTH, course.finish_side());
    sheet.close();
    sheet.close();
}

/// Two rows of squares along the four hexes.
fn band(sheet: &mut Sheet) {
    let (from, length) = (HEX_WIDTH / 2.0, 4.0 * HEX_WIDTH);
    let square = length / 32.0;
    let (half, all, dash) = (Fixed::<2>(square / 2.0), Fixed::<2>(2.0 * square + 1.6), Fixed::<3>(square));
    let (second, rest) = (Fixed::<2>(from + square), Fixed::<2>(length - square));
    let (from, length, square) = (Fixed::<2>(from), Fixed::<2>(length), Fixed::<2>(square));
    put!(sheet, r##"<path d="M{from} 0h{length}" stroke="#fff" stroke-width="{all}"/>"##);
    put!(sheet, r#"<g stroke="{INK}" stroke-width="{square}" stroke-dasharray="{dash}">"#);
    put!(sheet, r#"<path d="M{from}-{half}h{length}"/>"#);
    put!(sheet, r#"<path d="M{second} {half}h{rest}"/>"#);
    sheet.close();
}

/// An arrow that points up from the line, on a hex next to it.
const ARROW: &str = "M0-45-11-33H-5V-15H5V-33H11z";
const SQUARES: &str = "M-5-15H0V-20H5V-25H0V-20H-5zM-5-25H0V-30H5V-35H0V-30H-5zM0-45-5.5-39H0zM0-39H5.5L11-33H5V-35H0z";

/// Points away from the line, green.
fn start_arrow(sheet: &mut Sheet, x: f64, side: RoundingSide) {
    put!(sheet, r#"<g class="start" transform="translate({})scale(1 {})">"#, At((x, 0.0)), mirror(side));
    arrow(sheet, "#22c35e");
    sheet.close();
}

/// Points to the line, chequered.
fn finish_arrow(sheet: &mut Sheet, x: f64, side: RoundingSide) {
    put!(sheet, r#"<g class="finish" transform="translate({})scale(1 {})">"#, At((x, 0.0)), mirror(side));
    // Flipped about the centre of its hex.
    put!(sheet, r#"<g transform="translate({})scale(1 -1)">"#, At((0.0, -3.0 * HEX_SIDE)));
    arrow(sheet, "#fff");
    put!(sheet, r#"<path d="{SQUARES}" fill="{INK}"/></g>"#);
    sheet.close();
}

fn arrow(sheet: &mut Sheet, color: &str) {
    for (edge, width) in [("#fff", 4.6), (sheet.colors.arrow_casing, 1.8)] {
        let width = N(width);
        put!(
            sheet,
            r#"<path d="{ARROW}" fill="{color}" stroke="{edge}" stroke-width="{width}" stroke-linejoin="round"/>"#
        );
    }
}
