//! How much one player may do in a room: its log is read as a whole, by everybody who opens it.

use crate::room::Room;
use crate::{
    ids::PlayerId,
    room::action::{Refusal, RefusalReason, RoomAction},
};

/// The most actions of one player, apart from those that are needed to finish the game. The longest games have a few hundred.
const MOST_ACTIONS: u32 = 5000;

impl Room {
    /// Whether a player has a seat, a reserved one, or hosts the regatta.
    pub fn takes_part(&self, player: &PlayerId) -> bool {
        self.host == *player || self.seat_of(player).is_some() || self.reserved().any(|(_, other)| other == player)
    }

    /// Refuses an action of a player who has done too much here.
    pub(super) fn check_pace(&self, who: &PlayerId, action: &RoomAction) -> Result<(), Refusal> {
        if self.acted.get(who).is_none_or(|count| *count < MOST_ACTIONS) || is_needed(action) {
            return Ok(());
        }
        Err(Refusal::new(RefusalReason::TooMany, "You have done too much in this regatta. You can only finish it."))
    }
}

/// Whether the game could not go on, or a seat not be given up, without such actions.
fn is_needed(action: &RoomAction) -> bool {
    match action {
        RoomAction::Decide(_)
        | RoomAction::Ready { ready: true, .. }
        | RoomAction::Reveal { .. }
        | RoomAction::Back {}
        | RoomAction::Resume {}
        | RoomAction::Leave {}
        | RoomAction::Resign {}
        | RoomAction::Close {}
        | RoomAction::Start {}
        | RoomAction::Transfer(_)
        | RoomAction::HandOver(_)
        | RoomAction::Terminate
        | RoomAction::Annul
        | RoomAction::Extend(_) => true,
        RoomAction::Join { .. }
        | RoomAction::Ready { ready: false, .. }
        | RoomAction::Recolor { .. }
        | RoomAction::SeatPilot { .. }
        | RoomAction::Unseat { .. }
        | RoomAction::Plan { .. }
        | RoomAction::AutoSteer { .. }
        | RoomAction::Phrase { .. }
        | RoomAction::Chat { .. }
        | RoomAction::Mute { .. }
        | RoomAction::Vote { .. }
        | RoomAction::TakeHost {}
        | RoomAction::Decline {}
        | RoomAction::Rematch {} => false,
    }
}
