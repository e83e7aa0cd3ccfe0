//! The work of solving a course: sweeps over all blocks until nothing falls any more.
//!
//! A *block* is all hands, all damages and the two standings of a row, of a boat at one hex and heading: they are worked out
//! together.
//! All values begin too high and only fall, so that a block need be looked at only when what lies ahead of it fell.

use crate::{
    backup::{Ahead, Backup},
    fork::Fork,
    hands::{BEGIN, Hands, MOST_DICE, NUMBERS, each_total, hands_of},
    lanes::{Lanes, Wide},
    order::{Block, Order},
    solver::Weights,
    waters::{FINISHED, Judgement, LEGS, ROWS, Standing, Waters, row},
    ways::{Way, Ways},
};
use powerboats_rules::Heading;

/// Smaller falls are kept, but not passed on; over a race they add up to less than a thousandth of a turn.
const SMALL: f32 = 3e-4;

/// More turns than it takes, on the mean, to sink on purpose on any lake of 26 × 26: values only fall, so they must begin
/// too high. (Not proved: six dice outrun such a lake within a few turns, and four crashes at the most sink a boat.)
const TURNS_TO_SINK: f32 = 30.0;

/// Totals whose values are asked for in advance.
const FETCHED: usize = 10;

/// The largest total.
const MOST: usize = 3 * MOST_DICE;

/// Values, what leads where, and which blocks must be looked at again.
pub struct Solving<'a> {
    waters: &'a Waters,
    sinking: f32,
    after: Vec<Lanes>,
    ways: Ways,
    /// By hex and heading.
    forks: Vec<Fork>,
    order: Order,
    evaluations: usize,
}

impl<'a> Solving<'a> {
    pub fn new(waters: &'a Waters, weights: Weights) -> Solving<'a> {
        let ways = Ways::new(waters);
        let all = (0..waters.len()).flat_map(|water| Heading::ALL.map(|heading| (water, heading)));
        Solving {
            sinking: weights.sinking,
            after: first_values(waters, weights),
            forks: all.map(|(water, heading)| Fork::new(waters, water, heading)).collect(),
            order: Order::new(waters, &ways),
            ways,
            waters,
            evaluations: 0,
        }
    }

    /// Values by hex, heading, leg and hand, and how many blocks were looked at.
    pub fn run(mut self) -> (Vec<Lanes>, usize) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx") {
            // SAFETY: the processor has AVX.
            #[allow(unsafe_code)]
            unsafe {
                self.sweep_with_avx();
            }
            return self.done();
        }
        self.sweep::<Lanes>();
        self.done()
    }

    fn done(mut self) -> (Vec<Lanes>, usize) {
        by_leg(self.waters, &mut self.after);
        (self.after, self.evaluations)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx")]
    fn sweep_with_avx(&mut self) {
        self.sweep::<crate::register::Register>();
    }

    #[inline(always)]
    fn sweep<V: Wide>(&mut self) {
        let hands = Hands::get();
        let mut work = Backup::<V>::new();
        while let Some(block) = self.order.next() {
            self.evaluations += 1;
            self.settle(hands, block, &mut work);
        }
    }

    /// Works out a block, and passes on what follows.
    #[inline(always)]
    fn settle<V: Wide>(&mut self, hands: &Hands, block: Block, work: &mut Backup<V>) {
        let (water, row) = (block.water(), block.row());
        let behind = self.ways.all_to(water, block.heading).len() - 1;
        // Hands lie here that have at most as many dice as hexes behind; they grow by one.
        let most = MOST_DICE.min(behind + 1);
        self.fetch(hands, block);
        let fork = &self.forks[water * 6 + block.heading as usize];
        let [a, b, c] = fork.values(row);
        let crashes = usize::from(fork.runs[0]) < 3 * most;
        let ahead = Ahead {
            runs: fork.runs,
            values: [from(&self.after, a), from(&self.after, b), from(&self.after, c)],
            sinks: fork.is_plain(row),
            crash: crashes.then(|| fork.crash(self.waters, (water, row), &self.after, self.sinking)),
        };
        work.run(hands, &ahead, most, behind);
        self.pass_on(block, work);
    }

    /// Asks the memory for all that will be compared: it lies far apart.
    #[inline(always)]
    fn fetch(&self, hands: &Hands, block: Block) {
        let ways = self.ways.all_to(block.water(), block.heading);
        // Always as many, however few ways there are: a branch would cost more.
        for (total, up_to) in hands.up_to[..FETCHED].iter().enumerate() {
            let way = &ways[total.min(ways.len() - 1)];
            self.after[(way.base(block.row()) + up_to - 1).min(self.after.len() - 1)].fetch();
        }
    }

    /// Takes over what became better, and marks where it counts.
    #[inline(always)]
    fn pass_on<V: Wide>(&mut self, block: Block, work: &Backup<V>) {
        let (water, heading, row) = (block.water(), block.heading, block.row());
        let (after, order) = (&mut self.after[..], &mut self.order);
        let ways = self.ways.all_to(water, heading);
        let mut crossing = false;
        each_total!(|TOTAL| {
            let Some(way) = ways.get(TOTAL) else { break };
            if !way.is_plain(row) {
                crossing = true;
            } else if put::<TOTAL, { hands_of(TOTAL) }, V>(work, after, way.base(row)) {
                order.mark(way.from.into(), heading, row);
                if TOTAL == 0 && self.waters.run(water, heading) == 0 {
                    mark_crashes(&self.ways, order, block);
                }
            }
        });
        if crossing {
            for (steps, way) in ways.iter().enumerate().take(MOST + 1).filter(|(_, way)| !way.is_plain(row)) {
                let judgement = self.ways.to(water, heading, steps).1;
                put_by_standing(after, order, (way, judgement), block, steps, work);
            }
        }
    }
}

