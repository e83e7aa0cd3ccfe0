//! Rate limits per address and per player.

mod attempts;
mod bucket;
mod carrying;
mod limit;
mod network;
mod shared;

pub use bucket::Bucket;
pub use network::{Counts, factor, networks, smallest, widest};

use crate::{
    cluster::{Cluster, SignInAttempt},
    config::Rates,
    ids::{PlayerId, RegattaId},
    room::action::{Refusal, RefusalReason},
    store::now,
};
use attempts::Attempts;
use carrying::Carrying;
use limit::{Limit, PerNetwork};
use network::LEVELS;
use sha2::{Digest, Sha256};
use shared::Shared;
use std::{
    array,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// Whole seconds, rounded up, at least one.
pub fn seconds(wait: Duration) -> u64 {
    wait.as_millis().div_ceil(1000).max(1) as u64
}

/// The refusal of a client that is too fast.
pub fn too_fast(wait: Duration) -> Refusal {
    Refusal::new(RefusalReason::TooFast, format!("Too many requests. Please wait {} s.", seconds(wait)))
}

/// All rate limits.
#[derive(Clone)]
pub struct Limits(Arc<Inner>);

struct Inner {
    rates: Rates,
    /// The other servers; `None` for a server alone.
    cluster: Option<Cluster>,
    requests: PerNetwork<()>,
    actions: Limit<PlayerId>,
    sign_ins: Attempts<(String, IpAddr)>,
    any_sign_ins: [Attempts<IpAddr>; LEVELS],
    shared: Shared,
    guests: PerNetwork<()>,
    registrations: PerNetwork<()>,
    events: PerNetwork<()>,
    chats: PerNetwork<RegattaId>,
    openings: PerNetwork<()>,
    /// By the player who is challenged.
    challenges: PerNetwork<PlayerId>,
    reports: PerNetwork<()>,
    heavy: Limit<PlayerId>,
    sockets: Mutex<Counts>,
    carrying: Carrying,
}

/// A WebSocket, counted until this is dropped.
pub struct OpenSocket {
    limits: Limits,
    address: IpAddr,
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.limits.0.sockets.lock().unwrap_or_else(PoisonError::into_inner).remove(self.address);
    }
}

/// An attempt to sign in. It counts as a failure unless [`SignIn::succeeded`] is called.
#[must_use]
pub struct SignIn {
    limits: Limits,
    /// SHA-256 of the login.
    login: String,
    address: IpAddr,
}

impl SignIn {
    /// The password was correct.
    pub fn succeeded(self) {
        self.limits.tell_others(&self.login, self.address, true);
        self.limits.take_back(self.login, self.address);
    }
}

/// How many expensive operations per player and minute.
const HEAVY: u32 = 6;

/// How many times more wrong passwords an address may send for all logins together than for one login.
const ALL_LOGINS: u32 = 20;

/// How many regattas may be opened per address and minute.
const OPENINGS: u32 = 30;

/// How often one player may be challenged from one address in an hour, because each challenge sends a message.
const CHALLENGES: u32 = 10;

/// How many events may be opened from one address in an hour, however many accounts somebody makes.
const EVENTS: u32 = 30;

/// How many reports may come from one address in an hour, because each may hold a long log.
const REPORTS: u32 = 60;

/// Messages on a socket of someone who is not signed in: at once, and per minute. A client may ping every 3 s.
const ANONYMOUS: (u32, u32) = (60, 120);

impl Limits {
    /// Limits for a server alone.
    pub fn new(rates: Rates) -> Limits {
        Limits::in_cluster(rates, None)
    }

    /// Limits that count wrong passwords in the whole cluster.
    pub fn in_cluster(rates: Rates, cluster: Option<Cluster>) -> Limits {
        let on = |most| if rates == Rates::OFF { 0 } else { most };
        let openings = if rates.rooms == 0 { 0 } else { OPENINGS };
        let any_sign_ins = |level| rates.sign_ins.saturating_mul(ALL_LOGINS).saturating_mul(factor(level));
        Limits(Arc::new(Inner {
            rates,
            cluster,
            requests: PerNetwork::new(rates.requests),
            actions: Limit::new(rates.actions),
            sign_ins: Attempts::new(rates.sign_ins),
            any_sign_ins: array::from_fn(|level| Attempts::new(any_sign_ins(level))),
            shared: if rates == Rates::OFF { Shared::off() } else { Shared::on() },
            guests: PerNetwork::new(rates.guests),
            registrations: PerNetwork::hourly(rates.guests),
            events: PerNetwork::hourly(on(EVENTS)),
            chats: PerNetwork::new(rates.chats),
            openings: PerNetwork::new(openings),
            challenges: PerNetwork::hourly(on(CHALLENGES)),
            reports: PerNetwork::hourly(on(REPORTS)),
            heavy: Limit::new(on(HEAVY)),
            sockets: Mutex::default(),
            carrying: Carrying::new(on(carrying::MOST)),
        }))
    }

