//! A distance table: the number of steps to the finish, for each hex and progress.

use crate::course::Course;
use crate::hex::Hex;
use crate::marks::{LEGS, Leg, Progress, judge_step};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

/// The number of steps to the finish, for all states that can reach it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Distances {
    steps: HashMap<(Hex, Progress), u32>,
}

impl Distances {
    /// Searches backward from the finish over all steps a boat can take.
    pub fn of(course: &Course) -> Distances {
        let mut predecessors: HashMap<(Hex, Progress), Vec<(Hex, Progress)>> = HashMap::new();
        let mut distances = Distances::default();
        let mut to_visit = VecDeque::new();
        for from in course.open_hexes() {
            for progress in LEGS.into_iter().flat_map(both) {
                for to in from.neighbours() {
                    if !course.is_open(to) {
                        continue;
                    }
                    let (after, _) = judge_step(course, progress, from, to);
                    let arrived = (to, after);
                    predecessors.entry(arrived).or_default().push((from, progress));
                    if after.finished && distances.steps.insert(arrived, 0).is_none() {
                        to_visit.push_back(arrived);
                    }
                }
            }
        }
        while let Some(arrived) = to_visit.pop_front() {
            let steps = distances.steps[&arrived];
            for before in predecessors.remove(&arrived).unwrap_or_default() {
                if let Entry::Vacant(entry) = distances.steps.entry(before) {
                    entry.insert(steps + 1);
                    to_visit.push_back(before);
                }
            }
        }
        distances
    }

    /// The number of steps to the finish; a very large number if it cannot be reached.
    pub fn steps(&self, at: Hex, progress: Progress) -> u32 {
        self.steps.get(&(at, progress)).copied().unwrap_or(10_000)
    }

    /// Can the finish be reached?
    pub fn can_finish(&self, at: Hex, progress: Progress) -> bool {
        self.steps.contains_key(&(at, progress))
    }
}

/// The progress on this leg, without and with a crossing owed.
fn both(leg: Leg) -> [Progress; 2] {
    [false, true].map(|owes| Progress { leg, owes, finished: false })
}
