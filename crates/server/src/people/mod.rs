//! People: guests, registered players and their programs, recognised by cookie or by token.

mod cookie;
mod credentials;
pub mod deletion;
mod export;
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

/// A player who is signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    #[allow(missing_docs)]
    pub id: PlayerId,
    /// The name others see.
    pub name: Arc<str>,
    /// Whether they have a login and a password; guests have neither.
    pub registered: bool,
}

impl From<&Account> for Player {
    fn from(account: &Account) -> Player {
        Player { id: account.id.clone(), name: account.name.as_str().into(), registered: account.login.is_some() }
    }
}

/// The caller of a request, signed in or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caller(pub Option<Player>);

/// All accounts, sessions and tokens.
#[derive(Clone)]
pub struct People {
    /// The players' names.
    pub names: Names,
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    key: Key,
    secure: bool,
    passwords: Passwords,
    /// Players by the SHA-256 of their session or token.
    cache: Cache<String, Player>,
    revoked: broadcast::Sender<PlayerId>,
}

/// The name under which the store keeps the cookie key.
const COOKIE_KEY: &str = "cookie-key";
/// The most sessions and tokens in memory.
const MAX_CACHED: usize = 50_000;
/// The prefix of all tokens.
const TOKEN_PREFIX: &str = "pb_";

/// The form in which the store keeps a secret: its SHA-256.
fn digest(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}

impl People {
    /// Opens the accounts. Makes the cookie key if this is the first start.
    pub async fn open(store: Store, config: &Config) -> Result<People, StoreError> {
        let key = match store.meta(COOKIE_KEY).await? {
            Some(key) => Key::read(&key).ok_or_else(|| StoreError::Unreadable(COOKIE_KEY.to_owned()))?,
            None => {
                let key = Key::random();
                store.set_meta(COOKIE_KEY, &key.to_text()).await?;
                key
            }
        };
        let inner = Inner {
            store: store.clone(),
            key,
            secure: config.is_secure(),
            passwords: Passwords::new(),
            cache: Cache::new(MAX_CACHED),
            revoked: broadcast::Sender::new(256),
        };
        Ok(People { names: Names::new(store), inner: Arc::new(inner) })
    }

    /// Announces players whose sessions or tokens have ended. Their open sockets must close, so that the clients reconnect and
    /// authenticate. A receiver that lags behind should close all its sockets.
    pub fn revoked(&self) -> broadcast::Receiver<PlayerId> {
        self.inner.revoked.subscribe()
    }

    /// The caller by token or cookie. An invalid token is refused; an invalid cookie counts as not signed in.
    pub async fn caller(&self, headers: &HeaderMap) -> Result<Option<Player>, Refusal> {
        let Inner { store, cache, .. } = &*self.inner;
        let (hash, is_token) = if let Some(value) = headers.get(header::AUTHORIZATION) {
            // If a request carries both a token and a cookie, both must be valid.
            if cookie::values(headers).any(|value| self.inner.key.open(value).is_none()) {
                return Err(Refusal::new(
                    RefusalReason::NotSignedIn,
                    "The request has a token and an invalid cookie. Send only the token.",
                ));
            }
            (digest(bearer(value).ok_or_else(bad_token)?), true)
        } else if let Some(hash) = self.session(headers) {
            (hash, false)
        } else {
            return Ok(None);
        };
        if let Some(player) = cache.get(&hash) {
            return Ok(Some(player));
        }
        let era = cache.era();
        let found = match is_token {
            true => store.account_by_token(&hash).await?,
            false => store.account_by_session(&hash).await?,
        };
        match found {
            Some(account) => {
                let player = Player::from(&account);
                cache.fill(era, hash, player.clone());
                self.names.remember(&player);
                Ok(Some(player))
            }
            None if is_token => Err(bad_token()),
            None => Ok(None),
        }
    }

    /// The stored form of the session in the cookie.
    fn session(&self, headers: &HeaderMap) -> Option<String> {
        cookie::values(headers).find_map(|value| self.inner.key.open(value)).map(digest)
    }

    /// A new session: its stored form, and the cookie that holds it.
    fn new_session(&self) -> (String, HeaderValue) {
        let token = random_text(32);
        (digest(&token), cookie::set(&self.inner.key.seal(&token), self.inner.secure))
    }

    /// Called when something about a player has changed: the next lookup asks the store.
    fn account_changed(&self, id: &PlayerId) {
        self.inner.cache.remove(|_, player| player.id == *id);
    }

    /// Called when sessions or tokens of a player have ended.
    fn sessions_ended(&self, id: &PlayerId) {
        self.account_changed(id);
        let _ = self.inner.revoked.send(id.clone()); // there may be no receivers
    }
}

fn bearer(value: &HeaderValue) -> Option<&str> {
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    (scheme.eq_ignore_ascii_case("bearer") && token.starts_with(TOKEN_PREFIX)).then_some(token)
}

fn bad_token() -> Refusal {
    Refusal::new(RefusalReason::NotSignedIn, "This token is invalid or has been revoked.")
}

/// The refusal of a caller who is not signed in.
pub fn not_signed_in() -> Refusal {
    Refusal::new(
        RefusalReason::NotSignedIn,
        "You are not signed in. Programs can sign in as a guest with `POST /api/me` and a name.",
    )
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

/// The routes for players' own accounts.
pub fn routes() -> OpenApiRouter<App> {
    me::routes().merge(sessions::routes()).merge(tokens::routes()).merge(export::routes())
}
