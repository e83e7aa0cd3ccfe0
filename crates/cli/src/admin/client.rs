//! A small HTTP client for one server on this machine or network. It sends the operator's key, so it follows no redirects.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

/// How long the server may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Asks a server as its operator.
pub struct Client {
    address: SocketAddr,
    key: String,
}

impl Client {
    pub fn new(address: SocketAddr, key: String) -> Client {
        Client { address, key }
    }

    pub fn get(&self, path: &str) -> Result<Value> {
        self.ask("GET", path, "")
    }

    pub fn post(&self, path: &str, body: &Value) -> Result<Value> {
        self.ask("POST", path, &body.to_string())
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> Result<Value> {
        let (address, key, length) = (self.address, &self.key, body.len());
        let asking =
            || format!("can't ask the server at {address}: is it running there? (--listen names another address)");
        let mut stream = TcpStream::connect_timeout(&address, PATIENCE).with_context(asking)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .with_context(asking)?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).with_context(asking)?;
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").context("the server's answer is not HTTP")?;
        let value: Value = serde_json::from_str(body).unwrap_or_default();
        match head.split(' ').nth(1) {
            Some("200") => Ok(value),
            Some("401") => bail!("the server at {address} uses another database than this one"),
            status => match value["message"].as_str() {
                Some(message) => bail!("{message}"),
                None => bail!("the server answered {}", status.unwrap_or("nothing")),
            },
        }
    }
}

/// A text as part of a query.
pub fn escaped(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(byte).collect()
}
