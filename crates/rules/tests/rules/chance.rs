//! Sources of random numbers for tests: a small seeded generator, and a fixed list of numbers.

use powerboats_rules::Draw;
use std::collections::VecDeque;

/// The SplitMix64 generator. The same seed gives the same numbers on every machine.
pub struct Prng(u64);

impl Prng {
    pub fn new(seed: u64) -> Prng {
        Prng(seed)
    }

    /// True with a probability of `percent` %.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u32) as usize]
    }
}

impl Draw for Prng {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let high = (z ^ (z >> 31)) >> 32;
        ((high * u64::from(n)) >> 32) as u32
    }
}

/// Returns the given numbers in order, and panics when they run out.
pub struct Script(VecDeque<u32>);

impl Script {
    pub fn new(numbers: impl IntoIterator<Item = u32>) -> Script {
        Script(numbers.into_iter().collect())
    }

    pub fn is_done(&self) -> bool {
        self.0.is_empty()
    }
}

impl Draw for Script {
    fn below(&mut self, n: u32) -> u32 {
        let next = self.0.pop_front().expect("the script is long enough");
        assert!(next < n, "the script has {next}, but the draw is below {n}");
        next
    }
}
