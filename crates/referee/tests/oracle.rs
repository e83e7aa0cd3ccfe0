//! Compares every answer of the referee with the oracle, an independent implementation of the rules.
//!
//! To test with more seeds: `ORACLE_SEEDS=100 cargo test --release -p powerboats-referee --test oracle`.

use powerboats_oracle::{Tally, drive};
use powerboats_referee::Referee;

/// Plays random games, with bad requests in between. Every answer must agree with the oracle.
fn check(seed: u64) -> Tally {
    let mut referee = Referee::new(seed);
    match drive(seed, 8_000, &mut |line| referee.answer(line.as_bytes())) {
        Ok(tally) => tally,
        Err(difference) => panic!("seed {seed}: {difference}"),
    }
}

#[test]
fn every_answer_agrees_with_the_oracle() {
    let tally = check(2);
    println!("{tally:#?}");
    // Everything in the rules must have happened at least once.
    for (what, count) in [
        ("second rows of start places", tally.far_places),
        ("races started in the middle", tally.mid_race),
        ("boats in the way", tally.blocked),
        ("crashes behind boats", tally.blocked_crashes),
        ("sinkings", tally.sinks),
        ("marks crossed backward", tally.back_crossings),
        ("crossings owed", tally.owed),
        ("owed crossings paid", tally.paid),
        ("marks crossed at once", tally.marks_at_once),
        ("finishes", tally.finishes),
        ("finishes with a sinking", tally.finished_and_sank),
        ("boats left unfinished", tally.unfinished),
        ("points for turns", tally.turn_points),
        ("points for sunk boats", tally.sunk_points),
        ("boats that kept two counters", tally.kept[1]),
        ("matches ended", tally.matches_ended),
        ("ties", tally.ties),
        ("matches replayed", tally.replays),
    ] {
        assert!(count > 0, "no {what}");
    }
    assert_eq!(tally.errors.len(), 13, "every error code must occur: {:?}", tally.errors);
}

#[test]
fn more_seeds_agree_with_the_oracle() {
    let seeds = std::env::var("ORACLE_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(1);
    for seed in 1_000..1_000 + seeds {
        check(seed);
    }
}
