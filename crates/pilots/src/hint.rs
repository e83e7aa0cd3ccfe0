//! Hints: the value of each choice of the player whose turn it is, the best first.

use crate::{
    Admiral, CourseCache, Fate, LoneBoat, PilotKind, QuickRandom, Score, Solution, course::cache::CourseKnowledge,
    pilot::boat_in_turn,
};
use powerboats_rules::{
    Action, DiceChoice, Hand, Heading, Hex, IllegalAction, Phase, Race, Runs, Steer, SteerOption, outcomes, sort_long,
    sort_short,
};
use std::{collections::HashMap, sync::Arc};

/// The current choices and their values.
///
/// A value is the expected number of turns to the finish, including the current turn. Sinking counts as
/// [`Weights::sinking`](crate::Weights) turns. Other boats count only where they are now, in the current turn; after that the
/// boat is assumed to be alone.
#[derive(Clone, PartialEq, Debug)]
pub enum Hint {
    /// Each free start place with its best heading, the best first.
    Place(Vec<PlaceHint>),
    /// The reasonable choices of dice, the best first.
    Dice(Vec<DiceHint>),
    /// The legal directions, the best first, followed by the illegal ones.
    Steer(Vec<SteerHint>),
}

/// A start place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlaceHint {
    #[allow(missing_docs)]
    pub at: Hex,
    /// The best heading there.
    pub heading: Heading,
    /// Expected turns to the finish.
    pub turns: f32,
    /// Expected points of this race, minus what damage will cost in later races, if the Admiral estimated them.
    pub points: Option<f32>,
}

/// A choice of dice.
#[derive(Clone, PartialEq, Debug)]
pub struct DiceHint {
    #[allow(missing_docs)]
    pub choice: DiceChoice,
    /// Expected turns to the finish.
    pub turns: f32,
    /// Expected points of this race, minus what damage will cost in later races, if the Admiral estimated them.
    pub points: Option<f32>,
    /// The probability of a crash in this turn.
    pub crash: f64,
    /// The probability that the boat sinks in this turn before it finishes.
    pub sink: f64,
    /// The probability that the boat finishes in this turn.
    pub finish: f64,
    /// Where the boat can end its move if it takes the best direction after each roll, the likeliest first.
    pub landings: Vec<Landing>,
}

/// A place where a move can end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Landing {
    #[allow(missing_docs)]
    pub at: Hex,
    #[allow(missing_docs)]
    pub heading: Heading,
    #[allow(missing_docs)]
    pub ending: MoveEnding,
    /// The probability.
    pub chance: f64,
}

/// How a move ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum MoveEnding {
    /// The boat races on and keeps its dice.
    Sails,
    /// The boat races on without dice.
    Crashes,
    /// The boat is out of the race.
    Sinks,
    /// The boat crosses the finish line. It may crash or sink behind it.
    Finishes,
}

impl MoveEnding {
    /// `sails`, `crashes`, `sinks` or `finishes`.
    pub const fn name(self) -> &'static str {
        match self {
            MoveEnding::Sails => "sails",
            MoveEnding::Crashes => "crashes",
            MoveEnding::Sinks => "sinks",
            MoveEnding::Finishes => "finishes",
        }
    }
}

/// A direction to steer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SteerHint {
    /// Left, straight or right.
    pub steer: Steer,
    /// The boat's heading after it.
    pub heading: Heading,
    /// The result of the move, or the reason why it is illegal.
    pub outcome: Result<SteerOutcome, IllegalAction>,
}

/// The result of a legal move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SteerOutcome {
    /// The run, the end and the damage.
    pub option: SteerOption,
    #[allow(missing_docs)]
    pub ending: MoveEnding,
    /// Expected turns to the finish.
    pub turns: f32,
    /// Expected points of this race, minus what damage will cost in later races, if the Admiral estimated them.
    pub points: Option<f32>,
}

/// Choices that need this many turns more than the best are not listed.
const SENSIBLE: f64 = 2.0;

/// The most choices of dice that are listed.
const MOST_CHOICES: usize = 12;

/// Whether the boat whose turn it is can still finish: whether any way over water leads through all its marks. `true` if it is
/// nobody's turn.
pub fn can_finish(race: &Race, courses: &CourseCache) -> bool {
    let Some(boat) = race.phase().turn().and_then(|color| race.boat(color)) else { return true };
    let known = courses.of(race.course());
    let finishes = |at| known.can_finish(at, boat.progress);
    match boat.at() {
        Some(at) => finishes(at),
        None => race.free_places().into_iter().any(finishes),
    }
}

