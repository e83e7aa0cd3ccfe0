//! A turn weighed among other boats: what each choice of dice and each heading is worth with boats in the way, and
//! what the turn would be worth without them.

use crate::{
    Lone, Solution,
    hands::{place, smaller},
};
use powerboats_rules::{DiceChoice, Die, Hand, Hex, Runs, Steer, SteerOption, outcomes};

/// Hands of more dice than this are weighed as if they had only the lowest: no boat gets there but by will.
const LARGE: u8 = 7;

/// A turn with all its choices weighed, in expected turns to come, this one counted.
pub(crate) struct Weighing<'a> {
    solution: &'a Solution,
    lone: Lone,
    others: &'a [Hex],
    /// For one die less, as many, and one more: the mean of holding each hand of up to so many dice, by size.
    means: [Vec<Worth>; 3],
}

/// With the other boats where they lie, and without them.
#[derive(Clone, Copy, Default)]
struct Worth {
    among: f64,
    alone: f64,
}

/// A heading and what it is worth, this turn not counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    pub option: SteerOption,
    pub value: f64,
}

impl<'a> Weighing<'a> {
    /// Weighs every choice of a boat with other boats on these hexes.
    pub fn new(solution: &'a Solution, lone: Lone, others: &'a [Hex]) -> Weighing<'a> {
        let mut weighing = Weighing { solution, lone, others, means: [const { Vec::new() }; 3] };
        let have = usize::from(lone.hand.len());
        for i in 0..3 {
            let Some(count) = (have + i).checked_sub(1) else { continue };
            weighing.means[i] = weighing.table(count);
        }
        weighing
    }

    /// What holding each hand is worth for one who goes to `count` dice.
    fn table(&self, count: usize) -> Vec<Worth> {
        let mut table = vec![Worth::default(); smaller(count + 1)];
        for hand in outcomes(count as u8).map(|outcome| outcome.rolled) {
            table[place(hand)] = self.after_roll(hand);
        }
        for size in (0..count).rev() {
            for hold in outcomes(size as u8).map(|outcome| outcome.rolled) {
                let more = Die::ALL.map(|die| table[place(hold.with_die(die))]);
                let mean = |of: fn(&Worth) -> f64| more.iter().map(of).sum::<f64>() / 3.0;
                table[place(hold)] = Worth { among: mean(|worth| worth.among), alone: mean(|worth| worth.alone) };
            }
        }
        table
    }

    /// The best heading with a hand, among the others and alone.
    fn after_roll(&self, hand: Hand) -> Worth {
        let hand = self.within_reason(hand);
        let mut best = Worth { among: f64::INFINITY, alone: f64::INFINITY };
        for Course { option, value } in self.headings(hand) {
            best.among = best.among.min(value);
            best.alone = best.alone.min(if option.steps == option.run {
                value
            } else {
                self.solution.fate(&self.lone, hand, option.heading, option.run, option.run).1.into()
            });
        }
        best
    }

    /// Every heading that may be taken with a hand, from left to right, and what it is worth.
    pub fn headings(&self, hand: Hand) -> impl Iterator<Item = Course> {
        let runs = Runs::new(self.solution.course(), self.lone.at, self.lone.heading, hand.total());
        Steer::ALL.into_iter().filter_map(move |steer| {
            let option = runs.option(steer, |hex| self.others.contains(&hex))?;
            let (_, value) = self.solution.fate(&self.lone, hand, option.heading, option.run, option.steps);
            Some(Course { option, value: value.into() })
        })
    }

    /// Expected turns with a choice of dice that is legal here.
    pub fn of(&self, choice: DiceChoice) -> f64 {
        self.worth(choice).map_or(f64::INFINITY, |worth| 1.0 + worth.among)
    }

    fn worth(&self, choice: DiceChoice) -> Option<&Worth> {
        let table = usize::from((choice.count + 1).checked_sub(self.lone.hand.len())?);
        self.means.get(table)?.get(place(choice.hold))
    }

    /// The best choice of dice and what it is worth.
    pub fn best(&self) -> (DiceChoice, f64) {
        let choices = self.lone.hand.choices();
        let weighed = choices.iter().map(|choice| (choice, self.of(choice)));
        weighed.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((choices.get(0), f64::INFINITY))
    }

    /// Turns that the other boats cost, if this one makes the best of it; less than none if they serve it as a brake.
    pub fn traffic(&self) -> f64 {
        let alone = |choice| self.worth(choice).map_or(f64::INFINITY, |worth| 1.0 + worth.alone);
        let best_alone = self.lone.hand.choices().iter().map(alone).fold(f64::INFINITY, f64::min);
        self.best().1 - best_alone
    }

    /// The hand itself, unless it is large and will be kept.
    fn within_reason(&self, mut hand: Hand) -> Hand {
        let ahead = Runs::new(self.solution.course(), self.lone.at, self.lone.heading, hand.total());
        while hand.len() > LARGE && ahead.longest() >= hand.total() {
            hand = hand.dice().next().and_then(|highest| hand.without_die(highest)).unwrap_or(Hand::EMPTY);
        }
        hand
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Quick, Turn, Weights};
    use powerboats_rules::{Draw, Heading, Leg, Progress, Sides, draw_lake};
    use std::sync::Arc;

    /// Alone on the lake the same turn has the same values as the Captain sees, and there is no traffic.
    #[test]
    fn alone_it_is_the_turn_of_a_lone_boat() {
        let mut draw = Quick::new(1);
        let (_, course) = draw_lake(Sides::Mixed, 4, &mut draw);
        let solution = Solution::new(Arc::new(course), Weights::default());
        let lake = solution.course().lake().clone();
        let waters: Vec<Hex> = lake.hexes().filter(|&hex| solution.course().is_open(hex)).collect();
        for _ in 0..300 {
            let mut below = |n: usize| draw.below(n as u32) as usize;
            let lone = Lone {
                at: waters[below(waters.len())],
                heading: Heading::ALL[below(6)],
                hand: Hand::of([below(3) as u8, below(3) as u8, below(2) as u8]),
                damage: below(4) as u8,
                progress: Progress { leg: Leg::ALL[below(5)], owes: false },
            };
            let (turn, weighing) = (Turn::new(&solution, lone), Weighing::new(&solution, lone, &[]));
            for choice in lone.hand.choices().iter() {
                let (captain, ours) = (f64::from(turn.value_of(choice)), weighing.of(choice));
                assert!((captain - ours).abs() < 1e-3, "{lone:?} {choice:?}: {captain} {ours}");
            }
            assert_eq!(weighing.traffic(), 0.0);
        }
    }

    /// A boat on the only hex ahead costs the one behind it, or serves it as a brake.
    #[test]
    fn a_boat_in_the_way_changes_only_what_ends_on_it() {
        let mut draw = Quick::new(2);
        let (_, course) = draw_lake(Sides::Dark, 4, &mut draw);
        let solution = Solution::new(Arc::new(course), Weights::default());
        let at = solution.course().line()[0];
        let hand: Hand = "1".parse().unwrap();
        let progress = Progress { leg: Leg::Gate1, owes: false };
        for heading in Heading::ALL.into_iter().filter(|&heading| solution.course().run(at, heading) > 1) {
            let lone = Lone { at, heading, hand, damage: 0, progress };
            let ahead = at.ahead(heading, 1).unwrap();
            let others = [ahead];
            let weighing = Weighing::new(&solution, lone, &others);
            let straight = |hand| weighing.headings(hand).find(|course| course.option.steer == Steer::Straight);
            let blocked = straight(hand).unwrap();
            assert_eq!((blocked.option.steps, blocked.option.end), (0, at));
            let free = straight("2".parse().unwrap()).unwrap();
            assert_eq!(free.option.steps, 2, "boats may be passed");
        }
    }
}
