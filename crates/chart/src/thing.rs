//! The shapes of the scenery. Each has its foot at the origin.

use crate::{
    palette::Palette,
    sheet::{N, Sheet, put},
};

/// Writes all shapes into `<defs>`.
pub(crate) fn define(sheet: &mut Sheet) {
    let c = sheet.colors;
    let lighthouse = [beam(sheet), lighthouse(c)].concat();
    let things = [
        ("pine", pine(c)),
        ("leaf", leaf(c)),
        ("bush", bush(c)),
        ("rock", rock(c)),
        ("skerry", skerry(c)),
        ("reed", reed(c)),
        ("hut", hut(c)),
        ("tent", tent(c)),
        ("lighthouse", lighthouse),
    ];
    sheet.svg.push_str("<defs>");
    for (name, shapes) in things {
        let id = sheet.id(name);
        put!(sheet, r#"<g id="{id}">{shapes}</g>"#);
    }
    sheet.svg.push_str("</defs>\n");
}

fn fill(color: &str, path: &str) -> String {
    format!(r#"<path d="{path}" fill="{color}"/>"#)
}

fn stroke(color: &str, width: f64, path: &str) -> String {
    format!(r#"<path d="{path}" stroke="{color}" stroke-width="{}" stroke-linecap="round"/>"#, N(width))
}

/// A shadow on the ground that reaches `width` to either side.
fn shadow(c: &Palette, x: f64, y: f64, width: f64) -> String {
    let (x, y, rx, ry, shade) = (N(x), N(y), N(width), N(width * 0.36), c.shadow);
    format!(r#"<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{shade}" opacity=".3"/>"#)
}

fn pine(c: &Palette) -> String {
    let [dark, light] = c.pine;
    let tree = fill(dark, "M0-13 3.4-7H2.2L4.6-2.6H3L5 .6H-5L-3-2.6H-4.6L-2.2-7H-3.4z");
    [shadow(c, 1.6, 0.4, 4.6), tree, fill(light, "M0-13V.6H-5L-3-2.6H-4.6L-2.2-7H-3.4z")].concat()
}

fn leaf(c: &Palette) -> String {
    let [dark, light] = c.leaf;
    let crown =
        "M-4.8-5a3.2 3.2 0 0 1 1.4-4.6 4 4 0 0 1 7 .4A3.2 3.2 0 0 1 4.4-3.6 4 4 0 0 1-.6-2.6 3.3 3.3 0 0 1-4.8-5z";
    let sunny = "M-3.9-6a2.6 2.6 0 0 1 1.4-3A3 3 0 0 1 1.4-9.6 4.6 4.6 0 0 1-3.9-6z";
    [shadow(c, 1.6, 0.4, 4.8), fill(c.bark, "M-.7-4h1.4V.6H-.7z"), fill(dark, crown), fill(light, sunny)].concat()
}

fn bush(c: &Palette) -> String {
    let [dark, light] = c.leaf;
    let bush = fill(dark, "M-3.4.6a2.2 2.2 0 0 1 1-3.4 2.6 2.6 0 0 1 4.6-.2A2 2 0 0 1 3.4.6z");
    [bush, fill(light, "M-2.1-2a1.3 1.3 0 1 1 2.6 0 1.3 1.3 0 1 1-2.6 0z")].concat()
}

fn rock(c: &Palette) -> String {
    let [dark, light] = c.rock;
    [fill(dark, "M-3.4 1.2-2.6-1.4-.2-2.6 2.4-1.6 3.4 1.2z"), fill(light, "M-2.6-1.4-.2-2.6 1-.9-1.4.2z")].concat()
}

/// A rock that fills a small island.
fn skerry(c: &Palette) -> String {
    let [dark, light] = c.rock;
    let rock = fill(dark, "M-9.5 2-8-3.6-4.6-6.4-2.6-11 1.6-12.6 5-8.4 8.4-3 9.4 2 3 4-5 3.8z");
    let face = fill(light, "M-8-3.6-4.6-6.4-2.6-11 1.6-12.6 1-7-2.4-1.6-6 .4zM2-6.6 4.6-7.6 4.2-3.4 2-.6z");
    [shadow(c, 1.0, 2.0, 10.0), rock, face].concat()
}

fn reed(c: &Palette) -> String {
    let stalks = stroke(c.reed, 0.8, "M-2.6 1.4-3.2-4M-.8 1.6-.6-6.4M1 1.4 1.8-5M2.6 1.2 4-3");
    [stalks, stroke(c.bark, 1.6, "M-.6-6.6v2.2M1.8-5.2 1.5-3.2")].concat()
}

fn hut(c: &Palette) -> String {
    let [dark, light] = c.roof;
    let roof = [fill(light, "M-8-4.4-4.4-10H8L4.6-4.4z"), fill(dark, "M4.6-4.4 8-10 8.6-4.4z")].concat();
    let walls = [fill(c.wall, "M-6-5H6V1.4H-6z"), fill(c.bark, "M-1.4-3H1.4V1.4h-2.8z")].concat();
    [shadow(c, 2.0, 1.0, 8.4), walls, roof].concat()
}

fn tent(c: &Palette) -> String {
    let [light, dark] = c.tent;
    let sides = [fill(light, "M-7 1.2 0-8 3 1.2z"), fill(dark, "M0-8 7.4-.4 3 1.2z")].concat();
    [shadow(c, 1.6, 0.8, 7.0), sides, fill(c.bark, "M-2.8 1.2-.4-5 .6 1.2z")].concat()
}

fn lighthouse(c: &Palette) -> String {
    let [red, _] = c.roof;
    let tower = fill(c.wall, "M-4.6 1-2.8-20H2.8L4.6 1Q0 2.8-4.6 1z");
    let bands = fill(red, "M-4.1-4.6-3.7-9.4H3.7L4.1-4.6zM-3.2-14.6-2.8-19.4H2.8L3.2-14.6z");
    let shade = format!(r#"<path d="M1.2 2 .8-20h2L4.6 1Q3 1.9 1.2 2z" fill="{}" opacity=".18"/>"#, c.shadow);
    let gallery = fill("#24465c", "M-4-21.4h8v1.6h-8z");
    let lantern = [fill("#ffe27a", "M-2.2-26h4.4v4.6h-4.4z"), fill(red, "M-3-26Q0-31 3-26z")].concat();
    [shadow(c, 3.0, 1.0, 8.4), tower, bands, shade, gallery, lantern].concat()
}

/// The lighthouse's beam, only on dark charts.
fn beam(sheet: &Sheet) -> String {
    let Some(color) = sheet.colors.beam else { return String::new() };
    let id = sheet.id("beam");
    let stop = |offset: u8, opacity: f64| {
        format!(r#"<stop offset="{offset}" stop-color="{color}" stop-opacity="{}"/>"#, N(opacity))
    };
    let circle = r#"gradientUnits="userSpaceOnUse" cx="0" cy="-24" r="74""#;
    let light = format!(r#"<radialGradient id="{id}" {circle}>{}{}</radialGradient>"#, stop(0, 0.7), stop(1, 0.0));
    [light, fill(&format!("url(#{id})"), "M0-24-72-42V-18zM0-24 72-30V-6z")].concat()
}
