//! What a player decides, as JSON.

use powerboats_rules::{Action, DiceChoice, Hand, Heading, Hex, Steer};
use serde::{Deserialize, Serialize};

/// What a player decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Decision {
    /// Where the boat starts.
    Place {
        /// A free start place.
        at: Hex,
        /// Any heading.
        heading: Heading,
    },
    /// Which dice are held, and how many the boat goes to; the rest is rolled.
    Dice {
        /// Dice of the hand.
        hold: Hand,
        /// One less, the same, or one more than the hand has.
        #[cfg_attr(feature = "schema", schema(maximum = 33))]
        count: u8,
    },
    /// Where it turns.
    Steer {
        /// One of the options.
        to: Steer,
    },
}

impl Decision {
    /// The `type` of each in JSON.
    pub const TYPES: [&str; 3] = ["place", "dice", "steer"];
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
