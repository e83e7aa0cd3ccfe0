//! Who is connected to this server, to the lobby or to a regatta.

use crate::{ids::PlayerId, store::Store};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
};

/// The players who are connected to this server, and with how many sockets.
#[derive(Clone, Default)]
pub struct Online(Arc<Mutex<HashMap<PlayerId, usize>>>);

impl Online {
    fn sockets(&self) -> MutexGuard<'_, HashMap<PlayerId, usize>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Counts a player's socket, as long as the result lives.
    pub fn count(&self, player: Option<&PlayerId>) -> OnlineGuard {
        if let Some(player) = player {
            *self.sockets().entry(player.clone()).or_default() += 1;
        }
        OnlineGuard { online: self.clone(), player: player.cloned() }
    }

    /// Whether a player is connected to this server.
    pub fn has(&self, player: &PlayerId) -> bool {
        self.sockets().contains_key(player)
    }
}

/// One socket of a player.
pub struct OnlineGuard {
    online: Online,
    player: Option<PlayerId>,
}

impl OnlineGuard {
    /// Tells the other nodes of a cluster that this player is connected, if anybody wants to know.
    pub fn tell_others(&self, store: &Store) {
        let Some(player) = self.player.clone() else { return };
        let store = store.clone();
        tokio::spawn(async move {
            if store.is_followed(&player).await.unwrap_or(false) {
                drop(store.note_seen(&player).await);
            }
        });
    }
}

impl Drop for OnlineGuard {
    fn drop(&mut self) {
        let Some(player) = &self.player else { return };
        let mut sockets = self.online.sockets();
        if let Some(count) = sockets.get_mut(player) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(player);
            }
        }
    }
}
