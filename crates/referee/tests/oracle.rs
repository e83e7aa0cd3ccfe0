//! The referee against an independent reading of the rules, answer by answer.

use powerboats_oracle::drive;
use powerboats_referee::Referee;

fn agree(seed: u64, turns: usize) {
    let mut referee = Referee::new(seed);
    let tally = drive(seed, turns, &mut |line| referee.answer(line.as_bytes()));
    match tally {
        Ok(tally) => println!("{tally:?}"),
        Err(difference) => panic!("seed {seed}: {difference}"),
    }
}

#[test]
fn answers_are_those_of_the_oracle() {
    let seed = std::env::var("ORACLE_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    let turns = std::env::var("ORACLE_TURNS").ok().and_then(|s| s.parse().ok()).unwrap_or(8000);
    agree(seed, turns);
}