    /// Counts a request as `cost`. Returns how long to wait if there are too many.
    pub fn request(&self, address: IpAddr, cost: u32) -> Option<Duration> {
        self.0.requests.wait(&(), address, cost)
    }

    /// Counts a request that turned out to be expensive as `cost` more.
    pub fn spend(&self, address: IpAddr, cost: u32) -> Result<(), Refusal> {
        self.request(address, cost).map_or(Ok(()), |wait| Err(too_fast(wait)))
    }

    /// Counts an action of this player.
    pub fn action(&self, player: &PlayerId) -> Result<(), Refusal> {
        self.0.actions.check(player)
    }

    /// Counts a chat message from this address in a room.
    pub fn chat(&self, regatta: &RegattaId, address: IpAddr) -> Result<(), Refusal> {
        self.0.chats.check(regatta, address)
    }

    /// Counts a regatta opened from this address.
    pub fn opening(&self, address: IpAddr) -> Result<(), Refusal> {
        self.0.openings.check(&(), address)
    }

    /// Counts a challenge of this player from this address.
    pub fn challenge(&self, player: &PlayerId, address: IpAddr) -> Result<(), Refusal> {
        self.0.challenges.check(player, address)
    }

    /// Counts a report from this address.
    pub fn report(&self, address: IpAddr) -> Result<(), Refusal> {
        self.0.reports.check(&(), address)
    }

    /// Counts an attempt to sign in. Failures are limited per login and address; the limit per address for all logins is much
    /// higher. So nobody can lock another person out from elsewhere.
    pub fn sign_in(&self, address: IpAddr, login: &str) -> Result<SignIn, Refusal> {
        let login = hex::encode(Sha256::digest(login));
        self.begin(login.clone(), address)?;
        self.tell_others(&login, address, false);
        Ok(SignIn { limits: self.clone(), login, address })
    }

    fn begin(&self, login: String, address: IpAddr) -> Result<(), Refusal> {
        let Inner { sign_ins, any_sign_ins, .. } = &*self.0;
        sign_ins.begin((login, smallest(address))).map_err(too_fast)?;
        networks(address).try_for_each(|(level, network)| any_sign_ins[level].begin(network).map_err(too_fast))
    }

    fn take_back(&self, login: String, address: IpAddr) {
        let Inner { sign_ins, any_sign_ins, .. } = &*self.0;
        for (level, network) in networks(address) {
            any_sign_ins[level].take_back(&network);
        }
        sign_ins.take_back(&(login, smallest(address)));
    }

    /// Counts an attempt to sign in at the other nodes, too.
    fn tell_others(&self, login: &str, address: IpAddr, succeeded: bool) {
        if let Some(cluster) = &self.0.cluster
            && let Some(node) = cluster.me()
        {
            cluster.tell_all(SignInAttempt { node, login: login.to_owned(), address, succeeded });
        }
    }

    /// Counts the attempts to sign in at other nodes, until the program ends.
    pub async fn follow_sign_ins(self) {
        let Some(cluster) = &self.0.cluster else { return };
        let mut attempts = cluster.told::<SignInAttempt>().await;
        while let Some(SignInAttempt { login, address, succeeded, .. }) = attempts.next().await {
            match (self.0.shared.of(&login), succeeded) {
                (Some(attempts), true) => attempts.take_back(&login),
                (Some(attempts), false) => drop(attempts.begin(login)),
                (None, true) => self.take_back(login, address),
                (None, false) => drop(self.begin(login, address)),
            }
        }
    }

    /// Counts a new guest.
    pub fn guest(&self, address: IpAddr) -> Result<(), Refusal> {
        self.0.guests.check(&(), address)
    }

    /// Counts a guest of this address who registers: as many in an hour as guests may come in a minute. So nobody makes
    /// accounts to have the allowance of each.
    pub fn registration(&self, address: IpAddr) -> Result<(), Refusal> {
        self.0.registrations.check(&(), address)
    }

    /// Counts an event that is opened from this address.
    pub fn event(&self, address: IpAddr) -> Result<(), Refusal> {
        self.0.events.check(&(), address)
    }

    /// Counts an expensive operation: an export or an analysis.
    pub fn heavy(&self, player: &PlayerId) -> Result<(), Refusal> {
        self.0.heavy.check(player)
    }

    /// Counts a WebSocket as long as the returned value lives.
    pub fn socket(&self, address: IpAddr) -> Result<OpenSocket, Refusal> {
        let mut sockets = self.0.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if !sockets.add(address, self.0.rates.sockets) {
            return Err(Refusal::new(
                RefusalReason::TooFast,
                "There are too many connections from your address. Close some of them first.",
            ));
        }
        Ok(OpenSocket { limits: self.clone(), address })
    }

