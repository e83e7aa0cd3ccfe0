//! The push services that a browser may name. The server sends requests to no other host, and to no private network.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    str::FromStr,
};

/// The hosts of the browsers' push services: Google, Mozilla, Microsoft and Apple.
const KNOWN: &str =
    "fcm.googleapis.com,android.googleapis.com,.push.services.mozilla.com,.notify.windows.com,.push.apple.com";

/// A list of hosts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushHosts(Vec<Host>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Host {
    /// `push.example`, over TLS.
    Named(String),
    /// `.push.example`: all hosts below, over TLS.
    Below(String),
    /// `127.0.0.1:9000`: a service on the operator's own network, with or without TLS.
    At(SocketAddr),
}

/// A host that can't be in the list.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "invalid --push-hosts entry {0:?}: expected a host like push.example, .push.example for all hosts below, or an address with a port"
)]
pub struct BadPushHosts(String);

impl Default for PushHosts {
    fn default() -> PushHosts {
        KNOWN.parse().unwrap_or(PushHosts(Vec::new()))
    }
}

impl FromStr for PushHosts {
    type Err = BadPushHosts;

    fn from_str(text: &str) -> Result<PushHosts, BadPushHosts> {
        let host = |entry: &str| -> Result<Host, BadPushHosts> {
            if let Ok(address) = entry.parse() {
                return Ok(Host::At(address));
            }
            let name = entry.strip_prefix('.').unwrap_or(entry).to_ascii_lowercase();
            let plain = |part: &str| {
                !part.is_empty()
                    && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
            };
            if !name.split('.').all(plain) || name.parse::<IpAddr>().is_ok() {
                return Err(BadPushHosts(entry.to_owned()));
            }
            Ok(if entry.starts_with('.') { Host::Below(format!(".{name}")) } else { Host::Named(name) })
        };
        let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        entries.map(host).collect::<Result<_, _>>().map(PushHosts)
    }
}

/// Why an endpoint is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadEndpoint {
    /// It is no address of a push service.
    #[error("the endpoint is not an https address")]
    Form,
    /// The host is not in the list.
    #[error("this server sends no messages to the push service {0:?}")]
    Unknown(String),
    /// The host's address is on a private network.
    #[error("the push service {0:?} is on a private network")]
    Private(String),
    /// The host has no address.
    #[error("the push service {0:?} can't be found")]
    NotFound(String),
}

impl PushHosts {
    /// Whether there are any: without them nothing is offered.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Checks the address of an endpoint, without looking the host up.
    pub fn check(&self, endpoint: &reqwest::Url) -> Result<(), BadEndpoint> {
        let Some(host) = endpoint.host_str() else { return Err(BadEndpoint::Form) };
        if endpoint.username() != "" || endpoint.password().is_some() || endpoint.fragment().is_some() {
            return Err(BadEndpoint::Form);
        }
        let port = endpoint.port_or_known_default().unwrap_or_default();
        if let Ok(ip) = host.trim_matches(['[', ']']).parse::<IpAddr>() {
            let listed = self.0.contains(&Host::At(SocketAddr::new(ip, port)));
            let refused = if is_public(ip) { BadEndpoint::Unknown } else { BadEndpoint::Private };
            return if listed { Ok(()) } else { Err(refused(host.to_owned())) };
        }
        if endpoint.scheme() != "https" || port != 443 {
            return Err(BadEndpoint::Form);
        }
        let host = host.to_ascii_lowercase();
        let listed = self.0.iter().any(|entry| match entry {
            Host::Named(name) => *name == host,
            Host::Below(end) => host.ends_with(end.as_str()),
            Host::At(_) => false,
        });
        if listed { Ok(()) } else { Err(BadEndpoint::Unknown(host)) }
    }
}

impl fmt::Display for PushHosts {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let host = |host: &Host| match host {
            Host::Named(name) | Host::Below(name) => name.clone(),
            Host::At(address) => address.to_string(),
        };
        f.write_str(&self.0.iter().map(host).collect::<Vec<_>>().join(","))
    }
}

/// Whether an address can belong to a service on the internet.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => is_public_v4(v4),
            None => is_public_v6(v6),
        },
    }
}

