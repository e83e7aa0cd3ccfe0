//! The arena: matches between pilots, seats rotated fairly, and what came of them.

use crate::{
    CourseCache, QuickRandom,
    pilot::{Pilot, Score, kind::PilotKind},
};
use powerboats_rules::{
    Action, Color, Event, Phase, Regatta, RegattaPhase, Scoring, Seats, Sides, Status, draw_course, draw_lake,
    draw_starter, roll,
};
use std::time::{Duration, Instant};

/// Turns of one boat in one race after which it is called off: no pilot of ours needs so many.
pub const MOST_TURNS: u32 = 500;

/// What one pilot did in one match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Result {
    /// Points in the end.
    pub points: i64,
    /// 1 for a win alone, a share for a shared one.
    pub wins: f64,
    /// Races finished, and turns taken in them.
    pub finished: u32,
    /// Turns taken in the races it finished.
    pub turns: u32,
    /// Crashes.
    pub crashes: u32,
    /// Sinkings.
    pub sinkings: u32,
    /// Decisions taken.
    pub decisions: u32,
    /// Time they took.
    pub time: Duration,
}

/// Plays match number `number` of a series: lakes change when every pilot has sat in every seat.
/// Results stand in the order of `kinds`. Everything but the time depends on the seed and the number alone.
pub fn play_match(kinds: &[PilotKind], sides: Sides, seed: u64, number: u64) -> Vec<Result> {
    let players = kinds.len();
    let (lake, rotation) = (number / players as u64, (number % players as u64) as usize);
    let mut chance = QuickRandom::of_task(seed, lake);
    let mut draw = QuickRandom::of_task(!seed, number);
    let seats = Seats::new(Color::ALL.into_iter().take(players)).expect("two to six pilots, a colour each");
    let courses = CourseCache::new();
    let mut pilots: Vec<Box<dyn Pilot>> = kinds.iter().map(|kind| kind.pilot(&courses)).collect();
    // The pilot in a seat.
    let crew_of = |color: Color| (color as usize + rotation) % players;
    let (layout, course) = draw_lake(sides, players, &mut chance);
    let start = draw_starter(seats, &mut chance);
    let mut regatta = Regatta::new(seats, Scoring::usual(players), 3, layout, &start)
        .expect("the start is decided, the scoring usual");
    regatta.deal(course).expect("a course drawn for race A stands");
    let mut results = vec![Result::default(); players];
    loop {
        match regatta.phase() {
            RegattaPhase::Over => break,
            RegattaPhase::Deal(letter) => {
                let course =
                    draw_course(&layout, letter, players, &mut chance).expect("the lake has a course for each race");
                regatta.deal(course).expect("a course drawn stands");
            }
            RegattaPhase::Race(phase) => {
                let action = match phase {
                    Phase::Chance(_, choice) => Action::Roll(roll(choice.rolls(), &mut draw)),
                    _ => {
                        let (race, color) =
                            (regatta.race().expect("a race is on"), phase.turn().expect("somebody's turn"));
                        if race.boats().iter().any(|boat| boat.is_racing() && boat.turns >= MOST_TURNS) {
                            break;
                        }
                        let result = &mut results[crew_of(color)];
                        let begin = Instant::now();
                        let action = pilots[crew_of(color)].decide(race, &Score::of(&regatta), &mut draw);
                        result.time += begin.elapsed();
                        result.decisions += 1;
                        action
                    }
                };
                let event = regatta.apply(action).expect("pilots decide legally");
                if let Event::Moved(moved) = event {
                    let result = &mut results[crew_of(moved.color)];
                    result.crashes += u32::from(moved.option.crash());
                    result.sinkings += u32::from(moved.sunk && !moved.finished);
                }
                if let Some(race) = regatta.race().filter(|race| race.phase() == Phase::Over) {
                    for boat in race.boats().iter().filter(|boat| boat.status == Status::Finished) {
                        let result = &mut results[crew_of(boat.color)];
                        result.finished += 1;
                        result.turns += boat.turns;
                    }
                }
            }
        }
    }
    for color in seats.iter() {
        results[crew_of(color)].points = regatta.points()[color];
    }
    if let Some(winners) = regatta.ranking().and_then(|ranks| ranks.into_iter().next()) {
        winners.iter().for_each(|&color| results[crew_of(color)].wins = 1.0 / winners.len() as f64);
    }
    results
}

/// Mean and standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Mean {
    /// Of some numbers.
    pub fn of(numbers: impl Iterator<Item = f64> + Clone) -> Mean {
        let count = numbers.clone().count().max(1) as f64;
        let mean = numbers.clone().sum::<f64>() / count;
        let variance = numbers.map(|x| (x - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        Mean { mean, error: (variance / count).sqrt() }
    }
}

impl std::iter::Sum for Mean {
    /// Of means that have nothing to do with each other: standard errors add up as squares do.
    fn sum<I: Iterator<Item = Mean>>(means: I) -> Mean {
        let add = |(mean, square), next: Mean| (mean + next.mean, square + next.error.powi(2));
        let (mean, square) = means.fold((0.0, 0f64), add);
        Mean { mean, error: square.sqrt() }
    }
}

/// What one pilot did over all matches.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Who.
    pub kind: PilotKind,
    /// Points a match.
    pub points: Mean,
    /// Share of matches won.
    pub wins: Mean,
    /// Turns a race finished.
    pub turns: f64,
    /// Races finished, of all.
    pub finished: f64,
    /// Crashes a race.
    pub crashes: f64,
    /// Sinkings a race.
    pub sinkings: f64,
    /// Time a decision.
    pub time: Duration,
}

/// Sums up matches: one row of results a match.
pub fn standings(kinds: &[PilotKind], matches: &[Vec<Result>]) -> Vec<Standing> {
    let races = (matches.len() * 3).max(1) as f64;
    let row = |(i, kind): (usize, &PilotKind)| {
        let mine = || matches.iter().map(move |results| results[i]);
        let sum = |of: fn(Result) -> f64| mine().map(of).sum::<f64>();
        let finished = sum(|r| r.finished.into());
        let decisions = mine().map(|result| result.decisions).sum::<u32>().max(1);
        Standing {
            kind: kind.clone(),
            points: Mean::of(mine().map(|result| result.points as f64)),
            wins: Mean::of(mine().map(|result| result.wins)),
            turns: sum(|r| r.turns.into()) / finished.max(1.0),
            finished: finished / races,
            crashes: sum(|r| r.crashes.into()) / races,
            sinkings: sum(|r| r.sinkings.into()) / races,
            time: mine().map(|result| result.time).sum::<Duration>() / decisions,
        }
    };
    kinds.iter().enumerate().map(row).collect()
}
