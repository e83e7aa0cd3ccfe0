//! How a scripted player decides.

use powerboats_pilots::{CourseCache, PilotKind, QuickRandom, Score};
use powerboats_referee::{Decision, Table};
use powerboats_rules::{Action, DiceChoice, random_action};
use std::sync::Arc;

/// Somebody's way to decide, with randomness of its own.
pub struct Mind {
    style: Style,
    library: Arc<CourseCache>,
    draw: QuickRandom,
}

/// Careful players finish, careless ones sink: a drill needs both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// As the Skipper.
    Careful,
    /// Anything legal.
    Careless,
}

/// After so many turns of a race even careful players take risks, so that every race ends.
const PATIENCE: u32 = 30;

impl Mind {
    /// Players of one regatta share a library.
    pub fn new(style: Style, library: Arc<CourseCache>, seed: u64) -> Mind {
        Mind { style, library, draw: QuickRandom::new(seed) }
    }

    /// Something legal to do now; `None` if nobody has to decide.
    pub fn decide(&mut self, table: &Table) -> Option<Decision> {
        let race = table.race()?;
        let turns = race.boat(race.phase().turn()?)?.turns;
        let action = match self.style {
            Style::Careful if turns < PATIENCE => {
                let score = Score::of(table.book().regatta());
                PilotKind::Skipper.pilot(&self.library).decide(race, &score, &mut self.draw)
            }
            _ => random_action(race, &mut self.draw)?,
        };
        match action {
            Action::Place(at, heading) => Some(Decision::Place { at, heading }),
            Action::Choose(DiceChoice { hold, count }) => Some(Decision::Dice { hold, count }),
            Action::Steer(to) => Some(Decision::Steer { to }),
            Action::Roll(_) => None,
        }
    }
}
