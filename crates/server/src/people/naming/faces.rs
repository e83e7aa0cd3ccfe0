//! A cache of what others see of players: their names, and how they may be talked to.

use super::is_boat_name;
use crate::{
    cache::Cache,
    ids::PlayerId,
    store::{Account, Store, StoreError},
};
use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// The most faces in memory.
const MOST: usize = 200_000;

/// What the server must know of a player to show them to others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Face {
    /// What others call them; the name of a boat if they are protected, empty if the account was deleted.
    pub name: Arc<str>,
    #[allow(missing_docs)]
    pub is_registered: bool,
    #[allow(missing_docs)]
    pub is_protected: bool,
    /// Whether they want to read and write free text.
    pub free_chat: bool,
    /// Until when they may say nothing, in milliseconds since 1970.
    pub silenced: i64,
    /// When the account was created, in milliseconds since 1970.
    pub created: i64,
}

impl From<&Account> for Face {
    fn from(account: &Account) -> Face {
        Face {
            name: account.name.as_str().into(),
            is_registered: account.login.is_some(),
            is_protected: account.is_protected(),
            free_chat: account.free_chat,
            silenced: account.silenced,
            created: account.created,
        }
    }
}

/// The names of players, and how they may be talked to.
#[derive(Clone)]
pub struct Names {
    store: Store,
    cache: Arc<Cache<PlayerId, Face>>,
    /// Counts the faces that have changed, for those who keep texts with names in them.
    changes: Arc<AtomicU64>,
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Names(…)")
    }
}

impl Names {
    /// The names of the players in a store.
    pub fn new(store: Store) -> Names {
        Names { store, cache: Arc::new(Cache::new(MOST)), changes: Arc::default() }
    }

    /// A player's name, if it was [loaded](Names::load); empty if the account was deleted.
    pub fn get(&self, player: &PlayerId) -> Arc<str> {
        self.face(player).name
    }

    /// What others see of a player, if it was [loaded](Names::load). Somebody unknown is neither registered nor talked to.
    pub fn face(&self, player: &PlayerId) -> Face {
        self.known(player).unwrap_or_default()
    }

    /// What others see of a player; `None` if it was not [loaded](Names::load).
    pub fn known(&self, player: &PlayerId) -> Option<Face> {
        self.cache.get(player)
    }

    /// Whether others may read what this player has written: not if they are protected by now, or have deleted their account.
    /// Somebody whose name is not [loaded](Names::load) may be protected.
    pub fn shows_words_of(&self, player: &PlayerId) -> bool {
        self.known(player).is_some_and(|face| !face.is_protected && !face.name.is_empty())
    }

    /// Whether others may read a title that this player has given. That of a boat says nothing, so everybody may.
    pub fn shows_title(&self, author: &PlayerId, title: &str) -> bool {
        is_boat_name(title) || self.shows_words_of(author)
    }

    /// Whether a player is known to have deleted their account.
    pub fn is_deleted(&self, player: &PlayerId) -> bool {
        self.known(player).is_some_and(|face| face.name.is_empty())
    }

    /// Grows whenever a face has changed.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// Makes sure that these names are cached.
    pub async fn load(&self, players: &[PlayerId]) -> Result<(), StoreError> {
        let unknown: Vec<PlayerId> = players.iter().filter(|id| self.cache.get(*id).is_none()).cloned().collect();
        if unknown.is_empty() {
            return Ok(());
        }
        let era = self.cache.era();
        for (id, face) in self.store.faces(&unknown).await? {
            self.cache.fill(era, id, face);
        }
        Ok(())
    }

    pub(in crate::people) fn remember(&self, account: &Account) {
        self.cache.fill(self.cache.era(), account.id.clone(), Face::from(account));
    }

    /// Forgets a name that another node has changed. It is loaded again at once, because rooms show it.
    pub(in crate::people) fn forget(&self, player: &PlayerId) {
        self.cache.remove(|known, _| known == player);
        self.changes.fetch_add(1, Ordering::AcqRel);
        let (names, player) = (self.clone(), player.clone());
        tokio::spawn(async move { names.load(&[player]).await });
    }

    /// Forgets all names.
    pub(in crate::people) fn forget_all(&self) {
        self.cache.remove(|_, _| true);
        self.changes.fetch_add(1, Ordering::AcqRel);
    }

    pub(in crate::people) fn set(&self, player: PlayerId, face: Face) {
        let is_new = self.cache.get(&player).is_none();
        self.cache.set(player, face);
        if !is_new {
            self.changes.fetch_add(1, Ordering::AcqRel);
        }
    }
}
