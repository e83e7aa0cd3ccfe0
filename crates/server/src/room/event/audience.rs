//! Who receives each event of a room.

use super::{ChatSide, RoomEvent};
use crate::ids::PlayerId;
use powerboats_rules::Color;

/// Who receives an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Everyone who can see the room.
    All,
    /// Players only, or spectators only.
    Side(ChatSide),
    /// The player in one seat.
    Seat(Color),
    #[allow(missing_docs)]
    Nobody,
}

impl Audience {
    /// Whether a client in this seat (`None`: a spectator) receives it.
    pub fn includes(&self, seat: Option<Color>) -> bool {
        match self {
            Audience::All => true,
            Audience::Side(ChatSide::Players) => seat.is_some(),
            Audience::Side(ChatSide::Spectators) => seat.is_none(),
            Audience::Seat(color) => seat == Some(*color),
            Audience::Nobody => false,
        }
    }
}

impl RoomEvent {
    /// The player who joined or sent a chat message: the event is sent with their name.
    pub fn speaker(&self) -> Option<&PlayerId> {
        match self {
            RoomEvent::Joined { player, .. }
            | RoomEvent::Reseated { player, .. }
            | RoomEvent::Chat { player, .. }
            | RoomEvent::Phrase { player, .. } => Some(player),
            _ => None,
        }
    }

    /// The player whose name, protection or words matter for what others get of the event.
    pub fn author(&self) -> Option<&PlayerId> {
        match self {
            RoomEvent::Created { settings, .. } => settings.title_by.as_ref(),
            _ => self.speaker(),
        }
    }

    /// Who receives this event.
    pub fn audience(&self) -> Audience {
        match self {
            RoomEvent::Planned { color, .. }
            | RoomEvent::PlanDropped { color, .. }
            | RoomEvent::AutoSteer { color, .. } => Audience::Seat(*color),
            RoomEvent::Chat { side, .. } | RoomEvent::Phrase { side, .. } => Audience::Side(*side),
            RoomEvent::Noted {} => Audience::Nobody,
            // Listed one by one, so that the author of a new event must decide who receives it.
            RoomEvent::Created { .. }
            | RoomEvent::Joined { .. }
            | RoomEvent::Reseated { .. }
            | RoomEvent::PilotSeated { .. }
            | RoomEvent::Unseated { .. }
            | RoomEvent::Kicked { .. }
            | RoomEvent::Recolored { .. }
            | RoomEvent::Ready { .. }
            | RoomEvent::Hosted { .. }
            | RoomEvent::Sealed { .. }
            | RoomEvent::Revealed { .. }
            | RoomEvent::Unsealed { .. }
            | RoomEvent::Redrawn { .. }
            | RoomEvent::Started {}
            | RoomEvent::Game { .. }
            | RoomEvent::Clock { .. }
            | RoomEvent::Break { .. }
            | RoomEvent::BreakOver {}
            | RoomEvent::Paused { .. }
            | RoomEvent::Resumed {}
            | RoomEvent::Voted { .. }
            | RoomEvent::Ended { .. }
            | RoomEvent::Offered { .. }
            | RoomEvent::Declined { .. }
            | RoomEvent::OfferOver {}
            | RoomEvent::TimedOut { .. }
            | RoomEvent::TakenOver { .. }
            | RoomEvent::Back { .. }
            | RoomEvent::Muted { .. }
            | RoomEvent::Annulled {}
            | RoomEvent::Secret { .. }
            | RoomEvent::Rematch { .. }
            | RoomEvent::Closed {} => Audience::All,
        }
    }
}
