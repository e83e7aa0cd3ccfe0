//! Solves a course: sweeps over all blocks until no value falls any more.
//!
//! A *block* is one hex, one heading and one row: all hands, all damages and two progress codes. They are calculated together.
//! All values start too high and only fall. So a block must be calculated again only when a value ahead of it has fallen.

#[cfg(target_arch = "x86_64")]
use crate::solver::register::{Avx, Register};
use crate::solver::{
    Weights,
    backup::{Ahead, Backup},
    grid::{FINISHED, Grid, ProgressCode, ROWS, row},
    hands::{BEGIN, Hands, NUMBERS, each_total, hands_of},
    lanes::{Lanes, Wide},
    order::{Block, Order},
    predecessors::{Predecessors, most_dice},
    successors::Successors,
};
use powerboats_rules::Heading;

/// Smaller falls are stored, but do not mark other blocks. Over a race they add up to less than a thousandth of a turn.
const SMALL: f32 = 3e-4;

/// More turns than it takes on average to sink on purpose on any lake of 26 × 26. Values only fall, so they must start too high.
/// (This is not proved. But six dice cross such a lake within a few turns, and at most four crashes sink a boat.)
const TURNS_TO_SINK: f32 = 30.0;

/// The number of totals whose values are prefetched.
const FETCHED: usize = 6;

/// The state of the solver: the values, the tables, and the blocks to calculate.
pub struct Solver<'a> {
    grid: &'a Grid,
    sinking: f32,
    after: Vec<Lanes>,
    predecessors: Predecessors,
    /// For each hex and heading.
    successors: Vec<Successors>,
    order: Order,
    evaluations: usize,
}

impl<'a> Solver<'a> {
    pub fn new(grid: &'a Grid, weights: Weights) -> Solver<'a> {
        let predecessors = Predecessors::new(grid);
        let all = (0..grid.len()).flat_map(|cell| Heading::ALL.map(|heading| (cell, heading)));
        Solver {
            sinking: weights.sinking,
            after: first_values(grid, weights),
            successors: all.map(|(cell, heading)| Successors::new(grid, cell, heading)).collect(),
            order: Order::new(grid),
            predecessors,
            grid,
            evaluations: 0,
        }
    }

    /// Values by row, hex, heading and hand, and the number of blocks calculated.
    pub fn run(self) -> (Vec<Lanes>, usize) {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx) = Avx::detect() {
            return self.run_with_avx(avx);
        }
        self.run_portable()
    }

    #[cfg(target_arch = "x86_64")]
    fn run_with_avx(mut self, avx: Avx) -> (Vec<Lanes>, usize) {
        // SAFETY: the proof shows that the processor has AVX.
        #[allow(unsafe_code)]
        unsafe {
            self.sweep_with_avx(avx);
        }
        (self.after, self.evaluations)
    }

