//! What a learning program sees of a course: steps to go and free water, in tables that are read along straight lines.

use crate::DistanceTable;
use powerboats_rules::{Course, Heading, Hex, Leg, Progress, SIZE, Steer};

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

/// Hexes in a row of a plane. Planes use axial coordinates, in which a step in a direction always adds the same number.
const WIDTH: usize = 40;

/// The column of axial coordinate 0: it is at least −12.
const MIDDLE: i32 = 13;

/// The size of a plane: one number for each hex.
const PLANE: usize = WIDTH * SIZE as usize;

/// Where a hex is in a plane.
#[inline]
fn place(hex: Hex) -> usize {
    let (q, r) = hex.axial();
    (q + MIDDLE) as usize + r as usize * WIDTH
}

/// Steps to go and free water of a course, for each stage and heading in a plane of its own.
pub struct Sight {
    steps: Vec<u8>,
    rooms: Vec<u8>,
}

/// What lies ahead of a boat in one direction.
#[derive(Clone, Copy)]
pub(super) struct Ray<'a> {
    steps: &'a [u8],
    rooms: &'a [u8],
    from: usize,
    /// What a step adds to the place.
    step: isize,
}

impl Ray<'_> {
    /// Steps to the finish and room after this many steps straight ahead, as long as there is water.
    #[inline]
    pub fn after(&self, steps: usize) -> (u8, u8) {
        let at = self.from.wrapping_add_signed(self.step * steps as isize);
        (self.steps.get(at).copied().unwrap_or(NEVER), self.rooms.get(at).copied().unwrap_or(0))
    }
}

impl Sight {
    #[allow(missing_docs)]
    pub fn new(course: &Course) -> Sight {
        let distances = DistanceTable::new(course);
        let mut sight = Sight { steps: vec![NEVER; STAGES.len() * 6 * PLANE], rooms: vec![0; 6 * PLANE] };
        for hex in course.lake().hexes().filter(|&hex| course.is_open(hex)) {
            for heading in Heading::ALL {
                let runs = Steer::ALL.map(|steer| course.run(hex, heading.steered(steer)));
                sight.rooms[heading as usize * PLANE + place(hex)] = runs.into_iter().fold(0, u8::max);
            }
            for progress in STAGES {
                for heading in Heading::ALL {
                    let found = distances.steps(hex, heading, progress);
                    let steps = found.map_or(NEVER, |steps| steps.min(u16::from(NEVER) - 1) as u8);
                    sight.steps[number(progress, heading) + place(hex)] = steps;
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
                self.steps[number(progress, heading) + place(hex)] = left.min(right).saturating_add(1);
            }
        }
    }

    /// Steps to the finish, at most 255. It is 255 if the finish cannot be reached.
    #[inline]
    pub fn steps(&self, at: Hex, heading: Heading, progress: Progress) -> u8 {
        self.steps[number(progress, heading) + place(at)]
    }

    /// The longest run of the next turn: the number of water hexes to the left, straight on or to the right.
    #[inline]
    pub fn room(&self, at: Hex, heading: Heading) -> u8 {
        self.rooms[heading as usize * PLANE + place(at)]
    }

    /// What lies ahead of a boat, if it crosses no mark.
    #[inline]
    pub(super) fn ray(&self, at: Hex, heading: Heading, progress: Progress) -> Ray<'_> {
        let (q, r) = heading.axial();
        Ray {
            steps: &self.steps[number(progress, heading)..][..PLANE],
            rooms: &self.rooms[heading as usize * PLANE..][..PLANE],
            from: place(at),
            step: q as isize + r as isize * WIDTH as isize,
        }
    }
}

/// Where the plane of a stage and heading begins.
#[inline]
const fn number(progress: Progress, heading: Heading) -> usize {
    (stage(progress) * 6 + heading as usize) * PLANE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_and_progress_correspond() {
        for (i, &progress) in STAGES.iter().enumerate() {
            assert_eq!(stage(progress), i);
        }
    }

    #[test]
    fn a_step_in_a_direction_always_adds_the_same_number() {
        for hex in Hex::all() {
            assert!(place(hex) < PLANE);
            for heading in Heading::ALL {
                let ((q, r), next) = (heading.axial(), hex.neighbour(heading));
                let step = q as isize + r as isize * WIDTH as isize;
                assert!(next.is_none_or(|next| place(next) == place(hex).wrapping_add_signed(step)));
            }
        }
    }
}
