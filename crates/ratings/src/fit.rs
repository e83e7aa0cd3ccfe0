//! How well a model predicts matches, and the constants that make it predict best.

use crate::{
    Ladder, Model, Rating, Standing,
    rivals::{Elo, PlackettLuce, Predictor, pairs, score},
    trial::TrialMatch,
};

const DAY: f64 = 86_400_000.0;

/// The model of a ladder, as a predictor of trials.
pub struct WengLin {
    model: Model,
    players: Vec<Option<Standing>>,
}

impl WengLin {
    /// Nobody has played yet.
    pub fn new(model: Model, players: usize) -> WengLin {
        WengLin { model, players: vec![None; players] }
    }

    fn ratings(&self, players: &[usize], at: f64) -> Vec<Rating> {
        players.iter().map(|player| self.model.before_match(self.players[*player], (at * DAY) as i64)).collect()
    }
}

impl Predictor for WengLin {
    fn pairs(&self, players: &[usize], at: f64) -> Vec<f64> {
        let ratings = self.ratings(players, at);
        pairs(players.len()).map(|(one, other)| self.model.beats(ratings[one], ratings[other])).collect()
    }

    fn learn(&mut self, players: &[usize], ranks: &[usize], at: f64) {
        let rated = self.model.rate(&self.ratings(players, at), ranks);
        for (player, rating) in players.iter().zip(rated) {
            let matches = self.players[*player].map_or(0, |standing| standing.matches) + 1;
            self.players[*player] = Some(Standing { rating, at: (at * DAY) as i64, matches });
        }
    }
}

/// How well a model predicted a series of matches. Each match was predicted before the model learned from it.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    /// For each match, the mean log-loss of its pairs.
    pub losses: Vec<f64>,
    /// For each pair, the predicted probability and the score of its first player.
    pub predictions: Vec<(f64, f64)>,
}

impl Evaluation {
    /// Lets a model predict matches and learn from them, one after the other.
    pub fn of(mut model: impl Predictor, matches: &[TrialMatch]) -> Evaluation {
        let mut evaluation = Evaluation::default();
        for TrialMatch { at, players, ranks, .. } in matches {
            let predicted = model.pairs(players, *at);
            let mut sum = 0.0;
            for ((one, other), p) in pairs(players.len()).zip(&predicted) {
                let (p, score) = (p.clamp(1e-9, 1.0 - 1e-9), score(ranks[one], ranks[other]));
                sum -= score * p.ln() + (1.0 - score) * (1.0 - p).ln();
                evaluation.predictions.push((p, score));
            }
            evaluation.losses.push(sum / predicted.len() as f64);
            model.learn(players, ranks, *at);
        }
        evaluation
    }

    /// The mean log-loss.
    pub fn loss(&self) -> f64 {
        self.losses.iter().sum::<f64>() / self.losses.len().max(1) as f64
    }

    /// By how much the mean log-loss of another model is larger, and the standard error of that.
    pub fn gain_over(&self, other: &Evaluation) -> (f64, f64) {
        let gains: Vec<f64> = other.losses.iter().zip(&self.losses).map(|(theirs, ours)| theirs - ours).collect();
        let count = gains.len().max(2) as f64;
        let mean = gains.iter().sum::<f64>() / count;
        let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / (count - 1.0);
        (mean, (variance / count).sqrt())
    }
}

