//! A lesson in the browser: a race from a prepared position with given dice.

use crate::{
    dice::reach,
    refused::{Answer, bad, read, refused, write},
};
use powerboats_chart::{Scene, ViewBox, svg};
use powerboats_pilots::CourseCache;
use powerboats_referee::Decision;
use wasm_bindgen::prelude::wasm_bindgen;

/// A race from a prepared position.
#[wasm_bindgen]
pub struct Lesson(powerboats_referee::Lesson);

#[wasm_bindgen]
impl Lesson {
    /// Reads a position in the notation of docs/notation.md.
    pub fn open(position: &str) -> Result<Lesson, String> {
        powerboats_referee::Lesson::open(position).map(Lesson).map_err(refused)
    }

    /// The course, the state, the legal choices, where each direction leads, and the damage each boat would keep.
    pub fn view(&self) -> Answer {
        write(&self.0.view())
    }

    /// Left, top, width and height of the chart.
    pub fn frame(&self) -> Answer {
        write(&ViewBox::of(self.0.race().course().lake()))
    }

    /// A chart of the lake alone.
    #[wasm_bindgen(js_name = lakeChart)]
    pub fn lake_chart(&self, water: &str) -> Answer {
        let scene = Scene::of_lake(self.0.race().course().lake());
        Ok(svg(&Scene { water: water.parse().map_err(bad)?, ..scene }))
    }

    /// A chart of the lake with its course, without boats.
    #[wasm_bindgen(js_name = courseChart)]
    pub fn course_chart(&self, water: &str) -> Answer {
        let scene = Scene::of_course(self.0.race().course());
        Ok(svg(&Scene { water: water.parse().map_err(bad)?, ..scene }))
    }

    /// Where a choice of dice can lead. `hold` is a list of dice.
    pub fn reach(&self, hold: &str, count: u8) -> Answer {
        reach(self.0.race(), hold, count)
    }

    /// What a beginner is shown first, as a decision; an empty string if nobody has to decide.
    pub fn suggest(&self) -> Answer {
        let suggested = Decision::suggested(self.0.race(), &CourseCache::default());
        suggested.map_or(Ok(String::new()), |decision| write(&decision))
    }

    /// Carries out the decision of the player whose turn it is, and returns the events. Rolled dice show `rolled`.
    pub fn decide(&mut self, decision: &str, rolled: &str) -> Answer {
        write(&self.0.decide(read(decision)?, read(rolled)?).map_err(refused)?)
    }
}
