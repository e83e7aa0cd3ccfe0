//! The events of a room. They are stored, published to subscribers, and replayed to rebuild the room.

use crate::{
    ids::{PlayerId, RegattaId},
    people::Names,
    room::settings::{PilotName, Settings},
};
use powerboats_referee::{Decision, Happening};
use powerboats_rules::{Color, Steer};
use serde::{Deserialize, Deserializer, Serialize, de};
use std::collections::BTreeMap;

/// An event with its number and time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct LoggedEvent {
    /// Numbered from 1 without gaps in each room. A client does not receive events that are meant for others.
    pub seq: u64,
    /// Milliseconds since 1970.
    pub at: i64,
    #[allow(missing_docs)]
    #[serde(flatten)]
    pub what: RoomEvent,
}

/// Deserializes an event number. The databases store at most 2⁶³ − 1.
pub fn seq<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let seq = Option::<u64>::deserialize(deserializer)?;
    match seq {
        Some(seq) if i64::try_from(seq).is_err() => Err(de::Error::custom("the number is too large")),
        seq => Ok(seq),
    }
}

/// Something that happened in a room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum RoomEvent {
    /// The regatta was opened.
    Created {
        #[allow(missing_docs)]
        settings: Settings,
        /// The player who decides before the start.
        host: PlayerId,
        /// SHA-256 of the secret the dice are derived from.
        commitment: String,
        /// Players who may see a private regatta without its invitation: those of the regatta it is a rematch of.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        invited: Vec<PlayerId>,
    },
    /// A player took a seat.
    Joined {
        #[allow(missing_docs)]
        color: Color,
        #[allow(missing_docs)]
        player: PlayerId,
        /// The player's contribution to the dice; empty while hidden.
        salt: String,
        /// SHA-256 of a hidden salt.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<String>,
    },
    /// A pilot was given a seat.
    PilotSeated {
        #[allow(missing_docs)]
        color: Color,
        #[allow(missing_docs)]
        pilot: PilotName,
    },
    /// A player left their seat before the start, or the host removed a pilot.
    Unseated {
        #[allow(missing_docs)]
        color: Color,
    },
    /// The host removed a player before the start. The player can't join again.
    Kicked {
        /// The seat that is free now.
        color: Color,
        #[allow(missing_docs)]
        player: PlayerId,
    },
    /// A player changed seats.
    Recolored {
        #[allow(missing_docs)]
        from: Color,
        #[allow(missing_docs)]
        to: Color,
    },
    /// A player is ready to start, or no longer ready.
    Ready {
        #[allow(missing_docs)]
        color: Color,
        /// False: no longer ready.
        ready: bool,
        /// SHA-256 of a new hidden salt, which replaces the previous salt.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<String>,
    },
    /// The host left, and another player became the host.
    Hosted {
        #[allow(missing_docs)]
        host: PlayerId,
    },
    /// Everyone is ready. Nobody can join any more, and hidden salts must be revealed.
    Sealed {
        /// The deadline for revealing, in milliseconds since 1970.
        until: i64,
    },
    /// A player revealed their salt.
    Revealed {
        #[allow(missing_docs)]
        color: Color,
        /// The salt whose SHA-256 is the seal.
        salt: String,
    },
    /// A salt was not revealed. The start is aborted, and the secret and all salts are drawn again.
    Unsealed {
        /// Seats whose salt was not revealed; they are free now.
        vacated: Vec<Color>,
        /// The secret that would have been used, in hexadecimal.
        secret: String,
        /// SHA-256 of the new secret.
        commitment: String,
        /// New salts, drawn by the server, for the seats that stay. A player may replace theirs with a seal.
        salts: BTreeMap<Color, String>,
    },
    /// The server was restored from a backup: from now on the dice are derived from a new secret.
    Redrawn {
        /// SHA-256 of the new secret.
        commitment: String,
        /// The number of the first chance decision that uses the new secret.
        from: u64,
    },
    /// The regatta started.
    Started {},
    /// Something happened in the game itself.
    Game {
        #[allow(missing_docs)]
        happening: Happening,
    },
    /// A turn began. If it is a person's, their clock runs.
    Clock {
        /// Whose turn it is.
        color: Color,
        /// When their time is up, bank included; null for a pilot.
        until: Option<i64>,
        /// Milliseconds in each player's bank.
        banks: BTreeMap<Color, i64>,
    },
    /// A player's time ran out. A pilot plays this turn.
    TimedOut {
        #[allow(missing_docs)]
        color: Color,
    },
    /// A pilot plays for this seat until its player comes back.
    TakenOver {
        #[allow(missing_docs)]
        color: Color,
    },
    /// A player came back to a seat that a pilot was playing.
    Back {
        #[allow(missing_docs)]
        color: Color,
    },
    /// A player saved a plan for their next turn, or deleted it. Sent only to that player.
    Planned {
        #[allow(missing_docs)]
        color: Color,
        /// Null: deleted.
        plan: Option<Plan>,
    },
    /// A plan could not be carried out. Sent only to its player.
    PlanDropped {
        #[allow(missing_docs)]
        color: Color,
        /// Why, for people.
        reason: String,
    },
    /// A player turned automatic steering on or off. Sent only to that player.
    AutoSteer {
        #[allow(missing_docs)]
        color: Color,
        #[allow(missing_docs)]
        on: bool,
    },
    /// A chat message, sent to the players or to the spectators, wherever the author is.
    Chat {
        /// The author.
        player: PlayerId,
        #[allow(missing_docs)]
        side: ChatSide,
        #[allow(missing_docs)]
        text: String,
    },
    /// The host muted a player or spectator, or lifted the mute.
    Muted {
        #[allow(missing_docs)]
        player: PlayerId,
        /// False: lifted.
        muted: bool,
    },
    /// The regatta is over, and the secret of the dice is revealed.
    Secret {
        /// In hexadecimal.
        secret: String,
        /// Secrets that replaced it after restores from a backup, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        later: Vec<String>,
    },
    /// A rematch was opened.
    Rematch {
        /// The new regatta.
        regatta: RegattaId,
    },
    /// The regatta was called off before the start.
    Closed {},
    /// An action changed nothing. Stored so that its id is remembered; sent to nobody.
    Noted {},
}

