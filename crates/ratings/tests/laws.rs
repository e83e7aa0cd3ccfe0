//! Laws of the rating model.

use powerboats_ratings::{
    Ladder, Model, Rating,
    fit::{Evaluation, WengLin, minimise},
    rivals::{Elo, PlackettLuce, Predictor},
    trial::{BadResults, HELD_OUT, TRAINING, Trial, results},
};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn rating() -> impl Strategy<Value = Rating> {
    (500.0..2500.0, 20.0..350.0).prop_map(|(mean, spread)| Rating::new(mean, spread))
}

proptest! {
    #[test]
    fn a_draw_against_an_equal_changes_only_the_uncertainty(one in rating(), boats in 2..=6_usize) {
        for ladder in Ladder::ALL {
            let rated = ladder.model().rate(&vec![one; boats], &vec![1; boats]);
            for after in rated {
                prop_assert_eq!(after.mean, one.mean);
                prop_assert!(after.spread < one.spread);
            }
        }
    }

    #[test]
    fn the_winner_never_loses_points_and_seats_do_not_matter(ratings in prop::collection::vec(rating(), 2..=6)) {
        let model = Ladder::of(ratings.len()).model();
        let ranks: Vec<usize> = (1..=ratings.len()).collect();
        let rated = model.rate(&ratings, &ranks);
        prop_assert!(rated[0].mean >= ratings[0].mean);
        prop_assert!(rated[rated.len() - 1].mean <= ratings[ratings.len() - 1].mean);
        prop_assert!(rated.iter().zip(&ratings).all(|(after, before)| after.spread <= before.spread && after.spread > 0));
        let turned: Vec<Rating> = ratings.iter().rev().copied().collect();
        let mut again = model.rate(&turned, &ranks.iter().rev().copied().collect::<Vec<_>>());
        again.reverse();
        // The sums are made in another order, so the last bits may differ.
        prop_assert!(again.iter().zip(&rated).all(|(a, b)| (a.mean - b.mean).abs() <= 1 && (a.spread - b.spread).abs() <= 1));
    }

    #[test]
    fn uncertainty_grows_with_absence_up_to_a_newcomers(one in rating(), days in 1..5000_i64) {
        for ladder in Ladder::ALL {
            let model = ladder.model();
            let later = model.later(one, days * 86_400_000);
            prop_assert_eq!(later.mean, one.mean);
            prop_assert!(later.spread >= one.spread && later.spread <= model.newcomer().spread.max(one.spread));
            prop_assert_eq!(model.later(one, 0), one);
            if let Some(time) = model.settled_for(one) {
                prop_assert!(!model.is_provisional(model.later(one, time - time / 1000)));
                prop_assert!(model.is_provisional(model.later(one, time + 86_400_000)));
            }
        }
    }

    #[test]
    fn expected_ranks_add_up(ratings in prop::collection::vec(rating(), 2..=6)) {
        let count = ratings.len() as f64;
        let sum: f64 = Ladder::Fleet.model().expected_ranks(&ratings).iter().sum();
        prop_assert!((sum - count * (count + 1.0) / 2.0).abs() < 1e-6);
    }
}

/// Computed by hand with the formulas of Weng and Lin's algorithm 1 (full pairs): three players, the last two tie.
#[test]
fn the_published_formula_is_used() {
    let model = Ladder::Fleet.model();
    let ratings = [Rating::new(1400.0, 200.0), Rating::new(1500.0, 100.0), Rating::new(1650.0, 50.0)];
    let ranks = [1, 2, 2];
    let rated = model.rate(&ratings, &ranks);
    for (i, after) in rated.iter().enumerate() {
        let (mean, variance) = (ratings[i].points(), ratings[i].uncertainty().powi(2));
        let (mut omega, mut delta) = (0.0, 0.0);
        for q in (0..3).filter(|q| *q != i) {
            let c = (variance + ratings[q].uncertainty().powi(2) + 2.0 * model.beta.powi(2)).sqrt();
            let p = 1.0 / (1.0 + ((ratings[q].points() - mean) / c).exp());
            let s = [0.0, 0.5, 1.0][1 + usize::from(ranks[q] > ranks[i]) - usize::from(ranks[q] < ranks[i])];
            omega += variance / c * (s - p);
            delta += variance.sqrt() / c * variance / (c * c) * p * (1.0 - p);
        }
        assert!((after.points() - (mean + omega)).abs() < 1e-5);
        assert!((after.uncertainty() - (variance * (1.0 - delta)).sqrt()).abs() < 1e-5);
    }
}

