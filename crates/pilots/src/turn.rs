//! One turn of a lone boat: what every choice of dice and every heading is worth.

use crate::{
    hands::{Hands, MOST_DICE, place, smaller},
    solver::Solution,
    waters::{FINISHED, progress, standing},
};
use powerboats_rules::{DiceChoice, Hand, Heading, Hex, Judged, Leg, Progress, Runs, SINKS_AT, Steer, outcomes};

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
        Turn::with_most(self, *lone, MOST_DICE).best().1
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
        let after = self.after((water, heading, progress.leg as usize), number);
        after.0[usize::from(progress.owes) * 4 + usize::from(damage & 3)]
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
        let runs = Runs::new(self.course(), lone.at, lone.heading, hand.total());
        let mut best = (Steer::Straight, f32::INFINITY);
        for steer in Steer::ALL {
            if let Some(option) = runs.option(steer, &taken) {
                let (_, value) = self.fate(lone, hand, option.heading, option.run, option.steps);
                if value < best.1 {
                    best = (steer, value);
                }
            }
        }
        best
    }
}

/// A turn of a lone boat, all its choices weighed.
pub struct Turn<'a> {
    solution: &'a Solution,
    lone: Lone,
    /// For one die less, as many, and one more: the mean of holding each hand of up to so many dice, by size.
    means: [Vec<f32>; 3],
}

impl<'a> Turn<'a> {
    /// Weighs every choice.
    pub fn new(solution: &'a Solution, lone: Lone) -> Turn<'a> {
        Turn::with_most(solution, lone, usize::MAX)
    }

    /// Weighs every choice of at most so many dice, or else of one less than there are. So each look at a hand beyond those
    /// on file leads to a smaller one.
    fn with_most(solution: &'a Solution, lone: Lone, most: usize) -> Turn<'a> {
        let have = usize::from(lone.hand.len());
        let mut means = [const { Vec::new() }; 3];
        for (table, count) in means.iter_mut().zip(have as isize - 1..) {
            let Ok(count) = usize::try_from(count) else { continue };
            if count > most && count >= have {
                continue;
            }
            *table = vec![0.0; smaller(count + 1)];
            for rolled in outcomes(count as u8).map(|outcome| outcome.rolled) {
                table[place(rolled)] = steer_value(solution, &lone, rolled);
            }
            for size in (0..count).rev() {
                for hold in outcomes(size as u8).map(|outcome| outcome.rolled) {
                    let [a, b, c] = hold.counts();
                    let more = [[a + 1, b, c], [a, b + 1, c], [a, b, c + 1]].map(|hand| table[place(Hand::of(hand))]);
                    table[place(hold)] = more.iter().sum::<f32>() / 3.0;
                }
            }
        }
        Turn { solution, lone, means }
    }

    /// The boat whose turn it is.
    pub fn lone(&self) -> &Lone {
        &self.lone
    }

    /// Expected turns with a choice of dice that is legal here.
    pub fn value_of(&self, choice: DiceChoice) -> f32 {
        let table = usize::from(choice.count + 1 - self.lone.hand.len());
        self.means[table].get(place(choice.hold)).map_or(f32::INFINITY, |mean| 1.0 + mean)
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

    /// The best heading after a roll, and its value, this turn not counted; `taken` tells other boats' hexes.
    pub fn best_steer(&self, hand: Hand, taken: impl Fn(Hex) -> bool) -> (Steer, f32) {
        self.solution.best_steer(&self.lone, hand, taken)
    }
}

/// What steering on with a hand is worth, no other boats about.
fn steer_value(solution: &Solution, lone: &Lone, hand: Hand) -> f32 {
    if hand.len() > LARGE {
        // So many dice: as if it had rolled only the lowest.
        let mut fewer = hand;
        while fewer.len() > LARGE {
            let highest = fewer.dice().next().and_then(|die| fewer.without_die(die));
            fewer = highest.unwrap_or(Hand::EMPTY);
        }
        return steer_value(solution, lone, fewer);
    }
    solution.best_steer(lone, hand, |_| false).1
}

const _: () = {
    // Lanes are numbered as standings are: twice the leg, plus the debt.
    assert!(standing(progress(5)) == 5 && Leg::Finish as usize * 2 + 2 == FINISHED as usize);
};
