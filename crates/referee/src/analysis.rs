//! An analysis as JSON: luck and errors of each player, boat and turn. `powerboats analyze --json`, the server and the
//! browser all print this one. docs/analysis.md describes the fields.

use powerboats_pilots::{
    analysis::{
        Analysis, BoatAnalysis, BoatEnding, Class, DecisionReview, Mistake, MistakeDetail, PlayerAnalysis,
        PlayerPoints, RaceAnalysis, TurnAnalysis, places,
    },
    arena::Mean,
};
use powerboats_rules::{
    Berth, Color, DiceChoice, DiceText, Hand, Heading, Hex, Logbook, PerColor, Rolled, Seats, Steer,
};
use serde::{Serialize, Serializer};
use std::fmt::Display;

/// Mistakes listed for each player, unless the caller wants another number.
const MISTAKES: usize = 5;

/// Rounds to a ten-thousandth of a turn or point. The values are not more precise.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// An analysis: luck and errors in turns, and in points if they were measured.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct AnalysisView {
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
    pub traffic: f64,
    /// The rank this player plays like; null if the player decided nothing.
    #[cfg_attr(feature = "schema", schema(required))]
    pub class: Option<Class>,
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

/// Puts a mistake into words.
type Words<'a> = &'a dyn Fn(&Mistake, Unit) -> String;

/// An analysis and the record it belongs to, while the view is made.
struct Source<'a> {
    book: &'a Logbook,
    analysis: &'a Analysis,
    mistakes: usize,
    words: Option<Words<'a>>,
}

impl AnalysisView {
    /// The view of a record's analysis.
    pub fn new(book: &Logbook, analysis: &Analysis) -> AnalysisView {
        Source { book, analysis, mistakes: MISTAKES, words: None }.view()
    }

    /// The same, with this many mistakes of each player, put into words.
    pub fn in_words(book: &Logbook, analysis: &Analysis, mistakes: usize, words: Words) -> AnalysisView {
        Source { book, analysis, mistakes, words: Some(words) }.view()
    }
}

impl Source<'_> {
    fn view(&self) -> AnalysisView {
        let (players, races) = (self.analysis.players(), &self.analysis.races);
        let ranks = places(&players, PlayerAnalysis::without_luck);
        AnalysisView {
            players: players.iter().zip(ranks).map(|(player, place)| self.player(player, place)).collect(),
            races: races.iter().map(|race| self.race(race)).collect(),
        }
    }

    fn player(&self, player: &PlayerAnalysis, place: usize) -> PlayerAnalysisView {
        let color = player.color;
        let named = self.book.record().players.iter().find(|(other, _)| *other == color);
        PlayerAnalysisView {
            color,
            name: named.map_or_else(String::new, |(_, name)| name.as_str().to_owned()),
            points: self.book.regatta().points()[color],
            races: player.races,
            luck: rounded(player.luck),
            luck_per_race: rounded(player.luck_per_race()),
            error: rounded(player.error),
            decisions: player.decisions,
            error_per_decision: rounded(player.error_rate()),
            traffic: rounded(player.traffic),
            class: player.class(),
            turns: rounded(player.cost),
            turns_without_luck: rounded(player.without_luck()),
            place_without_luck: place as u32,
            mistakes: self.mistakes(&self.analysis.mistakes(color), Unit::Turns),
            in_points: player.points.map(|points| self.player_points(player, &points)),
        }
    }

    fn player_points(&self, player: &PlayerAnalysis, points: &PlayerPoints) -> PlayerPointsView {
        let scored = self.book.regatta().points()[player.color];
        PlayerPointsView {
            luck: measured(points.luck),
            others_luck: measured(points.others_luck),
            error: measured(points.error),
            error_per_decision: rounded(points.error.mean / f64::from(player.decisions.max(1))),
            points_without_luck: self.analysis.points_without_luck(player, scored).map(measured),
            mistakes: self.mistakes(&self.analysis.mistakes_in_points(player.color), Unit::Points),
        }
    }

    fn mistakes(&self, mistakes: &[Mistake], unit: Unit) -> Vec<MistakeView> {
        let view = |mistake: &Mistake| MistakeView {
            points: mistake.points.filter(|_| unit == Unit::Points).map(measured),
            words: self.words.map(|words| words(mistake, unit)),
            ..mistake_view(mistake)
        };
        mistakes.iter().take(self.mistakes).map(view).collect()
    }

    fn race(&self, race: &RaceAnalysis) -> RaceAnalysisView {
        let seats = self.book.regatta().seats();
        let ranks = places(&race.boats, BoatAnalysis::without_luck);
        RaceAnalysisView {
            race: race.letter.race(),
            letter: race.letter.to_string(),
            over: race.over,
            boats: race.boats.iter().zip(ranks).map(|(boat, place)| boat_view(boat, place, seats)).collect(),
        }
    }
}

