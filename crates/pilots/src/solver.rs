//! The lone race solved exactly: expected turns from every state, under best play.
//!
//! Values are kept where a run begins, not where it ends: `after` holds, for each hex, heading and leg, the value of having
//! run each hand from there. So the best heading after a roll is a minimum of three stretches of memory.
//! A *block* is all hands, damages and the two standings of a row of a boat at one hex and heading: they are worked out
//! together. All values begin too high and only fall, so that a block need look only at what fell.

use crate::{
    backup::{Ahead, Backup},
    hands::{Hands, MOST_DICE, NUMBERS},
    lanes::Lanes,
    order::{Block, Order, Sizes},
    waters::{FINISHED, REAL, ROWS, Standing, Waters, row},
    ways::Ways,
};
use powerboats_rules::{Course, Hand, Heading, Hex, Progress};
use std::{
    ops::{Range, RangeInclusive},
    sync::Arc,
};

/// How a sinking is weighed against turns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// What a sinking costs, in turns.
    pub sinking: f32,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights { sinking: 100.0 }
    }
}

/// Changes up to this are not passed on; over a race they add up to less than a thousandth of a turn.
const SMALL: f32 = 1e-4;

/// More turns than it takes, on the mean, to sink on purpose on any lake of 26 × 26: values only fall, so they must begin
/// too high. (Not proved: six dice outrun such a lake within a few turns, and four crashes at the most sink a boat.)
const TURNS_TO_SINK: f32 = 30.0;

/// A solved course.
pub struct Solution {
    pub(crate) waters: Waters,
    weights: Weights,
    after: Vec<Lanes>,
    evaluations: usize,
}

impl Solution {
    /// Solves a course.
    pub fn new(course: Arc<Course>, weights: Weights) -> Solution {
        let waters = Waters::new(course);
        let mut solving = Solving::new(&waters, weights);
        solving.run();
        let (mut after, evaluations) = (solving.after, solving.evaluations);
        by_leg(&waters, &mut after);
        Solution { waters, weights, after, evaluations }
    }

    /// All that is done before the first block is looked at, for benchmarks.
    #[doc(hidden)]
    pub fn set_up(course: Arc<Course>, weights: Weights) {
        let waters = Waters::new(course);
        std::hint::black_box(Solving::new(&waters, weights));
    }

    /// How many blocks were looked at, for benchmarks.
    #[doc(hidden)]
    pub fn evaluations(&self) -> usize {
        self.evaluations
    }

    /// The course that was solved.
    pub fn course(&self) -> &Arc<Course> {
        self.waters.course()
    }

    /// What counts.
    pub fn weights(&self) -> Weights {
        self.weights
    }

    /// The values of having run the hand with this number (by total, at most the run) from a hex on a leg.
    #[inline]
    pub(crate) fn after(&self, (water, heading, leg): (usize, Heading, usize), number: usize) -> &Lanes {
        &self.after[self.waters.base(water, heading, leg) + number]
    }

    /// The stored value of having run a hand from a hex; `None` if it does not fit the run or has more than six dice.
    #[doc(hidden)]
    pub fn stored(&self, from: Hex, heading: Heading, hand: Hand, damage: u8, progress: Progress) -> Option<f32> {
        let water = self.waters.number(from)?;
        let number =
            Hands::get().number(hand).filter(|_| usize::from(hand.total()) <= self.waters.run(water, heading))?;
        let lane = usize::from(progress.owes) * 4 + usize::from(damage);
        self.after((water, heading, progress.leg as usize), number).0.get(lane).copied()
    }
}

/// Nothing is known yet but that a boat can always sink, and where runs cross the finish.
fn first_values(waters: &Waters, weights: Weights) -> Vec<Lanes> {
    let hands = Hands::get();
    // Some more at the end, so that all numbers can be looked up from everywhere.
    let mut after = vec![Lanes::all(weights.sinking + TURNS_TO_SINK); waters.values() + NUMBERS];
    for water in 0..waters.len() {
        for heading in Heading::ALL {
            let run = waters.run(water, heading);
            for (i, halves) in ROWS.iter().enumerate() {
                let values = &mut after[waters.base(water, heading, i)..][..hands.up_to[run]];
                for (half, standing) in halves.iter().enumerate() {
                    let steps = match standing {
                        Some(standing) => steps_to_finish(waters, water, heading, *standing),
                        // Nothing is lower than 0: this half never changes, and so costs nothing.
                        None => Some(0),
                    };
                    let Some(steps) = steps else { continue };
                    let short = steps.checked_sub(1).map_or(0, |short| hands.up_to[short]);
                    values[short..].iter_mut().for_each(|value| value.0[half * 4..][..4].fill(0.0));
                }
            }
        }
    }
    after
}

