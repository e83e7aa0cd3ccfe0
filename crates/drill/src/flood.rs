//! Crowds that ask for much, in a thread of their own: those who measure must not wait for them.

use crate::{
    Trouble,
    site::{Guest, Site, action},
    wire::connect,
};
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

/// A crowd at work. In the end it says in words how much was answered how.
pub struct Background(JoinHandle<Result<String, Trouble>>);

impl Background {
    /// Has it ended?
    pub fn is_over(&self) -> bool {
        self.0.is_finished()
    }

    /// Waits until it has.
    pub fn end(self) -> Result<String, Trouble> {
        self.0.join().unwrap_or_else(|_| Err(Trouble::Setup("a crowd panicked".to_owned())))
    }
}

/// Lets a crowd do this in a thread of its own.
pub fn in_background<F>(make: impl FnOnce() -> F + Send + 'static) -> Background
where
    F: Future<Output = Result<String, Trouble>>,
{
    Background(thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(make())
    }))
}

/// Addresses that a crowd comes from.
const ADDRESSES: u8 = 8;

/// Spectators from each.
const FROM_EACH: u8 = 5;

/// The longest that a crowd chats.
const LONGEST: Duration = Duration::from_secs(60);

/// Spectators of a room try so many chats, as long as chats can be.
pub async fn chat(address: SocketAddr, room: RegattaId, many: usize) -> Result<String, Trouble> {
    let crowd = usize::from(ADDRESSES) * usize::from(FROM_EACH);
    let until = Instant::now() + LONGEST;
    let mut chatters = JoinSet::new();
    for number in 0..crowd {
        let site = Site::at(address).from([127, 3, 0, 1 + number as u8 % ADDRESSES]);
        let (room, own) = (room.clone(), many * (number + 1) / crowd - many * number / crowd);
        chatters.spawn(async move {
            let mut answers = BTreeMap::new();
            let Ok(guest) = site.guest(&format!("Fan {number}")).await else { return answers };
            let text = "⚓".repeat(500);
            for said in 0..own {
                if Instant::now() > until {
                    break;
                }
                *answers.entry(say(&site, &guest, &room, said, &text).await).or_default() += 1;
            }
            answers
        });
    }
    tally(chatters).await
}

async fn say(site: &Site, guest: &Guest, room: &RegattaId, number: usize, text: &str) -> String {
    let chat = action(json!({ "type": "chat", "text": text }));
    match site.act(guest, room, &number.to_string(), chat).await {
        Ok(_) => "stored".to_owned(),
        Err(trouble) => trouble.code().unwrap_or_else(|| "lost".to_owned()),
    }
}

async fn tally(mut crowd: JoinSet<BTreeMap<String, usize>>) -> Result<String, Trouble> {
    let mut all: BTreeMap<String, usize> = BTreeMap::new();
    while let Some(answers) = crowd.join_next().await {
        answers?.into_iter().for_each(|(how, times)| *all.entry(how).or_default() += times);
    }
    let words: Vec<String> = all.iter().map(|(how, times)| format!("{times} {how}")).collect();
    Ok(words.join(", "))
}

/// Strangers read all that happened in a room, and look at its chart, again and again.
pub async fn read(address: SocketAddr, room: RegattaId, until: Instant) -> Result<String, Trouble> {
    let mut readers = JoinSet::new();
    for number in 0..ADDRESSES * 2 {
        let source = IpAddr::from([127, 4, 0, 1 + number % ADDRESSES]);
        let path = match number < ADDRESSES {
            true => format!("/api/regattas/{room}/events"),
            false => format!("/api/regattas/{room}/chart.svg"),
        };
        readers.spawn(async move {
            let (mut answers, mut bytes) = (BTreeMap::new(), 0);
            let what = if path.ends_with("svg") { "charts" } else { "stories" };
            while Instant::now() < until {
                let how = match timeout(Duration::from_secs(60), get(address, source, &path)).await {
                    Ok(Ok((status, length))) => {
                        bytes += length;
                        format!("{what} answered {status}")
                    }
                    Ok(Err(_)) => format!("{what} lost"),
                    Err(_) => format!("{what} not answered in a minute"),
                };
                *answers.entry(how).or_default() += 1;
                sleep(Duration::from_millis(50)).await;
            }
            answers.insert(format!("MiB of {what}"), bytes >> 20);
            answers
        });
    }
    tally(readers).await
}

/// GET, over a connection of its own: the status, and how many bytes came.
pub async fn get(address: SocketAddr, source: IpAddr, path: &str) -> Result<(u16, usize), Trouble> {
    let mut stream = connect(address, Some(source), None).await?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let (mut buffer, mut length, mut status) = (vec![0; 1 << 16], 0, 0);
    loop {
        match stream.read(&mut buffer).await? {
            0 if status == 0 => return Err(Trouble::Lost("closed without an answer".to_owned())),
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
