//! Luck and skill: every decision and every roll of a regatta weighed in turns, after the model of GNU Backgammon.
//!
//! The value of a boat is the number of turns it is yet expected to take if it is sailed as well as can be, as the
//! [`Solution`](crate::Solution) has it; a sinking counts [`Weights::sinking`](crate::Weights) turns. Boats that lie in the way are taken
//! into account in the turn in which they do.
//!
//! **The law.** For each boat in each race
//!
//! > par + traffic + errors − luck = cost
//!
//! where *par* is the value of the best start place and *cost* is the turns taken, and the value of where they ended: none
//! for a boat that has finished, a sinking's weight for one that sank. Only the solver's own tolerance is left over.
//!
//! What the same decisions and rolls were worth in points is found by [`Appraiser::weigh`], and added by
//! [`Analysis::add_points`].

mod class;
mod review;
mod stakes;

pub use crate::analysis::{
    class::Class,
    stakes::{Appraiser, Occasion, Stake, Stakes},
};
use crate::arena::Mean;
use powerboats_rules::{Color, DiceChoice, Hand, Heading, Hex, Letter, PerColor, Seats, Steer};

/// Something decided: what was done, what would have been best, and how many turns lie between them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DecisionReview<T> {
    /// What was done.
    pub made: T,
    /// What would have been best; what was done, if nothing is better.
    pub best: T,
    /// Turns lost, never negative.
    pub error: f64,
    /// Was there anything to decide? With one legal option there is not.
    pub free: bool,
    /// The same in points, if they were weighed.
    pub points: Option<Stake<T>>,
}

impl<T> DecisionReview<T> {
    fn lost_points(&self) -> Option<Mean> {
        self.points.as_ref().filter(|_| self.free).map(|stake| stake.error)
    }
}

/// A turn and what it was worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TurnAnalysis {
    /// The boat's turn in this race, from 1.
    pub number: u32,
    /// Expected turns before it.
    pub before: f64,
    /// The dice before it.
    pub hand: Hand,
    /// Turns that boats in the way cost, for one who makes the best of it.
    pub traffic: f64,
    /// Held and rolled.
    pub dice: DecisionReview<DiceChoice>,
    /// What the dice showed.
    pub rolled: Hand,
    /// Turns gained by the roll.
    pub luck: f64,
    /// Points each player gained by the roll, if they were weighed.
    pub luck_in_points: Option<PerColor<Mean>>,
    /// The way it steered.
    pub heading: DecisionReview<Steer>,
    /// Expected turns after it.
    pub after: f64,
}

/// How a boat stands at the end of a race, or of the record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum BoatEnding {
    /// It has finished.
    Finished,
    /// It has sunk.
    Sunk,
    /// It is still on its way.
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
    /// Whose.
    pub color: Color,
    /// Expected turns from the best start place there is, with the damage it brought along.
    pub par: f64,
    /// Turns that boats on better start places cost.
    pub crowding: f64,
    /// Where it was placed; none if the record ends before.
    pub placing: Option<DecisionReview<(Hex, Heading)>>,
    /// Its turns.
    pub turns: Vec<TurnAnalysis>,
    /// How it stands.
    pub ending: BoatEnding,
    /// What is still to come: none if it has finished, a sinking's weight if it sank, else expected turns.
    pub rest: f64,
}

impl BoatAnalysis {
    /// Turns taken, and the worth of where they ended.
    pub fn cost(&self) -> f64 {
        self.turns.len() as f64 + self.rest
    }

    /// Turns gained by rolls.
    pub fn luck(&self) -> f64 {
        self.turns.iter().map(|turn| turn.luck).sum()
    }

    /// Turns lost to other boats in the way.
    pub fn traffic(&self) -> f64 {
        self.crowding + self.turns.iter().map(|turn| turn.traffic).sum::<f64>()
    }

