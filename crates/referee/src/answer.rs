//! What the referee says: the game as JSON, field by field as the protocol names them.

use crate::HintView;
use powerboats_rules::{
    Boat, Color, Course, DiceChoice, Hand, Hex, Move, PerColor, Phase, Race, RaceResult, Seats, SteerOption,
};
use serde::{Serialize, Serializer};
use std::fmt::Display;

pub type Name = &'static str;

/// Written as its text: `"k12"`.
pub struct Text<T>(pub T);

impl<T: Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

fn texts<T>(items: impl IntoIterator<Item = T>) -> Vec<Text<T>> {
    items.into_iter().map(Text).collect()
}

fn names(colors: &[Color]) -> Vec<Name> {
    colors.iter().map(|color| color.name()).collect()
}

/// Dice, high to low.
pub struct Dice(pub Hand);

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.dice().map(|die| die as u8))
    }
}

/// A value for each player.
pub struct ByColor<T>(Vec<(Color, T)>);

impl<T: Copy> ByColor<T> {
    fn new(seats: Seats, values: &PerColor<T>) -> ByColor<T> {
        ByColor(seats.iter().map(|color| (color, values[color])).collect())
    }
}

impl<T: Serialize> Serialize for ByColor<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(color, value)| (color.name(), value)))
    }
}

/// A course, with all that follows from where its buoys stand.
#[derive(Serialize)]
pub struct CourseView {
    lake: Vec<String>,
    buoys: Vec<Text<Hex>>,
    line: Vec<Text<Hex>>,
    finish_buoy: Text<Hex>,
    start_side: Vec<Text<Hex>>,
    finish_side: Vec<Text<Hex>>,
    rounding: Vec<Name>,
    gates: Vec<GateView>,
    places: Vec<Text<Hex>>,
}

#[derive(Serialize)]
struct GateView {
    heading: Name,
    hexes: Vec<Text<Hex>>,
}

impl CourseView {
    pub fn new(course: &Course, boats: usize) -> CourseView {
        let gate = |gate: &powerboats_rules::Gate| GateView {
            heading: gate.heading.name(),
            hexes: texts(gate.hexes.iter().copied()),
        };
        CourseView {
            lake: course.lake().rows(),
            buoys: texts(course.buoys().into_iter().take(4)),
            line: texts(*course.line()),
            finish_buoy: Text(course.finish_buoy()),
            start_side: texts(course.beside_line(course.start_side())),
            finish_side: texts(course.beside_line(course.finish_side())),
            rounding: course.gates().iter().map(|gate| gate.rounding.name()).collect(),
            gates: course.gates().iter().map(gate).collect(),
            places: texts(course.places(boats).unwrap_or_default()),
        }
    }
}

/// A race as it stands.
#[derive(Serialize)]
pub struct StateView {
    phase: Name,
    race: u8,
    scoring: Name,
    starter: Name,
    turn: Option<Name>,
    dice: Option<Dice>,
    boats: Vec<BoatView>,
    points: ByColor<i64>,
}

#[derive(Serialize)]
struct BoatView {
    color: Name,
    at: Option<Text<Hex>>,
    heading: Option<Name>,
    dice: Dice,
    damage: u8,
    kept: u8,
    leg: Name,
    owes: u8,
    status: Name,
    turns: u32,
}

impl StateView {
    /// `points`: of the races ended.
    pub fn new(race: &Race, seats: Seats, points: &PerColor<i64>) -> StateView {
        let (phase, dice) = match race.phase() {
            Phase::Place(_) => ("place", None),
            Phase::Dice(_) | Phase::Chance(..) => ("dice", None),
            Phase::Steer(_, hand) => ("steer", Some(Dice(hand))),
            Phase::Over => ("done", None),
        };
        let boat = |boat: &Boat| BoatView {
            color: boat.color.name(),
            at: boat.at().map(Text),
            heading: boat.heading().map(|heading| heading.name()),
            dice: Dice(boat.hand),
            damage: boat.damage,
            kept: boat.kept,
            leg: boat.progress.leg.name(),
            owes: boat.progress.owes.into(),
            status: boat.status.name(),
            turns: boat.turns,
        };
        StateView {
            phase,
            race: race.number(),
            scoring: race.scoring().name(),
            starter: race.starter().name(),
            turn: race.phase().turn().map(Color::name),
            dice,
            boats: race.boats().iter().map(boat).collect(),
            points: ByColor::new(seats, points),
        }
    }
}

