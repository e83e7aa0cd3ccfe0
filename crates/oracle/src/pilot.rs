//! Pilots: how the random tester's boats choose dice and headings.

use crate::boat::Boat;
use crate::chart::Chart;
use crate::hex::Heading;
use crate::marks::{Leg, judge_path};
use crate::race::Race;
use crate::random::Random;
use crate::turn::{Choice, dice_choices, run_of_water};

/// What a pilot cares about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pilot {
    /// Anything legal.
    Drifter,
    /// Ever more dice.
    Speeder,
    /// The nearest way round, by the chart.
    Racer,
    /// The nearest way round, then as hard as it can over the line and beyond.
    Daredevil,
}

/// A choice of dice, and the roll it was chosen for.
#[derive(Clone, Debug)]
pub(crate) struct Throw {
    pub hold: Vec<u8>,
    pub count: usize,
    pub rolled: Vec<u8>,
}

impl Pilot {
    pub fn any(random: &mut Random) -> Pilot {
        random.pick(&[Pilot::Drifter, Pilot::Speeder, Pilot::Racer, Pilot::Racer, Pilot::Daredevil])
    }

    /// Does it follow the chart, and does the chart lead home?
    fn knows_the_way(self, race: &Race, chart: &Chart) -> bool {
        let leads_home = |boat: &Boat| {
            let home = |at| chart.leads_home(at, boat.progress());
            boat.at.is_some_and(home)
        };
        self.reads_charts() && race.acting().is_some_and(leads_home)
    }

    pub fn reads_charts(self) -> bool {
        matches!(self, Pilot::Racer | Pilot::Daredevil)
    }

    /// Chooses dice. With `lucky`, the roll is the pilot's to choose too.
    pub fn throw(self, random: &mut Random, race: &Race, chart: &Chart, lucky: bool) -> Throw {
        let dice = race.acting().map(|boat| boat.dice.clone());
        let dice = dice.unwrap_or_default();
        let choices: Vec<(Vec<u8>, usize)> = dice_choices(&dice).into_iter().collect();
        let some = |random: &mut Random| {
            let (hold, count) = random.pick(&choices);
            let rolled = random.dice(count - hold.len());
            Throw { hold, count, rolled }
        };
        if self == Pilot::Speeder {
            let rolled = random.dice(1);
            return Throw { hold: dice.clone(), count: dice.len() + 1, rolled };
        }
        if !self.knows_the_way(race, chart) {
            return some(random);
        }
        let mut best: Option<(i64, Throw)> = None;
        for _ in 0..16 {
            let mut throw = some(random);
            if throw.count > 4 && throw.count >= dice.len() && self != Pilot::Daredevil {
                continue;
            }
            let mut cost = self.cost_of(race, chart, &throw);
            for _ in 0..2 {
                let mut other = throw.clone();
                other.rolled = random.dice(other.rolled.len());
                let other_cost = self.cost_of(race, chart, &other);
                if lucky && other_cost < cost {
                    throw = other;
                    cost = other_cost;
                } else if !lucky {
                    cost = cost.max(other_cost);
                }
            }
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, throw));
            }
        }
        best.map_or_else(|| some(random), |(_, throw)| throw)
    }

    fn cost_of(self, race: &Race, chart: &Chart, throw: &Throw) -> i64 {
        let hand = [throw.hold.clone(), throw.rolled.clone()].concat();
        let costs = race.choices_with(&hand).into_iter().map(|choice| self.cost(race, chart, &choice, hand.len()));
        costs.min().unwrap_or(0)
    }

    /// Chooses a heading from those allowed.
    pub fn steer(self, random: &mut Random, race: &Race, chart: &Chart, hand: &[u8]) -> Choice {
        let choices = race.choices_with(hand);
        let least = choices.iter().min_by_key(|choice| self.cost(race, chart, choice, hand.len()));
        match least {
            Some(choice) if self.knows_the_way(race, chart) => choice.clone(),
            _ => random.pick(&choices),
        }
    }

    /// How bad a choice is: the way still to go, damage, and water too short for the dice.
    fn cost(self, race: &Race, chart: &Chart, choice: &Choice, dice: usize) -> i64 {
        let Some((boat, at)) = race.acting().and_then(|boat| Some((boat, boat.at?))) else {
            return 0;
        };
        let course = &race.course;
        let (after, _) = judge_path(course, boat.progress(), at, &choice.path);
        let sinks = boat.damage + choice.damage >= 4;
        let damage = choice.damage as i64;
        if after.finished {
            // A daredevil likes to finish with a crash.
            let liked = if self == Pilot::Daredevil { damage } else { 0 };
            return -100 - 10 * liked;
        }
        if sinks {
            return 100_000;
        }
        let way = i64::from(chart.steps(choice.end, after));
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
