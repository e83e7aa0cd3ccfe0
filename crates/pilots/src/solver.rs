//! The lone race solved exactly: expected turns from every state, under best play.
//!
//! Values are kept where a run begins, not where it ends: `after` holds, for each hex, heading and leg, the value of having
//! run each hand from there, by total. So the best heading after a roll is a minimum of three stretches of memory.
//! A *block* is all hands, damages and debts of a boat at one hex, heading and leg: they are worked out together.

use crate::{
    backup::{Backup, Plan},
    hands::Hands,
    lanes::Lanes,
    order::Order,
    waters::{FINISHED, LEGS, STANDINGS, Standing, Waters},
};
use powerboats_rules::{Course, Heading};
use std::sync::Arc;

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

/// Changes up to this are not passed on; over a race they add up to far less than a thousandth of a turn.
const SMALL: f32 = 1e-4;

/// A solved course.
pub struct Solution {
    pub(crate) waters: Waters,
    weights: Weights,
    after: Vec<Lanes>,
}

impl Solution {
    /// Solves a course.
    pub fn new(course: Arc<Course>, weights: Weights) -> Solution {
        let waters = Waters::new(course);
        let mut solution = Solution { after: first_values(&waters, weights), waters, weights };
        let mut solving = Solving::new(&solution.waters);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            #[allow(unsafe_code)]
            unsafe {
                solving.run_with_avx2(&mut solution);
            }
            return solution;
        }
        solving.run(&mut solution);
        solution
    }

    /// Sets what steering on is worth with each hand of up to `dice` dice (rules 4.3, 4.7, 4.9).
    #[inline(always)]
    pub(crate) fn steer(&self, hands: &Hands, (water, heading, leg): Block, dice: usize, work: &mut Backup) {
        let waters = &self.waters;
        let mut three = [heading.left(), heading, heading.right()].map(|heading| (waters.run(water, heading), heading));
        // The longest run first: a heading may be taken for all totals up to its run.
        if three[0].0 < three[1].0 {
            three.swap(0, 1);
        }
        if three[1].0 < three[2].0 {
            three.swap(1, 2);
        }
        if three[0].0 < three[1].0 {
            three.swap(0, 1);
        }
        let wanted = hands.up_to[3 * dice];
        let [a, b, c] = three.map(|(run, heading)| {
            let reached = hands.up_to[run].min(wanted);
            &self.after[waters.base(water, heading, leg)..][..reached]
        });
        let slots = &hands.slots;
        for ((slot, a), (b, c)) in slots.iter().zip(a).zip(b.iter().zip(c)) {
            work.set_steer(*slot, a.min(*b).min(*c));
        }
        for ((slot, a), b) in slots.iter().zip(a).zip(b).skip(c.len()) {
            work.set_steer(*slot, a.min(*b));
        }
        for (slot, a) in slots.iter().zip(a).skip(b.len()) {
            work.set_steer(*slot, *a);
        }
        if a.len() < wanted {
            let longest = three[0].0;
            let crash = self.crash(water, leg, longest, three);
            let mut first = a.len();
            for (damage, crash) in (1..).zip(crash) {
                let last = if damage < 4 { hands.up_to[(longest + damage).min(25)].min(wanted) } else { wanted };
                for slot in &slots[first..last] {
                    work.set_steer(*slot, crash);
                }
                first = last;
            }
        }
    }

    /// What a crash is worth that takes 1, 2, 3, or 4 and more.
    #[inline(always)]
    fn crash(&self, water: usize, leg: usize, longest: usize, three: [(usize, Heading); 3]) -> [Lanes; 4] {
        let mut stopped = Lanes::all(f32::INFINITY);
        let mut finished = [false; 2];
        for (_, heading) in three.into_iter().filter(|(run, _)| *run == longest) {
            let (end, judgement) = self.waters.end(water, heading);
            let then = [judgement[2 * leg], judgement[2 * leg + 1]];
            if then.map(usize::from) == [2 * leg, 2 * leg + 1] {
                stopped = stopped.min(self.after[self.waters.base(end, heading, leg)]);
                continue;
            }
            for owes in 0..2 {
                // The finish stands, whatever the damage.
                finished[owes] |= then[owes] == FINISHED;
                if then[owes] != FINISHED {
                    let after = self.after[self.waters.base(end, heading, usize::from(then[owes]) / 2)];
                    let half = after.half(usize::from(then[owes]) % 2);
                    let mut both = Lanes::all(f32::INFINITY);
                    both.0[4 * owes..][..4].copy_from_slice(&half);
                    stopped = stopped.min(both);
                }
            }
        }
        let mut crash = stopped.damaged(self.weights.sinking);
        for owes in (0..2).filter(|&owes| finished[owes]) {
            crash.iter_mut().for_each(|crash| crash.0[4 * owes..][..4].fill(0.0));
        }
        crash
    }

    /// Works out all hands of a total of at most `total` at a block.
    #[inline(always)]
    pub(crate) fn back_up(&self, hands: &Hands, block: Block, plan: &Plan, work: &mut Backup) {
        self.steer(hands, block, plan.dice, work);
        work.run(plan);
    }
}