    /// Turns lost by decisions, in the order they were made; only those where there was something to decide.
    pub fn errors(&self) -> impl Iterator<Item = f64> {
        let placing = self.placing.iter().filter(|placing| placing.free).map(|placing| placing.error);
        let turns = self.turns.iter().flat_map(|TurnAnalysis { dice, heading, .. }| {
            let dice = dice.free.then_some(dice.error);
            [dice, heading.free.then_some(heading.error)].into_iter().flatten()
        });
        placing.chain(turns)
    }

    /// Turns lost by all decisions.
    pub fn error(&self) -> f64 {
        self.errors().sum()
    }

    /// Did it sink in this turn?
    pub fn sank_in(&self, number: u32) -> bool {
        self.ending == BoatEnding::Sunk && self.turns.last().is_some_and(|turn| turn.number == number)
    }

    /// Points lost by decisions, in the order they were made, if they were weighed; only where there was something to decide.
    fn errors_in_points(&self) -> impl Iterator<Item = Mean> {
        let placing = self.placing.iter().filter_map(DecisionReview::lost_points);
        placing
            .chain(self.turns.iter().flat_map(|turn| [turn.dice.lost_points(), turn.heading.lost_points()]).flatten())
    }

    /// Points that this boat's rolls brought a player, if they were weighed.
    fn luck_in_points(&self, color: Color) -> impl Iterator<Item = Mean> {
        self.turns.iter().filter_map(move |turn| Some(turn.luck_in_points?[color]))
    }

    /// The cost with luck taken out: what it would have been with dice neither good nor bad.
    pub fn adjusted(&self) -> f64 {
        self.cost() + self.luck()
    }

    /// What is left over of the law.
    pub fn residue(&self) -> f64 {
        self.par + self.traffic() + self.error() - self.luck() - self.cost()
    }
}

/// One race.
#[derive(Clone, PartialEq, Debug)]
pub struct RaceAnalysis {
    /// A, B or C.
    pub letter: Letter,
    /// Is it over, or does the record end in it?
    pub over: bool,
    /// All boats, clockwise from orange.
    pub boats: Vec<BoatAnalysis>,
}

/// One player in the whole regatta.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayerAnalysis {
    /// Who.
    pub color: Color,
    /// Races it was placed in.
    pub races: u32,
    /// Decisions in which there was something to decide.
    pub decisions: u32,
    /// Turns lost by decisions.
    pub error: f64,
    /// Turns gained by rolls.
    pub luck: f64,
    /// Turns lost to boats in the way.
    pub traffic: f64,
    /// Turns taken, and the worth of where they ended.
    pub cost: f64,
    /// In points, if they were weighed.
    pub points: Option<PlayerPoints>,
}

/// One player's luck and errors in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayerPoints {
    /// Gained by its own rolls.
    pub luck: Mean,
    /// Gained by the rolls of all others.
    pub others_luck: Mean,
    /// Lost by its decisions.
    pub error: Mean,
}

impl PlayerPoints {
    /// What luck brought in all.
    pub fn all_luck(&self) -> Mean {
        [self.luck, self.others_luck].into_iter().sum()
    }
}

impl PlayerAnalysis {
    /// Turns lost a decision.
    pub fn error_rate(&self) -> f64 {
        self.error / f64::from(self.decisions.max(1))
    }

    /// Turns gained by rolls a race.
    pub fn luck_per_race(&self) -> f64 {
        self.luck / f64::from(self.races.max(1))
    }

    /// The cost with luck taken out.
    pub fn adjusted(&self) -> f64 {
        self.cost + self.luck
    }

    /// Like whom it sails; none if it has decided nothing.
    pub fn class(&self) -> Option<Class> {
        (self.decisions > 0).then(|| Class::of(self.error_rate()))
    }
}

/// A decision that cost something.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mistake {
    /// In this race.
    pub letter: Letter,
    /// The turns it cost.
    pub error: f64,
    /// The points it cost, if they were weighed.
    pub points: Option<Mean>,
    /// What was done.
    pub what: Misdeed,
}

/// What was decided not as it should have been.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Misdeed {
    /// Where to start.
    Placing(DecisionReview<(Hex, Heading)>),
    /// Which dice, in turn number, with this hand.
    Dice(u32, Hand, DecisionReview<DiceChoice>),
    /// Which way, in turn number, with this hand after the roll.
    Heading(u32, Hand, DecisionReview<Steer>),
}

