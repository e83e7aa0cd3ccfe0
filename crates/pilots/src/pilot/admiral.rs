//! Admiral: plays for points. Lets the whole fleet sail on from each promising choice many times, and takes the best.

use crate::{
    CourseCache, Solution,
    pilot::{
        Pilot, Score, boat_in_turn, nobody,
        prospects::{after, candidates},
    },
    random::QuickRandom,
    simulation::{Fleet, Simulator, Simulators},
    utility::Utility,
};
use powerboats_rules::{Action, Color, Draw, Race, roll};
use std::{sync::Arc, time::Duration};

/// Boat-turns simulated a millisecond of thinking. A number, not a clock: the same seed thinks the same on every machine.
const TURNS_A_MILLISECOND: u64 = 6_000;

/// Sailings before the weaker half of the choices is dropped for the first time.
const FEWEST: u64 = 24;
/// How many standard errors better than the Captain's choice another must be.
const SURE: f64 = 1.0;

/// A choice and the points it brings, in the mean over all sailings.
#[derive(Clone, Debug)]
pub struct Weighed {
    /// The choice.
    pub action: Action,
    /// Points to be expected from this race, and what damage kept costs in the next ones.
    pub points: f64,
    /// Standard error of that.
    pub error: f64,
    /// Sailings.
    pub sailings: u64,
}

/// Maximises expected points.
pub struct Admiral {
    courses: Arc<CourseCache>,
    thinks: Duration,
    simulators: Simulators,
}

impl Admiral {
    /// One who thinks so long a decision.
    pub fn new(courses: Arc<CourseCache>, thinks: Duration) -> Admiral {
        Admiral { courses, thinks, simulators: Simulators::default() }
    }

    /// The promising choices of whoever decides now: the Captain's first. Empty if nobody decides.
    pub fn promising(&self, race: &Race) -> Vec<Action> {
        let known = self.courses.of(race.course());
        boat_in_turn(race).map_or_else(Vec::new, |boat| candidates(race, known.solution(), boat))
    }

    /// Weighs legal choices of whoever decides now, the best in turns first. None are weighed if nobody decides.
    pub fn weigh(&mut self, actions: Vec<Action>, race: &Race, score: &Score, draw: &mut dyn Draw) -> Vec<Weighed> {
        let seed = seed(draw);
        let known = self.courses.of(race.course());
        let simulator = self.simulators.of(&known);
        let solution = known.solution();
        let Some(boat) = boat_in_turn(race) else { return Vec::new() };
        let budget = self.thinks.as_millis() as u64 * TURNS_A_MILLISECOND;
        let utility = Utility::new(solution, race, score);
        Weighing { race, solution, color: boat.color, utility, simulator, seed }.run(actions, budget)
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
        let actions = self.promising(race);
        if let [only] = actions[..] {
            seed(draw); // all the same: what comes after does not depend on whether there was a choice
            return only;
        }
        let weighed = self.weigh(actions, race, score, draw);
        let Some(captains) = weighed.first() else { nobody(race.phase()) };
        let sure = |other: &&Weighed| other.points - captains.points > SURE * other.error;
        let better = weighed[1..].iter().filter(sure).max_by(|a, b| a.points.total_cmp(&b.points));
        better.unwrap_or(captains).action
    }
}

/// The weighing of one decision.
struct Weighing<'a> {
    race: &'a Race,
    solution: &'a Solution,
    color: Color,
    utility: Utility,
    simulator: &'a mut Simulator,
    seed: u64,
}

/// What a candidate has brought so far, sailing by sailing: all sail in the same winds.
struct Candidate {
    action: Action,
    /// The race after the action, if no dice are rolled for it.
    fleet: Option<Fleet>,
    points: Vec<f32>,
}

impl Weighing<'_> {
    /// Drops the weaker half of the candidates again and again; the Captain's choice stays to the end.
    fn run(mut self, actions: Vec<Action>, budget: u64) -> Vec<Weighed> {
        let mut candidates: Vec<Candidate> = actions
            .into_iter()
            .map(|action| Candidate { action, fleet: after(self.race, self.solution, action), points: Vec::new() })
            .collect();
        if !candidates.is_empty() {
            let begin = self.simulator.turns;
            let halvings = candidates.len().ilog2() + 1;
            let mut dropped = Vec::new();
            for halving in 1..=u64::from(halvings) {
                let until = begin + budget * halving / u64::from(halvings);
                loop {
                    let before = self.simulator.turns;
                    self.sail_all(&mut candidates);
                    let enough = candidates[0].points.len() as u64 >= FEWEST * halving;
                    // If every candidate ends the race, there is nothing to sail.
                    if enough && self.simulator.turns >= until || self.simulator.turns == before {
                        break;
                    }
                }
                if halving < u64::from(halvings) && candidates.len() > 2 {
                    let keep = candidates.len().div_ceil(2).max(2);
                    candidates[1..].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
                    dropped.extend(candidates.drain(keep..));
                }
            }
            candidates.extend(dropped);
        }
        let captains = candidates.first().map_or(Vec::new(), |first| first.points.clone());
        candidates.iter().map(|candidate| candidate.weighed(&captains)).collect()
    }

    fn sail_all(&mut self, candidates: &mut [Candidate]) {
        for candidate in candidates {
            let mut draw = QuickRandom::of_task(self.seed, candidate.points.len() as u64);
            let points = self.sail(candidate, &mut draw);
            candidate.points.push(points);
        }
    }

    /// One sailing to the end of the race.
    fn sail(&mut self, candidate: &Candidate, draw: &mut QuickRandom) -> f32 {
        let mut fleet = match (&candidate.fleet, candidate.action) {
            (Some(fleet), _) => fleet.clone(),
            (None, Action::Choose(choice)) => {
                let Some(mut fleet) = Fleet::of(self.race) else { return 0.0 };
                let hand = choice.hold.with(roll(choice.rolls(), draw));
                self.simulator.rolled(self.solution, &mut fleet, hand);
                fleet
            }
            _ => return 0.0,
        };
        self.simulator.sail(self.solution, &mut fleet, draw);
        self.utility.of(&fleet, self.color)
    }
}

impl Candidate {
    fn mean(&self) -> f64 {
        self.points.iter().map(|&points| f64::from(points)).sum::<f64>() / self.points.len().max(1) as f64
    }

    /// The error is that of the difference to the Captain's choice, sailing by sailing.
    fn weighed(&self, captains: &[f32]) -> Weighed {
        let differences = self.points.iter().zip(captains).map(|(mine, theirs)| f64::from(mine - theirs));
        let count = self.points.len().max(1) as f64;
        let mean = differences.clone().sum::<f64>() / count;
        let variance = differences.map(|difference| (difference - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        let theirs = captains.iter().map(|&points| f64::from(points)).sum::<f64>() / captains.len().max(1) as f64;
        // Where fewer sailings were made, the Captain's mean over all of them is the better measure.
        Weighed {
            action: self.action,
            points: theirs + mean,
            error: (variance / count).sqrt(),
            sailings: self.points.len() as u64,
        }
    }
}
