//! The server's clock: the wall clock at the start, plus monotonic time since then.

use std::{
    sync::LazyLock,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

// Read once, so that setting the wall clock later changes nobody's time.
static START: LazyLock<(Duration, Instant)> =
    LazyLock::new(|| (SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(), Instant::now()));

fn since_1970() -> Duration {
    let (wall, began) = &*START;
    *wall + began.elapsed()
}

/// Milliseconds since 1970. It never jumps while the server runs.
pub fn now() -> i64 {
    since_1970().as_millis() as i64
}

/// [`now`] as a time, for headers.
pub fn system_time() -> SystemTime {
    UNIX_EPOCH + since_1970()
}
