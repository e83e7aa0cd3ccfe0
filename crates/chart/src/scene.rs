//! A scene: what to draw, and its description in words.

use crate::{Hull, Rim, Wake, Water, heat};
use powerboats_rules::{Course, Hex, Lake};

/// Everything a chart can show. Only the lake is required.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    #[allow(missing_docs)]
    pub lake: &'a Lake,
    /// The line, the buoys and their gates.
    pub course: Option<&'a Course>,
    /// Values of hexes to shade, from 0 (not shaded) to 1.
    pub heat: Vec<(Hex, f64)>,
    /// Drawn in this order.
    pub boats: Vec<Hull>,
    /// Drawn in this order, below the boats.
    pub wakes: Vec<Wake>,
    #[allow(missing_docs)]
    pub water: Water,
    /// The frame around the lake.
    pub rim: Rim,
    /// The picture's name for screen readers and tooltips.
    pub title: Option<String>,
    /// The prefix of the ids in the SVG. `None` makes one from the lake and the water, so that different charts can be
    /// on one page.
    pub prefix: Option<String>,
}

impl<'a> Scene<'a> {
    /// A lake with nothing on it.
    pub fn of_lake(lake: &'a Lake) -> Scene<'a> {
        let (heat, boats, wakes) = (Vec::new(), Vec::new(), Vec::new());
        Scene {
            lake,
            course: None,
            heat,
            boats,
            wakes,
            water: Water::Light,
            rim: Rim::Coordinates,
            title: None,
            prefix: None,
        }
    }

    /// A course on its lake.
    pub fn of_course(course: &'a Course) -> Scene<'a> {
        Scene { course: Some(course), ..Scene::of_lake(course.lake()) }
    }

    /// A description of the picture in English.
    pub(crate) fn description(&self) -> String {
        let mut text = format!("A lake of {} by {} hexes.", self.lake.width(), self.lake.height());
        if let Some(course) = self.course {
            let [start, .., finish] = course.buoys();
            text += &format!(
                " The line runs {} from buoy 0 at {start} to the finish buoy at {finish}.",
                course.plan().heading
            );
            for ((gate, at), number) in course.gates().iter().zip(course.plan().buoys).zip(1..) {
                text += &format!(" Buoy {number} at {at} is rounded {}.", gate.rounding.name());
            }
        }
        let shaded: Vec<(Hex, f64)> = heat::shaded(&self.heat).collect();
        if let Some((hottest, _)) = shaded.iter().max_by(|a, b| a.1.total_cmp(&b.1)) {
            text += &format!(" Shaded hexes: {}, most of all {hottest}.", shaded.len());
        }
        for Hull { color, at, heading, damage } in &self.boats {
            text += &format!(" The {color} boat is at {at} and heads {heading}, damage {damage}.");
        }
        text
    }
}
