//! The order of the solver's work: from the finish backward, sweep by sweep, only what has to be looked at again.

use crate::{
    waters::{FINISHED, LEGS, Waters},
    ways::Ways,
};
use powerboats_rules::Heading;
use std::collections::VecDeque;

/// A hex, a heading and a row.
pub type Block = (usize, Heading, usize);

/// Numbers of dice, as bits.
pub type Sizes = u8;

const ALL_SIZES: Sizes = 0b111_1111;

/// Five and six dice are two thirds of the work, and matter least: they wait for every other sweep.
const LIGHT: Sizes = 0b1_1111;

/// Which blocks are to be looked at, in which order.
pub struct Order {
    /// Place of each block.
    place: Vec<u32>,
    /// Block at each place.
    block: Vec<Block>,
    /// By place: with how many dice steering on has become better since the block was last looked at.
    dirty: Vec<Sizes>,
    /// The next place.
    at: usize,
    /// The sizes of this sweep.
    sizes: Sizes,
    /// Was anything done in this sweep?
    busy: bool,
}

fn number((water, heading, row): Block) -> usize {
    (water * LEGS + row) * 6 + heading as usize
}

impl Order {
    /// Everything is to be looked at.
    pub fn new(waters: &Waters, ways: &Ways) -> Order {
        let home = steps_home(waters, ways);
        let mut block: Vec<Block> = (0..waters.len())
            .flat_map(|water| (0..LEGS).flat_map(move |row| Heading::ALL.map(|heading| (water, heading, row))))
            .collect();
        block.sort_by_key(|&block| home[number(block)]);
        let mut place = vec![0; block.len()];
        for (i, &block) in block.iter().enumerate() {
            place[number(block)] = i as u32;
        }
        Order { place, dirty: vec![ALL_SIZES; block.len()], block, at: 0, sizes: ALL_SIZES, busy: false }
    }

    /// Running hands of these sizes along `heading` from here has become better.
    #[inline(always)]
    pub fn mark(&mut self, (water, heading, row): Block, sizes: Sizes) {
        for turned in [heading.left(), heading, heading.right()] {
            let place = self.place[number((water, turned, row))];
            self.dirty[place as usize] |= sizes;
        }
    }

    /// The next block to look at, and which sizes, sweep after sweep; `None` when all is settled.
    #[inline(always)]
    pub fn next(&mut self) -> Option<(Block, Sizes)> {
        loop {
            if let Some(skip) = self.dirty[self.at..].iter().position(|&sizes| sizes & self.sizes != 0) {
                let at = self.at + skip;
                self.at = at + 1;
                self.busy = true;
                let sizes = self.dirty[at] & self.sizes;
                self.dirty[at] &= !self.sizes;
                return Some((self.block[at], sizes));
            }
            let busy = std::mem::take(&mut self.busy);
            if !busy && self.sizes == ALL_SIZES {
                return None;
            }
            self.at = 0;
            self.sizes = if !busy || self.sizes != ALL_SIZES { ALL_SIZES } else { LIGHT };
        }
    }
}

/// Steps home from every block, for boats without debts, searched backward from the finish.
fn steps_home(waters: &Waters, ways: &Ways) -> Vec<u32> {
    let mut steps = vec![u32::MAX; waters.len() * 6 * LEGS];
    let mut queue = VecDeque::new();
    let mut reach = |queue: &mut VecDeque<(Block, u32)>, (water, heading, leg): Block, distance| {
        for turned in [heading.left(), heading, heading.right()] {
            let steps = &mut steps[number((water, turned, leg))];
            if *steps == u32::MAX {
                *steps = distance;
                queue.push_back(((water, turned, leg), distance));
            }
        }
    };
    let goes = |water, heading, from: usize, to: u8| waters.step(water, heading)[2 * from] == to;
    for water in 0..waters.len() {
        for heading in Heading::ALL.into_iter().filter(|&heading| waters.run(water, heading) > 0) {
            for leg in (0..LEGS).filter(|&leg| goes(water, heading, leg, FINISHED)) {
                reach(&mut queue, (water, heading, leg), 1);
            }
        }
    }
    while let Some(((water, heading, leg), distance)) = queue.pop_front() {
        if waters.run(water, heading.back()) == 0 {
            continue;
        }
        let (way, judgement) = ways.to(water, heading, 1);
        for before in (0..LEGS)
            .filter(|&before| judgement[2 * before] != FINISHED && usize::from(judgement[2 * before]) / 2 == leg)
        {
            reach(&mut queue, (way.from.into(), heading, before), distance + 1);
        }
    }
    steps
}
