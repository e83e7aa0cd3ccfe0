//! Limits how many seconds per minute slow jobs may take for all guests of one address together.

use super::Payer;
use std::{
    collections::HashMap,
    net::IpAddr,
    time::{Duration, Instant},
};

/// Above this many addresses, those that have used nothing for a while are forgotten.
const KEPT: usize = 256;

/// The time that guests have used.
pub(super) struct Allowance {
    /// Seconds per minute; 0 for no limit.
    most: f64,
    /// Seconds that still count, and when that number was computed. It falls with time.
    used: HashMap<IpAddr, (f64, Instant)>,
}

impl Allowance {
    /// This many seconds per minute, all at once if need be; 0 for no limit.
    pub fn new(seconds: u32) -> Allowance {
        Allowance { most: f64::from(seconds), used: HashMap::new() }
    }

    /// The seconds that still count of those once used.
    fn still_used(&self, (used, then): (f64, Instant), now: Instant) -> f64 {
        (used - now.saturating_duration_since(then).as_secs_f64() * self.most / 60.0).max(0.0)
    }

    /// How long this payer must wait before the next job; `None` if it may run now.
    pub fn wait(&self, payer: &Payer, now: Instant) -> Option<Duration> {
        let Payer::Guests(network) = payer else { return None };
        let over = self.still_used(*self.used.get(network)?, now) - self.most;
        // Not less than a moment, so that nobody waits in vain because of a rounding.
        (over > 0.0).then(|| Duration::from_secs_f64((over * 60.0 / self.most).max(0.001)))
    }

    /// A job of this payer took so long.
    pub fn spend(&mut self, payer: &Payer, time: Duration, now: Instant) {
        let Payer::Guests(network) = payer else { return };
        if self.most == 0.0 {
            return;
        }
        let before = self.used.get(network).map_or(0.0, |used| self.still_used(*used, now));
        self.used.insert(*network, (before + time.as_secs_f64(), now));
        if self.used.len() > KEPT {
            let mut used = std::mem::take(&mut self.used);
            used.retain(|_, used| self.still_used(*used, now) > 0.0);
            self.used = used;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::PlayerId;

    fn guests(number: u8) -> Payer {
        Payer::Guests([10, 0, 0, number].into())
    }

    #[test]
    fn guests_of_one_address_share_their_seconds() {
        let (mut allowance, start) = (Allowance::new(30), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        allowance.spend(&guests(1), Duration::from_secs(30), at(0));
        assert_eq!(allowance.wait(&guests(1), at(0)), None);
        allowance.spend(&guests(1), Duration::from_secs(5), at(0));
        assert_eq!(allowance.wait(&guests(1), at(0)), Some(Duration::from_secs(10)), "half a second for each second");
        assert_eq!(allowance.wait(&guests(1), at(4)), Some(Duration::from_secs(6)));
        assert_eq!(allowance.wait(&guests(1), at(10)), None);
        assert_eq!(allowance.wait(&guests(2), at(0)), None);
    }

    /// In every stretch of minutes nobody gets more than the burst, what is refilled, and one job that had begun.
    #[test]
    fn nobody_gets_more_than_allowed() {
        for (most, job) in [(1, 3.0), (20, 0.7), (40, 2.5), (60, 0.1)] {
            let (mut allowance, start) = (Allowance::new(most), Instant::now());
            let (mut now, mut used) = (start, 0.0);
            while now < start + Duration::from_secs(600) {
                match allowance.wait(&guests(1), now) {
                    Some(wait) => now += wait,
                    None => {
                        now += Duration::from_secs_f64(job);
                        used += job;
                        allowance.spend(&guests(1), Duration::from_secs_f64(job), now);
                    }
                }
            }
            let most = f64::from(most);
            assert!(used <= most * 11.0 + 2.0 * job + 0.1, "{most} {job}: {used}");
            assert!(used >= (most * 10.0).min(590.0), "{most} {job}: {used}");
        }
    }

    #[test]
    fn guests_of_unknown_addresses_share_their_seconds() {
        let (mut allowance, now) = (Allowance::new(30), Instant::now());
        allowance.spend(&Payer::guest(None), Duration::from_secs(40), now);
        assert!(allowance.wait(&Payer::guest(None), now).is_some());
        assert_eq!(allowance.wait(&Payer::guest(Some([10, 0, 0, 1].into())), now), None);
    }

    #[test]
    fn only_guests_are_limited_and_0_means_no_limit() {
        let (mut allowance, now) = (Allowance::new(1), Instant::now());
        for payer in [Payer::Strangers, Payer::Player(PlayerId::random())] {
            allowance.spend(&payer, Duration::from_secs(99), now);
            assert_eq!(allowance.wait(&payer, now), None);
        }
        let mut none = Allowance::new(0);
        none.spend(&guests(1), Duration::from_secs(99), now);
        assert_eq!(none.wait(&guests(1), now), None);
        for number in 0..=255 {
            allowance.spend(&guests(number), Duration::from_secs(1), now);
        }
        let later = now + Duration::from_secs(120);
        allowance.spend(&Payer::Guests([10, 0, 1, 1].into()), Duration::from_secs(1), later);
        assert_eq!(allowance.used.len(), 1, "the others have paid");
    }
}
