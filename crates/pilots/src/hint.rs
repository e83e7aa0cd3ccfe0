//! Hints: what each choice of the boat whose turn it is would be worth, the best first.

use crate::{
    Admiral, CourseCache, Fate, Lone, PilotKind, QuickRandom, Score, Solution, course::cache::CourseKnowledge,
    pilot::boat_in_turn,
};
use powerboats_rules::{
    Action, DiceChoice, Hand, Heading, Hex, IllegalAction, Phase, Race, Runs, Steer, SteerOption, outcomes,
};
use std::{collections::HashMap, sync::Arc};

/// What there is to choose now, and what it is worth. Everything counts the turn that is on.
///
/// Turns are those the boat still needs if it plays on as if alone, a sinking counted by its weight. For the turn that
/// is on, boats in its way are taken as they lie.
#[derive(Clone, PartialEq, Debug)]
pub enum Hint {
    /// Where to place the boat: each free place with its best heading, the best first.
    Place(Vec<PlaceHint>),
    /// Which dice to hold and to roll: what is sensible, the best first.
    Dice(Vec<DiceHint>),
    /// Which way to steer: what is legal, the best first, and then what is not.
    Steer(Vec<SteerHint>),
}

/// A start place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlaceHint {
    /// The place.
    pub at: Hex,
    /// The best heading there.
    pub heading: Heading,
    /// Expected turns.
    pub turns: f32,
    /// Expected points of this race, less what damage kept costs later, if the Admiral weighed them.
    pub points: Option<f32>,
}

/// A choice of dice.
#[derive(Clone, PartialEq, Debug)]
pub struct DiceHint {
    /// The choice.
    pub choice: DiceChoice,
    /// Expected turns.
    pub turns: f32,
    /// Expected points of this race, less what damage kept costs later, if the Admiral weighed them.
    pub points: Option<f32>,
    /// Probability of a crash in this turn.
    pub crash: f64,
    /// Probability that it sinks in this turn, and has not finished.
    pub sink: f64,
    /// Probability that it finishes in this turn.
    pub finish: f64,
    /// Where it can come to lie when it takes the best heading after each roll, the likeliest first.
    pub landings: Vec<Landing>,
}

/// Where a move can end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Landing {
    /// The hex.
    pub at: Hex,
    /// The way the boat faces.
    pub heading: Heading,
    /// How it gets there.
    pub ending: MoveEnding,
    /// How likely that is.
    pub chance: f64,
}

/// How a move ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum MoveEnding {
    /// Afloat, its dice kept.
    Sails,
    /// Afloat, its dice lost.
    Crashes,
    /// Out of the race.
    Sinks,
    /// Across the finish, whatever came after that.
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

/// A heading.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SteerHint {
    /// Left, straight on or right.
    pub steer: Steer,
    /// The heading that gives.
    pub heading: Heading,
    /// What comes of it, or why it may not be taken.
    pub sailing: Result<Sailing, IllegalAction>,
}

/// What comes of a heading that may be taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sailing {
    /// Run, end and damage.
    pub option: SteerOption,
    /// How the move ends.
    pub ending: MoveEnding,
    /// Expected turns.
    pub turns: f32,
    /// Expected points of this race, less what damage kept costs later, if the Admiral weighed them.
    pub points: Option<f32>,
}

/// Choices that cost so many turns more than the best are not sensible.
const SENSIBLE: f64 = 2.0;

/// At most so many choices of dice are shown.
const DOZEN: usize = 12;

impl Hint {
    /// For the boat whose turn it is; `None` if nobody decides: dice are about to be rolled, or the race is over.
    ///
    /// ```
    /// use powerboats_pilots::{Hint, CourseCache};
    /// use powerboats_rules::PositionText;
    ///
    /// let text = "12./12./12./12./12. d3E,k1,k5,b5 C-turns \
    ///             red:e5NE:21:2k2:finish:14,white:finished:31:0:finish:13 dice:red";
    /// let race = text.parse::<PositionText>()?.race()?;
    /// let Some(Hint::Dice(dice)) = Hint::of(&race, &CourseCache::default()) else { panic!("red chooses dice") };
    /// assert_eq!((dice[0].turns, dice[0].finish), (1.0, 1.0)); // some choice takes it home for certain
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(race: &Race, courses: &CourseCache) -> Option<Hint> {
        let known = courses.of(race.course());
        match race.phase() {
            Phase::Place(_) => Some(Hint::Place(places(race, &known)?)),
            Phase::Dice(_) => Some(Hint::Dice(Helm::new(race, &known)?.dice())),
            Phase::Steer(_, hand) => Some(Hint::Steer(Helm::new(race, &known)?.headings(hand))),
            Phase::Chance(..) | Phase::Over => None,
        }
    }

