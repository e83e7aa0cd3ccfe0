//! A server as its clients see it.

use crate::{Trouble, wire::Wire};
use powerboats_server::{
    ids::{PlayerId, RegattaId},
    room::{
        action::{RoomAction, Submission},
        event::Told,
        view::Snapshot,
    },
};
use reqwest::{Method, RequestBuilder, header};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    future::Future,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// Somebody who told the server a name.
#[derive(Clone, Debug)]
pub struct Guest {
    /// As others see them.
    pub id: PlayerId,
    /// What holds their seat.
    pub cookie: String,
}

/// Where a server is, and a way to ask it.
#[derive(Clone, Debug)]
pub struct Site {
    /// Where it listens.
    pub address: SocketAddr,
    /// Where we come from, if that matters: any address of 127/8 will do.
    source: Option<IpAddr>,
    /// Refusals after which our clients send the same again.
    forgives: &'static [&'static str],
    /// How often each of these was heard.
    forgiven: Arc<Mutex<BTreeMap<String, u64>>>,
    http: reqwest::Client,
}

/// What a server says while its disk, its database or the server itself is in trouble. Whoever hears it sends the same
/// action with the same id again.
pub const IN_TROUBLE: &[&str] = &["disk-full", "unknown", "broken", "stopping"];

/// What a server with limits says besides.
pub const LIMITED: &[&str] = &["too-fast"];

/// A server that does not answer for so long is gone for good. Long: it may be killed again before it comes to us.
const GONE: Duration = Duration::from_secs(600);

/// Tries again as long as the server can't be reached.
pub async fn insist<T, F: Future<Output = Result<T, Trouble>>>(mut attempt: impl FnMut() -> F) -> Result<T, Trouble> {
    let deadline = Instant::now() + GONE;
    loop {
        match attempt().await {
            Err(trouble) if trouble.is_lost() && Instant::now() < deadline => sleep(Duration::from_millis(50)).await,
            done => return done,
        }
    }
}

impl Site {
    /// The server at this address.
    pub fn at(address: SocketAddr) -> Site {
        let http = reqwest::Client::builder().timeout(Duration::from_secs(60)).build();
        let http = http.expect("a client without TLS needs nothing");
        Site { address, source: None, forgives: &[], forgiven: Arc::default(), http }
    }

