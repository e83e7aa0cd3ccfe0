//! Trials: many matches between pilots of graded strength, as people would play them.
//!
//! Players join at different times, play some matches and leave. Each is a mixture of two neighbouring steps of the ladder, so
//! that there are many strengths, and the mixture changes a little from day to day.

use powerboats_pilots::{
    CourseCache, Pilot, PilotKind, QuickRandom, Score,
    arena::{Fixture, play},
};
use powerboats_rules::{Action, Draw, Race, Sides};
use std::{
    fmt,
    num::NonZeroU64,
    ops::Range,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

/// One match of a trial.
#[derive(Clone, PartialEq, Debug)]
pub struct TrialMatch {
    /// When it was played, in days.
    pub at: f64,
    /// Who played.
    pub players: Vec<usize>,
    /// The strength of each on that day: 0 is the Rookie, 6 the Captain.
    pub strengths: Vec<f64>,
    /// The rank of each, from 1.
    pub ranks: Vec<usize>,
}

/// What a trial is made of.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// Boats in a match.
    pub boats: Boats,
    /// The number of matches.
    pub matches: usize,
    /// About how many matches a player plays.
    pub career: usize,
    /// How much a strength changes in a day, in steps.
    pub drift: f64,
    #[allow(missing_docs)]
    pub seed: u64,
}

/// How many boats are in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boats {
    #[allow(missing_docs)]
    Two,
    /// A different number in each match.
    ThreeToSix,
}

/// A line of results that does not fit its match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLine {
    /// From 1.
    pub number: usize,
    #[allow(missing_docs)]
    pub line: String,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: expected one digit for each player, found {:?}", self.number, self.line)
    }
}

impl std::error::Error for BadLine {}

/// The trials that the constants were fitted on, and those that they were tested on.
pub const TRAINING: [Trial; 2] = [trial(Boats::Two, 10_000, 1), trial(Boats::ThreeToSix, 3_000, 2)];
#[allow(missing_docs)]
pub const HELD_OUT: [Trial; 2] = [trial(Boats::Two, 12_000, 3), trial(Boats::ThreeToSix, 6_000, 4)];

const fn trial(boats: Boats, matches: usize, seed: u64) -> Trial {
    Trial { boats, matches, career: 60, drift: 0.1, seed }
}

/// Different lakes in a trial. Solving a course takes longer than a match.
const LAKES: NonZeroU64 = NonZeroU64::new(40).expect("40 is not zero");

/// The strongest player, in steps: the Captain. The Admiral takes too long to think.
const TOP: f64 = 6.0;

/// Players who are there at the same time.
const PRESENT: usize = 60;

/// Matches in a day.
const PER_DAY: f64 = 60.0;

impl Trial {
    /// The number of players.
    pub fn players(&self) -> usize {
        let seats = match self.boats {
            Boats::Two => 2.0,
            Boats::ThreeToSix => 4.5,
        };
        PRESENT + (self.matches as f64 * seats / self.career as f64).ceil() as usize
    }

    /// Who plays whom, and how strong they are; the ranks are still missing.
    fn schedule(&self) -> Vec<TrialMatch> {
        let mut random = QuickRandom::new(self.seed);
        let mut strengths: Vec<f64> = (0..self.players()).map(|_| f64::from(random.below(6001)) / 1000.0).collect();
        let mut present: Vec<usize> = (0..PRESENT).collect();
        let mut next = PRESENT;
        let mut schedule = Vec::with_capacity(self.matches);
        for number in 0..self.matches {
            let boats = match self.boats {
                Boats::Two => 2,
                Boats::ThreeToSix => 3 + random.below(4) as usize,
            };
            for place in 0..boats {
                let other = place + random.below((present.len() - place) as u32) as usize;
                present.swap(place, other);
            }
            let players: Vec<usize> = present[..boats].to_vec();
            schedule.push(TrialMatch {
                at: number as f64 / PER_DAY,
                strengths: players.iter().map(|player| strengths[*player]).collect(),
                players,
                ranks: Vec::new(),
            });
            // Each of them may leave for a newcomer.
            for seat in present.iter_mut().take(boats) {
                if random.below(self.career as u32) == 0 && next < strengths.len() {
                    *seat = next;
                    next += 1;
                }
            }
            if (number + 1) % PER_DAY as usize == 0 {
                for player in &present {
                    let step = self.drift * if random.below(2) == 0 { 1.0 } else { -1.0 };
                    strengths[*player] = (strengths[*player] + step).clamp(0.0, TOP);
                }
            }
        }
        schedule
    }

