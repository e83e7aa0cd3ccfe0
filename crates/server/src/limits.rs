//! How much one address or one player may ask for in a minute.

use crate::{
    action::{Refusal, Why},
    config::Rates,
    ids::PlayerId,
};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter, clock::Clock};
use std::{
    collections::HashMap,
    hash::Hash,
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// One kind of limit, for each of its keys.
struct Limit<K: Hash + Eq + Clone>(Option<DefaultKeyedRateLimiter<K>>);

impl<K: Hash + Eq + Clone> Limit<K> {
    /// So many a minute, all at once if need be; 0 for no limit.
    fn new(a_minute: u32) -> Limit<K> {
        Limit(NonZeroU32::new(a_minute).map(|most| RateLimiter::keyed(Quota::per_minute(most))))
    }

    /// How long to wait, if it is too soon.
    fn wait(&self, key: &K) -> Option<Duration> {
        let limiter = self.0.as_ref()?;
        let early = limiter.check_key(key).err()?;
        Some(early.wait_time_from(limiter.clock().now()))
    }

    fn check(&self, key: &K) -> Result<(), Refusal> {
        self.wait(key).map_or(Ok(()), |wait| Err(too_fast(wait)))
    }

    fn tidy(&self) {
        if let Some(limiter) = &self.0 {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// Whole seconds, at least one.
pub fn seconds(wait: Duration) -> u64 {
    wait.as_millis().div_ceil(1000).max(1) as u64
}

/// The refusal of somebody who is too fast.
pub fn too_fast(wait: Duration) -> Refusal {
    Refusal::new(Why::TooFast, format!("That was too fast: wait {} s.", seconds(wait)))
}

/// All limits.
#[derive(Clone)]
pub struct Limits(Arc<Inner>);

struct Inner {
    requests: Limit<IpAddr>,
    actions: Limit<PlayerId>,
    sign_ins: Limit<IpAddr>,
    logins: Limit<String>,
    guests: Limit<IpAddr>,
    heavy: Limit<PlayerId>,
    sockets: Sockets,
}

#[derive(Default)]
struct Sockets {
    most: u32,
    open: Mutex<HashMap<IpAddr, u32>>,
}

/// A socket that is counted until this is dropped.
pub struct OpenSocket {
    limits: Limits,
    address: IpAddr,
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        let mut open = self.limits.0.sockets.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

/// How often what keeps the server busy may be asked for in a minute.
const HEAVY: u32 = 6;

/// An IPv6 household has a whole /64 to itself.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

impl Limits {
    /// With these rates.
    pub fn new(rates: Rates) -> Limits {
        let on = if rates == Rates::OFF { 0 } else { HEAVY };
        Limits(Arc::new(Inner {
            requests: Limit::new(rates.requests),
            actions: Limit::new(rates.actions),
            sign_ins: Limit::new(rates.sign_ins),
            logins: Limit::new(rates.sign_ins),
            guests: Limit::new(rates.guests),
            heavy: Limit::new(on),
            sockets: Sockets { most: rates.sockets, open: Mutex::default() },
        }))
    }

    /// A request from this address: how long to wait, if it is too soon.
    pub fn request(&self, address: IpAddr) -> Option<Duration> {
        self.0.requests.wait(&household(address))
    }

    /// An action of this player.
    pub fn action(&self, player: &PlayerId) -> Result<(), Refusal> {
        self.0.actions.check(player)
    }

    /// A password tried. Those for one login count from wherever they come.
    pub fn sign_in(&self, address: IpAddr, login: &str) -> Result<(), Refusal> {
        self.0.sign_ins.check(&household(address))?;
        self.0.logins.check(&login.to_owned())
    }

    /// A new guest.
    pub fn guest(&self, address: IpAddr) -> Result<(), Refusal> {
        self.0.guests.check(&household(address))
    }

    /// Something that keeps the server busy: an export, an analysis.
    pub fn heavy(&self, player: &PlayerId) -> Result<(), Refusal> {
        self.0.heavy.check(player)
    }

    /// A socket, counted as long as the guard lives.
    pub fn socket(&self, address: IpAddr) -> Result<OpenSocket, Refusal> {
        let address = household(address);
        let Sockets { most, open } = &self.0.sockets;
        let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if *most > 0 && *count >= *most {
            return Err(Refusal::new(Why::TooFast, "There are too many connections from your address."));
        }
        *count += 1;
        Ok(OpenSocket { limits: self.clone(), address })
    }

    /// Forgets those who have not asked for a while. To be called now and then.
    pub fn tidy(&self) {
        let Inner { requests, actions, sign_ins, logins, guests, heavy, sockets: _ } = &*self.0;
        requests.tidy();
        actions.tidy();
        sign_ins.tidy();
        logins.tidy();
        guests.tidy();
        heavy.tidy();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn who_is_too_fast_is_told_how_long_to_wait() {
        let limits = Limits::new(Rates { requests: 2, guests: 1, ..Rates::OFF });
        assert_eq!(limits.request(HERE), None);
        assert_eq!(limits.request(HERE), None);
        let wait = limits.request(HERE).unwrap();
        assert!(wait <= Duration::from_secs(30) && seconds(wait) >= 29, "{wait:?}");
        assert_eq!(limits.request("::1".parse().unwrap()), None, "somebody else");
        limits.guest(HERE).unwrap();
        assert_eq!(limits.guest("::ffff:127.0.0.1".parse().unwrap()).unwrap_err().code, Why::TooFast);
        limits.tidy();
        assert!(limits.request(HERE).is_some(), "not forgotten so soon");
    }

    #[test]
    fn a_household_shares_its_limit_and_0_is_none() {
        let limits = Limits::new(Rates { sign_ins: 1, ..Rates::OFF });
        limits.sign_in("2001:db8::1".parse().unwrap(), "ann").unwrap();
        limits.sign_in("2001:db8::2".parse().unwrap(), "ben").unwrap_err();
        limits.sign_in(HERE, "ann").unwrap_err();
        for _ in 0..1000 {
            limits.action(&PlayerId::random()).unwrap();
            assert_eq!(limits.request(HERE), None);
        }
    }

    #[test]
    fn sockets_are_counted_until_they_close() {
        let limits = Limits::new(Rates { sockets: 2, ..Rates::OFF });
        let first = limits.socket(HERE).unwrap();
        let _second = limits.socket(HERE).unwrap();
        assert!(limits.socket(HERE).is_err());
        drop(first);
        let _third = limits.socket(HERE).unwrap();
        assert!(limits.socket(HERE).is_err());
    }
}
