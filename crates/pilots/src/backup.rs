//! One backup: from what steering on is worth with every hand, what every hand is worth before the dice are chosen.
//!
//! With W(M) the value of steering with hand M after the roll, R(n, K) is the mean of W over rolling up to n dice from the
//! held dice K, and H(n, D) the least R(n, K) over the parts K of D that may be held.
//! All that follows from W of the hands of n dice is worked out for itself: mostly only a few sizes have changed.
//! It is straight-line code, each hand's neighbours known when it is compiled: a loop would cost more than the sums.

use crate::{
    hands::{BY_RANK, Hands, LESS, MORE, MOST_DICE, NUMBERS, RANKS, smaller},
    lanes::Lanes,
};
use std::ops::Range;

/// For each size a table by rank.
type Table = [[Lanes; RANKS]; MOST_DICE + 1];

/// Room for a backup.
pub struct Backup {
    /// R(n, ·), turned into H(n, ·).
    holds: Box<Table>,
    /// What each hand, by total, is worth when it goes to one die less, as many, and one more, this turn not counted.
    values: Box<[[Lanes; 3]; NUMBERS]>,
}

/// Hands of so many dice.
const fn hands_of(size: usize) -> usize {
    smaller(size + 1) - smaller(size)
}

/// Does something for each rank below `$within` of the hands of `$size` dice.
macro_rules! each_rank {
    ($size:ident, $within:expr, |$rank:ident| $body:expr) => {
        each_rank!(@ $size, $within, $rank, $body, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27)
    };
    (@ $size:ident, $within:expr, $rank:ident, $body:expr, $($number:literal)*) => {
        'done: {
            $(
                if $number >= hands_of($size) || $number >= $within {
                    break 'done;
                }
                {
                    const $rank: usize = $number;
                    $body
                }
            )*
        }
    };
}

