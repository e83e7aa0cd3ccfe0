//! Chances: how likely it is that something happens at least so often.

/// The chance of at least `k` successes in `n` independent trials, each with this chance.
pub fn at_least(k: u32, n: u32, chance: f64) -> f64 {
    if k == 0 {
        return 1.0;
    }
    // The chance of exactly i, from i = n downwards: each follows from the one before.
    let mut exactly = chance.powi(n as i32);
    let mut sum = 0.0;
    for i in (k..=n).rev() {
        sum += exactly;
        exactly *= f64::from(i) * (1.0 - chance) / (f64::from(n - i + 1) * chance);
    }
    sum.min(1.0)
}

/// The chance of at least `k` events where `mean` are expected (a Poisson distribution).
pub fn at_least_events(k: u32, mean: f64) -> f64 {
    let mut exactly = (-mean).exp();
    let mut fewer = 0.0;
    let mut more = 0.0;
    // The tail is summed by itself: one minus the rest would lose small chances to rounding.
    for i in 0..k.max(1) * 4 + 200 {
        if i < k {
            fewer += exactly
        } else {
            more += exactly
        }
        exactly *= mean / f64::from(i + 1);
    }
    if mean > 600.0 { 1.0 - fewer.min(1.0) } else { more.min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chances_are_those_of_the_textbook() {
        let near = |found: f64, right: f64| assert!((found - right).abs() < 1e-9, "{found} {right}");
        near(at_least(0, 10, 0.3), 1.0);
        near(at_least(1, 1, 0.85), 0.85);
        near(at_least(1, 2, 0.5), 0.75);
        near(at_least(10, 10, 0.5), 1.0 / 1024.0);
        near(at_least(0, 0, 0.5), 1.0);
        near(at_least_events(0, 2.0), 1.0);
        near(at_least_events(1, 2.0), 1.0 - (-2.0_f64).exp());
        near(at_least_events(2, 1.0), 1.0 - 2.0 * (-1.0_f64).exp());
        assert!(at_least_events(40, 2.0) < 1e-30 && at_least_events(40, 2.0) > 0.0);
        (30..60).for_each(|k| assert!(at_least(k, 60, 0.8) < at_least(k - 1, 60, 0.8)));
    }
}
