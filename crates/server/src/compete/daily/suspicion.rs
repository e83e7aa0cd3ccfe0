//! Machine-like play: runs in which nearly every decision was exactly the best one.
//!
//! Anyone can compute the best decision with the programs in this repository. Nobody can prove that a person did not.
//! So nobody is banned: a run that a person hardly plays is listed apart, with the figures.
//!
//! **The statistic.** A decision is *perfect* if it cost less than [`PERFECT`] turns. Many decisions are easy: the pilots that
//! err as people do, played by the test `the_share_of_perfect_decisions` in `crates/server/tests/server/daily.rs`, decide
//! perfectly in 80 % (Mate) to 88 % (Skipper and Commander) of the decisions in which there is a choice. We assume that a
//! very good person reaches [`HUMAN`], which is above all of them. The chance that such a person decides perfectly at least
//! `k` of `n` times is the tail of a binomial distribution. A run is flagged if that chance is below [`RARE`], over this run
//! and up to six before it. So one perfect run of about 30 decisions is not enough, nor are three; four are.

use crate::compete::statistics::at_least;
use serde::{Deserialize, Serialize};

/// The most turns that a perfect decision may cost: the accuracy of the solver.
pub const PERFECT: f64 = 0.002;

/// The share of perfect decisions of a very good person.
pub const HUMAN: f64 = 0.92;

/// How rare a run must be for a very good person. Somebody who is that good and races every day is flagged by chance on one
/// day in 27 years.
pub const RARE: f64 = 1e-4;

/// The number of runs that are looked at together.
pub const RUNS: usize = 7;

/// Decisions, and how many of them were perfect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = DailyAccuracy)]
pub struct Accuracy {
    /// Decisions with a choice.
    pub decisions: u32,
    /// Decisions that lost nothing.
    pub perfect: u32,
}

impl std::iter::Sum for Accuracy {
    fn sum<I: Iterator<Item = Accuracy>>(runs: I) -> Accuracy {
        runs.fold(Accuracy::default(), |sum, run| Accuracy {
            decisions: sum.decisions + run.decisions,
            perfect: sum.perfect + run.perfect,
        })
    }
}

impl Accuracy {
    /// Of decisions that cost this many turns.
    pub fn of(errors: impl Iterator<Item = f64>) -> Accuracy {
        errors.map(|error| Accuracy { decisions: 1, perfect: u32::from(error < PERFECT) }).sum()
    }

    /// The chance that a very good person decides at least as well.
    pub fn chance(self) -> f64 {
        at_least(self.perfect, self.decisions, HUMAN)
    }

    /// Is it played like a machine?
    pub fn is_machine_like(self) -> bool {
        self.chance() < RARE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_runs_of_perfect_play_are_flagged() {
        let flagged = |perfect, decisions| Accuracy { decisions, perfect }.is_machine_like();
        assert!(!flagged(30, 30) && !flagged(90, 90), "one perfect run may be luck, and so may three");
        assert!(flagged(120, 120), "four are not");
        assert!(!flagged(195, 200));
        assert!(flagged(197, 200));
    }
}
