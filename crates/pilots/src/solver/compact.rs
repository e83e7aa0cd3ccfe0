//! A compressed solution. It takes about a fifth of the memory, and restoring it is much faster than solving again.
//!
//! Values are rounded to 1/256 turn, so they are off by at most 0.002 turns. Hands that end a run on the same hex with the same
//! heading have similar choices of dice, so many have exactly the value of a smaller hand. Each value has one of four codes: a copy
//! from one of two smaller hands, a difference of one byte, or a whole value of two bytes.

use crate::solver::{
    Solution, Weights,
    grid::{Grid, ROWS},
    hands::{HANDS, Hands, NUMBERS},
    lanes::Lanes,
};
use arrayvec::ArrayVec;
use powerboats_rules::{Course, Hand, Heading};
use std::sync::{Arc, LazyLock};

/// Values are multiples of 1/256 turn.
const PARTS: f32 = 256.0;

/// Rounded values, in the order of [`Lanes`].
type Eight = [i32; 8];

/// The codes of values.
const LOWERED: u16 = 0;
const LEAST: u16 = 1;
const DIFFERENCE: u16 = 2;
const WHOLE: u16 = 3;

/// The bytes of a value besides its code.
const BYTES: [u64; 4] = [0, 0, 1, 2];

/// The most bytes of a hand's values besides their codes, plus one that is read but not used.
const MOST_BYTES: usize = 17;

/// The highest total of six dice.
const MOST: usize = 18;

/// A compressed solution.
pub struct Compact {
    weights: Weights,
    /// For each hex, heading, row and hand: two bits for each of the eight values.
    codes: Box<[u16]>,
    /// The values that are not copies, and a few bytes more, so that reading needs no checks.
    bytes: Box<[u8]>,
}

/// The smaller hands that a hand is compared with.
#[derive(Clone, Copy)]
struct Relatives {
    total: u8,
    /// The hand with its highest die lowered by one, or without that die if it is a one.
    lowered: u8,
    /// The hand with one die fewer, for each kind of die.
    less: [u8; 3],
}

/// Stands for no hand. Its values are zero.
const NONE: u8 = NUMBERS as u8 - 1;

static RELATIVES: LazyLock<[Relatives; HANDS]> = LazyLock::new(|| {
    let hands = Hands::get();
    let number = |counts| hands.number(Hand::of(counts)).map_or(NONE, |number| number as u8);
    hands.by_total.map(|entry| {
        let [ones, twos, threes] = entry.hand.counts();
        let less = [
            (threes > 0).then(|| number([ones, twos, threes - 1])),
            (twos > 0).then(|| number([ones, twos - 1, threes])),
            (ones > 0).then(|| number([ones - 1, twos, threes])),
        ];
        let any = less.iter().flatten().next().copied().unwrap_or(NONE);
        let lowered = match (twos, threes) {
            (_, 1..) => number([ones, twos + 1, threes - 1]),
            (1.., 0) => number([ones + 1, twos - 1, 0]),
            (0, 0) => any,
        };
        Relatives { total: entry.total, lowered, less: less.map(|less| less.unwrap_or(any)) }
    })
});

/// Calls `work` for each hex and heading with the positions of the values of all runs that end there, by total.
fn each_end(grid: &Grid, mut work: impl FnMut(&[u32])) {
    for cell in 0..grid.len() {
        for heading in Heading::ALL {
            let back = heading.back();
            let mut from = cell;
            let mut bases: ArrayVec<u32, { MOST + 1 }> = ArrayVec::new();
            bases.push(grid.base(from, heading));
            for _ in 0..grid.run(cell, back).min(MOST) {
                from = grid.next(from, back);
                bases.push(grid.base(from, heading));
            }
            work(&bases);
        }
    }
}

/// The values of the smaller hands at the same end: of the lowered hand, and the least of those with one die fewer.
#[inline(always)]
fn compare(known: &[Eight; NUMBERS], relatives: &Relatives) -> (Eight, Eight) {
    let of = |number: u8| &known[usize::from(number) % NUMBERS];
    let [a, b, c] = relatives.less.map(of);
    (*of(relatives.lowered), std::array::from_fn(|lane| a[lane].min(b[lane]).min(c[lane])))
}

fn rounded(lanes: &Lanes) -> Eight {
    lanes.0.map(|value| (value * PARTS + 0.5) as i32) // no value is negative
}

fn exact(values: &Eight) -> Lanes {
    Lanes(values.map(|value| value as f32 * (1.0 / PARTS)))
}

impl Solution {
    /// Rounds all values as compression does. So a decision does not depend on whether the solution was restored.
    pub(crate) fn round(&mut self) {
        self.values_mut().iter_mut().for_each(|lanes| *lanes = exact(&rounded(lanes)));
    }

