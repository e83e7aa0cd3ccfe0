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
    collections::BTreeMap,
    fmt,
    num::NonZeroU64,
    ops::Range,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
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
    /// Matches between the same circle of players. After them others play, on other lakes: so a trial can be made longer
    /// without changing the matches that were played.
    pub cohort: usize,
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

/// Results that don't fit their trial.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadResults {
    /// A line does not fit its match.
    Line {
        /// From 1.
        number: usize,
        #[allow(missing_docs)]
        line: String,
    },
    /// There are too many or too few lines.
    Count {
        #[allow(missing_docs)]
        expected: usize,
        #[allow(missing_docs)]
        found: usize,
    },
}

impl fmt::Display for BadResults {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BadResults::Line { number, line } => {
                write!(f, "line {number}: expected one digit for each player, found {line:?}")
            }
            BadResults::Count { expected, found } => write!(f, "expected {expected} lines of results, found {found}"),
        }
    }
}

impl std::error::Error for BadResults {}

/// The trials that the constants were fitted on, and those that they were tested on.
pub const TRAINING: [Trial; 2] = [trial(Boats::Two, 10_000, 10_000, 1), trial(Boats::ThreeToSix, 12_000, 3_000, 2)];
#[allow(missing_docs)]
pub const HELD_OUT: [Trial; 2] = [trial(Boats::Two, 36_000, 12_000, 3), trial(Boats::ThreeToSix, 12_000, 6_000, 4)];

const fn trial(boats: Boats, matches: usize, cohort: usize, seed: u64) -> Trial {
    Trial { boats, matches, cohort, career: 60, drift: 0.1, seed }
}

/// Different lakes of a cohort, for each number of boats. Solving a course takes longer than a match.
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
        self.matches.div_ceil(self.cohort) * self.players_of_cohort()
    }

    fn players_of_cohort(&self) -> usize {
        let seats = match self.boats {
            Boats::Two => 2.0,
            Boats::ThreeToSix => 4.5,
        };
        PRESENT + (self.cohort as f64 * seats / self.career as f64).ceil() as usize
    }

    /// The seed of a cohort's players, lakes and dice.
    fn seed_of(&self, cohort: usize) -> u64 {
        self.seed + ((cohort as u64) << 32)
    }

    /// Who plays whom, and how strong they are; the ranks are still missing.
    fn schedule(&self) -> Vec<TrialMatch> {
        let mut schedule: Vec<TrialMatch> =
            (0..self.matches.div_ceil(self.cohort)).flat_map(|cohort| self.schedule_of(cohort)).collect();
        schedule.truncate(self.matches);
        schedule
    }

    fn schedule_of(&self, cohort: usize) -> Vec<TrialMatch> {
        let mut random = QuickRandom::new(self.seed_of(cohort));
        let count = self.players_of_cohort();
        let mut strengths: Vec<f64> = (0..count).map(|_| f64::from(random.below(6001)) / 1000.0).collect();
        let mut present: Vec<usize> = (0..PRESENT).collect();
        let mut next = PRESENT;
        let mut schedule = Vec::with_capacity(self.cohort);
        for number in 0..self.cohort {
            let boats = match self.boats {
                Boats::Two => 2,
                Boats::ThreeToSix => 3 + random.below(4) as usize,
            };
            for place in 0..boats {
                let other = place + random.below((present.len() - place) as u32) as usize;
                present.swap(place, other);
            }
            schedule.push(TrialMatch {
                at: (cohort * self.cohort + number) as f64 / PER_DAY,
                players: present[..boats].iter().map(|player| cohort * count + player).collect(),
                strengths: present[..boats].iter().map(|player| strengths[*player]).collect(),
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
    ///
    /// Each thread plays all matches on one lake before it takes the next lake, so that each course is solved only once.
    pub fn play(&self, numbers: Range<usize>, threads: usize, watch: impl Fn() + Sync) -> String {
        let schedule = self.schedule();
        let (first, end) = (numbers.start, numbers.end.min(schedule.len()));
        let mut by_lake: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (number, scheduled) in schedule.iter().enumerate().take(end).skip(first) {
            let (fixture, boats) = (self.fixture(number), scheduled.players.len());
            by_lake.entry((fixture.seed, boats, fixture.lake(boats))).or_default().push(number);
        }
        let (waiting, lines) = (Mutex::new(by_lake), Mutex::new(vec![String::new(); end.saturating_sub(first)]));
        let next_lake = || locked(&waiting).pop_first();
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    while let Some((_, numbers)) = next_lake() {
                        let courses = CourseCache::new();
                        for number in numbers {
                            let ranks = self.ranks(number, &schedule[number].strengths, &courses);
                            let line = ranks.iter().map(ToString::to_string).collect::<String>() + "\n";
                            locked(&lines)[number - first] = line;
                            watch();
                        }
                    }
                });
            }
        });
        lines.into_inner().unwrap_or_else(PoisonError::into_inner).concat()
    }

    /// The matches with the ranks that [`Trial::play`] returned. Lines that don't fit are an error.
    pub fn read(&self, lines: &str) -> Result<Vec<TrialMatch>, BadResults> {
        let (schedule, found) = (self.schedule(), lines.lines().count());
        if found != schedule.len() {
            return Err(BadResults::Count { expected: schedule.len(), found });
        }
        let mut played = Vec::new();
        for (number, (line, fixture)) in lines.lines().zip(schedule).enumerate() {
            let digits: Option<Vec<usize>> = line.chars().map(|c| c.to_digit(10).map(|digit| digit as usize)).collect();
            match digits.filter(|ranks| ranks.len() == fixture.players.len()) {
                None => return Err(BadResults::Line { number: number + 1, line: line.to_owned() }),
                // A match that had to be stopped says nothing.
                Some(ranks) if ranks.contains(&0) => {}
                Some(ranks) => played.push(TrialMatch { ranks, ..fixture }),
            }
        }
        Ok(played)
    }

    fn fixture(&self, number: usize) -> Fixture {
        let (cohort, number) = (number / self.cohort, (number % self.cohort) as u64);
        Fixture { sides: Sides::Mixed, races: 3, seed: self.seed_of(cohort), number, lakes: Some(LAKES) }
    }

    fn ranks(&self, number: usize, strengths: &[f64], courses: &Arc<CourseCache>) -> Vec<usize> {
        let mut pilots: Vec<Box<dyn Pilot>> =
            strengths.iter().map(|strength| Box::new(Graded::new(*strength, courses)) as Box<dyn Pilot>).collect();
        play(&mut pilots, self.fixture(number), courses).iter().map(|result| result.rank).collect()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
