//! How a scripted player chooses its actions.

use powerboats_pilots::{CourseCache, QuickRandom, suggest};
use powerboats_referee::{Decision, Table};
use powerboats_rules::random_action;
use std::sync::Arc;

/// A style of play with its own random generator.
pub struct Strategy {
    style: Style,
    courses: Arc<CourseCache>,
    draw: QuickRandom,
}

/// Careful players finish and careless ones sink. A drill needs both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Takes every suggestion for beginners. That needs no solver, so it hardly burdens the machine.
    Careful,
    /// Plays any legal action.
    Careless,
}

/// After this many turns of a race careful players become careless too, so that every race ends.
const CAREFUL_TURNS: u32 = 30;

impl Strategy {
    /// Players of one regatta share a cache of courses.
    pub fn new(style: Style, courses: Arc<CourseCache>, seed: u64) -> Strategy {
        Strategy { style, courses, draw: QuickRandom::new(seed) }
    }

    /// A legal decision for the player whose turn it is; `None` if no player has to decide.
    pub fn decide(&mut self, table: &Table) -> Option<Decision> {
        let race = table.race()?;
        let turns = race.boat(race.phase().turn()?)?.turns;
        let action = match self.style {
            Style::Careful if turns < CAREFUL_TURNS => suggest(race, self.courses.of(race.course()).distances())?,
            _ => random_action(race, &mut self.draw)?,
        };
        Decision::of(action)
    }
}