fn is_public_v4(v4: Ipv4Addr) -> bool {
    let [a, b, c, _] = v4.octets();
    let shared = a == 100 && (64..128).contains(&b);
    let special = a == 192 && b == 0 && (c == 0 || c == 2) || a == 198 && (b == 18 || b == 19);
    !(v4.is_private()
        || v4.is_loopback()
        || v4.is_link_local()
        || v4.is_multicast()
        || v4.is_broadcast()
        || v4.is_documentation()
        || a == 0
        || a >= 240
        || shared
        || special)
}

/// Only global unicast, without documentation, tunnels and translated addresses, which may lead to a private IPv4 address.
fn is_public_v6(v6: Ipv6Addr) -> bool {
    let [a, b, ..] = v6.segments();
    let global = a & 0xe000 == 0x2000;
    let special = a == 0x2001 && (b < 0x200 || b == 0xdb8) || a == 0x2002 || a == 0x3fff;
    global && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(hosts: &PushHosts, endpoint: &str) -> Result<(), BadEndpoint> {
        endpoint.parse().map_err(|_| BadEndpoint::Form).and_then(|url| hosts.check(&url))
    }

    #[test]
    fn only_listed_hosts_are_accepted() {
        let hosts = PushHosts::default();
        for good in [
            "https://fcm.googleapis.com/fcm/send/abc",
            "https://updates.push.services.mozilla.com/wpush/v2/abc",
            "https://wns2-am3p.notify.windows.com/w/?token=abc",
            "https://web.push.apple.com/abc",
            "https://FCM.googleapis.com:443/x",
        ] {
            assert_eq!(check(&hosts, good), Ok(()), "{good}");
        }
        for bad in [
            "http://fcm.googleapis.com/x",
            "https://fcm.googleapis.com:8443/x",
            "https://user:word@fcm.googleapis.com/x",
            "https://fcm.googleapis.com.evil.example/x",
            "https://evilfcm.googleapis.com/x",
            "https://push.services.mozilla.com.evil/x",
            "https://example.com/x",
            "ftp://fcm.googleapis.com/x",
            "javascript:alert(1)",
            "",
            "fcm.googleapis.com",
            "file:///etc/passwd",
            "data:text/plain,x",
        ] {
            assert!(check(&hosts, bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn private_addresses_are_refused_in_every_spelling() {
        let hosts = PushHosts::default();
        for bad in [
            "https://127.0.0.1/x",
            "https://127.1/x",
            "https://2130706433/x",
            "https://0x7f.1/x",
            "https://[::1]/x",
            "https://[::ffff:127.0.0.1]/x",
            "https://10.1.2.3/x",
            "https://192.168.0.1/x",
            "https://172.16.0.1/x",
            "https://169.254.169.254/latest/meta-data",
            "https://100.64.0.1/x",
            "https://[fe80::1]/x",
            "https://[fc00::1]/x",
            "https://[2002:7f00:1::]/x",
            "https://[64:ff9b::7f00:1]/x",
            "https://0.0.0.0/x",
        ] {
            assert!(matches!(check(&hosts, bad), Err(BadEndpoint::Private(_))), "{bad}: {:?}", check(&hosts, bad));
        }
        assert!(matches!(check(&hosts, "https://8.8.8.8/x"), Err(BadEndpoint::Unknown(_))));
        assert!(matches!(check(&hosts, "https://localhost/x"), Err(BadEndpoint::Unknown(_))));
    }

    #[test]
    fn an_operator_can_name_a_service_on_the_own_network() {
        let hosts: PushHosts = "127.0.0.1:9000, push.example".parse().unwrap();
        assert_eq!(check(&hosts, "http://127.0.0.1:9000/x"), Ok(()));
        assert_eq!(check(&hosts, "https://push.example/x"), Ok(()));
        assert!(check(&hosts, "http://127.0.0.1:9001/x").is_err());
        assert!(check(&hosts, "https://fcm.googleapis.com/x").is_err());
        assert!("".parse::<PushHosts>().unwrap().is_empty());
        assert_eq!(PushHosts::default().to_string(), KNOWN);
        for bad in ["https://push.example", "a b", "*.example", "127.0.0.1", "a..b"] {
            assert!(bad.parse::<PushHosts>().is_err(), "{bad}");
        }
    }
}
