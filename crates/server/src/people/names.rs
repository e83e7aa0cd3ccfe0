//! What others see of each player, in memory.

use crate::people::Player;
use crate::{
    cache::Cache,
    ids::PlayerId,
    store::{Store, StoreError},
};
use std::sync::Arc;

/// Names in memory.
const MOST: usize = 200_000;

/// The names of those who are about.
#[derive(Clone)]
pub struct Names {
    store: Store,
    known: Arc<Cache<PlayerId, Arc<str>>>,
}

impl Names {
    pub(super) fn new(store: Store) -> Names {
        Names { store, known: Arc::new(Cache::new(MOST)) }
    }

    /// A player's name, if it was [loaded](Names::load); empty for those who are gone.
    pub fn get(&self, player: &PlayerId) -> Arc<str> {
        self.known.get(player).unwrap_or_default()
    }

    /// Makes sure that these names are known.
    pub async fn load(&self, players: &[PlayerId]) -> Result<(), StoreError> {
        let unknown: Vec<PlayerId> = players.iter().filter(|id| self.known.get(*id).is_none()).cloned().collect();
        if unknown.is_empty() {
            return Ok(());
        }
        let era = self.known.era();
        for (id, name) in self.store.names(&unknown).await? {
            self.known.fill(era, id, name.into());
        }
        Ok(())
    }

    pub(super) fn learn(&self, player: &Player) {
        self.known.fill(self.known.era(), player.id.clone(), player.name.clone());
    }

    pub(super) fn set(&self, player: PlayerId, name: &str) {
        self.known.set(player, name.into());
    }
}
