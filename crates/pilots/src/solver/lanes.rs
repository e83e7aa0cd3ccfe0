//! Eight numbers side by side: the values of one state for the two progress codes of a row, and for damage 0 to 3.

/// Values for damage 0 to 3 with the first progress code of a row, then with the second.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(32))]
pub struct Lanes(pub [f32; 8]);

/// Eight numbers to calculate with. None is ever NaN, so all implementations give the same results.
pub trait Wide: Copy {
    /// Proof that the processor has the instructions this type uses. Values are only made from a proof, so code that has a
    /// value may use them.
    type Proof: Copy;

    fn load(proof: Self::Proof, lanes: &Lanes) -> Self;
    fn store(self, lanes: &mut Lanes);
    fn all(proof: Self::Proof, value: f32) -> Self;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    /// The values after 1, 2, 3, and 4 or more further damage. Damage d takes the value of the sum; a boat with 4 has sunk.
    fn damaged(self, sunk: f32) -> [Self; 4];
    /// Swaps the two halves.
    fn swapped(self) -> Self;
    /// Is any number higher than `bound`?
    fn exceeds(self, bound: f32) -> bool;
}

impl Lanes {
    #[inline(always)]
    fn zip(self, other: Lanes, f: impl Fn(f32, f32) -> f32) -> Lanes {
        Lanes(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    /// Prefetches this into the processor's cache.
    #[inline(always)]
    pub fn fetch(&self) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch is only a hint, and every x86-64 processor has it.
        #[allow(unsafe_code)]
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch(std::ptr::from_ref(self).cast(), _MM_HINT_T0);
        }
    }

    /// The four values of one half.
    #[inline(always)]
    pub fn half(&self, half: usize) -> [f32; 4] {
        std::array::from_fn(|i| self.0[half * 4 + i])
    }
}

/// The portable implementation, which browsers use. It needs no proof.
impl Wide for Lanes {
    type Proof = ();

    #[inline(always)]
    fn load((): (), lanes: &Lanes) -> Lanes {
        *lanes
    }

    #[inline(always)]
    fn store(self, lanes: &mut Lanes) {
        *lanes = self;
    }

    #[inline(always)]
    fn all((): (), value: f32) -> Lanes {
        Lanes([value; 8])
    }

    #[inline(always)]
    fn min(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| if a < b { a } else { b })
    }

    #[inline(always)]
    fn max(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    fn plus(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| a + b)
    }

    #[inline(always)]
    fn minus(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| a - b)
    }

    #[inline(always)]
    fn times(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| a * b)
    }

    #[inline(always)]
    fn damaged(self, sunk: f32) -> [Lanes; 4] {
        let [_, b, c, d, _, f, g, h] = self.0;
        let s = sunk;
        [
            Lanes([b, c, d, s, f, g, h, s]),
            Lanes([c, d, s, s, g, h, s, s]),
            Lanes([d, s, s, s, h, s, s, s]),
            Lanes([s; 8]),
        ]
    }

    #[inline(always)]
    fn swapped(self) -> Lanes {
        let [a, b, c, d, e, f, g, h] = self.0;
        Lanes([e, f, g, h, a, b, c, d])
    }

    #[inline(always)]
    fn exceeds(self, bound: f32) -> bool {
        self.0.iter().fold(false, |any, &value| any | (value > bound))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results of all operations on two operands.
    fn results<V: Wide>(proof: V::Proof, a: &Lanes, b: &Lanes) -> Vec<Lanes> {
        let (a, b) = (V::load(proof, a), V::load(proof, b));
        let two = [a.min(b), a.max(b), a.plus(b), a.minus(b), a.times(b), V::all(proof, 3.0), a.swapped()];
        let all = two.into_iter().chain(a.damaged(9.0));
        all.map(|wide| {
            let mut lanes = Lanes([0.0; 8]);
            wide.store(&mut lanes);
            lanes
        })
        .collect()
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn a_register_does_as_eight_numbers_do() {
        use crate::solver::register::{Avx, Register};
        let Some(avx) = Avx::detect() else { return };
        let a = Lanes([0.0, 1.5, 2.25, 3.0, 130.0, f32::INFINITY, 0.1, 7.0]);
        let b = Lanes([1.0, 1.5, 0.5, 31.0, 100.0, 2.0, 0.3, 6.5]);
        assert_eq!(results::<Register>(avx, &a, &b), results::<Lanes>((), &a, &b));
        for bound in [0.0, 29.0, 31.0, f32::INFINITY] {
            let exceeds = |lanes: Lanes| (Register::load(avx, &lanes).exceeds(bound), lanes.exceeds(bound));
            assert!([a, b].into_iter().map(exceeds).all(|(register, lanes)| register == lanes));
        }
    }
}
