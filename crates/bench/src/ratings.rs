//! Ratings: how fast matches are rated, and how well they are predicted.

use powerboats_pilots::QuickRandom;
use powerboats_ratings::{
    Ladder, Standing,
    calibration::deciles,
    fit::{as_built, fit_all},
    trial::{HELD_OUT, TRAINING, TrialMatch, results},
};
use powerboats_rules::Draw;
use std::time::Instant;

/// Seconds to rate a million matches of 100,000 players, half of them duels.
pub fn million() -> f64 {
    const PLAYERS: u32 = 100_000;
    let mut draw = QuickRandom::new(1);
    let mut standings: [Vec<Option<Standing>>; 2] = [vec![None; PLAYERS as usize], vec![None; PLAYERS as usize]];
    let begin = Instant::now();
    for number in 0..1_000_000_i64 {
        let boats = if number % 2 == 0 { 2 } else { 3 + draw.below(4) as usize };
        let (ladder, at) = (Ladder::of(boats), number * 1000);
        let first = draw.below(PLAYERS);
        let players: Vec<usize> = (0..boats as u32).map(|seat| ((first + 7919 * seat) % PLAYERS) as usize).collect();
        let known = &mut standings[ladder as usize];
        let before: Vec<_> = players.iter().map(|player| ladder.model().before_match(known[*player], at)).collect();
        let ranks: Vec<usize> = (0..boats).map(|_| 1 + draw.below(boats as u32) as usize).collect();
        for (player, rating) in players.iter().zip(ladder.model().rate(&before, &ranks)) {
            let matches = known[*player].map_or(0, |standing| standing.matches) + 1;
            known[*player] = Some(Standing { rating, at, matches });
        }
    }
    let rated: u64 = standings.iter().flatten().flatten().map(|standing| u64::from(standing.matches)).sum();
    assert!(rated > 3_000_000, "every boat must be rated: {rated}");
    begin.elapsed().as_secs_f64()
}

fn matches(ladder: Ladder) -> [Vec<TrialMatch>; 2] {
    let [training, held_out] = results(ladder);
    let read = "the stored results fit their trials";
    [TRAINING[ladder as usize].read(training).expect(read), HELD_OUT[ladder as usize].read(held_out).expect(read)]
}

/// By how many standard errors the log-loss of the built model is below that of fitted Elo, on the worse ladder.
pub fn over_elo() -> f64 {
    let better = Ladder::ALL.map(|ladder| {
        let [training, held_out] = matches(ladder);
        let (gain, error) = as_built(ladder, &held_out).gain_over(&fit_all(ladder, &training, &held_out)[2].held_out);
        gain / error
    });
    better.into_iter().fold(f64::INFINITY, f64::min)
}

/// By how many percentage points the predictions of the built model are off in the worst decile of both ladders.
pub fn calibration() -> f64 {
    let worst = Ladder::ALL.map(|ladder| {
        let [_, held_out] = matches(ladder);
        deciles(&as_built(ladder, &held_out).predictions).map(|decile| 100.0 * decile.off().abs())
    });
    worst.into_iter().flatten().fold(0.0, f64::max)
}
