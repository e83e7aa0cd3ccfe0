//! Counting positions: the number of ways a race can go on, to compare engines by.

use crate::{Action, Heading, Phase, PositionText, Race, outcomes};

/// Everything that may happen now, each once: equal rolls count as one.
pub fn actions(race: &Race) -> Vec<Action> {
    match race.phase() {
        Phase::Place(_) => {
            let places = race.free_places().into_iter();
            places.flat_map(|at| Heading::ALL.map(|heading| Action::Place(at, heading))).collect()
        }
        Phase::Dice(color) => {
            let hand = race.boat(color).map(|boat| boat.hand).unwrap_or_default();
            hand.choices().iter().map(Action::Choose).collect()
        }
        Phase::Chance(_, choice) => outcomes(choice.rolls()).map(|outcome| Action::Roll(outcome.rolled)).collect(),
        Phase::Steer(..) => race.steer_options().iter().map(|option| Action::Steer(option.steer)).collect(),
        Phase::Over => Vec::new(),
    }
}

/// Paths of `depth` steps (placing, choosing dice, a roll, steering: one each) from here; a race that ends earlier counts none.
pub fn perft(race: &Race, depth: u32) -> u64 {
    let actions = actions(race);
    if depth <= 1 {
        return if depth == 0 { 1 } else { actions.len() as u64 };
    }
    let after = |action| {
        let mut race = race.clone();
        race.apply(action).expect("what is listed is legal");
        perft(&race, depth - 1)
    };
    actions.into_iter().map(after).sum()
}

/// A named start and the numbers on file for it.
pub struct Start {
    /// What it is called.
    pub name: String,
    /// The race to count from.
    pub race: Race,
    /// Paths of 1, 2, 3, … steps.
    pub counts: Vec<u64>,
}

/// The starts on file, in `perft/starts.txt`.
pub fn starts() -> Vec<Start> {
    let read = |block: &str| {
        let mut lines = block.lines().filter(|line| !line.starts_with('#'));
        let mut value = |word: &str| lines.next()?.strip_prefix(word)?.strip_prefix(": ");
        let name = value("name")?.to_owned();
        let race = value("position")?.parse::<PositionText>().ok()?.race().ok()?;
        let counts = value("counts")?.split(' ').map(|count| count.parse().ok()).collect::<Option<_>>()?;
        Some(Start { name, race, counts })
    };
    // Proven by the test that counts from each.
    let blocks = include_str!("../perft/starts.txt").split("\n\n");
    blocks.map(|block| read(block).expect("the starts on file are checked by a test")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_those_on_file() {
        for start in starts() {
            assert!(start.counts.len() >= 5, "{}", start.name);
            for (depth, &count) in (1..).zip(&start.counts).filter(|(_, count)| **count < 3_000_000) {
                assert_eq!(perft(&start.race, depth), count, "{} at depth {depth}", start.name);
            }
        }
    }
}
