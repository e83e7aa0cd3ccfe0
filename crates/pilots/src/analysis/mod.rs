//! Luck and skill: the value of every decision and every roll of a regatta, in turns. GNU Backgammon's analysis is the model.
//!
//! The value of a boat is the number of turns it is expected to need under best play, from the [`Solution`](crate::Solution).
//! Sinking counts as [`Weights::sinking`](crate::Weights) turns. Other boats in the way count in the turn in which they are in the
//! way.
//!
//! **The law.** For each boat in each race
//!
//! > par + traffic + errors − luck = cost
//!
//! *Par* is the value of the best start place. *Cost* is the number of turns taken, plus the value at the end: 0 for a boat that
//! has finished, the weight of sinking for a boat that has sunk. The two sides differ only by the solver's tolerance.
//!
//! A pilot may stand in for a player who is late or away. Luck and errors in such turns count apart, as [`StandInTurns`]: they are part
//! of the law, but not of the player's figures.
//!
//! [`PointsEstimator`] estimates the value of the same decisions and rolls in points, and [`Analysis::add_points`] adds it.

mod capped;
mod class;
mod judged;
mod player;
mod points;
mod review;

pub use crate::analysis::{
    capped::{CAP, CappedLuck},
    class::SkillClass,
    judged::JudgedRace,
    player::{PlayerAnalysis, PlayerPoints},
    points::{DecisionPoints, EntryPoints, PointsEstimator, PointsTask},
};
use crate::arena::Mean;
use powerboats_rules::{Color, DiceChoice, Hand, Heading, Hex, Letter, PerColor, Seats, Steer, sort_long};

/// Who made a placing or played a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayedBy {
    #[allow(missing_docs)]
    Player,
    /// A pilot, for a player who was late or away.
    StandIn,
}

/// The turns of a boat that a pilot played for its player.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct StandInTurns {
    /// The number of turns. A placing is no turn.
    pub turns: u32,
    /// Turns gained by rolls.
    pub luck: f64,
    /// Turns lost by decisions, placings among them.
    pub error: f64,
}

impl std::iter::Sum for StandInTurns {
    fn sum<I: Iterator<Item = StandInTurns>>(boats: I) -> StandInTurns {
        boats.fold(StandInTurns::default(), |sum, boat| StandInTurns {
            turns: sum.turns + boat.turns,
            luck: sum.luck + boat.luck,
            error: sum.error + boat.error,
        })
    }
}

/// A decision, the best decision, and the turns lost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DecisionReview<T> {
    /// The decision made.
    pub made: T,
    /// The best decision; the same as `made` if none is better.
    pub best: T,
    /// Turns lost. Never negative.
    pub error: f64,
    /// Was there a choice? With one legal option there is none.
    pub free: bool,
    /// The same in points, if they were estimated.
    pub points: Option<DecisionPoints<T>>,
}

impl<T> DecisionReview<T> {
    fn lost_points(&self) -> Option<Mean> {
        self.points.as_ref().filter(|_| self.free).map(|points| points.error)
    }
}

/// The review of a turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TurnAnalysis {
    /// The boat's turn in this race, from 1.
    pub number: u32,
    #[allow(missing_docs)]
    pub by: PlayedBy,
    /// Expected turns before this turn.
    pub before: f64,
    /// The dice before this turn.
    pub hand: Hand,
    /// Turns lost to other boats in the way, under best play.
    pub traffic: f64,
    /// The choice of dice.
    pub dice: DecisionReview<DiceChoice>,
    /// What the rolled dice showed.
    pub rolled: Hand,
    /// Turns gained by the roll.
    pub luck: f64,
    /// The same for a family, and what it could have been.
    pub capped_luck: CappedLuck,
    /// The points each player gained by the roll, if they were estimated.
    pub luck_in_points: Option<PerColor<Mean>>,
    /// The direction steered.
    pub heading: DecisionReview<Steer>,
    /// Expected turns after this turn.
    pub after: f64,
}

/// The state of a boat at the end of a race, or at the end of the record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum BoatEnding {
    #[allow(missing_docs)]
    Finished,
    #[allow(missing_docs)]
    Sunk,
    /// Neither finished nor sunk.
    Racing,
}

impl BoatEnding {
    /// `finished`, `sunk` or `racing`.
    pub const fn name(self) -> &'static str {
        ["finished", "sunk", "racing"][self as usize]
    }
}

