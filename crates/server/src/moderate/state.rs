//! How the server is open to the public: what operators have set, known to every node within two seconds.

use crate::{
    config::Config,
    moderate::Network,
    store::{Store, StoreError, now},
    stream::Leads,
};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use tokio::sync::watch;

/// Who may come as a new player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Admission {
    /// Everybody.
    #[default]
    Open,
    /// Only people with an invitation.
    Invited,
}

impl Admission {
    /// The name used in JSON and in the store.
    pub const fn as_str(self) -> &'static str {
        ["open", "invited"][self as usize]
    }
}

/// What everybody may know about the server.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct ServerNotice {
    /// When the server restarts, in milliseconds since 1970; null if nothing is announced.
    pub restart: Option<i64>,
    /// While it is on, only moderators can change anything.
    pub maintenance: bool,
    /// Who may come as a new player.
    pub registration: Admission,
    /// Whether only organisers may open events.
    pub organisers_only: bool,
    /// Whether the server protects everybody.
    pub protected: bool,
    /// Whether the server sends mail, for example to players who have forgotten their password.
    pub mail: bool,
}

/// What operators have set.
#[derive(Clone, Debug, Default)]
pub struct State {
    notice: watch::Sender<ServerNotice>,
    banned: watch::Sender<Vec<(Network, i64)>>,
    protects_all: bool,
    sends_mail: bool,
}

/// The row of `meta` with the notice.
pub(super) const NOTICE: &str = "server-notice";

impl State {
    /// Reads what is set.
    pub async fn open(store: &Store, config: &Config) -> Result<State, StoreError> {
        let state = State { protects_all: config.protected, sends_mail: config.mail.is_some(), ..State::default() };
        state.refresh(store).await?;
        Ok(state)
    }

    /// What everybody may know.
    pub fn notice(&self) -> ServerNotice {
        self.notice.borrow().clone()
    }

    /// Like `leads`, but false during maintenance: for tasks that begin something new.
    pub(crate) fn unless_maintained(&self, leads: Leads) -> Leads {
        let state = self.clone();
        Box::new(move || leads() && !state.notice.borrow().maintenance)
    }

    /// Tells when the notice has changed.
    pub fn watch(&self) -> watch::Receiver<ServerNotice> {
        self.notice.subscribe()
    }

    /// Whether nobody may come from this address.
    pub fn bans(&self, address: IpAddr) -> bool {
        is_banned(&self.banned.borrow(), address)
    }

    /// Tells when nobody may come from this address any more, also if that is so already.
    pub fn watch_bans(&self, address: IpAddr) -> BanWatch {
        let mut banned = self.banned.subscribe();
        banned.mark_changed();
        BanWatch { banned, address }
    }

    /// Reads what another node, or this one, has changed.
    pub async fn refresh(&self, store: &Store) -> Result<(), StoreError> {
        let text = store.meta(NOTICE).await?.unwrap_or_default();
        let mut notice: ServerNotice = serde_json::from_str(&text).unwrap_or_default();
        (notice.protected, notice.mail) = (self.protects_all, self.sends_mail);
        self.notice.send_if_modified(|known| std::mem::replace(known, notice.clone()) != notice);
        let bans = store.address_bans().await?;
        let read = bans.into_iter().filter_map(|(network, until)| Some((network.parse().ok()?, until)));
        let read: Vec<(Network, i64)> = read.collect();
        self.banned.send_if_modified(|known| std::mem::replace(known, read.clone()) != read);
        Ok(())
    }
}

/// Tells when nobody may come from an address any more.
pub struct BanWatch {
    banned: watch::Receiver<Vec<(Network, i64)>>,
    address: IpAddr,
}

impl BanWatch {
    /// Waits until nobody may come from the address.
    pub async fn banned(&mut self) {
        while self.banned.changed().await.is_ok() {
            if is_banned(&self.banned.borrow_and_update(), self.address) {
                return;
            }
        }
        std::future::pending().await
    }
}

fn is_banned(banned: &[(Network, i64)], address: IpAddr) -> bool {
    !banned.is_empty() && banned.iter().any(|(network, until)| network.contains(address) && now() < *until)
}
