//! The order of the solver's work: from the finish backward, sweep by sweep, only what has to be looked at again.

use crate::{
    solver::{Block, Ways},
    waters::{FINISHED, LEGS, Waters},
};
use powerboats_rules::Heading;
use std::collections::VecDeque;

/// Which blocks are to be looked at, in which order.
pub struct Order {
    /// Place of each block.
    place: Vec<u32>,
    /// Block at each place.
    block: Vec<u32>,
    /// Places still to do, as bits.
    dirty: Vec<u64>,
    /// The next place.
    at: usize,
    /// Was anything done in this sweep?
    busy: bool,
}

fn number((water, heading, leg): Block) -> usize {
    (water * 6 + heading as usize) * LEGS + leg
}

impl Order {
    pub fn new(waters: &Waters, ways: &Ways) -> Order {
        let home = steps_home(waters, ways);
        let mut block: Vec<u32> = (0..home.len() as u32).collect();
        block.sort_by_key(|&block| home[block as usize]);
        let mut place = vec![0; block.len()];
        for (i, &block) in block.iter().enumerate() {
            place[block as usize] = i as u32;
        }
        let dirty = vec![0; block.len().div_ceil(64)];
        Order { place, block, dirty, at: 0, busy: false }
    }

    /// Everything is to be looked at.
    pub fn mark_all(&mut self) {
        self.dirty.fill(!0);
        if let Some(last) = self.dirty.last_mut().filter(|_| !self.block.len().is_multiple_of(64)) {
            *last = (1 << (self.block.len() % 64)) - 1;
        }
    }

    /// What can be run into along `heading` from here on `leg` has changed.
    #[inline(always)]
    pub fn mark(&mut self, water: usize, heading: Heading, leg: usize) {
        for turned in [heading.left(), heading, heading.right()] {
            let place = self.place[number((water, turned, leg))];
            self.dirty[place as usize / 64] |= 1 << (place % 64);
        }
    }

    /// The next block to look at, sweep after sweep; `None` when all is settled.
    #[inline(always)]
    pub fn next(&mut self) -> Option<Block> {
        loop {
            while let Some(&word) = self.dirty.get(self.at / 64) {
                let bits = word >> (self.at % 64);
                if bits == 0 {
                    self.at = (self.at / 64 + 1) * 64;
                    continue;
                }
                self.at += bits.trailing_zeros() as usize;
                self.dirty[self.at / 64] &= !(1 << (self.at % 64));
                let block = self.block[self.at] as usize;
                self.at += 1;
                self.busy = true;
                let at = block / LEGS;
                return Some((at / 6, Heading::ALL[at % 6], block % LEGS));
            }
            self.at = 0;
            if !std::mem::take(&mut self.busy) {
                return None;
            }
        }
    }
}

/// Steps home from every block, searched backward from the finish.
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
        let from = waters.next(water, heading.back());
        let judgement = ways.judgement(ways.to(water, heading, 1));
        for before in (0..LEGS)
            .filter(|&before| judgement[2 * before] != FINISHED && usize::from(judgement[2 * before]) / 2 == leg)
        {
            reach(&mut queue, (from, heading, before), distance + 1);
        }
    }
    steps
}