/// After how many steps a run crosses the finish, if it does.
fn steps_to_finish(waters: &Waters, water: usize, heading: Heading, mut standing: Standing) -> Option<usize> {
    let (_, judgement) = waters.end(water, heading);
    if judgement[usize::from(standing)] != FINISHED {
        return None;
    }
    let mut at = water;
    for steps in 1..=waters.run(water, heading) {
        standing = waters.step(at, heading)[usize::from(standing)];
        if standing == FINISHED {
            return Some(steps);
        }
        at = waters.next(at, heading);
    }
    None
}

/// From rows to legs: the second half of a leg's values becomes that of boats that owe its gate.
fn by_leg(waters: &Waters, after: &mut [Lanes]) {
    let hands = Hands::get();
    for water in 0..waters.len() {
        for heading in Heading::ALL {
            let base = [0, 1, 2, 3, 4].map(|leg| waters.base(water, heading, leg));
            for i in 0..hands.up_to[waters.run(water, heading)] {
                let owed = [0, 1, 2].map(|row| after[base[row] + i].half(1));
                let own = [0, 4].map(|leg| after[base[leg] + i].half(0));
                for (base, half) in base.iter().zip([own[0], owed[0], owed[1], owed[2], own[1]]) {
                    after[base + i].0[4..].copy_from_slice(&half);
                }
            }
        }
    }
}

/// The work of solving: values by rows, what leads where, and which blocks must be looked at again.
struct Solving<'a> {
    waters: &'a Waters,
    sinking: f32,
    after: Vec<Lanes>,
    ways: Ways,
    order: Order,
    evaluations: usize,
}

/// The numbers among some sizes, from the least.
#[inline(always)]
fn each(mut sizes: Sizes) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let size = (sizes != 0).then_some(sizes.trailing_zeros() as usize);
        sizes &= sizes.wrapping_sub(1);
        size
    })
}

impl<'a> Solving<'a> {
    fn new(waters: &'a Waters, weights: Weights) -> Solving<'a> {
        let ways = Ways::new(waters);
        let after = first_values(waters, weights);
        let order = Order::new(waters, &ways);
        Solving { waters, sinking: weights.sinking, after, ways, order, evaluations: 0 }
    }

    fn run(&mut self) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            #[allow(unsafe_code)]
            unsafe {
                self.sweep_with_avx2();
            }
            return;
        }
        self.sweep();
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn sweep_with_avx2(&mut self) {
        self.sweep();
    }

    #[inline(always)]
    fn sweep(&mut self) {
        let hands = Hands::get();
        let mut work = Backup::new();
        while let Some((block, sizes)) = self.order.next() {
            self.evaluations += 1;
            self.settle(hands, block, sizes, &mut work);
        }
    }

    /// Works out a block where hands of these sizes have changed, and passes on what follows.
    #[inline(always)]
    fn settle(&mut self, hands: &Hands, block: Block, sizes: Sizes, work: &mut Backup) {
        let (water, heading, _) = block;
        let behind = self.waters.run(water, heading.back());
        // Hands lie here that have at most as many dice as hexes behind; they grow by one.
        let sizes = sizes & ((2 << (behind + 1).min(MOST_DICE)) - 1);
        if sizes == 0 {
            return;
        }
        // Hands of these sizes, of one more and of one less may become better.
        let (least, most) = (sizes.trailing_zeros().saturating_sub(1) as usize, 8 - sizes.leading_zeros() as usize);
        let steps = least..=behind.min(3 * most);
        let first = least.checked_sub(1).map_or(0, |steps| hands.up_to[steps]);
        work.clear(first..hands.up_to[*steps.end()]);
        self.fetch(hands, block, steps.clone());
        let ahead = self.ahead(block, sizes);
        for n in each(sizes) {
            work.run(hands, &ahead, n, behind);
        }
        self.pass_on(hands, block, steps, work);
    }

    /// Asks the memory for all that will be compared: it lies far apart.
    #[inline(always)]
    fn fetch(&self, hands: &Hands, (water, heading, row): Block, steps: RangeInclusive<usize>) {
        for steps in steps {
            let way = self.ways.to(water, heading, steps).0;
            // At most fourteen hands have one total, but hardly ever more than four: two lines of the cache.
            let last = way.base(row) + hands.up_to[steps] - 1;
            self.after[last].fetch();
            self.after[last.saturating_sub(2)].fetch();
        }
    }

    /// Takes over what became better, and marks where it counts.
    #[inline(always)]
    fn pass_on(&mut self, hands: &Hands, block: Block, steps: RangeInclusive<usize>, work: &Backup) {
        let (water, heading, row) = block;
        let mut first = steps.start().checked_sub(1).map_or(0, |steps| hands.up_to[steps]);
        for steps in steps {
            let last = hands.up_to[steps];
            let &way = self.ways.to(water, heading, steps).0;
            let better = if way.is_plain(row) {
                let mut better = 0;
                let old = &mut self.after[way.base(row)..][first..last];
                for (number, old) in (first..).zip(old) {
                    let new = work.value(number);
                    if old.exceeds(new, SMALL) {
                        *old = old.min(new);
                        better |= hands.size_bit[number % NUMBERS];
                    }
                }
                if better != 0 {
                    self.order.mark((way.from.into(), heading, row), better);
                }
                better
            } else {
                self.put_by_standing(hands, block, steps, first..last, work)
            };
            if better != 0 && steps == 0 && self.waters.run(water, heading) == 0 {
                mark_crashes(&self.ways, &mut self.order, block);
            }
            first = last;
        }
    }

