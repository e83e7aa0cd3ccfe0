//! Draws buoys: life rings with their number, and arrows that show how to round them.

use crate::{
    FONT,
    palette::INK,
    plane::{center, degrees, mirror},
    sheet::{At, N, Sheet, put},
};
use powerboats_rules::{Course, Gate, Hex};

pub(crate) fn draw(sheet: &mut Sheet, course: &Course) {
    let plan = course.plan();
    sheet.open("buoys");
    for (gate, &hex) in course.gates().iter().zip(&plan.buoys) {
        rounding(sheet, gate, hex);
    }
    put!(sheet, r#"<g font-family="{FONT}" font-size="22" font-weight="800" text-anchor="middle">"#);
    ring(sheet, plan.start_buoy, 0, "#1d9e50");
    for (&hex, number) in plan.buoys.iter().zip(1..) {
        ring(sheet, hex, number, "#e3342f");
    }
    flag(sheet, course.finish_buoy());
    sheet.close();
    sheet.close();
}

/// Opens a group for a buoy and draws a white disc.
fn disc(sheet: &mut Sheet, hex: Hex, class: &str) {
    put!(sheet, r#"<g class="{class}" transform="translate({})">"#, At(center(hex)));
    put!(sheet, r#"<circle cx="1.2" cy="2.2" r="16" fill="{}" opacity=".35"/>"#, sheet.colors.shadow);
    put!(sheet, r##"<circle r="15.6" fill="#fff" stroke="{}" stroke-width="1"/>"##, sheet.colors.arrow_casing);
}

/// A life ring: four coloured quarters with white bands between.
fn ring(sheet: &mut Sheet, hex: Hex, number: u8, color: &str) {
    disc(sheet, hex, &format!("buoy-{number}"));
    let quarters = r#"stroke-dasharray="14.7 6.03" transform="rotate(13.1)""#;
    put!(sheet, r#"<circle r="13.2" fill="none" stroke="{color}" stroke-width="4.2" {quarters}/>"#);
    put!(sheet, r#"<text y="7.9" fill="{INK}">{number}</text></g>"#);
}

/// The finish buoy with its chequered flag.
fn flag(sheet: &mut Sheet, hex: Hex) {
    disc(sheet, hex, "buoy-finish");
    put!(sheet, r#"<circle r="14" fill="none" stroke="{INK}" stroke-width="2.2"/>"#);
    put!(sheet, r#"<path d="M-8-8V9.6" stroke="{INK}" stroke-width="2" stroke-linecap="round"/>"#);
    // Four columns of three squares each.
    put!(sheet, r##"<path d="M-7.6-8.4H9.2V4.2H-7.6z" fill="#fff" stroke="{INK}"/>"##);
    let squares = "M-5.5-8.4V4.2M2.9-8.4V4.2M-1.3-4.2V0M7.1-4.2V0";
    put!(sheet, r#"<path d="{squares}" stroke="{INK}" stroke-width="4.2" stroke-dasharray="4.2"/></g>"#);
}

/// The arrow around the buoy's far side, in the direction in which boats round it.
fn rounding(sheet: &mut Sheet, gate: &Gate, hex: Hex) {
    let (place, turn, mirror) = (At(center(hex)), degrees(gate.heading), mirror(gate.rounding));
    put!(sheet, r#"<g class="rounding" transform="translate({place})rotate({turn})scale(1 {mirror})" fill="none""#);
    put!(sheet, r#" stroke-linecap="round" stroke-linejoin="round">"#);
    // An arc of radius 22 from 70° before the ray to 55° after it, and the arrowhead.
    let arrow = "M7.5 20.7A22 22 0 0 0 12.6-18M20.5-19.5 12.6-18 13.5-10";
    for (color, width) in [(sheet.colors.arrow_casing, 6.6), (sheet.colors.arrow, 3.8)] {
        put!(sheet, r#"<path d="{arrow}" stroke="{color}" stroke-width="{}"/>"#, N(width));
    }
    sheet.close();
}