    /// How many messages may come over a socket; `None` for no limit. Actions are also limited per player.
    pub fn messages(&self, player: Option<&PlayerId>) -> Option<Bucket> {
        let (Rates { requests, actions, .. }, (most, a_minute)) = (self.0.rates, ANONYMOUS);
        match player {
            None => (requests > 0).then(|| Bucket::new(most, a_minute)),
            // A little more than the limit on actions, so that actions are refused one by one before the socket is closed.
            Some(_) => (actions > 0).then(|| Bucket::new(most + 2 * actions, a_minute + 2 * actions)),
        }
    }

    /// Drops the state of keys that have not been used for a while. Must be called regularly.
    pub fn tidy(&self) {
        let Inner { rates: _, cluster: _, requests, actions, sign_ins, any_sign_ins, .. } = &*self.0;
        let Inner {
            shared,
            guests,
            registrations,
            events,
            chats,
            openings,
            challenges,
            reports,
            heavy,
            carrying,
            sockets: _,
            ..
        } = &*self.0;
        requests.tidy();
        actions.tidy();
        sign_ins.tidy();
        any_sign_ins.iter().for_each(Attempts::tidy);
        shared.tidy();
        guests.tidy();
        registrations.tidy();
        events.tidy();
        chats.tidy();
        openings.tidy();
        challenges.tidy();
        reports.tidy();
        heavy.tidy();
        carrying.tidy(now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn a_client_that_is_too_fast_learns_how_long_to_wait() {
        let limits = Limits::new(Rates { requests: 2, guests: 1, ..Rates::OFF });
        assert_eq!(limits.request(HERE, 1), None);
        assert_eq!(limits.request(HERE, 1), None);
        let wait = limits.request(HERE, 1).unwrap();
        assert!(wait <= Duration::from_secs(30) && seconds(wait) >= 29, "{wait:?}");
        assert_eq!(limits.request("::1".parse().unwrap(), 1), None, "another address");
        limits.guest(HERE).unwrap();
        assert_eq!(limits.guest("::ffff:127.0.0.1".parse().unwrap()).unwrap_err().code, RefusalReason::TooFast);
        limits.tidy();
        assert!(limits.request(HERE, 1).is_some(), "tidying keeps recent requests");
    }

    #[test]
    fn expensive_requests_count_more() {
        let limits = Limits::new(Rates { requests: 100, ..Rates::OFF });
        assert_eq!((0..100).filter(|_| limits.request(HERE, 20).is_none()).count(), 5);
        let there = [10, 0, 0, 1].into();
        assert_eq!(limits.request(there, 1000), None, "it takes the whole allowance");
        assert!(limits.request(there, 1).is_some());
    }

    #[test]
    fn a_network_shares_its_limit_and_0_means_no_limit() {
        let limits = Limits::new(Rates { guests: 1, ..Rates::OFF });
        limits.guest("2001:db8::1".parse().unwrap()).unwrap();
        limits.guest("2001:db8::2".parse().unwrap()).unwrap_err();
        // A /56 may do four times as much, a /48 sixteen times.
        let home = |network: u16| IpAddr::from([0x2001, 0xdb8, 0, network, 0, 0, 0, 1]);
        assert_eq!((1..256).filter(|network| limits.guest(home(*network)).is_ok()).count(), 3);
        assert_eq!((256..=u16::MAX).filter(|network| limits.guest(home(*network)).is_ok()).count(), 12);
        for _ in 0..1000 {
            limits.action(&PlayerId::random()).unwrap();
            assert_eq!(limits.request(HERE, 50), None);
        }
    }

    #[test]
    fn wrong_passwords_lock_nobody_else_out() {
        let limits = Limits::new(Rates { sign_ins: 3, ..Rates::OFF });
        let attacker: IpAddr = [10, 0, 0, 1].into();
        assert_eq!((0..10).filter(|_| limits.sign_in(attacker, "ann").is_ok()).count(), 3);
        for _ in 0..100 {
            limits.sign_in(HERE, "ann").unwrap().succeeded();
        }
        assert_eq!((0..100).filter(|n| limits.sign_in(attacker, &format!("ann{n}")).is_ok()).count(), 57, "60 in all");
        limits.sign_in(HERE, "ann").unwrap().succeeded();
    }

    #[test]
    fn chat_is_counted_by_room_and_address() {
        let limits = Limits::new(Rates { chats: 2, ..Rates::OFF });
        let (here, there) = (RegattaId::random(), RegattaId::random());
        assert_eq!((0..5).filter(|_| limits.chat(&here, HERE).is_ok()).count(), 2);
        limits.chat(&there, HERE).unwrap();
        limits.chat(&here, [10, 0, 0, 1].into()).unwrap();
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
