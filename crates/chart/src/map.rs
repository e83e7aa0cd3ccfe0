//! The coordinates of a chart, for pages that draw on top of it.

use crate::{
    plane::{HEX_SIDE, ViewBox, center, corners, degrees},
    sheet::Fixed,
};
use powerboats_rules::{Heading, Hex, Lake, SIZE};
use std::collections::BTreeMap;

/// The coordinates of a whole lake's chart.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Plane {
    /// Left, top, width and height of the chart.
    #[cfg_attr(feature = "schema", schema(value_type = (f64, f64, f64, f64)))]
    pub view: ViewBox,
    /// The length of a hex's side.
    pub side: f64,
    /// The outline of a hex centred on the origin, as SVG path data.
    pub hex: String,
    /// The centres of all hexes.
    pub centers: BTreeMap<Hex, (f64, f64)>,
    /// The angles for SVG's `rotate` of all headings.
    #[cfg_attr(feature = "schema", schema(schema_with = every_heading))]
    pub degrees: BTreeMap<Heading, i32>,
}

/// The schema of a map that has every heading.
#[cfg(feature = "schema")]
fn every_heading() -> utoipa::openapi::Object {
    use utoipa::{PartialSchema, openapi::Object};
    let angle = i32::schema();
    let map = Object::builder().property_names(Some(Heading::schema())).additional_properties(Some(angle));
    map.min_properties(Some(Heading::ALL.len())).build()
}

impl Plane {
    /// For the largest lake there is.
    pub fn new() -> Plane {
        let rows = vec![".".repeat(SIZE.into()); SIZE.into()];
        let lake = Lake::from_rows(&rows).expect("a lake of water only is valid");
        let first = Hex::new(0, 0).expect("a1 is a hex");
        let (x, y) = center(first);
        let points: Vec<String> = corners(first)
            .iter()
            .map(|corner| format!("{} {}", Fixed::<2>(corner.0 - x), Fixed::<2>(corner.1 - y)))
            .collect();
        let rounded = |hex: Hex| {
            let (x, y) = center(hex);
            (hex, ((x * 100.0).round() / 100.0, y))
        };
        Plane {
            view: ViewBox::of(&lake),
            side: HEX_SIDE,
            hex: format!("M{}z", points.join("L")),
            centers: Hex::all().map(rounded).collect(),
            degrees: Heading::ALL.map(|heading| (heading, degrees(heading))).into(),
        }
    }
}

impl Default for Plane {
    fn default() -> Plane {
        Plane::new()
    }
}
