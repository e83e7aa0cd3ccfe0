//! What a client may hear: nothing of those who are blocked or muted, and free text only if it wants free text.

use crate::{
    ids::PlayerId,
    people::{People, Player},
    room::{
        action::{Refusal, RefusalReason},
        event::RoomEvent,
    },
    store::{StoreError, now},
};
use std::{collections::BTreeSet, sync::Arc};

/// What a client may hear of others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ears {
    /// Whether nothing at all that other people write may reach the client: not even names.
    pub is_protected: bool,
    /// Whether the client may read chat in free text: a registered player who has switched it on, and is not protected.
    pub reads_chat: bool,
    /// Players who do not meet this one.
    pub strangers: BTreeSet<PlayerId>,
    /// Players whom this one has muted.
    pub muted: BTreeSet<PlayerId>,
}

impl Ears {
    /// Whether the client may get an event.
    pub fn hear(&self, event: &RoomEvent) -> bool {
        let knows = |player: &PlayerId| !self.strangers.contains(player) && !self.muted.contains(player);
        match event {
            RoomEvent::Chat { player, .. } => self.reads_chat && !self.is_protected && knows(player),
            RoomEvent::Phrase { player, .. } => knows(player),
            _ => true,
        }
    }
}

impl People {
    /// Whether no free text of others may reach this caller.
    pub fn protects(&self, caller: Option<&Player>) -> bool {
        match caller {
            Some(player) => !player.reads_all && self.silences(player),
            None => self.inner.protects_all,
        }
    }

    /// Whether no free text of this player may reach others.
    pub fn silences(&self, player: &Player) -> bool {
        self.inner.protects_all || player.is_protected
    }

    /// Refuses words of a player whom the moderators have muted.
    pub async fn check_not_muted(&self, player: &PlayerId) -> Result<(), Refusal> {
        self.names.load(std::slice::from_ref(player)).await?;
        match self.names.face(player).silenced > now() {
            true => Err(Refusal::new(RefusalReason::Muted, "The moderators have muted you.")),
            false => Ok(()),
        }
    }

    /// Whether this player may see no free text of others. A player whose name is not loaded counts as protected.
    pub fn protects_player(&self, player: &PlayerId) -> bool {
        self.inner.protects_all || self.names.known(player).is_none_or(|face| face.is_protected)
    }

    /// What a caller may hear of others.
    pub async fn ears(&self, caller: Option<&Player>) -> Result<Arc<Ears>, StoreError> {
        let is_protected = self.protects(caller);
        match caller {
            Some(player) => self.ears_of(&player.id, is_protected).await,
            None => Ok(Arc::new(Ears { is_protected, ..Ears::default() })),
        }
    }

    /// Whether a player may send free text at a table with these people: all must be registered and want it.
    pub fn may_talk<'a>(&self, player: &'a PlayerId, table: impl Iterator<Item = &'a PlayerId>) -> bool {
        let talks = |player: &PlayerId| {
            let face = self.names.face(player);
            face.is_registered && face.free_chat && !face.is_protected
        };
        !self.inner.protects_all && talks(player) && table.into_iter().all(talks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::event::{ChatSide, Phrase};

    #[test]
    fn nobody_hears_what_they_must_not() {
        let [ann, ben, cid] = [(); 3].map(|()| PlayerId::random());
        let chat = |player: &PlayerId| RoomEvent::Chat {
            player: player.clone(),
            side: ChatSide::Players,
            text: "ahoy".to_owned(),
        };
        let phrase = |player: &PlayerId| RoomEvent::Phrase {
            player: player.clone(),
            side: ChatSide::Players,
            phrase: Phrase::Hello,
        };
        let open = Ears { reads_chat: true, ..Ears::default() };
        assert!(open.hear(&chat(&ann)) && open.hear(&phrase(&ann)));
        for phrases_only in [Ears::default(), Ears { is_protected: true, ..open.clone() }] {
            assert!(!phrases_only.hear(&chat(&ann)) && phrases_only.hear(&phrase(&ann)));
        }
        let picky = Ears { strangers: [ann.clone()].into(), muted: [ben.clone()].into(), ..open };
        for player in [&ann, &ben] {
            assert!(!picky.hear(&chat(player)) && !picky.hear(&phrase(player)));
        }
        assert!(picky.hear(&chat(&cid)) && picky.hear(&RoomEvent::Started {}));
    }
}
