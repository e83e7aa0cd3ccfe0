//! The solver's grid of a course: its open hexes numbered as cells, their runs, and how each run changes a boat's progress.

use crate::solver::hands::Hands;
use powerboats_rules::{Course, Heading, Hex, Judged, Leg, Progress};
use std::sync::Arc;

/// A boat's progress as one number: twice the leg, plus one if it owes a crossing.
pub type ProgressCode = u8;

/// The number of legs of a race.
pub const LEGS: usize = 5;

/// The number of progress codes. At the start and the finish nothing can be owed, so their two codes mean the same.
pub const PROGRESS_CODES: usize = 2 * LEGS;

/// The code of a boat that has crossed the finish line.
pub const FINISHED: ProgressCode = PROGRESS_CODES as ProgressCode;

/// The rows: two progress codes each, which are calculated side by side. Start and finish share a row, because they have the same
/// line and nothing can be owed.
pub const ROWS: [[ProgressCode; 2]; 4] = [[0, 8], [2, 3], [4, 5], [6, 7]];

/// The row of a progress code, and its half.
#[inline]
pub const fn row(code: ProgressCode) -> (usize, usize) {
    const ROW_AND_HALF: [(usize, usize); PROGRESS_CODES] =
        [(0, 0), (0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (0, 1), (0, 1)];
    ROW_AND_HALF[code as usize]
}

/// The code of a boat's progress.
#[inline]
pub const fn progress_code(progress: Progress) -> ProgressCode {
    2 * progress.leg as ProgressCode + progress.owes as ProgressCode
}

/// The progress of a code.
#[inline]
pub const fn progress(code: ProgressCode) -> Progress {
    let leg = Leg::ALL[code as usize / 2];
    Progress { leg, owes: leg.is_gate() && code % 2 == 1 }
}

fn judged(judged: Judged) -> ProgressCode {
    match judged {
        Judged::Finished => FINISHED,
        Judged::Racing(progress) => progress_code(progress),
    }
}

/// Stands for no cell.
const NOWHERE: u16 = u16::MAX;

/// How a run changes each progress code.
pub type Judgement = [ProgressCode; PROGRESS_CODES];

/// One open hex.
struct Cell {
    hex: Hex,
    runs: [u8; 6],
    /// For each heading: how one step changes the progress.
    steps: [Judgement; 6],
    /// For each heading: the cell at the end of the longest run, and how that run changes the progress.
    ends: [(u16, Judgement); 6],
    /// For each heading: the position of the runs' values in each row.
    base: [u32; 6],
}

/// The open hexes of a course, numbered from 0 in reading order.
pub struct Grid {
    course: Arc<Course>,
    cells: Vec<Cell>,
    number: Box<[u16; Hex::TABLE]>,
    /// The number of values in each row.
    values: u32,
}

impl Grid {
    pub fn new(course: Arc<Course>) -> Grid {
        let hands = Hands::get();
        let mut number = Box::new([NOWHERE; Hex::TABLE]);
        let open: Vec<Hex> = course.lake().hexes().filter(|&hex| course.is_open(hex)).collect();
        for (i, hex) in (0..).zip(&open) {
            number[hex.index()] = i;
        }
        let mut values = 0_u32;
        let cell = |hex: Hex| {
            let judge = |heading, steps| -> Judgement {
                std::array::from_fn(|from| judged(course.judge(hex, heading, steps, progress(from as ProgressCode))))
            };
            let runs = Heading::ALL.map(|heading| course.run(hex, heading));
            // The values of all headings are next to each other, because they are used together.
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
            Cell { hex, runs, steps, ends, base }
        };
        let cells = open.into_iter().map(cell).collect();
        Grid { cells, number, values, course }
    }

    pub fn course(&self) -> &Arc<Course> {
        &self.course
    }

    /// The size in bytes, without the course.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.cells[..]) + size_of_val(&*self.number)
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// The position of the first value of a row.
    #[inline]
    pub fn begin(&self, row: usize) -> u32 {
        self.values * row as u32
    }

    /// The cell of an open hex.
    #[inline]
    pub fn cell(&self, hex: Hex) -> Option<usize> {
        let number = self.number[hex.index()];
        (number != NOWHERE).then_some(number.into())
    }

    #[inline]
    pub fn run(&self, cell: usize, heading: Heading) -> usize {
        self.cells[cell].runs[heading as usize].into()
    }

    /// The next cell ahead. The run must not be 0.
    #[inline]
    pub fn next(&self, cell: usize, heading: Heading) -> usize {
        let next = self.cells[cell].hex.neighbour(heading);
        next.map_or(cell, |hex| self.number[hex.index()].into())
    }

    /// How one step ahead changes the progress.
    #[inline]
    pub fn step(&self, cell: usize, heading: Heading) -> &Judgement {
        &self.cells[cell].steps[heading as usize]
    }

    /// The cell at the end of the longest run, and how that run changes the progress.
    #[inline]
    pub fn end(&self, cell: usize, heading: Heading) -> (usize, &Judgement) {
        let (end, judgement) = &self.cells[cell].ends[heading as usize];
        ((*end).into(), judgement)
    }

    /// The position in a row of the values of runs from here: one for each hand whose total is at most the run.
    #[inline]
    pub fn base(&self, cell: usize, heading: Heading) -> u32 {
        self.cells[cell].base[heading as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_progress_correspond() {
        let all: Vec<Progress> = (0..FINISHED).map(progress).collect();
        assert!(all.is_sorted());
        assert_eq!(all.iter().map(|&p| progress_code(p)).collect::<Vec<_>>(), [0, 0, 2, 3, 4, 5, 6, 7, 8, 8]);
        for (i, halves) in ROWS.iter().enumerate() {
            for (half, &code) in halves.iter().enumerate() {
                assert_eq!(row(code), (i, half));
            }
        }
        assert_eq!(all[5], Progress { leg: Leg::Gate2, owes: true });
    }
}
