//! What was at stake: each decision and each roll of a record weighed in points, by letting the whole fleet sail on from
//! it as Captains, many times and in the same winds.

use crate::{
    CourseCache, QuickRandom, Score, Solution,
    analysis::{
        Analysis,
        review::{follow, shown},
    },
    arena::Mean,
    pilot::prospects::{after, candidates},
    simulation::{Fleet, Simulator, Simulators},
    utility::Utility,
};
use powerboats_rules::{
    Action, Color, Course, DiceChoice, Entry, Hand, Heading, Hex, Logbook, PerColor, Race, RecordFault, Regatta, Steer,
    TurnEntry, outcomes,
};
use std::sync::Arc;

/// How many standard errors better than the Captain's choice another must be to count as the best.
const SURE: f64 = 2.0;

/// A decision in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stake<T> {
    /// What would have been best.
    pub best: T,
    /// Points lost against it. Measured, so it may come out a little below zero.
    pub error: Mean,
}

/// What a line of a record was worth in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Stakes {
    /// A boat was placed.
    Placing(Stake<(Hex, Heading)>),
    /// A turn was taken.
    Turn {
        /// Held and rolled.
        dice: Stake<DiceChoice>,
        /// Points each player gained by the roll. Over all the ways it can fall these come to nothing.
        luck: PerColor<Mean>,
        /// The way it steered.
        heading: Stake<Steer>,
    },
}

/// A line of a record in which something is decided, and the race before it.
#[derive(Clone, Debug)]
pub struct Occasion {
    /// Its place among all: where its winds begin.
    number: u64,
    /// Races before this one.
    earlier: usize,
    race: Race,
    score: Score,
    entry: Entry,
}

impl Occasion {
    /// Every one of a record, in its order.
    pub fn all(book: &Logbook) -> Result<Vec<Occasion>, RecordFault> {
        let record = book.record();
        let (seats, layout) = (book.regatta().seats(), record.layout);
        let mut regatta = Regatta::new(seats, record.scoring, record.races, layout, &record.start)?;
        let (mut occasions, mut races) = (Vec::new(), 0);
        for entry in &record.log {
            match (entry, regatta.race()) {
                (Entry::Race(_, plan), _) => {
                    regatta.deal(Course::new(layout.lake(), *plan)?)?;
                    races += 1;
                }
                (Entry::Place(..) | Entry::Turn(_), Some(race)) => {
                    let (number, score) = (occasions.len() as u64, Score::of(&regatta));
                    let (earlier, race, entry) = (races - 1, race.clone(), entry.clone());
                    occasions.push(Occasion { number, earlier, race, score, entry });
                }
                _ => {}
            }
            follow(&mut regatta, entry)?;
        }
        Ok(occasions)
    }

    fn color(&self) -> Option<Color> {
        self.race.phase().turn()
    }
}

