//! What happens in a regatta, as JSON: the one story that logs, replays, animations and analyses are made from.

use crate::{MatchResultView, MoveView, OptionView, RaceResultView};
use powerboats_rules::{Color, CoursePlan, Die, Hand, Heading, Hex, Layout, Scoring, Sides, Steer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Something that happened. Told in order, from the lake on, they make the same regatta on every machine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Happening {
    /// The lake is laid and the starter found.
    Lake {
        /// Who plays, clockwise from orange.
        players: Vec<Color>,
        /// Which sides of the tiles are up.
        sides: Sides,
        /// How it is scored.
        scoring: Scoring,
        /// How many races.
        races: u8,
        /// How the tiles lie.
        layout: Layout,
        /// The rolls for the start, round by round.
        start: Vec<Vec<StartDie>>,
        /// Who starts the first race.
        starter: Color,
    },
    /// A course is dealt and its race begins.
    Race {
        /// 1, 2 or 3.
        race: u8,
        /// Where the buoys stand.
        course: CoursePlan,
        /// Order of play, the starter first.
        order: Vec<Color>,
    },
    /// A boat was placed.
    Placed {
        /// Whose.
        color: Color,
        /// Where.
        at: Hex,
        /// Which way it looks.
        heading: Heading,
    },
    /// Dice were chosen and rolled.
    Rolled {
        /// Whose.
        color: Color,
        /// Dice held.
        hold: Hand,
        /// How many dice the boat goes to.
        count: u8,
        /// What the others show.
        rolled: Hand,
        /// Held and rolled together: the hand it moves with.
        dice: Hand,
        /// The headings it may take.
        options: Vec<OptionView>,
    },
    /// A boat moved.
    Moved {
        /// Whose.
        color: Color,
        /// How it steered.
        to: Steer,
        /// What came of it.
        #[serde(flatten)]
        moved: MoveView,
    },
    /// A race ended.
    RaceOver {
        /// 1, 2 or 3.
        race: u8,
        /// How.
        #[serde(flatten)]
        result: RaceResultView,
    },
    /// The regatta ended.
    Over {
        /// How.
        #[serde(flatten)]
        result: MatchResultView,
    },
}

/// A record as the story it tells.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RecordStory {
    /// The same as when it was sailed.
    pub happenings: Vec<Happening>,
    /// What the players are called.
    pub names: BTreeMap<Color, String>,
    /// Name and text of each tag.
    pub tags: Vec<(String, String)>,
}

/// A die rolled for the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StartDie {
    /// Whose.
    pub color: Color,
    /// What it shows.
    pub die: Die,
}
