//! What happens in a room: the messages that are stored, published and replayed.

use crate::{
    ids::{PlayerId, RegattaId},
    people::Names,
    settings::{PilotName, Settings},
};
use powerboats_referee::{Decision, Happening};
use powerboats_rules::{Color, Steer};
use serde::{Deserialize, Deserializer, Serialize, de};
use std::collections::BTreeMap;

/// An event, its number in its room, and when it happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Event {
    /// From 1, without a gap in the room; a reader is not told events that are meant for others.
    pub seq: u64,
    /// Milliseconds since 1970.
    pub at: i64,
    /// What.
    #[serde(flatten)]
    pub what: What,
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
pub enum What {
    /// The regatta was opened.
    Created {
        /// As the host wished.
        settings: Settings,
        /// Who decides before the start.
        host: PlayerId,
        /// SHA-256 of the secret of the dice.
        commitment: String,
    },
    /// Somebody took a seat.
    Joined {
        /// Which.
        color: Color,
        /// Who.
        player: PlayerId,
        /// What they add to the dice.
        salt: String,
    },
    /// A pilot was given a seat.
    PilotSeated {
        /// Which.
        color: Color,
        /// Who.
        pilot: PilotName,
    },
    /// A seat was left before the start, by its player or at the host's wish.
    Unseated {
        /// Which.
        color: Color,
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
    },
    /// The host has gone; somebody else decides.
    Hosted {
        /// Who.
        host: PlayerId,
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
        #[schema(value_type = BTreeMap<String, i64>)]
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
        side: Side,
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
    },
    /// The same again, in another regatta.
    Rematch {
        /// Where.
        regatta: RegattaId,
    },
    /// It was called off before it began.
    Closed {},
}

/// Players and spectators talk apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
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
    pub event: Event,
    /// Of whoever came or spoke. Not stored with the event: a name may change, or go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Told {
    /// With the name as it is now.
    pub fn new(event: Event, names: &Names) -> Told {
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
    Side(Side),
    /// One seat.
    Seat(Color),
}

impl Whom {
    /// Is somebody in this seat told, or somebody who watches?
    pub fn includes(&self, seat: Option<Color>) -> bool {
        match self {
            Whom::All => true,
            Whom::Side(Side::Players) => seat.is_some(),
            Whom::Side(Side::Spectators) => seat.is_none(),
            Whom::Seat(color) => seat == Some(*color),
        }
    }
}

impl What {
    /// Whoever came or spoke: the event is told with their name.
    pub fn speaker(&self) -> Option<&PlayerId> {
        match self {
            What::Joined { player, .. } | What::Chat { player, .. } => Some(player),
            _ => None,
        }
    }

    /// Who is told.
    pub fn whom(&self) -> Whom {
        match self {
            What::Planned { color, .. } | What::PlanDropped { color, .. } | What::AutoSteer { color, .. } => {
                Whom::Seat(*color)
            }
            What::Chat { side, .. } => Whom::Side(*side),
            _ => Whom::All,
        }
    }
}
