//! Models that the chosen one is compared with: Elo, and Weng and Lin's Plackett–Luce.

/// A model that predicts matches and learns from them. Players are numbers.
pub trait Predictor {
    /// The probability that each pair's first player finishes before its second, for all pairs of the match's players in
    /// order: 0–1, 0–2, …, 1–2, …
    fn pairs(&self, players: &[usize], at: f64) -> Vec<f64>;

    /// Learns the ranks of a match.
    fn learn(&mut self, players: &[usize], ranks: &[usize], at: f64);
}

/// All pairs of `count` players, in order.
pub fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)))
}

/// 1 if the first rank is better, ½ for a tie.
pub fn score(one: usize, other: usize) -> f64 {
    match one.cmp(&other) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    }
}

/// Elo, with all pairs of a match at once.
pub struct Elo {
    /// What a surprise is worth.
    pub k: f64,
    /// The rating difference that makes a win ten times as likely.
    pub scale: f64,
    ratings: Vec<f64>,
}

impl Elo {
    /// Nobody has played yet.
    pub fn new(k: f64, scale: f64, players: usize) -> Elo {
        Elo { k, scale, ratings: vec![1500.0; players] }
    }

    fn beats(&self, one: usize, other: usize) -> f64 {
        1.0 / (1.0 + 10f64.powf((self.ratings[other] - self.ratings[one]) / self.scale))
    }
}

impl Predictor for Elo {
    fn pairs(&self, players: &[usize], _: f64) -> Vec<f64> {
        pairs(players.len()).map(|(one, other)| self.beats(players[one], players[other])).collect()
    }

    fn learn(&mut self, players: &[usize], ranks: &[usize], _: f64) {
        let mut changes = vec![0.0; players.len()];
        for (one, other) in pairs(players.len()) {
            let surprise = score(ranks[one], ranks[other]) - self.beats(players[one], players[other]);
            changes[one] += surprise;
            changes[other] -= surprise;
        }
        let each = self.k / (players.len() - 1) as f64;
        players.iter().zip(changes).for_each(|(player, change)| self.ratings[*player] += each * change);
    }
}

/// Weng and Lin's method with the Plackett–Luce model: algorithm 4 of their paper, with one player per team.
pub struct PlackettLuce {
    #[allow(missing_docs)]
    pub beta: f64,
    /// How sure predictions are.
    pub sharpness: f64,
    /// The variance that a day adds.
    pub drift: f64,
    start: f64,
    /// Mean, variance, and when they were right, in days.
    ratings: Vec<(f64, f64, f64)>,
}

impl PlackettLuce {
    /// Nobody has played yet.
    pub fn new(beta: f64, sharpness: f64, start: f64, drift: f64, players: usize) -> PlackettLuce {
        PlackettLuce { beta, sharpness, drift, start, ratings: vec![(1500.0, start * start, 0.0); players] }
    }

    /// Mean and variance of a player at a time.
    fn at(&self, player: usize, at: f64) -> (f64, f64) {
        let (mean, variance, since) = self.ratings[player];
        (mean, (variance + self.drift.powi(2) * (at - since).max(0.0)).min(self.start * self.start))
    }
}

impl Predictor for PlackettLuce {
    fn pairs(&self, players: &[usize], at: f64) -> Vec<f64> {
        let rated: Vec<(f64, f64)> = players.iter().map(|player| self.at(*player, at)).collect();
        let beats = |(one, other): (usize, usize)| {
            let spread = (rated[one].1 + rated[other].1 + 2.0 * self.beta.powi(2)).sqrt();
            1.0 / (1.0 + (self.sharpness * (rated[other].0 - rated[one].0) / spread).exp())
        };
        pairs(players.len()).map(beats).collect()
    }

    fn learn(&mut self, players: &[usize], ranks: &[usize], at: f64) {
        let rated: Vec<(f64, f64)> = players.iter().map(|player| self.at(*player, at)).collect();
        let c = rated.iter().map(|(_, variance)| variance + self.beta.powi(2)).sum::<f64>().sqrt();
        let weight = |index: usize| (rated[index].0 / c).exp();
        let everyone = 0..players.len();
        for index in everyone.clone() {
            let (mean, variance) = rated[index];
            let (mut omega, mut delta) = (0.0, 0.0);
            for q in everyone.clone().filter(|q| ranks[*q] <= ranks[index]) {
                let behind: f64 = everyone.clone().filter(|s| ranks[*s] >= ranks[q]).map(weight).sum();
                let tied = everyone.clone().filter(|s| ranks[*s] == ranks[q]).count() as f64;
                let p = weight(index) / behind;
                omega += (if q == index { 1.0 - p } else { -p }) / tied;
                delta += p * (1.0 - p) / tied;
            }
            let gamma = variance.sqrt() / c;
            let shrunk = variance * (1.0 - gamma * variance / (c * c) * delta).max(1e-6);
            self.ratings[players[index]] = (mean + variance / c * omega, shrunk, at);
        }
    }
}
