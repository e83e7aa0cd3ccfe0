//! The distance table: the number of steps to the finish, over water and through all gates.

use powerboats_rules::{Course, Heading, Hex, Judged, Leg, Progress};
use std::collections::VecDeque;

/// Steps to the finish from every hex, heading and progress, for a boat that may turn by 60° before each step.
pub struct DistanceTable {
    steps: Vec<u16>,
}

const NEVER: u16 = u16::MAX;

fn number(at: Hex, heading: Heading, progress: Progress) -> usize {
    ((at.index() * 6 + heading as usize) * 5 + progress.leg as usize) * 2 + usize::from(progress.owes)
}

impl DistanceTable {
    /// Searches the course backwards from the finish.
    pub fn new(course: &Course) -> DistanceTable {
        let all = || Leg::ALL.into_iter().flat_map(|leg| [false, true].map(|owes| Progress { leg, owes }));
        let mut steps = vec![NEVER; Hex::TABLE * 60];
        let mut queue = VecDeque::new();
        // A boat that moves from `from` in direction `heading` had this heading before, or one 60° to either side.
        let mut reach = |queue: &mut VecDeque<_>, from: Hex, heading: Heading, goal: Judged, distance: u16| {
            let step = course.crossings(from, heading);
            let mut come = |before: Progress| {
                for turned in [heading.left(), heading, heading.right()] {
                    let steps = &mut steps[number(from, turned, before)];
                    if *steps == NEVER {
                        *steps = distance;
                        queue.push_back((from, turned, before, distance));
                    }
                }
            };
            match goal {
                Judged::Racing(now) if step.is_none() => come(now),
                _ => all().filter(|before| before.judge(step) == goal).for_each(come),
            }
        };
        for hex in course.lake().hexes().filter(|&hex| course.is_open(hex)) {
            for heading in Heading::ALL.into_iter().filter(|&heading| course.run(hex, heading) > 0) {
                if course.crossings(hex, heading).is_forward(Leg::Finish) {
                    reach(&mut queue, hex, heading, Judged::Finished, 1);
                }
            }
        }
        while let Some((hex, heading, now, distance)) = queue.pop_front() {
            if course.run(hex, heading.back()) > 0
                && let Some(from) = hex.neighbour(heading.back())
            {
                reach(&mut queue, from, heading, Judged::Racing(now), distance + 1);
            }
        }
        DistanceTable { steps }
    }

    /// The size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.steps[..])
    }

    /// Steps to the finish; `None` if the finish cannot be reached.
    pub fn steps(&self, at: Hex, heading: Heading, progress: Progress) -> Option<u16> {
        Some(self.steps[number(at, heading, progress)]).filter(|&steps| steps != NEVER)
    }
}
