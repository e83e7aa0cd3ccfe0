//! Crowds of clients that flood a room with chat or requests. Each crowd runs in its own thread, so that it does not
//! delay the clients that measure.

use super::{
    api::{ApiClient, Guest, action},
    websocket::connect,
};
use crate::DrillError;
use powerboats_server::ids::RegattaId;
use serde_json::json;
use std::{
    collections::BTreeMap,
    net::{IpAddr, SocketAddr},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    task::JoinSet,
    time::{sleep, timeout},
};

/// A running crowd. Its result says how many requests got which answer.
pub struct Crowd(JoinHandle<Result<String, DrillError>>);

impl Crowd {
    /// Waits until the crowd is done.
    pub async fn finish(self) -> Result<String, DrillError> {
        while !self.0.is_finished() {
            sleep(Duration::from_millis(50)).await;
        }
        self.0.join().unwrap_or_else(|_| Err(DrillError::Setup("a crowd panicked".to_owned())))
    }
}

/// Runs a crowd in its own thread.
pub fn spawn<F>(make: impl FnOnce() -> F + Send + 'static) -> Crowd
where
    F: Future<Output = Result<String, DrillError>>,
{
    Crowd(thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(make())
    }))
}

/// How many source addresses a crowd uses.
const ADDRESSES: u8 = 8;

/// Spectators per address.
const PER_ADDRESS: u8 = 5;

/// A crowd stops chatting after this time.
const CHAT_LIMIT: Duration = Duration::from_secs(60);

/// Spectators of a room try to send this many chat messages of the greatest length.
pub async fn chat(address: SocketAddr, room: RegattaId, count: usize) -> Result<String, DrillError> {
    let crowd = usize::from(ADDRESSES) * usize::from(PER_ADDRESS);
    let until = Instant::now() + CHAT_LIMIT;
    let mut chatters = JoinSet::new();
    for number in 0..crowd {
        let api = ApiClient::new(address).with_source_address([127, 3, 0, 1 + number as u8 % ADDRESSES]);
        let (room, own) = (room.clone(), count * (number + 1) / crowd - count * number / crowd);
        chatters.spawn(async move {
            let mut answers = BTreeMap::new();
            let Ok(guest) = api.new_guest(&format!("Fan {number}")).await else { return answers };
            for sent in 0..own {
                if Instant::now() > until {
                    break;
                }
                *answers.entry(send_chat(&api, &guest, &room, sent).await).or_default() += 1;
            }
            answers
        });
    }
    tally(chatters).await
}

async fn send_chat(api: &ApiClient, guest: &Guest, room: &RegattaId, number: usize) -> String {
    let chat = action(json!({ "type": "phrase", "phrase": "wow" }));
    match api.act(guest, room, &number.to_string(), chat).await {
        Ok(_) => "stored".to_owned(),
        Err(error) => error.code().unwrap_or_else(|| "lost".to_owned()),
    }
}

async fn tally(mut crowd: JoinSet<BTreeMap<String, usize>>) -> Result<String, DrillError> {
    let mut all: BTreeMap<String, usize> = BTreeMap::new();
    while let Some(answers) = crowd.join_next().await {
        answers?.into_iter().for_each(|(answer, count)| *all.entry(answer).or_default() += count);
    }
    let counts: Vec<String> = all.iter().map(|(answer, count)| format!("{count} {answer}")).collect();
    Ok(counts.join(", "))
}

/// Strangers read a room's events and its chart over and over.
pub async fn read(address: SocketAddr, room: RegattaId, until: Instant) -> Result<String, DrillError> {
    let mut readers = JoinSet::new();
    for number in 0..ADDRESSES * 2 {
        let source = IpAddr::from([127, 4, 0, 1 + number % ADDRESSES]);
        let path = match number < ADDRESSES {
            true => format!("/api/regattas/{room}/events"),
            false => format!("/api/regattas/{room}/chart.svg"),
        };
        readers.spawn(async move {
            let (mut answers, mut bytes) = (BTreeMap::new(), 0);
            let what = if path.ends_with("svg") { "charts" } else { "event lists" };
            while Instant::now() < until {
                let answer = match timeout(Duration::from_secs(60), get(address, source, &path)).await {
                    Ok(Ok((status, length))) => {
                        bytes += length;
                        format!("{what} answered {status}")
                    }
                    Ok(Err(_)) => format!("{what} lost"),
                    Err(_) => format!("{what} not answered within a minute"),
                };
                *answers.entry(answer).or_default() += 1;
                sleep(Duration::from_millis(50)).await;
            }
            answers.insert(format!("MiB of {what}"), bytes >> 20);
            answers
        });
    }
    tally(readers).await
}

/// Sends a GET over a new connection. Returns the status and the number of bytes received.
pub async fn get(address: SocketAddr, source: IpAddr, path: &str) -> Result<(u16, usize), DrillError> {
    let mut stream = connect(address, Some(source), None).await?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let (mut buffer, mut length, mut status) = (vec![0; 1 << 16], 0, 0);
    loop {
        match stream.read(&mut buffer).await? {
            0 if status == 0 => return Err(DrillError::ConnectionLost("closed without an answer".to_owned())),
            0 => return Ok((status, length)),
            read => {
                if length == 0 {
                    let line = String::from_utf8_lossy(&buffer[..read.min(16)]).into_owned();
                    status = line.get(9..12).and_then(|status| status.parse().ok()).unwrap_or(0);
                }
                length += read;
            }
        }
    }
}
