//! Admiral: plays for points, and in a duel for winning the match. It simulates the rest of the race many times after each promising choice, and takes the best.

use crate::{
    CourseCache, Solution,
    pilot::{
        Pilot, Score, boat_in_turn,
        candidates::{after, candidates},
        nobody_decides,
    },
    random::QuickRandom,
    simulation::{SimulatedRace, Simulator, Simulators},
    utility::{Aim, Utility},
};
use powerboats_rules::{Action, Color, Draw, Race, roll, sort_short};
use std::{sync::Arc, time::Duration};

/// Turns to simulate per millisecond of thinking time. It is a fixed number, so the same seed gives the same decision on every
/// machine.
const TURNS_A_MILLISECOND: u64 = 6_000;

/// Simulations before the weaker half of the choices is dropped for the first time.
const FEWEST: u64 = 24;
/// A choice must be better than the Captain's by this many standard errors.
const SURE: f64 = 1.0;

/// A choice and its expected points, the average over all simulations.
#[derive(Clone, Debug)]
pub struct EvaluatedAction {
    #[allow(missing_docs)]
    pub action: Action,
    /// Expected points of this race, minus what damage will cost in later races.
    pub points: f64,
    /// The standard error of the difference to the first choice.
    pub error: f64,
    /// The number of simulations.
    pub simulations: u64,
}

/// Maximises expected points, or in a duel the chance of winning the match.
pub struct Admiral {
    courses: Arc<CourseCache>,
    thinks: Duration,
    simulators: Simulators,
}

impl Admiral {
    /// An Admiral that thinks this long about each decision.
    pub fn new(courses: Arc<CourseCache>, thinks: Duration) -> Admiral {
        Admiral { courses, thinks, simulators: Simulators::default() }
    }

    /// The promising choices of the player who decides now, the Captain's first. Empty if nobody decides.
    pub fn promising(&self, race: &Race) -> Vec<Action> {
        let known = self.courses.of(race.course());
        boat_in_turn(race).map_or_else(Vec::new, |boat| candidates(race, known.solution(), boat))
    }

    /// Estimates the points of legal choices. The first choice must be the one that needs the fewest turns. Empty if nobody decides.
    pub fn evaluate(
        &mut self,
        actions: Vec<Action>,
        race: &Race,
        score: &Score,
        draw: &mut dyn Draw,
    ) -> Vec<EvaluatedAction> {
        self.evaluate_for(Aim::Points, actions, race, score, draw)
    }

    fn evaluate_for(
        &mut self,
        aim: Aim,
        actions: Vec<Action>,
        race: &Race,
        score: &Score,
        draw: &mut dyn Draw,
    ) -> Vec<EvaluatedAction> {
        let seed = seed(draw);
        let known = self.courses.of(race.course());
        let simulator = self.simulators.of(&known);
        let solution = known.solution();
        let Some(boat) = boat_in_turn(race) else { return Vec::new() };
        let budget = self.thinks.as_millis() as u64 * TURNS_A_MILLISECOND;
        let utility = Utility::aiming_at(aim, solution, race, score);
        Evaluation { race, solution, color: boat.color, utility, simulator, seed }.run(actions, budget)
    }
}

fn seed(draw: &mut dyn Draw) -> u64 {
    u64::from(draw.below(u32::MAX)) << 32 | u64::from(draw.below(u32::MAX))
}

impl Pilot for Admiral {
    fn name(&self) -> &'static str {
        "Admiral"
    }

    fn decide(&mut self, race: &Race, score: &Score, draw: &mut dyn Draw) -> Action {
        let Some(boat) = boat_in_turn(race) else { nobody_decides(race.phase()) };
        let mut actions = self.promising(race);
        // A boat at rest does not rest again, unless the Captain would.
        if let (true, Some(&captains)) = (boat.hand.is_empty(), actions.first()) {
            let rests = |action: &Action| matches!(action, Action::Choose(choice) if choice.count == 0);
            actions.retain(|action| *action == captains || !rests(action));
        }
        if let [only] = actions[..] {
            seed(draw); // use the same number of random draws as for a real choice
            return only;
        }
        let aim = Aim::of(race, boat.color);
        let evaluated = self.evaluate_for(aim, actions, race, score, draw);
        let Some(captains) = evaluated.first() else { nobody_decides(race.phase()) };
        let sure = |other: &&EvaluatedAction| other.points - captains.points > SURE * other.error;
        let better = evaluated[1..].iter().filter(sure).max_by(|a, b| a.points.total_cmp(&b.points));
        better.unwrap_or(captains).action
    }
}

