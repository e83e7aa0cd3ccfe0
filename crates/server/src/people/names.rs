//! A cache of players' names.

use crate::people::Player;
use crate::{
    cache::Cache,
    ids::PlayerId,
    store::{Store, StoreError},
};
use std::sync::Arc;

/// The most names in memory.
const MOST: usize = 200_000;

/// The names of players.
#[derive(Clone)]
pub struct Names {
    store: Store,
    cache: Arc<Cache<PlayerId, Arc<str>>>,
}

impl Names {
    pub(super) fn new(store: Store) -> Names {
        Names { store, cache: Arc::new(Cache::new(MOST)) }
    }

    /// A player's name, if it was [loaded](Names::load); empty if the account was deleted.
    pub fn get(&self, player: &PlayerId) -> Arc<str> {
        self.cache.get(player).unwrap_or_default()
    }

    /// Makes sure that these names are cached.
    pub async fn load(&self, players: &[PlayerId]) -> Result<(), StoreError> {
        let unknown: Vec<PlayerId> = players.iter().filter(|id| self.cache.get(*id).is_none()).cloned().collect();
        if unknown.is_empty() {
            return Ok(());
        }
        let era = self.cache.era();
        for (id, name) in self.store.names(&unknown).await? {
            self.cache.fill(era, id, name.into());
        }
        Ok(())
    }

    pub(super) fn remember(&self, player: &Player) {
        self.cache.fill(self.cache.era(), player.id.clone(), player.name.clone());
    }

    pub(super) fn set(&self, player: PlayerId, name: &str) {
        self.cache.set(player, name.into());
    }
}
