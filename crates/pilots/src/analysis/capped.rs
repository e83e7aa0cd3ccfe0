//! Capped figures: luck and errors as a family talks about them, and how rare they are.
//!
//! A sinking counts as 100 turns in the exact figures, so one roll that nearly sinks a boat outweighs a whole race. In capped figures
//! one roll and one decision count at most 6 turns.

use crate::analysis::{Analysis, BoatAnalysis, PlayedBy};
use powerboats_rules::Color;

/// The most turns that one roll or one decision counts in capped figures: about a third of a good race.
pub const CAP: f64 = 6.0;

/// The capped luck of rolls, and what it could have been.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct CappedLuck {
    /// Turns gained, at most 6 for each roll.
    pub gained: f64,
    /// The mean of that over all rolls that were possible. It is not exactly zero, because of the cap.
    pub mean: f64,
    /// The variance of it.
    pub variance: f64,
}

impl CappedLuck {
    /// The luck of a roll, given the luck of every possible roll with its probability.
    pub(crate) fn of(gained: f64, possible: impl Iterator<Item = (f64, f64)>) -> CappedLuck {
        let (mean, square) = possible.fold((0.0, 0.0), |(mean, square), (chance, luck)| {
            let luck = luck.clamp(-CAP, CAP);
            (mean + chance * luck, square + chance * luck * luck)
        });
        CappedLuck { gained: gained.clamp(-CAP, CAP), mean, variance: (square - mean * mean).max(0.0) }
    }

    /// The share of all possible rolls that would have been less lucky than these, from 0 to 1. `None` if no roll could have made a
    /// difference. The sum of many independent rolls is nearly normally distributed, and the mean and variance of each are known.
    pub fn percentile(&self) -> Option<f64> {
        (self.variance > 1e-9).then(|| normal((self.gained - self.mean) / self.variance.sqrt()))
    }
}

impl std::iter::Sum for CappedLuck {
    fn sum<I: Iterator<Item = CappedLuck>>(rolls: I) -> CappedLuck {
        rolls.fold(CappedLuck::default(), |sum, roll| CappedLuck {
            gained: sum.gained + roll.gained,
            mean: sum.mean + roll.mean,
            variance: sum.variance + roll.variance,
        })
    }
}

/// The distribution function of the standard normal distribution (Abramowitz and Stegun 26.2.17, to 7.5e-8).
fn normal(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z.abs());
    let polynomial = [1.330_274_429, -1.821_255_978, 1.781_477_937, -0.356_563_782, 0.319_381_530];
    let tail = polynomial.into_iter().fold(0.0, |sum, factor| t * (sum + factor));
    let tail = tail * (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if z < 0.0 { tail } else { 1.0 - tail }
}

impl BoatAnalysis {
    /// The capped luck of the player's rolls.
    pub fn capped_luck(&self) -> CappedLuck {
        self.turns_by(PlayedBy::Player).map(|turn| turn.capped_luck).sum()
    }

    /// Turns lost by all of the player's decisions, at most 6 for each.
    pub fn capped_error(&self) -> f64 {
        self.errors().map(|error| error.min(CAP)).sum()
    }
}

impl Analysis {
    /// The capped luck of a player in all races.
    pub fn capped_luck(&self, color: Color) -> CappedLuck {
        self.boats(color).map(|(_, boat)| boat.capped_luck()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution_is_exact_enough() {
        for (z, share) in [(0.0, 0.5), (1.0, 0.841_344_746), (-1.96, 0.024_997_895), (3.0, 0.998_650_102)] {
            assert!((normal(z) - share).abs() < 1e-6, "{z}: {}", normal(z));
        }
    }

    #[test]
    fn one_roll_counts_at_most_the_cap() {
        let sunk = CappedLuck::of(-80.0, [(0.2, -80.0), (0.8, 20.0)].into_iter());
        assert_eq!(sunk.gained, -CAP);
        assert!((sunk.mean - 0.6 * CAP).abs() < 1e-9);
        assert!((sunk.variance - (1.0 - 0.36) * CAP * CAP).abs() < 1e-9);
        assert!(sunk.percentile().is_some_and(|share| share < 0.05));
        assert_eq!(CappedLuck::of(0.0, [(1.0, 0.0)].into_iter()).percentile(), None);
    }

    #[test]
    fn average_rolls_are_in_the_middle() {
        let coin = |gained| CappedLuck::of(gained, [(0.5, 1.0), (0.5, -1.0)].into_iter());
        let even: CappedLuck = [1.0, -1.0, 1.0, -1.0].into_iter().map(coin).sum();
        assert_eq!(even.percentile(), Some(normal(0.0)));
        let lucky: CappedLuck = (0..16).map(|_| coin(1.0)).sum();
        assert!(lucky.percentile().is_some_and(|share| share > 0.9999));
    }
}
