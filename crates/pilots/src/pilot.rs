//! What a pilot is: somebody who decides for a boat.

use crate::{Compass, Solution, Weights};
use arrayvec::ArrayVec;
use powerboats_rules::{Action, Boat, Color, Course, Draw, Hex, PerColor, Phase, Race, Regatta};
use std::sync::{Arc, Mutex, OnceLock};

/// Where a match stands: what a pilot who plays for points has to know besides the race.
#[derive(Clone, Copy, Debug)]
pub struct Score {
    /// Races of the match in all.
    pub races: u8,
    /// Points of races ended.
    pub points: PerColor<i64>,
}

impl Score {
    /// Of a regatta.
    pub fn of(regatta: &Regatta) -> Score {
        Score { races: regatta.races(), points: *regatta.points() }
    }

    /// Of a lone race: as if it were the whole match.
    pub fn of_race(race: &Race) -> Score {
        Score { races: race.number(), points: PerColor::default() }
    }
}

/// Somebody who decides for the boat whose turn it is.
pub trait Pilot: Send {
    /// What people call it.
    fn name(&self) -> &'static str;

    /// What to do now. Asked only when a boat is to be placed, to choose dice or to steer; the answer is always legal.
    /// All its randomness comes from `draw`: the same race and the same draws give the same answer.
    fn decide(&mut self, race: &Race, score: &Score, draw: &mut dyn Draw) -> Action;
}

/// The boat whose turn it is.
pub(crate) fn boat_in_turn(race: &Race) -> Option<&Boat> {
    race.boat(race.phase().turn()?)
}

/// Where the boats of all others lie.
pub(crate) fn others(race: &Race, color: Color) -> ArrayVec<Hex, 6> {
    race.boats().iter().filter(|other| other.color != color).filter_map(Boat::at).collect()
}

/// What is known of a course, worked out when first asked for.
pub struct Knowledge {
    course: Arc<Course>,
    compass: OnceLock<Compass>,
    solution: OnceLock<Solution>,
}

impl Knowledge {
    fn new(course: Arc<Course>) -> Knowledge {
        Knowledge { course, compass: OnceLock::new(), solution: OnceLock::new() }
    }

    /// The way home.
    pub fn compass(&self) -> &Compass {
        self.compass.get_or_init(|| Compass::new(&self.course))
    }

    /// The lone race, solved.
    pub fn solution(&self) -> &Solution {
        self.solution.get_or_init(|| Solution::new(self.course.clone(), Weights::default()))
    }
}

/// Keeps what is known of the latest courses, so that pilots at one table share it.
pub struct Library {
    latest: Mutex<Vec<Arc<Knowledge>>>,
    kept: usize,
}

/// Courses kept: those of a match and one to spare.
const KEPT: usize = 4;

impl Default for Library {
    fn default() -> Library {
        Library { latest: Mutex::default(), kept: KEPT }
    }
}

impl Library {
    /// An empty one.
    pub fn new() -> Arc<Library> {
        Arc::default()
    }

    /// An empty one that keeps so many courses, for many tables.
    pub fn keeping(kept: usize) -> Arc<Library> {
        Arc::new(Library { latest: Mutex::default(), kept: kept.max(1) })
    }

    /// What is known of a course.
    pub fn of(&self, course: &Arc<Course>) -> Arc<Knowledge> {
        let mut latest = self.latest.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let same = |known: &&Arc<Knowledge>| Arc::ptr_eq(&known.course, course) || known.course == *course;
        if let Some(known) = latest.iter().find(same) {
            return known.clone();
        }
        let known = Arc::new(Knowledge::new(course.clone()));
        if latest.len() == self.kept {
            latest.remove(0);
        }
        latest.push(known.clone());
        known
    }
}

/// Panics with a clear word if a pilot is asked when nobody decides.
pub(crate) fn nobody(phase: Phase) -> ! {
    panic!("no pilot decides in {phase:?}")
}
