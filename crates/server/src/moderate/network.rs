//! A range of addresses, as operators write it: `203.0.113.0/24`.

use serde::{Deserialize, Deserializer, de};
use std::{
    borrow::Cow,
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    str::FromStr,
};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{Object, RefOr, Schema, schema::Type},
};

/// A range of addresses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Network {
    first: IpAddr,
    prefix: u32,
}

/// The widest ranges: a wider one would shut out half the world.
const WIDEST: (u32, u32) = (8, 16);

/// Why a text is no range of addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "expected an address, or a range like 203.0.113.0/24 with a prefix of 8 to 32 bits, for IPv6 of 16 to 128 bits"
)]
pub struct NoNetwork;

fn masked(address: IpAddr, prefix: u32) -> IpAddr {
    match address {
        IpAddr::V4(address) => {
            let mask = u32::MAX.checked_shl(32 - prefix).unwrap_or(0);
            IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() & mask))
        }
        IpAddr::V6(address) => {
            let mask = u128::MAX.checked_shl(128 - prefix).unwrap_or(0);
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & mask))
        }
    }
}

impl Network {
    /// Whether an address is in the range.
    pub fn contains(self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        address.is_ipv4() == self.first.is_ipv4() && masked(address, self.prefix) == self.first
    }
}

impl FromStr for Network {
    type Err = NoNetwork;

    fn from_str(text: &str) -> Result<Network, NoNetwork> {
        let (address, prefix) = text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
        let address: IpAddr = address.parse().map_err(|_| NoNetwork)?;
        let address = address.to_canonical();
        let (widest, narrowest) = if address.is_ipv4() { (WIDEST.0, 32) } else { (WIDEST.1, 128) };
        let prefix = prefix.map_or(Ok(narrowest), |prefix| prefix.parse().map_err(|_| NoNetwork))?;
        match (widest..=narrowest).contains(&prefix) {
            true => Ok(Network { first: masked(address, prefix), prefix }),
            false => Err(NoNetwork),
        }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.first, self.prefix)
    }
}

impl<'de> Deserialize<'de> for Network {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Network, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl PartialSchema for Network {
    fn schema() -> RefOr<Schema> {
        let text = Object::builder().schema_type(Type::String).pattern(Some("^[0-9a-fA-F.:]{2,45}(/[0-9]{1,3})?$"));
        text.examples(["203.0.113.0/24"]).into()
    }
}

impl ToSchema for Network {
    fn name() -> Cow<'static, str> {
        "AddressRange".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_contains_its_addresses_and_no_others() {
        let network: Network = "203.0.113.77/24".parse().unwrap();
        assert_eq!(network.to_string(), "203.0.113.0/24");
        for (address, inside) in [
            ("203.0.113.0", true),
            ("203.0.113.255", true),
            ("::ffff:203.0.113.9", true),
            ("203.0.114.0", false),
            ("::1", false),
        ] {
            assert_eq!(network.contains(address.parse().unwrap()), inside, "{address}");
        }
        let alone: Network = "2001:db8::1".parse().unwrap();
        assert!(alone.contains("2001:db8::1".parse().unwrap()) && !alone.contains("2001:db8::2".parse().unwrap()));
        let wide: Network = "2001:db8:ffff::/32".parse().unwrap();
        assert!(wide.contains("2001:db8:1::".parse().unwrap()) && !wide.contains("2001:db9::".parse().unwrap()));
        for bad in [
            "",
            "x",
            "1.2.3",
            "1.2.3.4/",
            "1.2.3.4/33",
            "0.0.0.0/0",
            "1.2.3.4/7",
            "::/0",
            "::/15",
            "::/129",
            "1.2.3.4/-1",
        ] {
            assert_eq!(bad.parse::<Network>(), Err(NoNetwork), "{bad}");
        }
    }
}
