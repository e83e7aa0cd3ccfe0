//! Admiral: plays for points. Lets the whole fleet sail on from each promising choice many times, and takes the best.

use crate::{
    Knowledge, Library, Lone, Solution, Turn,
    fleet::{Fleet, Simulator},
    hands::Hands,
    pilot::{Pilot, Score, boat_in_turn, nobody},
    quick::Quick,
};
use powerboats_rules::{Action, Boat, Color, Draw, Hand, Heading, Hex, Phase, Race, Scoring, roll};
use std::{sync::Arc, time::Duration};

/// Boat-turns simulated a millisecond of thinking. A number, not a clock: the same seed thinks the same on every machine.
const TURNS_A_MILLISECOND: u64 = 6_000;

/// Choices of dice, and berths, looked at besides the Captain's.
const CANDIDATES: usize = 8;
/// Choices that lose more turns than this to the best are not looked at.
const MARGIN: f32 = 0.7;
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
    library: Arc<Library>,
    thinks: Duration,
    /// For the course it is on.
    simulator: Option<(Arc<Knowledge>, Simulator)>,
}

impl Admiral {
    /// One who thinks so long a decision.
    pub fn new(library: Arc<Library>, thinks: Duration) -> Admiral {
        Admiral { library, thinks, simulator: None }
    }

    /// Weighs the promising choices of whoever decides now: the Captain's first. Empty if nobody decides.
    pub fn weigh(&mut self, race: &Race, score: &Score, draw: &mut dyn Draw) -> Vec<Weighed> {
        let known = self.library.of(race.course());
        if !self.simulator.as_ref().is_some_and(|(course, _)| Arc::ptr_eq(course, &known)) {
            let simulator = Simulator::new(known.solution());
            self.simulator = Some((known.clone(), simulator));
        }
        let Some((_, simulator)) = &mut self.simulator else { return Vec::new() };
        let solution = known.solution();
        let Some(boat) = boat_in_turn(race) else { return Vec::new() };
        let actions = candidates(race, solution, boat);
        let seed = u64::from(draw.below(u32::MAX)) << 32 | u64::from(draw.below(u32::MAX));
        let budget = self.thinks.as_millis() as u64 * TURNS_A_MILLISECOND;
        let utility = Utility::new(solution, race, score, boat);
        Weighing { race, solution, color: boat.color, utility, simulator, seed }.run(actions, budget)
    }
}

impl Pilot for Admiral {
    fn name(&self) -> &'static str {
        "Admiral"
    }

    fn decide(&mut self, race: &Race, score: &Score, draw: &mut dyn Draw) -> Action {
        let weighed = self.weigh(race, score, draw);
        let Some(captains) = weighed.first() else { nobody(race.phase()) };
        let sure = |other: &&Weighed| other.points - captains.points > SURE * other.error;
        let better = weighed[1..].iter().filter(sure).max_by(|a, b| a.points.total_cmp(&b.points));
        better.unwrap_or(captains).action
    }
}

/// Promising choices, the Captain's first.
fn candidates(race: &Race, solution: &Solution, boat: &Boat) -> Vec<Action> {
    let mut ranked: Vec<(f32, Action)> = match (race.phase(), Lone::of(boat)) {
        (Phase::Place(_), _) => {
            let berths = race.free_places().into_iter().flat_map(|at| Heading::ALL.map(|heading| (at, heading)));
            berths.map(|(at, heading)| (berth_value(solution, boat, at, heading), Action::Place(at, heading))).collect()
        }
        (Phase::Dice(_), Some(lone)) => {
            let turn = Turn::new(solution, lone);
            boat.hand.choices().iter().map(|choice| (turn.value_of(choice), Action::Choose(choice))).collect()
        }
        (Phase::Steer(_, hand), Some(lone)) => {
            let value = |option: &powerboats_rules::SteerOption| {
                solution.fate(&lone, hand, option.heading, option.run, option.steps).1
            };
            race.steer_options().iter().map(|option| (value(option), Action::Steer(option.steer))).collect()
        }
        _ => Vec::new(),
    };
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    let best = ranked.first().map_or(0.0, |(value, _)| *value);
    let steering = matches!(race.phase(), Phase::Steer(..));
    let close = ranked.into_iter().filter(|(value, _)| steering || *value <= best + MARGIN).take(CANDIDATES);
    close.map(|(_, action)| action).collect()
}

fn berth_value(solution: &Solution, boat: &Boat, at: Hex, heading: Heading) -> f32 {
    solution.value(&Lone { at, heading, hand: Hand::EMPTY, damage: boat.damage, progress: boat.progress })
}

/// What the end of a race is worth to a player.
struct Utility {
    /// Points a counter kept costs in the races to come.
    counter: f32,
    kept: u8,
}

impl Utility {
    fn new(solution: &Solution, race: &Race, score: &Score, boat: &Boat) -> Utility {
        // A boat that begins with damage needs a little longer, or sinks a little more often: as much as on this course.
        let lone = |damage| {
            let &at = race.course().line().first().expect("four hexes");
            let heading = race.course().plan().heading;
            Lone { at, heading, hand: Hand::EMPTY, damage, progress: Default::default() }
        };
        let slower = (solution.value(&lone(1)) - solution.value(&lone(0))).max(0.0);
        // Boats of equal strength finish within a few turns of each other: a turn is worth about a third of a place.
        let later: u8 = (race.number() + 1..=score.races).sum();
        let turn = if race.scoring() == Scoring::Turns { 1.0 } else { 0.35 };
        Utility { counter: slower * turn * f32::from(later), kept: boat.kept }
    }

    fn of(&self, fleet: &Fleet, color: Color) -> f32 {
        let damaged = fleet.boat(color).is_some_and(|boat| boat.damage > self.kept);
        fleet.points(color) - if damaged { self.counter } else { 0.0 }
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
            .map(|action| Candidate { action, fleet: self.after(action), points: Vec::new() })
            .collect();
        if candidates.len() > 1 {
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
            let mut draw = Quick::of_task(self.seed, candidate.points.len() as u64);
            let points = self.sail(candidate, &mut draw);
            candidate.points.push(points);
        }
    }

    /// The race right after an action that leaves nothing to chance.
    fn after(&self, action: Action) -> Option<Fleet> {
        let mut race = self.race.clone();
        if let Action::Choose(_) = action {
            return None;
        }
        race.apply(action).ok()?;
        // Whoever is not placed yet takes the best berth that is free.
        while let (Phase::Place(_), Some(boat)) = (race.phase(), boat_in_turn(&race)) {
            let berths = race.free_places().into_iter().flat_map(|at| Heading::ALL.map(|heading| (at, heading)));
            let value = |&(at, heading): &(Hex, Heading)| berth_value(self.solution, boat, at, heading);
            let (at, heading) = berths.min_by(|a, b| value(a).total_cmp(&value(b)))?;
            race.place(at, heading).ok()?;
        }
        Fleet::of(&race)
    }

    /// One sailing to the end of the race.
    fn sail(&mut self, candidate: &Candidate, draw: &mut Quick) -> f32 {
        let mut fleet = match (&candidate.fleet, candidate.action) {
            (Some(fleet), _) => fleet.clone(),
            (None, Action::Choose(choice)) => {
                let Some(mut fleet) = Fleet::of(self.race) else { return 0.0 };
                let hand = choice.hold.with(roll(choice.rolls(), draw));
                let water = self.solution.waters.number(fleet.boats[fleet.turn].at);
                if let (Some(water), Some(number)) = (water, Hands::get().number(hand)) {
                    self.simulator.run(self.solution, &mut fleet, water, number as u8);
                }
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
