//! The start/finish line: a chequered band over its four hexes, and arrows for the start and the finish.

use crate::{
    plane::{HEX_WIDTH, center, corners, degrees},
    sheet::{N, Pen, Sheet, put},
};
use powerboats_rules::{Course, Way};

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
    // From here on as if the line ran east from buoy 0.
    let (x, y) = center(plan.start_buoy);
    put!(sheet, r#"<g transform="translate({} {})rotate({})">"#, N(x), N(y), degrees(plan.heading));
    let (from, squares) = (HEX_WIDTH / 2.0, 32.0);
    let length = 4.0 * HEX_WIDTH;
    let square = length / squares;
    put!(sheet, r##"<path d="M{} 0h{}" stroke="#fff" stroke-width="{:.2}"/>"##, N(from), N(length), 2.0 * square + 1.6);
    put!(sheet, r##"<g stroke="#16222c" stroke-width="{square:.2}" stroke-dasharray="{square:.3}">"##);
    put!(sheet, r#"<path d="M{:.2}-{:.2}h{:.2}"/>"#, from, square / 2.0, length);
    put!(sheet, r#"<path d="M{:.2} {:.2}h{:.2}"/>"#, from + square, square / 2.0, length - square);
    sheet.close();
    // The start near buoy 0, the finish near the finish buoy: they may be on the same side.
    start_arrow(sheet, 1.5 * HEX_WIDTH, course.start_side());
    finish_arrow(sheet, 3.5 * HEX_WIDTH, course.finish_side());
    sheet.close();
    sheet.close();
}

/// SVG's y points down: left of a line that runs east is up.
fn scale(side: Way) -> i32 {
    match side {
        Way::Left => 1,
        Way::Right => -1,
    }
}

/// An arrow from below to above, on the hexes beside the line.
const ARROW: &str = "M0-45-11-33H-5V-15H5V-33H11z";

/// Away from the line: green.
fn start_arrow(sheet: &mut Sheet, x: f64, side: Way) {
    let casing = sheet.colors.arrow_casing;
    put!(sheet, r##"<g class="start" transform="translate({} 0)scale(1 {})">"##, N(x), scale(side));
    put!(sheet, r##"<path d="{ARROW}" fill="#22c35e" stroke="#fff" stroke-width="4.6" stroke-linejoin="round"/>"##);
    put!(sheet, r##"<path d="{ARROW}" fill="#22c35e" stroke="{casing}" stroke-width="1.8" stroke-linejoin="round"/>"##);
    sheet.close();
}

/// Onto the line: chequered.
fn finish_arrow(sheet: &mut Sheet, x: f64, side: Way) {
    let casing = sheet.colors.arrow_casing;
    put!(sheet, r##"<g class="finish" transform="translate({} 0)scale(1 {})">"##, N(x), scale(side));
    sheet.svg.push_str(r#"<g transform="translate(0 -60)scale(1 -1)">"#);
    put!(sheet, r##"<path d="{ARROW}" stroke="#fff" stroke-width="4.6" stroke-linejoin="round"/>"##);
    put!(sheet, r##"<path d="{ARROW}" fill="#fff" stroke="{casing}" stroke-width="1.8" stroke-linejoin="round"/>"##);
    sheet.svg.push_str(r##"<path d="M-5-15H0V-20H5V-25H0V-20H-5zM-5-25H0V-30H5V-35H0V-30H-5zM0-45-5.5-39H0zM0-39H5.5L11-33H5V-35H0z" fill="#16222c"/></g>"##);
    sheet.close();
}
