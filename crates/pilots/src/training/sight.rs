//! What a learning program sees of a course: steps to go and free water, in tables that are read along straight lines.

use crate::{DistanceTable, training::prefetch::prefetch};
use powerboats_rules::{Course, Heading, Hex, Leg, Progress, Steer};

/// Stands for a finish that cannot be reached. Longer distances are cut to one step less.
const NEVER: u8 = u8::MAX;

/// The progress of a boat as one of eight numbers: the start, each gate without and with a crossing owed, the finish.
const STAGES: [Progress; 8] = {
    const fn stage(leg: Leg, owes: bool) -> Progress {
        Progress { leg, owes }
    }
    [
        stage(Leg::Start, false),
        stage(Leg::Gate1, false),
        stage(Leg::Gate1, true),
        stage(Leg::Gate2, false),
        stage(Leg::Gate2, true),
        stage(Leg::Gate3, false),
        stage(Leg::Gate3, true),
        stage(Leg::Finish, false),
    ]
};

#[inline]
const fn stage(progress: Progress) -> usize {
    match progress.leg {
        Leg::Start => 0,
        Leg::Finish => 7,
        leg => 2 * leg as usize - 1 + progress.owes as usize,
    }
}

/// The most hexes of a straight line.
const LONGEST: usize = 26;

/// How far a boat looks ahead, and its own hex.
const VIEW: usize = 10;

/// Numbers of the hexes of a straight line, in the direction of a heading: first the steps to go, then the rooms, that is the
/// longest run of the next turn. They fill one cache line: a boat that looks ahead reads memory in one place, which matters more
/// than anything else when many races have lakes of their own. A view that begins at the end of a line ends in what follows.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line([u8; 64]);

/// The most parallel lines of a lake, rounded up.
const LINES: usize = 40;

/// Added to axial coordinate q, which is at least −12.
const MIDDLE: i32 = 13;

/// Where a hex is among the lines of a heading: the line, and the place on it. Each step in that direction adds one to the place.
#[inline]
fn place(hex: Hex, heading: Heading) -> (usize, usize) {
    let (q, r) = hex.axial();
    let (line, along) = match heading {
        Heading::E | Heading::W => (r, hex.col().into()),
        Heading::NE | Heading::SW => (q + r, r),
        Heading::NW | Heading::SE => (q + MIDDLE, r),
    };
    let along = match heading {
        Heading::E | Heading::SW | Heading::SE => along,
        Heading::NE | Heading::NW | Heading::W => LONGEST as i32 - 1 - along,
    };
    (line as usize, along as usize)
}

/// Steps to go and free water of a course, for each stage and heading in lines of their own.
pub struct Sight(Vec<Line>);

/// What lies ahead of a boat in one direction.
#[derive(Clone, Copy)]
pub(super) struct Ray<'a> {
    line: &'a Line,
    from: usize,
}

impl Ray<'_> {
    /// Steps to go and room after 0 to 9 steps straight ahead, if it crosses no mark. Beyond the water the numbers mean nothing.
    #[inline]
    pub fn view(&self) -> (&[u8; VIEW], &[u8; VIEW]) {
        let Some(steps) = self.line.0[self.from..].first_chunk() else { unreachable!("a line is longer") };
        let Some(rooms) = self.line.0[LONGEST + self.from..].first_chunk() else { unreachable!("a line is longer") };
        (steps, rooms)
    }

    /// Has the numbers loaded before they are needed.
    #[inline]
    pub fn prefetch(&self) {
        prefetch(self.line);
    }
}

impl Sight {
    #[allow(missing_docs)]
    pub fn new(course: &Course) -> Sight {
        let distances = DistanceTable::new(course);
        let mut sight = Sight(vec![Line([NEVER; 64]); STAGES.len() * 6 * LINES]);
        for hex in course.lake().hexes().filter(|&hex| course.is_open(hex)) {
            for heading in Heading::ALL {
                let runs = Steer::ALL.map(|steer| course.run(hex, heading.steered(steer)));
                let (line, at) = place(hex, heading);
                let room = runs.into_iter().fold(0, u8::max);
                STAGES.iter().for_each(|&progress| sight.0[number(progress, heading) + line].0[LONGEST + at] = room);
            }
            for progress in STAGES {
                for heading in Heading::ALL {
                    let found = distances.steps(hex, heading, progress);
                    let steps = found.map_or(NEVER, |steps| steps.min(u16::from(NEVER) - 1) as u8);
                    sight.set_steps(hex, heading, progress, steps);
                }
                sight.turn_in_place(hex, progress);
            }
        }
        sight
    }

    /// A boat that faces a corner turns there until it can move. Each sixth of a turn counts as a step.
    fn turn_in_place(&mut self, hex: Hex, progress: Progress) {
        let stuck = Heading::ALL.map(|heading| self.steps(hex, heading, progress) == NEVER);
        if !stuck.contains(&true) {
            return;
        }
        for _ in 0..3 {
            for heading in Heading::ALL.into_iter().filter(|&heading| stuck[heading as usize]) {
                let [left, right] = [heading.left(), heading.right()].map(|turned| self.steps(hex, turned, progress));
                self.set_steps(hex, heading, progress, left.min(right).saturating_add(1));
            }
        }
    }

    fn set_steps(&mut self, at: Hex, heading: Heading, progress: Progress, steps: u8) {
        let (line, at) = place(at, heading);
        self.0[number(progress, heading) + line].0[at] = steps;
    }

    /// Steps to the finish, at most 255. It is 255 if the finish cannot be reached.
    #[inline]
    pub fn steps(&self, at: Hex, heading: Heading, progress: Progress) -> u8 {
        let (line, at) = place(at, heading);
        self.0[number(progress, heading) + line].0[at]
    }

    /// What lies ahead of a boat, if it crosses no mark.
    #[inline]
    pub(super) fn ray(&self, at: Hex, heading: Heading, progress: Progress) -> Ray<'_> {
        let (line, from) = place(at, heading);
        Ray { line: &self.0[number(progress, heading) + line], from: from.min(LONGEST - 1) }
    }
}

/// Where the lines of a stage and heading begin.
#[inline]
const fn number(progress: Progress, heading: Heading) -> usize {
    (stage(progress) * 6 + heading as usize) * LINES
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn stages_and_progress_correspond() {
        for (i, &progress) in STAGES.iter().enumerate() {
            assert_eq!(stage(progress), i);
        }
    }

    #[test]
    fn a_step_in_a_direction_leads_along_its_line() {
        for hex in Hex::all() {
            for heading in Heading::ALL {
                let (line, at) = place(hex, heading);
                assert!(line < LINES && at < LONGEST);
                if let Some(next) = hex.neighbour(heading) {
                    assert_eq!(place(next, heading), (line, at + 1));
                }
            }
        }
    }

    #[test]
    fn no_two_hexes_share_a_place() {
        for heading in Heading::ALL {
            let places: HashSet<_> = Hex::all().map(|hex| place(hex, heading)).collect();
            assert_eq!(places.len(), Hex::all().count());
        }
    }
}
