//! Eight numbers side by side: the values of one state without and with a debt, for damage 0, 1, 2 and 3.

/// Values for damage 0 to 3 of a boat that owes nothing, then of one that owes.
/// Written so that the compiler makes one or two vectors of it.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(32))]
pub struct Lanes(pub [f32; 8]);

impl Lanes {
    pub const ZERO: Lanes = Lanes::all(0.0);

    pub const fn all(value: f32) -> Lanes {
        Lanes([value; 8])
    }

    #[inline(always)]
    pub fn min(self, other: Lanes) -> Lanes {
        let (a, b) = (self.0, other.0);
        // No value is ever NaN.
        Lanes(std::array::from_fn(|i| if a[i] < b[i] { a[i] } else { b[i] }))
    }

    #[inline(always)]
    pub fn plus(self, other: Lanes) -> Lanes {
        Lanes(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    #[inline(always)]
    pub fn times(self, factor: f32) -> Lanes {
        Lanes(std::array::from_fn(|i| self.0[i] * factor))
    }

    /// Asks the memory for this, without waiting.
    #[inline(always)]
    pub fn fetch(&self) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: it is a hint, and every x86-64 has it.
        #[allow(unsafe_code)]
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch(std::ptr::from_ref(self).cast(), _MM_HINT_T0);
        }
    }

    /// Is any lane higher by more than `eps`?
    #[inline(always)]
    pub fn exceeds(self, other: Lanes, eps: f32) -> bool {
        let far: [u32; 8] = std::array::from_fn(|i| u32::from(self.0[i] - other.0[i] > eps));
        far.iter().fold(0, |any, far| any | far) != 0
    }

    /// The four values of one half: of a boat that owes, or not.
    #[inline(always)]
    pub fn half(self, owes: usize) -> [f32; 4] {
        std::array::from_fn(|i| self.0[owes * 4 + i])
    }

    /// The values after 1, 2, 3, or 4 and more further damage: damage d takes the value of d + more; four, and it has sunk.
    #[inline(always)]
    pub fn damaged(self, sunk: f32) -> [Lanes; 4] {
        let [_, b, c, d, _, f, g, h] = self.0;
        let s = sunk;
        [
            Lanes([b, c, d, s, f, g, h, s]),
            Lanes([c, d, s, s, g, h, s, s]),
            Lanes([d, s, s, s, h, s, s, s]),
            Lanes::all(s),
        ]
    }
}
