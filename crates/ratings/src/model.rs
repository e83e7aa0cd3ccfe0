//! The rating model: Weng and Lin's Bayesian approximation for Bradley–Terry, with full pairs.

use skillratings::{
    MultiTeamOutcome,
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};

/// Millionths in a point. Ratings are stored as whole millionths, so that they are the same in every database and never drift
/// by rounding.
const MILLION: f64 = 1e6;

const DAY: f64 = 86_400_000.0;

/// A mean of 1500 points is a newcomer's.
const START_MEAN: i64 = 1_500_000_000;

/// A strength and how sure it is, in millionths of a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Rating {
    /// The expected strength.
    pub mean: i64,
    /// The standard deviation of what is believed about the strength.
    pub spread: i64,
}

impl Rating {
    /// From points.
    pub fn new(mean: f64, spread: f64) -> Rating {
        Rating { mean: (mean * MILLION).round() as i64, spread: (spread * MILLION).round() as i64 }
    }

    /// The mean in points.
    pub fn points(self) -> f64 {
        self.mean as f64 / MILLION
    }

    /// The spread in points.
    pub fn uncertainty(self) -> f64 {
        self.spread as f64 / MILLION
    }
}

/// What a ladder knows about a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The rating after the last match.
    pub rating: Rating,
    /// When the last match ended, in milliseconds since 1970.
    pub at: i64,
    /// The number of rated matches.
    pub matches: u32,
}

/// The constants of the model, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// How much chance there is in one match: the larger, the less a match tells.
    pub beta: f64,
    /// A newcomer's spread.
    pub start: f64,
    /// How sure predictions are. With full pairs, a match of many boats counts its pairs as if they were independent; `beta`
    /// makes up for that when learning, and this when predicting.
    pub sharpness: f64,
    /// How much strengths change: the spread that one day of absence adds to a rating without any.
    pub drift: f64,
    /// A rating with a larger spread is provisional.
    pub settled: f64,
}

impl Model {
    /// The rating of a player without matches.
    pub fn newcomer(&self) -> Rating {
        Rating { mean: START_MEAN, spread: Rating::new(0.0, self.start).spread }
    }

    /// A rating some time later. The spread grows with the time, up to a newcomer's.
    pub fn later(&self, rating: Rating, milliseconds: i64) -> Rating {
        let days = milliseconds.max(0) as f64 / DAY;
        let grown = (rating.uncertainty().powi(2) + self.drift.powi(2) * days).sqrt();
        let spread = grown.min(self.start).max(rating.uncertainty());
        // Without a day of absence nothing is rounded.
        if days == 0.0 { rating } else { Rating { spread: (spread * MILLION).round() as i64, ..rating } }
    }

    /// The rating with which a player begins a match at this time.
    pub fn before_match(&self, standing: Option<Standing>, at: i64) -> Rating {
        standing.map_or_else(|| self.newcomer(), |standing| self.later(standing.rating, at.saturating_sub(standing.at)))
    }

    /// Whether a rating is still provisional.
    pub fn is_provisional(&self, rating: Rating) -> bool {
        rating.uncertainty() > self.settled
    }

    /// How long a rating stays settled without another match, in milliseconds; `None` if it is provisional.
    pub fn settled_for(&self, rating: Rating) -> Option<i64> {
        let slack = self.settled.powi(2) - rating.uncertainty().powi(2);
        (slack >= 0.0).then(|| (slack / self.drift.powi(2) * DAY).min(1e15) as i64)
    }

    /// The ratings after a match. `ranks` begin at 1, and players who tie share theirs.
    pub fn rate(&self, ratings: &[Rating], ranks: &[usize]) -> Vec<Rating> {
        let teams: Vec<[WengLinRating; 1]> = ratings
            .iter()
            .map(|rating| [WengLinRating { rating: rating.points(), uncertainty: rating.uncertainty() }])
            .collect();
        let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> =
            teams.iter().zip(ranks).map(|(team, rank)| (&team[..], MultiTeamOutcome::new(*rank))).collect();
        let config = WengLinConfig { beta: self.beta, uncertainty_tolerance: 0.000_001 };
        let rated = weng_lin_multi_team(&ranked, &config);
        rated.into_iter().flatten().map(|rating| Rating::new(rating.rating, rating.uncertainty)).collect()
    }

    /// The probability that the first player finishes before the second.
    pub fn beats(&self, one: Rating, other: Rating) -> f64 {
        let spread = (one.uncertainty().powi(2) + other.uncertainty().powi(2) + 2.0 * self.beta.powi(2)).sqrt();
        1.0 / (1.0 + (self.sharpness * (other.points() - one.points()) / spread).exp())
    }

    /// The expected rank of each player in a match, from 1.
    pub fn expected_ranks(&self, ratings: &[Rating]) -> Vec<f64> {
        let expected = |(index, one): (usize, &Rating)| {
            let rivals = ratings.iter().enumerate().filter(|(other, _)| *other != index);
            1.0 + rivals.map(|(_, other)| self.beats(*other, *one)).sum::<f64>()
        };
        ratings.iter().enumerate().map(expected).collect()
    }
}
