//! One turn: what every choice of dice and every heading is worth to a boat, alone or with other boats in its way.

use crate::solver::{
    Solution,
    hands::{Hands, MOST_DICE, place, smaller},
    waters::{FINISHED, Standing, standing},
};
use powerboats_rules::{DiceChoice, Hand, Heading, Hex, Judged, Progress, Runs, SINKS_AT, Steer, SteerOption};

/// A lone boat before its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lone {
    /// Where it is.
    pub at: Hex,
    /// The way it faces.
    pub heading: Heading,
    /// Its dice.
    pub hand: Hand,
    /// Its damage, 0 to 3.
    pub damage: u8,
    /// Its leg and debt.
    pub progress: Progress,
}

/// What becomes of a boat that steers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fate {
    /// It has finished.
    Finished,
    /// It has sunk.
    Sunk,
    /// It races on from here.
    Racing(Lone),
}

/// Hands past this many dice are looked at only roughly: no boat gets there but by will.
const LARGE: u8 = MOST_DICE as u8 + 1;

impl Solution {
    /// Expected turns from here under best play, a sinking counted by its weight.
    pub fn value(&self, lone: &Lone) -> f32 {
        // A boat that could have come here by a run has its value on file where that run began.
        if let Some(value) = self.on_file(lone) {
            return value;
        }
        Turn::with_most(self, *lone, &[], MOST_DICE).best().1
    }

    /// The value of a boat at the end of a run of its whole hand, without other boats in its way, if there is such a run.
    fn on_file(&self, lone: &Lone) -> Option<f32> {
        let number = Hands::get().number(lone.hand)?;
        let back = lone.heading.back();
        let end = self.waters.number(lone.at)?;
        if self.waters.run(end, back) < lone.hand.total().into() {
            return None;
        }
        let from = lone.at.ahead(back, lone.hand.total())?;
        // Only a run that changes nothing is known to lead to this very standing.
        let quiet = self.course().judge(from, lone.heading, lone.hand.total(), lone.progress);
        (quiet == Judged::Racing(lone.progress))
            .then(|| self.after_run(from, lone.heading, number, lone.damage, lone.progress))
    }

    /// The value after running the hand with this number, at most the run of water, from a hex.
    #[inline]
    fn after_run(&self, from: Hex, heading: Heading, number: usize, damage: u8, progress: Progress) -> f32 {
        let Some(water) = self.waters.number(from) else { return self.weights().sinking };
        self.after((water, heading, standing(progress)), number, usize::from(damage & 3))
    }

    /// What becomes of a boat that runs `steps` of a run of `run` along a heading with `hand`, and what that is worth,
    /// this turn not counted. `steps` is less than `run` if another boat is in the way.
    pub fn fate(&self, lone: &Lone, hand: Hand, heading: Heading, run: u8, steps: u8) -> (Fate, f32) {
        let damage = lone.damage + (hand.total() - run);
        match self.course().judge(lone.at, heading, steps, lone.progress) {
            Judged::Finished => (Fate::Finished, 0.0),
            Judged::Racing(_) if damage >= SINKS_AT => (Fate::Sunk, self.weights().sinking),
            Judged::Racing(progress) => {
                let crash = hand.total() > run;
                let at = lone.at.ahead(heading, steps).unwrap_or(lone.at);
                let next = Lone { at, heading, hand: if crash { Hand::EMPTY } else { hand }, damage, progress };
                let number = Hands::get().number(hand).filter(|_| !crash && steps == run);
                let value = match number {
                    Some(number) => self.after_run(lone.at, heading, number, damage, lone.progress),
                    None if crash => self.after_run(at, heading, 0, damage, progress),
                    None => self.value(&next),
                };
                (Fate::Racing(next), value)
            }
        }
    }

    /// The best heading with a hand after the roll, and its value, this turn not counted.
    pub fn best_steer(&self, lone: &Lone, hand: Hand, taken: impl Fn(Hex) -> bool) -> (Steer, f32) {
        let ways = self.ways_to_steer(lone, hand, taken);
        let better = |best: (Steer, f32), (option, value): (SteerOption, f32)| {
            if value < best.1 { (option.steer, value) } else { best }
        };
        ways.fold((Steer::Straight, f32::INFINITY), better)
    }

