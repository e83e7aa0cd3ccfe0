//! A fair race: the next rival for a person, from the results of the last races.

use crate::PilotKind;

/// The result of a race or match against a pilot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RivalResult {
    /// The strongest rival.
    pub rival: PilotKind,
    /// Did the person come in before it?
    pub won: bool,
}

/// The step of the ladder for the next race, given the results so far, the oldest first.
///
/// A newcomer begins with the Rookie. After two wins in a row against rivals of one strength the next rival is one step stronger,
/// after two losses one step weaker. Otherwise it stays as strong as the last one.
///
/// ```
/// use powerboats_pilots::{PilotKind, RivalResult, next_rival};
///
/// let against = |rival, won| RivalResult { rival, won };
/// assert_eq!(next_rival(&[]), PilotKind::Rookie);
/// let results = [against(PilotKind::Deckhand, true), against(PilotKind::Turtle, true)];
/// assert_eq!(next_rival(&results), PilotKind::Bosun);
/// ```
pub fn next_rival(results: &[RivalResult]) -> PilotKind {
    let Some(last) = results.last() else { return PilotKind::Rookie };
    let step = last.rival.step();
    let same = |result: &&RivalResult| result.rival.step() == step && result.won == last.won;
    let row = results.iter().rev().take_while(same).count();
    let next = match (row >= 2, last.won) {
        (true, true) => step + 1,
        (true, false) => step.saturating_sub(1),
        (false, _) => step,
    };
    PilotKind::LADDER[next.min(PilotKind::LADDER.len() - 1)].clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(results: &[(PilotKind, bool)]) -> PilotKind {
        let results: Vec<RivalResult> =
            results.iter().map(|(rival, won)| RivalResult { rival: rival.clone(), won: *won }).collect();
        next_rival(&results)
    }

    #[test]
    fn two_wins_lead_up_and_two_losses_down() {
        use PilotKind::{Bosun, Deckhand, Gambler, Mate, Rookie, Skipper};
        assert_eq!(after(&[(Rookie, true)]), Rookie);
        assert_eq!(after(&[(Rookie, true), (Rookie, true)]), Deckhand);
        assert_eq!(after(&[(Rookie, true), (Rookie, true), (Deckhand, false)]), Deckhand);
        assert_eq!(after(&[(Bosun, false), (Bosun, false)]), Deckhand);
        assert_eq!(after(&[(Mate, true), (Gambler, true)]), Skipper);
        assert_eq!(after(&[(Mate, true), (Mate, false)]), Mate);
        // Wins against another step do not count.
        assert_eq!(after(&[(Bosun, true), (Mate, true)]), Mate);
    }

    #[test]
    fn the_ladder_ends_at_the_rookie_and_the_admiral() {
        let admiral = PilotKind::Admiral(PilotKind::THINKING_TIME);
        assert_eq!(after(&[(PilotKind::Rookie, false), (PilotKind::Rookie, false)]), PilotKind::Rookie);
        assert_eq!(after(&[(admiral.clone(), true), (admiral.clone(), true)]), admiral);
    }

    /// A person who is exactly as strong as one step is never led far from it.
    #[test]
    fn a_person_of_some_strength_meets_rivals_of_that_strength() {
        let mut results: Vec<RivalResult> = Vec::new();
        for _ in 0..40 {
            let rival = next_rival(&results);
            let won = rival.step() < 4 || rival.step() == 4 && results.len().is_multiple_of(2);
            results.push(RivalResult { rival, won });
        }
        assert!(results[12..].iter().all(|result| (3..=5).contains(&result.rival.step())), "{results:?}");
    }
}
