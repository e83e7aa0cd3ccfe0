//! The lone race solved exactly: expected turns from every state, under best play.
//!
//! Values are kept where a run begins, not where it ends: `after` holds, for each row of standings, hex and heading, the value of
//! having run each hand from there. So the best heading after a roll is a minimum of three stretches of memory.

pub mod backup;
pub mod compact;
pub mod hands;
pub mod lanes;
mod order;
pub mod predecessors;
#[cfg(target_arch = "x86_64")]
mod register;
pub mod successors;
mod sweep;
pub mod turn;
pub mod waters;

use crate::solver::{
    hands::Hands,
    lanes::Lanes,
    sweep::Solving,
    waters::{Standing, Waters, row, standing},
};
use powerboats_rules::{Course, Hand, Heading, Hex, Progress};
use std::sync::Arc;

/// How a sinking is weighed against turns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// What a sinking costs, in turns.
    pub sinking: f32,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights { sinking: 100.0 }
    }
}

/// A solved course.
pub struct Solution {
    pub(crate) waters: Waters,
    weights: Weights,
    after: Vec<Lanes>,
    evaluations: usize,
}

impl Solution {
    /// Solves a course.
    pub fn new(course: Arc<Course>, weights: Weights) -> Solution {
        let waters = Waters::new(course);
        let (after, evaluations) = Solving::new(&waters, weights).run();
        Solution { waters, weights, after, evaluations }
    }

    /// All that is done before the first block is looked at, for benchmarks.
    #[doc(hidden)]
    pub fn set_up(course: Arc<Course>, weights: Weights) {
        let waters = Waters::new(course);
        std::hint::black_box(Solving::new(&waters, weights));
    }

    /// How many blocks were looked at, for benchmarks.
    #[doc(hidden)]
    pub fn evaluations(&self) -> usize {
        self.evaluations
    }

    /// From values as they were worked out before.
    pub(crate) fn restored(waters: Waters, weights: Weights, after: Vec<Lanes>) -> Solution {
        Solution { waters, weights, after, evaluations: 0 }
    }

    /// All values, row by row.
    pub(crate) fn values(&self) -> &[Lanes] {
        &self.after
    }

    pub(crate) fn values_mut(&mut self) -> &mut [Lanes] {
        &mut self.after
    }

    /// Bytes it takes, its course not counted.
    pub fn bytes(&self) -> usize {
        size_of::<Solution>() + size_of_val(&self.after[..]) + self.waters.bytes()
    }

    /// The course that was solved.
    pub fn course(&self) -> &Arc<Course> {
        self.waters.course()
    }

    /// What counts.
    pub fn weights(&self) -> Weights {
        self.weights
    }

    /// The value of having run the hand with this number (by total, at most the run) from a hex.
    #[inline]
    pub(crate) fn after(
        &self,
        (water, heading, standing): (usize, Heading, Standing),
        number: usize,
        damage: usize,
    ) -> f32 {
        let (row, half) = row(standing);
        let base = self.waters.begin(row) + self.waters.base(water, heading);
        self.after[base as usize + number].0[half * 4 + damage]
    }

    /// The stored value of having run a hand from a hex; `None` if it does not fit the run or has more than six dice.
    #[doc(hidden)]
    pub fn stored(&self, from: Hex, heading: Heading, hand: Hand, damage: u8, progress: Progress) -> Option<f32> {
        let water = self.waters.number(from)?;
        let number =
            Hands::get().number(hand).filter(|_| usize::from(hand.total()) <= self.waters.run(water, heading))?;
        Some(self.after((water, heading, standing(progress)), number, damage.into()))
    }
}
