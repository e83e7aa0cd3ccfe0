//! Draws gates: chevrons on the water of a buoy's ray that point in the forward direction and fade outward.

use crate::{
    plane::{center, degrees, mirror},
    sheet::{At, Fixed, Sheet, put},
};
use powerboats_rules::{Course, Gate};

pub(crate) fn draw(sheet: &mut Sheet, course: &Course) {
    let (id, ink, casing) = (sheet.id("chevron"), sheet.colors.gate, sheet.colors.gate_casing);
    sheet.open("gates");
    // Drawn for a ray to the east and a left rounding, so boats come from below.
    let [chevron, ray] = ["M-7 4.5 0-4.5 7 4.5", "M-17.3 0h8M9.3 0h8"];
    put!(sheet, r#"<defs><g id="{id}" fill="none" stroke-linecap="round" stroke-linejoin="round">"#);
    put!(sheet, r#"<path d="{chevron}" stroke="{casing}" stroke-width="6" stroke-opacity=".6"/>"#);
    put!(sheet, r#"<path d="{ray}" stroke="{ink}" stroke-width="1.6" stroke-dasharray="1 3"/>"#);
    put!(sheet, r#"<path d="{chevron}" stroke="{ink}" stroke-width="3.2"/></g></defs>"#);
    for (gate, number) in course.gates().iter().zip(1..) {
        draw_gate(sheet, course, gate, number);
    }
    sheet.close();
}

fn draw_gate(sheet: &mut Sheet, course: &Course, gate: &Gate, number: u8) {
    let (id, turn, mirror) = (sheet.id("chevron"), degrees(gate.heading), mirror(gate.rounding));
    put!(sheet, r#"<g class="gate gate-{number}">"#);
    for (i, &hex) in gate.hexes.iter().enumerate().filter(|(_, hex)| course.is_open(**hex)) {
        let (place, opacity) = (At(center(hex)), (0.95 - 0.09 * i as f64).max(0.3));
        let transform = format!("translate({place})rotate({turn})scale(1 {mirror})");
        put!(sheet, r##"<use href="#{id}" transform="{transform}" opacity="{}"/>"##, Fixed::<2>(opacity));
    }
    sheet.close();
}
