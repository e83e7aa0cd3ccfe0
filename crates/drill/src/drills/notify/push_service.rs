//! A push service that decrypts every message, measures how long it took, and counts what comes twice.

use crate::{
    DrillError,
    latency::{Latencies, LatencySummary},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use powerboats_server::ids::random_bytes;
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::mpsc,
};
use web_push_native::{
    Auth,
    p256::{SecretKey, elliptic_curve::sec1::ToEncodedPoint},
};

/// A push service on loopback. Its clones are the same service.
#[derive(Clone)]
pub(super) struct PushService {
    address: SocketAddr,
    state: Arc<State>,
}

struct State {
    /// All browsers have the same keys; their endpoints differ.
    secret: SecretKey,
    auth: Auth,
    latencies: Latencies,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    /// Who waits for the messages of an endpoint.
    browsers: HashMap<String, mpsc::UnboundedSender<Value>>,
    /// The topic of each message.
    topics: HashMap<String, String>,
    duplicates: usize,
    faults: Vec<String>,
}

impl PushService {
    pub async fn start() -> Result<PushService, DrillError> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let secret = SecretKey::from_slice(&random_bytes()).map_err(|error| DrillError::Setup(error.to_string()))?;
        let auth = Auth::clone_from_slice(&random_bytes()[..16]);
        let state = State { secret, auth, latencies: Latencies::default(), kept: Mutex::default() };
        let service = PushService { address: listener.local_addr()?, state: Arc::new(state) };
        let own = service.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let service = own.clone();
                tokio::spawn(async move { service.serve(stream).await });
            }
        });
        Ok(service)
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.state.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the operator writes into the list of push services.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// A browser: its subscription, and the messages that it gets.
    pub fn browser(&self, name: &str) -> (Value, mpsc::UnboundedReceiver<Value>) {
        let (sender, messages) = mpsc::unbounded_channel();
        self.kept().browsers.insert(format!("/{name}"), sender);
        let key = BASE64.encode(self.state.secret.public_key().to_encoded_point(false).as_bytes());
        let keys = json!({ "p256dh": key, "auth": BASE64.encode(self.state.auth) });
        (json!({ "endpoint": format!("http://{}/{name}", self.address), "keys": keys }), messages)
    }

    /// How long the messages since the last call took from the commit, without those that came twice.
    pub fn take(&self) -> LatencySummary {
        self.state.latencies.take()
    }

    /// How many different messages have come.
    pub fn messages(&self) -> usize {
        self.kept().topics.len()
    }

    /// How many have come again.
    pub fn duplicates(&self) -> usize {
        self.kept().duplicates
    }

    pub fn faults(&self) -> Vec<String> {
        self.kept().faults.clone()
    }

    /// Serves one connection: requests one after another.
    async fn serve(&self, stream: TcpStream) -> Option<()> {
        let mut stream = BufReader::new(stream);
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).await.ok()? == 0 {
                return None;
            }
            let path = line.split(' ').nth(1)?.to_owned();
            let mut headers = HashMap::new();
            loop {
                let mut line = String::new();
                stream.read_line(&mut line).await.ok()?;
                let Some((name, value)) = line.trim_end().split_once(':') else { break };
                headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
            }
            let mut body = vec![0; headers.get("content-length")?.parse().ok()?];
            stream.read_exact(&mut body).await.ok()?;
            if let Err(fault) = self.receive(&path, &headers, body) {
                self.kept().faults.push(fault);
            }
            stream.write_all(b"HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n").await.ok()?;
        }
    }

    fn receive(&self, path: &str, headers: &HashMap<String, String>, body: Vec<u8>) -> Result<(), String> {
        let text =
            web_push_native::decrypt(body, &self.state.secret, &self.state.auth).map_err(|error| error.to_string())?;
        let message: Value = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
        let id = message["id"].as_str().ok_or("a message without an id")?.to_owned();
        let topic = headers.get("topic").cloned().ok_or("a message without a topic")?;
        let mut kept = self.kept();
        if let Some(before) = kept.topics.insert(id.clone(), topic.clone()) {
            kept.duplicates += 1;
            return if before == topic { Ok(()) } else { Err(format!("{id} came again with another topic")) };
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let at = Duration::from_millis(message["at"].as_u64().unwrap_or_default());
        self.state.latencies.record(now.saturating_sub(at));
        let browser = kept.browsers.get(path).ok_or_else(|| format!("a message to {path}"))?;
        browser.send(message).map_err(|_| "nobody waits for a message".to_owned())
    }
}
