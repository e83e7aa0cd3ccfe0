//! An analysis as JSON: the luck and errors of each player, boat and turn.

use powerboats_pilots::analysis::{
    Analysis, BoatAnalysis, BoatEnding, Class, DecisionReview, Misdeed, Mistake, PlayerAnalysis, RaceAnalysis,
};
use powerboats_rules::{Color, DiceChoice, Hand, Heading, Hex, Steer};
use serde::{Deserialize, Serialize};

/// Rounds to a thousandth of a turn, which is the accuracy of the values.
fn turns(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}

/// An analysis of a regatta. Luck and errors are in turns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysisView {
    players: Vec<PlayerView>,
    races: Vec<RaceView>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct PlayerView {
    color: Color,
    luck: f64,
    error: f64,
    traffic: f64,
    decisions: u32,
    /// The pilot rank that plays about as well; null if the player made no decision.
    #[cfg_attr(feature = "schema", schema(required))]
    class: Option<Class>,
    turns: f64,
    turns_without_luck: f64,
    /// The most costly first.
    mistakes: Vec<MistakeView>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct MistakeView {
    /// The race's number: 1, 2 or 3.
    race: u8,
    /// The number of the boat's turn in that race; 0 for placing the boat.
    turn: u32,
    error: f64,
    #[serde(flatten)]
    what: WhatView,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum WhatView {
    Place { made: Berth, best: Berth },
    Dice { hand: Hand, made: Choice, best: Choice },
    Steer { hand: Hand, made: Steer, best: Steer },
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct Berth {
    at: Hex,
    heading: Heading,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct Choice {
    hold: Hand,
    count: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct RaceView {
    race: u8,
    over: bool,
    boats: Vec<BoatLuckView>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct BoatLuckView {
    color: Color,
    par: f64,
    luck: f64,
    error: f64,
    traffic: f64,
    ending: BoatEnding,
    /// Expected turns to go: before the first turn, then after each. A boat that sinks keeps its value before that turn.
    to_go: Vec<f64>,
    turns: Vec<TurnView>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct TurnView {
    luck: f64,
    dice_error: f64,
    steer_error: f64,
}

impl AnalysisView {
    #[allow(missing_docs)]
    pub fn new(analysis: &Analysis) -> AnalysisView {
        let player = |player: &PlayerAnalysis| PlayerView {
            color: player.color,
            luck: turns(player.luck),
            error: turns(player.error),
            traffic: turns(player.traffic),
            decisions: player.decisions,
            class: player.class(),
            turns: turns(player.cost),
            turns_without_luck: turns(player.adjusted()),
            mistakes: analysis.mistakes(player.color).iter().take(5).map(mistake).collect(),
        };
        let race = |race: &RaceAnalysis| RaceView {
            race: race.letter as u8 + 1,
            over: race.over,
            boats: race.boats.iter().map(boat).collect(),
        };
        AnalysisView {
            players: analysis.players().iter().map(player).collect(),
            races: analysis.races.iter().map(race).collect(),
        }
    }
}

fn boat(boat: &BoatAnalysis) -> BoatLuckView {
    let start = boat.turns.first().map_or(boat.rest, |turn| turn.before);
    let after = boat.turns.iter().map(|turn| if boat.sank_in(turn.number) { turn.before } else { turn.after });
    let turn = |turn: &powerboats_pilots::analysis::TurnAnalysis| TurnView {
        luck: turns(turn.luck),
        dice_error: turns(turn.dice.error),
        steer_error: turns(turn.heading.error),
    };
    BoatLuckView {
        color: boat.color,
        par: turns(boat.par),
        luck: turns(boat.luck()),
        error: turns(boat.error()),
        traffic: turns(boat.traffic()),
        ending: boat.ending,
        to_go: std::iter::once(start).chain(after).map(turns).collect(),
        turns: boat.turns.iter().map(turn).collect(),
    }
}

fn mistake(mistake: &Mistake) -> MistakeView {
    let berth = |(at, heading): (Hex, Heading)| Berth { at, heading };
    let choice = |choice: DiceChoice| Choice { hold: choice.hold, count: choice.count };
    let (turn, what) = match mistake.what {
        Misdeed::Placing(DecisionReview { made, best, .. }) => {
            (0, WhatView::Place { made: berth(made), best: berth(best) })
        }
        Misdeed::Dice(turn, hand, DecisionReview { made, best, .. }) => {
            (turn, WhatView::Dice { hand, made: choice(made), best: choice(best) })
        }
        Misdeed::Heading(turn, hand, DecisionReview { made, best, .. }) => (turn, WhatView::Steer { hand, made, best }),
    };
    MistakeView { race: mistake.letter as u8 + 1, turn, error: turns(mistake.error), what }
}
