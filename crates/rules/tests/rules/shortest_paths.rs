//! Searches over the independent implementation of a course: can a boat finish, and on which shortest path?

use crate::reading::{At, FINISH, NUMBERS, Reading, START, STEP, Standing, add, number};
use std::collections::VecDeque;

/// Index of a hex with a standing, for tables.
fn state(at: At, (leg, owes): Standing) -> usize {
    number(at) * 10 + leg * 2 + usize::from(owes)
}

fn standings() -> impl Iterator<Item = Standing> {
    (START..=FINISH).flat_map(|leg| [false, true].map(|owes| (leg, owes))).filter(|(leg, owes)| !owes || leg % 4 > 0)
}

/// For each of these places: can a boat cross all five marks from there (rule 2.1)? Searches forward.
pub fn can_finish(course: &Reading, places: &[At]) -> Vec<bool> {
    let mut known = vec![false; NUMBERS];
    for &place in places {
        known[number(place)] = search(course, place, &known);
    }
    places.iter().map(|&place| known[number(place)]).collect()
}

/// Breadth-first search until a step crosses the finish, or reaches a place that is known to lead there.
fn search(course: &Reading, place: At, known: &[bool]) -> bool {
    let start = (START, false);
    let mut seen = vec![false; NUMBERS * 10];
    seen[state(place, start)] = true;
    let mut queue = VecDeque::from([(place, start)]);
    while let Some((from, standing)) = queue.pop_front() {
        if standing == start && known[number(from)] {
            return true;
        }
        for (heading, step) in STEP.into_iter().enumerate() {
            let to = add(from, step);
            if !course.is_open(to) {
                continue;
            }
            let Some(after) = course.judge(from, heading, standing) else { return true };
            if !std::mem::replace(&mut seen[state(to, after)], true) {
                queue.push_back((to, after));
            }
        }
    }
    false
}

/// The number of steps to the finish from every hex and standing.
pub struct ShortestPaths {
    steps: Vec<u16>,
}

const NEVER: u16 = u16::MAX;

impl ShortestPaths {
    pub fn new(course: &Reading) -> ShortestPaths {
        // All possible steps, grouped by the state they lead to: a linked list for each state.
        let mut last = vec![u32::MAX; NUMBERS * 10];
        let mut chain: Vec<(usize, u32)> = Vec::new();
        let mut steps = vec![NEVER; NUMBERS * 10];
        let mut queue = VecDeque::new();
        for &from in course.hexes.iter().filter(|&&from| course.is_open(from)) {
            for (heading, step) in STEP.into_iter().enumerate().filter(|&(_, step)| course.is_open(add(from, step))) {
                for standing in standings() {
                    let before = state(from, standing);
                    match course.judge(from, heading, standing) {
                        Some(after) => {
                            let link = &mut last[state(add(from, step), after)];
                            chain.push((before, *link));
                            *link = chain.len() as u32 - 1;
                        }
                        None if steps[before] == NEVER => {
                            steps[before] = 1;
                            queue.push_back(before);
                        }
                        None => {}
                    }
                }
            }
        }
        while let Some(after) = queue.pop_front() {
            let mut link = last[after];
            while let Some(&(before, next)) = chain.get(link as usize) {
                if steps[before] == NEVER {
                    steps[before] = steps[after] + 1;
                    queue.push_back(before);
                }
                link = next;
            }
        }
        ShortestPaths { steps }
    }

    /// Steps to the finish; 0 for a boat that has finished.
    pub fn steps(&self, at: At, standing: Option<Standing>) -> u16 {
        standing.map_or(0, |standing| self.steps[state(at, standing)])
    }

    /// The heading of the first step on the shortest path to the finish.
    pub fn heading(&self, course: &Reading, at: At, standing: Standing) -> usize {
        let open = |heading: &usize| course.is_open(add(at, STEP[*heading]));
        let steps = |heading: &usize| self.steps(add(at, STEP[*heading]), course.judge(at, *heading, standing));
        (0..6).filter(open).min_by_key(steps).expect("a boat is never walled in")
    }
}
