//! Moves: where each direction would take a boat, and the move it makes.

use crate::{Boat, Color, Course, Hand, Heading, Hex, Judged, Leg, Progress, Steer, boat::SINKS_AT};
use arrayvec::ArrayVec;

/// A legal direction and its outcome (rules 4.3 to 4.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SteerOption {
    #[allow(missing_docs)]
    pub steer: Steer,
    /// The boat's heading after steering.
    pub heading: Heading,
    /// Number of water hexes ahead, at most the dice total.
    pub run: u8,
    /// Number of hexes moved. Fewer than the run if another boat is on the run's last hex.
    pub steps: u8,
    /// The hex where the boat ends.
    pub end: Hex,
    /// The damage taken: total − run. More than 0 is a crash.
    pub damage: u8,
}

impl SteerOption {
    /// Does the boat hit land or a buoy?
    pub const fn crash(&self) -> bool {
        self.damage > 0
    }
}

/// The runs of water ahead of a boat with this dice total: to the left, straight on and to the right.
#[derive(Clone, Copy, Debug)]
pub struct Runs {
    from: Hex,
    heading: Heading,
    total: u8,
    /// Number of water hexes in each direction, at most the total.
    runs: [u8; 3],
    longest: u8,
}

impl Runs {
    #[allow(missing_docs)]
    #[inline]
    pub fn new(course: &Course, from: Hex, heading: Heading, total: u8) -> Runs {
        let runs = Steer::ALL.map(|steer| course.run(from, heading.steered(steer)).min(total));
        let longest = runs[0].max(runs[1]).max(runs[2]);
        Runs { from, heading, total, runs, longest }
    }

    /// The same runs for another total, at most the one that they were found for.
    #[inline]
    pub fn of_total(self, total: u8) -> Runs {
        let runs = self.runs.map(|run| run.min(total));
        Runs { total, runs, longest: self.longest.min(total), ..self }
    }

    /// Number of water hexes in this direction, at most the total.
    pub fn run(&self, steer: Steer) -> u8 {
        self.runs[steer as usize]
    }

    /// The run that the boat must choose: the total if some direction allows it, else the longest run.
    pub fn longest(&self) -> u8 {
        self.longest
    }

    /// Does rule 4.3 allow this direction? Runs are cut at the total, so the longest run is the total if any direction
    /// allows it.
    #[inline]
    pub fn is_legal(&self, steer: Steer) -> bool {
        self.runs[steer as usize] == self.longest
    }

    /// The outcome of a direction, or `None` if it is not legal. `taken` tells whether another boat is on a hex.
    #[inline]
    pub fn option(&self, steer: Steer, taken: impl Fn(Hex) -> bool) -> Option<SteerOption> {
        if !self.is_legal(steer) {
            return None;
        }
        let (run, heading) = (self.longest, self.heading.steered(steer));
        // Rule 4.6: go back to the last free hex. The boat's own hex counts as free.
        let mut steps = run;
        let mut end = self.from.ahead(heading, steps)?; // a run never leaves the map
        while steps > 0 && taken(end) {
            steps -= 1;
            end = self.from.ahead(heading, steps)?;
        }
        Some(SteerOption { steer, heading, run, steps, end, damage: self.total - run })
    }

    /// All legal directions from left to right: at least one.
    pub fn options(&self, taken: impl Fn(Hex) -> bool) -> ArrayVec<SteerOption, 3> {
        Steer::ALL.into_iter().filter_map(|steer| self.option(steer, &taken)).collect()
    }
}

/// A move as it was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    #[allow(missing_docs)]
    pub color: Color,
    /// The hex it moved from.
    pub from: Hex,
    /// The chosen direction and its outcome.
    pub option: SteerOption,
    /// The dice it moved with.
    pub hand: Hand,
    /// Did it sink?
    pub sunk: bool,
    /// Did it cross the finish on its last leg?
    pub finished: bool,
    /// The boat's progress after the move.
    pub progress: Progress,
}

impl Move {
    /// The move of `boat` from `from` with this option. Judges marks and damage, but does not change the boat.
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

    /// The hexes moved over, first to last, without the starting hex.
    pub fn path(&self) -> impl Iterator<Item = Hex> {
        let Move { from, option, .. } = *self;
        (1..=option.steps).filter_map(move |steps| from.ahead(option.heading, steps))
    }
}
