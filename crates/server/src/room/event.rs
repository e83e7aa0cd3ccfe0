//! What happens in a room: the messages that are stored, published and replayed.

use crate::{
    ids::{PlayerId, RegattaId},
    people::Names,
    room::settings::{PilotName, Settings},
};
use powerboats_referee::{Decision, Happening};
use powerboats_rules::{Color, Steer};
use serde::{Deserialize, Deserializer, Serialize, de};
use std::collections::BTreeMap;

/// An event, its number in its room, and when it happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct LoggedEvent {
    /// From 1, without a gap in the room; a reader is not told events that are meant for others.
    pub seq: u64,
    /// Milliseconds since 1970.
    pub at: i64,
    /// What.
    #[serde(flatten)]
    pub what: RoomEvent,
}

/// Reads the number of an event. The databases count no further than 2⁶³ − 1.
pub fn seq<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let seq = Option::<u64>::deserialize(deserializer)?;
    match seq {
        Some(seq) if i64::try_from(seq).is_err() => Err(de::Error::custom("no room has so many events")),
        seq => Ok(seq),
    }
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum RoomEvent {
    /// The regatta was opened.
    Created {
        /// As the host wished.
        settings: Settings,
        /// Who decides before the start.
        host: PlayerId,
        /// SHA-256 of the secret of the dice.
        commitment: String,
        /// Players who may see a private regatta without its invitation: those of the regatta it is a rematch of.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        invited: Vec<PlayerId>,
    },
    /// Somebody took a seat.
    Joined {
        /// Which.
        color: Color,
        /// Who.
        player: PlayerId,
        /// What they add to the dice; empty while it is hidden.
        salt: String,
        /// SHA-256 of a hidden salt.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<String>,
    },
    /// A pilot was given a seat.
    PilotSeated {
        /// Which.
        color: Color,
        /// Who.
        pilot: PilotName,
    },
    /// A seat was left before the start, or a pilot was sent away.
    Unseated {
        /// Which.
        color: Color,
    },
    /// The host sent a player away before the start. They can't come back.
    Kicked {
        /// From which seat.
        color: Color,
        /// Whom.
        player: PlayerId,
    },
    /// Somebody changed seats.
    Recolored {
        /// Where they sat.
        from: Color,
        /// Where they sit.
        to: Color,
    },
    /// Somebody is ready to start, or no longer.
    Ready {
        /// Who.
        color: Color,
        /// Or no longer.
        ready: bool,
        /// SHA-256 of a new hidden salt, which replaces the one before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<String>,
    },
    /// The host has gone; somebody else decides.
    Hosted {
        /// Who.
        host: PlayerId,
    },
    /// Everybody is ready: nobody can join any more, and hidden salts are to be revealed.
    Sealed {
        /// Until when; milliseconds since 1970.
        until: i64,
    },
    /// Somebody revealed their salt.
    Revealed {
        /// Who.
        color: Color,
        /// It fits the seal.
        salt: String,
    },
    /// Somebody did not reveal their salt: the start is aborted, and all that goes into the dice is drawn anew.
    Unsealed {
        /// Seats that did not reveal; they are empty now.
        vacated: Vec<Color>,
        /// The secret that would have counted, in hexadecimal.
        secret: String,
        /// SHA-256 of the new secret.
        commitment: String,
        /// New salts of the seats that stay, drawn by the server; a player may replace theirs with a seal.
        salts: BTreeMap<Color, String>,
    },
    /// The server was restored from a backup: from now on the dice come from a new secret.
    Redrawn {
        /// SHA-256 of the new secret.
        commitment: String,
        /// The number of the first thing that chance decides by it.
        from: u64,
    },
    /// The regatta began.
    Started {},
    /// Something happened on the lake.
    Game {
        /// What.
        happening: Happening,
    },
    /// Somebody's turn began; if it is a person's, their time runs.
    Clock {
        /// Whose.
        color: Color,
        /// When it is up, bank included; null for a pilot.
        until: Option<i64>,
        /// Milliseconds in each player's bank.
        banks: BTreeMap<Color, i64>,
    },
    /// A player's time was up: a pilot plays this turn.
    TimedOut {
        /// Whose.
        color: Color,
    },
    /// A pilot keeps the seat until its player comes back.
    TakenOver {
        /// Which.
        color: Color,
    },
    /// The player is back.
    Back {
        /// Who.
        color: Color,
    },
    /// A player left a plan for their next turn, or took it away. Only they are told.
    Planned {
        /// Who.
        color: Color,
        /// The plan, or none.
        plan: Option<Plan>,
    },
    /// A plan could not be carried out. Only its player is told.
    PlanDropped {
        /// Whose.
        color: Color,
        /// Why.
        reason: String,
    },
    /// A player wishes that a heading without a choice is taken at once, or no longer. Only they are told.
    AutoSteer {
        /// Who.
        color: Color,
        /// Or no longer.
        on: bool,
    },
    /// Somebody said something, to those on their side.
    Chat {
        /// Who.
        player: PlayerId,
        /// Players' or spectators'.
        side: ChatSide,
        /// What.
        text: String,
    },
    /// The host silenced somebody, or lets them speak again.
    Muted {
        /// Whom.
        player: PlayerId,
        /// Or no longer.
        muted: bool,
    },
    /// The secret of the dice is told: the regatta is over.
    Secret {
        /// In hexadecimal.
        secret: String,
        /// The secrets that replaced it after the server was restored, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        later: Vec<String>,
    },
    /// The same again, in another regatta.
    Rematch {
        /// Where.
        regatta: RegattaId,
    },
    /// It was called off before it began.
    Closed {},
    /// An action changed nothing. Stored so that its id is remembered; nobody is told.
    Noted {},
}