    /// The same without AVX, as in browsers.
    pub fn run_portable(mut self) -> (Vec<Lanes>, usize) {
        self.sweep::<Lanes>(());
        (self.after, self.evaluations)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx")]
    fn sweep_with_avx(&mut self, avx: Avx) {
        self.sweep::<Register>(avx);
    }

    #[inline(always)]
    fn sweep<V: Wide>(&mut self, proof: V::Proof) {
        let hands = Hands::get();
        let mut work = Backup::<V>::new(proof, self.sinking + TURNS_TO_SINK);
        while let Some(block) = self.order.next() {
            self.evaluations += 1;
            self.settle(hands, block, &mut work);
        }
    }

    /// Calculates a block and stores its values.
    #[inline(always)]
    fn settle<V: Wide>(&mut self, hands: &Hands, block: Block, work: &mut Backup<V>) {
        let (cell, row) = (block.cell(), block.row());
        let begin = self.grid.begin(row);
        let behind = self.predecessors.all_to(cell, block.heading).len() - 1;
        let most = most_dice(self.grid, cell, block.heading).min(self.order.dice_in_sweep());
        self.fetch(block);
        let successors = &self.successors[cell * 6 + block.heading as usize];
        let [a, b, c] = successors.values(begin);
        let crashes = usize::from(successors.runs[0]) < 3 * most;
        let ahead = Ahead {
            runs: successors.runs,
            values: [from(&self.after, a), from(&self.after, b), from(&self.after, c)],
            sinks: successors.is_plain(row),
            crash: crashes.then(|| successors.crash(work.proof, self.grid, (cell, row), &self.after, self.sinking)),
        };
        work.run(hands, &ahead, most, behind);
        if self.order.is_early() {
            self.pass_on::<V, true>(block, work);
        } else {
            self.pass_on::<V, false>(block, work);
        }
    }

    /// Prefetches the values that will be compared. They are far apart in memory.
    #[inline(always)]
    fn fetch(&self, block: Block) {
        let predecessors = self.predecessors.all_to(block.cell(), block.heading);
        let begin = self.grid.begin(block.row());
        // Always the same number, because a branch would cost more.
        for total in 0..FETCHED {
            let predecessor = &predecessors[total.min(predecessors.len() - 1)];
            if let Some(lanes) = self.after.get(predecessor.base(begin) + BEGIN[total + 1] - 1) {
                lanes.fetch();
            }
        }
    }

    /// Stores the values that have fallen, and marks the blocks that depend on them. Early sweeps do not mark, because the next sweep
    /// calculates every block.
    // Browsers are slow with very large functions. There this is a separate function, and solving takes half the time.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn pass_on<V: Wide, const EARLY: bool>(&mut self, block: Block, work: &Backup<V>) {
        let (cell, heading, row) = (block.cell(), block.heading, block.row());
        let (after, order) = (&mut self.after[..], &mut self.order);
        let predecessors = self.predecessors.all_to(cell, heading);
        let begin = self.grid.begin(row);
        // One bit for each total whose run crosses a mark.
        let mut crossing = 0_u32;
        each_total!(|TOTAL| {
            let Some(predecessor) = predecessors.get(TOTAL) else { break };
            if !predecessor.is_plain(row) {
                crossing |= 1 << TOTAL;
            } else if EARLY {
                put_early::<TOTAL, { hands_of(TOTAL) }, V>(work, after, predecessor.base(begin));
            } else {
                let fell = put::<TOTAL, { hands_of(TOTAL) }, V>(work, after, predecessor.base(begin));
                // Always call `mark`, perhaps without any bit, because a branch would cost more.
                order.mark(predecessor.from.into(), row, if fell { predecessor.can } else { 0 });
                if TOTAL == 0 && fell && self.grid.run(cell, heading) == 0 {
                    mark_crashes(&self.predecessors, order, block);
                }
            }
        });
        while crossing != 0 {
            put_across(after, order, &self.predecessors, (block, self.grid), crossing.trailing_zeros() as usize, work);
            crossing &= crossing - 1;
        }
    }
}

/// The values from this position.
#[inline(always)]
fn from(after: &[Lanes], base: usize) -> &[Lanes; NUMBERS] {
    (&after[base..base + NUMBERS]).try_into().expect("the slice has this length")
}

/// Stores the values of the hands of one total that have fallen, the current turn included. Has any fallen by more than [`SMALL`]?
#[inline(always)]
fn put<const TOTAL: usize, const HANDS: usize, V: Wide>(work: &Backup<V>, after: &mut [Lanes], base: usize) -> bool {
    let mut fall = V::all(work.proof, 0.0);
    let first = const { BEGIN[TOTAL] };
    let after: &mut [Lanes; HANDS] =
        (&mut after[base + first..base + first + HANDS]).try_into().expect("the slice has this length");
    for (i, old) in after.iter_mut().enumerate() {
        let before = V::load(work.proof, old);
        let now = before.min(work.value(first + i).plus(V::all(work.proof, 1.0)));
        fall = fall.max(before.minus(now));
        now.store(old);
    }
    fall.exceeds(SMALL)
}

