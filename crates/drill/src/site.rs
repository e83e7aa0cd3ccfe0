//! A server as its clients see it.

use crate::{Trouble, wire::Wire};
use powerboats_server::{
    action::{Action, Submission},
    event::Told,
    ids::{PlayerId, RegattaId},
    view::Snapshot,
};
use reqwest::{Method, RequestBuilder, header};
use serde_json::{Value, json};
use std::{future::Future, net::SocketAddr, time::Duration};
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
    http: reqwest::Client,
}

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
        Site { address, http: http.expect("a client without TLS needs nothing") }
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
            status => Err(Trouble::Answer { asked, status, answer: answer.text().await.unwrap_or_default() }),
        }
    }

    async fn ask_json(&self, request: RequestBuilder) -> Result<Value, Trouble> {
        Ok(self.ask(request).await?.json().await?)
    }

    /// Is it ready?
    pub async fn is_ready(&self) -> bool {
        self.ask(self.request(Method::GET, "/readyz", None)).await.is_ok()
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
    pub async fn act(&self, who: &Guest, regatta: &RegattaId, id: &str, action: Action) -> Result<u64, Trouble> {
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
        let request = self.request(Method::GET, &format!("/api/regattas/{regatta}/events"), Some(who));
        Ok(self.ask(request).await?.json().await?)
    }

    /// The record of a regatta.
    pub async fn record(&self, regatta: &RegattaId) -> Result<String, Trouble> {
        let request = self.request(Method::GET, &format!("/api/regattas/{regatta}/record"), None);
        Ok(self.ask(request).await?.text().await?)
    }

    /// A socket to a regatta, to be told all that happened since.
    pub async fn socket(&self, who: Option<&Guest>, regatta: &RegattaId, since: u64) -> Result<Wire, Trouble> {
        let path = format!("/api/regattas/{regatta}/socket?since={since}");
        Wire::open(self.address, &path, who.map(|guest| guest.cookie.as_str())).await
    }
}
