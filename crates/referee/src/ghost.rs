//! The ghost of best play: a boat that plays perfectly, alone on the lake, with average dice.

use crate::{FairDice, Fault, Secret, Setup, Table};
use powerboats_pilots::{CourseCache, PilotKind};
use powerboats_rules::{Color, CoursePlan, Layout, Scoring, Seats, Sides, sort_short};
use std::sync::Arc;

/// The number of perfect runs from which the ghost is chosen.
const RUNS: u8 = 21;

/// A run is given up after this many turns.
const MOST_TURNS: u32 = 200;

/// Plays 21 perfect runs, each with dice of its own, and returns the one with the median number of turns: perfect decisions
/// with luck that is neither good nor bad. The same course always gives the same ghost.
pub fn best_play(sides: Sides, layout: Layout, plan: CoursePlan, courses: &Arc<CourseCache>) -> Result<Table, Fault> {
    let (scoring, races) = (Scoring::Turns, 1);
    let seats = Seats::of_regatta([Color::White], scoring, races).expect("one boat alone is a time trial");
    let setup = Setup { seats, sides, scoring, races };
    let mut runs = Vec::new();
    for number in 0..RUNS {
        let dice = FairDice::new(&Secret::new([number; 32]), &Vec::new());
        let (mut table, _) = Table::open_on(&setup, layout, plan, dice)?;
        while let Some(decision) = table.ask(&PilotKind::Captain, courses).filter(|_| turns(&table) < MOST_TURNS) {
            table.decide(Color::White, decision)?;
        }
        runs.push(table);
    }
    // A boat that sank counts as slower than all others.
    let cost = |table: &Table| {
        table
            .book()
            .regatta()
            .results()
            .first()
            .map_or(u32::MAX, |result| if result.order.is_empty() { u32::MAX } else { result.turns[Color::White] })
    };
    sort_short(&mut runs, |a, b| cost(a).cmp(&cost(b)));
    Ok(runs.swap_remove(usize::from(RUNS) / 2))
}

fn turns(table: &Table) -> u32 {
    table.race().and_then(|race| race.boat(Color::White)).map_or(0, |boat| boat.turns)
}
