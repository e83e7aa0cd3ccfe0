//! Eight numbers in one register of AVX. Left to itself the compiler takes them apart, shuffles them, and is half as fast.
#![allow(unsafe_code)]

use crate::solver::lanes::{Lanes, Wide};
use std::arch::x86_64::*;

/// Only for code that runs where AVX has been found: that makes all that is unsafe here safe. (Lanes are aligned.)
#[derive(Clone, Copy)]
pub struct Register(__m256);

impl Wide for Register {
    #[inline(always)]
    fn load(lanes: &Lanes) -> Register {
        // SAFETY: there is AVX.
        Register(unsafe { _mm256_load_ps(lanes.0.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, lanes: &mut Lanes) {
        // SAFETY: there is AVX.
        unsafe { _mm256_store_ps(lanes.0.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn all(value: f32) -> Register {
        // SAFETY: there is AVX.
        Register(unsafe { _mm256_set1_ps(value) })
    }

    #[inline(always)]
    fn min(self, other: Register) -> Register {
        // SAFETY: there is AVX.
        Register(unsafe { _mm256_min_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn max(self, other: Register) -> Register {
        // SAFETY: there is AVX.
        Register(unsafe { _mm256_max_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn plus(self, other: Register) -> Register {
        // SAFETY: there is AVX.
        Register(unsafe { _mm256_add_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn minus(self, other: Register) -> Register {
        // SAFETY: there is AVX.
        Register(unsafe { _mm256_sub_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn times(self, other: Register) -> Register {
        // SAFETY: there is AVX.
        Register(unsafe { _mm256_mul_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn damaged(self, sunk: f32) -> [Register; 4] {
        let sunk = Register::all(sunk);
        // SAFETY: there is AVX.
        unsafe {
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
        // SAFETY: there is AVX.
        Register(unsafe { _mm256_permute2f128_ps::<1>(self.0, self.0) })
    }

    #[inline(always)]
    fn exceeds(self, bound: f32) -> bool {
        // SAFETY: there is AVX.
        unsafe { _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(self.0, _mm256_set1_ps(bound))) != 0 }
    }
}
