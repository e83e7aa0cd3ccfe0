//! Perft: counts the ways a race can continue, to compare implementations of the rules.

use crate::{PositionText, Race};

/// Number of sequences of `depth` actions from here. Placing, choosing dice, a roll and steering count as one action each.
/// Sequences that end the race earlier are not counted.
pub fn perft(race: &Race, depth: u32) -> u64 {
    if depth <= 1 {
        return if depth == 0 { 1 } else { race.legal_actions().count() as u64 };
    }
    let after = |action| {
        let mut race = race.clone();
        race.apply(action).expect("listed actions are legal");
        perft(&race, depth - 1)
    };
    race.legal_actions().map(after).sum()
}

/// A named position and its known counts.
pub struct Start {
    #[allow(missing_docs)]
    pub name: String,
    /// The race to count from.
    pub race: Race,
    /// Number of sequences of 1, 2, 3, … actions.
    pub counts: Vec<u64>,
}

/// The positions in `perft/starts.txt`.
pub fn starts() -> Vec<Start> {
    let read = |block: &str| {
        let mut lines = block.lines().filter(|line| !line.starts_with('#'));
        let mut value = |word: &str| lines.next()?.strip_prefix(word)?.strip_prefix(": ");
        let name = value("name")?.to_owned();
        let race = value("position")?.parse::<PositionText>().ok()?.race().ok()?;
        let counts = value("counts")?.split(' ').map(|count| count.parse().ok()).collect::<Option<_>>()?;
        Some(Start { name, race, counts })
    };
    let blocks = include_str!("../perft/starts.txt").split("\n\n");
    blocks.map(|block| read(block).expect("a test reads every position in the file")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_match_the_file() {
        for start in starts() {
            assert!(start.counts.len() >= 5, "{}", start.name);
            for (depth, &count) in (1..).zip(&start.counts).filter(|(_, count)| **count < 3_000_000) {
                assert_eq!(perft(&start.race, depth), count, "{} at depth {depth}", start.name);
            }
        }
    }
}
