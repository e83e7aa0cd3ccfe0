//! News of accounts for connections that stay open: sessions that end, and blocks that change who hears whom.

use super::{Ears, Inner, People};
use crate::{app::App, http::address::Address, ids::PlayerId, moderate::BanWatch, store::StoreError};
use axum::{extract::FromRequestParts, http::request::Parts};
use std::{convert::Infallible, sync::Arc};
use tokio::sync::broadcast::{Receiver, error::RecvError};

/// The player whom the news is about; `None`: everybody.
pub type Concerned = Option<PlayerId>;

/// What happens to accounts from now on. A handler takes it before it takes the caller, so that nothing is missed in between.
pub struct AccountNews {
    ended: Receiver<Concerned>,
    blocks: Receiver<Concerned>,
    bans: BanWatch,
}

/// What has happened to an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum News {
    /// Sessions or tokens may have ended, others see something else of the player, or nobody may come from the client's address
    /// any more: the client must connect again.
    Ended,
    /// The player may hear more or fewer people than before.
    Blocks,
}

impl FromRequestParts<App> for AccountNews {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<AccountNews, Infallible> {
        let Address(address) = Address::from_request_parts(parts, app).await?;
        let Inner { ended, blocks, .. } = &*app.people.inner;
        let (ended, blocks) = (ended.subscribe(), blocks.subscribe());
        Ok(AccountNews { ended, blocks, bans: app.moderation.watch_bans(address) })
    }
}

impl AccountNews {
    /// Waits for news of this player. Who is not signed in can only be banned.
    pub async fn of(&mut self, player: Option<&PlayerId>) -> News {
        let Some(player) = player else {
            self.bans.banned().await;
            return News::Ended;
        };
        tokio::select! {
            () = self.bans.banned() => News::Ended,
            () = concerns(&mut self.ended, player) => News::Ended,
            () = concerns(&mut self.blocks, player) => News::Blocks,
        }
    }
}

async fn concerns(news: &mut Receiver<Concerned>, player: &PlayerId) {
    loop {
        match news.recv().await {
            Ok(Some(other)) if other != *player => {}
            Ok(_) | Err(RecvError::Lagged(_)) => return,
            Err(RecvError::Closed) => return std::future::pending().await,
        }
    }
}

impl People {
    /// Called when players have blocked or muted each other, or no longer do. Their connections stay open: who could close those
    /// of others by blocking them could keep anybody from playing.
    pub(super) fn blocks_changed(&self, players: &[PlayerId]) {
        players.iter().for_each(|player| self.hears_others(player));
        self.tell_others();
    }

    /// A player may hear more or fewer people than before.
    pub(super) fn hears_others(&self, player: &PlayerId) {
        self.inner.ears.remove(|known, _| known == player);
        let _ = self.inner.blocks.send(Some(player.clone())); // there may be no receivers
    }

    /// What a player may hear of others.
    pub async fn ears_of(&self, player: &PlayerId, is_protected: bool) -> Result<Arc<Ears>, StoreError> {
        let Inner { store, ears: cache, .. } = &*self.inner;
        if let Some(ears) = cache.get(player).filter(|_| self.knows_changes()) {
            return Ok(ears);
        }
        let era = cache.era();
        let (strangers, muted) = (store.strangers_of(player).await?, store.muted_by(player).await?);
        let account = store.account(player).await?;
        let reads_chat = account.is_some_and(|account| account.free_chat && account.login.is_some());
        let ears = Arc::new(Ears { is_protected, reads_chat, strangers, muted });
        cache.fill(era, player.clone(), ears.clone());
        Ok(ears)
    }
}
