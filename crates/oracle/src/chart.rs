//! A chart: from each hex and leg, how many steps of water it is to the finish.

use crate::course::Course;
use crate::hex::Hex;
use crate::marks::{LEGS, Leg, Progress, judge_step};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

/// Steps to the finish, for all from where it can be reached.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chart {
    steps: HashMap<(Hex, Progress), u32>,
}

impl Chart {
    /// Walks back from the finish over every step a boat could take.
    pub fn of(course: &Course) -> Chart {
        let mut into: HashMap<(Hex, Progress), Vec<(Hex, Progress)>> = HashMap::new();
        let mut chart = Chart::default();
        let mut to_visit = VecDeque::new();
        for from in course.open_hexes() {
            for progress in LEGS.into_iter().flat_map(both) {
                for to in from.neighbours() {
                    if !course.is_open(to) {
                        continue;
                    }
                    let (after, _) = judge_step(course, progress, from, to);
                    let arrived = (to, after);
                    into.entry(arrived).or_default().push((from, progress));
                    if after.finished && chart.steps.insert(arrived, 0).is_none() {
                        to_visit.push_back(arrived);
                    }
                }
            }
        }
        while let Some(arrived) = to_visit.pop_front() {
            let steps = chart.steps[&arrived];
            for before in into.remove(&arrived).unwrap_or_default() {
                if let Entry::Vacant(entry) = chart.steps.entry(before) {
                    entry.insert(steps + 1);
                    to_visit.push_back(before);
                }
            }
        }
        chart
    }

    /// Steps to the finish; very many where there is no way.
    pub fn steps(&self, at: Hex, progress: Progress) -> u32 {
        self.steps.get(&(at, progress)).copied().unwrap_or(10_000)
    }

    /// Is there a way to the finish?
    pub fn leads_home(&self, at: Hex, progress: Progress) -> bool {
        self.steps.contains_key(&(at, progress))
    }
}

/// With a debt and without.
fn both(leg: Leg) -> [Progress; 2] {
    [false, true].map(|owes| Progress { leg, owes, finished: false })
}
