//! Counting positions: the number of ways a race can go on, to compare engines by.

use crate::{Action, Heading, Phase, Race, outcomes};

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
