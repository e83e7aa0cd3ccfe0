//! The addresses from which players opened or entered their regattas. They are kept in memory only.

use crate::{
    http::limits::{networks, smallest},
    ids::PlayerId,
};
use std::{
    collections::{HashMap, HashSet},
    net::IpAddr,
};

/// The most addresses of one player. Most people have two: one of IPv4, one of IPv6.
const MOST: usize = 16;

/// From where each player came.
#[derive(Default)]
pub(super) struct Origins {
    /// The last address is the last one. All of them count, so that nobody makes room by coming from elsewhere.
    addresses: HashMap<PlayerId, Vec<IpAddr>>,
    /// The players of each network, by its level.
    players: HashMap<(usize, IpAddr), HashSet<PlayerId>>,
}

impl Origins {
    /// Remembers where a player came from. Returns whether that is new.
    pub fn put(&mut self, player: &PlayerId, address: IpAddr) -> bool {
        if self.addresses.get(player).is_some_and(|known| known.last() == Some(&address)) {
            return false;
        }
        let mut known = self.remove(player);
        let before = known.len();
        known.retain(|other| *other != address);
        let is_new = known.len() == before;
        known.push(address);
        known.drain(..known.len().saturating_sub(MOST));
        for network in known.iter().flat_map(|address| networks(*address)) {
            self.players.entry(network).or_default().insert(player.clone());
        }
        self.addresses.insert(player.clone(), known);
        is_new
    }

    fn remove(&mut self, player: &PlayerId) -> Vec<IpAddr> {
        let known = self.addresses.remove(player).unwrap_or_default();
        for network in known.iter().flat_map(|address| networks(*address)) {
            if let Some(players) = self.players.get_mut(&network) {
                players.remove(player);
                if players.is_empty() {
                    self.players.remove(&network);
                }
            }
        }
        known
    }

    /// The smallest network a player came from last.
    pub fn network_of(&self, player: &PlayerId) -> Option<IpAddr> {
        self.addresses.get(player)?.last().copied().map(smallest)
    }

    /// The players of each network around an address, with the network's level.
    pub fn around(&self, address: IpAddr) -> impl Iterator<Item = (usize, impl Iterator<Item = &PlayerId>)> {
        networks(address).map(|network| (network.0, self.players.get(&network).into_iter().flatten()))
    }

    /// Forgets players about whom `keep` says so.
    pub fn retain(&mut self, keep: impl Fn(&PlayerId) -> bool) {
        let gone: Vec<PlayerId> = self.addresses.keys().filter(|player| !keep(player)).cloned().collect();
        gone.iter().for_each(|player| drop(self.remove(player)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_counts_wherever_they_came_from() {
        let (mut origins, ann) = (Origins::default(), PlayerId::random());
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let count = |origins: &Origins, text| origins.around(address(text)).map(|(_, all)| all.count()).max().unwrap();
        assert!(origins.put(&ann, address("2001:db8:1::1")));
        assert!(!origins.put(&ann, address("2001:db8:1::1")));
        assert_eq!((count(&origins, "2001:db8:1:0:7::2"), count(&origins, "2001:db8:2::1")), (1, 0));
        assert_eq!(origins.network_of(&ann), Some(address("2001:db8:1::")));
        assert!(origins.put(&ann, address("::ffff:10.0.0.1")));
        assert_eq!((count(&origins, "10.0.0.1"), count(&origins, "2001:db8:1::1")), (1, 1));
        assert_eq!(origins.network_of(&ann), Some(address("10.0.0.1")), "the last one");
        assert!(!origins.put(&ann, address("2001:db8:1::1")), "known already");
        assert_eq!(origins.network_of(&ann), Some(address("2001:db8:1::")));
        for last in 0..=255 {
            origins.put(&ann, IpAddr::from([10, 1, 0, last]));
        }
        assert_eq!((count(&origins, "10.0.0.1"), count(&origins, "10.1.0.255")), (0, 1));
        assert_eq!(origins.players.len(), MOST, "not for ever");
        origins.retain(|_| false);
        assert_eq!((origins.network_of(&ann), origins.players.len()), (None, 0));
    }
}
