//! A token bucket: the allowance of one connection. It fills up over time and is spent message by message.

use std::time::Instant;

/// A token bucket.
#[derive(Clone, Debug)]
pub struct Bucket {
    most: f64,
    a_second: f64,
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    /// A full bucket that holds `most` tokens and gets `a_minute` new ones per minute.
    pub fn new(most: u32, a_minute: u32) -> Bucket {
        let most = f64::from(most);
        Bucket { most, a_second: f64::from(a_minute) / 60.0, tokens: most, filled: Instant::now() }
    }

    /// Takes a token. Returns false if there is none.
    pub fn take(&mut self) -> bool {
        self.take_at(Instant::now())
    }

    fn take_at(&mut self, now: Instant) -> bool {
        let since = now.saturating_duration_since(self.filled).as_secs_f64();
        self.tokens = (self.tokens + since * self.a_second).min(self.most);
        self.filled = now;
        let enough = self.tokens >= 1.0;
        if enough {
            self.tokens -= 1.0;
        }
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn fills_up_over_time() {
        let mut bucket = Bucket::new(5, 60);
        let mut now = bucket.filled;
        assert_eq!((0..10).filter(|_| bucket.take_at(now)).count(), 5);
        now += Duration::from_millis(1500);
        assert!(bucket.take_at(now) && !bucket.take_at(now));
        now += Duration::from_secs(1000);
        assert_eq!((0..10).filter(|_| bucket.take_at(now)).count(), 5, "never more than full");
        for _ in 0..100 {
            now += Duration::from_secs(3);
            assert!(bucket.take_at(now), "a ping every 3 s always fits");
        }
    }
}
