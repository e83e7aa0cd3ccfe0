//! The events of a regatta as JSON. Logs, replays, animations and analyses are all made from them.

use crate::{ByColor, FormatVersion, MatchResultView, MoveView, RaceResultView, SteerOptionView};
use powerboats_rules::{Color, CoursePlan, Die, Hand, Heading, Hex, Layout, Scoring, Sides, Steer};
use serde::{Deserialize, Serialize};

/// An event of a regatta. Replayed in order, starting with the lake, the events give the same regatta on every machine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Happening {
    /// The lake was laid and the starter decided.
    Lake {
        /// The players, clockwise from orange.
        players: Vec<Color>,
        /// The sides of the tiles that are up.
        sides: Sides,
        /// How the races are scored.
        scoring: Scoring,
        /// The number of races.
        races: u8,
        /// The layout of the tiles.
        layout: Layout,
        /// The rolls for the start, round by round.
        start: Vec<Vec<StartDie>>,
        /// The player who starts the first race.
        starter: Color,
    },
    /// A course was dealt and its race began.
    Race {
        /// The race's number: 1, 2 or 3.
        race: u8,
        /// The buoys and the line.
        course: CoursePlan,
        /// The order of play, the starter first.
        order: Vec<Color>,
    },
    /// A boat was placed.
    Placed {
        /// The boat's colour.
        color: Color,
        /// The boat's hex.
        at: Hex,
        /// The direction the boat faces.
        heading: Heading,
    },
    /// Dice were chosen and rolled.
    Rolled {
        /// The boat's colour.
        color: Color,
        /// The dice held.
        hold: Hand,
        /// The number of dice after the roll.
        count: u8,
        /// What the rolled dice show.
        rolled: Hand,
        /// The held and the rolled dice: the boat moves with these.
        dice: Hand,
        /// The legal directions.
        options: Vec<SteerOptionView>,
    },
    /// A boat moved.
    Moved {
        /// The boat's colour.
        color: Color,
        /// The direction it took.
        to: Steer,
        /// The move.
        #[serde(flatten)]
        moved: MoveView,
    },
    /// A player resigned, and the boat left the lake.
    Resigned {
        /// The boat's colour.
        color: Color,
    },
    /// A boat retired from its race and left the lake; it takes part in the next race.
    Retired {
        /// The boat's colour.
        color: Color,
    },
    /// A race ended.
    RaceOver {
        /// The race's number: 1, 2 or 3.
        race: u8,
        /// The result.
        #[serde(flatten)]
        result: RaceResultView,
    },
    /// The regatta ended.
    Over {
        /// The result.
        #[serde(flatten)]
        result: MatchResultView,
    },
}

/// The events of a record.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RecordStory {
    /// The version of this JSON.
    pub format: FormatVersion,
    /// The same events as when it was played.
    pub happenings: Vec<Happening>,
    /// The players' names.
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<Color, String>))]
    pub names: ByColor<String>,
    /// The name and text of each tag.
    pub tags: Vec<(String, String)>,
}

/// A die rolled for the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StartDie {
    /// The player's colour.
    pub color: Color,
    /// What the die shows.
    pub die: Die,
}
