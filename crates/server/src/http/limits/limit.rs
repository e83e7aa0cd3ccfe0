//! Rate limits: per key, and per address and the networks around it.

use super::network::{LEVELS, factor, networks};
use super::too_fast;
use crate::room::action::Refusal;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter, clock::Clock};
use std::{array, hash::Hash, net::IpAddr, num::NonZeroU32, time::Duration};

/// A rate limit for each key.
pub struct Limit<K: Hash + Eq + Clone> {
    most: u32,
    limiter: Option<DefaultKeyedRateLimiter<K>>,
}

impl<K: Hash + Eq + Clone> Limit<K> {
    /// At most `a_minute` per minute, all at once if need be; 0 for no limit.
    pub fn new(a_minute: u32) -> Limit<K> {
        Limit::of(a_minute, Quota::per_minute)
    }

    fn of(most: u32, quota: fn(NonZeroU32) -> Quota) -> Limit<K> {
        let limiter = NonZeroU32::new(most).map(|most| RateLimiter::keyed(quota(most)));
        Limit { most, limiter }
    }

    /// How long to wait before something that counts as `cost` is allowed; `None` if it is allowed now.
    pub fn wait(&self, key: &K, cost: u32) -> Option<Duration> {
        let limiter = self.limiter.as_ref()?;
        // What costs more than the whole allowance takes all of it.
        let cost = NonZeroU32::new(cost.min(self.most))?;
        let early = limiter.check_key_n(key, cost).ok()?.err()?;
        Some(early.wait_time_from(limiter.clock().now()))
    }

    pub fn check(&self, key: &K) -> Result<(), Refusal> {
        self.wait(key, 1).map_or(Ok(()), |wait| Err(too_fast(wait)))
    }

    pub fn tidy(&self) {
        if let Some(limiter) = &self.limiter {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// A limit for each address and, with larger allowances, for the networks around it.
pub struct PerNetwork<T: Hash + Eq + Clone>([Limit<(T, IpAddr)>; LEVELS]);

impl<T: Hash + Eq + Clone> PerNetwork<T> {
    pub fn new(a_minute: u32) -> PerNetwork<T> {
        PerNetwork(array::from_fn(|level| Limit::new(a_minute.saturating_mul(factor(level)))))
    }

    /// At most `an_hour` per hour, all at once if need be; 0 for no limit.
    pub fn hourly(an_hour: u32) -> PerNetwork<T> {
        PerNetwork(array::from_fn(|level| Limit::of(an_hour.saturating_mul(factor(level)), Quota::per_hour)))
    }

    pub fn wait(&self, what: &T, address: IpAddr, cost: u32) -> Option<Duration> {
        networks(address).find_map(|(level, network)| self.0[level].wait(&(what.clone(), network), cost))
    }

    pub fn check(&self, what: &T, address: IpAddr) -> Result<(), Refusal> {
        self.wait(what, address, 1).map_or(Ok(()), |wait| Err(too_fast(wait)))
    }

    pub fn tidy(&self) {
        self.0.iter().for_each(Limit::tidy);
    }
}
