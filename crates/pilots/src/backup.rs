//! One backup: from what steering on is worth with every hand, what every hand is worth before the dice are chosen.
//!
//! With W(M) the value of steering with hand M after the roll, R(n, K) is the mean of W over rolling up to n dice from the
//! held dice K, and H(n, D) the least R(n, K) over the parts K of D that may be held.
//! Hands of one size lie as a triangle: rows of equal threes, in them by twos. So the mean over one more die is
//! that of three neighbours, without any look-up.

use crate::{
    hands::{Entry, HANDS, MOST_DICE, smaller},
    lanes::Lanes,
};

/// Where R(n, ·) begins: for each n, the hands of up to n dice by size.
const BASE: [usize; MOST_DICE + 2] = {
    let mut base = [0; MOST_DICE + 2];
    let mut n = 0;
    while n <= MOST_DICE {
        base[n + 1] = base[n] + smaller(n + 1);
        n += 1;
    }
    base
};

/// A place of the table that stands for a choice that cannot be made.
const NEVER: u8 = 255;

/// A power of two that holds the table, so that an index cut to it needs no check.
const TABLE: usize = 256;

/// The table R, turned into H hand by hand.
pub struct Backup {
    table: Box<[Lanes; TABLE]>,
    /// Value of each hand, by total, before the dice are chosen, this turn included.
    pub values: [Lanes; HANDS],
}

/// For each hand of `SIZE` dice, the place among those of one die more of itself and a one, and how far behind is itself
/// and a three. (Itself and a two is the next.)
const fn neighbours<const SIZE: usize, const OUT: usize>() -> [(usize, usize); OUT] {
    let mut all = [(0, 0); OUT];
    let (mut i, mut o, mut row) = (0, 0, 0);
    while row <= SIZE {
        let mut col = row;
        while col <= SIZE {
            all[o] = (i, SIZE + 2 - row);
            (i, o, col) = (i + 1, o + 1, col + 1);
        }
        (i, row) = (i + 1, row + 1);
    }
    all
}

/// The mean over one more die of hands of `SIZE` + 1 dice, for all hands of `SIZE` dice.
#[inline(always)]
fn mean<const SIZE: usize, const OUT: usize, const IN: usize>(one_more: &[Lanes; IN], out: &mut [Lanes; OUT]) {
    for (out, (one, three)) in out.iter_mut().zip(const { neighbours::<SIZE, OUT>() }) {
        let sum = one_more[one].plus(one_more[one + 1]).plus(one_more[one + three]);
        *out = sum.times(1.0 / 3.0);
    }
}

impl Backup {
    /// `never`: the value of what cannot be done.
    pub fn new(never: f32) -> Backup {
        Backup { table: Box::new([Lanes::all(never); TABLE]), values: [Lanes::ZERO; HANDS] }
    }

    /// Where W of a hand stands in the table.
    pub const fn slot(size: usize, place: usize) -> u8 {
        (BASE[size] + place) as u8
    }

    /// Sets W of the hand with this slot.
    #[inline(always)]
    pub fn set_steer(&mut self, slot: u8, value: Lanes) {
        self.table[usize::from(slot)] = value;
    }

    /// With W set for all hands of up to `plan.dice` dice: works out the values of all hands the plan is for.
    #[inline(always)]
    pub fn run(&mut self, plan: &Plan) {
        for n in 1..=plan.dice {
            self.means(n);
        }
        let table = &mut *self.table;
        for &[hand, a, b, c] in &plan.holds {
            let [a, b, c] = [a, b, c].map(|part| table[usize::from(part)]);
            let best = &mut table[usize::from(hand)];
            *best = best.min(a).min(b.min(c));
        }
        for (value, slots) in self.values.iter_mut().zip(&plan.values) {
            let [a, b, c, d, e] = slots.map(|slot| table[usize::from(slot)]);
            *value = a.min(b).min(c.min(d)).min(e).plus(Lanes::all(1.0));
        }
    }

    /// R(n, ·) from W of the hands of n dice.
    #[inline(always)]
    fn means(&mut self, n: usize) {
        let table = &mut self.table[BASE[n]..BASE[n + 1]];
        macro_rules! down {
            ($($size:literal)*) => { $(
                if n > $size {
                    let (below, above) = table.split_at_mut(smaller($size + 1));
                    let out = below.last_chunk_mut().expect("the hands of this size");
                    let one_more = above.first_chunk().expect("the hands of one die more");
                    mean::<$size, { smaller($size + 1) - smaller($size) }, { smaller($size + 2) - smaller($size + 1) }>(
                        one_more, out,
                    );
                }
            )* };
        }
        down!(5 4 3 2 1 0);
    }
}

/// Which places of the table to compare, in which order, for all hands of a total of at most some number.
pub struct Plan {
    /// Most dice that are rolled to.
    pub dice: usize,
    /// A place of H(n, D), and those of H(n, D less one die).
    holds: Vec<[u8; 4]>,
    /// For each hand, by total: where its best choices stand, one of them perhaps more than once.
    values: Vec<[u8; 5]>,
}

impl Plan {
    /// For hands of a total of at most `total`, going to at most `dice` dice.
    pub fn new(by_total: &[Entry; HANDS], total: usize, dice: usize) -> Plan {
        let wanted = || by_total.iter().filter(|entry| usize::from(entry.total) <= total);
        let mut holds = Vec::new();
        for n in 0..=dice {
            let slot = |place: u8| Backup::slot(n, place.into());
            for entry in wanted().filter(|entry| (1..=n).contains(&entry.size.into())) {
                // Asked for only as part of a hand of at least n − 1 dice: with ones added until it has as many.
                let (size, points) = (usize::from(entry.size), usize::from(entry.total));
                if points + (n - 1).saturating_sub(size) <= total {
                    holds.push([slot(entry.place), slot(entry.less[0]), slot(entry.less[1]), slot(entry.less[2])]);
                }
            }
        }
        let values = wanted().map(|entry| {
            let size = usize::from(entry.size);
            let own = |n: usize| if n <= dice { Backup::slot(n, entry.place.into()) } else { NEVER };
            // One die less: no part of this size can be held.
            let fewer = |part: u8| match size.checked_sub(1) {
                Some(n) if n <= dice => Backup::slot(n, part.into()),
                _ => NEVER,
            };
            let [a, b, c] = entry.less.map(fewer);
            [a, b, c, own(size), own(size + 1)]
        });
        Plan { dice, holds, values: values.collect() }
    }
}
