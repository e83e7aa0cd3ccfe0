//! One backup: from what steering on is worth with every hand, what every hand is worth before the dice are chosen.
//!
//! With W(M) the value of steering with hand M after the roll, R(n, K) is the mean of W over rolling up to n dice from the
//! held dice K, and H(n, D) the least R(n, K) over the parts K of D that may be held. A hand D goes to n = |D| − 1, |D| or
//! |D| + 1 dice.
//! It is straight-line code, each hand's neighbours known when it is compiled: a loop would cost more than the sums.

use crate::{
    hands::{BY_RANK, HANDS, Hands, LESS, MORE, MOST_DICE, NUMBERS, RANKS, extra, smaller},
    lanes::{Lanes, Wide},
};

/// For each size a table by rank.
type Table<V> = [[V; RANKS]; MOST_DICE + 1];

/// Room for a backup.
pub struct Backup<V> {
    /// W, by total.
    worth: Box<[V; NUMBERS]>,
    /// From this number on, W is that of a boat that has sunk, and need not be written again.
    sunk: usize,
    /// R(n, ·), turned into H(n, ·).
    holds: Box<Table<V>>,
    /// What each hand, by total, is worth, this turn not counted.
    values: Box<[V; NUMBERS]>,
}

/// Hands of so many dice.
const fn hands_of(size: usize) -> usize {
    smaller(size + 1) - smaller(size)
}