impl Hint {
    /// The hint for the boat whose turn it is. `None` if nobody has to decide: dice are about to be rolled, or the race is over.
    ///
    /// ```
    /// use powerboats_pilots::{Hint, CourseCache};
    /// use powerboats_rules::PositionText;
    ///
    /// let text = "12./12./12./12./12. d3E,k1,k5,b5 C-turns \
    ///             red:e5NE:21:2k2:finish:14,white:finished:31:0:finish:13 dice:red";
    /// let race = text.parse::<PositionText>()?.race()?;
    /// let Some(Hint::Dice(dice)) = Hint::of(&race, &CourseCache::default()) else { panic!("red chooses dice") };
    /// assert_eq!((dice[0].turns, dice[0].finish), (1.0, 1.0)); // the best choice is sure to finish
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(race: &Race, courses: &CourseCache) -> Option<Hint> {
        let known = courses.of(race.course());
        match race.phase() {
            Phase::Place(_) => Some(Hint::Place(places(race, &known)?)),
            Phase::Dice(_) => Some(Hint::Dice(Evaluator::new(race, &known)?.dice())),
            Phase::Steer(_, hand) => Some(Hint::Steer(Evaluator::new(race, &known)?.headings(hand))),
            Phase::Chance(..) | Phase::Over => None,
        }
    }

    /// Adds the points that the Admiral expects for each choice. It simulates with its own random numbers, which are not those of
    /// the game's dice. The same position always gives the same points.
    pub fn add_points(&mut self, race: &Race, score: &Score, courses: &Arc<CourseCache>) {
        let actions = self.choices().into_iter().map(|(action, _)| action).collect();
        let evaluated = Admiral::new(courses.clone(), PilotKind::THINKING_TIME).evaluate(
            actions,
            race,
            score,
            &mut QuickRandom::new(0),
        );
        let of = |action| {
            evaluated.iter().find(|evaluated| evaluated.action == action).map(|evaluated| evaluated.points as f32)
        };
        match self {
            Hint::Place(places) => {
                places.iter_mut().for_each(|place| place.points = of(Action::Place(place.at, place.heading)));
            }
            Hint::Dice(dice) => dice.iter_mut().for_each(|dice| dice.points = of(Action::Choose(dice.choice))),
            Hint::Steer(headings) => {
                for heading in headings {
                    if let Ok(outcome) = &mut heading.outcome {
                        outcome.points = of(Action::Steer(heading.steer));
                    }
                }
            }
        }
    }

    /// The choices with their points, if they were estimated, in the order of the hint.
    pub fn points(&self) -> Vec<(Action, f32)> {
        self.choices().into_iter().filter_map(|(action, points)| Some((action, points?))).collect()
    }

    /// All legal choices with their points, in the order of the hint.
    fn choices(&self) -> Vec<(Action, Option<f32>)> {
        match self {
            Hint::Place(places) => {
                places.iter().map(|place| (Action::Place(place.at, place.heading), place.points)).collect()
            }
            Hint::Dice(dice) => dice.iter().map(|dice| (Action::Choose(dice.choice), dice.points)).collect(),
            Hint::Steer(headings) => {
                let open = |hint: &SteerHint| Some((Action::Steer(hint.steer), hint.outcome.ok()?.points));
                headings.iter().filter_map(open).collect()
            }
        }
    }

    /// Expected turns with the best choice.
    pub fn turns(&self) -> Option<f32> {
        match self {
            Hint::Place(places) => places.first().map(|place| place.turns),
            Hint::Dice(dice) => dice.first().map(|dice| dice.turns),
            Hint::Steer(headings) => headings.first().and_then(|heading| Some(heading.outcome.ok()?.turns)),
        }
    }
}

/// Each free place with its best heading.
fn places(race: &Race, known: &CourseKnowledge) -> Option<Vec<PlaceHint>> {
    let boat = boat_in_turn(race)?;
    let solution = known.solution();
    let best = |at: Hex| {
        let place = |heading| {
            let lone = LoneBoat { at, heading, hand: boat.hand, damage: boat.damage, progress: boat.progress };
            PlaceHint { at, heading, turns: solution.value(&lone), points: None }
        };
        Heading::ALL.map(place).into_iter().min_by(|a, b| a.turns.total_cmp(&b.turns))
    };
    let mut places: Vec<PlaceHint> = race.free_places().into_iter().filter_map(best).collect();
    sort_short(&mut places, |a, b| a.turns.total_cmp(&b.turns));
    Some(places)
}

/// Evaluates the choices of the boat whose turn it is.
struct Evaluator<'a> {
    solution: &'a Solution,
    lone: LoneBoat,
    /// The hexes of the other boats.
    taken: Vec<Hex>,
}

