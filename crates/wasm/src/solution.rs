//! Solved courses in JavaScript.

use crate::refused::{Answer, bad, write};
use powerboats_pilots::{CourseKnowledge, LoneBoat, Par};
use powerboats_referee::ParView;
use powerboats_rules::{Berth, Progress};
use std::sync::Arc;
use wasm_bindgen::prelude::wasm_bindgen;

/// The exact solution of a course for a boat that is alone.
#[wasm_bindgen]
pub struct Solution {
    pub(crate) known: Arc<CourseKnowledge>,
}

#[wasm_bindgen]
impl Solution {
    /// The best start, and the turns that best play needs from there; null if the course cannot be finished.
    pub fn best(&self) -> Answer {
        let solution = self.known.solution();
        let par = solution.course().is_playable(1).then(|| Par::of(solution));
        write(&par.map(|par| ParView::new(&par)))
    }

    /// The expected turns of a boat that begins its turn there; nothing if it cannot finish. `hand` is its dice as digits.
    pub fn value(&self, berth: &str, hand: &str, leg: &str, damage: u8, owes: bool) -> Result<Option<f64>, String> {
        let Berth(at, heading) = berth.parse().map_err(bad)?;
        let (hand, leg) = (hand.parse().map_err(bad)?, leg.parse().map_err(bad)?);
        let boat = LoneBoat { at, heading, hand, damage, progress: Progress { leg, owes } };
        boat.check(self.known.solution().course()).map_err(bad)?;
        Ok(self.known.value(&boat).map(f64::from))
    }
}
