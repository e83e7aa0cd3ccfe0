//! What a player decides, as JSON.

use powerboats_pilots::{CourseCache, suggest};
use powerboats_rules::{Action, DiceChoice, Hand, Heading, Hex, Race, Steer};
use serde::{Deserialize, Serialize};

/// A player's decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Decision {
    /// Place the boat.
    Place {
        /// A free start place.
        at: Hex,
        /// Any heading.
        heading: Heading,
    },
    /// Choose dice: hold some, and roll the others.
    Dice {
        /// The dice to hold, from the boat's dice.
        hold: Hand,
        /// The number of dice after the roll: one fewer than the boat has, the same, or one more.
        #[cfg_attr(feature = "schema", schema(maximum = 33))]
        count: u8,
    },
    /// Turn and move the boat.
    Steer {
        /// One of the legal directions.
        to: Steer,
    },
}

impl Decision {
    /// The `type` of each decision in JSON.
    pub const TYPES: [&str; 3] = ["place", "dice", "steer"];

    /// The decision that is this action; `None` for a roll, which nobody decides.
    pub fn of(action: Action) -> Option<Decision> {
        match action {
            Action::Place(at, heading) => Some(Decision::Place { at, heading }),
            Action::Choose(DiceChoice { hold, count }) => Some(Decision::Dice { hold, count }),
            Action::Steer(to) => Some(Decision::Steer { to }),
            Action::Roll(_) => None,
        }
    }

    /// What a beginner is shown first; `None` if nobody has to decide. It needs no solver.
    pub fn suggested(race: &Race, courses: &CourseCache) -> Option<Decision> {
        suggest(race, courses.of(race.course()).distances()).and_then(Decision::of)
    }
}

impl From<Decision> for Action {
    fn from(decision: Decision) -> Action {
        match decision {
            Decision::Place { at, heading } => Action::Place(at, heading),
            Decision::Dice { hold, count } => Action::Choose(DiceChoice { hold, count }),
            Decision::Steer { to } => Action::Steer(to),
        }
    }
}