/// One boat in one race.
#[derive(Clone, PartialEq, Debug)]
pub struct BoatAnalysis {
    #[allow(missing_docs)]
    pub color: Color,
    /// Expected turns from the best start place, with the damage kept from earlier races.
    pub par: f64,
    /// Turns lost because other boats took better start places.
    pub crowding: f64,
    /// The placing; `None` if the record ends before.
    pub placing: Option<DecisionReview<(Hex, Heading)>>,
    #[allow(missing_docs)]
    pub placed_by: PlayedBy,
    #[allow(missing_docs)]
    pub turns: Vec<TurnAnalysis>,
    #[allow(missing_docs)]
    pub ending: BoatEnding,
    /// 0 if the boat has finished, the weight of sinking if it has sunk, otherwise the expected turns.
    pub turns_to_go: f64,
}

impl BoatAnalysis {
    /// Turns taken, plus turns to go.
    pub fn cost(&self) -> f64 {
        self.turns.len() as f64 + self.turns_to_go
    }

    /// The placing, if it was made by the player or the stand-in.
    fn placing_by(&self, by: PlayedBy) -> Option<&DecisionReview<(Hex, Heading)>> {
        self.placing.as_ref().filter(|_| self.placed_by == by)
    }

    /// The turns that the player or the stand-in played.
    fn turns_by(&self, by: PlayedBy) -> impl Iterator<Item = &TurnAnalysis> {
        self.turns.iter().filter(move |turn| turn.by == by)
    }

    /// Turns gained by the player's rolls.
    pub fn luck(&self) -> f64 {
        self.luck_by(PlayedBy::Player)
    }

    fn luck_by(&self, by: PlayedBy) -> f64 {
        self.turns_by(by).map(|turn| turn.luck).sum()
    }

    /// Turns lost to other boats.
    pub fn traffic(&self) -> f64 {
        self.crowding + self.turns.iter().map(|turn| turn.traffic).sum::<f64>()
    }

    /// Turns lost by each of the player's decisions, in order. Only decisions with a choice count.
    pub fn errors(&self) -> impl Iterator<Item = f64> {
        self.errors_by(PlayedBy::Player)
    }

    fn errors_by(&self, by: PlayedBy) -> impl Iterator<Item = f64> {
        let placing = self.placing_by(by).filter(|placing| placing.free).map(|placing| placing.error);
        let turns = self.turns_by(by).flat_map(|TurnAnalysis { dice, heading, .. }| {
            let dice = dice.free.then_some(dice.error);
            [dice, heading.free.then_some(heading.error)].into_iter().flatten()
        });
        placing.into_iter().chain(turns)
    }

    /// Turns lost by all of the player's decisions.
    pub fn error(&self) -> f64 {
        self.errors().sum()
    }

    /// What a pilot did for the player.
    pub fn stand_in(&self) -> StandInTurns {
        let by = PlayedBy::StandIn;
        StandInTurns {
            turns: self.turns_by(by).count() as u32,
            luck: self.luck_by(by),
            error: self.errors_by(by).sum(),
        }
    }

    /// Did the boat sink in this turn?
    pub fn sank_in(&self, number: u32) -> bool {
        self.ending == BoatEnding::Sunk && self.turns.last().is_some_and(|turn| turn.number == number)
    }

    /// Expected turns to go: at the start, then after each turn. For the turn in which the boat sank, the value before it.
    pub fn to_go_by_turn(&self) -> Vec<f64> {
        let start = self.turns.first().map_or(self.turns_to_go, |turn| turn.before);
        let after = self.turns.iter().map(|turn| if self.sank_in(turn.number) { turn.before } else { turn.after });
        std::iter::once(start).chain(after).collect()
    }

    /// Points lost by each of the player's decisions, in order, if they were estimated. Only decisions with a choice count.
    fn errors_in_points(&self) -> impl Iterator<Item = Mean> {
        let placing = self.placing_by(PlayedBy::Player).and_then(DecisionReview::lost_points);
        let turns = self.turns_by(PlayedBy::Player);
        placing
            .into_iter()
            .chain(turns.flat_map(|turn| [turn.dice.lost_points(), turn.heading.lost_points()]).flatten())
    }

    /// Points that a player gained by each of these rolls of this boat, if they were estimated.
    fn luck_in_points(&self, color: Color, by: PlayedBy) -> impl Iterator<Item = Mean> {
        self.turns_by(by).filter_map(move |turn| Some(turn.luck_in_points?[color]))
    }