    /// Makes a compressed copy.
    pub fn compact(&self) -> Compact {
        let values = self.values();
        let mut codes = Vec::with_capacity(values.len());
        let (mut bytes, mut end) = (vec![0; values.len() * 16 + MOST_BYTES], 0);
        let hands = Hands::get();
        let mut known = [[0; 8]; NUMBERS];
        each_end(&self.grid, |bases| {
            for row in 0..ROWS.len() {
                let begin = self.grid.begin(row);
                for (number, relatives) in RELATIVES.iter().enumerate().take(hands.up_to[bases.len() - 1]) {
                    let at = (begin + bases[usize::from(relatives.total)]) as usize + number;
                    let now = rounded(&values[at]);
                    let (lowered, least) = compare(&known, relatives);
                    let mut own = 0;
                    for half in [0, 4] {
                        let Some(free) = bytes[end..].first_chunk_mut() else { return };
                        let (four, taken) = encode(&now[half..][..4], &lowered[half..][..4], &least[half..][..4], free);
                        own |= four << (2 * half);
                        end += taken;
                    }
                    codes.push(own);
                    known[number] = now;
                }
            }
        });
        bytes.truncate(end + MOST_BYTES);
        Compact { weights: self.weights(), codes: codes.into(), bytes: bytes.into() }
    }
}

/// For each combination of four codes: the offsets of the four values' bytes, then the number of all bytes. One byte each.
static OFFSETS: [u64; 256] = {
    let mut offsets = [0; 256];
    let mut codes = 0;
    while codes < 256 {
        let (mut at, mut lane) = (0, 0);
        while lane < 4 {
            offsets[codes] |= at << (8 * lane);
            at += BYTES[codes >> (2 * lane) & 3];
            lane += 1;
        }
        offsets[codes] |= at << 32;
        codes += 1;
    }
    offsets
};

/// The codes of four values and the number of bytes they need. Writes the bytes of values that are not copies.
#[inline(always)]
fn encode(now: &[i32], lowered: &[i32], least: &[i32], bytes: &mut [u8; 9]) -> (u16, usize) {
    let (mut codes, mut above, mut at) = (0, 0, 0);
    for lane in 0..4 {
        let value = now[lane];
        // The distance to the lowered hand's value is often about the same as for the previous value.
        let difference = value - lowered[lane] - above;
        // There are no branches here: the processor could not predict them.
        let differs = if (-128..128).contains(&difference) { DIFFERENCE } else { WHOLE };
        let code = if value == least[lane] { LEAST } else { differs };
        let code = if value == lowered[lane] { LOWERED } else { code };
        bytes[at] = if code == DIFFERENCE { difference as u8 } else { value as u8 };
        bytes[at + 1] = (value >> 8) as u8;
        at += BYTES[usize::from(code)] as usize;
        codes |= code << (2 * lane);
        above = value - lowered[lane];
    }
    (codes, at)
}

/// The four values of these codes, and the number of bytes they used.
#[inline(always)]
fn decode(codes: u16, lowered: &[i32], least: &[i32], bytes: &[u8; 9]) -> ([i32; 4], usize) {
    let offsets = OFFSETS[usize::from(codes & 0xff)];
    let (mut now, mut above) = ([0; 4], 0);
    for lane in 0..4 {
        let code = codes >> (2 * lane) & 3;
        let at = (offsets >> (8 * lane)) as usize & 7;
        let (low, high) = (bytes[at], bytes[at + 1]);
        let whole = i32::from(u16::from_le_bytes([low, high]));
        let copy = if code == LEAST { least[lane] } else { lowered[lane] };
        let other = if code == WHOLE { whole } else { copy };
        let difference = lowered[lane] + above + i32::from(low as i8);
        now[lane] = if code == DIFFERENCE { difference } else { other };
        above = now[lane] - lowered[lane];
    }
    (now, (offsets >> 32) as usize)
}

impl Compact {
    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Compact>() + 2 * self.codes.len() + self.bytes.len()
    }

    /// Restores the solution, with rounded values. The course must be the one that was solved.
    pub fn restore(&self, course: Arc<Course>) -> Solution {
        let grid = Grid::new(course);
        let mut values = vec![Lanes([0.0; 8]); grid.begin(ROWS.len()) as usize + NUMBERS];
        let hands = Hands::get();
        let relatives = &*RELATIVES;
        let mut known = [[0; 8]; NUMBERS];
        let (mut codes, mut bytes) = (&self.codes[..], &self.bytes[..]);
        each_end(&grid, |bases| {
            let count = hands.up_to[bases.len() - 1];
            for row in 0..ROWS.len() {
                let begin = grid.begin(row);
                let (own, rest) = codes.split_at(count.min(codes.len()));
                codes = rest;
                for (number, (relatives, &own)) in relatives.iter().zip(own).enumerate() {
                    let (lowered, least) = compare(&known, relatives);
                    let mut now = [0; 8];
                    for half in [0, 4] {
                        let Some(next) = bytes.first_chunk() else { return };
                        let (four, taken) = decode(own >> (2 * half), &lowered[half..][..4], &least[half..][..4], next);
                        now[half..][..4].copy_from_slice(&four);
                        bytes = &bytes[taken..];
                    }
                    known[number] = now;
                    let at = (begin + bases[usize::from(relatives.total)]) as usize + number;
                    values[at] = exact(&now);
                }
            }
        });
        Solution::restored(grid, self.weights, values)
    }
}