/// The values from a place on.
#[inline(always)]
fn from(after: &[Lanes], base: usize) -> &[Lanes; NUMBERS] {
    after[base..].first_chunk().expect("there are so many more at the end")
}

/// Takes over what became better with hands of a total, this turn included; was it by much?
#[inline(always)]
fn put<const TOTAL: usize, const HANDS: usize, V: Wide>(work: &Backup<V>, after: &mut [Lanes], base: usize) -> bool {
    let mut fall = V::all(0.0);
    let first = const { BEGIN[TOTAL] };
    let after: &mut [Lanes; HANDS] = after[base + first..].first_chunk_mut().expect("they fit the run");
    for (i, old) in after.iter_mut().enumerate() {
        let before = V::load(old);
        let now = before.min(work.value(first + i).plus(V::all(1.0)));
        fall = fall.max(before.minus(now));
        now.store(old);
    }
    fall.exceeds(SMALL)
}

/// Where a run crosses marks: boats of each standing for itself.
#[inline(always)]
fn put_by_standing<V: Wide>(
    after: &mut [Lanes],
    order: &mut Order,
    (way, judgement): (&Way, &Judgement),
    block: Block,
    steps: usize,
    work: &Backup<V>,
) {
    for &standing in ROWS.iter().flatten() {
        let then = judgement[usize::from(standing)];
        if then == FINISHED || row(then).0 != block.row() {
            continue;
        }
        let ((from, half), (_, then)) = (row(standing), row(then));
        let mut fall = V::all(0.0);
        let numbers = BEGIN[steps]..BEGIN[steps + 1];
        for (number, old) in numbers.clone().zip(&mut after[way.base(from)..][numbers]) {
            let mut all = Lanes::ZERO;
            work.value(number).plus(V::all(1.0)).store(&mut all);
            let mut new = Lanes([f32::INFINITY; 8]);
            new.0[half * 4..][..4].copy_from_slice(&all.half(then));
            let before = V::load(old);
            let now = before.min(V::load(&new));
            fall = fall.max(before.minus(now));
            now.store(old);
        }
        if fall.exceeds(SMALL) {
            order.mark(way.from.into(), block.heading, from);
        }
    }
}

/// Boats that crash here end here with no dice: look again at wherever they come from.
#[cold]
fn mark_crashes(ways: &Ways, order: &mut Order, block: Block) {
    let (water, heading) = (block.water(), block.heading);
    for steps in 0..ways.all_to(water, heading).len() {
        let (way, judgement) = ways.to(water, heading, steps);
        if way.is_plain(block.row()) {
            order.mark(way.from.into(), heading, block.row());
            continue;
        }
        for &standing in ROWS.iter().flatten() {
            let then = judgement[usize::from(standing)];
            if then != FINISHED && row(then).0 == block.row() {
                order.mark(way.from.into(), heading, row(standing).0);
            }
        }
    }
}

/// Nothing is known yet but that a boat can always sink, and where runs cross the finish.
fn first_values(waters: &Waters, weights: Weights) -> Vec<Lanes> {
    let hands = Hands::get();
    // Some more at the end, so that all numbers can be looked up from everywhere.
    let mut after = vec![Lanes([weights.sinking + TURNS_TO_SINK; 8]); waters.values() + NUMBERS];
    for water in 0..waters.len() {
        for heading in Heading::ALL {
            let run = waters.run(water, heading);
            for &standing in ROWS.iter().flatten() {
                let Some(steps) = steps_to_finish(waters, water, heading, standing) else { continue };
                let (row, half) = row(standing);
                let values = &mut after[waters.base(water, heading, row)..][..hands.up_to[run]];
                values[hands.up_to[steps - 1]..].iter_mut().for_each(|value| value.0[half * 4..][..4].fill(0.0));
            }
        }
    }
    after
}

/// From rows to legs, when all is done: the first row's second half is the last leg. What cannot be owed is as if it were not.
fn by_leg(waters: &Waters, after: &mut [Lanes]) {
    let hands = Hands::get();
    for water in 0..waters.len() {
        for heading in Heading::ALL {
            let [start, finish] = [0, LEGS - 1].map(|leg| waters.base(water, heading, leg));
            for number in 0..hands.up_to[waters.run(water, heading)] {
                let both = after[start + number];
                for (leg, half) in [(start, 0), (finish, 1)] {
                    after[leg + number].0[..4].copy_from_slice(&both.half(half));
                    after[leg + number].0[4..].copy_from_slice(&both.half(half));
                }
            }
        }
    }
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
