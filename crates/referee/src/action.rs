//! One step of a race, as JSON.

use powerboats_rules::{Action, DiceChoice, Hand, Heading, Hex, Steer};
use serde::Serialize;

/// One step of a race: a player's decision, or a roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Action))]
pub enum ActionView {
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
        /// The number of dice after the roll.
        count: u8,
    },
    /// What the rolled dice show.
    Roll {
        /// As many dice as the choice rolls.
        rolled: Hand,
    },
    /// Turn and move the boat.
    Steer {
        /// One of the legal directions.
        to: Steer,
    },
}

impl From<Action> for ActionView {
    fn from(action: Action) -> ActionView {
        match action {
            Action::Place(at, heading) => ActionView::Place { at, heading },
            Action::Choose(DiceChoice { hold, count }) => ActionView::Dice { hold, count },
            Action::Roll(rolled) => ActionView::Roll { rolled },
            Action::Steer(to) => ActionView::Steer { to },
        }
    }
}
