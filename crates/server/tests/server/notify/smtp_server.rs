//! A mail server for tests: accepts mail on loopback, and can refuse some of it.

use super::eventually;
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

/// A mail that was accepted.
#[derive(Clone, Debug)]
pub struct Mail {
    pub to: Vec<String>,
    /// The head and the body, as they came.
    pub raw: String,
}

impl Mail {
    /// The value of a header, with its folded lines joined.
    pub fn header(&self, name: &str) -> Option<String> {
        let head = self.raw.split("\r\n\r\n").next()?.replace("\r\n ", " ");
        let line = head.lines().find(|line| line.to_lowercase().starts_with(&format!("{}:", name.to_lowercase())))?;
        Some(line[name.len() + 1..].trim().to_owned())
    }

    /// The body with quoted-printable and line breaks undone, well enough to search in it.
    pub fn text(&self) -> String {
        let joined = self.raw.replace("=\r\n", "");
        let (mut bytes, mut rest) = (Vec::new(), joined.as_bytes());
        while let [first, tail @ ..] = rest {
            let code = (*first == b'=').then(|| tail.get(..2)).flatten().and_then(|two| hex::decode(two).ok());
            match code {
                Some(code) => {
                    bytes.extend(code);
                    rest = &tail[2..];
                }
                None => {
                    bytes.push(*first);
                    rest = tail;
                }
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

#[derive(Default)]
struct State {
    mails: Mutex<Vec<Mail>>,
    /// How many of the next mails are refused for now.
    busy: AtomicUsize,
}

pub struct SmtpServer {
    port: u16,
    state: Arc<State>,
}

impl SmtpServer {
    pub async fn start() -> SmtpServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(State::default());
        let shared = state.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let state = shared.clone();
                tokio::spawn(async move { converse(stream, &state).await });
            }
        });
        SmtpServer { port, state }
    }

    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    /// Refuses the next mails for now.
    pub fn be_busy(&self, mails: usize) {
        self.state.busy.store(mails, Ordering::Relaxed);
    }

    /// Everything that has come.
    pub fn all(&self) -> Vec<Mail> {
        self.state.mails.lock().unwrap().clone()
    }

    pub fn all_to(&self, address: &str) -> Vec<Mail> {
        self.all().into_iter().filter(|mail| mail.to.iter().any(|to| to == address)).collect()
    }

    /// The last mail to an address, once there is one.
    pub async fn mail_to(&self, address: &str) -> Mail {
        eventually(&format!("mail to {address}"), || self.all_to(address).pop()).await
    }
}

/// One connection, as far as a well-behaved client needs it.
async fn converse(stream: TcpStream, state: &State) -> Option<()> {
    let mut stream = BufReader::new(stream);
    let mut to: Vec<String> = Vec::new();
    stream.write_all(b"220 test\r\n").await.ok()?;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        let command = line.trim_end().to_owned();
        let upper = command.to_uppercase();
        let answer = if upper.starts_with("EHLO") {
            "250-test\r\n250 8BITMIME\r\n".to_owned()
        } else if upper.starts_with("MAIL") {
            to.clear();
            let busy = state.busy.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |busy| busy.checked_sub(1));
            if busy.is_ok() { "451 busy\r\n" } else { "250 ok\r\n" }.to_owned()
        } else if upper.starts_with("RCPT") {
            let address = command.split(['<', '>']).nth(1)?.to_owned();
            // As real ones do, it repeats the address.
            let answer = match address.starts_with("nobody") {
                true => format!("550 5.1.1 <{address}>: there is no such letter box\r\n"),
                false => "250 ok\r\n".to_owned(),
            };
            to.push(address);
            answer
        } else if upper == "DATA" {
            stream.write_all(b"354 go on\r\n").await.ok()?;
            let raw = data(&mut stream).await?;
            state.mails.lock().unwrap().push(Mail { to: to.clone(), raw });
            "250 accepted\r\n".to_owned()
        } else if upper == "QUIT" {
            stream.write_all(b"221 bye\r\n").await.ok()?;
            return Some(());
        } else {
            "250 ok\r\n".to_owned()
        };
        stream.write_all(answer.as_bytes()).await.ok()?;
    }
}

/// The lines of a mail up to the dot.
async fn data(stream: &mut BufReader<TcpStream>) -> Option<String> {
    let mut raw = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        if line == ".\r\n" {
            return Some(raw);
        }
        raw += line.strip_prefix('.').unwrap_or(&line);
    }
}
