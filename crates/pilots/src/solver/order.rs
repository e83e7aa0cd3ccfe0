//! The order in which the solver works: backwards from the finish, sweep by sweep, and only where something has changed.

use crate::solver::{
    grid::{FINISHED, Grid, PROGRESS_CODES, ProgressCode, ROWS},
    hands::MOST_DICE,
};
use powerboats_rules::Heading;

/// A hex, a heading and a row of progress codes.
#[derive(Clone, Copy)]
pub struct Block {
    pub cell: u16,
    row: u8,
    pub heading: Heading,
}

impl Block {
    pub fn cell(self) -> usize {
        self.cell.into()
    }

    pub fn row(self) -> usize {
        self.row.into()
    }
}

/// The blocks to calculate, in order.
pub struct Order {
    blocks: Vec<Block>,
    /// For each hex and row, one bit for each heading: has a value ahead improved since the block was last calculated?
    dirty: Vec<u8>,
    /// The index of the next block.
    at: usize,
    /// Has this sweep calculated any block?
    busy: bool,
    /// The number of completed sweeps.
    sweeps: usize,
}

/// The first sweeps calculate every block, because nearly all values still fall.
const EARLY: usize = 7;

/// The most dice in the first sweeps. The values of many dice depend on those of few.
const FIRST_DICE: [usize; 2] = [3, 4];

impl Order {
    /// Starts with all blocks.
    pub fn new(grid: &Grid) -> Order {
        let distance = distances(grid);
        let all = (0..grid.len()).flat_map(|cell| (0..ROWS.len()).map(move |row| (cell, row)));
        let all = all.flat_map(|(cell, row)| Heading::ALL.map(|heading| (cell, row, heading)));
        let mut keys: Vec<u64> = all
            .map(|(cell, row, heading)| {
                // The nearer of the two progress codes counts.
                let [a, b] = ROWS[row].map(|code| distance[number(cell, code, heading)]);
                // Of equally distant blocks, those with the longest run ahead come first. Then blocks with the same runs are kept
                // together, which helps the processor's branch prediction.
                let [left, straight, right, behind] =
                    [heading.left(), heading, heading.right(), heading.back()].map(|way| grid.run(cell, way) as u8);
                let [cell, last] = (cell as u16).to_be_bytes();
                let [far, near] = a.min(b).to_be_bytes();
                let shut = u8::MAX - left.max(straight).max(right);
                u64::from_be_bytes([far, near, shut, behind, cell, last, row as u8, heading as u8])
            })
            .collect();
        keys.sort_unstable();
        let block = |key: u64| {
            let [.., cell, last, row, heading] = key.to_be_bytes();
            Block { cell: u16::from_be_bytes([cell, last]), row, heading: Heading::ALL[usize::from(heading)] }
        };
        Order {
            blocks: keys.into_iter().map(block).collect(),
            dirty: vec![0b11_1111; grid.len() * ROWS.len()],
            at: 0,
            busy: false,
            sweeps: 0,
        }
    }

    /// Marks that runs from this cell have improved, for boats with these headings (one bit each).
    #[inline(always)]
    pub fn mark(&mut self, cell: usize, row: usize, headings: u8) {
        self.dirty[cell * ROWS.len() + row] |= headings;
    }

    /// Does this sweep calculate every block, whatever is marked?
    #[inline(always)]
    pub fn is_early(&self) -> bool {
        self.sweeps < EARLY
    }

    /// The most dice to calculate in this sweep.
    #[inline(always)]
    pub fn dice_in_sweep(&self) -> usize {
        FIRST_DICE.get(self.sweeps).copied().unwrap_or(MOST_DICE)
    }

    /// The next block to calculate; `None` when no value changes any more.
    #[inline(always)]
    pub fn next(&mut self) -> Option<Block> {
        loop {
            let keep = self.is_early(); // keep the marks for the next sweep
            while let Some(&block) = self.blocks.get(self.at) {
                self.at += 1;
                let dirty = &mut self.dirty[block.cell() * ROWS.len() + block.row()];
                let bit = 1 << block.heading as usize;
                if *dirty & bit != 0 {
                    *dirty &= if keep { u8::MAX } else { !bit };
                    self.busy = true;
                    return Some(block);
                }
            }
            self.at = 0;
            self.sweeps += 1;
            if !std::mem::take(&mut self.busy) {
                return None;
            }
        }
    }
}

/// What a boat does next on its way to the finish.
#[derive(Clone, Copy, PartialEq)]
enum Next {
    Steer,
    Run,
}

fn number(cell: usize, code: ProgressCode, heading: Heading) -> usize {
    (cell * PROGRESS_CODES + usize::from(code)) * 6 + heading as usize
}

/// The costs of a step and of a change of direction.
const STEP: usize = 2;
const TURN: usize = 1;

/// The distance to the finish from every hex, progress code and heading: the steps, plus the changes of direction after the first,
/// because a fast boat needs room to turn. Found by a backward search from the finish. Crossings that boats owe are ignored.
fn distances(grid: &Grid) -> Vec<u16> {
    let mut steer = vec![u16::MAX; grid.len() * PROGRESS_CODES * 6];
    let mut run = steer.clone();
    let legs = || (0..FINISHED).step_by(2);
    let mut buckets = vec![Vec::new(); 2];
    for cell in 0..grid.len() {
        for heading in Heading::ALL.into_iter().filter(|&heading| grid.run(cell, heading) > 0) {
            let finishes = |code: &ProgressCode| grid.step(cell, heading)[usize::from(*code)] == FINISHED;
            buckets[1].extend(legs().filter(finishes).map(|code| (cell, code, heading, Next::Run)));
        }
    }
    let mut far = 0;
    while far < buckets.len() {
        let Some((cell, code, heading, next)) = buckets[far].pop() else {
            far += 1;
            continue;
        };
        let known = if next == Next::Run { &mut run } else { &mut steer };
        let known = &mut known[number(cell, code, heading)];
        if *known <= far as u16 {
            continue;
        }
        *known = far as u16;
        if next == Next::Run {
            let turned = [heading.left(), heading, heading.right()];
            buckets[far].extend(turned.map(|turned| (cell, code, turned, Next::Steer)));
        }
        if grid.run(cell, heading.back()) == 0 {
            continue;
        }
        let before = far + if next == Next::Run { STEP } else { STEP + TURN };
        if buckets.len() <= before {
            buckets.resize(before + 1, Vec::new());
        }
        let from = grid.next(cell, heading.back());
        let step = grid.step(from, heading);
        let comes = legs().filter(|before| step[usize::from(*before)] == code);
        buckets[before].extend(comes.map(|before| (from, before, heading, Next::Run)));
    }
    steer
}
