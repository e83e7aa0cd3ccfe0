//! Paths round a course: whether a boat can get from a start place to the finish at all (rule 2.1).

use crate::{Course, Heading, Hex, Judged, Leg, Progress};
use std::{cmp::Reverse, collections::BinaryHeap, mem::replace};

/// Where a boat is, and how far round the course it has come.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    at: Hex,
    now: Progress,
}

impl State {
    /// The number of different [indices](State::index).
    const COUNT: usize = Hex::TABLE * 10;

    fn index(self) -> usize {
        self.at.index() * 10 + self.now.leg as usize * 2 + usize::from(self.now.owes)
    }
}

/// Searches for paths round a course.
///
/// Every lake that is drawn and every game that is loaded is checked in this way. So the search goes on from the state that has
/// come farthest, and is nearest to its next mark: on most lakes it sees few of the others. And it stops where a path was found
/// before. If there is no path, it has seen every state that can be reached.
pub(crate) struct Paths<'c> {
    course: &'c Course,
    /// What a boat heads for on each leg.
    marks: [Hex; 5],
    /// For each state: whether it is on a path that was found.
    found: Vec<bool>,
}

impl<'c> Paths<'c> {
    pub fn of(course: &'c Course) -> Paths<'c> {
        let ([b1, b2, b3], line) = (course.plan().buoys, course.line()[1]);
        Paths { course, marks: [line, b1, b2, b3, line], found: vec![false; State::COUNT] }
    }

    /// Whether a boat on its first leg can reach the finish from here.
    pub fn can_finish(&mut self, place: Hex) -> bool {
        let start = State { at: place, now: Progress::default() };
        let mut seen = vec![false; State::COUNT];
        // Each state with the place of the one before it in this list. The first one comes before itself.
        let mut states = vec![(start, 0)];
        let mut queue = BinaryHeap::from([(Reverse(0), 0)]);
        while let Some((_, number)) = queue.pop() {
            let (state, _) = states[number];
            for heading in Heading::ALL {
                let Some((at, judged)) = self.step(state, heading) else { continue };
                let next = match judged {
                    Judged::Racing(now) => Some(State { at, now }),
                    Judged::Finished => None,
                };
                let Some(next) = next.filter(|next| !self.found[next.index()]) else {
                    self.remember(&states, number);
                    return true;
                };
                if !replace(&mut seen[next.index()], true) {
                    queue.push((Reverse(self.to_go(next)), states.len()));
                    states.push((next, number));
                }
            }
        }
        false
    }

    /// Where one step leads, and what it makes of a boat's progress; `None` if there is no water ahead.
    fn step(&self, State { at, now }: State, heading: Heading) -> Option<(Hex, Judged)> {
        let next = at.neighbour(heading).filter(|_| self.course.run(at, heading) > 0)?;
        let crossings = self.course.crossings(at, heading);
        Some((next, if crossings.is_none() { Judged::Racing(now) } else { now.judge(crossings) }))
    }

    /// Orders states: first the leg, then the distance to its mark.
    fn to_go(&self, State { at, now }: State) -> usize {
        let legs = Leg::ALL.len() - now.leg as usize;
        legs * Hex::TABLE + usize::from(at.distance(self.marks[now.leg as usize]))
    }

    /// Remembers the path to this state, from which the finish can be reached.
    fn remember(&mut self, states: &[(State, usize)], last: usize) {
        let mut number = last;
        while !replace(&mut self.found[states[number].0.index()], true) {
            number = states[number].1;
        }
    }
}
