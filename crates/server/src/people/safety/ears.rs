//! What a client may hear: nothing of those who are blocked or muted, and no free text if it is protected.

use crate::{ids::PlayerId, room::event::RoomEvent};
use std::collections::BTreeSet;

/// What a client may hear of others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ears {
    /// Whether no free text of others may reach the client.
    pub is_protected: bool,
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
            RoomEvent::Chat { player, .. } => !self.is_protected && knows(player),
            RoomEvent::Phrase { player, .. } => knows(player),
            _ => true,
        }
    }

    /// Whether the client may hear everything.
    pub fn are_open(&self) -> bool {
        !self.is_protected && self.strangers.is_empty() && self.muted.is_empty()
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
        let open = Ears::default();
        assert!(open.are_open() && open.hear(&chat(&ann)) && open.hear(&phrase(&ann)));
        let child = Ears { is_protected: true, ..Ears::default() };
        assert!(!child.are_open() && !child.hear(&chat(&ann)) && child.hear(&phrase(&ann)));
        let picky = Ears { strangers: [ann.clone()].into(), muted: [ben.clone()].into(), ..Ears::default() };
        for player in [&ann, &ben] {
            assert!(!picky.hear(&chat(player)) && !picky.hear(&phrase(player)));
        }
        assert!(picky.hear(&chat(&cid)) && picky.hear(&RoomEvent::Started {}));
    }
}