    /// The same server, whose clients send again what was refused with one of these codes.
    pub fn forgiving(mut self, codes: &'static [&'static str]) -> Site {
        (self.forgives, self.forgiven) = (codes, Arc::default());
        self
    }

    /// The same server, asked from this address of 127/8.
    pub fn from(&self, source: [u8; 4]) -> Site {
        let source = IpAddr::from(source);
        let http = reqwest::Client::builder().timeout(Duration::from_secs(60)).local_address(source).build();
        Site { source: Some(source), http: http.expect("a client without TLS needs nothing"), ..self.clone() }
    }

    /// Is this refusal one to try again after? It is counted.
    pub fn forgives(&self, code: &str) -> bool {
        let forgives = self.forgives.contains(&code);
        if forgives {
            *self.forgiven.lock().unwrap_or_else(PoisonError::into_inner).entry(code.to_owned()).or_default() += 1;
        }
        forgives
    }

    /// What was refused and sent again, in words.
    pub fn forgiven(&self) -> String {
        let forgiven = self.forgiven.lock().unwrap_or_else(PoisonError::into_inner);
        let words: Vec<String> = forgiven.iter().map(|(code, times)| format!("{times} {code}")).collect();
        if words.is_empty() { "nothing refused".to_owned() } else { format!("refused: {}", words.join(", ")) }
    }

    /// A refusal that is forgiven is like a lost connection.
    fn forgive(&self, trouble: Trouble) -> Trouble {
        match trouble.code() {
            Some(code) if self.forgives(&code) => Trouble::Lost(trouble.to_string()),
            _ => trouble,
        }
    }

    fn request(&self, method: Method, path: &str, guest: Option<&Guest>) -> RequestBuilder {
        let request = self.http.request(method, format!("http://{}{path}", self.address));
        match guest {
            Some(guest) => request.header(header::COOKIE, &guest.cookie),
            None => request,
        }
    }

    /// Asks, and wants an answer of the 200s.
    async fn ask(&self, request: RequestBuilder) -> Result<reqwest::Response, Trouble> {
        let request = request.build()?;
        let asked = format!("{} {}", request.method(), request.url().path());
        let answer = self.http.execute(request).await?;
        match answer.status().as_u16() {
            200..=299 => Ok(answer),
            status => {
                Err(self.forgive(Trouble::Answer { asked, status, answer: answer.text().await.unwrap_or_default() }))
            }
        }
    }

    async fn ask_json(&self, request: RequestBuilder) -> Result<Value, Trouble> {
        Ok(self.ask(request).await?.json().await?)
    }

    /// Is it ready?
    pub async fn is_ready(&self) -> bool {
        let answer = self.request(Method::GET, "/readyz", None).timeout(Duration::from_secs(10)).send().await;
        answer.is_ok_and(|answer| answer.status().is_success())
    }

    /// Somebody new comes.
    pub async fn guest(&self, name: &str) -> Result<Guest, Trouble> {
        let request = self.request(Method::POST, "/api/me", None).json(&json!({ "name": name }));
        let answer = self.ask(request).await?;
        let cookie = answer.headers().get(header::SET_COOKIE).and_then(|value| value.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
        let me: Value = answer.json().await?;
        let id = me["id"].as_str().and_then(PlayerId::read);
        match (id, cookie) {
            (Some(id), Some(cookie)) => Ok(Guest { id, cookie }),
            _ => Err(Trouble::broken(format_args!("a new guest without id or cookie: {me}"))),
        }
    }

    /// Opens a regatta and takes a seat in it.
    pub async fn open(&self, host: &Guest, settings: &Value) -> Result<RegattaId, Trouble> {
        let opened = self.ask_json(self.request(Method::POST, "/api/regattas", Some(host)).json(settings)).await?;
        let id = opened["id"].as_str().and_then(RegattaId::read);
        id.ok_or_else(|| Trouble::broken(format_args!("a regatta without id: {opened}")))
    }

    /// Does something over HTTP: the number of the last event that came of it.
    pub async fn act(&self, who: &Guest, regatta: &RegattaId, id: &str, action: RoomAction) -> Result<u64, Trouble> {
        let submission = Submission { id: id.to_owned(), action, seen: None };
        let path = format!("/api/regattas/{regatta}/actions");
        let done = self.ask_json(self.request(Method::POST, &path, Some(who)).json(&submission)).await?;
        done["seq"].as_u64().ok_or_else(|| Trouble::broken(format_args!("no number: {done}")))
    }

    /// A regatta as somebody sees it.
    pub async fn look(&self, who: &Guest, regatta: &RegattaId) -> Result<Snapshot, Trouble> {
        let request = self.request(Method::GET, &format!("/api/regattas/{regatta}"), Some(who));
        Ok(self.ask(request).await?.json().await?)
    }

    /// All that happened, as somebody is told it.
    pub async fn story(&self, who: &Guest, regatta: &RegattaId) -> Result<Vec<Told>, Trouble> {
        let (mut story, mut since) = (Vec::new(), 0);
        loop {
            let path = format!("/api/regattas/{regatta}/events?since={since}");
            let answer = self.ask(self.request(Method::GET, &path, Some(who))).await?;
            let next = answer.headers().get("x-next-since").and_then(|next| next.to_str().ok()?.parse::<u64>().ok());
            let mut page: Vec<Told> = answer.json().await?;
            story.append(&mut page);
            match next.filter(|next| *next > since) {
                Some(next) => since = next,
                None => return Ok(story),
            }
        }
    }

    /// The answer to a GET: all its bytes.
    pub async fn get(&self, who: Option<&Guest>, path: &str) -> Result<Vec<u8>, Trouble> {
        Ok(self.ask(self.request(Method::GET, path, who)).await?.bytes().await?.to_vec())
    }

    /// The record of a regatta.
    pub async fn record(&self, regatta: &RegattaId) -> Result<String, Trouble> {
        let request = self.request(Method::GET, &format!("/api/regattas/{regatta}/record"), None);
        Ok(self.ask(request).await?.text().await?)
    }

    /// A socket to a regatta, to be told all that happened since.
    pub async fn socket(&self, who: Option<&Guest>, regatta: &RegattaId, since: u64) -> Result<Wire, Trouble> {
        let path = format!("/api/regattas/{regatta}/socket?since={since}");
        let wire = Wire::open(self.address, self.source, &path, who.map(|guest| guest.cookie.as_str())).await;
        wire.map_err(|trouble| self.forgive(trouble))
    }
}

/// An action, from the JSON that a client sends.
pub fn action(json: Value) -> RoomAction {
    serde_json::from_value(json).expect("an action as the interface has it")
}

/// To take any seat.
pub fn join() -> RoomAction {
    action(json!({ "type": "join" }))
}

/// To be ready.
pub fn ready() -> RoomAction {
    action(json!({ "type": "ready", "ready": true }))
}

/// To give any seat to a pilot.
pub fn seat_pilot(pilot: &str) -> RoomAction {
    action(json!({ "type": "seat-pilot", "pilot": pilot }))
}
