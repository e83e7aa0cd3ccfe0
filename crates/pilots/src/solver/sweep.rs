//! The work of solving a course: sweeps over all blocks until nothing falls any more.
//!
//! A *block* is all hands, all damages and the two standings of a row, of a boat at one hex and heading: they are worked out
//! together.
//! All values begin too high and only fall, so that a block need be looked at only when what lies ahead of it fell.

use crate::solver::{
    Weights,
    backup::{Ahead, Backup},
    hands::{BEGIN, Hands, NUMBERS, each_total, hands_of},
    lanes::{Lanes, Wide},
    order::{Block, Order},
    predecessors::{Ways, most_dice},
    successors::Fork,
    waters::{FINISHED, ROWS, Standing, Waters, row},
};
use powerboats_rules::Heading;

/// Smaller falls are kept, but not passed on; over a race they add up to less than a thousandth of a turn.
const SMALL: f32 = 3e-4;

/// More turns than it takes, on the mean, to sink on purpose on any lake of 26 × 26: values only fall, so they must begin
/// too high. (Not proved: six dice outrun such a lake within a few turns, and four crashes at the most sink a boat.)
const TURNS_TO_SINK: f32 = 30.0;

/// Totals whose values are asked for in advance.
const FETCHED: usize = 6;

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
            order: Order::new(waters),
            ways,
            waters,
            evaluations: 0,
        }
    }

    /// Values by row, hex, heading and hand, and how many blocks were looked at.
    pub fn run(mut self) -> (Vec<Lanes>, usize) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx") {
            // SAFETY: the processor has AVX.
            #[allow(unsafe_code)]
            unsafe {
                self.sweep_with_avx();
            }
            return (self.after, self.evaluations);
        }
        self.sweep::<Lanes>();
        (self.after, self.evaluations)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx")]
    fn sweep_with_avx(&mut self) {
        self.sweep::<crate::solver::register::Register>();
    }

    #[inline(always)]
    fn sweep<V: Wide>(&mut self) {
        let hands = Hands::get();
        let mut work = Backup::<V>::new(self.sinking + TURNS_TO_SINK);
        while let Some(block) = self.order.next() {
            self.evaluations += 1;
            self.settle(hands, block, &mut work);
        }
    }

    /// Works out a block, and passes on what follows.
    #[inline(always)]
    fn settle<V: Wide>(&mut self, hands: &Hands, block: Block, work: &mut Backup<V>) {
        let (water, row) = (block.water(), block.row());
        let begin = self.waters.begin(row);
        let behind = self.ways.all_to(water, block.heading).len() - 1;
        let most = most_dice(self.waters, water, block.heading).min(self.order.dice_in_sweep());
        self.fetch(block);
        let fork = &self.forks[water * 6 + block.heading as usize];
        let [a, b, c] = fork.values(begin);
        let crashes = usize::from(fork.runs[0]) < 3 * most;
        let ahead = Ahead {
            runs: fork.runs,
            values: [from(&self.after, a), from(&self.after, b), from(&self.after, c)],
            sinks: fork.is_plain(row),
            crash: crashes.then(|| fork.crash(self.waters, (water, row), &self.after, self.sinking)),
        };
        work.run(hands, &ahead, most, behind);
        if self.order.is_early() {
            self.pass_on::<V, true>(block, work);
        } else {
            self.pass_on::<V, false>(block, work);
        }
    }

    /// Asks the memory for all that will be compared: it lies far apart.
    #[inline(always)]
    fn fetch(&self, block: Block) {
        let ways = self.ways.all_to(block.water(), block.heading);
        let begin = self.waters.begin(block.row());
        // Always as many, however few ways there are: a branch would cost more.
        for total in 0..FETCHED {
            let way = &ways[total.min(ways.len() - 1)];
            if let Some(lanes) = self.after.get(way.base(begin) + BEGIN[total + 1] - 1) {
                lanes.fetch();
            }
        }
    }

    /// Takes over what became better, and marks where it counts; unless it is early, when everything is looked at again.
    // Browsers are slow with very large functions: there it is one of its own, and a solution takes half the time.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn pass_on<V: Wide, const EARLY: bool>(&mut self, block: Block, work: &Backup<V>) {
        let (water, heading, row) = (block.water(), block.heading, block.row());
        let (after, order) = (&mut self.after[..], &mut self.order);
        let ways = self.ways.all_to(water, heading);
        let begin = self.waters.begin(row);
        // A bit for each total whose way crosses a mark.
        let mut crossing = 0_u32;
        each_total!(|TOTAL| {
            let Some(way) = ways.get(TOTAL) else { break };
            if !way.is_plain(row) {
                crossing |= 1 << TOTAL;
            } else if EARLY {
                put_early::<TOTAL, { hands_of(TOTAL) }, V>(work, after, way.base(begin));
            } else {
                let fell = put::<TOTAL, { hands_of(TOTAL) }, V>(work, after, way.base(begin));
                // Always marked, if perhaps with nothing: a branch would cost more.
                order.mark(way.from.into(), row, if fell { way.can } else { 0 });
                if TOTAL == 0 && fell && self.waters.run(water, heading) == 0 {
                    mark_crashes(&self.ways, order, block);
                }
            }
        });
        while crossing != 0 {
            put_across(after, order, &self.ways, (block, self.waters), crossing.trailing_zeros() as usize, work);
            crossing &= crossing - 1;
        }
    }
}

