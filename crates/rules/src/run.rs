//! Running straight on: where each heading would take a boat, and the move it makes.

use crate::{Boat, Color, Course, Hand, Heading, Hex, Judged, Leg, Progress, Steer, boat::SINKS_AT};
use arrayvec::ArrayVec;

/// One way a boat may steer, and what comes of it (rules 4.3 to 4.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SteerOption {
    /// Left, straight on or right.
    pub steer: Steer,
    /// The heading that gives.
    pub heading: Heading,
    /// Hexes of water ahead, at most the total.
    pub run: u8,
    /// Hexes travelled: fewer than the run if a boat is in the way at its end.
    pub steps: u8,
    /// Where the boat ends.
    pub end: Hex,
    /// Damage: total − run; a crash if there is any.
    pub damage: u8,
}

impl SteerOption {
    /// Does the run end on land or at a buoy?
    pub const fn crash(&self) -> bool {
        self.damage > 0
    }
}

/// Water ahead to the left, straight on and to the right, at most `total`.
#[inline]
fn runs(course: &Course, from: Hex, heading: Heading, total: u8) -> [u8; 3] {
    Steer::ALL.map(|steer| course.run(from, heading.steered(steer)).min(total))
}

/// Rule 4.6: the hexes really travelled, so that the boat ends on none of `taken`.
#[inline]
fn steps(from: Hex, heading: Heading, run: u8, taken: &[Hex]) -> (u8, Hex) {
    let end = |steps| from.ahead(heading, steps).unwrap_or(from); // a run never leaves the map
    let free = (1..=run).rev().map(|steps| (steps, end(steps))).find(|(_, end)| !taken.contains(end));
    free.unwrap_or((0, from))
}

/// Rule 4.3 for one heading: `None` if it may not be taken. `taken` are the other boats' hexes.
#[inline]
pub fn steer_option(
    course: &Course,
    (from, heading): (Hex, Heading),
    total: u8,
    taken: &[Hex],
    steer: Steer,
) -> Option<SteerOption> {
    let runs = runs(course, from, heading, total);
    // With the total in reach of some heading the longest run, cut at the total, is the total.
    let longest = runs[0].max(runs[1]).max(runs[2]);
    let run = runs[steer as usize];
    (run == longest).then(|| {
        let heading = heading.steered(steer);
        let (steps, end) = steps(from, heading, run, taken);
        SteerOption { steer, heading, run, steps, end, damage: total - run }
    })
}

/// Every heading that may be taken, from left to right: at least one.
pub fn steer_options(course: &Course, at: (Hex, Heading), total: u8, taken: &[Hex]) -> ArrayVec<SteerOption, 3> {
    Steer::ALL.into_iter().filter_map(|steer| steer_option(course, at, total, taken, steer)).collect()
}

/// A move as it was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// Whose.
    pub color: Color,
    /// The hex it left.
    pub from: Hex,
    /// How it steered, and where that took it.
    pub option: SteerOption,
    /// The hand it moved with.
    pub hand: Hand,
    /// Did it sink?
    pub sunk: bool,
    /// Did it cross the finish on its last leg?
    pub finished: bool,
    /// Its progress afterwards.
    pub progress: Progress,
}

impl Move {
    /// What `boat` at `from` does when it takes this option: judges marks and damage, changes nothing.
    #[inline]
    pub(crate) fn new(course: &Course, boat: &Boat, from: Hex, hand: Hand, option: SteerOption) -> Move {
        let judged = course.judge(from, option.heading, option.steps, boat.progress);
        let (finished, progress) = match judged {
            Judged::Finished => (true, Progress { leg: Leg::Finish, owes: false }),
            Judged::Racing(progress) => (false, progress),
        };
        let sunk = boat.damage.saturating_add(option.damage) >= SINKS_AT;
        Move { color: boat.color, from, option, hand, sunk, finished, progress }
    }

    /// The hexes travelled, first to last, without the hex it left.
    pub fn path(&self) -> impl Iterator<Item = Hex> {
        let Move { from, option, .. } = *self;
        (1..=option.steps).filter_map(move |steps| from.ahead(option.heading, steps))
    }
}
