//! Where a boat can go: the three headings it may take, what a crash comes to, and where their values are stored.

use crate::solver::{
    lanes::{Lanes, Wide},
    waters::{FINISHED, ROWS, Waters, row},
};
use powerboats_rules::Heading;

/// The three headings of a boat at a hex, the longest run first: a heading may be taken for all totals up to its run.
pub struct Fork {
    pub runs: [u8; 3],
    headings: [Heading; 3],
    /// Where the values of runs along each begin, in a row.
    values: [u32; 3],
    /// The values where boats stop that crash; the first again for each heading that has not the longest run.
    ends: [u32; 3],
    longest: u8,
    /// Bit = row: crashing boats of this row keep their standing.
    plain: u8,
}

impl Fork {
    pub fn new(waters: &Waters, water: usize, heading: Heading) -> Fork {
        let mut headings = [heading.left(), heading, heading.right()];
        headings.sort_by_key(|&heading| std::cmp::Reverse(waters.run(water, heading)));
        let runs = headings.map(|heading| waters.run(water, heading) as u8);
        let longest = runs.iter().filter(|&&run| run == runs[0]).count();
        let stays = |row: &usize| {
            headings[..longest].iter().all(|&heading| {
                let (_, judgement) = waters.end(water, heading);
                ROWS[*row].iter().all(|own| judgement[usize::from(*own)] == *own)
            })
        };
        let end = |i: usize| {
            let heading = headings[if i < longest { i } else { 0 }];
            waters.base(waters.end(water, heading).0, heading)
        };
        Fork {
            runs,
            headings,
            values: headings.map(|heading| waters.base(water, heading)),
            ends: [0, 1, 2].map(end),
            longest: longest as u8,
            plain: (0..ROWS.len()).filter(stays).map(|row| 1 << row).sum(),
        }
    }

    /// Where the values of runs along each heading begin, in a row that begins there.
    #[inline(always)]
    pub fn values(&self, begin: u32) -> [usize; 3] {
        self.values.map(|base| (begin + base) as usize)
    }

    /// Do boats of this row keep their standing when they crash?
    #[inline(always)]
    pub fn is_plain(&self, row: usize) -> bool {
        self.plain >> row & 1 == 1
    }

    /// What a crash is worth that takes 1, 2, 3, or 4 and more.
    #[inline(always)]
    pub fn crash<V: Wide>(
        &self,
        waters: &Waters,
        (water, row): (usize, usize),
        after: &[Lanes],
        sinking: f32,
    ) -> [V; 4] {
        if !self.is_plain(row) {
            let crash = self.crash_at_a_mark(waters, (water, row), after, sinking);
            return [V::load(&crash[0]), V::load(&crash[1]), V::load(&crash[2]), V::load(&crash[3])];
        }
        let begin = waters.begin(row);
        let [a, b, c] = self.ends.map(|end| V::load(&after[(begin + end) as usize]));
        a.min(b).min(c).damaged(sinking)
    }

    #[cold]
    fn crash_at_a_mark(
        &self,
        waters: &Waters,
        (water, own): (usize, usize),
        after: &[Lanes],
        sinking: f32,
    ) -> [Lanes; 4] {
        let mut stopped = Lanes([f32::INFINITY; 8]);
        let mut finished = [false; 2];
        for &heading in &self.headings[..self.longest.into()] {
            let (end, judgement) = waters.end(water, heading);
            for (half, standing) in ROWS[own].into_iter().enumerate() {
                match judgement[usize::from(standing)] {
                    // The finish stands, whatever the damage.
                    FINISHED => finished[half] = true,
                    then => {
                        let (row, other) = row(then);
                        let values = after[(waters.begin(row) + waters.base(end, heading)) as usize].half(other);
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
