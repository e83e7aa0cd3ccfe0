//! A hint as JSON: each choice with its value.

use crate::{Code, Fault, view::OptionView};
use powerboats_pilots::{DiceHint, Hint, Landing, MoveEnding, PlaceHint, Sailing, SteerHint};
use powerboats_rules::{Color, Hand, Heading, Hex, Steer};
use serde::{Serialize, Serializer};

/// A number rounded to `DECIMALS` decimals. Values are accurate to a thousandth of a turn; probabilities are exact.
struct Rounded<const DECIMALS: i32>(f64);

impl<const DECIMALS: i32> Serialize for Rounded<DECIMALS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let scale = 10f64.powi(DECIMALS);
        serializer.serialize_f64((self.0 * scale).round() / scale + 0.0) // + 0.0 turns -0 into 0
    }
}

type Turns = Rounded<3>;
type Chance = Rounded<6>;

fn turns(turns: f32) -> Turns {
    Rounded(turns.into())
}

/// The values of all current choices, for the player whose turn it is.
#[derive(Serialize)]
pub struct HintView {
    turn: Color,
    #[serde(flatten)]
    choices: Choices,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Choices {
    Places(Vec<PlaceView>),
    Dice(Vec<DiceView>),
    Options(Vec<HeadingView>),
}

#[derive(Serialize)]
struct PlaceView {
    at: Hex,
    heading: Heading,
    turns: Turns,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Turns>,
}

#[derive(Serialize)]
struct DiceView {
    hold: Hand,
    count: u8,
    turns: Turns,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Turns>,
    crash: Chance,
    sink: Chance,
    finish: Chance,
    landings: Vec<LandingView>,
}

#[derive(Serialize)]
struct LandingView {
    at: Hex,
    heading: Heading,
    ending: &'static str,
    chance: Chance,
}

#[derive(Serialize)]
#[serde(untagged)]
enum HeadingView {
    Open {
        #[serde(flatten)]
        option: OptionView,
        ending: &'static str,
        turns: Turns,
        #[serde(skip_serializing_if = "Option::is_none")]
        points: Option<Turns>,
    },
    Forbidden {
        to: Steer,
        heading: Heading,
        error: ErrorView,
    },
}

#[derive(Serialize)]
struct ErrorView {
    code: &'static str,
    message: String,
}

impl HintView {
    /// The hint for the player whose turn it is.
    pub fn new(turn: Color, hint: &Hint) -> HintView {
        let choices = match hint {
            Hint::Place(places) => Choices::Places(places.iter().map(place).collect()),
            Hint::Dice(dice) => Choices::Dice(dice.iter().map(choice).collect()),
            Hint::Steer(headings) => Choices::Options(headings.iter().map(heading).collect()),
        };
        HintView { turn, choices }
    }

    /// The hint as one line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a hint has only strings, numbers and lists")
    }
}

fn place(hint: &PlaceHint) -> PlaceView {
    let points = hint.points.map(turns);
    PlaceView { at: hint.at, heading: hint.heading, turns: turns(hint.turns), points }
}

fn choice(hint: &DiceHint) -> DiceView {
    let landing = |landing: &Landing| LandingView {
        at: landing.at,
        heading: landing.heading,
        ending: landing.ending.name(),
        chance: Rounded(landing.chance),
    };
    DiceView {
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

fn heading(hint: &SteerHint) -> HeadingView {
    match hint.sailing {
        Ok(Sailing { option, ending, turns: value, points }) => HeadingView::Open {
            option: OptionView::new(&option),
            ending: MoveEnding::name(ending),
            turns: turns(value),
            points: points.map(turns),
        },
        Err(illegal) => {
            let Fault { code, message } = Fault::new(Code::IllegalSteer, illegal);
            let error = ErrorView { code: code.name(), message };
            HeadingView::Forbidden { to: hint.steer, heading: hint.heading, error }
        }
    }
}
