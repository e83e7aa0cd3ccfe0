//! The order of the solver's work: from the finish backward, sweep by sweep, only what has to be looked at again.

use crate::solver::{
    hands::MOST_DICE,
    waters::{FINISHED, ROWS, STANDINGS, Standing, Waters},
};
use powerboats_rules::Heading;

/// A hex, a heading and a row of standings.
#[derive(Clone, Copy)]
pub struct Block {
    pub water: u16,
    row: u8,
    pub heading: Heading,
}

impl Block {
    pub fn water(self) -> usize {
        self.water.into()
    }

    pub fn row(self) -> usize {
        self.row.into()
    }
}

/// Which blocks are to be looked at, in which order.
pub struct Order {
    blocks: Vec<Block>,
    /// By hex and row, a bit for each heading: something ahead has become better since the block was last looked at.
    dirty: Vec<u8>,
    /// The next place.
    at: usize,
    /// Was anything done in this sweep?
    busy: bool,
    /// How many sweeps are over.
    sweeps: usize,
}

/// So many sweeps look at everything: nearly all of it still falls.
const EARLY: usize = 7;

/// Most dice in the first sweeps: what many dice are worth cannot be known before what few are.
const FIRST_DICE: [usize; 2] = [3, 4];

impl Order {
    /// Everything is to be looked at.
    pub fn new(waters: &Waters) -> Order {
        let home = way_home(waters);
        let all = (0..waters.len()).flat_map(|water| (0..ROWS.len()).map(move |row| (water, row)));
        let all = all.flat_map(|(water, row)| Heading::ALL.map(|heading| (water, row, heading)));
        let mut keys: Vec<u64> = all
            .map(|(water, row, heading)| {
                // Boats to the finish come first, those to the start wherever that is.
                let [a, b] = ROWS[row].map(|standing| home[number(water, standing, heading)]);
                // Among the equally far, those with the most water ahead first: others come to lie there. Then those of
                // one shape together: the processor learns which way they branch.
                let [left, straight, right, behind] =
                    [heading.left(), heading, heading.right(), heading.back()].map(|way| waters.run(water, way) as u8);
                let [water, last] = (water as u16).to_be_bytes();
                let [far, near] = a.min(b).to_be_bytes();
                let shut = u8::MAX - left.max(straight).max(right);
                u64::from_be_bytes([far, near, shut, behind, water, last, row as u8, heading as u8])
            })
            .collect();
        keys.sort_unstable();
        let block = |key: u64| {
            let [.., water, last, row, heading] = key.to_be_bytes();
            Block { water: u16::from_be_bytes([water, last]), row, heading: Heading::ALL[usize::from(heading)] }
        };
        Order {
            blocks: keys.into_iter().map(block).collect(),
            dirty: vec![0b11_1111; waters.len() * ROWS.len()],
            at: 0,
            busy: false,
            sweeps: 0,
        }
    }

    /// Running from here has become better for boats that face one of these ways, a bit for each.
    #[inline(always)]
    pub fn mark(&mut self, water: usize, row: usize, headings: u8) {
        self.dirty[water * ROWS.len() + row] |= headings;
    }

    /// Is everything looked at, whatever is marked?
    #[inline(always)]
    pub fn is_early(&self) -> bool {
        self.sweeps < EARLY
    }

    /// Most dice to work out in this sweep.
    #[inline(always)]
    pub fn dice_in_sweep(&self) -> usize {
        FIRST_DICE.get(self.sweeps).copied().unwrap_or(MOST_DICE)
    }

    /// The next block to look at, sweep after sweep; `None` when all is settled.
    #[inline(always)]
    pub fn next(&mut self) -> Option<Block> {
        loop {
            let keep = self.is_early(); // marks, for the next sweep
            while let Some(&block) = self.blocks.get(self.at) {
                self.at += 1;
                let dirty = &mut self.dirty[block.water() * ROWS.len() + block.row()];
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

/// What a boat is about to do on its way home.
#[derive(Clone, Copy, PartialEq)]
enum Next {
    Steer,
    Run,
}

fn number(water: usize, standing: Standing, heading: Heading) -> usize {
    (water * STANDINGS + usize::from(standing)) * 6 + heading as usize
}

/// What a step counts on the way home, and a turn of the wheel.
const STEP: usize = 2;
const TURN: usize = 1;

/// How far home it is from every hex, with every standing and heading: in steps, and in turns of the wheel after the first,
/// for a fast boat needs room to turn. Searched backward from the finish, without debts.
fn way_home(waters: &Waters) -> Vec<u16> {
    let mut steer = vec![u16::MAX; waters.len() * STANDINGS * 6];
    let mut run = steer.clone();
    let legs = || (0..FINISHED).step_by(2);
    let mut buckets = vec![Vec::new(); 2];
    for water in 0..waters.len() {
        for heading in Heading::ALL.into_iter().filter(|&heading| waters.run(water, heading) > 0) {
            let finishes = |standing: &Standing| waters.step(water, heading)[usize::from(*standing)] == FINISHED;
            buckets[1].extend(legs().filter(finishes).map(|standing| (water, standing, heading, Next::Run)));
        }
    }
    let mut far = 0;
    while far < buckets.len() {
        let Some((water, standing, heading, next)) = buckets[far].pop() else {
            far += 1;
            continue;
        };
        let known = if next == Next::Run { &mut run } else { &mut steer };
        let known = &mut known[number(water, standing, heading)];
        if *known <= far as u16 {
            continue;
        }
        *known = far as u16;
        if next == Next::Run {
            let turned = [heading.left(), heading, heading.right()];
            buckets[far].extend(turned.map(|turned| (water, standing, turned, Next::Steer)));
        }
        if waters.run(water, heading.back()) == 0 {
            continue;
        }
        let before = far + if next == Next::Run { STEP } else { STEP + TURN };
        if buckets.len() <= before {
            buckets.resize(before + 1, Vec::new());
        }
        let from = waters.next(water, heading.back());
        let step = waters.step(from, heading);
        let comes = legs().filter(|before| step[usize::from(*before)] == standing);
        buckets[before].extend(comes.map(|before| (from, before, heading, Next::Run)));
    }
    steer
}