fn measured(points: Mean) -> PointsView {
    PointsView { points: rounded(points.mean), standard_error: rounded(points.error) }
}

fn mistake_view(mistake: &Mistake) -> MistakeView {
    let berth = |(at, heading): (Hex, Heading)| BerthView { at, heading };
    let choice = |choice: DiceChoice| DiceChoiceView { hold: choice.hold, count: choice.count };
    let (turn, what) = match mistake.what {
        MistakeDetail::Placing(DecisionReview { made, best, .. }) => {
            (0, MistakeKind::Place { made: berth(made), best: berth(best) })
        }
        MistakeDetail::Dice(turn, hand, DecisionReview { made, best, .. }) => {
            (turn, MistakeKind::Dice { hand, made: choice(made), best: choice(best) })
        }
        MistakeDetail::Heading(turn, hand, DecisionReview { made, best, .. }) => {
            (turn, MistakeKind::Steer { hand, made, best })
        }
    };
    MistakeView { race: mistake.letter.race(), turn, error: rounded(mistake.error), what, points: None, words: None }
}

fn boat_view(boat: &BoatAnalysis, place: usize, seats: Seats) -> BoatAnalysisView {
    BoatAnalysisView {
        color: boat.color,
        ending: boat.ending,
        par: rounded(boat.par),
        luck: rounded(boat.luck()),
        error: rounded(boat.error()),
        traffic: rounded(boat.traffic()),
        turns_taken: boat.turns.len() as u32,
        turns_to_go: rounded(boat.turns_to_go),
        turns_without_luck: rounded(boat.without_luck()),
        place_without_luck: place as u32,
        placing: boat.placing.as_ref().map(|placing| decision(placing, |(at, heading)| Berth(at, heading))),
        to_go: boat.to_go_by_turn().into_iter().map(rounded).collect(),
        turns: boat.turns.iter().map(|turn| turn_view(turn, seats)).collect(),
    }
}

fn turn_view(turn: &TurnAnalysis, seats: Seats) -> TurnAnalysisView {
    let gained = |luck: PerColor<Mean>| LuckOfAll(seats.iter().map(|color| (color, measured(luck[color]))).collect());
    TurnAnalysisView {
        turn: turn.number,
        hand: turn.hand.to_string(),
        before: rounded(turn.before),
        traffic: rounded(turn.traffic),
        dice: decision(&turn.dice, DiceText::of_choice),
        roll: DiceText { hold: Hand::EMPTY, rolled: Rolled::Shows(turn.rolled) }.to_string(),
        luck: rounded(turn.luck),
        luck_in_points: turn.luck_in_points.map(gained),
        heading: decision(&turn.heading, |steer| steer),
        after: rounded(turn.after),
        dice_error: rounded(turn.dice.error),
        steer_error: rounded(turn.heading.error),
    }
}

fn decision<T: Copy, D: Display>(decision: &DecisionReview<T>, text: impl Fn(T) -> D) -> DecisionView {
    DecisionView {
        made: text(decision.made).to_string(),
        best: text(decision.best).to_string(),
        error: rounded(decision.error),
        free: decision.free,
        in_points: decision
            .points
            .map(|points| DecisionPointsView { best: text(points.best).to_string(), lost: measured(points.error) }),
    }
}
