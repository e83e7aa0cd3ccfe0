//! People: guests, registered players and their programs, recognised by cookie or by token.

mod cookie;
mod credentials;
pub mod deletion;
mod export;
mod following;
mod forgotten;
mod me;
mod moving;
mod naming;
mod news;
mod online;
mod passwords;
mod safety;
mod sessions;
mod tokens;

pub(crate) use cookie::is_cookie_key;
pub use credentials::{Login, Name, Password, Salt, Seal, check_salt, is_plain_salt};
pub use naming::{Face, Filter, Names, WordsError, boat_name, boat_title, is_boat_name};
pub use news::{AccountNews, News};
pub use online::{Online, OnlineGuard};
pub use safety::{Ears, ReportReason};

use crate::{
    app::App,
    cache::Cache,
    cluster::Cluster,
    config::Config,
    ids::{PlayerId, random_text},
    moderate::{Role, State},
    notify::Looking,
    room::action::{Refusal, RefusalReason},
    store::{Account, AccountChange, Protection, Store, StoreError, now},
};
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, header, request::Parts},
};
use cookie::Key;
use news::Concerned;
use passwords::Passwords;
use sha2::{Digest, Sha256};
use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
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
    /// Whether others see the name of a boat, and no free text goes to or from them.
    pub is_protected: bool,
    /// Whether they read what others write although the server protects everybody: a moderator without a PIN of their own.
    pub reads_all: bool,
    #[allow(missing_docs)]
    pub role: Role,
    /// Until when they may do nothing, in milliseconds since 1970.
    pub suspended: i64,
}

impl Player {
    /// Whether the moderators have suspended them.
    pub fn is_suspended(&self) -> bool {
        self.suspended > now()
    }
}

impl From<&Account> for Player {
    fn from(account: &Account) -> Player {
        Player {
            id: account.id.clone(),
            name: account.name.as_str().into(),
            registered: account.login.is_some(),
            is_protected: account.is_protected(),
            reads_all: account.role >= Role::Moderator && account.protection != Protection::Own,
            role: account.role,
            suspended: account.suspended,
        }
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
    /// Who is connected to this server.
    pub online: Online,
    /// Who looks at a page.
    pub looking: Looking,
    /// Decides which names and titles are allowed.
    pub filter: Filter,
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    key: Key,
    secure: bool,
    /// Whether the server protects everybody.
    protects_all: bool,
    passwords: Passwords,
    /// Players by the SHA-256 of their session or token.
    cache: Cache<String, Player>,
    /// What players may hear of others.
    ears: Cache<PlayerId, Arc<Ears>>,
    /// Accounts whose sessions or tokens have ended.
    ended: broadcast::Sender<Concerned>,
    /// Players who may hear more or fewer people than before.
    blocks: broadcast::Sender<Concerned>,
    /// The other servers; `None` for a server alone.
    cluster: Option<Cluster>,
    /// When the changes that other nodes made were last read.
    read_changes: Mutex<Instant>,
}

/// The name under which the store keeps the cookie key.
pub(crate) const COOKIE_KEY: &str = "cookie-key";
/// The most sessions and tokens in memory.
const MAX_CACHED: usize = 50_000;
/// How often the changes that other nodes made are read.
const READ_CHANGES: Duration = Duration::from_secs(1);
/// How long what was read can be relied on.
const CHANGES_KNOWN: Duration = Duration::from_millis(1900);
/// The prefix of all tokens.
const TOKEN_PREFIX: &str = "pb_";

/// The form in which the store keeps a secret: its SHA-256.
pub(crate) fn digest(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}

impl People {
    /// Opens the accounts. Makes the cookie key if this is the first start.
    pub async fn open(store: Store, config: &Config, cluster: Option<Cluster>) -> Result<People, StoreError> {
        // Another server may make a key at the same time. All of them use the one that is stored.
        let key = store.shared_value(COOKIE_KEY, &Key::random().to_text()).await?;
        let key = Key::read(&key).ok_or_else(|| StoreError::Unreadable(COOKIE_KEY.to_owned()))?;
        let inner = Inner {
            store: store.clone(),
            key,
            secure: config.is_secure(),
            protects_all: config.protected,
            passwords: Passwords::new(),
            cache: Cache::new(MAX_CACHED),
            ears: Cache::new(MAX_CACHED),
            ended: broadcast::Sender::new(256),
            blocks: broadcast::Sender::new(256),
            cluster,
            read_changes: Mutex::new(Instant::now()),
        };
        if config.protected {
            let count = store.protect_all().await?;
            tracing::info!(count, "all accounts are protected");
        }
        let looking = Looking::new(config.nats.as_ref().map(|_| config.node.as_str()));
        let (names, filter) = (Names::new(store), config.filter.clone());
        Ok(People { names, online: Online::default(), looking, filter, inner: Arc::new(inner) })
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
        if let Some(player) = cache.get(&hash).filter(|_| self.knows_changes()) {
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
                self.names.remember(&account);
                Ok(Some(player))
            }
            None if is_token => Err(bad_token()),
            None => Ok(None),
        }
    }

    /// The stored form of the session in the cookie.
    pub(crate) fn session(&self, headers: &HeaderMap) -> Option<String> {
        cookie::values(headers).find_map(|value| self.inner.key.open(value)).map(digest)
    }

    /// The stored form of the token or of the session that a request carries.
    pub(crate) fn credential(&self, headers: &HeaderMap) -> Option<String> {
        token(headers).or_else(|| self.session(headers))
    }

