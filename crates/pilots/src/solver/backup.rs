//! One backup step of the solver: from the value of every hand after the roll, it calculates the value of every hand before the
//! dice are chosen.
//!
//! W(M) is the value of steering with hand M after the roll. R(n, K) is the mean of W over all rolls that bring the held dice K to n
//! dice. H(n, D) is the least R(n, K) over the parts K of D that may be held. A hand D goes to n = |D| − 1, |D| or |D| + 1 dice.
//!
//! The code has no loops over hands. The neighbours of each hand are known at compile time, and loops would cost more than the sums.

use crate::solver::{
    hands::{BEGIN, BY_NUMBER, BY_RANK, HANDS, Hands, LESS, MORE, MOST_DICE, NUMBERS, each_total, extra, smaller},
    lanes::{Lanes, Wide},
};

/// The number of places for H(n, ·): for each n the hands of up to n + 1 dice, by size, then by rank. They are close together in
/// memory, so that they stay in the cache.
const PLACES: usize = begin(MOST_DICE + 1);

/// The first place for `n` dice.
const fn begin(n: usize) -> usize {
    // Before it come the hands of up to 1, 2, … n dice.
    let (mut begin, mut before) = (0, 0);
    while before < n {
        begin += smaller(if before < MOST_DICE { before + 2 } else { MOST_DICE + 1 });
        before += 1;
    }
    begin
}

/// The place of H(n, hand).
const fn at(n: usize, size: usize, rank: usize) -> usize {
    begin(n) + smaller(size) + rank
}

/// The memory of a backup step.
pub struct Backup<V: Wide> {
    /// The proof for calculating with `V`. It has no size.
    pub proof: V::Proof,
    /// W, by the hand's number.
    worth: Box<[V; NUMBERS]>,
    /// From this number on, W is the value of a sunk boat and need not be written again.
    sunk: usize,
    /// For each n: R(n, ·), later replaced by H(n, ·).
    holds: Box<[V; PLACES]>,
}

/// The number of hands of `size` dice.
const fn hands_of(size: usize) -> usize {
    smaller(size + 1) - smaller(size)
}

/// Runs `$body` for each rank of the hands of `$size` dice whose total is at most `$most`. Without `$most`, for all ranks.
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
                // Ranks are ordered by total, so one check for each total is enough.
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

/// For each hand number: the places of H with one die fewer, the same number, and one more.
const THREE: [[usize; 3]; NUMBERS] = {
    let mut three = [[0; 3]; NUMBERS];
    let mut number = 0;
    while number < HANDS {
        let (size, rank) = BY_NUMBER[number];
        let less = if size > 0 { size - 1 } else { size };
        let more = if size < MOST_DICE { size + 1 } else { size };
        three[number] = [at(less, size, rank), at(size, size, rank), at(more, size, rank)];
        number += 1;
    }
    three
};

/// What is ahead of a boat in its three directions, the longest run first. A direction may be taken with every total up to its run.
pub struct Ahead<'a, V> {
    pub runs: [u8; 3],
    /// The values of the runs in each direction, by the hand's number.
    pub values: [&'a [Lanes; NUMBERS]; 3],
    /// The values of crashes with 1, 2, 3, and 4 or more damage, if the dice can show too much.
    pub crash: Option<[V; 4]>,
    /// Does every boat sink in a crash with 4 or more damage? Not if the run crosses the finish line.
    pub sinks: bool,
}

/// Small hands are all calculated, whatever their total, because branches would cost more.
#[inline(always)]
fn bound<const SIZE: usize>(total: usize) -> usize {
    if SIZE < 4 { usize::MAX } else { total }
}

