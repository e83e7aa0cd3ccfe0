//! Paths round a course: whether a boat can get from a start place to the finish at all (rule 2.1).

use crate::{Course, Heading, Hex, Judged, Progress};
use std::collections::VecDeque;

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
/// Every lake that is drawn and every game that is loaded is checked in this way. So the search goes on from the states that have
/// come farthest: on most lakes it sees few of the others. And it stops where a path was found before.
pub(crate) struct Paths<'c> {
    course: &'c Course,
    /// For each state: whether it is on a path to the finish that was found.
    finds: Vec<bool>,
    /// For each state that the current search has seen: the state before it. A start place comes before itself.
    before: Vec<Option<State>>,
}

impl<'c> Paths<'c> {
    pub fn of(course: &'c Course) -> Paths<'c> {
        Paths { course, finds: vec![false; State::COUNT], before: Vec::new() }
    }

    /// Whether a boat on its first leg can reach the finish from here.
    pub fn can_finish(&mut self, place: Hex) -> bool {
        let start = State { at: place, now: Progress::default() };
        self.before.clear();
        self.before.resize(State::COUNT, None);
        self.before[start.index()] = Some(start);
        // One queue for each leg.
        let mut queues: [VecDeque<State>; 5] = Default::default();
        queues[start.now.leg as usize].push_back(start);
        while let Some(state) = queues.iter_mut().rev().find_map(VecDeque::pop_front) {
            for heading in Heading::ALL {
                let Some((at, judged)) = self.step(state, heading) else { continue };
                let next = match judged {
                    Judged::Racing(now) => Some(State { at, now }),
                    Judged::Finished => None,
                };
                let Some(next) = next.filter(|next| !self.finds[next.index()]) else {
                    self.remember(state);
                    return true;
                };
                let before = &mut self.before[next.index()];
                if before.is_none() {
                    *before = Some(state);
                    queues[next.now.leg as usize].push_back(next);
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

    /// Remembers the path to this state, from which the finish can be reached.
    fn remember(&mut self, last: State) {
        let mut state = last;
        while !std::mem::replace(&mut self.finds[state.index()], true)
            && let Some(before) = self.before[state.index()]
        {
            state = before;
        }
    }
}