/// The two chats of a room: players and spectators talk separately.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChatSide {
    Players,
    Spectators,
}

/// An event as it is sent to clients, with the name of the player it is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ClientEvent {
    #[allow(missing_docs)]
    #[serde(flatten)]
    pub event: LoggedEvent,
    /// Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl ClientEvent {
    /// Adds the player's current name.
    pub fn new(event: LoggedEvent, names: &Names) -> ClientEvent {
        let name = event.what.speaker().map(|player| names.get(player).to_string());
        ClientEvent { event, name }
    }
}

/// A player's plan for their next turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Dice, or a place while boats are being placed.
    pub first: Decision,
    /// Headings after the roll, in order of preference. The first legal one is taken.
    #[serde(default)]
    #[schema(max_items = 3)]
    pub steer: Vec<Steer>,
}

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
            RoomEvent::Joined { player, .. } | RoomEvent::Chat { player, .. } => Some(player),
            _ => None,
        }
    }

    /// Who receives this event.
    pub fn audience(&self) -> Audience {
        match self {
            RoomEvent::Planned { color, .. }
            | RoomEvent::PlanDropped { color, .. }
            | RoomEvent::AutoSteer { color, .. } => Audience::Seat(*color),
            RoomEvent::Chat { side, .. } => Audience::Side(*side),
            RoomEvent::Noted {} => Audience::Nobody,
            // Listed one by one, so that the author of a new event must decide who receives it.
            RoomEvent::Created { .. }
            | RoomEvent::Joined { .. }
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
            | RoomEvent::TimedOut { .. }
            | RoomEvent::TakenOver { .. }
            | RoomEvent::Back { .. }
            | RoomEvent::Muted { .. }
            | RoomEvent::Secret { .. }
            | RoomEvent::Rematch { .. }
            | RoomEvent::Closed {} => Audience::All,
        }
    }
}