    /// Plays some of the matches. `watch` is called after each. Returns a line for each match, with one digit for each player's
    /// rank; 0 if the match had to be stopped.
    pub fn play(&self, numbers: Range<usize>, threads: usize, watch: impl Fn() + Sync) -> String {
        let schedule = self.schedule();
        let (first, end) = (numbers.start, numbers.end.min(schedule.len()));
        let (next, courses) = (AtomicUsize::new(first), CourseCache::new());
        let lines = Mutex::new(vec![String::new(); end.saturating_sub(first)]);
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= end {
                            return;
                        }
                        let ranks = self.ranks(number, &schedule[number].strengths, &courses);
                        let line = ranks.iter().map(ToString::to_string).collect::<String>() + "\n";
                        lines.lock().unwrap_or_else(PoisonError::into_inner)[number - first] = line;
                        watch();
                    }
                });
            }
        });
        lines.into_inner().unwrap_or_else(PoisonError::into_inner).concat()
    }

    /// The matches with the ranks that [`Trial::play`] returned. Lines that don't fit are an error.
    pub fn read(&self, lines: &str) -> Result<Vec<TrialMatch>, BadLine> {
        let mut played = Vec::new();
        for (number, (line, fixture)) in lines.lines().zip(self.schedule()).enumerate() {
            let digits: Option<Vec<usize>> = line.chars().map(|c| c.to_digit(10).map(|digit| digit as usize)).collect();
            match digits.filter(|ranks| ranks.len() == fixture.players.len()) {
                None => return Err(BadLine { number: number + 1, line: line.to_owned() }),
                // A match that had to be stopped says nothing.
                Some(ranks) if ranks.contains(&0) => {}
                Some(ranks) => played.push(TrialMatch { ranks, ..fixture }),
            }
        }
        Ok(played)
    }

    fn ranks(&self, number: usize, strengths: &[f64], courses: &Arc<CourseCache>) -> Vec<usize> {
        let mut pilots: Vec<Box<dyn Pilot>> =
            strengths.iter().map(|strength| Box::new(Graded::new(*strength, courses)) as Box<dyn Pilot>).collect();
        let number = number as u64;
        let fixture = Fixture { sides: Sides::Mixed, races: 3, seed: self.seed, number, lakes: Some(LAKES) };
        play(&mut pilots, fixture, courses).iter().map(|result| result.rank).collect()
    }
}

/// A pilot between two steps of the ladder: it decides now like one, now like the other.
struct Graded {
    lower: Box<dyn Pilot>,
    higher: Box<dyn Pilot>,
    /// How often it decides like the higher one, of 1000.
    share: u32,
}

impl Graded {
    fn new(strength: f64, courses: &Arc<CourseCache>) -> Graded {
        let step = (strength.floor() as usize).min(TOP as usize - 1);
        let share = ((strength - step as f64) * 1000.0).round() as u32;
        let pilot = |step: usize| PilotKind::LADDER[step].pilot(courses);
        Graded { lower: pilot(step), higher: pilot(step + 1), share }
    }
}

impl Pilot for Graded {
    fn name(&self) -> &'static str {
        "graded"
    }

    fn decide(&mut self, race: &Race, score: &Score, draw: &mut dyn Draw) -> Action {
        let pilot = if draw.below(1000) < self.share { &mut self.higher } else { &mut self.lower };
        pilot.decide(race, score, draw)
    }
}

/// The stored results of a ladder's trials: training, then held out. `powerboats fit-ratings --play` makes them again.
pub fn results(ladder: crate::Ladder) -> [&'static str; 2] {
    match ladder {
        crate::Ladder::Duel => [include_str!("../data/duel-training.txt"), include_str!("../data/duel-held-out.txt")],
        crate::Ladder::Fleet => {
            [include_str!("../data/fleet-training.txt"), include_str!("../data/fleet-held-out.txt")]
        }
    }
}
