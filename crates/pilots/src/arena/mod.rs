//! The arena: matches between pilots with rotating seats, and their results.

mod conduct;

use crate::{
    CourseCache, QuickRandom,
    arena::conduct::{Conduct, Misconduct},
    pilot::{Pilot, Score, kind::PilotKind},
};
use powerboats_rules::{
    Action, Boat, Color, Draw, Event, Logbook, Move, OneLine, Phase, Record, Regatta, RegattaPhase, Scoring, Seats,
    Sides, Status, draw_course, draw_lake, draw_starter, roll,
};
use std::{
    num::NonZeroU64,
    time::{Duration, Instant},
};

/// A match is stopped when a boat has taken this many turns in one race. No pilot needs that many.
pub const MOST_TURNS: u32 = 500;

/// One pilot's result in one match.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MatchResult {
    /// Points at the end.
    pub points: i64,
    /// 1 for a win; winners who share the first place share the 1.
    pub wins: f64,
    /// The rank, from 1. Pilots who tie share it. 0 if the match was stopped.
    pub rank: usize,
    /// Races finished.
    pub finished: u32,
    /// Turns taken in the races that the pilot finished.
    pub turns: u32,
    #[allow(missing_docs)]
    pub crashes: u32,
    #[allow(missing_docs)]
    pub sinkings: u32,
    /// Races from which the contestant retired.
    pub retirements: u32,
    /// Second turns at rest in a row, although moving was better.
    pub idle: u32,
    /// How often the pilot turned twice round on one leg.
    pub circles: u32,
    #[allow(missing_docs)]
    pub decisions: u32,
    /// The time that all decisions took together.
    pub time: Duration,
}

/// A match of a series.
#[derive(Clone, Copy, Debug)]
pub struct Fixture {
    #[allow(missing_docs)]
    pub sides: Sides,
    /// The number of races, 1 to 3.
    pub races: u8,
    #[allow(missing_docs)]
    pub seed: u64,
    /// The number of the match in the series. The lake changes when every pilot has sat in every seat.
    pub number: u64,
    /// After this many lakes the first one comes again, with other dice. `None`: never.
    pub lakes: Option<NonZeroU64>,
}

impl Fixture {
    /// The number of the lake. Matches of one series with as many players and the same number have the same lake and courses.
    pub fn lake(&self, players: usize) -> u64 {
        let lake = self.number / players as u64;
        self.lakes.map_or(lake, |lakes| lake % lakes)
    }
}

/// Somebody who plays in the arena: a pilot, or a program that may fail.
pub trait Contestant {
    /// A legal decision for the boat whose turn it is, or `None` to retire from this race (rule 5.6). All random numbers come
    /// from `draw`.
    fn decide(&mut self, regatta: &Regatta, draw: &mut dyn Draw) -> Option<Action>;
}

impl Contestant for Box<dyn Pilot> {
    fn decide(&mut self, regatta: &Regatta, draw: &mut dyn Draw) -> Option<Action> {
        let race = regatta.race().expect("a race is on");
        Some(Pilot::decide(&mut **self, race, &Score::of(regatta), draw))
    }
}

/// A match that was played.
pub struct Played {
    /// In the order of the contestants.
    pub results: Vec<MatchResult>,
    /// Everything that happened. The colours are those of the seats.
    pub record: Record,
}

/// Plays match number `number` of a series, with three races. The results are in the order of `kinds`.
pub fn play_match(kinds: &[PilotKind], sides: Sides, seed: u64, number: u64) -> Vec<MatchResult> {
    let courses = CourseCache::new();
    let mut pilots: Vec<Box<dyn Pilot>> = kinds.iter().map(|kind| kind.pilot(&courses)).collect();
    play(&mut pilots, Fixture { sides, races: 3, seed, number, lakes: None }, &courses)
}

/// Plays a match. The results are in the order of the pilots. Everything except the time depends only on the pilots and the fixture.
pub fn play(pilots: &mut [Box<dyn Pilot>], fixture: Fixture, courses: &CourseCache) -> Vec<MatchResult> {
    let names: Vec<&str> = pilots.iter().map(|pilot| pilot.name()).collect();
    play_recorded(pilots, &names, fixture, courses).results
}

