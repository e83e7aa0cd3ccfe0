//! A fast random generator for simulations. It gives the same numbers on every machine.

use powerboats_rules::Draw;

/// SplitMix64. It is predictable, so it must not roll the dice of a game between people.
#[derive(Clone, Debug)]
pub struct QuickRandom(u64);

impl QuickRandom {
    /// The random numbers of a seed.
    pub fn new(seed: u64) -> QuickRandom {
        QuickRandom(seed)
    }

    /// Independent random numbers for each of many numbered tasks.
    pub fn of_task(seed: u64, task: u64) -> QuickRandom {
        let mut random = QuickRandom(seed ^ task.wrapping_mul(0xd1b5_4a32_d192_ed03));
        QuickRandom(random.bits())
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

impl Draw for QuickRandom {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        // Scales the high bits. The bias is n / 2³², too small to matter in a simulation.
        ((u64::from((self.bits() >> 32) as u32) * u64::from(n)) >> 32) as u32
    }
}
