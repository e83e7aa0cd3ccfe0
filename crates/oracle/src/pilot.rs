//! Pilots: how boats in random games choose dice and directions.

use crate::boat::Boat;
use crate::distances::Distances;
use crate::hex::Heading;
use crate::marks::{Leg, judge_path};
use crate::race::Race;
use crate::random::Random;
use crate::turn::{Choice, dice_choices, run_of_water};

/// How a pilot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pilot {
    /// Makes any legal choice.
    Drifter,
    /// Adds a die every turn.
    Speeder,
    /// Takes the shortest path, using the distance table.
    Racer,
    /// Takes the shortest path, and is reckless on the last leg.
    Daredevil,
}

/// A choice of dice, and a roll for it.
#[derive(Clone, Debug)]
pub(crate) struct Roll {
    pub hold: Vec<u8>,
    pub count: usize,
    pub rolled: Vec<u8>,
}

impl Pilot {
    pub fn any(random: &mut Random) -> Pilot {
        random.pick(&[Pilot::Drifter, Pilot::Speeder, Pilot::Racer, Pilot::Racer, Pilot::Daredevil])
    }

    /// Does the pilot use the distance table, and can the boat finish?
    fn can_navigate(self, race: &Race, distances: &Distances) -> bool {
        let can_finish = |boat: &Boat| boat.at.is_some_and(|at| distances.can_finish(at, boat.progress()));
        self.uses_distances() && race.acting().is_some_and(can_finish)
    }

    pub fn uses_distances(self) -> bool {
        matches!(self, Pilot::Racer | Pilot::Daredevil)
    }

    /// Chooses dice. If `lucky`, the pilot also chooses what they show.
    pub fn roll(self, random: &mut Random, race: &Race, distances: &Distances, lucky: bool) -> Roll {
        let dice = race.acting().map(|boat| boat.dice.clone());
        let dice = dice.unwrap_or_default();
        let choices: Vec<(Vec<u8>, usize)> = dice_choices(&dice).into_iter().collect();
        let some = |random: &mut Random| {
            let (hold, count) = random.pick(&choices);
            let rolled = random.dice(count - hold.len());
            Roll { hold, count, rolled }
        };
        if self == Pilot::Speeder {
            let rolled = random.dice(1);
            return Roll { hold: dice.clone(), count: dice.len() + 1, rolled };
        }
        if !self.can_navigate(race, distances) {
            return some(random);
        }
        let mut best: Option<(i64, Roll)> = None;
        for _ in 0..16 {
            let mut roll = some(random);
            if roll.count > 4 && roll.count >= dice.len() && self != Pilot::Daredevil {
                continue;
            }
            let mut cost = self.cost_of(race, distances, &roll);
            for _ in 0..2 {
                let mut other = roll.clone();
                other.rolled = random.dice(other.rolled.len());
                let other_cost = self.cost_of(race, distances, &other);
                if lucky && other_cost < cost {
                    roll = other;
                    cost = other_cost;
                } else if !lucky {
                    cost = cost.max(other_cost);
                }
            }
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, roll));
            }
        }
        best.map_or_else(|| some(random), |(_, roll)| roll)
    }

    fn cost_of(self, race: &Race, distances: &Distances, roll: &Roll) -> i64 {
        let hand = [roll.hold.clone(), roll.rolled.clone()].concat();
        let costs = race.choices_with(&hand).into_iter().map(|choice| self.cost(race, distances, &choice, hand.len()));
        costs.min().unwrap_or(0)
    }

    /// Chooses a legal direction.
    pub fn steer(self, random: &mut Random, race: &Race, distances: &Distances, hand: &[u8]) -> Choice {
        let choices = race.choices_with(hand);
        let least = choices.iter().min_by_key(|choice| self.cost(race, distances, choice, hand.len()));
        match least {
            Some(choice) if self.can_navigate(race, distances) => choice.clone(),
            _ => random.pick(&choices),
        }
    }

    /// The cost of a choice: the distance still to go, damage, and too little water ahead for the dice.
    fn cost(self, race: &Race, distances: &Distances, choice: &Choice, dice: usize) -> i64 {
        let Some((boat, at)) = race.acting().and_then(|boat| Some((boat, boat.at?))) else {
            return 0;
        };
        let course = &race.course;
        let (after, _) = judge_path(course, boat.progress(), at, &choice.path);
        let sinks = boat.damage + choice.damage >= 4;
        let damage = choice.damage as i64;
        if after.finished {
            // A daredevil prefers to finish with a crash.
            let liked = if self == Pilot::Daredevil { damage } else { 0 };
            return -100 - 10 * liked;
        }
        if sinks {
            return 100_000;
        }
        let way = i64::from(distances.steps(choice.end, after));
        let widest = |h: Heading| run_of_water(course, choice.end, h, dice).len();
        let h = choice.heading;
        let ahead = [h.left(), h, h.right()].map(widest);
        let short = dice - ahead.into_iter().max().unwrap_or(0).min(dice);
        let reckless = self == Pilot::Daredevil && after.leg == Leg::Finish;
        let care = if reckless { 0 } else { 4 };
        let idle = if dice == 0 { 1 } else { 0 };
        way + 8 * damage + care * short as i64 + idle
    }
}
