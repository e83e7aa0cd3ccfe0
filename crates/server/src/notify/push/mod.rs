//! Messages to browsers: Web Push (RFC 8030), encrypted for the browser (RFC 8291) and signed by this server (RFC 8292).

mod hosts;
mod keys;
mod subscription;

pub use hosts::{BadEndpoint, BadPushHosts, PushHosts};
pub(in crate::notify) use keys::is_readable;
pub use subscription::{BadSubscription, NewSubscription, Subscription};

use crate::{
    app::App,
    config::Config,
    http::extract::{Json, Query},
    people::Player,
    room::action::{Refusal, RefusalReason},
    store::{Store, StoreError, SubscriptionRow},
};
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};
use hosts::is_public;
use keys::Keys;
use reqwest::{
    Client,
    dns::{Addrs, Name, Resolve, Resolving},
    header, redirect,
};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::{net::SocketAddr, sync::Arc, time::Duration};
use utoipa_axum::{router::OpenApiRouter, routes};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(subscribe, unsubscribe))
}

/// The most browsers of one player.
const MOST: i64 = 10;

/// How long a push service may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// A push service tells us to wait at most this long.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

/// A message for a browser.
#[derive(Clone, Debug)]
pub struct PushMessage {
    /// JSON for the service worker.
    pub body: String,
    /// A message that the browser has not fetched yet is replaced by a later one with the same topic.
    pub topic: String,
    /// How long the push service keeps it.
    pub keep: Duration,
}

/// Why a push service did not take a message.
#[derive(Debug, thiserror::Error)]
pub enum PushError {
    /// The subscription has ended.
    #[error("the subscription has ended")]
    Gone,
    /// Try again later, after this time if it is known.
    #[error("{1}")]
    Later(Option<Duration>, String),
    /// It will never work.
    #[error("{0}")]
    Refused(String),
}

/// Sends messages to browsers. Its clones share their connections.
#[derive(Clone)]
pub struct PushSender {
    client: Client,
    keys: Arc<Keys>,
    hosts: Arc<PushHosts>,
}