/// Plays a match like [`play`], between contestants with these names, and keeps its record.
pub fn play_recorded<C: Contestant>(
    contestants: &mut [C],
    names: &[&str],
    fixture: Fixture,
    courses: &CourseCache,
) -> Played {
    let players = contestants.len();
    let rotation = (fixture.number % players as u64) as usize;
    // The index of the pilot in this seat.
    let pilot_of = |color: Color| (color as usize + rotation) % players;
    let mut chance = QuickRandom::of_task(fixture.seed, fixture.lake(players));
    let mut draw = QuickRandom::of_task(!fixture.seed, fixture.number);
    let mut book = open(fixture, players, |color| names[pilot_of(color)], &mut chance);
    let mut results = vec![MatchResult::default(); players];
    let mut conduct = Conduct::default();
    loop {
        let regatta = book.regatta();
        let phase = match regatta.phase() {
            RegattaPhase::Over => break,
            RegattaPhase::Race(phase) => phase,
            RegattaPhase::Deal(letter) => {
                let course = draw_course(regatta.layout(), letter, players, &mut chance);
                book.deal(course.expect("a drawn lake has a course for each race")).expect("a playable course");
                conduct = Conduct::default();
                continue;
            }
        };
        let race = regatta.race().expect("a race is on");
        let color = phase.turn().expect("a race that is on has a player to move");
        let heading = race.boat(color).and_then(Boat::heading);
        let result = &mut results[pilot_of(color)];
        let action = match phase {
            Phase::Chance(_, choice) => Some(Action::Roll(roll(choice.rolls(), &mut draw))),
            _ if race.boats().iter().any(|boat| boat.is_racing() && boat.turns >= MOST_TURNS) => break,
            _ => {
                let begin = Instant::now();
                let action = contestants[pilot_of(color)].decide(regatta, &mut draw);
                result.time += begin.elapsed();
                result.decisions += 1;
                if let Some(action) = action {
                    conduct.decides(color, race, action, courses);
                }
                action
            }
        };
        match action {
            Some(action) => {
                let event = book.apply(action).expect("contestants make legal decisions");
                if let (Event::Moved(moved), Some(heading)) = (event, heading) {
                    result.add(&moved, conduct.moves(&moved, heading));
                }
            }
            None => {
                result.retirements += 1;
                book.retire(color).expect("a boat that has to decide takes part in the race");
            }
        }
        if let Some(race) = book.regatta().race().filter(|race| race.phase() == Phase::Over) {
            for boat in race.boats().iter().filter(|boat| boat.status == Status::Finished) {
                let result = &mut results[pilot_of(boat.color)];
                result.finished += 1;
                result.turns += boat.turns;
            }
        }
    }
    let regatta = book.regatta();
    regatta.seats().iter().for_each(|color| results[pilot_of(color)].points = regatta.points()[color]);
    let ranks = regatta.ranking().unwrap_or_default();
    if let Some(winners) = ranks.first() {
        winners.iter().for_each(|&color| results[pilot_of(color)].wins = 1.0 / winners.len() as f64);
    }
    let mut rank = 1;
    for tied in &ranks {
        tied.iter().for_each(|&color| results[pilot_of(color)].rank = rank);
        rank += tied.len();
    }
    Played { results, record: book.into_record() }
}

/// A regatta on a random lake, with its first race dealt.
fn open<'n>(fixture: Fixture, players: usize, name: impl Fn(Color) -> &'n str, chance: &mut QuickRandom) -> Logbook {
    let seats = Seats::new(Color::ALL.into_iter().take(players)).expect("there must be two to six pilots");
    let (layout, course) = draw_lake(fixture.sides, players, chance);
    let start = draw_starter(seats, chance);
    let named = |color: Color| Some((color, OneLine::new(name(color)).or_else(|| OneLine::new(color.name()))?));
    let names = seats.iter().filter_map(named).collect();
    let scoring = Scoring::usual(players);
    let mut book = Logbook::open(Vec::new(), names, fixture.sides, scoring, fixture.races, layout, start)
        .expect("the starter is decided, and the scoring is the usual one");
    book.deal(course).expect("a drawn course is playable");
    book
}

impl MatchResult {
    fn add(&mut self, moved: &Move, misconduct: Option<Misconduct>) {
        self.crashes += u32::from(moved.option.crash());
        self.sinkings += u32::from(moved.sunk && !moved.finished);
        self.idle += u32::from(misconduct == Some(Misconduct::Idle));
        self.circles += u32::from(misconduct == Some(Misconduct::Circle));
    }
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

/// One contestant's averages over all matches.
#[derive(Clone, Debug)]
pub struct Averages {
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
    /// Races from which the contestant retired.
    pub retirements: u32,
    /// Time per decision.
    pub time: Duration,
}

/// The averages of each of `players` contestants over these matches of `races` races: one list of results for each match.
pub fn standings(players: usize, races: u8, matches: &[Vec<MatchResult>]) -> Vec<Averages> {
    let races = (matches.len() * usize::from(races)).max(1) as f64;
    let row = |i: usize| {
        let mine = || matches.iter().map(move |results| results[i]);
        let sum = |of: fn(MatchResult) -> f64| mine().map(of).sum::<f64>();
        let finished = sum(|r| r.finished.into());
        let decisions = mine().map(|result| result.decisions).sum::<u32>().max(1);
        Averages {
            points: Mean::of(mine().map(|result| result.points as f64)),
            wins: Mean::of(mine().map(|result| result.wins)),
            turns: sum(|r| r.turns.into()) / finished.max(1.0),
            finished: finished / races,
            crashes: sum(|r| r.crashes.into()) / races,
            sinkings: sum(|r| r.sinkings.into()) / races,
            retirements: mine().map(|result| result.retirements).sum(),
            time: mine().map(|result| result.time).sum::<Duration>() / decisions,
        }
    };
    (0..players).map(row).collect()
}
