//! Estimates the value of each decision and each roll of a record in points: the rest of the race is simulated many times, with
//! Captains in all boats and the same random numbers for all alternatives.

use crate::{
    CourseCache, QuickRandom, Score, Solution,
    analysis::{Analysis, review::shown},
    arena::Mean,
    pilot::candidates::{after, candidates},
    simulation::{SimulatedRace, Simulator, Simulators},
    utility::Utility,
};
use powerboats_rules::{
    Action, Color, DiceChoice, Entry, Event, Hand, Heading, Hex, Logbook, PerColor, Race, RecordFault, Steer,
    StepEvent, TurnEntry, Walk, outcomes, sort_long,
};
use std::sync::Arc;

/// A choice is better than the Captain's only if it is better by this many standard errors.
const SURE: f64 = 2.0;

/// The value of a decision in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DecisionPoints<T> {
    /// The best decision.
    pub best: T,
    /// Points lost. This is an estimate, so it can be slightly below zero.
    pub error: Mean,
    /// By how many points the decision made is ahead of the Captain's, which is the best in turns.
    pub ahead: Mean,
}

/// The value of an entry of a record in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum EntryPoints {
    /// Of a placing.
    Placing(DecisionPoints<(Hex, Heading)>),
    /// Of a turn.
    Turn {
        /// The choice of dice.
        dice: DecisionPoints<DiceChoice>,
        /// The points each player gained by the roll. The average over all rolls is zero.
        luck: PerColor<Mean>,
        /// The direction steered.
        heading: DecisionPoints<Steer>,
    },
}

/// An entry of a record with a decision, and the race before it.
#[derive(Clone, Debug)]
pub struct PointsTask {
    /// The index of this task, which seeds its random numbers.
    number: u64,
    /// The number of races before this one.
    earlier: usize,
    race: Race,
    score: Score,
    entry: Entry,
}

impl PointsTask {
    /// All tasks of a record, in order.
    pub fn all(book: &Logbook) -> Result<Vec<PointsTask>, RecordFault> {
        let (mut tasks, mut races) = (Vec::new(), 0);
        for step in Walk::new(book.record())? {
            let step = step?;
            match (step.event, step.before.race()) {
                (StepEvent::Dealt, _) => races += 1,
                (StepEvent::Acted(Event::Placed(..) | Event::Chose(..)), Some(race)) => tasks.push(PointsTask {
                    number: tasks.len() as u64,
                    earlier: races - 1,
                    race: race.clone(),
                    score: Score::of(&step.before),
                    entry: step.entry.clone(),
                }),
                _ => {}
            }
        }
        Ok(tasks)
    }

    /// The tasks of the last race.
    pub fn of_last_race(book: &Logbook) -> Result<Vec<PointsTask>, RecordFault> {
        let mut tasks = PointsTask::all(book)?;
        let last = tasks.last().map(|task| task.earlier);
        tasks.retain(|task| Some(task.earlier) == last);
        Ok(tasks)
    }

    fn color(&self) -> Option<Color> {
        self.race.phase().turn()
    }
}