/// The evaluation of one decision.
struct Evaluation<'a> {
    race: &'a Race,
    solution: &'a Solution,
    color: Color,
    utility: Utility,
    simulator: &'a mut Simulator,
    seed: u64,
}

/// A choice and the results of its simulations. All candidates are simulated with the same random numbers.
struct Candidate {
    action: Action,
    /// The race after the action; `None` if dice must be rolled first.
    simulated: Option<SimulatedRace>,
    points: Vec<f32>,
}

impl Evaluation<'_> {
    /// Drops the weaker half of the candidates several times. The Captain's choice stays to the end.
    fn run(mut self, actions: Vec<Action>, budget: u64) -> Vec<EvaluatedAction> {
        let mut candidates: Vec<Candidate> = actions
            .into_iter()
            .map(|action| Candidate { action, simulated: after(self.race, self.solution, action), points: Vec::new() })
            .collect();
        if !candidates.is_empty() {
            let begin = self.simulator.turns;
            let halvings = candidates.len().ilog2() + 1;
            let mut dropped = Vec::new();
            for halving in 1..=u64::from(halvings) {
                let until = begin + budget * halving / u64::from(halvings);
                loop {
                    let before = self.simulator.turns;
                    self.simulate_all(&mut candidates);
                    let enough = candidates[0].points.len() as u64 >= FEWEST * halving;
                    // If every candidate ends the race, there is nothing to simulate.
                    if enough && self.simulator.turns >= until || self.simulator.turns == before {
                        break;
                    }
                }
                if halving < u64::from(halvings) && candidates.len() > 2 {
                    let keep = candidates.len().div_ceil(2).max(2);
                    sort_short(&mut candidates[1..], |a, b| b.mean().total_cmp(&a.mean()));
                    dropped.extend(candidates.drain(keep..));
                }
            }
            candidates.extend(dropped);
        }
        let captains = candidates.first().map_or(Vec::new(), |first| first.points.clone());
        candidates.iter().map(|candidate| candidate.evaluated(&captains)).collect()
    }

    fn simulate_all(&mut self, candidates: &mut [Candidate]) {
        for candidate in candidates {
            let mut draw = QuickRandom::of_task(self.seed, candidate.points.len() as u64);
            let points = self.simulate(candidate, &mut draw);
            candidate.points.push(points);
        }
    }

    /// Simulates the race to its end once.
    fn simulate(&mut self, candidate: &Candidate, draw: &mut QuickRandom) -> f32 {
        let mut simulated = match (&candidate.simulated, candidate.action) {
            (Some(simulated), _) => simulated.clone(),
            (None, Action::Choose(choice)) => {
                let Some(mut simulated) = SimulatedRace::of(self.race) else { return 0.0 };
                let hand = choice.hold.with(roll(choice.rolls(), draw));
                self.simulator.rolled(self.solution, &mut simulated, hand);
                simulated
            }
            _ => return 0.0,
        };
        self.simulator.play_out(self.solution, &mut simulated, draw);
        self.utility.of(&simulated, self.color)
    }
}

impl Candidate {
    fn mean(&self) -> f64 {
        self.points.iter().map(|&points| f64::from(points)).sum::<f64>() / self.points.len().max(1) as f64
    }

    /// The standard error is that of the difference to the Captain's choice, simulation by simulation.
    fn evaluated(&self, captains: &[f32]) -> EvaluatedAction {
        let differences = self.points.iter().zip(captains).map(|(mine, theirs)| f64::from(mine - theirs));
        let count = self.points.len().max(1) as f64;
        let mean = differences.clone().sum::<f64>() / count;
        let variance = differences.map(|difference| (difference - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        let theirs = captains.iter().map(|&points| f64::from(points)).sum::<f64>() / captains.len().max(1) as f64;
        // This candidate may have fewer simulations, so the Captain's mean over all of them is the better base.
        EvaluatedAction {
            action: self.action,
            points: theirs + mean,
            error: (variance / count).sqrt(),
            simulations: self.points.len() as u64,
        }
    }
}
