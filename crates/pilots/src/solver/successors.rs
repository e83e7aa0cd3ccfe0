//! The successors of a hex: where the values of the three directions are stored, and the value of a crash.

use crate::solver::{
    grid::{FINISHED, Grid, ROWS, row},
    lanes::{Lanes, Wide},
};
use powerboats_rules::{Heading, sort_short};

/// The three directions of a boat at a hex, the longest run first. A direction may be taken with every total up to its run.
pub struct Successors {
    pub runs: [u8; 3],
    headings: [Heading; 3],
    /// The positions of the runs' values in a row.
    values: [u32; 3],
    /// The positions of the values where crashing boats stop. The first is repeated for each direction with a shorter run.
    ends: [u32; 3],
    longest: u8,
    /// Bit = row: boats in this row keep their progress when they crash.
    plain: u8,
}

impl Successors {
    pub fn new(grid: &Grid, cell: usize, heading: Heading) -> Successors {
        let mut headings = [heading.left(), heading, heading.right()];
        sort_short(&mut headings, |&a, &b| grid.run(cell, b).cmp(&grid.run(cell, a)));
        let runs = headings.map(|heading| grid.run(cell, heading) as u8);
        let longest = runs.iter().filter(|&&run| run == runs[0]).count();
        let stays = |row: &usize| {
            headings[..longest].iter().all(|&heading| {
                let (_, judgement) = grid.end(cell, heading);
                ROWS[*row].iter().all(|own| judgement[usize::from(*own)] == *own)
            })
        };
        let end = |i: usize| {
            let heading = headings[if i < longest { i } else { 0 }];
            grid.base(grid.end(cell, heading).0, heading)
        };
        Successors {
            runs,
            headings,
            values: headings.map(|heading| grid.base(cell, heading)),
            ends: [0, 1, 2].map(end),
            longest: longest as u8,
            plain: (0..ROWS.len()).filter(stays).map(|row| 1 << row).sum(),
        }
    }

    /// The positions of the runs' values in a row that begins at `begin`.
    #[inline(always)]
    pub fn values(&self, begin: u32) -> [usize; 3] {
        self.values.map(|base| (begin + base) as usize)
    }

    /// Do boats in this row keep their progress when they crash?
    #[inline(always)]
    pub fn is_plain(&self, row: usize) -> bool {
        self.plain >> row & 1 == 1
    }

    /// The values of crashes with 1, 2, 3, and 4 or more damage.
    #[inline(always)]
    pub fn crash<V: Wide>(
        &self,
        proof: V::Proof,
        grid: &Grid,
        (cell, row): (usize, usize),
        after: &[Lanes],
        sinking: f32,
    ) -> [V; 4] {
        if !self.is_plain(row) {
            let crash = self.crash_at_a_mark(grid, (cell, row), after, sinking);
            return crash.each_ref().map(|lanes| V::load(proof, lanes));
        }
        let begin = grid.begin(row);
        let [a, b, c] = self.ends.map(|end| V::load(proof, &after[(begin + end) as usize]));
        a.min(b).min(c).damaged(sinking)
    }

    #[cold]
    fn crash_at_a_mark(&self, grid: &Grid, (cell, own): (usize, usize), after: &[Lanes], sinking: f32) -> [Lanes; 4] {
        let mut stopped = Lanes([f32::INFINITY; 8]);
        let mut finished = [false; 2];
        for &heading in &self.headings[..self.longest.into()] {
            let (end, judgement) = grid.end(cell, heading);
            for (half, code) in ROWS[own].into_iter().enumerate() {
                match judgement[usize::from(code)] {
                    // A boat that crosses the finish line has finished, whatever the damage.
                    FINISHED => finished[half] = true,
                    then => {
                        let (row, other) = row(then);
                        let values = after[(grid.begin(row) + grid.base(end, heading)) as usize].half(other);
                        let own = &mut stopped.0[4 * half..][..4];
                        own.iter_mut().zip(values).for_each(|(own, value)| *own = own.min(value));
                    }
                }
            }
        }
        let mut crash = stopped.damaged(sinking);
        for half in (0..2).filter(|&half| finished[half]) {
            crash.iter_mut().for_each(|crash| crash.0[4 * half..][..4].fill(0.0));
        }
        crash
    }
}
