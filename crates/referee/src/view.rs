//! The JSON views of the game. The referee protocol defines their fields.

use crate::ByColor;
use powerboats_rules::{
    Boat, Color, Course, DiceChoice, Hand, Heading, Hex, Leg, Move, PerColor, Phase, Race, RaceResult, RoundingSide,
    Scoring, Seats, Status, Steer, SteerOption,
};
use serde::{Deserialize, Serialize};

pub(crate) fn by_color<T: Copy>(seats: Seats, values: &PerColor<T>) -> ByColor<T> {
    seats.iter().map(|color| (color, values[color])).collect()
}

/// A course with its gates, sides and start places.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)] // the protocol defines them
pub struct CourseView {
    pub lake: Vec<String>,
    pub buoys: Vec<Hex>,
    pub line: Vec<Hex>,
    pub finish_buoy: Hex,
    pub start_side: Vec<Hex>,
    pub finish_side: Vec<Hex>,
    /// For buoys 1, 2 and 3.
    pub rounding: Vec<RoundingSide>,
    pub gates: Vec<GateView>,
    pub places: Vec<Hex>,
}

/// The gate of a buoy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct GateView {
    pub heading: Heading,
    /// From the buoy outward, land included.
    pub hexes: Vec<Hex>,
}

impl CourseView {
    /// The view of a course for this number of boats.
    pub fn new(course: &Course, boats: usize) -> CourseView {
        let gate = |gate: &powerboats_rules::Gate| GateView { heading: gate.heading, hexes: gate.hexes.to_vec() };
        CourseView {
            lake: course.lake().rows(),
            buoys: course.buoys().into_iter().take(4).collect(),
            line: course.line().to_vec(),
            finish_buoy: course.finish_buoy(),
            start_side: course.beside_line(course.start_side()).collect(),
            finish_side: course.beside_line(course.finish_side()).collect(),
            rounding: course.gates().iter().map(|gate| gate.rounding).collect(),
            gates: course.gates().iter().map(gate).collect(),
            places: course.places(boats).unwrap_or_default().into_iter().collect(),
        }
    }
}

/// What a race is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub enum PhaseView {
    Place,
    Dice,
    Steer,
    Done,
}

impl PhaseView {
    /// The name of a phase. Dice that are to be rolled belong to their choice.
    pub const fn of(phase: Phase) -> PhaseView {
        match phase {
            Phase::Place(_) => PhaseView::Place,
            Phase::Dice(_) | Phase::Chance(..) => PhaseView::Dice,
            Phase::Steer(..) => PhaseView::Steer,
            Phase::Over => PhaseView::Done,
        }
    }
}

/// The state of a race.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct StateView {
    pub phase: PhaseView,
    /// The race's number: 1, 2 or 3.
    pub race: u8,
    pub scoring: Scoring,
    pub starter: Color,
    /// The player whose turn it is; null when the race is over.
    #[cfg_attr(feature = "schema", schema(required))]
    pub turn: Option<Color>,
    /// The dice after the roll while steering, else null.
    #[cfg_attr(feature = "schema", schema(required))]
    pub dice: Option<Hand>,
    /// In order of play, the starter first.
    pub boats: Vec<BoatView>,
    /// The points of races that are over.
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<Color, i64>))]
    pub points: ByColor<i64>,
}

/// Where a boat is in its race.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub enum BoatStatus {
    Unplaced,
    Racing,
    Finished,
    Sunk,
    Resigned,
    Unfinished,
}

impl From<Status> for BoatStatus {
    fn from(status: Status) -> BoatStatus {
        match status {
            Status::Unplaced => BoatStatus::Unplaced,
            Status::Racing { .. } => BoatStatus::Racing,
            Status::Finished => BoatStatus::Finished,
            Status::Sunk => BoatStatus::Sunk,
            Status::Resigned => BoatStatus::Resigned,
            Status::Unfinished { .. } => BoatStatus::Unfinished,
        }
    }
}

/// The state of a boat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct BoatView {
    pub color: Color,
    /// Null if the boat is not on the lake.
    #[cfg_attr(feature = "schema", schema(required))]
    pub at: Option<Hex>,
    #[cfg_attr(feature = "schema", schema(required))]
    pub heading: Option<Heading>,
    /// The dice before this turn's roll.
    pub dice: Hand,
    pub damage: u8,
    pub kept: u8,
    pub leg: Leg,
    pub owes: u8,
    pub status: BoatStatus,
    pub turns: u32,
}

