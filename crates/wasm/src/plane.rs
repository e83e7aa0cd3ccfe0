//! The coordinates of a chart as JSON, for pages that draw on top of it.

use powerboats_chart::{HEX_SIDE, ViewBox, center, corners, degrees};
use powerboats_rules::{Heading, Hex, Lake, SIZE};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
pub struct Plane {
    /// Left, top, width and height of a whole lake's chart.
    view: [f64; 4],
    /// The length of a hex's side.
    side: f64,
    /// The outline of a hex centred on the origin, as SVG path data.
    hex: String,
    /// The centres of hexes, by name.
    centers: BTreeMap<String, [f64; 2]>,
    /// The angles for SVG's `rotate`, by heading.
    degrees: BTreeMap<&'static str, i32>,
}

impl Plane {
    pub fn new() -> Plane {
        let rows = vec![".".repeat(SIZE.into()); SIZE.into()];
        let lake = Lake::from_rows(&rows).expect("a lake of water only is valid");
        let ViewBox { left, top, width, height } = ViewBox::of(&lake);
        let first = Hex::new(0, 0).expect("a1 is a hex");
        let (x, y) = center(first);
        let points: Vec<String> =
            corners(first).iter().map(|corner| format!("{:.2} {:.2}", corner.0 - x, corner.1 - y)).collect();
        let name = |hex: Hex| {
            let (x, y) = center(hex);
            (hex.to_string(), [(x * 100.0).round() / 100.0, y])
        };
        Plane {
            view: [left, top, width, height],
            side: HEX_SIDE,
            hex: format!("M{}z", points.join("L")),
            centers: Hex::all().map(name).collect(),
            degrees: Heading::ALL.map(|heading| (heading.name(), degrees(heading))).into(),
        }
    }
}
