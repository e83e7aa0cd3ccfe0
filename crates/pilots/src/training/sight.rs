//! What a learning program sees of a course: steps to go and free water, in tables that are read along straight lines.

use crate::DistanceTable;
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

/// The most hexes of a straight line, rounded up. The numbers of a line lie side by side: a boat that looks ahead then reads
/// memory in one place, which matters more than anything else when many races have lakes of their own.
const LINE: usize = 32;

/// Numbers of the hexes of a straight line.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Line([u8; LINE]);

/// The most parallel lines of a lake, rounded up.
const LINES: usize = 40;

/// Added to axial coordinate q, which is at least −12.
const MIDDLE: i32 = 13;

/// Where a hex is among the lines that run in a direction and against it: the line, and the place on it.
#[inline]
fn place(hex: Hex, heading: Heading) -> (usize, usize) {
    let (q, r) = hex.axial();
    match heading {
        Heading::E | Heading::W => (r as usize, hex.col().into()),
        Heading::NE | Heading::SW => ((q + r) as usize, r as usize),
        Heading::NW | Heading::SE => ((q + MIDDLE) as usize, r as usize),
    }
}

/// What a step adds to the place on the line.
#[inline]
const fn step(heading: Heading) -> i8 {
    match heading {
        Heading::E | Heading::SW | Heading::SE => 1,
        Heading::NE | Heading::NW | Heading::W => -1,
    }
}

/// Steps to go and free water of a course, for each stage and heading in lines of their own.
pub struct Sight {
    steps: Vec<Line>,
    rooms: Vec<Line>,
}

/// What lies ahead of a boat in one direction.
#[derive(Clone, Copy)]
pub(super) struct Ray<'a> {
    steps: &'a [u8; LINE],
    rooms: &'a [u8; LINE],
    from: u8,
    step: i8,
}

impl Ray<'_> {
    /// Steps to the finish and room after this many steps straight ahead, as long as there is water.
    #[inline]
    pub fn after(&self, steps: u8) -> (u8, u8) {
        let at = usize::from(self.from.wrapping_add_signed(self.step.wrapping_mul(steps as i8))) % LINE;
        (self.steps[at], self.rooms[at])
    }
}

impl Sight {
    #[allow(missing_docs)]
    pub fn new(course: &Course) -> Sight {
        let distances = DistanceTable::new(course);
        let planes = |planes, number| vec![Line([number; LINE]); planes * LINES];
        let mut sight = Sight { steps: planes(STAGES.len() * 6, NEVER), rooms: planes(6, 0) };
        for hex in course.lake().hexes().filter(|&hex| course.is_open(hex)) {
            for heading in Heading::ALL {
                let runs = Steer::ALL.map(|steer| course.run(hex, heading.steered(steer)));
                let (line, at) = place(hex, heading);
                sight.rooms[heading as usize * LINES + line].0[at] = runs.into_iter().fold(0, u8::max);
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
        self.steps[number(progress, heading) + line].0[at] = steps;
    }

    /// Steps to the finish, at most 255. It is 255 if the finish cannot be reached.
    #[inline]
    pub fn steps(&self, at: Hex, heading: Heading, progress: Progress) -> u8 {
        let (line, at) = place(at, heading);
        self.steps[number(progress, heading) + line].0[at]
    }

    /// What lies ahead of a boat, if it crosses no mark.
    #[inline]
    pub(super) fn ray(&self, at: Hex, heading: Heading, progress: Progress) -> Ray<'_> {
        let (line, from) = place(at, heading);
        Ray {
            steps: &self.steps[number(progress, heading) + line].0,
            rooms: &self.rooms[heading as usize * LINES + line].0,
            from: from as u8,
            step: step(heading),
        }
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
                assert!(line < LINES && at < LINE);
                if let Some(next) = hex.neighbour(heading) {
                    assert_eq!(place(next, heading), (line, at.wrapping_add_signed(step(heading).into())));
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
