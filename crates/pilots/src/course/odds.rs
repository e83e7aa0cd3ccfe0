//! Odds: how a lone boat's race goes under best play, turn by turn, worked out exactly.

use crate::{Fate, Lone, Solution, Turn};
use powerboats_rules::{Hand, Hex, Runs, SteerOption, outcomes};
use std::collections::HashMap;

/// One way a turn of best play can go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch {
    pub chance: f64,
    pub option: SteerOption,
    pub fate: Fate,
    /// What that is worth, this turn not counted.
    pub value: f32,
}

/// Every way a turn can go when a lone boat plays its best; the chances add up to 1.
pub(crate) fn branches(solution: &Solution, lone: Lone) -> Vec<Branch> {
    let (choice, _) = Turn::new(solution, lone).best();
    let ways = 3f64.powi(choice.rolls().into());
    let branch = |chance: f64, hand: Hand| {
        let (steer, _) = solution.best_steer(&lone, hand, |_| false);
        let runs = Runs::new(solution.course(), lone.at, lone.heading, hand.total());
        let option = runs.option(steer, |_| false)?; // the best heading is a legal one
        let (fate, value) = solution.fate(&lone, hand, option.heading, option.run, option.steps);
        Some(Branch { chance, option, fate, value })
    };
    let rolls = outcomes(choice.rolls());
    rolls.filter_map(|roll| branch(roll.ways as f64 / ways, choice.hold.with(roll.rolled))).collect()
}

/// How the race of a lone boat goes on under best play.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Odds {
    /// Probability of finishing.
    pub finish: f64,
    /// Probability of sinking.
    pub sink: f64,
    /// What is left: ways too unlikely to follow, and races that take longer than anyone would watch.
    pub unsettled: f64,
    /// Probability of finishing in just so many turns, from 0 on.
    pub finish_in: Vec<f64>,
    /// Probability of sinking in just that turn, from 0 on.
    pub sink_in: Vec<f64>,
    /// How often a turn ends on each hex, in the mean of all races.
    pub stops: HashMap<Hex, f64>,
    /// How much damage a boat takes on each hex on its way, in the mean of all races.
    pub damage: HashMap<Hex, f64>,
    /// How much it takes after its finish, in the same move: a lone boat does not care.
    pub damage_beyond: f64,
}

/// States less likely than this are not followed.
const UNLIKELY: f64 = 1e-9;

/// Turns after which a race is left alone. Best play takes 13 to 23; where there is no way home it sinks soon.
const MOST_TURNS: usize = 500;

impl Odds {
    /// Follows every race that can come of a boat.
    pub fn of(solution: &Solution, lone: Lone) -> Odds {
        let mut voyages = Voyages::new(solution);
        let mut odds = Odds { finish_in: vec![0.0], sink_in: vec![0.0], ..Odds::default() };
        let mut afloat = vec![(voyages.number(lone), 1.0)];
        while !afloat.is_empty() && odds.finish_in.len() <= MOST_TURNS {
            afloat = voyages.sail(&afloat, &mut odds);
        }
        odds.unsettled += afloat.iter().map(|(_, chance)| chance).sum::<f64>();
        odds.finish = odds.finish_in.iter().sum();
        odds.sink = odds.sink_in.iter().sum();
        odds
    }

    /// Expected turns, a sinking counted as so many more: what the solver minimises.
    pub fn value(&self, sinking: f64) -> f64 {
        let turns = |chances: &[f64]| chances.iter().enumerate().map(|(n, chance)| n as f64 * chance).sum::<f64>();
        turns(&self.finish_in) + turns(&self.sink_in) + sinking * self.sink
    }

    /// Expected turns of a boat that finishes, if any does.
    pub fn turns_home(&self) -> Option<f64> {
        let turns: f64 = self.finish_in.iter().enumerate().map(|(n, chance)| n as f64 * chance).sum();
        (self.finish > 0.0).then(|| turns / self.finish)
    }

    /// Expected damage on the way.
    pub fn expected_damage(&self) -> f64 {
        // In a fixed order, so that the sum is the same on every machine.
        let mut all: Vec<(&Hex, &f64)> = self.damage.iter().collect();
        all.sort_by_key(|(hex, _)| **hex);
        all.into_iter().map(|(_, damage)| damage).sum()
    }
}

/// Where a turn can lead, decided once for each state.
struct Voyages<'a> {
    solution: &'a Solution,
    numbers: HashMap<Lone, u32>,
    lones: Vec<Lone>,
    /// By number; empty until asked for: a turn always leads somewhere.
    turns: Vec<Vec<Step>>,
    /// Chances of the next turn, by number; zero between turns.
    next: Vec<f64>,
}

/// A branch, its state numbered.
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

impl<'a> Voyages<'a> {
    fn new(solution: &'a Solution) -> Voyages<'a> {
        Voyages { solution, numbers: HashMap::new(), lones: Vec::new(), turns: Vec::new(), next: Vec::new() }
    }

    fn number(&mut self, lone: Lone) -> u32 {
        *self.numbers.entry(lone).or_insert_with(|| {
            self.lones.push(lone);
            self.turns.push(Vec::new());
            self.next.push(0.0);
            self.lones.len() as u32 - 1
        })
    }

    fn decide(&mut self, number: u32) {
        let branches = branches(self.solution, self.lones[number as usize]);
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

    /// One turn of all boats afloat.
    fn sail(&mut self, afloat: &[(u32, f64)], odds: &mut Odds) -> Vec<(u32, f64)> {
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
