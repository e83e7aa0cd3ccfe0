//! Limits that count from all addresses together, at all nodes: wrong PINs, and links to confirm a mail address.

use super::{Limits, attempts::Attempts, too_fast};
use crate::{ids::PlayerId, room::action::Refusal};
use sha2::{Digest, Sha256};
use std::net::{IpAddr, Ipv4Addr};

/// How many wrong PINs may be sent for a player in an hour. A PIN of four digits lasts for weeks.
const PINS: u32 = 10;

/// How many links to confirm a mail address are sent in a day: for one player, and to one address.
const LINKS_OF: u32 = 6;
const LINKS_TO: u32 = 3;

/// The address in messages to the other nodes, which count without one.
const NOWHERE: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// Something that is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Counted {
    /// Attempts to lift the protection of a player.
    Pin,
    /// Links that a player asks for.
    LinksOf,
    /// Links to an address, in small letters.
    LinksTo,
}

impl Counted {
    const ALL: [Counted; 3] = [Counted::Pin, Counted::LinksOf, Counted::LinksTo];

    /// What its keys begin with. Nodes tell each other with the message about attempts to sign in, where the SHA-256 of a login
    /// never begins like this.
    const fn prefix(self) -> &'static str {
        ["pin ", "links of ", "links to "][self as usize]
    }

    /// Hashed, because nobody needs to know the address.
    fn key(self, whom: &str) -> String {
        format!("{}{}", self.prefix(), hex::encode(Sha256::digest(whom)))
    }
}

/// What is counted, by the key of a player or mail address.
pub struct Shared([Attempts<String>; 3]);

impl Shared {
    pub fn on() -> Shared {
        Shared([Attempts::hourly(PINS), Attempts::daily(LINKS_OF), Attempts::daily(LINKS_TO)])
    }

    pub fn off() -> Shared {
        Shared([0; 3].map(Attempts::new))
    }

    /// What counts this key; `None` if it is the SHA-256 of a login.
    pub fn of(&self, key: &str) -> Option<&Attempts<String>> {
        Counted::ALL.into_iter().find(|counted| key.starts_with(counted.prefix())).map(|counted| self.get(counted))
    }

    fn get(&self, counted: Counted) -> &Attempts<String> {
        &self.0[counted as usize]
    }

    pub fn tidy(&self) {
        self.0.iter().for_each(Attempts::tidy);
    }
}

impl Limits {
    fn count(&self, counted: Counted, whom: &str) -> Result<(), Refusal> {
        let key = counted.key(whom);
        self.0.shared.get(counted).begin(key.clone()).map_err(too_fast)?;
        self.tell_others(&key, NOWHERE, false);
        Ok(())
    }

    fn uncount(&self, counted: Counted, whom: &str) {
        let key = counted.key(whom);
        self.0.shared.get(counted).take_back(&key);
        self.tell_others(&key, NOWHERE, true);
    }

    /// Counts an attempt to lift a player's protection, until [`Limits::right_pin`] takes it back.
    pub fn pin(&self, player: &PlayerId) -> Result<(), Refusal> {
        self.count(Counted::Pin, player.as_str())
    }

    /// The PIN was right.
    pub fn right_pin(&self, player: &PlayerId) {
        self.uncount(Counted::Pin, player.as_str());
    }

    /// Counts a link that a player asks for to confirm a mail address, until [`Limits::no_link`] takes it back.
    pub fn link(&self, player: &PlayerId, address: &str) -> Result<(), Refusal> {
        self.count(Counted::LinksOf, player.as_str())?;
        self.count(Counted::LinksTo, &address.to_lowercase())
    }

    /// The link could not be sent.
    pub fn no_link(&self, player: &PlayerId, address: &str) {
        self.uncount(Counted::LinksOf, player.as_str());
        self.uncount(Counted::LinksTo, &address.to_lowercase());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{config::Rates, room::action::RefusalReason};

    #[test]
    fn a_pin_of_four_digits_can_not_be_tried_out() {
        let limits = Limits::new(Rates { sign_ins: 3, ..Rates::OFF });
        let (child, other) = (PlayerId::random(), PlayerId::random());
        for _ in 0..100 {
            limits.pin(&child).unwrap();
            limits.right_pin(&child);
        }
        assert_eq!((0..10_000).filter(|_| limits.pin(&child).is_ok()).count(), 10);
        let wait = limits.pin(&child).unwrap_err();
        assert_eq!(wait.code, RefusalReason::TooFast);
        limits.tidy();
        assert!(limits.pin(&child).is_err() && limits.pin(&other).is_ok());
    }

    #[test]
    fn nobody_is_flooded_with_links() {
        let limits = Limits::new(Rates { sign_ins: 3, ..Rates::OFF });
        let players: Vec<PlayerId> = (0..10).map(|_| PlayerId::random()).collect();
        let case = |n: usize| if n.is_multiple_of(2) { "eve@club.example" } else { "Eve@Club.example" };
        let sent = players.iter().enumerate().filter(|(n, player)| limits.link(player, case(*n)).is_ok()).count();
        assert_eq!(sent, 3, "to one address, in capital or small letters, from different players");
        let eve = PlayerId::random();
        let others = (0..20).filter(|n| limits.link(&eve, &format!("a{n}@club.example")).is_ok()).count();
        assert_eq!(others, 6, "from one player, to different addresses");
        limits.tidy();
        limits.link(&PlayerId::random(), "EVE@club.example").unwrap_err();
        limits.no_link(&players[0], "eve@club.example");
        limits.link(&players[1], "eve@club.example").unwrap();
    }
}