#[test]
fn the_fit_finds_the_smallest_value() {
    let best = minimise(&[1.0, 1.0], |x| (x[0].ln() - 2.0).powi(2) + (x[1].ln() + 1.0).powi(2));
    assert!((best[0].ln() - 2.0).abs() < 0.01 && (best[1].ln() + 1.0).abs() < 0.01);
}

/// With two players, Plackett–Luce and Bradley–Terry are the same model.
#[test]
fn plackett_luce_of_two_is_bradley_terry() {
    let mut luce = PlackettLuce::new(200.0, 1.0, 350.0, 0.0, 2);
    let model = Model { beta: 200.0, sharpness: 1.0, start: 350.0, drift: 0.0, settled: 100.0 };
    let newcomer = model.newcomer();
    let rated = model.rate(&[newcomer; 2], &[1, 2]);
    luce.learn(&[0, 1], &[1, 2], 0.0);
    assert!((luce.pairs(&[0, 1], 0.0)[0] - model.beats(rated[0], rated[1])).abs() < 1e-6);
    assert!(Elo::new(32.0, 400.0, 2).pairs(&[0, 1], 0.0) == [0.5]);
}

/// The stored results belong to their trials: playing the first and last matches again gives the same lines.
#[test]
fn the_stored_results_can_be_played_again() {
    for ladder in Ladder::ALL {
        let trials = [TRAINING[ladder as usize], HELD_OUT[ladder as usize]];
        for (trial, stored) in trials.into_iter().zip(results(ladder)) {
            let lines: Vec<&str> = stored.lines().collect();
            for number in [0, trial.matches - 1] {
                assert_eq!(trial.play(number..number + 1, 1, || {}).trim_end(), lines[number], "{ladder} {number}");
            }
            let matches = trial.read(stored).unwrap();
            let players = matches.iter().flat_map(|played| &played.players).max().unwrap() + 1;
            assert!(matches.len() * 1000 >= trial.matches * 999 && players <= trial.players());
        }
    }
}

#[test]
fn results_that_do_not_fit_their_trial_are_refused() {
    let trial = Trial { matches: 2, ..TRAINING[0] };
    assert_eq!(trial.read("12\n21\n").unwrap().len(), 2);
    assert_eq!(trial.read("12\n00\n").unwrap().len(), 1, "a match that had to be stopped says nothing");
    assert_eq!(trial.read("12\n").unwrap_err(), BadResults::Count { expected: 2, found: 1 });
    assert_eq!(trial.read("12\n21\n12\n").unwrap_err(), BadResults::Count { expected: 2, found: 3 });
    assert_eq!(trial.read("12\n1x\n").unwrap_err(), BadResults::Line { number: 2, line: "1x".to_owned() });
    assert_eq!(trial.read("123\n21\n").unwrap_err(), BadResults::Line { number: 1, line: "123".to_owned() });
}

/// Cohorts have players of their own, and a longer trial begins with the same matches.
#[test]
fn a_longer_trial_begins_with_the_same_matches() {
    let short = Trial { matches: 6, cohort: 4, ..TRAINING[0] };
    let long = Trial { matches: 12, ..short };
    let read = |trial: Trial| trial.read(&"12\n".repeat(trial.matches)).unwrap();
    assert_eq!(read(long)[..6], read(short));
    let players = |cohort: usize| -> BTreeSet<usize> {
        read(long)[4 * cohort..4 * (cohort + 1)].iter().flat_map(|played| played.players.clone()).collect()
    };
    assert!((0..3).all(|one| (0..one).all(|other| players(one).is_disjoint(&players(other)))));
    assert!(players(2).last().is_some_and(|player| *player < long.players()));
    let lines = long.play(3..6, 2, || {});
    assert_eq!(lines, (3..6).map(|number| short.play(number..number + 1, 1, || {})).collect::<String>());
}

/// So a mistake in the constants is noticed.
#[test]
fn a_blunter_or_a_sharper_model_predicts_the_training_matches_worse() {
    for ladder in Ladder::ALL {
        let trial = TRAINING[ladder as usize];
        let matches = trial.read(results(ladder)[0]).unwrap();
        let loss = |model: Model| Evaluation::of(WengLin::new(model, trial.players()), &matches).loss();
        let model = *ladder.model();
        let built = loss(model);
        for by in [0.8, 1.25] {
            assert!(built < loss(Model { beta: model.beta * by, ..model }), "{ladder}: beta by {by}");
            assert!(built < loss(Model { sharpness: model.sharpness * by, ..model }), "{ladder}: sharpness by {by}");
        }
    }
}