/// The same for early sweeps: stores all values without comparing.
#[inline(always)]
fn put_early<const TOTAL: usize, const HANDS: usize, V: Wide>(work: &Backup<V>, after: &mut [Lanes], base: usize) {
    let first = const { BEGIN[TOTAL] };
    let after: &mut [Lanes; HANDS] =
        (&mut after[base + first..base + first + HANDS]).try_into().expect("the slice has this length");
    for (i, old) in after.iter_mut().enumerate() {
        work.value(first + i).plus(V::all(work.proof, 1.0)).store(old);
    }
}

/// For each half: the maximum with this makes the values of the other half infinite.
const ONLY: [Lanes; 2] = {
    const NO: f32 = f32::NEG_INFINITY;
    const OH: f32 = f32::INFINITY;
    [Lanes([NO, NO, NO, NO, OH, OH, OH, OH]), Lanes([OH, OH, OH, OH, NO, NO, NO, NO])]
};

/// Stores the values of a run that crosses marks, separately for each progress code.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn put_across<V: Wide>(
    after: &mut [Lanes],
    order: &mut Order,
    predecessors: &Predecessors,
    (block, grid): (Block, &Grid),
    steps: usize,
    work: &Backup<V>,
) {
    let (predecessor, sources) = predecessors.to(block.cell(), block.heading, steps);
    let numbers = BEGIN[steps]..BEGIN[steps + 1];
    for (then, mut sources) in sources[block.row()].into_iter().enumerate() {
        while sources != 0 {
            let source = sources.trailing_zeros() as usize;
            sources &= sources - 1;
            let (from, half) = (source / 2, source % 2);
            let only = V::load(work.proof, &ONLY[half]);
            let mut fall = V::all(work.proof, 0.0);
            for (number, old) in numbers.clone().zip(&mut after[predecessor.base(grid.begin(from))..][numbers.clone()])
            {
                let new = work.value(number).plus(V::all(work.proof, 1.0));
                let new = if then == half { new } else { new.swapped() };
                let before = V::load(work.proof, old);
                let now = before.min(new.max(only));
                fall = fall.max(before.minus(now));
                now.store(old);
            }
            order.mark(predecessor.from.into(), from, if fall.exceeds(SMALL) { predecessor.can } else { 0 });
        }
    }
}

/// Marks the blocks from which boats crash here. They end here without dice.
#[cold]
fn mark_crashes(predecessors: &Predecessors, order: &mut Order, block: Block) {
    for (cell, sources, headings) in predecessors.crashes(block.cell(), block.heading) {
        let [a, b] = sources[block.row()];
        for row in (0..ROWS.len()).filter(|row| (a | b) >> (2 * row) & 3 != 0) {
            order.mark(cell, row, headings);
        }
    }
}

/// The first values: a boat can always sink, and runs across the finish line are known.
fn first_values(grid: &Grid, weights: Weights) -> Vec<Lanes> {
    let hands = Hands::get();
    // A few more at the end, so that every hand number is a valid index from every position.
    let mut after = vec![Lanes([weights.sinking + TURNS_TO_SINK; 8]); grid.begin(ROWS.len()) as usize + NUMBERS];
    for cell in 0..grid.len() {
        for heading in Heading::ALL {
            let run = grid.run(cell, heading);
            for &code in ROWS.iter().flatten() {
                let Some(steps) = steps_to_finish(grid, cell, heading, code) else { continue };
                let (row, half) = row(code);
                let base = (grid.begin(row) + grid.base(cell, heading)) as usize;
                let values = &mut after[base..][..hands.up_to[run]];
                values[hands.up_to[steps - 1]..].iter_mut().for_each(|value| value.0[half * 4..][..4].fill(0.0));
            }
        }
    }
    after
}

/// The number of steps after which a run crosses the finish line, if it does.
fn steps_to_finish(grid: &Grid, cell: usize, heading: Heading, mut code: ProgressCode) -> Option<usize> {
    let (_, judgement) = grid.end(cell, heading);
    if judgement[usize::from(code)] != FINISHED {
        return None;
    }
    let mut at = cell;
    for steps in 1..=grid.run(cell, heading) {
        code = grid.step(at, heading)[usize::from(code)];
        if code == FINISHED {
            return Some(steps);
        }
        at = grid.next(at, heading);
    }
    None
}