    /// Adds the points that the Admiral expects of each choice. Its winds are its own: they take nothing from the dice of the
    /// game, and are the same when asked again.
    pub fn add_points(&mut self, race: &Race, score: &Score, courses: &Arc<CourseCache>) {
        let actions = self.choices().into_iter().map(|(action, _)| action).collect();
        let weighed =
            Admiral::new(courses.clone(), PilotKind::THINKS).weigh(actions, race, score, &mut QuickRandom::new(0));
        let of = |action| weighed.iter().find(|weighed| weighed.action == action).map(|weighed| weighed.points as f32);
        match self {
            Hint::Place(places) => {
                places.iter_mut().for_each(|place| place.points = of(Action::Place(place.at, place.heading)));
            }
            Hint::Dice(dice) => dice.iter_mut().for_each(|dice| dice.points = of(Action::Choose(dice.choice))),
            Hint::Steer(headings) => {
                for heading in headings {
                    if let Ok(sailing) = &mut heading.sailing {
                        sailing.points = of(Action::Steer(heading.steer));
                    }
                }
            }
        }
    }

    /// The choices with their points, if they were weighed, in the order of the hint.
    pub fn points(&self) -> Vec<(Action, f32)> {
        self.choices().into_iter().filter_map(|(action, points)| Some((action, points?))).collect()
    }

    /// All choices that may be made, in the order of the hint, with their points.
    fn choices(&self) -> Vec<(Action, Option<f32>)> {
        match self {
            Hint::Place(places) => {
                places.iter().map(|place| (Action::Place(place.at, place.heading), place.points)).collect()
            }
            Hint::Dice(dice) => dice.iter().map(|dice| (Action::Choose(dice.choice), dice.points)).collect(),
            Hint::Steer(headings) => {
                let open = |hint: &SteerHint| Some((Action::Steer(hint.steer), hint.sailing.ok()?.points));
                headings.iter().filter_map(open).collect()
            }
        }
    }

    /// Expected turns with the best choice.
    pub fn turns(&self) -> Option<f32> {
        match self {
            Hint::Place(places) => places.first().map(|place| place.turns),
            Hint::Dice(dice) => dice.first().map(|dice| dice.turns),
            Hint::Steer(headings) => headings.first().and_then(|heading| Some(heading.sailing.ok()?.turns)),
        }
    }
}

/// Each free place with its best heading.
fn places(race: &Race, known: &CourseKnowledge) -> Option<Vec<PlaceHint>> {
    let boat = boat_in_turn(race)?;
    let solution = known.solution();
    let best = |at: Hex| {
        let place = |heading| {
            let lone = Lone { at, heading, hand: boat.hand, damage: boat.damage, progress: boat.progress };
            PlaceHint { at, heading, turns: solution.value(&lone), points: None }
        };
        Heading::ALL.map(place).into_iter().min_by(|a, b| a.turns.total_cmp(&b.turns))
    };
    let mut places: Vec<PlaceHint> = race.free_places().into_iter().filter_map(best).collect();
    places.sort_by(|a, b| a.turns.total_cmp(&b.turns));
    Some(places)
}

/// A boat about to move, and all that matters for its turn.
struct Helm<'a> {
    solution: &'a Solution,
    lone: Lone,
    /// Other boats' hexes.
    taken: Vec<Hex>,
}

