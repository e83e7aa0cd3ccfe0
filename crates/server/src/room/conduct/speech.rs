//! What people say in a room: free text and ready-made phrases.

use crate::room::Room;
use crate::{
    ids::PlayerId,
    room::{
        action::{Refusal, RefusalReason},
        event::{ChatSide, RoomEvent},
    },
    text::visible_text,
};

/// Chat messages one player may send in a room.
const PLAYER_CHATS: u32 = 2000;
/// Chat messages one spectator may send.
const SPECTATOR_CHATS: u32 = 200;
/// Chat messages of all spectators together. They are limited because everyone who opens the room loads them all.
const ALL_SPECTATOR_CHATS: u32 = 2000;

impl Room {
    pub(super) fn chat(&mut self, who: &PlayerId, text: &str, events: &mut Vec<RoomEvent>) -> Result<(), Refusal> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > 500 {
            return Err(Refusal::new(RefusalReason::BadRequest, "A message must have 1 to 500 characters."));
        }
        visible_text(text).map_err(|hidden| Refusal::new(RefusalReason::BadRequest, format!("{hidden}.")))?;
        let side = self.check_speech(who)?;
        self.emit(events, RoomEvent::Chat { player: who.clone(), side, text: text.to_owned() });
        Ok(())
    }

    /// Checks whether somebody may say something here and now. Returns whom they talk to.
    pub(super) fn check_speech(&self, who: &PlayerId) -> Result<ChatSide, Refusal> {
        self.check_not_closed()?;
        if self.muted.contains(who) {
            return Err(Refusal::new(RefusalReason::Muted, "The host has muted you."));
        }
        let side = if self.seat_of(who).is_some() { ChatSide::Players } else { ChatSide::Spectators };
        let said = self.chats.get(who).copied().unwrap_or(0);
        let too_many = match side {
            ChatSide::Players => said >= PLAYER_CHATS,
            ChatSide::Spectators => said >= SPECTATOR_CHATS || self.spectator_chats >= ALL_SPECTATOR_CHATS,
        };
        if too_many {
            return Err(Refusal::new(RefusalReason::TooMany, "This regatta has reached its limit of chat messages."));
        }
        Ok(side)
    }
}
