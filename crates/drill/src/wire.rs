//! A WebSocket client of few instructions, because it shares its machine with the server it measures; and one that can
//! misbehave.

use crate::Trouble;
use std::{
    net::{IpAddr, SocketAddr},
    ops::Range,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};

const TEXT: u8 = 1;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// An open socket.
pub struct Wire {
    stream: TcpStream,
    inbox: Vec<u8>,
    /// How much of the inbox was read already.
    read: usize,
    outbox: Vec<u8>,
}

/// A whole frame at the beginning of some bytes: its kind, where its payload lies, and where it ends.
fn frame(bytes: &[u8]) -> Option<(u8, Range<usize>)> {
    let (&kind, &length) = (bytes.first()?, bytes.get(1)?);
    let (start, length) = match length & 0x7f {
        126 => (4, u64::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?))),
        127 => (10, u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?)),
        length => (2, u64::from(length)),
    };
    let end = start + usize::try_from(length).ok()?;
    (bytes.len() >= end).then_some((kind & 0x0f, start..end))
}

/// Appends a frame. Clients must mask what they send; nobody says that the mask may not be zero.
fn put_frame(kind: u8, payload: &[u8], out: &mut Vec<u8>) {
    out.push(0x80 | kind);
    match payload.len() {
        length @ 0..126 => out.push(0x80 | length as u8),
        length @ 126..0x1_0000 => {
            out.push(0x80 | 126);
            out.extend((length as u16).to_be_bytes());
        }
        length => {
            out.push(0x80 | 127);
            out.extend((length as u64).to_be_bytes());
        }
    }
    out.extend([0; 4]);
    out.extend_from_slice(payload);
}

/// A connection from this address, if one is named, that takes in so few bytes unread, if that is said.
pub async fn connect(
    address: SocketAddr,
    source: Option<IpAddr>,
    takes_in: Option<u32>,
) -> Result<TcpStream, std::io::Error> {
    let socket = TcpSocket::new_v4()?;
    if let Some(source) = source {
        socket.bind(SocketAddr::new(source, 0))?;
    }
    if let Some(bytes) = takes_in {
        socket.set_recv_buffer_size(bytes)?;
    }
    socket.connect(address).await
}

impl Wire {
    /// Opens a socket at this path; from this address, if one is named.
    pub async fn open(
        address: SocketAddr,
        source: Option<IpAddr>,
        path: &str,
        cookie: Option<&str>,
    ) -> Result<Wire, Trouble> {
        let stream = connect(address, source, None).await?;
        stream.set_nodelay(true)?;
        Wire::upgrade(stream, address, path, cookie).await
    }

    /// Makes a connection a socket.
    pub async fn upgrade(
        stream: TcpStream,
        address: SocketAddr,
        path: &str,
        cookie: Option<&str>,
    ) -> Result<Wire, Trouble> {
        let mut wire = Wire { stream, inbox: Vec::new(), read: 0, outbox: Vec::new() };
        let cookie = cookie.map(|cookie| format!("Cookie: {cookie}\r\n")).unwrap_or_default();
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: cG93ZXJib2F0cy1kcmlsbA==\r\n{cookie}\r\n"
        );
        wire.stream.write_all(request.as_bytes()).await?;
        loop {
            wire.fill().await?;
            if let Some(end) = memchr::memmem::find(&wire.inbox, b"\r\n\r\n") {
                // A refusal is short: its body comes along with its headers.
                if !wire.inbox.starts_with(b"HTTP/1.1 101") {
                    let status = String::from_utf8_lossy(&wire.inbox[..12.min(end)]).into_owned();
                    let status = status.get(9..).and_then(|status| status.parse().ok()).unwrap_or(0);
                    let answer = String::from_utf8_lossy(&wire.inbox[end + 4..]).into_owned();
                    return Err(Trouble::Answer { asked: path.to_owned(), status, answer });
                }
                wire.read = end + 4;
                return Ok(wire);
            }
        }
    }

    async fn fill(&mut self) -> Result<(), Trouble> {
        self.inbox.drain(..self.read);
        self.read = 0;
        self.inbox.reserve(4096);
        match self.stream.read_buf(&mut self.inbox).await? {
            0 => Err(Trouble::Lost("closed".to_owned())),
            _ => Ok(()),
        }
    }

    /// The next message of text. A ping is answered in passing.
    pub async fn next(&mut self) -> Result<&[u8], Trouble> {
        loop {
            let Some((kind, payload)) = frame(&self.inbox[self.read..]) else {
                self.fill().await?;
                continue;
            };
            let payload = self.read + payload.start..self.read + payload.end;
            self.read = payload.end;
            match kind {
                TEXT => return Ok(&self.inbox[payload]),
                PING => {
                    let ping = self.inbox[payload].to_vec();
                    self.send_frame(PONG, &ping).await?;
                }
                CLOSE => return Err(Trouble::Lost("the server closed the socket".to_owned())),
                _ => {}
            }
        }
    }

    /// Sends a message of text.
    pub async fn send(&mut self, text: &str) -> Result<(), Trouble> {
        self.send_frame(TEXT, text.as_bytes()).await
    }

    /// Sends a frame of any kind.
    pub async fn send_frame(&mut self, kind: u8, payload: &[u8]) -> Result<(), Trouble> {
        self.outbox.clear();
        put_frame(kind, payload, &mut self.outbox);
        Ok(self.stream.write_all(&self.outbox).await?)
    }

    /// Sends bytes that need not be a frame at all.
    pub async fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        Ok(self.stream.write_all(bytes).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_every_length_are_read_as_they_were_put() {
        for length in [0, 1, 125, 126, 127, 65_535, 65_536, 100_000] {
            let payload = vec![7; length];
            let mut bytes = Vec::new();
            put_frame(TEXT, &payload, &mut bytes);
            // As the server sends it: without a mask.
            let mask = bytes.len() - length - 4;
            bytes.drain(mask..mask + 4);
            assert_eq!(frame(&bytes).map(|(kind, range)| (kind, &bytes[range])), Some((TEXT, &payload[..])));
            assert_eq!(frame(&bytes[..bytes.len() - 1]).filter(|_| length > 0), None);
        }
    }
}