    /// Every heading that may be taken with a hand after the roll, from left to right, and its value, this turn not counted.
    pub fn ways_to_steer(
        &self,
        lone: &Lone,
        hand: Hand,
        taken: impl Fn(Hex) -> bool,
    ) -> impl Iterator<Item = (SteerOption, f32)> {
        let runs = Runs::new(self.course(), lone.at, lone.heading, hand.total());
        Steer::ALL.into_iter().filter_map(move |steer| {
            let option = runs.option(steer, &taken)?;
            Some((option, self.fate(lone, hand, option.heading, option.run, option.steps).1))
        })
    }
}

/// A turn, all its choices weighed, in expected turns to come, this one counted. After it the boat is taken to be alone.
pub struct Turn<'a> {
    solution: &'a Solution,
    lone: Lone,
    /// Other boats' hexes.
    others: &'a [Hex],
    /// For one die less, as many, and one more: the mean of holding each hand of up to so many dice, by size.
    means: Vec<f32>,
    /// Where the three tables begin; empty if there is no such choice.
    begin: [usize; 4],
}

impl<'a> Turn<'a> {
    /// Weighs every choice of a boat that is alone.
    pub fn new(solution: &'a Solution, lone: Lone) -> Turn<'a> {
        Turn::among(solution, lone, &[])
    }

    /// Weighs every choice with other boats on these hexes: who would end on one stops short of it.
    pub fn among(solution: &'a Solution, lone: Lone, others: &'a [Hex]) -> Turn<'a> {
        Turn::with_most(solution, lone, others, usize::MAX)
    }

    /// Weighs every choice of at most so many dice, or else of one less than there are. So each look at a hand beyond those
    /// on file leads to a smaller one.
    fn with_most(solution: &'a Solution, lone: Lone, others: &'a [Hex], most: usize) -> Turn<'a> {
        let have = usize::from(lone.hand.len());
        let counts = [have.checked_sub(1), Some(have), Some(have + 1)];
        let counts = counts.map(|count| count.filter(|&count| count <= most || count < have));
        let mut begin = [0; 4];
        for (i, count) in counts.iter().enumerate() {
            begin[i + 1] = begin[i] + count.map_or(0, |count| smaller(count + 1));
        }
        let mut means = vec![0.0; begin[3]];
        let ahead = Ahead::new(solution, &lone, others);
        for (i, count) in counts.into_iter().enumerate() {
            let Some(count) = count else { continue };
            let table = &mut means[begin[i]..begin[i + 1]];
            for rolled in hands_of(count) {
                table[place(rolled)] = ahead.steer(solution, &lone, rolled);
            }
            for size in (0..count).rev() {
                let (below, above) = table.split_at_mut(smaller(size + 1));
                mean_over_a_die(size, above, &mut below[smaller(size)..]);
            }
        }
        Turn { solution, lone, others, means, begin }
    }

    /// The boat whose turn it is.
    pub fn lone(&self) -> &Lone {
        &self.lone
    }

    /// Expected turns with a choice of dice that is legal here.
    pub fn value_of(&self, choice: DiceChoice) -> f32 {
        let table = usize::from(choice.count + 1 - self.lone.hand.len());
        let mean = self.means[self.begin[table]..self.begin[table + 1]].get(place(choice.hold));
        mean.map_or(f32::INFINITY, |mean| 1.0 + mean)
    }

    /// The best choice of dice, and expected turns with it; among equals the first in the order of the rules crate.
    pub fn best(&self) -> (DiceChoice, f32) {
        let choices = self.lone.hand.choices();
        let mut best = (choices.get(0), f32::INFINITY);
        for choice in choices.iter() {
            let value = self.value_of(choice);
            if value < best.1 {
                best = (choice, value);
            }
        }
        best
    }

    /// Every heading that may be taken with a hand after the roll, from left to right, and its value, this turn not counted.
    pub fn headings(&self, hand: Hand) -> impl Iterator<Item = (SteerOption, f32)> {
        self.solution.ways_to_steer(&self.lone, hand, |hex| self.others.contains(&hex))
    }
}

/// All hands of so many dice, in the order of their places.
fn hands_of(dice: usize) -> impl Iterator<Item = Hand> {
    let dice = dice as u8;
    (0..=dice)
        .flat_map(move |threes| (0..=dice - threes).map(move |twos| Hand::of([dice - threes - twos, twos, threes])))
}

/// The mean over one more die for all hands of `size` dice, which lie as a triangle: rows of equal threes, in them by twos.
fn mean_over_a_die(size: usize, one_more: &[f32], out: &mut [f32]) {
    let (mut i, mut o) = (0, 0);
    for row in 0..=size {
        let next_row = size + 2 - row;
        for _ in row..=size {
            out[o] = (one_more[i] + one_more[i + 1] + one_more[i + next_row]) * (1.0 / 3.0);
            (i, o) = (i + 1, o + 1);
        }
        i += 1;
    }
}