impl Analysis {
    /// Takes over what each occasion of the same record was worth in points.
    pub fn add_points(&mut self, occasions: &[Occasion], stakes: &[Stakes]) {
        for (occasion, stakes) in occasions.iter().zip(stakes) {
            let boats = self.races.get_mut(occasion.earlier).map(|race| &mut race.boats);
            let boat = boats.and_then(|boats| boats.iter_mut().find(|boat| Some(boat.color) == occasion.color()));
            let Some(boat) = boat else { continue };
            match (*stakes, &occasion.entry) {
                (Stakes::Placing(stake), _) => {
                    boat.placing.iter_mut().for_each(|placing| placing.points = Some(stake));
                }
                (Stakes::Turn { dice, luck, heading }, Entry::Turn(entry)) => {
                    for turn in boat.turns.iter_mut().filter(|turn| turn.number == entry.number) {
                        turn.dice.points = Some(dice);
                        turn.luck_in_points = Some(luck);
                        turn.heading.points = Some(heading);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Weighs occasions: one on each core, if you like. What it finds depends on the record and the number of sailings alone.
pub struct Appraiser {
    courses: Arc<CourseCache>,
    sailings: u32,
    simulators: Simulators,
}

/// What the end of each sailing was worth to each player.
type Ends = Vec<PerColor<f32>>;

impl Appraiser {
    /// One who lets the fleet sail on so often from each thing that could have happened.
    pub fn new(courses: Arc<CourseCache>, sailings: u32) -> Appraiser {
        Appraiser { courses, sailings, simulators: Simulators::default() }
    }

    /// Weighs an occasion; `None` if it is none by the rules.
    pub fn weigh(&mut self, occasion: &Occasion) -> Option<Stakes> {
        let known = self.courses.of(occasion.race.course());
        let (solution, simulator) = (known.solution(), self.simulators.of(&known));
        let utility = Utility::new(solution, &occasion.race, &occasion.score);
        let (race, color) = (&occasion.race, occasion.color()?);
        let mut scales = Scales { solution, simulator, utility, sailings: self.sailings, number: 2 * occasion.number };
        match &occasion.entry {
            Entry::Place(_, berth) => {
                let stake = scales.decision(race, color, Action::Place(berth.0, berth.1))?;
                let place = |action| if let Action::Place(at, heading) = action { Some((at, heading)) } else { None };
                Some(Stakes::Placing(stake.map(place)?))
            }
            Entry::Turn(turn) => scales.turn(race, color, turn),
            _ => None,
        }
    }
}

impl Stake<Action> {
    fn map<T>(self, best: impl Fn(Action) -> Option<T>) -> Option<Stake<T>> {
        Some(Stake { best: best(self.best)?, error: self.error })
    }
}

struct Scales<'a> {
    solution: &'a Solution,
    simulator: &'a mut Simulator,
    utility: Utility,
    sailings: u32,
    number: u64,
}

impl Scales<'_> {
    /// Sails on from each of these fleets, all in the same winds; these are never used again.
    fn sail(&mut self, fleets: &[Fleet], race: &Race) -> Vec<Ends> {
        self.number += 1;
        let sail = |fleet: &Fleet| {
            let sailing = |i: u32| {
                let mut fleet = fleet.clone();
                self.simulator.sail(self.solution, &mut fleet, &mut QuickRandom::of_task(self.number, i.into()));
                let mut ends = PerColor::default();
                race.boats().iter().for_each(|boat| ends[boat.color] = self.utility.of(&fleet, boat.color));
                ends
            };
            (0..self.sailings).map(sailing).collect()
        };
        fleets.iter().map(sail).collect()
    }

    /// A decision that leaves nothing to chance.
    fn decision(&mut self, race: &Race, color: Color, made: Action) -> Option<Stake<Action>> {
        let actions = with_made(candidates(race, self.solution, race.boat(color)?), made);
        if actions.len() == 1 {
            return Some(Stake { best: made, error: Mean::default() });
        }
        let fleets: Option<Vec<Fleet>> = actions.iter().map(|&action| after(race, self.solution, action)).collect();
        let ends = self.sail(&fleets?, race);
        let points: Vec<Vec<f64>> =
            ends.iter().map(|ends| ends.iter().map(|end| f64::from(end[color])).collect()).collect();
        Some(stake(&actions, made, &points))
    }

    fn turn(&mut self, race: &Race, color: Color, entry: &TurnEntry) -> Option<Stakes> {
        let (made, rolled) = (entry.dice.choice(), shown(entry.dice.rolled));
        let actions = with_made(candidates(race, self.solution, race.boat(color)?), Action::Choose(made));
        let choices: Vec<DiceChoice> = actions
            .into_iter()
            .filter_map(|action| if let Action::Choose(choice) = action { Some(choice) } else { None })
            .collect();
        let mut hands: Vec<Hand> = choices.iter().flat_map(|choice| rolls(*choice)).map(|(hand, _)| hand).collect();
        hands.sort();
        hands.dedup();
        let (mut luck, mut dice) = (PerColor::default(), Stake { best: made, error: Mean::default() });
        if hands.len() > 1 {
            let start = Fleet::of(race)?;
            let run = |hand: &Hand| {
                let mut fleet = start.clone();
                self.simulator.rolled(self.solution, &mut fleet, *hand);
                fleet
            };
            let fleets: Vec<Fleet> = hands.iter().map(run).collect();
            let ends = self.sail(&fleets, race);
            let of_hand = |hand: Hand| hands.binary_search(&hand).map_or(&ends[0], |place| &ends[place]);
            let points: Vec<Vec<f64>> = choices.iter().map(|&choice| mean(choice, color, of_hand)).collect();
            dice = stake(&choices, made, &points);
            let actual = of_hand(made.hold.with(rolled));
            for boat in race.boats().iter().filter(|_| !rolled.is_empty()) {
                let mean = mean(made, boat.color, of_hand);
                let gains = actual.iter().zip(&mean).map(|(ends, mean)| f64::from(ends[boat.color]) - mean);
                luck[boat.color] = Mean::of(gains);
            }
        }
        let mut race = race.clone();
        race.choose(made).ok()?;
        race.roll(rolled).ok()?;
        let heading = self.decision(&race, color, Action::Steer(entry.steer))?;
        let heading = heading.map(|action| if let Action::Steer(steer) = action { Some(steer) } else { None })?;
        Some(Stakes::Turn { dice, luck, heading })
    }
}

/// What was done is weighed too, promising or not.
fn with_made(mut actions: Vec<Action>, made: Action) -> Vec<Action> {
    if !actions.contains(&made) {
        actions.push(made);
    }
    actions
}

/// Every hand a choice can lead to, and how likely it is.
fn rolls(choice: DiceChoice) -> impl Iterator<Item = (Hand, f64)> {
    let ways = 3f64.powi(choice.rolls().into());
    outcomes(choice.rolls()).map(move |outcome| (choice.hold.with(outcome.rolled), outcome.ways as f64 / ways))
}

/// The points a choice brings a player, sailing by sailing, in the mean over all ways it can fall.
fn mean<'a>(choice: DiceChoice, color: Color, of_hand: impl Fn(Hand) -> &'a Ends) -> Vec<f64> {
    let mut sums = Vec::new();
    for (hand, chance) in rolls(choice) {
        let ends = of_hand(hand);
        sums.resize(ends.len(), 0.0);
        sums.iter_mut().zip(ends).for_each(|(sum, ends)| *sum += chance * f64::from(ends[color]));
    }
    sums
}

/// What was lost by what was done, from the points of each choice, sailing by sailing, the Captain's first. The best is the
/// Captain's choice unless another is surely better. One half of the sailings is measured against the best that the other
/// half shows: so what looks best by chance alone gains nothing by it.
fn stake<T: Copy + PartialEq>(choices: &[T], made: T, points: &[Vec<f64>]) -> Stake<T> {
    let best = |counts: &dyn Fn(usize) -> bool| {
        let ahead = |choice: usize| {
            let both = points[choice].iter().zip(&points[0]).enumerate();
            Mean::of(both.filter(|(i, _)| counts(*i)).map(|(_, (its, captains))| its - captains))
        };
        let sure = (1..choices.len()).map(|choice| (choice, ahead(choice))).filter(|(_, a)| a.mean > SURE * a.error);
        sure.max_by(|a, b| a.1.mean.total_cmp(&b.1.mean)).map_or(0, |(choice, _)| choice)
    };
    let halves = [best(&|i| i % 2 == 1), best(&|i| i % 2 == 0)];
    let made = choices.iter().position(|choice| *choice == made).unwrap_or(0);
    let error = Mean::of((0..points[0].len()).map(|i| points[halves[i % 2]][i] - points[made][i]));
    Stake { best: choices[if error.mean > 0.0 { best(&|_| true) } else { made }], error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use powerboats_rules::{DiceText, PositionText, Rolled};

    /// Two boats, each in the other's way, red to choose dice.
    const CLOSE: &str =
        "12./12./4.3#5./4.3#5./12./12./12. c6E,b2,k1,j4 A-turns red:d6NE:21:0:start:0,white:e6NE:3:0:start:0 dice:red";

    fn weigh(choice: DiceChoice, rolled: Hand, appraiser: &mut Appraiser) -> Stakes {
        let race = CLOSE.parse::<PositionText>().unwrap().race().unwrap();
        let mut sailed = race.clone();
        sailed.choose(choice).unwrap();
        sailed.roll(rolled).unwrap();
        let moved = sailed.steer(sailed.steer_options()[0].steer).unwrap();
        let turn = TurnEntry::new(1, DiceText { hold: choice.hold, rolled: Rolled::Shows(rolled) }, &moved);
        let score = Score::of_race(&race);
        appraiser.weigh(&Occasion { number: 0, earlier: 0, race, score, entry: Entry::Turn(turn) }).unwrap()
    }

    /// Whatever the sailings show: so luck is fair, however few they are.
    #[test]
    fn luck_comes_to_nothing_over_all_rolls() {
        let choice = DiceChoice { hold: "1".parse().unwrap(), count: 3 };
        let mut appraiser = Appraiser::new(CourseCache::new(), 20);
        let mut sum = [0.0; 2];
        for outcome in outcomes(choice.rolls()) {
            let Stakes::Turn { luck, .. } = weigh(choice, outcome.rolled, &mut appraiser) else { panic!("a turn") };
            for (sum, color) in sum.iter_mut().zip([Color::Red, Color::White]) {
                *sum += outcome.ways as f64 * luck[color].mean;
            }
        }
        assert!(sum.iter().all(|sum| sum.abs() < 1e-6), "{sum:?}");
    }

    /// Of three choices that differ by chance alone none is better; one that always brings a point more is.
    #[test]
    fn chance_alone_makes_no_error() {
        let mut draw = QuickRandom::new(1);
        let mut noise = || (draw.bits() >> 40) as f64 / (1 << 24) as f64;
        let points: Vec<Vec<f64>> = (0..4).map(|_| (0..2_000).map(|_| noise()).collect()).collect();
        let errors = (0..4).map(|made| stake(&[0, 1, 2, 3], made, &points).error);
        assert!(errors.into_iter().all(|error| error.mean <= 3.0 * error.error));
        let better: Vec<f64> = points[0].iter().map(|points| points + 1.0).collect();
        let found = stake(&["captain's", "better"], "captain's", &[points[0].clone(), better]);
        assert_eq!((found.best, found.error.error), ("better", 0.0));
        assert!((found.error.mean - 1.0).abs() < 1e-9);
    }
}
