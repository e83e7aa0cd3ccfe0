//! A client of the server's HTTP and WebSocket API.

use super::websocket::WebSocket;
use crate::DrillError;
use powerboats_server::{
    ids::{PlayerId, RegattaId},
    room::{
        action::{RoomAction, Submission},
        event::ClientEvent,
        view::Snapshot,
    },
};
use reqwest::{Method, RequestBuilder, header};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    future::Future,
    net::{IpAddr, SocketAddr},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::time::{Instant, sleep, timeout};

/// A guest's id and session.
#[derive(Clone, Debug)]
pub struct Guest {
    pub(crate) id: PlayerId,
    /// The session cookie, as sent in the `Cookie` header.
    pub(crate) cookie: String,
}

/// Sends requests to one server, or to one node of a cluster at a time.
#[derive(Clone, Debug)]
pub struct ApiClient {
    /// The addresses of the nodes; one address for a server alone.
    nodes: Arc<[SocketAddr]>,
    /// The index of the node in use.
    current: Arc<AtomicUsize>,
    /// How long to wait for an answer.
    pub(crate) patience: Duration,
    /// The address from which we connect, if it matters. Any address in 127.0.0.0/8 works.
    source: Option<IpAddr>,
    /// Codes of refusals after which the same request is sent again.
    retried_codes: &'static [&'static str],
    /// How often each of these codes was received.
    retries: Arc<Mutex<BTreeMap<String, u64>>>,
    http: reqwest::Client,
}

/// Refusals of a server whose disk or database fails, or which is stopping. After one of these a client sends the same
/// action again, with the same id.
pub(crate) const STORAGE_FAILURE_CODES: &[&str] = &["disk-full", "unknown", "unavailable", "broken", "stopping"];

/// Refusals of a node that lost PostgreSQL, NATS or the owner of a room, or which is stopping. The client goes to another
/// node and repeats its action there, with the same id.
pub(crate) const CLUSTER_FAILURE_CODES: &[&str] = &["unknown", "unavailable", "stopping"];

/// Refusals of a server with rate limits.
pub(crate) const RATE_LIMIT_CODES: &[&str] = &["too-fast"];

/// How long we try to reach a server. This is long because the server may be killed again before it answers us.
const RETRY_FOR: Duration = Duration::from_secs(600);

/// How long to wait before the next attempt, after this many attempts have failed.
pub(crate) fn backoff(failures: u32) -> Duration {
    Duration::from_millis(25 << failures.min(4))
}

/// Repeats a request while the server can't be reached.
pub(crate) async fn retry<T, F: Future<Output = Result<T, DrillError>>>(
    mut attempt: impl FnMut() -> F,
) -> Result<T, DrillError> {
    let (deadline, mut failures) = (Instant::now() + RETRY_FOR, 0);
    loop {
        match attempt().await {
            Err(error) if error.is_connection_lost() && Instant::now() < deadline => {
                failures += 1;
                sleep(backoff(failures)).await;
            }
            done => return done,
        }
    }
}

fn http_client(patience: Duration, source: Option<IpAddr>) -> reqwest::Client {
    let client = reqwest::Client::builder().timeout(patience).local_address(source).build();
    client.expect("building a client without TLS cannot fail")
}

impl ApiClient {
    /// A client of the server at this address.
    pub fn new(address: SocketAddr) -> ApiClient {
        ApiClient::with_patience(vec![address], Duration::from_secs(60))
    }

    /// A client of the nodes at these addresses. It uses the first one, and goes to the next one whenever a node does not
    /// answer or refuses a request for a temporary reason.
    pub(crate) fn of_cluster(nodes: Vec<SocketAddr>) -> ApiClient {
        // A node may be stopped and accept connections nevertheless.
        ApiClient::with_patience(nodes, Duration::from_secs(5)).retrying(CLUSTER_FAILURE_CODES)
    }

    fn with_patience(nodes: Vec<SocketAddr>, patience: Duration) -> ApiClient {
        let (nodes, http) = (nodes.into(), http_client(patience, None));
        let (current, retries) = (Arc::default(), Arc::default());
        ApiClient { nodes, current, patience, source: None, retried_codes: &[], retries, http }
    }

    /// The address of the server or node in use.
    pub(crate) fn address(&self) -> SocketAddr {
        self.nodes[self.current.load(Ordering::Relaxed) % self.nodes.len()]
    }

    /// A client of the same nodes that begins this many nodes after the one in use now.
    pub(crate) fn ahead_by(&self, nodes: usize) -> ApiClient {
        let node = self.current.load(Ordering::Relaxed) + nodes;
        ApiClient { current: Arc::new(AtomicUsize::new(node)), ..self.clone() }
    }

    /// Whether there is another node to go to.
    pub(crate) fn has_alternatives(&self) -> bool {
        self.nodes.len() > 1
    }