/// What lies ahead of a boat in its three headings, so that each hand is a look-up.
struct Ahead<'a> {
    /// The longest first.
    ways: [Way; 3],
    water: usize,
    /// Value of a crash of 1, 2, 3, … damage.
    crash: [f32; 4],
    others: &'a [Hex],
}

#[derive(Clone, Copy)]
struct Way {
    heading: Heading,
    run: usize,
    /// A bit for each number of steps that ends on another boat.
    taken: u32,
}

impl Way {
    /// Steps to the last free hex of a run of so many; where it begins is free (rule 4.6).
    #[inline]
    fn free(&self, mut steps: usize) -> usize {
        while self.taken >> steps & 1 == 1 {
            steps -= 1;
        }
        steps
    }
}

impl<'a> Ahead<'a> {
    fn new(solution: &Solution, lone: &Lone, others: &'a [Hex]) -> Ahead<'a> {
        let water = solution.waters.number(lone.at).unwrap_or(0);
        let three = [lone.heading, lone.heading.left(), lone.heading.right()];
        let mut ways = three.map(|heading| Way { heading, run: solution.waters.run(water, heading), taken: 0 });
        for &other in others {
            let steps = lone.at.distance(other);
            for way in ways.iter_mut().filter(|way| usize::from(steps) <= way.run) {
                let meets = steps > 0 && lone.at.ahead(way.heading, steps) == Some(other);
                way.taken |= u32::from(meets) << steps;
            }
        }
        ways.sort_by_key(|way| std::cmp::Reverse(way.run));
        let longest = ways[0].run;
        let mut crash = [f32::INFINITY; 4];
        for way in ways.iter().filter(|way| way.run == longest) {
            let (end, then) = stop(solution, lone, water, way);
            for (more, crash) in (1..).zip(&mut crash) {
                let damage = usize::from(lone.damage) + more;
                let value = match then {
                    FINISHED => 0.0,
                    _ if damage >= usize::from(SINKS_AT) => solution.weights().sinking,
                    then => solution.after((end, way.heading, then), 0, damage),
                };
                *crash = crash.min(value);
            }
        }
        Ahead { ways, water, crash, others }
    }

    /// What steering on with a hand is worth.
    #[inline]
    fn steer(&self, solution: &Solution, lone: &Lone, hand: Hand) -> f32 {
        let (total, longest) = (usize::from(hand.total()), self.ways[0].run);
        if total > longest {
            return self.crash[(total - longest).min(4) - 1];
        }
        let Some(number) = Hands::get().number(hand) else { return steer_large(solution, lone, hand, self.others) };
        let (standing, damage) = (standing(lone.progress), usize::from(lone.damage & 3));
        let reach = self.ways.iter().take_while(|way| way.run >= total);
        let values = reach.map(|way| match way.free(total) {
            steps if steps < total => solution.fate(lone, hand, way.heading, hand.total(), steps as u8).1,
            _ => solution.after((self.water, way.heading, standing), number, damage),
        });
        values.fold(f32::INFINITY, f32::min)
    }
}

/// Where a crash along a way ends, and what it makes of the boat's standing.
#[inline]
fn stop(solution: &Solution, lone: &Lone, water: usize, way: &Way) -> (usize, Standing) {
    let steps = way.free(way.run);
    if steps == way.run {
        let (end, judgement) = solution.waters.end(water, way.heading);
        return (end, judgement[usize::from(standing(lone.progress))]);
    }
    let end = lone.at.ahead(way.heading, steps as u8).and_then(|hex| solution.waters.number(hex)).unwrap_or(water);
    let then = match solution.course().judge(lone.at, way.heading, steps as u8, lone.progress) {
        Judged::Finished => FINISHED,
        Judged::Racing(progress) => standing(progress),
    };
    (end, then)
}

/// The same for hands that are not on file; past a seventh die only the lowest seven count.
fn steer_large(solution: &Solution, lone: &Lone, mut hand: Hand, others: &[Hex]) -> f32 {
    while hand.len() > LARGE {
        hand = hand.dice().next().and_then(|highest| hand.without_die(highest)).unwrap_or(Hand::EMPTY);
    }
    solution.best_steer(lone, hand, |hex| others.contains(&hex)).1
}
