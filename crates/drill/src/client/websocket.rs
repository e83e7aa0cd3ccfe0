//! A minimal WebSocket client.
//!
//! It is cheap, because it shares the machine with the server that it measures. It can also send invalid data on purpose.

use crate::DrillError;
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

/// An open WebSocket.
pub struct WebSocket {
    stream: TcpStream,
    inbox: Vec<u8>,
    /// How many bytes of the inbox have been consumed.
    read: usize,
    outbox: Vec<u8>,
}

/// The opcode and the payload's range of the first frame; `None` if the frame is not complete yet.
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

/// Appends a frame. Clients must mask what they send; we use the mask 0, which leaves the payload as it is.
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

/// Opens a TCP connection, optionally from a given source address and with a given receive buffer size.
pub async fn connect(
    address: SocketAddr,
    source: Option<IpAddr>,
    receive_buffer: Option<u32>,
) -> Result<TcpStream, std::io::Error> {
    let socket = TcpSocket::new_v4()?;
    if let Some(source) = source {
        socket.bind(SocketAddr::new(source, 0))?;
    }
    if let Some(bytes) = receive_buffer {
        socket.set_recv_buffer_size(bytes)?;
    }
    socket.connect(address).await
}

impl WebSocket {
    /// Connects and opens a WebSocket at this path.
    pub async fn open(
        address: SocketAddr,
        source: Option<IpAddr>,
        path: &str,
        cookie: Option<&str>,
    ) -> Result<WebSocket, DrillError> {
        let stream = connect(address, source, None).await?;
        stream.set_nodelay(true)?;
        WebSocket::upgrade(stream, address, path, cookie).await
    }

    /// Performs the WebSocket handshake on an open connection.
    pub async fn upgrade(
        stream: TcpStream,
        address: SocketAddr,
        path: &str,
        cookie: Option<&str>,
    ) -> Result<WebSocket, DrillError> {
        let mut socket = WebSocket { stream, inbox: Vec::new(), read: 0, outbox: Vec::new() };
        let cookie = cookie.map(|cookie| format!("Cookie: {cookie}\r\n")).unwrap_or_default();
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: cG93ZXJib2F0cy1kcmlsbA==\r\n{cookie}\r\n"
        );
        socket.stream.write_all(request.as_bytes()).await?;
        loop {
            socket.fill().await?;
            if let Some(end) = memchr::memmem::find(&socket.inbox, b"\r\n\r\n") {
                // A refusal is short enough to arrive in one read, headers and body together.
                if !socket.inbox.starts_with(b"HTTP/1.1 101") {
                    let status = String::from_utf8_lossy(&socket.inbox[..12.min(end)]).into_owned();
                    let status = status.get(9..).and_then(|status| status.parse().ok()).unwrap_or(0);
                    let body = String::from_utf8_lossy(&socket.inbox[end + 4..]).into_owned();
                    return Err(DrillError::UnexpectedAnswer { request: path.to_owned(), status, body });
                }
                socket.read = end + 4;
                return Ok(socket);
            }
        }
    }

    async fn fill(&mut self) -> Result<(), DrillError> {
        self.inbox.drain(..self.read);
        self.read = 0;
        self.inbox.reserve(4096);
        match self.stream.read_buf(&mut self.inbox).await? {
            0 => Err(DrillError::ConnectionLost("the server closed the connection".to_owned())),
            _ => Ok(()),
        }
    }

    /// The next text message. Answers pings that come before it.
    pub async fn next(&mut self) -> Result<&[u8], DrillError> {
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
                CLOSE => return Err(DrillError::ConnectionLost("the server closed the socket".to_owned())),
                _ => {}
            }
        }
    }

    /// Sends a text message.
    pub async fn send(&mut self, text: &str) -> Result<(), DrillError> {
        self.send_frame(TEXT, text.as_bytes()).await
    }

    /// Sends a frame of any kind.
    pub async fn send_frame(&mut self, kind: u8, payload: &[u8]) -> Result<(), DrillError> {
        self.outbox.clear();
        put_frame(kind, payload, &mut self.outbox);
        Ok(self.stream.write_all(&self.outbox).await?)
    }

    /// Sends raw bytes, which need not be a frame.
    pub async fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), DrillError> {
        Ok(self.stream.write_all(bytes).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_every_length_can_be_read_back() {
        for length in [0, 1, 125, 126, 127, 65_535, 65_536, 100_000] {
            let payload = vec![7; length];
            let mut bytes = Vec::new();
            put_frame(TEXT, &payload, &mut bytes);
            // The server sends frames without a mask.
            let mask = bytes.len() - length - 4;
            bytes.drain(mask..mask + 4);
            assert_eq!(frame(&bytes).map(|(kind, range)| (kind, &bytes[range])), Some((TEXT, &payload[..])));
            assert_eq!(frame(&bytes[..bytes.len() - 1]).filter(|_| length > 0), None);
        }
    }
}
