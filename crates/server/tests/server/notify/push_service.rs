//! A push service for tests, with the browsers that use it: checks the sender's signature and decrypts each message.

use super::eventually;
use axum::{
    Router,
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    routing::post,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use p256::{
    SecretKey,
    ecdsa::{Signature, VerifyingKey, signature::Verifier},
};
use serde_json::{Value, json};
use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};
use web_push_native::Auth;

/// A request as it came.
#[derive(Clone, Debug)]
struct Received {
    path: String,
    headers: HeaderMap,
    body: Bytes,
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<Received>>>);

pub struct PushService {
    address: SocketAddr,
    log: Log,
}

async fn receive(
    State(log): State<Log>,
    Path(path): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, HeaderMap) {
    let mut all = log.0.lock().unwrap();
    let seen = all.iter().filter(|received| received.path == path).count();
    all.push(Received { path: path.clone(), headers, body });
    let mut answer = HeaderMap::new();
    let status = match path.split('-').next().unwrap() {
        "gone" => StatusCode::GONE,
        "busy" if seen == 0 => StatusCode::SERVICE_UNAVAILABLE,
        "redirect" => {
            answer.insert("location", "/secret-1".parse().unwrap());
            StatusCode::TEMPORARY_REDIRECT
        }
        _ => StatusCode::CREATED,
    };
    (status, answer)
}

impl PushService {
    pub async fn start() -> PushService {
        let log = Log::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/{path}", post(receive)).with_state(log.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        PushService { address, log }
    }

    /// What the operator writes into the list of push services.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// A browser whose endpoint has this path.
    pub fn browser(&self, path: &str) -> Browser {
        let secret = SecretKey::from_slice(&powerboats_server::ids::random_bytes()).unwrap();
        let auth = Auth::clone_from_slice(&powerboats_server::ids::random_bytes()[..16]);
        let log = self.log.clone();
        Browser { origin: format!("http://{}", self.address), path: path.to_owned(), secret, auth, log }
    }

    pub fn count(&self, path: &str) -> usize {
        self.log.0.lock().unwrap().iter().filter(|received| received.path == path).count()
    }
}

/// A browser that has subscribed to messages.
pub struct Browser {
    origin: String,
    path: String,
    secret: SecretKey,
    auth: Auth,
    log: Log,
}

/// A message that the browser could read.
#[derive(Clone, Debug)]
pub struct Told {
    pub message: Value,
    pub topic: String,
}

impl Browser {
    /// What the browser gives to the page.
    pub fn subscription(&self) -> Value {
        use p256::elliptic_curve::sec1::ToEncodedPoint;
        let key = BASE64.encode(self.secret.public_key().to_encoded_point(false).as_bytes());
        json!({
            "endpoint": format!("{}/{}", self.origin, self.path), "expirationTime": null,
            "keys": {"p256dh": key, "auth": BASE64.encode(self.auth)},
        })
    }

    /// All messages so far. Each must be signed by the server, and encrypted for this browser.
    pub fn told(&self) -> Vec<Told> {
        let all = self.log.0.lock().unwrap().clone();
        all.into_iter().filter(|received| received.path == self.path).map(|received| self.read(&received)).collect()
    }

    fn read(&self, Received { headers, body, .. }: &Received) -> Told {
        let header = |name: &str| headers[name].to_str().unwrap().to_owned();
        check_signature(&header("authorization"), &self.origin);
        assert_eq!(header("content-encoding"), "aes128gcm");
        assert!(header("ttl").parse::<u64>().unwrap() > 0);
        let topic = header("topic");
        assert!(topic.len() <= 32 && topic.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'));
        let text = web_push_native::decrypt(body.to_vec(), &self.secret, &self.auth).expect("it is for this browser");
        Told { message: serde_json::from_slice(&text).unwrap(), topic }
    }

    /// The next message after so many.
    pub async fn told_after(&self, count: usize) -> Told {
        eventually("a message to a browser", || self.told().get(count).cloned()).await
    }
}

/// Checks the header of RFC 8292: `vapid t=…, k=…`.
fn check_signature(authorization: &str, origin: &str) {
    let rest = authorization.strip_prefix("vapid t=").expect("VAPID");
    let (token, key) = rest.split_once(", k=").expect("a token and a key");
    let key = VerifyingKey::from_sec1_bytes(&BASE64.decode(key).unwrap()).expect("a point on the curve");
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let signature = Signature::from_slice(&BASE64.decode(signature).unwrap()).unwrap();
    key.verify(signed.as_bytes(), &signature).expect("the server has signed it");
    let (head, claims) = signed.split_once('.').unwrap();
    let json = |part: &str| serde_json::from_slice::<Value>(&BASE64.decode(part).unwrap()).unwrap();
    assert_eq!(json(head)["alg"], "ES256");
    let claims = json(claims);
    assert_eq!(claims["aud"], origin);
    assert_eq!(claims["sub"], "mailto:boats@club.example");
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let expires = claims["exp"].as_u64().unwrap();
    assert!(expires > now && expires <= now + 24 * 3600, "{expires}");
}