/// The values from a place on.
#[inline(always)]
fn from(after: &[Lanes], base: usize) -> &[Lanes; NUMBERS] {
    (&after[base..base + NUMBERS]).try_into().expect("as many")
}

/// Takes over what became better with hands of a total, this turn included; was it by much?
#[inline(always)]
fn put<const TOTAL: usize, const HANDS: usize, V: Wide>(work: &Backup<V>, after: &mut [Lanes], base: usize) -> bool {
    let mut fall = V::all(0.0);
    let first = const { BEGIN[TOTAL] };
    let after: &mut [Lanes; HANDS] = (&mut after[base + first..base + first + HANDS]).try_into().expect("as many");
    for (i, old) in after.iter_mut().enumerate() {
        let before = V::load(old);
        let now = before.min(work.value(first + i).plus(V::all(1.0)));
        fall = fall.max(before.minus(now));
        now.store(old);
    }
    fall.exceeds(SMALL)
}

/// The same while nearly all values fall: as they come.
#[inline(always)]
fn put_early<const TOTAL: usize, const HANDS: usize, V: Wide>(work: &Backup<V>, after: &mut [Lanes], base: usize) {
    let first = const { BEGIN[TOTAL] };
    let after: &mut [Lanes; HANDS] = (&mut after[base + first..base + first + HANDS]).try_into().expect("as many");
    for (i, old) in after.iter_mut().enumerate() {
        work.value(first + i).plus(V::all(1.0)).store(old);
    }
}

/// By half: the greater of anything and this is nothing good in the other half.
const ONLY: [Lanes; 2] = {
    const NO: f32 = f32::NEG_INFINITY;
    const OH: f32 = f32::INFINITY;
    [Lanes([NO, NO, NO, NO, OH, OH, OH, OH]), Lanes([OH, OH, OH, OH, NO, NO, NO, NO])]
};

/// Where a run crosses marks: boats of each standing for itself.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn put_across<V: Wide>(
    after: &mut [Lanes],
    order: &mut Order,
    ways: &Ways,
    (block, waters): (Block, &Waters),
    steps: usize,
    work: &Backup<V>,
) {
    let (way, sources) = ways.to(block.water(), block.heading, steps);
    let numbers = BEGIN[steps]..BEGIN[steps + 1];
    for (then, mut sources) in sources[block.row()].into_iter().enumerate() {
        while sources != 0 {
            let source = sources.trailing_zeros() as usize;
            sources &= sources - 1;
            let (from, half) = (source / 2, source % 2);
            let only = V::load(&ONLY[half]);
            let mut fall = V::all(0.0);
            for (number, old) in numbers.clone().zip(&mut after[way.base(waters.begin(from))..][numbers.clone()]) {
                let new = work.value(number).plus(V::all(1.0));
                let new = if then == half { new } else { new.swapped() };
                let before = V::load(old);
                let now = before.min(new.max(only));
                fall = fall.max(before.minus(now));
                now.store(old);
            }
            order.mark(way.from.into(), from, if fall.exceeds(SMALL) { way.can } else { 0 });
        }
    }
}

/// Boats that crash here end here with no dice: look again at wherever they come from.
#[cold]
fn mark_crashes(ways: &Ways, order: &mut Order, block: Block) {
    for (water, sources, headings) in ways.crashes(block.water(), block.heading) {
        let [a, b] = sources[block.row()];
        for row in (0..ROWS.len()).filter(|row| (a | b) >> (2 * row) & 3 != 0) {
            order.mark(water, row, headings);
        }
    }
}

/// Nothing is known yet but that a boat can always sink, and where runs cross the finish.
fn first_values(waters: &Waters, weights: Weights) -> Vec<Lanes> {
    let hands = Hands::get();
    // Some more at the end, so that all numbers can be looked up from everywhere.
    let mut after = vec![Lanes([weights.sinking + TURNS_TO_SINK; 8]); waters.begin(ROWS.len()) as usize + NUMBERS];
    for water in 0..waters.len() {
        for heading in Heading::ALL {
            let run = waters.run(water, heading);
            for &standing in ROWS.iter().flatten() {
                let Some(steps) = steps_to_finish(waters, water, heading, standing) else { continue };
                let (row, half) = row(standing);
                let base = (waters.begin(row) + waters.base(water, heading)) as usize;
                let values = &mut after[base..][..hands.up_to[run]];
                values[hands.up_to[steps - 1]..].iter_mut().for_each(|value| value.0[half * 4..][..4].fill(0.0));
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
