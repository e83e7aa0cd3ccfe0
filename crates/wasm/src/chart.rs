//! The choices of a chart.

use crate::refused::bad;
use powerboats_chart::{Rim, Water};

/// `light` or `dark`.
pub fn read_water(name: &str) -> Result<Water, String> {
    name.parse().map_err(bad)
}

/// `coordinates` or `none`.
pub fn read_rim(name: &str) -> Result<Rim, String> {
    match name {
        "coordinates" => Ok(Rim::Coordinates),
        "none" => Ok(Rim::None),
        _ => Err(bad(format_args!("unknown rim {name:?}: expected coordinates or none"))),
    }
}
