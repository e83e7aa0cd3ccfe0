//! The ways that lead to a hex: from how many steps back, and what they make of a boat's standing.

use crate::waters::{FINISHED, Judgement, ROWS, Standing, Waters};
use powerboats_rules::Heading;

/// A run that ends at some hex.
#[derive(Clone, Copy)]
pub struct Way {
    /// Where the values of runs from there this way begin, in the first row.
    base: u32,
    /// How much further on those of the next row are.
    row: u32,
    /// The hex it starts from.
    pub from: u16,
    /// Bit = row: boats of this row came with the same standing, and no others did.
    plain: u8,
}

impl Way {
    #[inline(always)]
    pub fn is_plain(&self, row: usize) -> bool {
        self.plain >> row & 1 == 1
    }

    /// Where the values of runs from there this way begin.
    #[inline(always)]
    pub fn base(&self, row: usize) -> usize {
        (self.base + self.row * row as u32) as usize
    }
}

/// For each hex and heading, and each number of steps back along it, a way.
pub struct Ways {
    /// Where the ways to each hex and heading begin.
    begin: Vec<u32>,
    ways: Vec<Way>,
    judgements: Vec<Judgement>,
}

impl Ways {
    pub fn new(waters: &Waters) -> Ways {
        let mut ways = Ways { begin: vec![0], ways: Vec::new(), judgements: Vec::new() };
        for water in 0..waters.len() {
            for heading in Heading::ALL {
                let mut judgement: Judgement = std::array::from_fn(|s| s as Standing);
                let mut from = water;
                ways.push(waters, from, heading, judgement);
                for _ in 0..waters.run(water, heading.back()) {
                    from = waters.next(from, heading.back());
                    let step = waters.step(from, heading);
                    judgement = std::array::from_fn(|standing| match step[standing] {
                        FINISHED => FINISHED,
                        then => judgement[usize::from(then)],
                    });
                    ways.push(waters, from, heading, judgement);
                }
                ways.begin.push(ways.ways.len() as u32);
            }
        }
        ways
    }

    fn push(&mut self, waters: &Waters, from: usize, heading: Heading, judgement: Judgement) {
        let plain = |row: &usize| {
            ROWS.iter().flatten().all(|standing| {
                let then = judgement[usize::from(*standing)];
                then == *standing || !ROWS[*row].contains(standing) && !ROWS[*row].contains(&then)
            })
        };
        let base = waters.base(from, heading, 0) as u32;
        self.ways.push(Way {
            base,
            row: waters.base(from, heading, 1) as u32 - base,
            from: from as u16,
            plain: (0..ROWS.len()).filter(plain).map(|row| 1 << row).sum(),
        });
        self.judgements.push(judgement);
    }

    /// All ways to this hex and heading, by steps.
    #[inline(always)]
    pub fn all_to(&self, water: usize, heading: Heading) -> &[Way] {
        let at = water * 6 + heading as usize;
        &self.ways[self.begin[at] as usize..self.begin[at + 1] as usize]
    }

    /// The way of so many steps to this hex and heading, and what it makes of each standing.
    #[inline(always)]
    pub fn to(&self, water: usize, heading: Heading, steps: usize) -> (&Way, &Judgement) {
        let way = self.begin[water * 6 + heading as usize] as usize + steps;
        (&self.ways[way], &self.judgements[way])
    }
}
