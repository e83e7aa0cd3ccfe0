//! Random durations.

use powerboats_pilots::QuickRandom;
use std::f64::consts::TAU;

/// Draws random durations. The same seed gives the same ones.
pub struct Durations(QuickRandom);

impl Durations {
    pub fn new(seed: u64) -> Durations {
        Durations(QuickRandom::new(seed))
    }

    /// Between 0 and 1, neither of them included.
    pub fn unit(&mut self) -> f64 {
        ((self.0.bits() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    /// A whole number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }

    /// Exponentially distributed with this mean.
    pub fn exponential(&mut self, mean: f64) -> f64 {
        -mean * self.unit().ln()
    }

    /// The sum of so many exponentially distributed durations with this mean: an Erlang distribution.
    pub fn sum_of_exponentials(&mut self, count: usize, mean: f64) -> f64 {
        (0..count).map(|_| self.exponential(mean)).sum()
    }

    /// Log-normally distributed with this median. `spread` is the standard deviation of the logarithm.
    pub fn log_normal(&mut self, median: f64, spread: f64) -> f64 {
        let normal = (-2.0 * self.unit().ln()).sqrt() * (TAU * self.unit()).cos();
        median * (spread * normal).exp()
    }
}

/// By how many standard deviations a normal distribution is exceeded once in a hundred times.
const ONE_IN_A_HUNDRED: f64 = 2.326;

/// The 99th percentile of a log-normal distribution.
pub fn log_normal_p99(median: f64, spread: f64) -> f64 {
    median * (spread * ONE_IN_A_HUNDRED).exp()
}

/// The spread of a log-normal distribution with this median and 99th percentile.
pub fn log_normal_spread(median: f64, p99: f64) -> f64 {
    (p99 / median).ln() / ONE_IN_A_HUNDRED
}

/// The value that this share of a sorted list does not exceed.
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = (sorted.len().saturating_sub(1) as f64 * share) as usize;
    sorted.get(place).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_means_are_right() {
        let mut draw = Durations::new(1);
        let mut mean = |duration: &dyn Fn(&mut Durations) -> f64| {
            (0..100_000).map(|_| duration(&mut draw)).sum::<f64>() / 100_000.0
        };
        assert!((mean(&|draw| draw.unit()) - 0.5).abs() < 0.01);
        assert!((mean(&|draw| draw.exponential(3.0)) - 3.0).abs() < 0.05);
        // The mean of its logarithm is the logarithm of its median.
        assert!((mean(&|draw| draw.log_normal(3.0, 0.7).ln()) - 3.0_f64.ln()).abs() < 0.01);
    }

    /// The work of a hundred actions varies much less than that of one.
    #[test]
    fn a_sum_of_many_durations_varies_little() {
        let mut draw = Durations::new(1);
        for count in [1, 4, 100] {
            let sums: Vec<f64> = (0..20_000).map(|_| draw.sum_of_exponentials(count, 2.0)).collect();
            let mean = sums.iter().sum::<f64>() / sums.len() as f64;
            let variance = sums.iter().map(|sum| (sum - mean).powi(2)).sum::<f64>() / sums.len() as f64;
            let (mean_of_theory, variation) = (2.0 * count as f64, (count as f64).sqrt().recip());
            assert!((mean / mean_of_theory - 1.0).abs() < 0.02, "{count}: {mean}");
            assert!((variance.sqrt() / mean / variation - 1.0).abs() < 0.05, "{count}: {variance}");
        }
        assert_eq!(draw.sum_of_exponentials(0, 2.0), 0.0);
    }

    #[test]
    fn the_99th_percentile_of_a_log_normal_distribution() {
        let mut draw = Durations::new(1);
        let mut list: Vec<f64> = (0..100_000).map(|_| draw.log_normal(3.0, 0.7)).collect();
        list.sort_by(f64::total_cmp);
        let p99 = log_normal_p99(3.0, 0.7);
        assert!((quantile(&list, 0.99) / p99 - 1.0).abs() < 0.03);
        assert!((log_normal_spread(3.0, p99) - 0.7).abs() < 1e-9);
    }

    #[test]
    fn quantiles_of_a_sorted_list() {
        let list: Vec<f64> = (0..=100).map(f64::from).collect();
        assert_eq!(quantile(&list, 0.5), 50.0);
        assert_eq!(quantile(&list, 0.99), 99.0);
        assert!(quantile(&[], 0.5).is_nan());
    }
}