    /// A new session: its stored form, and the cookie that holds it.
    fn new_session(&self) -> (String, HeaderValue) {
        let token = random_text(32);
        (digest(&token), cookie::set(&self.inner.key.seal(&token), self.inner.secure))
    }

    /// Remembers that a registered player uses this browser. Returns the cookie that it keeps.
    async fn note_browser(&self, headers: &HeaderMap, player: &PlayerId) -> Result<HeaderValue, StoreError> {
        let known = cookie::browsers(headers).find_map(|value| self.inner.key.open(value));
        let browser = known.map_or_else(|| random_text(32), str::to_owned);
        self.inner.store.note_browser(&digest(&browser), player).await?;
        Ok(cookie::set_browser(&self.inner.key.seal(&browser), self.inner.secure))
    }

    /// Called when something about a player has changed: the next lookup asks the store.
    fn account_changed(&self, id: &PlayerId) {
        self.inner.cache.remove(|_, player| player.id == *id);
        self.inner.ears.remove(|player, _| player == id);
        if let Some(cluster) = &self.inner.cluster {
            cluster.tell_account_change();
        }
    }

    /// Called when moderators have changed something about a player.
    pub(crate) async fn account_moderated(&self, id: &PlayerId) -> Result<(), Refusal> {
        self.face_changed(id).await
    }

    /// Hurries the other nodes to read what has changed.
    pub(crate) fn tell_others(&self) {
        if let Some(cluster) = &self.inner.cluster {
            cluster.tell_account_change();
        }
    }

    /// Called when sessions or tokens of a player have ended.
    fn sessions_ended(&self, id: &PlayerId) {
        self.account_changed(id);
        let _ = self.inner.ended.send(Some(id.clone())); // there may be no receivers
    }

    /// Whether this server knows of all sessions that ended up to two seconds ago, so that its cache can be trusted.
    fn knows_changes(&self) -> bool {
        let read = *self.inner.read_changes.lock().unwrap_or_else(PoisonError::into_inner);
        self.inner.cluster.is_none() || read.elapsed() < CHANGES_KNOWN
    }

    /// Another node has changed something about a player.
    fn changed_elsewhere(&self, player: &PlayerId, change: AccountChange) {
        if change == AccountChange::Blocks {
            return self.hears_others(player);
        }
        self.inner.cache.remove(|_, known| known.id == *player);
        self.inner.ears.remove(|known, _| known == player);
        self.names.forget(player);
        if change == AccountChange::Ended {
            let _ = self.inner.ended.send(Some(player.clone())); // there may be no receivers
        }
    }

    /// Reads what other nodes have changed, once per second and when one of them says so, until the program ends.
    pub async fn follow_changes(self, moderation: State) {
        let Some(cluster) = self.inner.cluster.clone() else { return };
        let mut hurry = cluster.account_changes().await;
        let mut seen: HashSet<String> = HashSet::new();
        let mut interval = tokio::time::interval(READ_CHANGES);
        let mut since = now();
        loop {
            let (began, time) = (Instant::now(), now());
            if let Err(error) = moderation.refresh(&self.inner.store).await {
                tracing::warn!(%error, "what operators have set can't be read");
            }
            match self.inner.store.account_changes(since).await {
                Ok(Some(changes)) => {
                    changes.iter().filter(|(id, ..)| !seen.contains(id)).for_each(|(_, player, change)| {
                        self.changed_elsewhere(player, *change);
                    });
                    seen = changes.into_iter().map(|(id, ..)| id).collect();
                    since = time;
                    *self.inner.read_changes.lock().unwrap_or_else(PoisonError::into_inner) = began;
                }
                Ok(None) => {
                    tracing::warn!(
                        "this node has not read the changes of accounts for too long: it forgets what it knew"
                    );
                    self.inner.cache.remove(|_, _| true);
                    self.inner.ears.remove(|_, _| true);
                    self.names.forget_all();
                    let _ = self.inner.ended.send(None); // there may be no receivers
                    since = time;
                }
                Err(error) => tracing::warn!(%error, "the changes of accounts can't be read"),
            }
            tokio::select! {
                _ = interval.tick() => {}
                () = hurry.next() => {}
            }
        }
    }
}

fn bearer(value: &HeaderValue) -> Option<&str> {
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    (scheme.eq_ignore_ascii_case("bearer") && token.starts_with(TOKEN_PREFIX)).then_some(token)
}

/// The stored form of the token that a request carries.
fn token(headers: &HeaderMap) -> Option<String> {
    headers.get(header::AUTHORIZATION).and_then(bearer).map(digest)
}

fn bad_token() -> Refusal {
    Refusal::new(RefusalReason::NotSignedIn, "This token is invalid or has been revoked.")
}

/// The refusal of somebody whom the moderators have suspended.
fn suspended() -> Refusal {
    Refusal::new(RefusalReason::Suspended, "The moderators have suspended this account.")
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

    /// Somebody who is suspended sees what everybody sees.
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, Refusal> {
        let caller = app.people.caller(&parts.headers).await?;
        Ok(Caller(caller.filter(|player| !player.is_suspended())))
    }
}

impl FromRequestParts<App> for Player {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Player, Refusal> {
        let player = app.people.caller(&parts.headers).await?.ok_or_else(not_signed_in)?;
        match player.is_suspended() {
            true => Err(suspended()),
            false => Ok(player),
        }
    }
}

/// The routes for players' own accounts.
pub fn routes() -> OpenApiRouter<App> {
    let own = me::routes().merge(sessions::routes()).merge(forgotten::routes()).merge(tokens::routes());
    own.merge(export::routes()).merge(following::routes()).merge(safety::routes())
}