impl<'a> Helm<'a> {
    fn new(race: &Race, known: &'a CourseKnowledge) -> Option<Helm<'a>> {
        let boat = boat_in_turn(race)?;
        let others = race.boats().iter().filter(|other| other.color != boat.color);
        let taken = others.filter_map(|other| other.at()).collect();
        Some(Helm { solution: known.solution(), lone: Lone::of(boat)?, taken })
    }

    fn runs(&self, hand: Hand) -> Runs {
        Runs::new(self.solution.course(), self.lone.at, self.lone.heading, hand.total())
    }

    fn sail(&self, hand: Hand, option: SteerOption) -> Sailing {
        let (fate, value) = self.solution.fate(&self.lone, hand, option.heading, option.run, option.steps);
        let ending = match fate {
            Fate::Finished => MoveEnding::Finishes,
            Fate::Sunk => MoveEnding::Sinks,
            Fate::Racing(_) if option.crash() => MoveEnding::Crashes,
            Fate::Racing(_) => MoveEnding::Sails,
        };
        Sailing { option, ending, turns: 1.0 + value, points: None }
    }

    /// All three headings with a hand after the roll.
    fn headings(&self, hand: Hand) -> Vec<SteerHint> {
        let runs = self.runs(hand);
        let mut hints: Vec<SteerHint> = Vec::with_capacity(3);
        for steer in Steer::ALL {
            let refusal = IllegalAction::Steer { steer, run: runs.run(steer), longest: runs.longest() };
            let option = runs.option(steer, |hex| self.taken.contains(&hex));
            let sailing = option.map(|option| self.sail(hand, option)).ok_or(refusal);
            hints.push(SteerHint { steer, heading: self.lone.heading.steered(steer), sailing });
        }
        hints.sort_by(|a, b| {
            let turns = |hint: &SteerHint| hint.sailing.map_or(f32::INFINITY, |sailing| sailing.turns);
            turns(a).total_cmp(&turns(b))
        });
        hints
    }

    /// The best heading with a hand after the roll.
    fn best_heading(&self, hand: Hand) -> Option<Sailing> {
        let options = self.runs(hand).options(|hex| self.taken.contains(&hex));
        let sailings = options.into_iter().map(|option| self.sail(hand, option));
        sailings.min_by(|a, b| a.turns.total_cmp(&b.turns))
    }

    /// Every sensible choice of dice.
    fn dice(&self) -> Vec<DiceHint> {
        let have = self.lone.hand.len();
        let counts = have.saturating_sub(1)..=have + 1;
        let hands = counts.flat_map(|count| outcomes(count).map(|outcome| outcome.rolled));
        let best: HashMap<Hand, Sailing> = hands.filter_map(|hand| Some((hand, self.best_heading(hand)?))).collect();
        let mean = |choice| {
            let [mut turns, mut crash] = [0.0; 2];
            for (chance, sailing) in rolls(&best, choice) {
                turns += chance * f64::from(sailing.turns);
                crash += if sailing.option.crash() { chance } else { 0.0 };
            }
            (choice, turns, crash)
        };
        let mut ranked: Vec<(DiceChoice, f64, f64)> = self.lone.hand.choices().iter().map(mean).collect();
        // Of equals the safer, and of those the one that leaves less to chance.
        ranked.sort_by(|(one, turns, crash), (other, others_turns, others_crash)| {
            let by_value = turns.total_cmp(others_turns).then(crash.total_cmp(others_crash));
            by_value.then(one.rolls().cmp(&other.rolls()))
        });
        let worst = ranked.first().map_or(0.0, |best| best.1) + SENSIBLE;
        let sensible = ranked.into_iter().take_while(|(_, turns, _)| *turns <= worst).take(DOZEN);
        sensible.map(|(choice, turns, _)| weigh(&best, choice, turns as f32)).collect()
    }
}

/// Each way a choice can fall, with its probability and what the best heading then comes to.
fn rolls(best: &HashMap<Hand, Sailing>, choice: DiceChoice) -> impl Iterator<Item = (f64, &Sailing)> {
    let ways = 3f64.powi(choice.rolls().into());
    outcomes(choice.rolls()).filter_map(move |outcome| {
        let sailing = best.get(&choice.hold.with(outcome.rolled))?;
        Some((outcome.ways as f64 / ways, sailing))
    })
}

fn weigh(best: &HashMap<Hand, Sailing>, choice: DiceChoice, turns: f32) -> DiceHint {
    let mut hint = DiceHint { choice, turns, points: None, crash: 0.0, sink: 0.0, finish: 0.0, landings: Vec::new() };
    for (chance, Sailing { option, ending, .. }) in rolls(best, choice) {
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
    // Stable: equally likely ones stay in the order of the rolls, high to low.
    hint.landings.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    hint
}
