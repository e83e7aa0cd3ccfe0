//! A course as the solver sees it: open water numbered, runs, and how each step changes a boat's standing.

use crate::solver::hands::Hands;
use powerboats_rules::{Course, Heading, Hex, Judged, Leg, Progress};
use std::sync::Arc;

/// A boat's leg and debt as one number: twice the leg, plus one if it owes.
pub type Standing = u8;

/// Legs of a race.
pub const LEGS: usize = 5;

/// Standings: for start and finish, where nothing is owed, the second is the same as the first.
pub const STANDINGS: usize = 2 * LEGS;

/// What a standing becomes when the boat crosses the finish.
pub const FINISHED: Standing = STANDINGS as Standing;

/// The standings there are, two each that are worked out side by side. Start and finish cannot be owed, and have the same
/// line to go to.
pub const ROWS: [[Standing; 2]; 4] = [[0, 8], [2, 3], [4, 5], [6, 7]];

/// The row of a standing, and which half of it. (Start and finish cannot be owed: as if they were not.)
#[inline]
pub const fn row(standing: Standing) -> (usize, usize) {
    const ROW_AND_HALF: [(usize, usize); STANDINGS] =
        [(0, 0), (0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (0, 1), (0, 1)];
    ROW_AND_HALF[standing as usize]
}

/// The number of a boat's progress.
#[inline]
pub const fn standing(progress: Progress) -> Standing {
    2 * progress.leg as Standing + progress.owes as Standing
}

/// The progress behind a number.
#[inline]
pub const fn progress(standing: Standing) -> Progress {
    let leg = Leg::ALL[standing as usize / 2];
    Progress { leg, owes: leg.is_gate() && standing % 2 == 1 }
}

fn judged(judged: Judged) -> Standing {
    match judged {
        Judged::Finished => FINISHED,
        Judged::Racing(progress) => standing(progress),
    }
}

/// "No such water."
const NOWHERE: u16 = u16::MAX;

/// What a way along the lake makes of each standing.
pub type Judgement = [Standing; STANDINGS];

/// Everything about one hex of open water.
struct Water {
    hex: Hex,
    runs: [u8; 6],
    /// By heading: what one step makes of each standing.
    steps: [Judgement; 6],
    /// By heading: where the longest run ends, and what it makes of each standing.
    ends: [(u16, Judgement); 6],
    /// By heading: where the values of runs from here begin in each row.
    base: [u32; 6],
}

/// Open water, numbered from 0 in reading order.
pub struct Waters {
    course: Arc<Course>,
    waters: Vec<Water>,
    number: Box<[u16; Hex::TABLE]>,
    /// Values stored for each row.
    values: u32,
}

impl Waters {
    pub fn new(course: Arc<Course>) -> Waters {
        let hands = Hands::get();
        let mut number = Box::new([NOWHERE; Hex::TABLE]);
        let open: Vec<Hex> = course.lake().hexes().filter(|&hex| course.is_open(hex)).collect();
        for (i, hex) in (0..).zip(&open) {
            number[hex.index()] = i;
        }
        let mut values = 0_u32;
        let water = |hex: Hex| {
            let judge = |heading, steps| -> Judgement {
                std::array::from_fn(|from| judged(course.judge(hex, heading, steps, progress(from as Standing))))
            };
            let runs = Heading::ALL.map(|heading| course.run(hex, heading));
            // All headings lie side by side, for they are looked at together.
            let base = runs.map(|run| {
                let base = values;
                values += hands.up_to[usize::from(run)] as u32;
                base
            });
            let steps = Heading::ALL.map(|heading| judge(heading, 1.min(course.run(hex, heading))));
            let ends = Heading::ALL.map(|heading| {
                let run = course.run(hex, heading);
                let end = hex.ahead(heading, run).map_or(NOWHERE, |end| number[end.index()]);
                (end, judge(heading, run))
            });
            Water { hex, runs, steps, ends, base }
        };
        let waters = open.into_iter().map(water).collect();
        Waters { waters, number, values, course }
    }

    pub fn course(&self) -> &Arc<Course> {
        &self.course
    }

    /// Bytes it takes, its course not counted.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.waters[..]) + size_of_val(&*self.number)
    }

    /// How many hexes of open water.
    pub fn len(&self) -> usize {
        self.waters.len()
    }

    /// Where the values of a row begin: one row after the other.
    #[inline]
    pub fn begin(&self, row: usize) -> u32 {
        self.values * row as u32
    }

    /// The number of an open hex.
    #[inline]
    pub fn number(&self, hex: Hex) -> Option<usize> {
        let number = self.number[hex.index()];
        (number != NOWHERE).then_some(number.into())
    }

    #[inline]
    pub fn run(&self, water: usize, heading: Heading) -> usize {
        self.waters[water].runs[heading as usize].into()
    }

    /// The next water ahead; the run must not be 0.
    #[inline]
    pub fn next(&self, water: usize, heading: Heading) -> usize {
        let next = self.waters[water].hex.neighbour(heading);
        next.map_or(water, |hex| self.number[hex.index()].into())
    }

    /// What one step ahead makes of each standing.
    #[inline]
    pub fn step(&self, water: usize, heading: Heading) -> &Judgement {
        &self.waters[water].steps[heading as usize]
    }

    /// Where the longest run ends, and what it makes of each standing.
    #[inline]
    pub fn end(&self, water: usize, heading: Heading) -> (usize, &Judgement) {
        let (end, judgement) = &self.waters[water].ends[heading as usize];
        ((*end).into(), judgement)
    }

    /// Where in a row the values of runs from here begin: one for each hand whose total is at most the run.
    #[inline]
    pub fn base(&self, water: usize, heading: Heading) -> u32 {
        self.waters[water].base[heading as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standings_number_progress() {
        let all: Vec<Progress> = (0..FINISHED).map(progress).collect();
        assert!(all.is_sorted());
        assert_eq!(all.iter().map(|&p| standing(p)).collect::<Vec<_>>(), [0, 0, 2, 3, 4, 5, 6, 7, 8, 8]);
        for (i, halves) in ROWS.iter().enumerate() {
            for (half, &standing) in halves.iter().enumerate() {
                assert_eq!(row(standing), (i, half));
            }
        }
        assert_eq!(all[5], Progress { leg: Leg::Gate2, owes: true });
    }
}
