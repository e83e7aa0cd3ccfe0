//! Odds: the exact probabilities of how the race of a lone boat goes under best play, turn by turn.

use crate::{Fate, LoneBoat, Solution, Turn};
use powerboats_rules::{Hand, Hex, Runs, SteerOption, outcomes};
use std::collections::HashMap;

/// One possible result of a turn under best play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch {
    pub chance: f64,
    pub option: SteerOption,
    pub fate: Fate,
    /// Expected turns after this one.
    pub value: f32,
}

/// All possible results of a turn under best play. Their probabilities add up to 1.
pub(crate) fn branches(solution: &Solution, lone: LoneBoat) -> Vec<Branch> {
    let (choice, _) = Turn::new(solution, lone).best();
    let ways = 3f64.powi(choice.rolls().into());
    let branch = |chance: f64, hand: Hand| {
        let (steer, _) = solution.best_steer(&lone, hand, |_| false);
        let runs = Runs::new(solution.course(), lone.at, lone.heading, hand.total());
        let option = runs.option(steer, |_| false)?; // the best direction is legal
        let (fate, value) = solution.fate(&lone, hand, option.heading, option.run, option.steps);
        Some(Branch { chance, option, fate, value })
    };
    let rolls = outcomes(choice.rolls());
    rolls.filter_map(|roll| branch(roll.ways as f64 / ways, choice.hold.with(roll.rolled))).collect()
}

/// How the race of a lone boat goes under best play.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Odds {
    /// The probability of finishing.
    pub finish: f64,
    /// The probability of sinking.
    pub sink: f64,
    /// The probability of everything else: very unlikely states that were not followed, and very long races.
    pub unsettled: f64,
    /// The probability of finishing in exactly n turns, for n from 0.
    pub finish_in: Vec<f64>,
    /// The probability of sinking in turn n, for n from 0.
    pub sink_in: Vec<f64>,
    /// The expected number of turns that end on each hex.
    pub stops: HashMap<Hex, f64>,
    /// The expected damage on each hex before the finish.
    pub damage: HashMap<Hex, f64>,
    /// The expected damage behind the finish line, in the move that finishes. It does not matter to a lone boat.
    pub damage_beyond: f64,
}

/// Less likely states are not followed.
const UNLIKELY: f64 = 1e-9;

/// Races are followed for this many turns. Best play takes 13 to 23 turns. If the finish cannot be reached, the boat soon sinks.
const MOST_TURNS: usize = 500;

impl Odds {
    /// Follows every possible race from this state.
    pub fn of(solution: &Solution, lone: LoneBoat) -> Odds {
        let mut graph = StateGraph::new(solution);
        let mut odds = Odds { finish_in: vec![0.0], sink_in: vec![0.0], ..Odds::default() };
        let mut afloat = vec![(graph.number(lone), 1.0)];
        while !afloat.is_empty() && odds.finish_in.len() <= MOST_TURNS {
            afloat = graph.advance(&afloat, &mut odds);
        }
        odds.unsettled += afloat.iter().map(|(_, chance)| chance).sum::<f64>();
        odds.finish = odds.finish_in.iter().sum();
        odds.sink = odds.sink_in.iter().sum();
        odds
    }

    /// Expected turns, with sinking counted as this many turns more. The solver minimises this.
    pub fn value(&self, sinking: f64) -> f64 {
        let turns = |chances: &[f64]| chances.iter().enumerate().map(|(n, chance)| n as f64 * chance).sum::<f64>();
        turns(&self.finish_in) + turns(&self.sink_in) + sinking * self.sink
    }

    /// Expected turns of the boats that finish, if any do.
    pub fn turns_home(&self) -> Option<f64> {
        let turns: f64 = self.finish_in.iter().enumerate().map(|(n, chance)| n as f64 * chance).sum();
        (self.finish > 0.0).then(|| turns / self.finish)
    }

    /// The expected damage before the finish.
    pub fn expected_damage(&self) -> f64 {
        // The order is fixed, so that the sum is the same on every machine.
        let mut all: Vec<(&Hex, &f64)> = self.damage.iter().collect();
        all.sort_by_key(|(hex, _)| **hex);
        all.into_iter().map(|(_, damage)| damage).sum()
    }
}

/// The states that can be reached, and the turns that lead from one to another. Each state is evaluated once.
struct StateGraph<'a> {
    solution: &'a Solution,
    numbers: HashMap<LoneBoat, u32>,
    boats: Vec<LoneBoat>,
    /// The results of a turn from each state; empty until they are needed.
    turns: Vec<Vec<Step>>,
    /// The probability of each state in the next turn; all zero between turns.
    next: Vec<f64>,
}

/// A branch with the number of its state.
struct Step {
    chance: f64,
    end: Hex,
    damage: u8,
    then: Then,
}

enum Then {
    Finished,
    Sunk,
    Racing(u32),
}

impl<'a> StateGraph<'a> {
    fn new(solution: &'a Solution) -> StateGraph<'a> {
        StateGraph { solution, numbers: HashMap::new(), boats: Vec::new(), turns: Vec::new(), next: Vec::new() }
    }

    fn number(&mut self, lone: LoneBoat) -> u32 {
        *self.numbers.entry(lone).or_insert_with(|| {
            self.boats.push(lone);
            self.turns.push(Vec::new());
            self.next.push(0.0);
            self.boats.len() as u32 - 1
        })
    }

    fn decide(&mut self, number: u32) {
        let branches = branches(self.solution, self.boats[number as usize]);
        let steps = branches.into_iter().map(|Branch { chance, option, fate, .. }| {
            let then = match fate {
                Fate::Finished => Then::Finished,
                Fate::Sunk => Then::Sunk,
                Fate::Racing(lone) => Then::Racing(self.number(lone)),
            };
            Step { chance, end: option.end, damage: option.damage, then }
        });
        self.turns[number as usize] = steps.collect();
    }

    /// Plays one turn from all current states.
    fn advance(&mut self, afloat: &[(u32, f64)], odds: &mut Odds) -> Vec<(u32, f64)> {
        let (mut finish, mut sink) = (0.0, 0.0);
        let mut reached = Vec::new();
        for &(number, share) in afloat {
            if self.turns[number as usize].is_empty() {
                self.decide(number);
            }
            for step in &self.turns[number as usize] {
                let chance = share * step.chance;
                *odds.stops.entry(step.end).or_default() += chance;
                let damage = chance * f64::from(step.damage);
                match step.then {
                    Then::Finished => odds.damage_beyond += damage,
                    _ if step.damage > 0 => *odds.damage.entry(step.end).or_default() += damage,
                    _ => {}
                }
                match step.then {
                    Then::Finished => finish += chance,
                    Then::Sunk => sink += chance,
                    Then::Racing(next) => {
                        let sum = &mut self.next[next as usize];
                        if *sum == 0.0 {
                            reached.push(next);
                        }
                        *sum += chance;
                    }
                }
            }
        }
        odds.finish_in.push(finish);
        odds.sink_in.push(sink);
        let mut afloat = Vec::with_capacity(reached.len());
        for number in reached {
            let chance = std::mem::take(&mut self.next[number as usize]);
            if chance < UNLIKELY {
                odds.unsettled += chance;
            } else {
                afloat.push((number, chance));
            }
        }
        afloat
    }
}
