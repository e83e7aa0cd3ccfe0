//! The solver: the expected turns of a lone boat from every state, under best play.
//!
//! Values are stored where a run begins, not where it ends. For each row of progress codes, each hex and each heading, `after` holds the
//! value after running each hand from there. So the best direction after a roll is the minimum of three slices of memory.

pub mod backup;
pub mod compact;
pub mod grid;
pub mod hands;
pub mod lanes;
pub mod lone_boat;
mod order;
pub mod predecessors;
#[cfg(target_arch = "x86_64")]
mod register;
pub mod successors;
mod sweep;
pub mod turn;

use crate::solver::{
    grid::{Grid, ProgressCode, progress_code, row},
    hands::Hands,
    lanes::Lanes,
    sweep::Solver,
};
use powerboats_rules::{Course, Hand, Heading, Hex, Progress};
use std::sync::Arc;

/// What the solver minimises, besides turns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// The cost of sinking, in turns.
    pub sinking: f32,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights { sinking: 100.0 }
    }
}

/// A solved course.
pub struct Solution {
    pub(crate) grid: Grid,
    weights: Weights,
    after: Vec<Lanes>,
    evaluations: usize,
}

impl Solution {
    /// Solves a course.
    pub fn new(course: Arc<Course>, weights: Weights) -> Solution {
        let grid = Grid::new(course);
        let (after, evaluations) = Solver::new(&grid, weights).run();
        Solution { grid, weights, after, evaluations }
    }

    /// Solves a course without AVX, as browsers do, for tests.
    #[doc(hidden)]
    pub fn portable(course: Arc<Course>, weights: Weights) -> Solution {
        let grid = Grid::new(course);
        let (after, evaluations) = Solver::new(&grid, weights).run_portable();
        Solution { grid, weights, after, evaluations }
    }

    /// Everything the solver does before its first block, for benchmarks.
    #[doc(hidden)]
    pub fn set_up(course: Arc<Course>, weights: Weights) {
        let grid = Grid::new(course);
        std::hint::black_box(Solver::new(&grid, weights));
    }

    /// The number of blocks calculated, for benchmarks.
    #[doc(hidden)]
    pub fn evaluations(&self) -> usize {
        self.evaluations
    }

    /// A solution made from stored values.
    pub(crate) fn restored(grid: Grid, weights: Weights, after: Vec<Lanes>) -> Solution {
        Solution { grid, weights, after, evaluations: 0 }
    }

    /// All values, row after row.
    pub(crate) fn values(&self) -> &[Lanes] {
        &self.after
    }

    pub(crate) fn values_mut(&mut self) -> &mut [Lanes] {
        &mut self.after
    }

    /// The size in bytes, without the course.
    pub fn bytes(&self) -> usize {
        size_of::<Solution>() + size_of_val(&self.after[..]) + self.grid.bytes()
    }

    /// The course that was solved.
    pub fn course(&self) -> &Arc<Course> {
        self.grid.course()
    }

    #[allow(missing_docs)]
    pub fn weights(&self) -> Weights {
        self.weights
    }

    /// The value after running the hand with this number from a hex. The hand's total must be at most the run.
    #[inline]
    pub(crate) fn after(
        &self,
        (cell, heading, code): (usize, Heading, ProgressCode),
        number: usize,
        damage: usize,
    ) -> f32 {
        let (row, half) = row(code);
        let base = self.grid.begin(row) + self.grid.base(cell, heading);
        self.after[base as usize + number].0[half * 4 + damage]
    }

    /// The stored value after running a hand from a hex. `None` if the hand's total exceeds the run, or if it has more than six dice.
    #[doc(hidden)]
    pub fn stored(&self, from: Hex, heading: Heading, hand: Hand, damage: u8, progress: Progress) -> Option<f32> {
        let cell = self.grid.cell(from)?;
        let number = Hands::get().number(hand).filter(|_| usize::from(hand.total()) <= self.grid.run(cell, heading))?;
        Some(self.after((cell, heading, progress_code(progress)), number, damage.into()))
    }
}
