//! The address a request comes from.

use crate::config::Config;
use axum::{
    extract::{ConnectInfo, FromRequestParts, Request},
    http::request::Parts,
};
use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr, SocketAddr},
};

/// The client's IP address: the peer's or, behind a trusted proxy, the one the proxy reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address(pub IpAddr);

// The middleware has stored it in the request.
impl<S: Send + Sync> FromRequestParts<S> for Address {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Address, Infallible> {
        Ok(parts.extensions.get().copied().unwrap_or(Address(Ipv4Addr::UNSPECIFIED.into())))
    }
}

impl Address {
    /// Finds the address of a request.
    pub fn of(request: &Request, config: &Config) -> Address {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        let peer = peer.unwrap_or(Ipv4Addr::UNSPECIFIED.into());
        // The last entry was added by our own proxy. A client may have made up those before it.
        let forwarded = || {
            let line = request.headers().get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            line.rsplit(',').next()?.trim().parse().ok()
        };
        Address(if config.trust_proxy { forwarded().unwrap_or(peer) } else { peer })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_a_trusted_proxy_sets_the_address() {
        let request = |line| {
            let mut request = Request::new(axum::body::Body::empty());
            request.headers_mut().insert("x-forwarded-for", HeaderValue::from_static(line));
            request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([10, 0, 0, 1], 99))));
            request
        };
        let trusting = Config { trust_proxy: true, ..Config::default() };
        let two = request("1.2.3.4, 5.6.7.8");
        assert_eq!(Address::of(&two, &Config::default()).0, IpAddr::from([10, 0, 0, 1]));
        assert_eq!(Address::of(&two, &trusting).0, IpAddr::from([5, 6, 7, 8]));
        let nonsense = request("1.2.3.4, unknown");
        assert_eq!(Address::of(&nonsense, &trusting).0, IpAddr::from([10, 0, 0, 1]));
    }
}