impl<'a> Evaluator<'a> {
    fn new(race: &Race, known: &'a CourseKnowledge) -> Option<Evaluator<'a>> {
        let boat = boat_in_turn(race)?;
        let others = race.boats().iter().filter(|other| other.color != boat.color);
        let taken = others.filter_map(|other| other.at()).collect();
        Some(Evaluator { solution: known.solution(), lone: LoneBoat::of(boat)?, taken })
    }

    fn runs(&self, hand: Hand) -> Runs {
        Runs::new(self.solution.course(), self.lone.at, self.lone.heading, hand.total())
    }

    fn outcome(&self, hand: Hand, option: SteerOption) -> SteerOutcome {
        let (fate, value) = self.solution.fate(&self.lone, hand, option.heading, option.run, option.steps);
        let ending = match fate {
            Fate::Finished => MoveEnding::Finishes,
            Fate::Sunk => MoveEnding::Sinks,
            Fate::Racing(_) if option.crash() => MoveEnding::Crashes,
            Fate::Racing(_) => MoveEnding::Sails,
        };
        SteerOutcome { option, ending, turns: 1.0 + value, points: None }
    }

    /// All three directions, for these dice after the roll.
    fn headings(&self, hand: Hand) -> Vec<SteerHint> {
        let runs = self.runs(hand);
        let mut hints: Vec<SteerHint> = Vec::with_capacity(3);
        for steer in Steer::ALL {
            let refusal = IllegalAction::Steer { steer, run: runs.run(steer), longest: runs.longest() };
            let option = runs.option(steer, |hex| self.taken.contains(&hex));
            let outcome = option.map(|option| self.outcome(hand, option)).ok_or(refusal);
            hints.push(SteerHint { steer, heading: self.lone.heading.steered(steer), outcome });
        }
        sort_short(&mut hints, |a, b| {
            let turns = |hint: &SteerHint| hint.outcome.map_or(f32::INFINITY, |outcome| outcome.turns);
            turns(a).total_cmp(&turns(b))
        });
        hints
    }

    /// The best direction, for these dice after the roll.
    fn best_heading(&self, hand: Hand) -> Option<SteerOutcome> {
        let options = self.runs(hand).options(|hex| self.taken.contains(&hex));
        let simulations = options.into_iter().map(|option| self.outcome(hand, option));
        simulations.min_by(|a, b| a.turns.total_cmp(&b.turns))
    }

    /// All reasonable choices of dice.
    fn dice(&self) -> Vec<DiceHint> {
        let have = self.lone.hand.len();
        let counts = have.saturating_sub(1)..=have + 1;
        let hands = counts.flat_map(|count| outcomes(count).map(|outcome| outcome.rolled));
        let best: HashMap<Hand, SteerOutcome> =
            hands.filter_map(|hand| Some((hand, self.best_heading(hand)?))).collect();
        let mean = |choice| {
            let [mut turns, mut crash] = [0.0; 2];
            for (chance, outcome) in rolls(&best, choice) {
                turns += chance * f64::from(outcome.turns);
                crash += if outcome.option.crash() { chance } else { 0.0 };
            }
            (choice, turns, crash)
        };
        let mut ranked: Vec<(DiceChoice, f64, f64)> = self.lone.hand.choices().iter().map(mean).collect();
        // Of equal choices the safer one comes first, then the one with fewer rolls.
        sort_long(&mut ranked, |(one, turns, crash), (other, others_turns, others_crash)| {
            let by_value = turns.total_cmp(others_turns).then(crash.total_cmp(others_crash));
            by_value.then(one.rolls().cmp(&other.rolls()))
        });
        let worst = ranked.first().map_or(0.0, |best| best.1) + SENSIBLE;
        let sensible = ranked.into_iter().take_while(|(_, turns, _)| *turns <= worst).take(MOST_CHOICES);
        sensible.map(|(choice, turns, _)| dice_hint(&best, choice, turns as f32)).collect()
    }
}

/// The rolls of a choice: each with its probability and the result of the best move.
fn rolls(best: &HashMap<Hand, SteerOutcome>, choice: DiceChoice) -> impl Iterator<Item = (f64, &SteerOutcome)> {
    let ways = 3f64.powi(choice.rolls().into());
    outcomes(choice.rolls()).filter_map(move |roll| {
        let outcome = best.get(&choice.hold.with(roll.rolled))?;
        Some((roll.ways as f64 / ways, outcome))
    })
}

fn dice_hint(best: &HashMap<Hand, SteerOutcome>, choice: DiceChoice, turns: f32) -> DiceHint {
    let mut hint = DiceHint { choice, turns, points: None, crash: 0.0, sink: 0.0, finish: 0.0, landings: Vec::new() };
    for (chance, SteerOutcome { option, ending, .. }) in rolls(best, choice) {
        hint.crash += if option.crash() { chance } else { 0.0 };
        match ending {
            MoveEnding::Sinks => hint.sink += chance,
            MoveEnding::Finishes => hint.finish += chance,
            MoveEnding::Sails | MoveEnding::Crashes => {}
        }
        let (at, heading, ending) = (option.end, option.heading, *ending);
        let same = |landing: &&mut Landing| (landing.at, landing.heading, landing.ending) == (at, heading, ending);
        match hint.landings.iter_mut().find(same) {
            Some(landing) => landing.chance += chance,
            None => hint.landings.push(Landing { at, heading, ending, chance }),
        }
    }
    // The sort is stable: equally likely landings stay in the order of the rolls, high to low.
    sort_short(&mut hint.landings, |a, b| b.chance.total_cmp(&a.chance));
    hint
}
