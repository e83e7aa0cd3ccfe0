//! The arena: matches between pilots with rotating seats, and their results.

use crate::{
    CourseCache, QuickRandom,
    pilot::{Pilot, Score, kind::PilotKind},
};
use powerboats_rules::{
    Action, Color, Event, Phase, Regatta, RegattaPhase, Scoring, Seats, Sides, Status, draw_course, draw_lake,
    draw_starter, roll,
};
use std::time::{Duration, Instant};

/// A match is stopped when a boat has taken this many turns in one race. No pilot needs so many.
pub const MOST_TURNS: u32 = 500;

/// One pilot's result in one match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MatchResult {
    /// Points at the end.
    pub points: i64,
    /// 1 for a win; winners who share the first place share the 1.
    pub wins: f64,
    /// Races finished.
    pub finished: u32,
    /// Turns taken in the races that the pilot finished.
    pub turns: u32,
    #[allow(missing_docs)]
    pub crashes: u32,
    #[allow(missing_docs)]
    pub sinkings: u32,
    #[allow(missing_docs)]
    pub decisions: u32,
    /// The time that all decisions took together.
    pub time: Duration,
}

/// Plays match number `number` of a series. The lake changes when every pilot has sat in every seat.
/// The results are in the order of `kinds`. Everything except the time depends only on the seed and the number.
pub fn play_match(kinds: &[PilotKind], sides: Sides, seed: u64, number: u64) -> Vec<MatchResult> {
    let players = kinds.len();
    let (lake, rotation) = (number / players as u64, (number % players as u64) as usize);
    let mut chance = QuickRandom::of_task(seed, lake);
    let mut draw = QuickRandom::of_task(!seed, number);
    let seats = Seats::new(Color::ALL.into_iter().take(players)).expect("there must be two to six pilots");
    let courses = CourseCache::new();
    let mut pilots: Vec<Box<dyn Pilot>> = kinds.iter().map(|kind| kind.pilot(&courses)).collect();
    // The index of the pilot in this seat.
    let pilot_of = |color: Color| (color as usize + rotation) % players;
    let (layout, course) = draw_lake(sides, players, &mut chance);
    let start = draw_starter(seats, &mut chance);
    let mut regatta = Regatta::new(seats, Scoring::usual(players), 3, layout, &start)
        .expect("the starter is decided, and the scoring is the usual one");
    regatta.deal(course).expect("a drawn course is playable");
    let mut results = vec![MatchResult::default(); players];
    loop {
        match regatta.phase() {
            RegattaPhase::Over => break,
            RegattaPhase::Deal(letter) => {
                let course = draw_course(&layout, letter, players, &mut chance)
                    .expect("a drawn lake has a course for each race");
                regatta.deal(course).expect("a drawn course is playable");
            }
            RegattaPhase::Race(phase) => {
                let action = match phase {
                    Phase::Chance(_, choice) => Action::Roll(roll(choice.rolls(), &mut draw)),
                    _ => {
                        let (race, color) = (
                            regatta.race().expect("a race is on"),
                            phase.turn().expect("a race that is on has a player to move"),
                        );
                        if race.boats().iter().any(|boat| boat.is_racing() && boat.turns >= MOST_TURNS) {
                            break;
                        }
                        let result = &mut results[pilot_of(color)];
                        let begin = Instant::now();
                        let action = pilots[pilot_of(color)].decide(race, &Score::of(&regatta), &mut draw);
                        result.time += begin.elapsed();
                        result.decisions += 1;
                        action
                    }
                };
                let event = regatta.apply(action).expect("pilots make legal decisions");
                if let Event::Moved(moved) = event {
                    let result = &mut results[pilot_of(moved.color)];
                    result.crashes += u32::from(moved.option.crash());
                    result.sinkings += u32::from(moved.sunk && !moved.finished);
                }
                if let Some(race) = regatta.race().filter(|race| race.phase() == Phase::Over) {
                    for boat in race.boats().iter().filter(|boat| boat.status == Status::Finished) {
                        let result = &mut results[pilot_of(boat.color)];
                        result.finished += 1;
                        result.turns += boat.turns;
                    }
                }
            }
        }
    }
    for color in seats.iter() {
        results[pilot_of(color)].points = regatta.points()[color];
    }
    if let Some(winners) = regatta.ranking().and_then(|ranks| ranks.into_iter().next()) {
        winners.iter().for_each(|&color| results[pilot_of(color)].wins = 1.0 / winners.len() as f64);
    }
    results
}

/// A mean and its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    #[allow(missing_docs)]
    pub mean: f64,
    /// The standard error.
    pub error: f64,
}

impl Mean {
    /// The mean of these numbers.
    pub fn of(numbers: impl Iterator<Item = f64> + Clone) -> Mean {
        let count = numbers.clone().count().max(1) as f64;
        let mean = numbers.clone().sum::<f64>() / count;
        let variance = numbers.map(|x| (x - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        Mean { mean, error: (variance / count).sqrt() }
    }
}

impl std::iter::Sum for Mean {
    /// The sum of independent means: the squares of their standard errors add up.
    fn sum<I: Iterator<Item = Mean>>(means: I) -> Mean {
        let add = |(mean, square), next: Mean| (mean + next.mean, square + next.error.powi(2));
        let (mean, square) = means.fold((0.0, 0f64), add);
        Mean { mean, error: square.sqrt() }
    }
}

/// One pilot's averages over all matches.
#[derive(Clone, Debug)]
pub struct Standing {
    #[allow(missing_docs)]
    pub kind: PilotKind,
    /// Points per match.
    pub points: Mean,
    /// The share of matches won.
    pub wins: Mean,
    /// Turns per finished race.
    pub turns: f64,
    /// The share of races finished.
    pub finished: f64,
    /// Crashes per race.
    pub crashes: f64,
    /// Sinkings per race.
    pub sinkings: f64,
    /// Time per decision.
    pub time: Duration,
}

/// The averages of each pilot over these matches: one list of results for each match.
pub fn standings(kinds: &[PilotKind], matches: &[Vec<MatchResult>]) -> Vec<Standing> {
    let races = (matches.len() * 3).max(1) as f64;
    let row = |(i, kind): (usize, &PilotKind)| {
        let mine = || matches.iter().map(move |results| results[i]);
        let sum = |of: fn(MatchResult) -> f64| mine().map(of).sum::<f64>();
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
