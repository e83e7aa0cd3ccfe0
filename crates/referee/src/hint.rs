//! A hint as JSON: each choice with its value.

use crate::{Code, Fault, view::SteerOptionView};
use powerboats_pilots::{
    CourseCache, DiceHint, Hint, Landing, MoveEnding, PlaceHint, Score, SteerHint, SteerOutcome, can_finish,
};
use powerboats_rules::{Color, Hand, Heading, Hex, Race, Steer};
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// A number rounded to `DECIMALS` decimals. Values are accurate to a thousandth of a turn; probabilities are exact.
pub(crate) struct Rounded<const DECIMALS: i32>(f64);

impl<const DECIMALS: i32> Serialize for Rounded<DECIMALS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let scale = 10f64.powi(DECIMALS);
        serializer.serialize_f64((self.0 * scale).round() / scale + 0.0) // + 0.0 turns -0 into 0
    }
}

pub(crate) type Turns = Rounded<3>;
type Chance = Rounded<6>;

pub(crate) fn turns(turns: f32) -> Turns {
    Rounded(turns.into())
}

/// The values of all current choices, for the player whose turn it is.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HintView {
    turn: Color,
    /// Only there, and false, if no way leads to the finish. Then no choice is worth anything, and none is listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    finishable: Option<bool>,
    #[serde(flatten)]
    choices: HintChoices,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
enum HintChoices {
    Places(Vec<PlaceHintView>),
    Dice(Vec<DiceHintView>),
    Options(Vec<HeadingHintView>),
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct PlaceHintView {
    at: Hex,
    heading: Heading,
    #[cfg_attr(feature = "schema", schema(value_type = f64))]
    turns: Turns,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<f64>, nullable = false))]
    points: Option<Turns>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct DiceHintView {
    hold: Hand,
    count: u8,
    #[cfg_attr(feature = "schema", schema(value_type = f64))]
    turns: Turns,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<f64>, nullable = false))]
    points: Option<Turns>,
    #[cfg_attr(feature = "schema", schema(value_type = f64))]
    crash: Chance,
    #[cfg_attr(feature = "schema", schema(value_type = f64))]
    sink: Chance,
    #[cfg_attr(feature = "schema", schema(value_type = f64))]
    finish: Chance,
    landings: Vec<LandingView>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct LandingView {
    at: Hex,
    heading: Heading,
    ending: MoveEnding,
    #[cfg_attr(feature = "schema", schema(value_type = f64))]
    chance: Chance,
}

#[derive(Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
enum HeadingHintView {
    Open {
        #[serde(flatten)]
        option: SteerOptionView,
        ending: MoveEnding,
        #[cfg_attr(feature = "schema", schema(value_type = f64))]
        turns: Turns,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(value_type = Option<f64>, nullable = false))]
        points: Option<Turns>,
    },
    Forbidden {
        to: Steer,
        heading: Heading,
        error: Fault,
    },
}

impl HintView {
    /// The hint for the player whose turn it is.
    pub fn new(turn: Color, hint: &Hint) -> HintView {
        let choices = match hint {
            Hint::Place(places) => HintChoices::Places(places.iter().map(place).collect()),
            Hint::Dice(dice) => HintChoices::Dice(dice.iter().map(choice).collect()),
            Hint::Steer(headings) => HintChoices::Options(headings.iter().map(heading).collect()),
        };
        HintView { turn, finishable: None, choices }
    }

    /// The hint for the player whose turn it is in a race; `None` if nobody has to decide. The points are those that `score`
    /// makes of it, if it is given.
    pub fn of(race: &Race, score: Option<&Score>, courses: &Arc<CourseCache>) -> Option<HintView> {
        let (turn, mut hint) = race.phase().turn().zip(Hint::of(race, courses))?;
        if !can_finish(race, courses) {
            let choices = match hint {
                Hint::Place(_) => HintChoices::Places(Vec::new()),
                Hint::Dice(_) => HintChoices::Dice(Vec::new()),
                Hint::Steer(_) => HintChoices::Options(Vec::new()),
            };
            return Some(HintView { turn, finishable: Some(false), choices });
        }
        if let Some(score) = score {
            hint.add_points(race, score, courses);
        }
        Some(HintView::new(turn, &hint))
    }

    /// The hint as one line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a hint has only strings, numbers and lists")
    }
}

fn place(hint: &PlaceHint) -> PlaceHintView {
    let points = hint.points.map(turns);
    PlaceHintView { at: hint.at, heading: hint.heading, turns: turns(hint.turns), points }
}

fn choice(hint: &DiceHint) -> DiceHintView {
    let landing = |landing: &Landing| LandingView {
        at: landing.at,
        heading: landing.heading,
        ending: landing.ending,
        chance: Rounded(landing.chance),
    };
    DiceHintView {
        hold: hint.choice.hold,
        count: hint.choice.count,
        turns: turns(hint.turns),
        points: hint.points.map(turns),
        crash: Rounded(hint.crash),
        sink: Rounded(hint.sink),
        finish: Rounded(hint.finish),
        landings: hint.landings.iter().map(landing).collect(),
    }
}

fn heading(hint: &SteerHint) -> HeadingHintView {
    match hint.outcome {
        Ok(SteerOutcome { option, ending, turns: value, points }) => HeadingHintView::Open {
            option: SteerOptionView::new(&option),
            ending,
            turns: turns(value),
            points: points.map(turns),
        },
        Err(illegal) => {
            let error = Fault::new(Code::IllegalSteer, illegal);
            HeadingHintView::Forbidden { to: hint.steer, heading: hint.heading, error }
        }
    }
}
