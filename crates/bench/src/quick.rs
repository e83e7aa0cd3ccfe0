//! Quick random numbers for benchmarks, good enough to play with and to repeat.

use powerboats_rules::Draw;

/// SplitMix64.
pub struct Quick(u64);

impl Quick {
    pub fn new(seed: u64) -> Quick {
        Quick(seed)
    }
}

impl Draw for Quick {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        // The high bits, scaled: a bias of n / 2³², for benchmarks only.
        ((u64::from((z >> 32) as u32) * u64::from(n)) >> 32) as u32
    }
}
