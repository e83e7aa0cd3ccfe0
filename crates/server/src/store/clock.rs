//! The server's clock: the wall clock at the start, plus monotonic time since then. The nodes of a cluster correct it by
//! PostgreSQL's clock.

use std::{
    sync::{
        LazyLock,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

// Read once, so that setting the wall clock later changes nobody's time.
static START: LazyLock<(Duration, Instant)> =
    LazyLock::new(|| (SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(), Instant::now()));

/// What to add to our own clock, in milliseconds.
static OFFSET: AtomicI64 = AtomicI64::new(0);

fn since_1970() -> Duration {
    let (wall, began) = &*START;
    *wall + began.elapsed()
}

/// Milliseconds since 1970. It never jumps while a server alone runs.
pub fn now() -> i64 {
    since_1970().as_millis() as i64 + OFFSET.load(Ordering::Relaxed)
}

/// Corrects the clock: it is `time` now.
pub(super) fn set(time: i64) {
    OFFSET.store(time - since_1970().as_millis() as i64, Ordering::Relaxed);
}

/// [`now`] as a time, for headers.
pub fn system_time() -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(u64::try_from(now()).unwrap_or_default())
}
