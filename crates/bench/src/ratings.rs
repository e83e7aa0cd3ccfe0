//! Ratings: how fast matches are rated, and how well they are predicted.

use powerboats_pilots::QuickRandom;
use powerboats_ratings::{
    Ladder,
    calibration::deciles,
    fit::{as_built, fit_all},
    trial::{HELD_OUT, TRAINING, TrialMatch, results},
};
use powerboats_rules::Draw;
use powerboats_server::{
    compete::ratings::{RatedMatch, RatedSeat, recompute_sorted},
    ids::{PlayerId, RegattaId},
};
use std::time::Instant;

/// Seconds to rate a million matches of 100,000 players, half of them duels.
pub fn million() -> f64 {
    const PLAYERS: u32 = 100_000;
    let players: Vec<PlayerId> = (0..PLAYERS).map(|number| PlayerId::derived(&number.to_string())).collect();
    let regatta = RegattaId::random();
    let mut draw = QuickRandom::new(1);
    // Made one after the other: a million matches, and the steps of all boats, would take a gigabyte.
    let matches = (0..1_000_000_i64).map(|number| {
        let boats = if number % 2 == 0 { 2 } else { 3 + draw.below(4) as usize };
        let first = draw.below(PLAYERS);
        let seat = |seat: u32| RatedSeat {
            player: Some(players[((first + 7919 * seat) % PLAYERS) as usize].clone()),
            pilot: None,
            rank: 1 + draw.below(boats as u32) as usize,
            forfeit: false,
        };
        let seats = (0..boats as u32).map(seat).collect();
        RatedMatch { regatta: regatta.clone(), ladder: Ladder::of(boats), at: number * 1000, seats }
    });
    let begin = Instant::now();
    let (rated, most) =
        recompute_sorted(matches).fold((0_u64, 0), |(rated, most), step| (rated + 1, most.max(step.number)));
    let seconds = begin.elapsed().as_secs_f64();
    assert!(rated > 3_000_000, "every boat must be rated: {rated}");
    assert!(most > 30, "a player has many matches: {most}");
    seconds
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
