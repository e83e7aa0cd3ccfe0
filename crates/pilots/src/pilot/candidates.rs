//! Candidates: the promising choices of the player who decides, and the race after each of them.

use crate::{
    LoneBoat, Solution, Turn,
    pilot::{boat_in_turn, others},
    simulation::SimulatedRace,
};
use powerboats_rules::{Action, Boat, Hand, Heading, Hex, Phase, Race, SteerOption, sort_long};

/// The most candidates.
const CANDIDATES: usize = 8;
/// A choice that needs this many turns more than the best one is not a candidate.
const MARGIN: f32 = 0.7;

/// The promising choices, the Captain's first.
pub(crate) fn candidates(race: &Race, solution: &Solution, boat: &Boat) -> Vec<Action> {
    let mut ranked: Vec<(f32, Action)> = match (race.phase(), LoneBoat::of(boat)) {
        (Phase::Place(_), _) => {
            let berths = race.free_places().into_iter().flat_map(|at| Heading::ALL.map(|heading| (at, heading)));
            berths.map(|(at, heading)| (berth_value(solution, boat, at, heading), Action::Place(at, heading))).collect()
        }
        (Phase::Dice(_), Some(lone)) => {
            let others = others(race, boat.color);
            let turn = Turn::among(solution, lone, &others);
            boat.hand.choices().iter().map(|choice| (turn.value_of(choice), Action::Choose(choice))).collect()
        }
        (Phase::Steer(_, hand), Some(lone)) => {
            let value = |option: &SteerOption| solution.fate(&lone, hand, option.heading, option.run, option.steps).1;
            race.steer_options().iter().map(|option| (value(option), Action::Steer(option.steer))).collect()
        }
        _ => Vec::new(),
    };
    sort_long(&mut ranked, |a, b| a.0.total_cmp(&b.0));
    let best = ranked.first().map_or(0.0, |(value, _)| *value);
    let steering = matches!(race.phase(), Phase::Steer(..));
    let close = ranked.into_iter().filter(|(value, _)| steering || *value <= best + MARGIN).take(CANDIDATES);
    close.map(|(_, action)| action).collect()
}

fn berth_value(solution: &Solution, boat: &Boat, at: Hex, heading: Heading) -> f32 {
    solution.value(&LoneBoat { at, heading, hand: Hand::EMPTY, damage: boat.damage, progress: boat.progress })
}

/// The race right after an action without chance. Boats that are not placed yet take the best free start places.
/// `None` if dice must be rolled first, or if the action is illegal.
pub(crate) fn after(race: &Race, solution: &Solution, action: Action) -> Option<SimulatedRace> {
    if let Action::Choose(_) = action {
        return None;
    }
    let mut race = race.clone();
    race.apply(action).ok()?;
    while let (Phase::Place(_), Some(boat)) = (race.phase(), boat_in_turn(&race)) {
        let berths = race.free_places().into_iter().flat_map(|at| Heading::ALL.map(|heading| (at, heading)));
        let value = |&(at, heading): &(Hex, Heading)| berth_value(solution, boat, at, heading);
        let (at, heading) = berths.min_by(|a, b| value(a).total_cmp(&value(b)))?;
        race.place(at, heading).ok()?;
    }
    SimulatedRace::of(&race)
}