/// What lies ahead of a boat: the values of runs to the left, straight on and to the right.
pub struct Ahead<'a> {
    /// Run, and values by total; the longest run first, for a heading may be taken for all totals up to its run.
    pub three: [(usize, &'a [Lanes; NUMBERS]); 3],
    /// What a crash is worth that takes 1, 2, 3, or 4 and more.
    pub crash: [Lanes; 4],
}

/// What steering on is worth with each hand of `SIZE` dice (rules 4.3, 4.7, 4.9).
#[inline(always)]
fn steer<const SIZE: usize>(hands: &Hands, ahead: &Ahead, out: &mut [Lanes; RANKS]) {
    let [(run, a), (run_b, b), (run_c, c)] = ahead.three;
    let [mut first, two, three] = [run, run_b, run_c].map(|run| usize::from(hands.within[SIZE][run]));
    each_rank!(SIZE, first, |RANK| {
        let number = const { BY_RANK[SIZE][RANK] as usize };
        out[RANK] = if RANK < three {
            a[number].min(b[number]).min(c[number])
        } else if RANK < two {
            a[number].min(b[number])
        } else {
            a[number]
        };
    });
    for (damage, crash) in (1..).zip(&ahead.crash) {
        if first == hands_of(SIZE) {
            break;
        }
        let last = if damage < 4 { hands.within[SIZE][(run + damage).min(25)].into() } else { hands_of(SIZE) };
        out[first..last].fill(*crash);
        first = last;
    }
}

/// The mean over one more die, for all hands of `SIZE` dice.
#[inline(always)]
fn mean<const SIZE: usize>(table: &mut Table) {
    let (below, above) = table.split_at_mut(SIZE + 1);
    let (out, one_more) = (&mut below[SIZE], &above[0]);
    each_rank!(SIZE, RANKS, |RANK| {
        let [one, two, three] = const { MORE[SIZE][RANK] };
        out[RANK] = one_more[one].plus(one_more[two]).plus(one_more[three]).times(1.0 / 3.0);
    });
}

/// The least over the parts with one die less, for the first hands of `SIZE` dice.
#[inline(always)]
fn hold<const SIZE: usize>(table: &mut Table, within: usize) {
    let (below, above) = table.split_at_mut(SIZE);
    let (parts, best) = (&below[SIZE - 1], &mut above[0]);
    each_rank!(SIZE, within, |RANK| {
        let [a, b, c] = const { LESS[SIZE][RANK] };
        best[RANK] = best[RANK].min(parts[a]).min(parts[b]).min(parts[c]);
    });
}

/// Hands of `SIZE` dice that go to as many (`TO` is 1) or one more (2).
#[inline(always)]
fn keep<const SIZE: usize, const TO: usize>(holds: &[Lanes; RANKS], values: &mut [[Lanes; 3]; NUMBERS], within: usize) {
    each_rank!(SIZE, within, |RANK| values[const { BY_RANK[SIZE][RANK] as usize }][TO] = holds[RANK]);
}

/// Hands of `SIZE` dice that go to one less.
#[inline(always)]
fn lose<const SIZE: usize>(holds: &[Lanes; RANKS], values: &mut [[Lanes; 3]; NUMBERS], within: usize) {
    each_rank!(SIZE, within, |RANK| {
        let [a, b, c] = const { LESS[SIZE][RANK] };
        values[const { BY_RANK[SIZE][RANK] as usize }][0] = holds[a].min(holds[b]).min(holds[c]);
    });
}

impl Backup {
    pub fn new() -> Backup {
        Backup { holds: Box::new([[Lanes::ZERO; RANKS]; MOST_DICE + 1]), values: Box::new([[Lanes::ZERO; 3]; NUMBERS]) }
    }

    /// Forgets the values of some hands, by total.
    #[inline(always)]
    pub fn clear(&mut self, numbers: Range<usize>) {
        for values in &mut self.values[numbers] {
            *values = [Lanes::all(f32::INFINITY); 3];
        }
    }

    /// The least value found of a hand, by total, this turn included.
    #[inline(always)]
    pub fn value(&self, number: usize) -> Lanes {
        let [fewer, same, more] = self.values[number % NUMBERS];
        fewer.min(same).min(more).plus(Lanes::all(1.0))
    }

    /// Works out for all hands of a total of at most `total` what rolling to `n` dice is worth.
    #[inline(always)]
    pub fn run(&mut self, hands: &Hands, ahead: &Ahead, n: usize, total: usize) {
        let (holds, values) = (&mut *self.holds, &mut *self.values);
        let within = |size: usize, total: usize| usize::from(hands.within[size][total]);
        // Each size's code stands here but once: all of it has to fit the first cache.
        macro_rules! at {
            ($size:ident: $($number:literal)* => $body:expr) => { $( { const $size: usize = $number; $body } )* };
        }
        at!(SIZE: 0 1 2 3 4 5 6 => if n == SIZE {
            steer::<SIZE>(hands, ahead, &mut holds[SIZE]);
        });
        at!(SIZE: 5 4 3 2 1 0 => if n > SIZE {
            mean::<SIZE>(holds);
        });
        at!(SIZE: 1 2 3 4 5 6 => if n >= SIZE
            // Asked for only as part of a hand of at least n − 1 dice: with ones added until it has as many.
            && let Some(total) = total.checked_sub((n - 1).saturating_sub(SIZE))
        {
            hold::<SIZE>(holds, within(SIZE, total));
        });
        at!(SIZE: 0 1 2 3 4 5 6 => if n == SIZE {
            keep::<SIZE, 1>(&holds[SIZE], values, within(SIZE, total));
        });
        at!(SIZE: 0 1 2 3 4 5 => if n == SIZE + 1 {
            keep::<SIZE, 2>(&holds[SIZE], values, within(SIZE, total));
        });
        at!(SIZE: 1 2 3 4 5 6 => if n + 1 == SIZE {
            lose::<SIZE>(&holds[SIZE - 1], values, within(SIZE, total));
        });
    }
}