/// A hex, a heading and a leg.
pub(crate) type Block = (usize, Heading, usize);

/// Nothing is known yet but that a boat can always sink, and where runs cross the finish.
fn first_values(waters: &Waters, weights: Weights) -> Vec<Lanes> {
    let hands = Hands::get();
    let mut after = vec![Lanes::all(weights.sinking + 30.0); waters.values()];
    for water in 0..waters.len() {
        for heading in Heading::ALL {
            let run = waters.run(water, heading);
            for standing in 0..FINISHED {
                let Some(steps) = steps_to_finish(waters, water, heading, standing) else { continue };
                let base = waters.base(water, heading, usize::from(standing / 2));
                for value in &mut after[base..][hands.up_to[steps - 1]..hands.up_to[run]] {
                    value.0[usize::from(standing % 2) * 4..][..4].fill(0.0);
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

/// The work of solving: what led where, and which blocks must be looked at again.
struct Solving {
    ways: Ways,
    order: Order,
}

/// For each hex and heading, and each number of steps back along it: what those steps make of each standing.
pub(crate) struct Ways {
    /// Where the ways to each hex and heading begin.
    begin: Vec<u32>,
    /// Bit = leg: boats on this leg came from this leg, with the same debt, and no others did.
    plain: Vec<u8>,
    judgements: Vec<[Standing; STANDINGS]>,
}

impl Ways {
    pub(crate) fn new(waters: &Waters) -> Ways {
        let mut ways = Ways { begin: Vec::new(), plain: Vec::new(), judgements: Vec::new() };
        for water in 0..waters.len() {
            for heading in Heading::ALL {
                ways.begin.push(ways.plain.len() as u32);
                let mut judgement: [Standing; STANDINGS] = std::array::from_fn(|s| s as Standing);
                let mut at = water;
                ways.push(judgement);
                for _ in 0..waters.run(water, heading.back()) {
                    at = waters.next(at, heading.back());
                    let step = waters.step(at, heading);
                    judgement = std::array::from_fn(|from| match step[from] {
                        FINISHED => FINISHED,
                        then => judgement[usize::from(then)],
                    });
                    ways.push(judgement);
                }
            }
        }
        ways
    }

    fn push(&mut self, judgement: [Standing; STANDINGS]) {
        let from = |leg: usize| (0..STANDINGS).filter(move |&s| usize::from(judgement[s]) / 2 == leg);
        let plain = |leg: usize| {
            let same = |s: usize| s / 2 == leg && (usize::from(judgement[s]) == s || leg == 0 || leg == LEGS - 1);
            from(leg).all(same) && from(leg).count() == 2
        };
        self.plain.push((0..LEGS).filter(|&leg| plain(leg)).map(|leg| 1 << leg).sum());
        self.judgements.push(judgement);
    }

    /// The way of so many steps that ends at this hex and heading.
    #[inline(always)]
    pub(crate) fn to(&self, water: usize, heading: Heading, steps: usize) -> usize {
        self.begin[water * 6 + heading as usize] as usize + steps
    }

    #[inline(always)]
    fn is_plain(&self, way: usize, leg: usize) -> bool {
        self.plain[way] >> leg & 1 == 1
    }

    pub(crate) fn judgement(&self, way: usize) -> &[Standing; STANDINGS] {
        &self.judgements[way]
    }
}

impl Solving {
    fn new(waters: &Waters) -> Solving {
        let ways = Ways::new(waters);
        Solving { order: Order::new(waters, &ways), ways }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn run_with_avx2(&mut self, solution: &mut Solution) {
        self.run(solution);
    }

    #[inline(always)]
    fn run(&mut self, solution: &mut Solution) {
        let hands = Hands::get();
        let mut work = Backup::new(solution.weights.sinking + 29.0);
        self.order.mark_all();
        while let Some(block) = self.order.next() {
            self.settle(hands, solution, block, &mut work);
        }
    }

    /// Works out a block, and passes on what changed.
    #[inline(always)]
    fn settle(&mut self, hands: &Hands, solution: &mut Solution, block: Block, work: &mut Backup) {
        let (water, heading, leg) = block;
        let behind = solution.waters.run(water, heading.back());
        solution.back_up(hands, block, &hands.plans[behind], work);
        let mut from = water;
        let mut first = 0;
        for steps in 0..=behind {
            let last = hands.up_to[steps];
            let way = self.ways.to(water, heading, steps);
            let changed = if self.ways.is_plain(way, leg) {
                let base = solution.waters.base(from, heading, leg);
                let changed = put(&mut solution.after[base..][first..last], &work.values[first..last]);
                if changed {
                    self.order.mark(from, heading, leg);
                }
                changed
            } else {
                self.put_by_standing(hands, solution, from, way, block, &work.values[first..last], first)
            };
            if changed && steps == 0 && solution.waters.run(water, heading) == 0 {
                self.mark_crashes(&solution.waters, block, behind);
            }
            first = last;
            if steps < behind {
                from = solution.waters.next(from, heading.back());
            }
        }
    }

    /// Where a run crosses marks: boats of each standing for itself.
    #[allow(clippy::too_many_arguments)]
    #[cold]
    fn put_by_standing(
        &mut self,
        hands: &Hands,
        solution: &mut Solution,
        from: usize,
        way: usize,
        (_, heading, leg): Block,
        values: &[Lanes],
        first: usize,
    ) -> bool {
        let mut any = false;
        for (standing, &then) in self.ways.judgements[way].iter().enumerate() {
            if then == FINISHED || usize::from(then) / 2 != leg {
                continue;
            }
            let base = solution.waters.base(from, heading, standing / 2) + first;
            let mut changed = false;
            for (old, new) in solution.after[base..].iter_mut().zip(values) {
                let new = new.half(usize::from(then % 2));
                for (old, new) in old.0[standing % 2 * 4..][..4].iter_mut().zip(new) {
                    if (*old - new).abs() > SMALL {
                        *old = new;
                        changed = true;
                    }
                }
            }
            if changed {
                self.order.mark(from, heading, standing / 2);
            }
            any |= changed;
        }
        any
    }

    /// Boats that crash here end here with no dice: look again at wherever they come from.
    #[cold]
    fn mark_crashes(&mut self, waters: &Waters, (water, heading, leg): Block, behind: usize) {
        let mut from = water;
        for steps in 0..=behind {
            let way = self.ways.to(water, heading, steps);
            for (standing, &then) in self.ways.judgements[way].iter().enumerate() {
                if then != FINISHED && usize::from(then) / 2 == leg {
                    self.order.mark(from, heading, standing / 2);
                }
            }
            if steps < behind {
                from = waters.next(from, heading.back());
            }
        }
    }
}

/// Takes over new values that differ; did any?
#[inline(always)]
fn put(old: &mut [Lanes], new: &[Lanes]) -> bool {
    let mut changed = false;
    for (old, new) in old.iter_mut().zip(new) {
        if old.differs(*new, SMALL) {
            *old = *new;
            changed = true;
        }
    }
    changed
}

impl Solution {
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
    pub(crate) fn after(&self, (water, heading, leg): Block, number: usize) -> &Lanes {
        &self.after[self.waters.base(water, heading, leg) + number]
    }
}
