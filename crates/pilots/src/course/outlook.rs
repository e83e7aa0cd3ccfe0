//! Outlook: where a boat can be after its next turn, if it does not crash in this turn or the next.

use crate::{
    MoveEnding,
    pilot::{boat_in_turn, others},
};
use powerboats_rules::{DiceChoice, Heading, Hex, Judged, Leg, Phase, Progress, Race, Runs, outcomes};

/// A place where the boat can be after its next turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Later {
    #[allow(missing_docs)]
    pub at: Hex,
    /// `Sails`, or `Finishes` if the boat can cross the finish line on its way here.
    pub ending: MoveEnding,
    /// The farthest mark to cross next.
    pub leg: Leg,
}

/// The state of a boat between its two turns.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Between {
    at: Hex,
    heading: Heading,
    progress: Progress,
    dice: u8,
}

/// All places where the boat can be after its next turn with this choice of dice now, if the other boats stay where they are.
/// `None` if nobody chooses dice, or if the choice is illegal (rule 4.2).
pub fn outlook(race: &Race, choice: DiceChoice) -> Option<Vec<Later>> {
    let boat = boat_in_turn(race).filter(|_| matches!(race.phase(), Phase::Dice(_)))?;
    if !choice.is_legal(boat.hand) {
        return None;
    }
    let (mut totals, mut states) = (Vec::new(), Vec::new());
    let mut found = Vec::new();
    let start = Between { at: boat.at()?, heading: boat.heading()?, progress: boat.progress, dice: choice.count };
    for outcome in outcomes(choice.rolls()) {
        let total = choice.hold.with(outcome.rolled).total();
        if totals.contains(&total) {
            continue;
        }
        totals.push(total);
        for (then, ending) in ends(race, start, total) {
            match ending {
                MoveEnding::Finishes => keep(&mut found, then, ending),
                _ if !states.contains(&then) => states.push(then),
                _ => {}
            }
        }
    }
    for state in states {
        // Rule 4.2: with one die fewer, the same number or one more, every total in this range can be rolled.
        for total in state.dice.saturating_sub(1)..=state.dice.saturating_add(1).saturating_mul(3) {
            ends(race, state, total).for_each(|(then, ending)| keep(&mut found, then, ending));
        }
    }
    Some(found)
}

/// Where a boat in this state can go with this total without a crash.
fn ends(race: &Race, from: Between, total: u8) -> impl Iterator<Item = (Between, MoveEnding)> {
    let taken = boat_in_turn(race).map(|boat| others(race, boat.color)).unwrap_or_default();
    let options = Runs::new(race.course(), from.at, from.heading, total).options(|hex| taken.contains(&hex));
    options.into_iter().filter(|option| !option.crash()).map(move |option| {
        let judged = race.course().judge(from.at, option.heading, option.steps, from.progress);
        let (progress, ending) = match judged {
            Judged::Finished => (Progress { leg: Leg::Finish, owes: false }, MoveEnding::Finishes),
            Judged::Racing(progress) => (progress, MoveEnding::Sails),
        };
        (Between { at: option.end, heading: option.heading, progress, dice: from.dice }, ending)
    })
}

/// Adds a place. A place that is already in the list keeps the better ending and the farther leg.
fn keep(found: &mut Vec<Later>, Between { at, progress, .. }: Between, ending: MoveEnding) {
    let leg = progress.leg;
    match found.iter_mut().find(|known| known.at == at) {
        Some(known) => {
            known.ending = known.ending.max(ending);
            known.leg = known.leg.max(leg);
        }
        None => found.push(Later { at, ending, leg }),
    }
}
