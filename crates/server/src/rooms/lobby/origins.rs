//! The addresses from which players opened or entered their regattas. They are kept in memory only.

use crate::{
    http::limits::{networks, smallest},
    ids::PlayerId,
};
use std::{
    collections::{HashMap, HashSet},
    net::IpAddr,
};

/// From where each player came last.
#[derive(Default)]
pub(super) struct Origins {
    addresses: HashMap<PlayerId, IpAddr>,
    /// The players of each network, by its level.
    players: HashMap<(usize, IpAddr), HashSet<PlayerId>>,
}

impl Origins {
    /// Remembers where a player came from. Returns whether that is new.
    pub fn put(&mut self, player: &PlayerId, address: IpAddr) -> bool {
        if self.addresses.get(player) == Some(&address) {
            return false;
        }
        self.remove(player);
        self.addresses.insert(player.clone(), address);
        for network in networks(address) {
            self.players.entry(network).or_default().insert(player.clone());
        }
        true
    }

    fn remove(&mut self, player: &PlayerId) {
        let Some(address) = self.addresses.remove(player) else { return };
        for network in networks(address) {
            if let Some(players) = self.players.get_mut(&network) {
                players.remove(player);
                if players.is_empty() {
                    self.players.remove(&network);
                }
            }
        }
    }

    /// The smallest network a player came from.
    pub fn network_of(&self, player: &PlayerId) -> Option<IpAddr> {
        self.addresses.get(player).copied().map(smallest)
    }

    /// The players of each network around an address, with the network's level.
    pub fn around(&self, address: IpAddr) -> impl Iterator<Item = (usize, impl Iterator<Item = &PlayerId>)> {
        networks(address).map(|network| (network.0, self.players.get(&network).into_iter().flatten()))
    }

    /// Forgets players about whom `keep` says so.
    pub fn retain(&mut self, keep: impl Fn(&PlayerId) -> bool) {
        let gone: Vec<PlayerId> = self.addresses.keys().filter(|player| !keep(player)).cloned().collect();
        gone.iter().for_each(|player| self.remove(player));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_where_they_came_from_last() {
        let (mut origins, ann) = (Origins::default(), PlayerId::random());
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let count = |origins: &Origins, text| origins.around(address(text)).map(|(_, all)| all.count()).max().unwrap();
        assert!(origins.put(&ann, address("2001:db8:1::1")));
        assert!(!origins.put(&ann, address("2001:db8:1::1")));
        assert_eq!((count(&origins, "2001:db8:1:0:7::2"), count(&origins, "2001:db8:2::1")), (1, 0));
        assert_eq!(origins.network_of(&ann), Some(address("2001:db8:1::")));
        assert!(origins.put(&ann, address("::ffff:10.0.0.1")));
        assert_eq!((count(&origins, "10.0.0.1"), count(&origins, "2001:db8:1::1")), (1, 0));
        origins.retain(|_| false);
        assert_eq!((origins.network_of(&ann), origins.players.len()), (None, 0));
    }
}