/// The least over the hands with one die fewer.
#[inline(always)]
fn least<V: Wide>(parts: &[V], [a, b, c]: [usize; 3]) -> V {
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
    /// Values that are not calculated yet are `too_high`.
    #[inline(always)]
    pub fn new(proof: V::Proof, too_high: f32) -> Backup<V> {
        let too_high = V::all(proof, too_high);
        Backup { proof, worth: Box::new([too_high; NUMBERS]), sunk: HANDS, holds: Box::new([too_high; PLACES]) }
    }

    /// The value of the hand with this number, not counting the current turn: with one die fewer, the same number, or one more.
    #[inline(always)]
    pub fn value(&self, number: usize) -> V {
        let [less, same, more] = THREE[number];
        self.holds[less].min(self.holds[same]).min(self.holds[more])
    }

    /// Calculates W for each hand with a total of at most `total` (rules 4.3, 4.7, 4.9).
    #[inline(always)]
    fn steer(&mut self, hands: &Hands, ahead: &Ahead<V>, total: usize) {
        let up_to = |run: usize| hands.up_to[run.min(total)].min(HANDS);
        let run = usize::from(ahead.runs[0]);
        let mut first = up_to(run);
        let [a, b, c] = ahead.values;
        let [_, second, third] = ahead.runs.map(|run| usize::from(run) + 1);
        let end = total.min(run) + 1;
        let proof = self.proof;
        let load = |lanes| V::load(proof, lanes);
        each_total!(|TOTAL| if TOTAL < end {
            // If a direction is illegal, the first one is used again, because a branch would cost more.
            let (b, c) = (if TOTAL < second { b } else { a }, if TOTAL < third { c } else { a });
            for i in const { BEGIN[TOTAL]..BEGIN[TOTAL + 1] } {
                self.worth[i] = load(&a[i]).min(load(&b[i])).min(load(&c[i]));
            }
        } else {
            break;
        });
        let Some(crash) = &ahead.crash else {
            self.sunk = self.sunk.max(first);
            return;
        };
        for (damage, crash) in (1..).zip(&crash[..3]) {
            let last = up_to(run + damage);
            self.worth[first..last].fill(*crash);
            first = last;
        }
        let all = up_to(total);
        let last = if ahead.sinks { all.min(self.sunk) } else { all };
        if first < last {
            self.worth[first..last].fill(crash[3]);
        }
        self.sunk = match ahead.sinks {
            true if all >= self.sunk => first,
            true => self.sunk,
            false => all.max(self.sunk),
        };
    }

    /// Calculates H(N, ·) for all hands with a total of at most `total`.
    #[inline(always)]
    fn roll<const N: usize>(&mut self, total: usize) {
        let third = V::all(self.proof, 1.0 / 3.0);
        let (worth, holds) = (&*self.worth, &mut self.holds);
        macro_rules! at {
            ($size:ident: $($number:literal)* => $body:expr) => { $( { const $size: usize = $number; $body } )* };
        }
        // R is the mean over one more die.
        at!(SIZE: 5 4 3 2 1 0 => if SIZE + 1 == N {
            each_rank!(SIZE, |RANK| {
                let [one, two, three] = const { MORE[SIZE][RANK] };
                let more = |rank: usize| worth[BY_RANK[SIZE + 1][rank] as usize];
                holds[const { at(N, SIZE, RANK) }] = more(one).plus(more(two)).plus(more(three)).times(third);
            });
        } else if SIZE + 1 < N {
            each_rank!(SIZE, |RANK| {
                let [one, two, three] = const { MORE[SIZE][RANK] };
                let more = |rank: usize| holds[at(N, SIZE + 1, 0) + rank];
                holds[const { at(N, SIZE, RANK) }] = more(one).plus(more(two)).plus(more(three)).times(third);
            });
        });
        // Held dice only matter as part of a hand of at least N − 1 dice, so the bound assumes ones for the missing dice.
        at!(SIZE: 1 2 3 4 5 => if SIZE < N {
            each_rank!(SIZE, bound::<SIZE>((total + SIZE + 1).saturating_sub(N)), |RANK| {
                let place = const { at(N, SIZE, RANK) };
                holds[place] = holds[place].min(least(&holds[at(N, SIZE - 1, 0)..], const { LESS[SIZE][RANK] }));
            });
        });
        if N == 0 {
            holds[at(0, 0, 0)] = worth[0];
        }
        at!(SIZE: 1 2 3 4 5 6 => if SIZE == N {
            each_rank!(SIZE, bound::<SIZE>(total), |RANK| {
                let all = worth[const { BY_RANK[SIZE][RANK] as usize }];
                holds[const { at(N, SIZE, RANK) }] =
                    all.min(least(&holds[at(N, SIZE - 1, 0)..], const { LESS[SIZE][RANK] }));
            });
        });
        at!(SIZE: 1 2 3 4 5 6 => if SIZE == N + 1 {
            each_rank!(SIZE, bound::<SIZE>(total), |RANK| {
                holds[const { at(N, SIZE, RANK) }] =
                    least(&holds[at(N, SIZE - 1, 0)..], const { LESS[SIZE][RANK] });
            });
        });
    }

    /// Calculates the values of going to at most `most` dice, for all hands with a total of at most `total`. Hands of up to one die more
    /// get a value.
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