    /// Goes to the next node.
    pub(crate) fn move_on(&self) {
        self.current.fetch_add(1, Ordering::Relaxed);
    }

    /// Goes to the next node if this one can't be used now.
    fn moving_on<T>(&self, outcome: Result<T, DrillError>) -> Result<T, DrillError> {
        outcome.inspect_err(|error| {
            if error.is_connection_lost() {
                self.move_on();
            }
        })
    }

    /// A client that sends a request again if it was refused with one of these codes.
    pub(crate) fn retrying(mut self, codes: &'static [&'static str]) -> ApiClient {
        (self.retried_codes, self.retries) = (codes, Arc::default());
        self
    }

    /// A client that connects from this address, which must be in 127.0.0.0/8.
    pub(crate) fn with_source_address(&self, source: [u8; 4]) -> ApiClient {
        let source = Some(IpAddr::from(source));
        ApiClient { source, http: http_client(self.patience, source), ..self.clone() }
    }

    /// Whether a request that was refused with this code is sent again. Counts those that are.
    pub(crate) fn should_retry(&self, code: &str) -> bool {
        let retry = self.retried_codes.contains(&code);
        if retry {
            *self.retries.lock().unwrap_or_else(PoisonError::into_inner).entry(code.to_owned()).or_default() += 1;
        }
        retry
    }

    /// How often requests were refused and sent again, by code.
    pub(crate) fn retry_summary(&self) -> String {
        let retries = self.retries.lock().unwrap_or_else(PoisonError::into_inner);
        let counts: Vec<String> = retries.iter().map(|(code, count)| format!("{count} {code}")).collect();
        if counts.is_empty() { "nothing refused".to_owned() } else { format!("refused: {}", counts.join(", ")) }
    }

    /// Turns a refusal that is retried into a lost connection, which [`retry`] handles.
    fn retryable(&self, error: DrillError) -> DrillError {
        match error.code() {
            Some(code) if self.should_retry(&code) => DrillError::ConnectionLost(error.to_string()),
            _ => error,
        }
    }

    fn request(&self, method: Method, path: &str, guest: Option<&Guest>) -> RequestBuilder {
        let request = self.http.request(method, format!("http://{}{path}", self.address()));
        match guest {
            Some(guest) => request.header(header::COOKIE, &guest.cookie),
            None => request,
        }
    }

    /// Sends a request. Any status outside 200–299 is an error.
    async fn send(&self, request: RequestBuilder) -> Result<reqwest::Response, DrillError> {
        let request = request.build()?;
        let line = format!("{} {}", request.method(), request.url().path());
        let answer = self.moving_on(self.http.execute(request).await.map_err(DrillError::from))?;
        match answer.status().as_u16() {
            200..=299 => Ok(answer),
            status => {
                let body = answer.text().await.unwrap_or_default();
                self.moving_on(Err(self.retryable(DrillError::UnexpectedAnswer { request: line, status, body })))
            }
        }
    }

    async fn send_for_json(&self, request: RequestBuilder) -> Result<Value, DrillError> {
        Ok(self.send(request).await?.json().await?)
    }

    /// Whether `/readyz` answers that the server is ready.
    pub(crate) async fn is_ready(&self) -> bool {
        let answer = self.request(Method::GET, "/readyz", None).timeout(Duration::from_secs(10)).send().await;
        answer.is_ok_and(|answer| answer.status().is_success())
    }

    /// Creates a guest.
    pub(crate) async fn new_guest(&self, name: &str) -> Result<Guest, DrillError> {
        let request = self.request(Method::POST, "/api/me", None).json(&json!({ "name": name }));
        let answer = self.send(request).await?;
        let cookie = session_cookie(&answer);
        let me: Value = answer.json().await?;
        let id = me["id"].as_str().and_then(PlayerId::read);
        match (id, cookie) {
            (Some(id), Some(cookie)) => Ok(Guest { id, cookie }),
            _ => Err(DrillError::broken(format_args!("a new guest has no id or no cookie: {me}"))),
        }
    }

    /// Registers a new player. Registering begins a new session and ends that of the guest.
    pub(crate) async fn new_player(&self, name: &str, login: &str) -> Result<Guest, DrillError> {
        let guest = self.new_guest(name).await?;
        let account = json!({"login": login, "password": "correct horse battery"});
        let request = self.request(Method::POST, "/api/me/register", Some(&guest)).json(&account);
        let cookie = session_cookie(&self.send(request).await?);
        let cookie = cookie.ok_or_else(|| DrillError::broken("a player who has registered gets no cookie"))?;
        Ok(Guest { cookie, ..guest })
    }

    /// Opens a regatta. The host takes a seat unless the settings say otherwise.
    pub(crate) async fn open_regatta(&self, host: &Guest, settings: &Value) -> Result<RegattaId, DrillError> {
        let request = self.request(Method::POST, "/api/regattas", Some(host)).json(settings);
        let opened = self.send_for_json(request).await?;
        let id = opened["id"].as_str().and_then(RegattaId::read);
        id.ok_or_else(|| DrillError::broken(format_args!("a new regatta has no id: {opened}")))
    }

    /// Sends an action over HTTP. Returns the number of the last event that it caused.
    pub(crate) async fn act(
        &self,
        guest: &Guest,
        regatta: &RegattaId,
        id: &str,
        action: RoomAction,
    ) -> Result<u64, DrillError> {
        let submission = Submission { id: id.to_owned(), action, seen: None };
        let path = format!("/api/regattas/{regatta}/actions");
        let done = self.send_for_json(self.request(Method::POST, &path, Some(guest)).json(&submission)).await?;
        done["seq"]
            .as_u64()
            .ok_or_else(|| DrillError::broken(format_args!("the answer to an action has no seq: {done}")))
    }

    pub(crate) async fn snapshot(&self, guest: &Guest, regatta: &RegattaId) -> Result<Snapshot, DrillError> {
        let request = self.request(Method::GET, &format!("/api/regattas/{regatta}"), Some(guest));
        Ok(self.send(request).await?.json().await?)
    }

    /// All events of a regatta that this guest may see, page by page.
    pub(crate) async fn events(&self, guest: &Guest, regatta: &RegattaId) -> Result<Vec<ClientEvent>, DrillError> {
        let (mut events, mut since) = (Vec::new(), 0);
        loop {
            let path = format!("/api/regattas/{regatta}/events?since={since}");
            let answer = self.send(self.request(Method::GET, &path, Some(guest))).await?;
            let next = answer.headers().get("x-next-since").and_then(|next| next.to_str().ok()?.parse::<u64>().ok());
            let mut page: Vec<ClientEvent> = answer.json().await?;
            events.append(&mut page);
            match next.filter(|next| *next > since) {
                Some(next) => since = next,
                None => return Ok(events),
            }
        }
    }

    /// The body of the answer to a GET.
    pub(crate) async fn get(&self, guest: Option<&Guest>, path: &str) -> Result<Vec<u8>, DrillError> {
        Ok(self.send(self.request(Method::GET, path, guest)).await?.bytes().await?.to_vec())
    }

    /// Sends JSON for which there is no answer but the status.
    pub(crate) async fn send_only(&self, guest: &Guest, path: &str, body: &Value) -> Result<(), DrillError> {
        self.send(self.request(Method::POST, path, Some(guest)).json(body)).await.map(drop)
    }

    /// Sends JSON and returns the answer.
    pub(crate) async fn post(&self, guest: &Guest, path: &str, body: &Value) -> Result<Value, DrillError> {
        self.send_for_json(self.request(Method::POST, path, Some(guest)).json(body)).await
    }

    /// Sends JSON to an address that answers nothing.
    pub(crate) async fn command(&self, guest: &Guest, path: &str, body: &Value) -> Result<(), DrillError> {
        self.send(self.request(Method::POST, path, Some(guest)).json(body)).await.map(drop)
    }

    pub(crate) async fn record(&self, regatta: &RegattaId) -> Result<String, DrillError> {
        let request = self.request(Method::GET, &format!("/api/regattas/{regatta}/record"), None);
        Ok(self.send(request).await?.text().await?)
    }

    /// Opens a regatta's socket, which starts with the events after number `since`.
    pub(crate) async fn socket(
        &self,
        guest: Option<&Guest>,
        regatta: &RegattaId,
        since: u64,
    ) -> Result<WebSocket, DrillError> {
        let path = format!("/api/regattas/{regatta}/socket?since={since}");
        let cookie = guest.map(|guest| guest.cookie.as_str());
        let opening = WebSocket::open(self.address(), self.source, &path, cookie);
        let socket = match timeout(self.patience, opening).await {
            Ok(socket) => socket.map_err(|error| self.retryable(error)),
            Err(_) => Err(DrillError::ConnectionLost("the server does not open a socket".to_owned())),
        };
        self.moving_on(socket)
    }
}

/// The session that an answer begins, as sent in the `Cookie` header: the first cookie.
fn session_cookie(answer: &reqwest::Response) -> Option<String> {
    let cookie = answer.headers().get(header::SET_COOKIE)?.to_str().ok()?;
    cookie.split(';').next().map(str::to_owned)
}

/// An action, from the JSON that a client sends.
pub(crate) fn action(json: Value) -> RoomAction {
    serde_json::from_value(json).expect("a valid action")
}

/// Take any free seat.
pub(crate) fn join() -> RoomAction {
    action(json!({ "type": "join" }))
}

pub(crate) fn ready() -> RoomAction {
    action(json!({ "type": "ready", "ready": true }))
}

/// Give any free seat to a pilot.
pub(crate) fn seat_pilot(pilot: &str) -> RoomAction {
    action(json!({ "type": "seat-pilot", "pilot": pilot }))
}