impl From<&Boat> for BoatView {
    fn from(boat: &Boat) -> BoatView {
        BoatView {
            color: boat.color,
            at: boat.at(),
            heading: boat.heading(),
            dice: boat.hand,
            damage: boat.damage,
            kept: boat.kept,
            leg: boat.progress.leg,
            owes: boat.progress.owes.into(),
            status: boat.status.into(),
            turns: boat.turns,
        }
    }
}

impl StateView {
    /// `points` are the points of races that are over.
    pub fn new(race: &Race, seats: Seats, points: &PerColor<i64>) -> StateView {
        let dice = match race.phase() {
            Phase::Steer(_, hand) => Some(hand),
            Phase::Place(_) | Phase::Dice(_) | Phase::Chance(..) | Phase::Over => None,
        };
        StateView {
            phase: PhaseView::of(race.phase()),
            race: race.number(),
            scoring: race.scoring(),
            starter: race.starter(),
            turn: race.phase().turn(),
            dice,
            boats: race.boats().iter().map(BoatView::from).collect(),
            points: by_color(seats, points),
        }
    }
}

/// A legal direction and its outcome.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct SteerOptionView {
    pub to: Steer,
    pub heading: Heading,
    /// The number of water hexes ahead, at most the total.
    pub run: u8,
    pub end: Hex,
    pub crash: bool,
    pub damage: u8,
}

impl SteerOptionView {
    #[allow(missing_docs)]
    pub fn new(option: &SteerOption) -> SteerOptionView {
        SteerOptionView {
            to: option.steer,
            heading: option.heading,
            run: option.run,
            end: option.end,
            crash: option.crash(),
            damage: option.damage,
        }
    }
}

pub(crate) fn options(options: &[SteerOption]) -> Vec<SteerOptionView> {
    options.iter().map(SteerOptionView::new).collect()
}

/// A move that was made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct MoveView {
    /// The hexes moved over, without the starting hex.
    pub path: Vec<Hex>,
    pub end: Hex,
    pub heading: Heading,
    pub total: u8,
    pub run: u8,
    pub crash: bool,
    /// The damage taken in this move.
    pub damage: u8,
    pub sunk: bool,
    pub finished: bool,
    pub leg: Leg,
    pub owes: u8,
}

impl MoveView {
    #[allow(missing_docs)]
    pub fn new(moved: &Move) -> MoveView {
        MoveView {
            path: moved.path().collect(),
            end: moved.option.end,
            heading: moved.option.heading,
            total: moved.hand.total(),
            run: moved.option.run,
            crash: moved.option.crash(),
            damage: moved.option.damage,
            sunk: moved.sunk,
            finished: moved.finished,
            leg: moved.progress.leg,
            owes: moved.progress.owes.into(),
        }
    }
}

/// The result of a race.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct RaceResultView {
    /// The finishers, first to last.
    pub order: Vec<Color>,
    /// The boats that sank, in the order they did.
    pub sunk: Vec<Color>,
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<Color, u32>))]
    pub turns: ByColor<u32>,
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<Color, i64>))]
    pub points: ByColor<i64>,
}

impl RaceResultView {
    #[allow(missing_docs)]
    pub fn new(result: &RaceResult, seats: Seats) -> RaceResultView {
        RaceResultView {
            order: result.order.clone(),
            sunk: result.sunk.clone(),
            turns: by_color(seats, &result.turns),
            points: by_color(seats, &result.points),
        }
    }
}

/// The result of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct MatchResultView {
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<Color, i64>))]
    pub points: ByColor<i64>,
    /// The ranks, best first. Colours that share a rank are in one list.
    pub ranking: Vec<Vec<Color>>,
}

/// A choice of dice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct ChoiceView {
    pub hold: Hand,
    pub count: u8,
}

impl From<DiceChoice> for ChoiceView {
    fn from(choice: DiceChoice) -> ChoiceView {
        ChoiceView { hold: choice.hold, count: choice.count }
    }
}

/// All legal choices.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub enum LegalView {
    Places { places: Vec<Hex> },
    Choices { dice: Vec<ChoiceView> },
    Options { options: Vec<SteerOptionView> },
}

impl LegalView {
    /// `None` if nobody has to decide.
    pub fn new(race: &Race) -> Option<LegalView> {
        match race.phase() {
            Phase::Place(_) => Some(LegalView::Places { places: race.free_places() }),
            Phase::Dice(color) => {
                let hand = race.boat(color).map_or(Hand::EMPTY, |boat| boat.hand);
                Some(LegalView::Choices { dice: hand.choices().iter().map(ChoiceView::from).collect() })
            }
            Phase::Steer(..) => Some(LegalView::Options { options: options(&race.steer_options()) }),
            Phase::Chance(..) | Phase::Over => None,
        }
    }
}
