//! Random numbers from a seed, the same on every machine.

use powerboats_rules::Draw;
use rand_chacha::{
    ChaCha20Rng,
    rand_core::{RngCore, SeedableRng},
};

/// An unbiased stream of random numbers that depends only on its seed: ChaCha20 with the seed as its key.
#[derive(Clone)]
pub struct SeededDice(ChaCha20Rng);

impl SeededDice {
    /// The stream for this seed.
    pub fn new(seed: u64) -> SeededDice {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        SeededDice(ChaCha20Rng::from_seed(key))
    }

    /// One of the streams for this key.
    pub fn keyed(key: [u8; 32], stream: u64) -> SeededDice {
        let mut rng = ChaCha20Rng::from_seed(key);
        rng.set_stream(stream);
        SeededDice(rng)
    }

    /// Draws a seed for another stream.
    pub fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }
}

impl Draw for SeededDice {
    fn below(&mut self, n: u32) -> u32 {
        // Rejection sampling: numbers from the last multiple of n on are drawn again, so that all remainders are equally likely.
        let fair = u32::MAX - u32::MAX % n;
        loop {
            let number = self.0.next_u32();
            if number < fair {
                return number % n;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut dice = SeededDice::new(7);
        let rolls: String = (0..40).map(|_| (b'1' + dice.below(3) as u8) as char).collect();
        assert_eq!(rolls, "2121112232313313211212131211323123321223");
    }
}
