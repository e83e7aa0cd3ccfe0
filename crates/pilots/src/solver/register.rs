//! Eight numbers in one AVX register. Left to itself, the compiler takes them apart and shuffles them, and the solver is half
//! as fast.
#![allow(unsafe_code)]

use crate::solver::lanes::{Lanes, Wide};
use std::arch::x86_64::*;

/// Proof that this processor has AVX: only [`Avx::detect`] makes one.
#[derive(Clone, Copy)]
pub struct Avx(());

impl Avx {
    /// `None` on a processor without AVX.
    #[inline]
    pub fn detect() -> Option<Avx> {
        is_x86_feature_detected!("avx").then_some(Avx(()))
    }
}

/// Eight numbers in a register. [`Wide::load`] and [`Wide::all`] demand proof of AVX, and every other register is made from
/// one of these: so a register exists only where AVX does.
#[derive(Clone, Copy)]
pub struct Register(__m256);

impl Wide for Register {
    type Proof = Avx;

    #[inline(always)]
    fn load(_: Avx, lanes: &Lanes) -> Register {
        // SAFETY: the proof shows that there is AVX, and lanes are aligned to 32 bytes.
        Register(unsafe { _mm256_load_ps(lanes.0.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, lanes: &mut Lanes) {
        // SAFETY: `self` exists, so there is AVX; lanes are aligned to 32 bytes.
        unsafe { _mm256_store_ps(lanes.0.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn all(_: Avx, value: f32) -> Register {
        // SAFETY: the proof shows that there is AVX.
        Register(unsafe { _mm256_set1_ps(value) })
    }

    #[inline(always)]
    fn min(self, other: Register) -> Register {
        // SAFETY: `self` exists, so there is AVX.
        Register(unsafe { _mm256_min_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn max(self, other: Register) -> Register {
        // SAFETY: `self` exists, so there is AVX.
        Register(unsafe { _mm256_max_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn plus(self, other: Register) -> Register {
        // SAFETY: `self` exists, so there is AVX.
        Register(unsafe { _mm256_add_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn minus(self, other: Register) -> Register {
        // SAFETY: `self` exists, so there is AVX.
        Register(unsafe { _mm256_sub_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn times(self, other: Register) -> Register {
        // SAFETY: `self` exists, so there is AVX.
        Register(unsafe { _mm256_mul_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn damaged(self, sunk: f32) -> [Register; 4] {
        // SAFETY: `self` exists, so there is AVX.
        unsafe {
            let sunk = Register(_mm256_set1_ps(sunk));
            [
                Register(_mm256_blend_ps::<0b1000_1000>(_mm256_permute_ps::<0b11_11_10_01>(self.0), sunk.0)),
                Register(_mm256_blend_ps::<0b1100_1100>(_mm256_permute_ps::<0b11_11_11_10>(self.0), sunk.0)),
                Register(_mm256_blend_ps::<0b1110_1110>(_mm256_permute_ps::<0b11_11_11_11>(self.0), sunk.0)),
                sunk,
            ]
        }
    }

    #[inline(always)]
    fn swapped(self) -> Register {
        // SAFETY: `self` exists, so there is AVX.
        Register(unsafe { _mm256_permute2f128_ps::<1>(self.0, self.0) })
    }

    #[inline(always)]
    fn exceeds(self, bound: f32) -> bool {
        // SAFETY: `self` exists, so there is AVX.
        unsafe { _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(self.0, _mm256_set1_ps(bound))) != 0 }
    }
}