    /// Where a run crosses marks: boats of each standing for itself.
    #[cold]
    fn put_by_standing(
        &mut self,
        hands: &Hands,
        block: Block,
        steps: usize,
        numbers: Range<usize>,
        work: &Backup,
    ) -> Sizes {
        let (water, heading, to) = block;
        let (&way, judgement) = self.ways.to(water, heading, steps);
        let mut any = 0;
        for standing in REAL {
            let then = judgement[usize::from(standing)];
            if then == FINISHED || row(then).0 != to {
                continue;
            }
            let ((from, half), (_, then)) = (row(standing), row(then));
            let mut better = 0;
            for number in numbers.clone() {
                let new = work.value(number).half(then);
                let old = &mut self.after[way.base(from) + number].0[half * 4..][..4];
                for (old, new) in old.iter_mut().zip(new) {
                    if *old - new > SMALL {
                        *old = new;
                        better |= hands.size_bit[number];
                    }
                }
            }
            if better != 0 {
                self.order.mark((way.from.into(), heading, from), better);
            }
            any |= better;
        }
        any
    }
}

/// Boats that crash here end here with no dice: look again at wherever they come from.
#[cold]
fn mark_crashes(ways: &Ways, order: &mut Order, (water, heading, to): Block) {
    for steps in 0..ways.all_to(water, heading).len() {
        let (way, judgement) = ways.to(water, heading, steps);
        // Those that could have run more: with these dice.
        let crashing = 0b111_1111 << (steps / 3 + 1).min(7) & 0b111_1111;
        if way.is_plain(to) {
            order.mark((way.from.into(), heading, to), crashing);
            continue;
        }
        for standing in REAL {
            let then = judgement[usize::from(standing)];
            if then != FINISHED && row(then).0 == to {
                order.mark((way.from.into(), heading, row(standing).0), crashing);
            }
        }
    }
}

/// The values from a place on.
#[inline(always)]
fn from(after: &[Lanes], base: usize) -> &[Lanes; NUMBERS] {
    after[base..].first_chunk().expect("there are so many more at the end")
}

impl Solving<'_> {
    #[inline(always)]
    fn ahead(&self, (water, heading, row): Block, sizes: Sizes) -> Ahead<'_> {
        let waters = self.waters;
        let mut three = [heading.left(), heading, heading.right()].map(|heading| (waters.run(water, heading), heading));
        for (a, b) in [(0, 1), (1, 2), (0, 1)] {
            if three[a].0 < three[b].0 {
                three.swap(a, b);
            }
        }
        // The largest hand's threes may be too much.
        let crashes = sizes >> (three[0].0 / 3 + 1).min(7) != 0;
        let crash = if crashes { self.crash(water, row, three) } else { [Lanes::ZERO; 4] };
        Ahead { three: three.map(|(run, heading)| (run, from(&self.after, waters.base(water, heading, row)))), crash }
    }

    /// What a crash is worth that takes 1, 2, 3, or 4 and more.
    #[inline(always)]
    fn crash(&self, water: usize, own: usize, three: [(usize, Heading); 3]) -> [Lanes; 4] {
        let mut stopped = Lanes::all(f32::INFINITY);
        let mut finished = [false; 2];
        for (_, heading) in three.into_iter().filter(|(run, _)| *run == three[0].0) {
            let (end, judgement) = self.waters.end(water, heading);
            let then = ROWS[own].map(|standing| standing.map(|standing| judgement[usize::from(standing)]));
            if then == ROWS[own] {
                stopped = stopped.min(self.after[self.waters.base(end, heading, own)]);
                continue;
            }
            for (half, then) in then.into_iter().enumerate() {
                let Some(then) = then else { continue };
                // The finish stands, whatever the damage.
                finished[half] |= then == FINISHED;
                if then != FINISHED {
                    let (row, other) = row(then);
                    let mut both = Lanes::all(f32::INFINITY);
                    let after = self.after[self.waters.base(end, heading, row)];
                    both.0[4 * half..][..4].copy_from_slice(&after.half(other));
                    stopped = stopped.min(both);
                }
            }
        }
        let mut crash = stopped.damaged(self.sinking);
        for half in (0..2).filter(|&half| finished[half]) {
            crash.iter_mut().for_each(|crash| crash.0[4 * half..][..4].fill(0.0));
        }
        crash
    }
}