/// A fitted model: its constants by name, and how well it predicted both sets of matches.
pub struct Fitted {
    #[allow(missing_docs)]
    pub name: &'static str,
    #[allow(missing_docs)]
    pub constants: Vec<(&'static str, f64)>,
    /// On the matches that it was fitted on.
    pub training: Evaluation,
    /// On matches of other players, with the same constants.
    pub held_out: Evaluation,
}

/// The model as it is built into the server, on matches that it was not fitted on.
pub fn as_built(ladder: Ladder, held_out: &[TrialMatch]) -> Evaluation {
    let players = 1 + held_out.iter().flat_map(|played| &played.players).max().copied().unwrap_or(0);
    Evaluation::of(WengLin::new(*ladder.model(), players), held_out)
}

/// The three models, fitted on one series of matches and tested on another. The first is the one that the server uses.
pub fn fit_all(ladder: Ladder, training: &[TrialMatch], held_out: &[TrialMatch]) -> [Fitted; 3] {
    let players = 1 + training.iter().chain(held_out).flat_map(|played| &played.players).max().copied().unwrap_or(0);
    // The scale is free, so a newcomer's spread is chosen and the rest fitted.
    let Model { settled, start, .. } = *ladder.model();
    let model = |x: &[f64]| Model { beta: x[0], sharpness: x[1], start, drift: x[2], settled };
    let ours = |x: &[f64]| WengLin::new(model(x), players);
    let plackett_luce = |x: &[f64]| PlackettLuce::new(x[0], x[1], start, x[2], players);
    let elo = |x: &[f64]| Elo::new(x[0], x[1], players);
    [
        fitted("Weng–Lin, Bradley–Terry", ["beta", "sharpness", "drift"], [250.0, 1.0, 10.0], ours, training, held_out),
        fitted(
            "Weng–Lin, Plackett–Luce",
            ["beta", "sharpness", "drift"],
            [250.0, 1.0, 10.0],
            plackett_luce,
            training,
            held_out,
        ),
        fitted("Elo", ["K", "scale"], [32.0, 400.0], elo, training, held_out),
    ]
}

fn fitted<P: Predictor, const N: usize>(
    name: &'static str,
    names: [&'static str; N],
    start: [f64; N],
    model: impl Fn(&[f64]) -> P,
    training: &[TrialMatch],
    held_out: &[TrialMatch],
) -> Fitted {
    let best = minimise(&start, |x| Evaluation::of(model(x), training).loss());
    Fitted {
        name,
        constants: names.into_iter().zip(best.iter().copied()).collect(),
        training: Evaluation::of(model(&best), training),
        held_out: Evaluation::of(model(&best), held_out),
    }
}

/// The positive values that make a function smallest: each is changed by a factor while that helps, then by a smaller one.
pub fn minimise(start: &[f64], of: impl Fn(&[f64]) -> f64) -> Vec<f64> {
    let mut best = start.to_vec();
    let mut least = of(&best);
    let mut factor = 2.0_f64;
    while factor > 1.005 {
        let mut improved = false;
        for index in 0..best.len() {
            for by in [factor, 1.0 / factor] {
                let mut tried = best.clone();
                tried[index] *= by;
                let value = of(&tried);
                if value < least {
                    (best, least, improved) = (tried, value, true);
                    break;
                }
            }
        }
        if !improved {
            factor = factor.sqrt();
        }
    }
    best
}

/// The mean rating of each step of the ladder of pilots that best explains the matches, with the model's `beta`. A player
/// between two steps has a rating between theirs. The mean of all players is a newcomer's.
pub fn anchors(beta: f64, matches: &[TrialMatch]) -> [f64; 7] {
    let mut means: [f64; 7] = std::array::from_fn(|step| 1500.0 + 100.0 * (step as f64 - 3.0));
    let spread = beta * std::f64::consts::SQRT_2;
    for _ in 0..300 {
        let (mut gradient, mut curvature) = ([0.0; 7], [1e-9; 7]);
        for played in matches {
            for (one, other) in pairs(played.players.len()) {
                let (ours, theirs) = (place(played.strengths[one]), place(played.strengths[other]));
                let p = 1.0 / (1.0 + ((mean(&means, theirs) - mean(&means, ours)) / spread).exp());
                let surprise = score(played.ranks[one], played.ranks[other]) - p;
                for (step, share) in ours.into_iter().chain(theirs.map(|(step, share)| (step, -share))) {
                    gradient[step] += surprise * share / spread;
                    curvature[step] += p * (1.0 - p) * share.abs() / (spread * spread);
                }
            }
        }
        (0..7).for_each(|step| means[step] += 0.5 * gradient[step] / curvature[step]);
    }
    let everyone = matches.iter().flat_map(|played| &played.strengths).map(|strength| mean(&means, place(*strength)));
    let count = matches.iter().map(|played| played.strengths.len()).sum::<usize>().max(1) as f64;
    let shift = 1500.0 - everyone.sum::<f64>() / count;
    means.map(|mean| mean + shift)
}

/// The two steps that a strength lies between, with their shares.
fn place(strength: f64) -> [(usize, f64); 2] {
    let step = (strength.floor() as usize).min(5);
    let share = strength - step as f64;
    [(step, 1.0 - share), (step + 1, share)]
}

fn mean(means: &[f64; 7], place: [(usize, f64); 2]) -> f64 {
    place.iter().map(|(step, share)| means[*step] * share).sum()
}
