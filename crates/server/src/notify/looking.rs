//! Who looks at a page of this server now, so that nobody is told what they see.

use crate::{
    ids::PlayerId,
    store::{Store, StoreError, now},
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// How long another node's word counts, in milliseconds. It is repeated at every ping of a socket.
const KNOWN: i64 = 75_000;

/// The players who look at a page, and with how many sockets.
#[derive(Clone, Default)]
pub struct Looking {
    sockets: Arc<Mutex<HashMap<PlayerId, usize>>>,
    /// In a cluster: this node's name, for the others.
    node: Option<Arc<str>>,
}

impl Looking {
    /// In a cluster the node tells the others who looks at its pages.
    pub fn new(node: Option<&str>) -> Looking {
        Looking { node: node.map(Arc::from), ..Looking::default() }
    }

    fn sockets(&self) -> MutexGuard<'_, HashMap<PlayerId, usize>> {
        self.sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a player looks at a page of any node.
    pub async fn has(&self, player: &PlayerId, store: &Store) -> Result<bool, StoreError> {
        if self.sockets().contains_key(player) {
            return Ok(true);
        }
        if self.node.is_none() { Ok(false) } else { store.is_looking(player, now() - KNOWN).await }
    }

    /// A new socket of a player. At first it does not count as looking.
    pub fn socket(&self, player: Option<&PlayerId>, store: &Store) -> Look {
        Look { looking: self.clone(), player: player.cloned(), store: store.clone(), counts: false }
    }
}

/// Whether a player looks at the page of one socket.
pub struct Look {
    looking: Looking,
    player: Option<PlayerId>,
    store: Store,
    counts: bool,
}

impl Look {
    /// The page says whether it can be seen.
    pub fn set(&mut self, looks: bool) {
        let Some(player) = self.player.clone().filter(|_| self.counts != looks) else { return };
        self.counts = looks;
        let mut sockets = self.looking.sockets();
        let count = sockets.entry(player.clone()).or_default();
        *count = if looks { *count + 1 } else { count.saturating_sub(1) };
        let none_left = *count == 0;
        if none_left {
            sockets.remove(&player);
        }
        drop(sockets);
        if looks || none_left {
            self.tell_others();
        }
    }

    /// Tells the other nodes of a cluster, if there is anything that the player might be told.
    pub fn tell_others(&self) {
        let (Some(player), Some(node)) = (self.player.clone(), self.looking.node.clone()) else { return };
        let (store, looks) = (self.store.clone(), self.counts);
        tokio::spawn(async move {
            let noted = match looks {
                true if !store.is_reachable(&player).await.unwrap_or(false) => Ok(()),
                true => store.note_looking(&player, &node).await,
                false => store.note_gone(&player, &node).await,
            };
            if let Err(error) = noted {
                tracing::debug!(%error, "the other nodes do not know who looks at a page");
            }
        });
    }
}

impl Drop for Look {
    fn drop(&mut self) {
        self.set(false);
    }
}