    /// The cost with average luck, whoever rolled.
    pub fn without_luck(&self) -> f64 {
        self.cost() + self.luck() + self.stand_in().luck
    }

    /// The difference between the two sides of the law.
    pub fn residue(&self) -> f64 {
        let errors = self.error() + self.stand_in().error;
        self.par + self.traffic() + errors - self.without_luck()
    }
}

/// One race.
#[derive(Clone, PartialEq, Debug)]
pub struct RaceAnalysis {
    #[allow(missing_docs)]
    pub letter: Letter,
    /// Is the race over? If not, the record ends in this race.
    pub over: bool,
    /// The boats, clockwise from orange.
    pub boats: Vec<BoatAnalysis>,
}

fn worst_first(mut mistakes: Vec<Mistake>, cost: fn(&Mistake) -> f64) -> Vec<Mistake> {
    sort_long(&mut mistakes, |a, b| cost(b).total_cmp(&cost(a)));
    mistakes
}

/// The place of each item by its turns without luck, from 1. Equal items share a place.
pub fn places<T>(items: &[T], without_luck: impl Fn(&T) -> f64) -> Vec<usize> {
    let place = |item| 1 + items.iter().filter(|other| without_luck(other) < without_luck(item)).count();
    items.iter().map(place).collect()
}

/// A decision that cost something.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mistake {
    /// The race.
    pub letter: Letter,
    /// The turns it cost.
    pub error: f64,
    /// The points it cost, if they were estimated.
    pub points: Option<Mean>,
    /// The decision.
    pub what: MistakeDetail,
}

/// The decision that was a mistake.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MistakeDetail {
    /// The start place.
    Placing(DecisionReview<(Hex, Heading)>),
    /// The dice: the number of the turn, the dice before it, and the choice.
    Dice(u32, Hand, DecisionReview<DiceChoice>),
    /// The direction: the number of the turn, the dice after the roll, and the choice.
    Heading(u32, Hand, DecisionReview<Steer>),
}

/// The analysis of a regatta, as far as its record goes.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    pub(crate) seats: Seats,
    #[allow(missing_docs)]
    pub races: Vec<RaceAnalysis>,
}

impl Analysis {
    /// A player's boat in every race.
    pub fn boats(&self, color: Color) -> impl Iterator<Item = (Letter, &BoatAnalysis)> {
        let boat = move |race: &'_ RaceAnalysis| race.boats.iter().position(|boat| boat.color == color);
        self.races.iter().filter_map(move |race| Some((race.letter, &race.boats[boat(race)?])))
    }

    /// A player's mistakes in turns, the worst first.
    pub fn mistakes(&self, color: Color) -> Vec<Mistake> {
        let mistakes = self.decisions(color).filter(|decision| decision.error > 0.0).collect();
        worst_first(mistakes, |mistake| mistake.error)
    }

    /// A player's mistakes in points, the worst first. Only losses of more than two standard errors count.
    pub fn mistakes_in_points(&self, color: Color) -> Vec<Mistake> {
        let sure = |mistake: &Mistake| mistake.points.is_some_and(|points| points.mean > 2.0 * points.error);
        let mistakes = self.decisions(color).filter(sure).collect();
        worst_first(mistakes, |mistake| mistake.points.map_or(0.0, |points| points.mean))
    }

    /// All decisions that a player made, without those of a stand-in.
    fn decisions(&self, color: Color) -> impl Iterator<Item = Mistake> {
        self.boats(color).flat_map(|(letter, boat)| {
            let placing = boat.placing_by(PlayedBy::Player).map(|&placing| Mistake {
                letter,
                error: placing.error,
                points: placing.lost_points(),
                what: MistakeDetail::Placing(placing),
            });
            let turns = boat.turns_by(PlayedBy::Player).flat_map(move |turn| {
                let TurnAnalysis { number, hand, dice, heading, rolled, .. } = *turn;
                let rolled = dice.made.hold.with(rolled);
                let (lost, lost_by_heading) = (dice.lost_points(), heading.lost_points());
                [
                    Mistake { letter, error: dice.error, points: lost, what: MistakeDetail::Dice(number, hand, dice) },
                    Mistake {
                        letter,
                        error: heading.error,
                        points: lost_by_heading,
                        what: MistakeDetail::Heading(number, rolled, heading),
                    },
                ]
            });
            placing.into_iter().chain(turns)
        })
    }
}
