//! Who is who: guests, registered players and their programs, by cookie or by token.

mod cookie;
mod credentials;
mod export;
pub mod farewell;
mod me;
mod names;
mod passwords;
mod reserved;
mod sessions;
mod tokens;

pub use credentials::{Login, Name, Password, Salt, Seal};
pub use names::Names;

use crate::{
    app::App,
    cache::Cache,
    config::Config,
    ids::{PlayerId, random_text},
    room::action::{Refusal, RefusalReason},
    store::{Account, Store, StoreError},
};
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, header, request::Parts},
};
use cookie::Key;
use passwords::Passwords;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use tokio::sync::broadcast;
use utoipa_axum::router::OpenApiRouter;

/// Somebody who is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// Who.
    pub id: PlayerId,
    /// What others see.
    pub name: Arc<str>,
    /// With a login and a password; guests have none.
    pub registered: bool,
}

impl From<&Account> for Player {
    fn from(account: &Account) -> Player {
        Player { id: account.id.clone(), name: account.name.as_str().into(), registered: account.login.is_some() }
    }
}

/// Whoever asks, known or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caller(pub Option<Player>);

/// Everybody.
#[derive(Clone)]
pub struct People {
    /// What others see of each player.
    pub names: Names,
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    key: Key,
    secure: bool,
    passwords: Passwords,
    /// By the SHA-256 of a session or a token.
    known: Cache<String, Player>,
    revoked: broadcast::Sender<PlayerId>,
}

/// Where the key of the cookies is kept.
const KEY: &str = "cookie-key";
/// Sessions and tokens in memory.
const KNOWN: usize = 50_000;
/// So begins each token.
const TOKEN: &str = "pb_";

/// What the store keeps of something secret.
fn digest(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}

impl People {
    /// Makes the key of the cookies, if this is the first start.
    pub async fn open(store: Store, config: &Config) -> Result<People, StoreError> {
        let key = match store.meta(KEY).await? {
            Some(key) => Key::read(&key).ok_or_else(|| StoreError::Unreadable(KEY.to_owned()))?,
            None => {
                let key = Key::random();
                store.set_meta(KEY, &key.to_text()).await?;
                key
            }
        };
        let inner = Inner {
            store: store.clone(),
            key,
            secure: config.is_secure(),
            passwords: Passwords::new(),
            known: Cache::new(KNOWN),
            revoked: broadcast::Sender::new(256),
        };
        Ok(People { names: Names::new(store), inner: Arc::new(inner) })
    }

    /// Tells of players whose sessions or tokens have ended: an open socket of theirs has to close, so that its client
    /// comes back and shows who it is. Whoever lags behind should close all.
    pub fn revoked(&self) -> broadcast::Receiver<PlayerId> {
        self.inner.revoked.subscribe()
    }

    /// Who asks, by token or by cookie. A token that is none is refused, a cookie that is none is no one.
    pub async fn caller(&self, headers: &HeaderMap) -> Result<Option<Player>, Refusal> {
        let Inner { store, known, .. } = &*self.inner;
        let (hash, is_token) = if let Some(value) = headers.get(header::AUTHORIZATION) {
            // Whoever shows two things shows nothing false.
            if cookie::values(headers).any(|value| self.inner.key.open(value).is_none()) {
                return Err(Refusal::new(
                    RefusalReason::NotSignedIn,
                    "The cookie beside the token is not one of ours.",
                ));
            }
            (digest(bearer(value).ok_or_else(bad_token)?), true)
        } else if let Some(hash) = self.session(headers) {
            (hash, false)
        } else {
            return Ok(None);
        };
        if let Some(player) = known.get(&hash) {
            return Ok(Some(player));
        }
        let era = known.era();
        let found = match is_token {
            true => store.account_by_token(&hash).await?,
            false => store.account_by_session(&hash).await?,
        };
        match found {
            Some(account) => {
                let player = Player::from(&account);
                known.fill(era, hash, player.clone());
                self.names.learn(&player);
                Ok(Some(player))
            }
            None if is_token => Err(bad_token()),
            None => Ok(None),
        }
    }

    /// What the store keeps of the session in the cookie.
    fn session(&self, headers: &HeaderMap) -> Option<String> {
        cookie::values(headers).find_map(|value| self.inner.key.open(value)).map(digest)
    }

    /// A new session: what the store keeps, and what the cookie holds.
    fn new_session(&self) -> (String, HeaderValue) {
        let token = random_text(32);
        (digest(&token), cookie::set(&self.inner.key.seal(&token), self.inner.secure))
    }

    /// Something about a player has changed: whoever is asked next looks it up.
    fn changed(&self, id: &PlayerId) {
        self.inner.known.remove(|_, player| player.id == *id);
    }

    /// Sessions or tokens of a player have ended.
    fn ended(&self, id: &PlayerId) {
        self.changed(id);
        let _ = self.inner.revoked.send(id.clone()); // nobody may be listening
    }
}

fn bearer(value: &HeaderValue) -> Option<&str> {
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    (scheme.eq_ignore_ascii_case("bearer") && token.starts_with(TOKEN)).then_some(token)
}

fn bad_token() -> Refusal {
    Refusal::new(RefusalReason::NotSignedIn, "This token is not, or no longer, one of ours.")
}

/// The refusal of somebody unknown.
pub fn not_signed_in() -> Refusal {
    Refusal::new(RefusalReason::NotSignedIn, "Say who you are first: `POST /api/me` with a name is enough.")
}

impl FromRequestParts<App> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, Refusal> {
        app.people.caller(&parts.headers).await.map(Caller)
    }
}

impl FromRequestParts<App> for Player {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Player, Refusal> {
        app.people.caller(&parts.headers).await?.ok_or_else(not_signed_in)
    }
}

/// All that a player may do about themselves.
pub fn routes() -> OpenApiRouter<App> {
    me::routes().merge(sessions::routes()).merge(tokens::routes()).merge(export::routes())
}
