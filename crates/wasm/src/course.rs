//! Lakes and courses in JavaScript.

use crate::{
    chart::{read_rim, read_water},
    refused::{Answer, bad, refused, write},
};
use powerboats_chart::{Scene, svg};
use powerboats_referee::{CourseView, SeededLake};
use powerboats_rules::{self as rules, CoursePlan, LakeText};
use std::sync::Arc;
use wasm_bindgen::prelude::wasm_bindgen;

/// Which hexes are water.
#[wasm_bindgen]
pub struct Lake(SeededLake);

#[wasm_bindgen]
impl Lake {
    /// Reads six tiles or a map.
    pub fn read(text: &str) -> Result<Lake, String> {
        text.parse().map(Lake).map_err(bad)
    }

    /// The lake of a seed.
    pub fn random(seed: u64, side: &str) -> Result<Lake, String> {
        Ok(Lake(SeededLake::random(seed, side.parse().map_err(bad)?)))
    }

    /// A course for race A, B or C.
    pub fn course(&self, race: &str, seed: Option<u64>) -> Result<Course, String> {
        let course = self.0.course(race, seed).map_err(refused)?;
        Ok(Course { lake: self.0.text().clone(), course: Arc::new(course) })
    }

    /// The lake in notation.
    pub fn text(&self) -> String {
        self.0.text().to_string()
    }

    /// The map as lines of `.` (water) and `#` (land).
    pub fn rows(&self) -> String {
        self.0.text().lake().rows().join("\n")
    }

    /// A chart of the lake alone.
    pub fn chart(&self, water: &str, rim: &str) -> Answer {
        let lake = self.0.text().lake();
        Ok(svg(&Scene { water: read_water(water)?, rim: read_rim(rim)?, ..Scene::of_lake(&lake) }))
    }
}

/// A lake with its buoys.
#[wasm_bindgen]
pub struct Course {
    pub(crate) lake: LakeText,
    pub(crate) course: Arc<rules::Course>,
}

#[wasm_bindgen]
impl Course {
    /// Reads a lake and its buoys.
    pub fn read(lake: &str, buoys: &str) -> Result<Course, String> {
        let lake: LakeText = lake.parse().map_err(bad)?;
        let plan: CoursePlan = buoys.parse().map_err(bad)?;
        let course = rules::Course::new(lake.lake(), plan).map_err(bad)?;
        Ok(Course { lake, course: Arc::new(course) })
    }

    /// The lake.
    pub fn lake(&self) -> Lake {
        Lake(self.lake.clone().into())
    }

    /// The buoys in notation.
    pub fn buoys(&self) -> String {
        self.course.plan().to_string()
    }

    /// The lake, the marks and the start places for this number of boats.
    pub fn view(&self, boats: usize) -> Answer {
        write(&CourseView::new(&self.course, boats))
    }

    /// Can a boat finish from every start place?
    pub fn finishable(&self) -> bool {
        self.course.is_playable(1)
    }

    /// A chart of the course without boats.
    pub fn chart(&self, water: &str, rim: &str) -> Answer {
        Ok(svg(&Scene { water: read_water(water)?, rim: read_rim(rim)?, ..Scene::of_course(&self.course) }))
    }
}
