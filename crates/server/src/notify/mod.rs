//! Notifications: players are told what waits for them, by messages that their browsers show and by mail.
//!
//! A reader of the stream of committed events puts messages into an outbox, in one transaction with its cursor. The
//! courier sends them. Before it does, it looks again whether the message still makes sense. A room knows nothing
//! of this.

mod addresses;
mod choices;
mod compose;
mod courier;
mod digest;
mod leave;
mod letter;
mod looking;
pub mod mail;
mod picture;
pub mod push;
mod reader;
mod relevance;
mod settings;
mod words;

pub use looking::{Look, Looking};
pub use settings::ExportedNotifications;
pub use words::Language;

use crate::{
    app::App,
    config::Config,
    ids::{PlayerId, RegattaId},
    rooms::registry::Registry,
    store::{Store, StoreError},
    stream::{self, Leads},
};
use hmac::{Hmac, Mac};
use mail::{BadMail, Mailer};
use push::PushSender;
use sha2::Sha256;
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;

/// The channels on which players are told things. Its clones share their connections.
#[derive(Clone)]
pub struct Notify(Arc<Inner>);

struct Inner {
    mailer: Option<Mailer>,
    push: Option<PushSender>,
    /// The server's address as users see it.
    public_url: String,
    /// Signs links in messages.
    key: Vec<u8>,
}

/// The name under which the store keeps the key that signs links.
const LINK_KEY: &str = "link-key";

/// The key in a database that can't be read, if there is one: the one for push services, or the one that signs links.
pub async fn damaged_key(store: &Store) -> Result<Option<&'static str>, StoreError> {
    if !push::is_readable(store).await? {
        return Ok(Some("the key for push services"));
    }
    let link = store.meta(LINK_KEY).await?;
    Ok(link.filter(|key| hex::decode(key).is_err()).map(|_| "the key that signs links"))
}

/// Why nobody can be told anything.
#[derive(Debug, thiserror::Error)]
pub enum NotifyError {
    #[allow(missing_docs)]
    #[error(transparent)]
    Store(#[from] StoreError),
    #[allow(missing_docs)]
    #[error(transparent)]
    Mail(#[from] BadMail),
}

impl Notify {
    /// Opens the channels. Makes the keys if this is the first start.
    pub async fn open(store: &Store, config: &Config) -> Result<Notify, NotifyError> {
        let key = store.shared_value(LINK_KEY, &hex::encode(crate::ids::random_bytes())).await?;
        let key = hex::decode(key).map_err(|_| StoreError::Unreadable(LINK_KEY.to_owned()))?;
        let push = PushSender::open(store, config).await?;
        let mailer = config.mail.clone().map(Mailer::new).transpose()?;
        let public_url = config.public_url.clone().unwrap_or_default();
        Ok(Notify(Arc::new(Inner { mailer, push, public_url, key })))
    }

    /// Sends mail; `None` if the server is not configured for it. Then nothing about mail is offered.
    pub fn mailer(&self) -> Option<&Mailer> {
        self.0.mailer.as_ref()
    }

    /// Sends messages to browsers; `None` if the operator allows no push service.
    pub fn push(&self) -> Option<&PushSender> {
        self.0.push.as_ref()
    }

    /// The public address of a page: `/r/…`. Without a public address of the server it begins with the path.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.0.public_url)
    }

    /// The page of a regatta.
    fn room_url(&self, regatta: &RegattaId) -> String {
        self.url(&format!("/r/{regatta}"))
    }

    /// Signs a purpose for a player, so that a link works without signing in.
    fn sign(&self, purpose: &str, player: &PlayerId) -> String {
        hex::encode(&self.mac(purpose, player).finalize().into_bytes()[..16])
    }

    /// Whether this is the signature, compared in constant time.
    fn is_signed(&self, purpose: &str, player: &PlayerId, signature: &str) -> bool {
        let signature = hex::decode(signature).unwrap_or_default();
        signature.len() == 16 && self.mac(purpose, player).verify_truncated_left(&signature).is_ok()
    }

    fn mac(&self, purpose: &str, player: &PlayerId) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0.key).expect("HMAC accepts keys of every length");
        mac.update(format!("{purpose}\n{player}").as_bytes());
        mac
    }
}

/// The routes for notifications.
pub(crate) fn routes() -> OpenApiRouter<App> {
    let own = addresses::routes().merge(settings::routes()).merge(push::routes());
    own.merge(leave::routes()).merge(picture::routes()).merge(digest::routes())
}

/// Starts the reader and the courier. `leads` says whether this server does a task.
pub(crate) fn start(notify: &Notify, registry: &Registry, leads: impl Fn(&'static str) -> Leads) {
    let (store, stopping) = (registry.store.clone(), registry.stopping.clone());
    let reader = reader::NotifyReader::new(registry.clone());
    registry.tasks.spawn(stream::run(reader, store, stopping, leads("notify")));
    registry.tasks.spawn(courier::run(notify.clone(), registry.clone(), leads("notify")));
}
