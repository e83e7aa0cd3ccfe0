//! The referee against an independent reading of the rules, answer by answer.
//!
//! More of it: `ORACLE_SEEDS=100 cargo test --release -p powerboats-referee --test oracle`.

use powerboats_oracle::{Tally, drive};
use powerboats_referee::Referee;

/// Plays, asks and provokes for so many turns; every answer must be the oracle's.
fn agree(seed: u64) -> Tally {
    let mut referee = Referee::new(seed);
    match drive(seed, 8_000, &mut |line| referee.answer(line.as_bytes())) {
        Ok(tally) => tally,
        Err(difference) => panic!("seed {seed}: {difference}"),
    }
}

#[test]
fn every_answer_is_the_oracles() {
    let tally = agree(2);
    println!("{tally:#?}");
    // What was compared was worth comparing.
    for (what, count) in [
        ("far places", tally.far_places),
        ("races begun in the middle", tally.mid_race),
        ("boats in the way", tally.blocked),
        ("crashes into boats", tally.blocked_crashes),
        ("sinkings", tally.sinks),
        ("marks crossed backward", tally.back_crossings),
        ("debts made", tally.owed),
        ("debts paid", tally.paid),
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
    assert_eq!(tally.errors.len(), 13, "every error code was met: {:?}", tally.errors);
}

#[test]
fn further_seeds_agree_too() {
    let seeds = std::env::var("ORACLE_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(1);
    for seed in 1_000..1_000 + seeds {
        agree(seed);
    }
}
