//! An allocator that counts requests, and how many bytes are taken at once.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicU64, AtomicUsize, Ordering},
};

/// The system's allocator, counting each request.
pub struct Counting;

static REQUESTS: AtomicU64 = AtomicU64::new(0);

/// Bytes taken now, and the most there ever were since `peak_of` began.
static TAKEN: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The most bytes taken at once, on all threads, by some work, beyond those taken before.
pub fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = TAKEN.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let done = work();
    (done, PEAK.load(Ordering::Relaxed) - before)
}

/// Bytes taken now.
pub fn taken() -> usize {
    TAKEN.load(Ordering::Relaxed)
}

/// Requests so far.
pub fn requests() -> u64 {
    REQUESTS.load(Ordering::Relaxed)
}

// SAFETY: every call is handed to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REQUESTS.fetch_add(1, Ordering::Relaxed);
        let taken = TAKEN.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(taken, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        TAKEN.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(memory, layout) }
    }
}