/// Players and spectators talk apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChatSide {
    /// Those who sit.
    Players,
    /// Those who watch.
    Spectators,
}

/// An event as it is told, with the name of whoever it is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Told {
    /// What happened.
    #[serde(flatten)]
    pub event: LoggedEvent,
    /// Of whoever came or spoke. Not stored with the event: a name may change, or go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Told {
    /// With the name as it is now.
    pub fn new(event: LoggedEvent, names: &Names) -> Told {
        let name = event.what.speaker().map(|player| names.get(player).to_string());
        Told { event, name }
    }
}

/// What to do in one's next turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Dice or, in the placing, a place.
    pub first: Decision,
    /// Headings after the roll, the dearest first; the first that is legal is taken.
    #[serde(default)]
    #[schema(max_items = 3)]
    pub steer: Vec<Steer>,
}

/// Who is told of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Whom {
    /// Whoever sees the room.
    All,
    /// Those on one side.
    Side(ChatSide),
    /// One seat.
    Seat(Color),
    /// Nobody.
    Nobody,
}

impl Whom {
    /// Is somebody in this seat told, or somebody who watches?
    pub fn includes(&self, seat: Option<Color>) -> bool {
        match self {
            Whom::All => true,
            Whom::Side(ChatSide::Players) => seat.is_some(),
            Whom::Side(ChatSide::Spectators) => seat.is_none(),
            Whom::Seat(color) => seat == Some(*color),
            Whom::Nobody => false,
        }
    }
}

impl RoomEvent {
    /// Whoever came or spoke: the event is told with their name.
    pub fn speaker(&self) -> Option<&PlayerId> {
        match self {
            RoomEvent::Joined { player, .. } | RoomEvent::Chat { player, .. } => Some(player),
            _ => None,
        }
    }

    /// Who is told.
    pub fn whom(&self) -> Whom {
        match self {
            RoomEvent::Planned { color, .. }
            | RoomEvent::PlanDropped { color, .. }
            | RoomEvent::AutoSteer { color, .. } => Whom::Seat(*color),
            RoomEvent::Chat { side, .. } => Whom::Side(*side),
            RoomEvent::Noted {} => Whom::Nobody,
            // Listed one by one: whoever adds an event decides who is told.
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
            | RoomEvent::Closed {} => Whom::All,
        }
    }
}