/// A regatta, or as much of it as is on record.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    pub(crate) seats: Seats,
    /// The races, as far as they go.
    pub races: Vec<RaceAnalysis>,
}

impl Analysis {
    /// Every player's whole regatta, clockwise from orange.
    pub fn players(&self) -> Vec<PlayerAnalysis> {
        self.seats.iter().map(|color| self.player(color)).collect()
    }

    fn player(&self, color: Color) -> PlayerAnalysis {
        let (races, decisions, error, luck, traffic, cost) = Default::default();
        let points = self.player_points(color);
        let mut player = PlayerAnalysis { color, races, decisions, error, luck, traffic, cost, points };
        // Whoever is not placed yet has par to go, so that all can be compared.
        for (_, boat) in self.boats(color) {
            player.races += u32::from(boat.placing.is_some());
            player.decisions += boat.errors().count() as u32;
            player.error += boat.error();
            player.luck += boat.luck();
            player.traffic += boat.traffic();
            player.cost += boat.cost();
        }
        player
    }

    fn player_points(&self, color: Color) -> Option<PlayerPoints> {
        let boats = || self.races.iter().flat_map(|race| &race.boats);
        boats().flat_map(|boat| &boat.placing).find(|placing| placing.points.is_some())?;
        let luck = |mine: bool| {
            let rollers = boats().filter(|boat| (boat.color == color) == mine);
            rollers.flat_map(|boat| boat.luck_in_points(color)).sum()
        };
        let error = self.boats(color).flat_map(|(_, boat)| boat.errors_in_points()).sum();
        Some(PlayerPoints { luck: luck(true), others_luck: luck(false), error })
    }

    /// A player's boat in every race.
    pub fn boats(&self, color: Color) -> impl Iterator<Item = (Letter, &BoatAnalysis)> {
        let boat = move |race: &'_ RaceAnalysis| race.boats.iter().position(|boat| boat.color == color);
        self.races.iter().filter_map(move |race| Some((race.letter, &race.boats[boat(race)?])))
    }

    /// A player's costliest decisions in turns, the worst first.
    pub fn mistakes(&self, color: Color) -> Vec<Mistake> {
        let mut mistakes: Vec<Mistake> = self.decisions(color).filter(|decision| decision.error > 0.0).collect();
        mistakes.sort_by(|a, b| b.error.total_cmp(&a.error));
        mistakes
    }

    /// A player's costliest decisions in points, the worst first; only those that surely cost some.
    pub fn mistakes_in_points(&self, color: Color) -> Vec<Mistake> {
        let points = |mistake: &Mistake| mistake.points.map_or(0.0, |points| points.mean);
        let sure = |mistake: &Mistake| mistake.points.is_some_and(|points| points.mean > 2.0 * points.error);
        let mut mistakes: Vec<Mistake> = self.decisions(color).filter(sure).collect();
        mistakes.sort_by(|a, b| points(b).total_cmp(&points(a)));
        mistakes
    }

    /// Everything a player decided.
    fn decisions(&self, color: Color) -> impl Iterator<Item = Mistake> {
        self.boats(color).flat_map(|(letter, boat)| {
            let placing = boat.placing.map(|placing| Mistake {
                letter,
                error: placing.error,
                points: placing.lost_points(),
                what: Misdeed::Placing(placing),
            });
            let turns = boat.turns.iter().flat_map(move |turn| {
                let TurnAnalysis { number, hand, dice, heading, rolled, .. } = *turn;
                let rolled = dice.made.hold.with(rolled);
                let (lost, lost_by_heading) = (dice.lost_points(), heading.lost_points());
                [
                    Mistake { letter, error: dice.error, points: lost, what: Misdeed::Dice(number, hand, dice) },
                    Mistake {
                        letter,
                        error: heading.error,
                        points: lost_by_heading,
                        what: Misdeed::Heading(number, rolled, heading),
                    },
                ]
            });
            placing.into_iter().chain(turns)
        })
    }
}
