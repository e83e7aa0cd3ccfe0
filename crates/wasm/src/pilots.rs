//! Computer players in JavaScript, with a cache of solved courses.

use crate::{
    Course, Game, Match, Race, RecordBook, Solution,
    refused::{Answer, bad, refused, write},
};
use powerboats_pilots::{Advice, CourseCache, PilotKind, QuickRandom, Score, analysis::Analysis};
use powerboats_referee::{AnalysisView, Decision, HintView, RecordStory, best_play};
use powerboats_rules::{self as rules, IllegalAction, Phase};
use std::sync::Arc;
use wasm_bindgen::prelude::wasm_bindgen;

/// Computer players.
#[wasm_bindgen]
pub struct Pilots {
    courses: Arc<CourseCache>,
    draw: QuickRandom,
}

#[wasm_bindgen]
impl Pilots {
    /// Starts with an empty cache. Weaker pilots draw random numbers from the seed.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: u64) -> Pilots {
        Pilots { courses: Arc::default(), draw: QuickRandom::new(seed) }
    }

    /// The decision of the pilot with this name in a race. The Admiral thinks for this time, or its usual one if it is 0.
    #[wasm_bindgen(js_name = decideRace)]
    pub fn decide_race(&mut self, race: &Race, pilot: &str, milliseconds: u32) -> Answer {
        let race = race.0.race();
        self.decide(race, &Score::of_race(race), pilot, milliseconds)
    }

    /// The decision of the pilot with this name in a match.
    #[wasm_bindgen(js_name = decideMatch)]
    pub fn decide_match(&mut self, game: &Match, pilot: &str, milliseconds: u32) -> Answer {
        self.decide(game.current()?, &Score::of(game.0.regatta()), pilot, milliseconds)
    }

    /// The values of all current choices in a race, with the points that the Admiral expects if `points` is true.
    #[wasm_bindgen(js_name = hintRace)]
    pub fn hint_race(&self, race: &Race, points: bool) -> Answer {
        let race = race.0.race();
        self.values(race, points.then(|| Score::of_race(race)))
    }

    /// The values of all current choices in a match.
    #[wasm_bindgen(js_name = hintMatch)]
    pub fn hint_match(&self, game: &Match, points: bool) -> Answer {
        self.values(game.current()?, points.then(|| Score::of(game.0.regatta())))
    }

    /// Solves a course for a boat that is alone.
    pub fn solve(&self, course: &Course) -> Solution {
        let known = self.courses.of(&course.course);
        known.solution();
        Solution { known }
    }

    /// Solves the course of the current race, so that later questions are answered quickly.
    pub fn study(&self, game: &Game) {
        if let Some(race) = game.table.race() {
            self.courses.of(race.course()).solution();
        }
    }

    /// The decision of the pilot with this name; an empty string if nobody has to decide.
    pub fn ask(&self, game: &Game, pilot: &str) -> Answer {
        let kind: PilotKind = pilot.parse().map_err(bad)?;
        game.table.ask(&kind, &self.courses).map_or(Ok(String::new()), |decision| write(&decision))
    }

    /// The values of all current choices; an empty string if nobody has to choose.
    pub fn hint(&self, game: &Game) -> Answer {
        game.table.hint(&self.courses).map_or(Ok(String::new()), |hint| write(&hint))
    }

    /// Why the best choice is the best, and the way it leads; an empty string if nobody has to choose.
    pub fn advice(&self, game: &Game) -> Answer {
        let advice = game.table.race().and_then(|race| Advice::of(race, &self.courses));
        advice.map_or(Ok(String::new()), |advice| write(&advice))
    }

    /// The events of a boat that plays perfectly, alone, with average dice.
    #[wasm_bindgen(js_name = bestPlay)]
    pub fn best_play(&self, sides: &str, layout: &str, course: &str) -> Answer {
        let (sides, layout) = (sides.parse().map_err(bad)?, layout.parse().map_err(bad)?);
        let table = best_play(sides, layout, course.parse().map_err(bad)?, &self.courses).map_err(refused)?;
        write(&RecordStory::new(table.book()).map_err(bad)?)
    }

    /// Analyses every roll and every decision of a record.
    pub fn analyze(&self, record: &RecordBook) -> Answer {
        let analysis = Analysis::of(&record.book, &self.courses, |_| ()).map_err(bad)?;
        write(&AnalysisView::new(&record.book, &analysis))
    }
}

impl Pilots {
    fn decide(&mut self, race: &rules::Race, score: &Score, pilot: &str, milliseconds: u32) -> Answer {
        let usual: PilotKind = pilot.parse().map_err(bad)?;
        let kind = if milliseconds == 0 { usual } else { usual.thinking(milliseconds).map_err(bad)? };
        if let Phase::Chance(..) | Phase::Over = race.phase() {
            return Err(refused(IllegalAction::NotNow(race.phase())));
        }
        write(&Decision::of(kind.pilot(&self.courses).decide(race, score, &mut self.draw)))
    }

    fn values(&self, race: &rules::Race, score: Option<Score>) -> Answer {
        let hint = HintView::of(race, score.as_ref(), &self.courses);
        write(&hint.ok_or_else(|| refused(IllegalAction::NotNow(race.phase())))?)
    }
}
