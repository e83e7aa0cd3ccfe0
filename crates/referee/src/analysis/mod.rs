//! An analysis as JSON: luck and errors of each player, boat and turn. `powerboats analyze --json`, the server and the
//! browser all print this one. docs/analysis.md describes the fields.

mod make;

use crate::FormatVersion;
use powerboats_pilots::analysis::{BoatEnding, SkillClass};
use powerboats_rules::{Color, Hand, Heading, Hex, Steer};
use serde::{Serialize, Serializer};

/// An analysis: luck and errors in turns, and in points if they were measured.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct AnalysisView {
    /// The version of this JSON.
    pub format: FormatVersion,
    pub players: Vec<PlayerAnalysisView>,
    pub races: Vec<RaceAnalysisView>,
}

/// A player in the whole regatta.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct PlayerAnalysisView {
    pub color: Color,
    pub name: String,
    /// Points in the regatta so far.
    pub points: i64,
    /// The number of races in which the boat was placed.
    pub races: u32,
    pub luck: f64,
    pub luck_per_race: f64,
    pub error: f64,
    /// The number of decisions in which there was a choice.
    pub decisions: u32,
    pub error_per_decision: f64,
    /// Luck as a family talks about it: one roll counts at most six turns, so a sinking does not drown the rest.
    pub luck_capped: f64,
    /// How many of a hundred players with the same decisions would have had less lucky dice; null if no roll mattered.
    #[cfg_attr(feature = "schema", schema(required))]
    pub luck_percentile: Option<f64>,
    /// Errors as a family talks about them: one decision counts at most six turns.
    pub error_capped: f64,
    /// What a pilot did for this player. It is not part of the player's luck and errors.
    pub stand_in: StandInTurnsView,
    pub traffic: f64,
    /// The rank this player plays like; null if the player decided nothing.
    #[cfg_attr(feature = "schema", schema(required))]
    pub class: Option<SkillClass>,
    /// Turns taken, plus the turns still to go.
    pub turns: f64,
    pub turns_without_luck: f64,
    /// The rank by turns without luck, from 1.
    pub place_without_luck: u32,
    /// The costliest first.
    pub mistakes: Vec<MistakeView>,
    /// Null if points were not measured.
    #[cfg_attr(feature = "schema", schema(required))]
    pub in_points: Option<PlayerPointsView>,
}

/// The turns that a pilot played for a player who was late or away.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct StandInTurnsView {
    /// The number of turns. A placing is no turn.
    pub turns: u32,
    pub luck: f64,
    pub error: f64,
}

/// A player's luck and errors in points.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct PlayerPointsView {
    pub luck: PointsView,
    pub others_luck: PointsView,
    pub error: PointsView,
    pub error_per_decision: f64,
    /// Null in the middle of a race.
    #[cfg_attr(feature = "schema", schema(required))]
    pub points_without_luck: Option<PointsView>,
    /// The costliest in points first.
    pub mistakes: Vec<MistakeView>,
}

/// Points as measured by simulation.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct PointsView {
    pub points: f64,
    pub standard_error: f64,
}

/// A decision that cost something.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct MistakeView {
    /// 1, 2 or 3.
    pub race: u8,
    /// The boat's turn in that race; 0 for its placing.
    pub turn: u32,
    /// The turns it cost.
    pub error: f64,
    /// The same, but at most six turns: more only says how likely the boat was to sink.
    pub error_capped: f64,
    #[serde(flatten)]
    pub what: MistakeKind,
    /// The points it cost, if they were measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub points: Option<PointsView>,
    /// The mistake in an English sentence, if the caller supplied one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub words: Option<String>,
}

/// What was decided, and what would have been best.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum MistakeKind {
    Place { made: BerthView, best: BerthView },
    Dice { hand: Hand, made: DiceChoiceView, best: DiceChoiceView },
    Steer { hand: Hand, made: Steer, best: Steer },
}

/// A start place and the direction of the boat on it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct BerthView {
    pub at: Hex,
    pub heading: Heading,
}

/// The dice to hold, and the number of dice after the roll.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct DiceChoiceView {
    pub hold: Hand,
    pub count: u8,
}

/// One race.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct RaceAnalysisView {
    /// 1, 2 or 3.
    pub race: u8,
    /// A, B or C.
    pub letter: String,
    pub over: bool,
    pub boats: Vec<BoatAnalysisView>,
}

/// One boat in one race.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct BoatAnalysisView {
    pub color: Color,
    pub ending: BoatEnding,
    pub par: f64,
    pub luck: f64,
    pub error: f64,
    /// Luck as a family talks about it: one roll counts at most six turns, so a sinking does not drown the rest.
    pub luck_capped: f64,
    /// How many of a hundred players with the same decisions would have had less lucky dice; null if no roll mattered.
    #[cfg_attr(feature = "schema", schema(required))]
    pub luck_percentile: Option<f64>,
    /// Errors as a family talks about them: one decision counts at most six turns.
    pub error_capped: f64,
    /// What a pilot did for this player. It is not part of the player's luck and errors.
    pub stand_in: StandInTurnsView,
    pub traffic: f64,
    pub turns_taken: u32,
    /// Expected turns to go: 0 if the boat has finished, the weight of a sinking if it has sunk.
    pub turns_to_go: f64,
    pub turns_without_luck: f64,
    /// The rank by turns without luck, from 1.
    pub place_without_luck: u32,
    /// Null if the record ends before the boat is placed.
    #[cfg_attr(feature = "schema", schema(required))]
    pub placing: Option<DecisionView>,
    /// Did a pilot make the placing for the player?
    pub placing_by_stand_in: bool,
    /// Expected turns to go before the first turn, then after each turn. For the turn in which a boat sinks, the value
    /// before that turn.
    pub to_go: Vec<f64>,
    pub turns: Vec<TurnAnalysisView>,
}

/// One turn. Dice and directions are written as in a record.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct TurnAnalysisView {
    /// The boat's turn in this race, from 1.
    pub turn: u32,
    /// Did a pilot play this turn for the player?
    pub stand_in: bool,
    /// The boat's dice before this turn.
    pub hand: String,
    /// Expected turns to go before this turn.
    pub before: f64,
    pub traffic: f64,
    pub dice: DecisionView,
    pub roll: String,
    pub luck: f64,
    /// The points that each player gained by the roll; null if points were not measured.
    #[cfg_attr(feature = "schema", schema(required, value_type = Option<BTreeMap<Color, PointsView>>))]
    pub luck_in_points: Option<LuckOfAll>,
    pub heading: DecisionView,
    /// Expected turns to go after this turn.
    pub after: f64,
    /// The error of `dice`.
    pub dice_error: f64,
    /// The error of `heading`.
    pub steer_error: f64,
}

/// The points that each player gained, as a JSON object by colour.
#[derive(Clone, PartialEq, Debug)]
pub struct LuckOfAll(pub Vec<(Color, PointsView)>);

impl Serialize for LuckOfAll {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(color, points)| (color, points)))
    }
}

/// A decision and its cost.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct DecisionView {
    pub made: String,
    pub best: String,
    /// Turns lost.
    pub error: f64,
    /// Was there a choice?
    pub free: bool,
    /// Null if points were not measured.
    #[cfg_attr(feature = "schema", schema(required))]
    pub in_points: Option<DecisionPointsView>,
}

/// The cost of a decision in points.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct DecisionPointsView {
    /// The best choice in points.
    pub best: String,
    #[serde(flatten)]
    pub lost: PointsView,
}

/// By what a mistake is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Unit {
    Turns,
    Points,
}
