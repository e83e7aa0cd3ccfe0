//! How many games of one address may be on their way to another device: all addresses share the places.

use super::{Counts, Limits};
use crate::room::action::{Refusal, RefusalReason};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The most games of one address.
pub(super) const MOST: u32 = 20;

/// Counts the games of each address until they are fetched or expire. Each node counts what was sent to it.
pub(super) struct Carrying {
    /// 0 for no limit.
    most: u32,
    games: Mutex<Games>,
}

#[derive(Default)]
struct Games {
    counts: Counts,
    /// By code: where a game came from, and when it expires.
    by_code: HashMap<String, (IpAddr, i64)>,
}

impl Carrying {
    pub fn new(most: u32) -> Carrying {
        Carrying { most, games: Mutex::default() }
    }

    fn games(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, address: IpAddr, code: &str, expires: i64) -> bool {
        let mut games = self.games();
        let fits = games.counts.add(address, self.most);
        if fits {
            games.by_code.insert(code.to_owned(), (address, expires));
        }
        fits
    }

    fn end(&self, code: &str) {
        let mut games = self.games();
        if let Some((address, _)) = games.by_code.remove(code) {
            games.counts.remove(address);
        }
    }

    /// Forgets games that have expired.
    pub fn tidy(&self, now: i64) {
        let games = &mut *self.games();
        for (_, (address, _)) in games.by_code.extract_if(|_, (_, expires)| *expires <= now) {
            games.counts.remove(address);
        }
    }
}

impl Limits {
    /// Counts a game that is sent from this address to another device.
    pub fn begin_carrying(&self, address: IpAddr, code: &str, expires: i64) -> Result<(), Refusal> {
        let message = "Too many games from your address are on their way. Fetch one of them, or try again tomorrow.";
        match self.0.carrying.begin(address, code, expires) {
            true => Ok(()),
            false => Err(Refusal::new(RefusalReason::TooMany, message)),
        }
    }

    /// A game has arrived, or was not sent after all.
    pub fn end_carrying(&self, code: &str) {
        self.0.carrying.end(code);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_share_of_the_places_until_its_games_arrive_or_expire() {
        let [here, there] = [1, 2].map(|number| IpAddr::from([10, 0, 0, number]));
        let carrying = Carrying::new(2);
        assert!(carrying.begin(here, "a", 100) && carrying.begin(here, "b", 200));
        assert!(!carrying.begin(here, "c", 300) && carrying.begin(there, "d", 300));
        carrying.end("c");
        assert!(!carrying.begin(here, "c", 300));
        carrying.end("b");
        carrying.end("b");
        assert!(carrying.begin(here, "e", 300) && !carrying.begin(here, "f", 300));
        carrying.tidy(100);
        assert!(carrying.begin(here, "f", 300) && !carrying.begin(here, "g", 300));
    }
}