impl Analysis {
    /// Adds the results of the tasks of the same record.
    pub fn add_points(&mut self, tasks: &[PointsTask], entry_points: &[EntryPoints]) {
        for (task, entry_points) in tasks.iter().zip(entry_points) {
            let boats = self.races.get_mut(task.earlier).map(|race| &mut race.boats);
            let boat = boats.and_then(|boats| boats.iter_mut().find(|boat| Some(boat.color) == task.color()));
            let Some(boat) = boat else { continue };
            match (*entry_points, &task.entry) {
                (EntryPoints::Placing(lost), _) => {
                    boat.placing.iter_mut().for_each(|placing| placing.points = Some(lost));
                }
                (EntryPoints::Turn { dice, luck, heading }, Entry::Turn(entry)) => {
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

/// Estimates points. Use one on each thread: the results depend only on the record and the number of simulations.
pub struct PointsEstimator {
    courses: Arc<CourseCache>,
    simulations: u32,
    simulators: Simulators,
}

/// The value of the race's end to each player, for each simulation.
type RaceValues = Vec<PerColor<f32>>;

impl PointsEstimator {
    /// Simulates each alternative this many times.
    pub fn new(courses: Arc<CourseCache>, simulations: u32) -> PointsEstimator {
        PointsEstimator { courses, simulations, simulators: Simulators::default() }
    }

    /// Estimates the points of a task; `None` if its entry is illegal.
    pub fn estimate(&mut self, task: &PointsTask) -> Option<EntryPoints> {
        let known = self.courses.of(task.race.course());
        let (solution, simulator) = (known.solution(), self.simulators.of(&known));
        let utility = Utility::new(solution, &task.race, &task.score);
        let (race, color) = (&task.race, task.color()?);
        let mut run = TaskRun { solution, simulator, utility, simulations: self.simulations, number: 2 * task.number };
        match &task.entry {
            Entry::Place(_, berth) => {
                let lost = run.decision(race, color, Action::Place(berth.0, berth.1))?;
                let place = |action| if let Action::Place(at, heading) = action { Some((at, heading)) } else { None };
                Some(EntryPoints::Placing(lost.map(place)?))
            }
            Entry::Turn(turn) => run.turn(race, color, turn),
            _ => None,
        }
    }
}

impl DecisionPoints<Action> {
    fn map<T>(self, best: impl Fn(Action) -> Option<T>) -> Option<DecisionPoints<T>> {
        Some(DecisionPoints { best: best(self.best)?, error: self.error, ahead: self.ahead })
    }
}

struct TaskRun<'a> {
    solution: &'a Solution,
    simulator: &'a mut Simulator,
    utility: Utility,
    simulations: u32,
    number: u64,
}

impl TaskRun<'_> {
    /// Simulates the rest of each of these races with the same random numbers, which are never used again.
    fn simulate(&mut self, after_each: &[SimulatedRace], race: &Race) -> Vec<RaceValues> {
        self.number += 1;
        let simulate = |simulated: &SimulatedRace| {
            let simulation = |i: u32| {
                let mut simulated = simulated.clone();
                let mut random = QuickRandom::of_task(self.number, i.into());
                self.simulator.play_out(self.solution, &mut simulated, &mut random);
                let mut ends = PerColor::default();
                race.boats().iter().for_each(|boat| ends[boat.color] = self.utility.of(&simulated, boat.color));
                ends
            };
            (0..self.simulations).map(simulation).collect()
        };
        after_each.iter().map(simulate).collect()
    }

    /// A decision without chance.
    fn decision(&mut self, race: &Race, color: Color, made: Action) -> Option<DecisionPoints<Action>> {
        let actions = with_made(candidates(race, self.solution, race.boat(color)?), made);
        if actions.len() == 1 {
            return Some(DecisionPoints { best: made, error: Mean::default(), ahead: Mean::default() });
        }
        let after_each: Option<Vec<SimulatedRace>> =
            actions.iter().map(|&action| after(race, self.solution, action)).collect();
        let ends = self.simulate(&after_each?, race);
        let points: Vec<Vec<f64>> =
            ends.iter().map(|ends| ends.iter().map(|end| f64::from(end[color])).collect()).collect();
        Some(lost_points(&actions, made, &points))
    }

    fn turn(&mut self, race: &Race, color: Color, entry: &TurnEntry) -> Option<EntryPoints> {
        let (made, rolled) = (entry.dice.choice(), shown(entry.dice.rolled));
        let actions = with_made(candidates(race, self.solution, race.boat(color)?), Action::Choose(made));
        let choices: Vec<DiceChoice> = actions
            .into_iter()
            .filter_map(|action| if let Action::Choose(choice) = action { Some(choice) } else { None })
            .collect();
        let mut hands: Vec<Hand> = choices.iter().flat_map(|choice| rolls(*choice)).map(|(hand, _)| hand).collect();
        sort_long(&mut hands, Hand::cmp);
        hands.dedup();
        let (error, ahead) = (Mean::default(), Mean::default());
        let (mut luck, mut dice) = (PerColor::default(), DecisionPoints { best: made, error, ahead });
        if hands.len() > 1 {
            let start = SimulatedRace::of(race)?;
            let run = |hand: &Hand| {
                let mut simulated = start.clone();
                self.simulator.rolled(self.solution, &mut simulated, *hand);
                simulated
            };
            let after_each: Vec<SimulatedRace> = hands.iter().map(run).collect();
            let ends = self.simulate(&after_each, race);
            let of_hand = |hand: Hand| hands.binary_search(&hand).map_or(&ends[0], |place| &ends[place]);
            let points: Vec<Vec<f64>> = choices.iter().map(|&choice| mean(choice, color, of_hand)).collect();
            dice = lost_points(&choices, made, &points);
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
        Some(EntryPoints::Turn { dice, luck, heading })
    }
}

/// Adds the decision that was made, if it is not among the candidates.
fn with_made(mut actions: Vec<Action>, made: Action) -> Vec<Action> {
    if !actions.contains(&made) {
        actions.push(made);
    }
    actions
}

/// All hands that a choice can lead to, with their probabilities.
fn rolls(choice: DiceChoice) -> impl Iterator<Item = (Hand, f64)> {
    let ways = 3f64.powi(choice.rolls().into());
    outcomes(choice.rolls()).map(move |outcome| (choice.hold.with(outcome.rolled), outcome.ways as f64 / ways))
}

/// A player's points after a choice, the average over all rolls, for each simulation.
fn mean<'a>(choice: DiceChoice, color: Color, of_hand: impl Fn(Hand) -> &'a RaceValues) -> Vec<f64> {
    let mut sums = Vec::new();
    for (hand, chance) in rolls(choice) {
        let ends = of_hand(hand);
        sums.resize(ends.len(), 0.0);
        sums.iter_mut().zip(ends).for_each(|(sum, ends)| *sum += chance * f64::from(ends[color]));
    }
    sums
}

/// The points lost by the decision made, from the points of each choice in each simulation. The Captain's choice is the first. It is
/// the best unless another is better by [`SURE`] standard errors. Each half of the simulations is compared with the best choice of
/// the other half, so a choice that only looks best by chance gains nothing.
fn lost_points<T: Copy + PartialEq>(choices: &[T], made: T, points: &[Vec<f64>]) -> DecisionPoints<T> {
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
    let ahead = Mean::of(points[made].iter().zip(&points[0]).map(|(its, captains)| its - captains));
    DecisionPoints { best: choices[if error.mean > 0.0 { best(&|_| true) } else { made }], error, ahead }
}

#[cfg(test)]
mod tests {
    use super::*;
    use powerboats_rules::{DiceText, PositionText, Rolled};

    /// Two boats close to each other. Red chooses dice.
    const CLOSE: &str =
        "12./12./4.3#5./4.3#5./12./12./12. c6E,b2,k1,j4 A-turns red:d6NE:21:0:start:0,white:e6NE:3:0:start:0 dice:red";

    fn estimate(choice: DiceChoice, rolled: Hand, estimator: &mut PointsEstimator) -> EntryPoints {
        let race = CLOSE.parse::<PositionText>().unwrap().race().unwrap();
        let mut played = race.clone();
        played.choose(choice).unwrap();
        played.roll(rolled).unwrap();
        let moved = played.steer(played.steer_options()[0].steer).unwrap();
        let turn = TurnEntry::new(1, DiceText { hold: choice.hold, rolled: Rolled::Shows(rolled) }, &moved);
        let score = Score::of_race(&race);
        estimator.estimate(&PointsTask { number: 0, earlier: 0, race, score, entry: Entry::Turn(turn) }).unwrap()
    }

    /// Luck averages to zero however few the simulations are.
    #[test]
    fn luck_over_all_rolls_adds_up_to_zero() {
        let choice = DiceChoice { hold: "1".parse().unwrap(), count: 3 };
        let mut estimator = PointsEstimator::new(CourseCache::new(), 20);
        let mut sum = [0.0; 2];
        for outcome in outcomes(choice.rolls()) {
            let EntryPoints::Turn { luck, .. } = estimate(choice, outcome.rolled, &mut estimator) else {
                panic!("a turn")
            };
            for (sum, color) in sum.iter_mut().zip([Color::Red, Color::White]) {
                *sum += outcome.ways as f64 * luck[color].mean;
            }
        }
        assert!(sum.iter().all(|sum| sum.abs() < 1e-6), "{sum:?}");
    }

    /// Of choices that differ only by chance none is better. A choice that always gives one point more is.
    #[test]
    fn chance_alone_makes_no_error() {
        let mut draw = QuickRandom::new(1);
        let mut noise = || (draw.bits() >> 40) as f64 / (1 << 24) as f64;
        let points: Vec<Vec<f64>> = (0..4).map(|_| (0..2_000).map(|_| noise()).collect()).collect();
        let errors = (0..4).map(|made| lost_points(&[0, 1, 2, 3], made, &points).error);
        assert!(errors.into_iter().all(|error| error.mean <= 3.0 * error.error));
        let better: Vec<f64> = points[0].iter().map(|points| points + 1.0).collect();
        let found = lost_points(&["captain's", "better"], "captain's", &[points[0].clone(), better]);
        assert_eq!((found.best, found.error.error), ("better", 0.0));
        assert_eq!(found.ahead.mean, 0.0, "the Captain's decision was made");
        assert!((found.error.mean - 1.0).abs() < 1e-9);
    }
}