/// Does something for each rank of the hands of `$size` dice whose total is at most `$most`; without it, for all.
macro_rules! each_rank {
    ($size:expr, |$rank:ident| $body:expr) => {
        each_rank!($size, usize::MAX, |$rank| $body)
    };
    ($size:expr, $most:expr, |$rank:ident| $body:expr) => {
        each_rank!(@ $size, $most, $rank, $body, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27)
    };
    (@ $size:expr, $most:expr, $rank:ident, $body:expr, $($number:literal)*) => {
        'done: {
            $(
                // Ranks go by total: one look for all hands of a total is enough.
                if const { $number >= hands_of($size) }
                    || const { $number == 0 || extra($size, $number) != extra($size, $number - 1) }
                        && const { $size + extra($size, $number) } > $most
                {
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

/// What lies ahead of a boat: along three headings, the longest run first, for a heading may be taken for all totals up to
/// its run.
pub struct Ahead<'a, V> {
    pub runs: [u8; 3],
    /// The values of runs along each, by total.
    pub values: [&'a [Lanes; NUMBERS]; 3],
    /// What a crash is worth that takes 1, 2, 3, or 4 and more, if dice can be too many.
    pub crash: Option<[V; 4]>,
    /// The last of them is a sinking for all: none of them crosses the finish.
    pub sinks: bool,
}

/// The least over the parts with one die less.
#[inline(always)]
fn least<V: Wide>(parts: &[V; RANKS], [a, b, c]: [usize; 3]) -> V {
    let mut least = parts[a];
    if b != a {
        least = least.min(parts[b]);
    }
    if c != a && c != b {
        least = least.min(parts[c]);
    }
    least
}

impl<V: Wide> Backup<V> {
    #[inline(always)]
    pub fn new() -> Backup<V> {
        let zero = V::all(0.0);
        let none = || Box::new([zero; NUMBERS]);
        Backup { worth: none(), sunk: HANDS, holds: Box::new([[zero; RANKS]; MOST_DICE + 1]), values: none() }
    }

    /// The least values found, by total, this turn not counted.
    #[inline(always)]
    pub fn values(&self) -> &[V; NUMBERS] {
        &self.values
    }

    /// What steering on is worth with each hand of a total of at most `total` (rules 4.3, 4.7, 4.9).
    #[inline(always)]
    fn steer(&mut self, hands: &Hands, ahead: &Ahead<V>, total: usize) {
        let up_to = |run: usize| hands.up_to[run.min(25)].min(HANDS);
        let run = usize::from(ahead.runs[0]);
        let [mut first, two, three] = ahead.runs.map(|run| up_to(total.min(run.into())));
        let [a, b, c] = ahead.values;
        for i in 0..three {
            self.worth[i] = V::load(&a[i]).min(V::load(&b[i])).min(V::load(&c[i]));
        }
        for i in three..two {
            self.worth[i] = V::load(&a[i]).min(V::load(&b[i]));
        }
        for (out, a) in self.worth[two..first].iter_mut().zip(&a[two..first]) {
            *out = V::load(a);
        }
        let Some(crash) = &ahead.crash else {
            self.sunk = self.sunk.max(first);
            return;
        };
        for (damage, crash) in (1..).zip(&crash[..3]) {
            let last = up_to(run + damage);
            self.worth[first..last].fill(*crash);
            first = last;
        }
        let last = if ahead.sinks { self.sunk } else { HANDS };
        if first < last {
            self.worth[first..last].fill(crash[3]);
        }
        self.sunk = if ahead.sinks { first } else { HANDS };
    }

    /// Works out what rolling to `N` dice is worth, for all hands of a total of at most `total`.
    #[inline(always)]
    fn roll<const N: usize>(&mut self, total: usize) {
        let (worth, holds, values) = (&*self.worth, &mut *self.holds, &mut *self.values);
        let third = V::all(1.0 / 3.0);
        macro_rules! at {
            ($size:ident: $($number:literal)* => $body:expr) => { $( { const $size: usize = $number; $body } )* };
        }
        // The mean over one more die.
        at!(SIZE: 5 4 3 2 1 0 => if SIZE + 1 == N {
            each_rank!(SIZE, |RANK| {
                let [one, two, three] = const { MORE[SIZE][RANK] };
                let more = |rank: usize| worth[BY_RANK[SIZE + 1][rank] as usize];
                holds[SIZE][RANK] = more(one).plus(more(two)).plus(more(three)).times(third);
            });
        } else if SIZE + 1 < N {
            each_rank!(SIZE, |RANK| {
                let [one, two, three] = const { MORE[SIZE][RANK] };
                let more = &holds[SIZE + 1];
                holds[SIZE][RANK] = more[one].plus(more[two]).plus(more[three]).times(third);
            });
        });
        // Held dice are asked for only as part of a hand of N − 1 dice or more: with ones added until it has as many.
        at!(SIZE: 1 2 3 4 5 => if SIZE < N {
            each_rank!(SIZE, (total + SIZE + 1).saturating_sub(N), |RANK| {
                holds[SIZE][RANK] = holds[SIZE][RANK].min(least(&holds[SIZE - 1], const { LESS[SIZE][RANK] }));
            });
        });
        if N == 0 {
            (holds[0][0], values[0]) = (worth[0], worth[0]);
        }
        at!(SIZE: 1 2 3 4 5 6 => if SIZE == N {
            each_rank!(SIZE, total, |RANK| {
                let number = const { BY_RANK[SIZE][RANK] as usize };
                let best = worth[number].min(least(&holds[SIZE - 1], const { LESS[SIZE][RANK] }));
                holds[SIZE][RANK] = best;
                values[number] = values[number].min(best);
            });
        });
        at!(SIZE: 0 1 2 3 4 5 => if SIZE + 1 == N {
            each_rank!(SIZE, total, |RANK| {
                let number = const { BY_RANK[SIZE][RANK] as usize };
                values[number] = values[number].min(holds[SIZE][RANK]);
            });
        });
        at!(SIZE: 1 2 3 4 5 6 => if SIZE == N + 1 {
            each_rank!(SIZE, total, |RANK| {
                values[const { BY_RANK[SIZE][RANK] as usize }] = least(&holds[SIZE - 1], const { LESS[SIZE][RANK] });
            });
        });
    }

    /// Works out what rolling up to `most` dice is worth, for all hands of a total of at most `total`: hands of up to one
    /// die more get a value.
    #[inline(always)]
    pub fn run(&mut self, hands: &Hands, ahead: &Ahead<V>, most: usize, total: usize) {
        self.steer(hands, ahead, 3 * most);
        self.roll::<0>(total);
        macro_rules! roll {
            ($($n:literal)*) => { $( if most < $n { return; } self.roll::<$n>(total); )* };
        }
        roll!(1 2 3 4 5 6);
    }
}
