//! A TCP proxy on loopback that can stop forwarding, as a broken network would, and that can be switched to another server,
//! as an address that moves to another machine.

use crate::DrillError;
use std::{io, net::SocketAddr, sync::Arc};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
    task::JoinHandle,
};

/// Whether the proxy forwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Link {
    Up,
    /// Connections stay open, but nothing passes.
    Down,
}

/// What becomes of connections to the server from which an address moves away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OldConnections {
    /// They are closed.
    Closed,
    /// They stay open, but nothing ever passes: nobody is left who could close them.
    Silent,
}

/// Where the proxy forwards to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Route {
    target: SocketAddr,
    link: Link,
    old: OldConnections,
}

/// A proxy in front of one server at a time.
pub struct TcpProxy {
    pub address: SocketAddr,
    route: Arc<watch::Sender<Route>>,
    accepting: JoinHandle<()>,
}

impl TcpProxy {
    /// Starts a proxy for the server at this address.
    pub async fn start(target: SocketAddr) -> Result<TcpProxy, DrillError> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let route = Arc::new(watch::Sender::new(Route { target, link: Link::Up, old: OldConnections::Closed }));
        let shared = route.clone();
        let accepting = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(connect(client, shared.subscribe()));
            }
        });
        Ok(TcpProxy { address, route, accepting })
    }

    /// Stops forwarding. Connections stay open.
    pub fn cut(&self) {
        self.route.send_modify(|route| route.link = Link::Down);
    }

    /// Forwards again, first what was held back.
    pub fn mend(&self) {
        self.route.send_modify(|route| route.link = Link::Up);
    }

    /// Forwards new connections to the server at this address.
    pub fn switch(&self, target: SocketAddr, old: OldConnections) {
        self.route.send_replace(Route { target, link: Link::Up, old });
    }
}

impl Drop for TcpProxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn connect(client: TcpStream, mut route: watch::Receiver<Route>) -> io::Result<()> {
    let target = up(&mut route).await?.target;
    let server = TcpStream::connect(target).await?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
    // When one side closes, or when the address moves, both connections are closed.
    tokio::select! {
        biased;
        () = moved(route.clone(), target) => Ok(()),
        ended = forward(from_client, to_server, route.clone(), target) => ended,
        ended = forward(from_server, to_client, route, target) => ended,
    }
}

async fn forward(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut route: watch::Receiver<Route>,
    target: SocketAddr,
) -> io::Result<()> {
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let read = from.read(&mut buffer).await;
        // The end of a connection does not pass either while the link is down.
        let leads_here = |route: &Route| route.link == Link::Up && route.target == target;
        route.wait_for(leads_here).await.map_err(io::Error::other)?;
        let count = read?;
        if count == 0 {
            return Ok(());
        }
        to.write_all(&buffer[..count]).await?;
    }
}

/// Waits until the link is up; an error if the proxy is gone.
async fn up(route: &mut watch::Receiver<Route>) -> io::Result<Route> {
    route.wait_for(|route| route.link == Link::Up).await.map(|route| *route).map_err(io::Error::other)
}

/// Completes when the proxy forwards to another server and closes connections to this one, or is gone.
async fn moved(mut route: watch::Receiver<Route>, target: SocketAddr) {
    drop(route.wait_for(|route| route.target != target && route.old == OldConnections::Closed).await);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::timeout;

    #[tokio::test]
    async fn a_cut_proxy_holds_everything_back_until_it_is_mended() {
        let server = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = TcpProxy::start(server.local_addr().unwrap()).await.unwrap();
        let mut client = TcpStream::connect(proxy.address).await.unwrap();
        let (mut accepted, _) = server.accept().await.unwrap();
        let mut byte = [0];
        client.write_all(b"a").await.unwrap();
        accepted.read_exact(&mut byte).await.unwrap();
        assert_eq!(byte, *b"a");
        proxy.cut();
        client.write_all(b"b").await.unwrap();
        let waiting = timeout(Duration::from_millis(100), accepted.read_exact(&mut byte)).await;
        assert!(waiting.is_err(), "nothing may pass");
        proxy.mend();
        accepted.read_exact(&mut byte).await.unwrap();
        assert_eq!(byte, *b"b");
        drop(accepted);
        assert_eq!(client.read(&mut byte).await.unwrap(), 0, "both sides are closed");
    }

    #[tokio::test]
    async fn a_switched_proxy_closes_its_connections_and_leads_to_the_other_server() {
        let [one, other] =
            [TcpListener::bind("127.0.0.1:0").await.unwrap(), TcpListener::bind("127.0.0.1:0").await.unwrap()];
        let proxy = TcpProxy::start(one.local_addr().unwrap()).await.unwrap();
        let mut client = TcpStream::connect(proxy.address).await.unwrap();
        let (mut accepted, _) = one.accept().await.unwrap();
        proxy.cut();
        client.write_all(b"lost").await.unwrap();
        let mut late = TcpStream::connect(proxy.address).await.unwrap();
        proxy.switch(other.local_addr().unwrap(), OldConnections::Closed);
        let mut bytes = Vec::new();
        drop(client.read_to_end(&mut bytes).await);
        drop(accepted.read_to_end(&mut bytes).await);
        assert_eq!(bytes, b"", "both sides are closed, and nothing has passed");
        late.write_all(b"a").await.unwrap();
        let (mut accepted, _) = other.accept().await.unwrap();
        let mut byte = [0];
        accepted.read_exact(&mut byte).await.unwrap();
        assert_eq!(byte, *b"a");
        // A machine that has died does not close anything.
        proxy.switch(one.local_addr().unwrap(), OldConnections::Silent);
        drop(accepted);
        let waiting = timeout(Duration::from_millis(100), late.read(&mut byte)).await;
        assert!(waiting.is_err(), "nobody has closed it");
    }
}