/// A heading that may be taken.
#[derive(Serialize)]
pub struct OptionView {
    to: Name,
    heading: Name,
    run: u8,
    end: Text<Hex>,
    crash: bool,
    damage: u8,
}

impl OptionView {
    pub fn new(option: &SteerOption) -> OptionView {
        OptionView {
            to: option.steer.name(),
            heading: option.heading.name(),
            run: option.run,
            end: Text(option.end),
            crash: option.crash(),
            damage: option.damage,
        }
    }
}

pub fn options(options: &[SteerOption]) -> Vec<OptionView> {
    options.iter().map(OptionView::new).collect()
}

/// A move that was made.
#[derive(Serialize)]
pub struct MoveView {
    path: Vec<Text<Hex>>,
    end: Text<Hex>,
    heading: Name,
    total: u8,
    run: u8,
    crash: bool,
    damage: u8,
    sunk: bool,
    finished: bool,
    leg: Name,
    owes: u8,
}

impl MoveView {
    pub fn new(moved: &Move) -> MoveView {
        MoveView {
            path: texts(moved.path()),
            end: Text(moved.option.end),
            heading: moved.option.heading.name(),
            total: moved.hand.total(),
            run: moved.option.run,
            crash: moved.option.crash(),
            damage: moved.option.damage,
            sunk: moved.sunk,
            finished: moved.finished,
            leg: moved.progress.leg.name(),
            owes: moved.progress.owes.into(),
        }
    }
}

/// How a race ended.
#[derive(Serialize)]
pub struct RaceResultView {
    order: Vec<Name>,
    sunk: Vec<Name>,
    turns: ByColor<u32>,
    points: ByColor<i64>,
}

impl RaceResultView {
    pub fn new(result: &RaceResult, seats: Seats) -> RaceResultView {
        RaceResultView {
            order: names(&result.order),
            sunk: names(&result.sunk),
            turns: ByColor::new(seats, &result.turns),
            points: ByColor::new(seats, &result.points),
        }
    }
}

/// How a match ended.
#[derive(Serialize)]
pub struct MatchResultView {
    points: ByColor<i64>,
    ranking: Vec<Vec<Name>>,
}

impl MatchResultView {
    pub fn new(points: &PerColor<i64>, seats: Seats, ranking: &[Vec<Color>]) -> MatchResultView {
        MatchResultView {
            points: ByColor::new(seats, points),
            ranking: ranking.iter().map(|rank| names(rank)).collect(),
        }
    }
}

#[derive(Serialize)]
pub struct ChoiceView {
    hold: Dice,
    count: u8,
}

/// What follows `"ok"`.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Answer {
    Situation { course: CourseView, state: StateView },
    Placed { state: StateView },
    Rolled { rolled: Dice, total: u8, options: Vec<OptionView>, state: StateView },
    Moved(Box<Moved>),
    Places { places: Vec<Text<Hex>> },
    Choices { dice: Vec<ChoiceView> },
    Options { options: Vec<OptionView> },
    Hint(HintView),
}

/// A move, and what ended with it.
#[derive(Serialize)]
pub struct Moved {
    #[serde(rename = "move")]
    pub moved: MoveView,
    pub state: StateView,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub race_result: Option<RaceResultView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<CourseView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_result: Option<MatchResultView>,
}

impl Answer {
    pub fn rolled(rolled: Hand, hand: Hand, steer: &[SteerOption], state: StateView) -> Answer {
        Answer::Rolled { rolled: Dice(rolled), total: hand.total(), options: options(steer), state }
    }

    pub fn places(places: Vec<Hex>) -> Answer {
        Answer::Places { places: texts(places) }
    }

    pub fn choices(choices: impl Iterator<Item = DiceChoice>) -> Answer {
        let view = |choice: DiceChoice| ChoiceView { hold: Dice(choice.hold), count: choice.count };
        Answer::Choices { dice: choices.map(view).collect() }
    }

    /// The whole answer.
    pub fn to_json(&self) -> String {
        #[derive(Serialize)]
        struct Ok<'a> {
            ok: &'a Answer,
        }
        // Texts, numbers and maps with text keys only: nothing that JSON can't say.
        serde_json::to_string(&Ok { ok: self }).expect("every answer is JSON")
    }
}