/// Looks hosts up and leaves out private addresses, whatever the DNS says.
struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        let host = name.as_str().to_owned();
        Box::pin(async move {
            let public = public_addresses(&host).await?;
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

async fn public_addresses(host: &str) -> Result<Vec<SocketAddr>, BadEndpoint> {
    let found = tokio::net::lookup_host((host, 0)).await.map_err(|_| BadEndpoint::NotFound(host.to_owned()))?;
    let public: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
    if public.is_empty() { Err(BadEndpoint::Private(host.to_owned())) } else { Ok(public) }
}

impl PushSender {
    /// Opens the sender; `None` if no push service is allowed. Makes the server's keys if this is the first start.
    pub async fn open(store: &Store, config: &Config) -> Result<Option<PushSender>, StoreError> {
        if config.push_hosts.is_empty() {
            return Ok(None);
        }
        let mail = config.mail.as_ref().map(|mail| format!("mailto:{}", mail.from.email));
        let site = config.public_url.clone().filter(|url| url.starts_with("https://"));
        let contact = mail.or(site).unwrap_or_else(|| "mailto:operator@localhost".to_owned());
        let keys = Keys::open(store, contact).await?;
        // A redirect could lead anywhere, and a proxy would look the host up by itself.
        let client = Client::builder().redirect(redirect::Policy::none()).no_proxy();
        let client = client.timeout(PATIENCE).dns_resolver(Arc::new(PublicOnly)).build();
        let certificates = "the system's certificates".into();
        let client = client.map_err(|error| StoreError::File(certificates, std::io::Error::other(error)))?;
        Ok(Some(PushSender { client, keys: Arc::new(keys), hosts: Arc::new(config.push_hosts.clone()) }))
    }

    /// The server's public key, which browsers need to subscribe.
    pub fn public_key(&self) -> String {
        self.keys.public()
    }

    /// Checks a subscription, and that its push service is on the internet.
    async fn check(&self, new: NewSubscription) -> Result<Subscription, BadSubscription> {
        let subscription = Subscription::read(new, &self.hosts)?;
        if let Some(host) = subscription.endpoint.domain() {
            public_addresses(host).await?;
        }
        Ok(subscription)
    }

    /// A stored subscription; `None` if the operator no longer allows its push service.
    pub(super) fn stored(&self, row: SubscriptionRow) -> Option<Subscription> {
        Subscription::stored(row, &self.hosts)
    }

    /// Hands a message to the push service of a browser. When this returns, the service has accepted it.
    pub async fn send(&self, to: &Subscription, message: &PushMessage) -> Result<(), PushError> {
        // The operator may have changed the list.
        self.hosts.check(&to.endpoint).map_err(|error| PushError::Refused(error.to_string()))?;
        let body = to.encrypt(message.body.as_bytes()).map_err(PushError::Refused)?;
        let request = self.client.post(to.endpoint.clone()).body(body);
        let request = request.header("TTL", message.keep.as_secs().max(60)).header("Topic", &message.topic);
        let request = request.header("Urgency", "high").header(header::CONTENT_ENCODING, "aes128gcm");
        let request = request.header(header::CONTENT_TYPE, "application/octet-stream");
        let request = request.header(header::AUTHORIZATION, self.keys.authorization(&to.endpoint));
        let answer = request.send().await.map_err(|error| PushError::Later(None, error.without_url().to_string()))?;
        let status = answer.status();
        match status.as_u16() {
            200..=299 => Ok(()),
            404 | 410 => Err(PushError::Gone),
            408 | 429 | 500..=599 => {
                let wait = answer.headers().get(header::RETRY_AFTER).and_then(|wait| wait.to_str().ok()?.parse().ok());
                let wait = wait.map(|seconds| Duration::from_secs(seconds).min(LONGEST_WAIT));
                Err(PushError::Later(wait, format!("the push service answered {status}")))
            }
            _ => Err(PushError::Refused(format!("the push service answered {status}"))),
        }
    }
}

/// The id of a subscription in the store.
fn id_of(endpoint: &str) -> String {
    hex::encode(Sha256::digest(endpoint))
}

fn no_push() -> Refusal {
    Refusal::new(RefusalReason::NotFound, "This server sends no messages to browsers.")
}

/// Show messages in this browser
///
/// With a subscription of the browser's push manager. The server sends messages only to push services that its operator
/// allows. A player can have ten browsers; the oldest is forgotten. When you sign out, the browser is forgotten, too.
#[utoipa::path(post, operation_id = "subscribe_push", path = "/api/me/push", tag = "notifications",
    request_body = NewSubscription, security(("cookie" = []), ("token" = [])), responses(
    (status = 204, description = "This browser shows messages"),
    (status = 400, description = "The subscription is invalid, or its push service is not allowed", body = Refusal),
    (status = 404, description = "This server sends no messages to browsers", body = Refusal),
))]
async fn subscribe(
    State(app): State<App>,
    player: Player,
    headers: HeaderMap,
    Json(new): Json<NewSubscription>,
) -> Result<StatusCode, Refusal> {
    app.limits.action(&player.id)?;
    let push = app.notify.push().ok_or_else(no_push)?;
    let bad =
        |error: BadSubscription| Refusal::new(RefusalReason::BadRequest, format!("Invalid subscription: {error}."));
    let Subscription { endpoint, p256dh, auth, .. } = push.check(new).await.map_err(bad)?;
    let session = app.people.credential(&headers).unwrap_or_default();
    let row = SubscriptionRow { id: id_of(endpoint.as_str()), endpoint: endpoint.into(), p256dh, auth, session };
    app.store.add_subscription(&player.id, &row, MOST).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A browser's subscription, by its endpoint.
#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct OldSubscription {
    /// The endpoint of the browser's subscription.
    #[param(max_length = 2000)]
    endpoint: String,
}

/// Show no more messages in this browser
#[utoipa::path(delete, operation_id = "unsubscribe_push", path = "/api/me/push", tag = "notifications",
    params(OldSubscription), security(("cookie" = []), ("token" = [])),
    responses((status = 204, description = "The browser shows no messages")))]
async fn unsubscribe(
    State(app): State<App>,
    player: Player,
    Query(OldSubscription { endpoint }): Query<OldSubscription>,
) -> Result<StatusCode, Refusal> {
    app.limits.action(&player.id)?;
    app.store.delete_subscription(&player.id, &id_of(&endpoint)).await?;
    Ok(StatusCode::NO_CONTENT)
}
