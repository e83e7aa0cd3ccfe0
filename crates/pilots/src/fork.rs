//! Where a boat can go: the three headings it may take, what a crash comes to, and where their values are stored.

use crate::{
    lanes::{Lanes, Wide},
    waters::{FINISHED, ROWS, Waters, row},
};
use powerboats_rules::Heading;

/// A place among the values: in the first row, and how much further on it is in the next.
#[derive(Clone, Copy)]
struct Place {
    base: u32,
    row: u32,
}

impl Place {
    fn new(waters: &Waters, water: usize, heading: Heading) -> Place {
        let [base, next] = [0, 1].map(|row| waters.base(water, heading, row) as u32);
        Place { base, row: next - base }
    }

    #[inline(always)]
    fn of(self, row: usize) -> usize {
        (self.base + self.row * row as u32) as usize
    }
}

/// The three headings of a boat at a hex, the longest run first: a heading may be taken for all totals up to its run.
pub struct Fork {
    pub runs: [u8; 3],
    headings: [Heading; 3],
    values: [Place; 3],
    /// Where boats stop that crash: the first so many headings have the longest run.
    ends: [Place; 3],
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
        Fork {
            runs,
            headings,
            values: headings.map(|heading| Place::new(waters, water, heading)),
            ends: headings.map(|heading| Place::new(waters, waters.end(water, heading).0, heading)),
            longest: longest as u8,
            plain: (0..ROWS.len()).filter(stays).map(|row| 1 << row).sum(),
        }
    }

    /// Where the values of runs along each heading begin.
    #[inline(always)]
    pub fn values(&self, row: usize) -> [usize; 3] {
        [self.values[0].of(row), self.values[1].of(row), self.values[2].of(row)]
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
        let mut stopped = V::load(&after[self.ends[0].of(row)]);
        if self.longest > 1 {
            stopped = stopped.min(V::load(&after[self.ends[1].of(row)]));
        }
        if self.longest > 2 {
            stopped = stopped.min(V::load(&after[self.ends[2].of(row)]));
        }
        stopped.damaged(sinking)
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
                        let values = after[waters.base(end, heading, row)].half(other);
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
