//! Networks: which addresses share an allowance.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
};

/// How many sizes of network are considered.
pub const LEVELS: usize = 3;

/// Prefix lengths of IPv6 networks, and how many times the allowance of one address each has. A household has a /64, often
/// a /56; a customer of a hosting company may have a /48.
const SIZES: [(u32, u32); LEVELS] = [(64, 1), (56, 4), (48, 16)];

/// How many times the allowance of one address a network of this level has.
pub fn factor(level: usize) -> u32 {
    SIZES[level].1
}

/// The networks of an address with their levels, smallest first. An IPv4 address is its own network.
pub fn networks(address: IpAddr) -> impl Iterator<Item = (usize, IpAddr)> {
    let address = address.to_canonical();
    let levels = if address.is_ipv6() { LEVELS } else { 1 };
    (0..levels).map(move |level| match address {
        IpAddr::V6(address) => {
            let mask = u128::MAX << (128 - SIZES[level].0);
            (level, IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & mask)))
        }
        address => (level, address),
    })
}

/// The smallest network of an address.
pub fn smallest(address: IpAddr) -> IpAddr {
    networks(address).next().map_or(address, |(_, network)| network)
}

/// The widest network of an address.
pub fn widest(address: IpAddr) -> IpAddr {
    networks(address).last().map_or(address, |(_, network)| network)
}

/// Counts things that exist at the same time, per network.
#[derive(Debug, Default)]
pub struct Counts([HashMap<IpAddr, u32>; LEVELS]);

impl Counts {
    /// Adds one, unless the address or one of its networks has reached its limit. `most` is the limit of one address; 0 for no
    /// limit.
    pub fn add(&mut self, address: IpAddr, most: u32) -> bool {
        let full = |(level, network): (usize, IpAddr)| {
            self.0[level].get(&network).is_some_and(|count| *count >= most.saturating_mul(factor(level)))
        };
        if most > 0 && networks(address).any(full) {
            return false;
        }
        for (level, network) in networks(address) {
            *self.0[level].entry(network).or_default() += 1;
        }
        true
    }

    /// Removes one.
    pub fn remove(&mut self, address: IpAddr) {
        for (level, network) in networks(address) {
            if let Some(count) = self.0[level].get_mut(&network) {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    self.0[level].remove(&network);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn larger_networks_have_larger_allowances() {
        let mut counts = Counts::default();
        let mut opened = 0;
        // Every address is in a different /64.
        for network in 0..10_000_u32 {
            let home = address(&format!("2001:db8:1:{network:x}::1"));
            opened += u32::from(counts.add(home, 2));
        }
        assert_eq!(opened, 32, "16 times the allowance of one /64");
        assert!(!counts.add(address("2001:db8:1::1"), 2));
        assert!(counts.add(address("2001:db8:2::1"), 2), "another customer");
        counts.remove(address("2001:db8:1::1"));
        assert!(counts.add(address("2001:db8:1::1"), 2));
    }

    #[test]
    fn every_ipv4_address_has_its_own_allowance() {
        let mut counts = Counts::default();
        assert!(counts.add(address("10.0.0.1"), 1));
        assert!(!counts.add(address("::ffff:10.0.0.1"), 1));
        assert!(counts.add(address("10.0.0.2"), 1));
    }
}
