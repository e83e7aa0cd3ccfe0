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

/// What lies ahead of a boat that is to run `total`: water to the left, straight on and to the right.
#[derive(Clone, Copy, Debug)]
pub struct Runs {
    from: Hex,
    heading: Heading,
    total: u8,
    /// Hexes of water, at most the total.
    runs: [u8; 3],
    longest: u8,
}

impl Runs {
    /// Looks ahead.
    #[inline]
    pub fn new(course: &Course, from: Hex, heading: Heading, total: u8) -> Runs {
        let runs = Steer::ALL.map(|steer| course.run(from, heading.steered(steer)).min(total));
        let longest = runs[0].max(runs[1]).max(runs[2]);
        Runs { from, heading, total, runs, longest }
    }

    /// Hexes of water this way, at most the total.
    pub fn run(&self, steer: Steer) -> u8 {
        self.runs[steer as usize]
    }

    /// The run that must be taken: the total if some heading allows it, else the longest.
    pub fn longest(&self) -> u8 {
        self.longest
    }

    /// Rule 4.3: may this heading be taken? With the total in reach, the longest run, cut at the total, is the total.
    #[inline]
    pub fn is_legal(&self, steer: Steer) -> bool {
        self.runs[steer as usize] == self.longest
    }

    /// What comes of a heading, `None` if it may not be taken. `taken` tells the other boats' hexes.
    #[inline]
    pub fn option(&self, steer: Steer, taken: impl Fn(Hex) -> bool) -> Option<SteerOption> {
        if !self.is_legal(steer) {
            return None;
        }
        let (run, heading) = (self.longest, self.heading.steered(steer));
        // Rule 4.6: back to the last free hex; its own counts as free.
        let mut steps = run;
        let mut end = self.from.ahead(heading, steps)?; // a run never leaves the map
        while steps > 0 && taken(end) {
            steps -= 1;
            end = self.from.ahead(heading, steps)?;
        }
        Some(SteerOption { steer, heading, run, steps, end, damage: self.total - run })
    }

    /// Every heading that may be taken, from left to right: at least one.
    pub fn options(&self, taken: impl Fn(Hex) -> bool) -> ArrayVec<SteerOption, 3> {
        Steer::ALL.into_iter().filter_map(|steer| self.option(steer, &taken)).collect()
    }
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
