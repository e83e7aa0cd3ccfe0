//! The ways that lead to a hex: from how many steps back, and what they make of a boat's standing.

use crate::solver::{
    hands::MOST_DICE,
    waters::{FINISHED, Judgement, ROWS, Standing, Waters, progress, row, standing},
};
use powerboats_rules::Heading;

/// A run that ends at some hex.
#[derive(Clone, Copy)]
pub struct Way {
    /// Where the values of runs from there this way begin, in a row.
    base: u32,
    /// The hex it starts from.
    pub from: u16,
    /// Bit = row: boats of this row came with the same standing, and no others did.
    plain: u8,
    /// Bit = heading: boats that face this way at the start of it can make this run.
    pub can: u8,
}

impl Way {
    #[inline(always)]
    pub fn is_plain(&self, row: usize) -> bool {
        self.plain >> row & 1 == 1
    }

    /// Where the values of runs from there this way begin, in a row that begins there.
    #[inline(always)]
    pub fn base(&self, begin: u32) -> usize {
        (begin + self.base) as usize
    }
}

/// By row and half: whence boats of this standing came, a bit for each row and half.
pub type Sources = [[u8; 2]; ROWS.len()];

/// For each hex and heading, and each number of steps back along it, a way.
pub struct Ways {
    /// Where the ways to each hex and heading begin.
    begin: Vec<u32>,
    ways: Vec<Way>,
    /// What each way makes of standings.
    sources: Vec<Sources>,
    /// Bit = heading: boats that face this way at the start of a way may have to crash at its end, if that is the shore.
    crash: Vec<u8>,
}

/// Most dice a boat can have that comes to a hex facing this way, and then takes one more.
pub fn most_dice(waters: &Waters, water: usize, heading: Heading) -> usize {
    // It came in a straight line, and every die takes a hex of it.
    MOST_DICE.min(waters.run(water, heading.back()) + 1)
}

/// A heading, and those on both sides of it.
fn around(heading: Heading) -> [Heading; 3] {
    [heading.left(), heading, heading.right()]
}

/// What counts of boats at a hex that face this way: the highest total they can have, and the longest run ahead of them.
#[derive(Clone, Copy)]
struct Facing {
    total: usize,
    longest: usize,
}

impl Facing {
    fn all(waters: &Waters) -> Vec<[Facing; 6]> {
        let facing = |water, heading| Facing {
            total: 3 * most_dice(waters, water, heading),
            longest: around(heading).into_iter().map(|way| waters.run(water, way)).max().unwrap_or(0),
        };
        (0..waters.len()).map(|water| Heading::ALL.map(|heading| facing(water, heading))).collect()
    }
}

/// Whence boats come by a way that makes this of standings; and a bit for each row in which nothing changes.
fn sources(judgement: &Judgement) -> (Sources, u8) {
    let mut sources = Sources::default();
    for (bit, &standing) in ROWS.iter().flatten().enumerate() {
        let then = judgement[usize::from(standing)];
        if then != FINISHED {
            let (row, half) = row(then);
            sources[row][half] |= 1 << bit;
        }
    }
    let plain = |row: &usize| sources[*row] == [1 << (2 * row), 2 << (2 * row)];
    (sources, (0..ROWS.len()).filter(plain).map(|row| 1 << row).sum())
}

impl Ways {
    pub fn new(waters: &Waters) -> Ways {
        let mut ways = Ways { begin: vec![0], ways: Vec::new(), sources: Vec::new(), crash: Vec::new() };
        let facing = Facing::all(waters);
        let same: Judgement = std::array::from_fn(|of| standing(progress(of as Standing)));
        for water in 0..waters.len() {
            for heading in Heading::ALL {
                let (mut from, mut judgement) = (water, same);
                let mut comes = sources(&judgement);
                ways.push(waters.base(from, heading), (from, heading, 0), &facing[from], comes);
                for steps in 1..=waters.run(water, heading.back()) {
                    from = waters.next(from, heading.back());
                    let step = waters.step(from, heading);
                    if *step != same {
                        judgement = std::array::from_fn(|standing| match step[standing] {
                            FINISHED => FINISHED,
                            then => judgement[usize::from(then)],
                        });
                        comes = sources(&judgement);
                    }
                    ways.push(waters.base(from, heading), (from, heading, steps), &facing[from], comes);
                }
                ways.begin.push(ways.ways.len() as u32);
            }
        }
        ways
    }

    fn push(
        &mut self,
        base: u32,
        (from, heading, steps): (usize, Heading, usize),
        facing: &[Facing; 6],
        (sources, plain): (Sources, u8),
    ) {
        let [mut can, mut crash] = [0; 2];
        for way in around(heading) {
            let Facing { total, longest } = facing[way as usize];
            can |= u8::from(total >= steps) << way as u8;
            crash |= u8::from(total > steps && longest == steps) << way as u8;
        }
        self.ways.push(Way { base, from: from as u16, plain, can });
        self.sources.push(sources);
        self.crash.push(crash);
    }

    fn range(&self, water: usize, heading: Heading) -> std::ops::Range<usize> {
        let at = water * 6 + heading as usize;
        self.begin[at] as usize..self.begin[at + 1] as usize
    }

    /// All ways to this hex and heading, by steps.
    #[inline(always)]
    pub fn all_to(&self, water: usize, heading: Heading) -> &[Way] {
        &self.ways[self.range(water, heading)]
    }

    /// The way of so many steps to this hex and heading, and whence boats came by it.
    #[inline(always)]
    pub fn to(&self, water: usize, heading: Heading, steps: usize) -> (&Way, &Sources) {
        let way = self.begin[water * 6 + heading as usize] as usize + steps;
        (&self.ways[way], &self.sources[way])
    }

    /// Whence boats may crash at this hex, where the shore lies ahead: a hex, their rows and halves there, and a bit for each way
    /// they may face.
    pub fn crashes(&self, water: usize, heading: Heading) -> impl Iterator<Item = (usize, &Sources, u8)> {
        self.range(water, heading).map(|way| (self.ways[way].from.into(), &self.sources[way], self.crash[way]))
    }
}
