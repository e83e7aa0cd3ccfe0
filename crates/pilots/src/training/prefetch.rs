//! Loads memory before it is needed. A thousand races have lakes of their own, far too large for the near caches of a processor: without
//! this, each race would wait for its lake.
#![allow(unsafe_code)]

/// Has the processor load the cache line in which a value begins. It has no other effect.
#[inline]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads no value and cannot fail. Every x86_64 processor has it.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
