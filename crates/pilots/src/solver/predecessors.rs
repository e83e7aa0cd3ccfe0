//! The predecessors of a hex: the hexes from which a straight run ends there, and how the run changes a boat's progress.

use crate::solver::{
    grid::{FINISHED, Grid, Judgement, ProgressCode, ROWS, progress, progress_code, row},
    hands::MOST_DICE,
};
use powerboats_rules::Heading;

/// The start of a run that ends at some hex.
#[derive(Clone, Copy)]
pub struct Predecessor {
    /// The position of the run's values in a row.
    base: u32,
    /// The cell where the run starts.
    pub from: u16,
    /// Bit = row: the run does not change the progress of boats in this row, and no other boats come into it.
    plain: u8,
    /// Bit = heading: boats with this heading at the start can make this run.
    pub can: u8,
}

impl Predecessor {
    #[inline(always)]
    pub fn is_plain(&self, row: usize) -> bool {
        self.plain >> row & 1 == 1
    }

    /// The position of the run's values in a row that begins at `begin`.
    #[inline(always)]
    pub fn base(&self, begin: u32) -> usize {
        (begin + self.base) as usize
    }
}

/// For each row and half: the rows and halves that boats came from, one bit each.
pub type Sources = [[u8; 2]; ROWS.len()];

/// The predecessors of each hex and heading, by number of steps.
pub struct Predecessors {
    /// The index of the first predecessor of each hex and heading.
    begin: Vec<u32>,
    predecessors: Vec<Predecessor>,
    /// How each run changes the progress.
    sources: Vec<Sources>,
    /// Bit = heading: boats with this heading at the start may crash at the end of the run.
    crash: Vec<u8>,
}

/// The most dice of a boat that has come to a hex with this heading and takes one more die.
pub fn most_dice(grid: &Grid, cell: usize, heading: Heading) -> usize {
    // The boat came in a straight line, at least one hex for each die.
    MOST_DICE.min(grid.run(cell, heading.back()) + 1)
}

/// A heading and its two neighbours.
fn around(heading: Heading) -> [Heading; 3] {
    [heading.left(), heading, heading.right()]
}

/// The highest total of boats at a hex with a heading, and the longest run ahead of them.
#[derive(Clone, Copy)]
struct Facing {
    total: usize,
    longest: usize,
}

impl Facing {
    fn all(grid: &Grid) -> Vec<[Facing; 6]> {
        let facing = |cell, heading| Facing {
            total: 3 * most_dice(grid, cell, heading),
            longest: around(heading).into_iter().map(|turned| grid.run(cell, turned)).max().unwrap_or(0),
        };
        (0..grid.len()).map(|cell| Heading::ALL.map(|heading| facing(cell, heading))).collect()
    }
}

/// The sources for a run that changes the progress in this way, and one bit for each row in which nothing changes.
fn sources(judgement: &Judgement) -> (Sources, u8) {
    let mut sources = Sources::default();
    for (bit, &code) in ROWS.iter().flatten().enumerate() {
        let then = judgement[usize::from(code)];
        if then != FINISHED {
            let (row, half) = row(then);
            sources[row][half] |= 1 << bit;
        }
    }
    let plain = |row: &usize| sources[*row] == [1 << (2 * row), 2 << (2 * row)];
    (sources, (0..ROWS.len()).filter(plain).map(|row| 1 << row).sum())
}

impl Predecessors {
    pub fn new(grid: &Grid) -> Predecessors {
        let mut predecessors =
            Predecessors { begin: vec![0], predecessors: Vec::new(), sources: Vec::new(), crash: Vec::new() };
        let facing = Facing::all(grid);
        let same: Judgement = std::array::from_fn(|of| progress_code(progress(of as ProgressCode)));
        for cell in 0..grid.len() {
            for heading in Heading::ALL {
                let (mut from, mut judgement) = (cell, same);
                let mut comes = sources(&judgement);
                predecessors.push(grid.base(from, heading), (from, heading, 0), &facing[from], comes);
                for steps in 1..=grid.run(cell, heading.back()) {
                    from = grid.next(from, heading.back());
                    let step = grid.step(from, heading);
                    if *step != same {
                        judgement = std::array::from_fn(|code| match step[code] {
                            FINISHED => FINISHED,
                            then => judgement[usize::from(then)],
                        });
                        comes = sources(&judgement);
                    }
                    predecessors.push(grid.base(from, heading), (from, heading, steps), &facing[from], comes);
                }
                predecessors.begin.push(predecessors.predecessors.len() as u32);
            }
        }
        predecessors
    }

    fn push(
        &mut self,
        base: u32,
        (from, heading, steps): (usize, Heading, usize),
        facing: &[Facing; 6],
        (sources, plain): (Sources, u8),
    ) {
        let [mut can, mut crash] = [0; 2];
        for turned in around(heading) {
            let Facing { total, longest } = facing[turned as usize];
            can |= u8::from(total >= steps) << turned as u8;
            crash |= u8::from(total > steps && longest == steps) << turned as u8;
        }
        self.predecessors.push(Predecessor { base, from: from as u16, plain, can });
        self.sources.push(sources);
        self.crash.push(crash);
    }

    fn range(&self, cell: usize, heading: Heading) -> std::ops::Range<usize> {
        let at = cell * 6 + heading as usize;
        self.begin[at] as usize..self.begin[at + 1] as usize
    }

    /// All predecessors of this cell and heading, by number of steps.
    #[inline(always)]
    pub fn all_to(&self, cell: usize, heading: Heading) -> &[Predecessor] {
        &self.predecessors[self.range(cell, heading)]
    }

    /// The predecessor this many steps back, and its sources.
    #[inline(always)]
    pub fn to(&self, cell: usize, heading: Heading, steps: usize) -> (&Predecessor, &Sources) {
        let index = self.begin[cell * 6 + heading as usize] as usize + steps;
        (&self.predecessors[index], &self.sources[index])
    }

    /// From where boats may crash at this cell: the cell, the sources, and one bit for each heading.
    pub fn crashes(&self, cell: usize, heading: Heading) -> impl Iterator<Item = (usize, &Sources, u8)> {
        self.range(cell, heading).map(|i| (self.predecessors[i].from.into(), &self.sources[i], self.crash[i]))
    }
}
