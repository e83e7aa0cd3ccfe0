//! What a person may do in a room, and why it may be refused.

use crate::{
    ids::PlayerId,
    people::{Salt, Seal},
    room::{
        event::{Plan, seq},
        settings::PilotName,
    },
};
use powerboats_referee::{Code, Decision, Fault};
use powerboats_rules::{Color, Hand, Heading, Hex, Steer};
use serde::{Deserialize, Serialize};

/// Something a player wants to do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RoomAction {
    /// Take a seat.
    Join {
        /// Any that is free, unless named.
        #[serde(default)]
        color: Option<Color>,
        /// What to add to the dice; without a salt or a seal, the server draws one.
        #[serde(default)]
        salt: Option<Salt>,
        /// SHA-256 of a salt that stays hidden until everybody is ready; instead of `salt`.
        #[serde(default)]
        seal: Option<Seal>,
    },
    /// Give the seat up; after the start a pilot takes it.
    Leave {},
    /// Change to a free seat, before the start.
    Recolor {
        /// Which.
        color: Color,
    },
    /// Be ready to start, or no longer. When all seats are taken and ready, it starts.
    Ready {
        /// Or no longer.
        ready: bool,
        /// SHA-256 of a new hidden salt, which replaces the one before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<Seal>,
    },
    /// Show one's hidden salt, once the table is sealed.
    Reveal {
        /// It has to fit the seal.
        salt: Salt,
    },
    /// Host: give a free seat to a pilot.
    SeatPilot {
        /// Any that is free, unless named.
        #[serde(default)]
        color: Option<Color>,
        /// Who.
        pilot: PilotName,
    },
    /// Host: send a pilot or a player away, before the start.
    Unseat {
        /// From which seat.
        color: Color,
    },
    /// Host: start with those who are there, all of them ready.
    Start {},
    /// Host: call it off, before the start.
    Close {},
    /// Place one's boat.
    Place {
        /// A free start place.
        at: Hex,
        /// Any heading.
        heading: Heading,
    },
    /// Choose dice; they are rolled at once.
    Dice {
        /// Dice held.
        hold: Hand,
        /// How many the boat goes to.
        #[schema(maximum = 33)]
        count: u8,
    },
    /// Steer.
    Steer {
        /// One of the options.
        to: Steer,
    },
    /// Leave a plan for one's next turn, or none.
    Plan {
        /// Null takes it away.
        plan: Option<Plan>,
    },
    /// Have a heading without a choice taken at once.
    AutoSteer {
        /// Or no longer.
        on: bool,
    },
    /// Come back to a seat that a pilot keeps. Anything one does there does that too.
    Back {},
    /// Say something.
    Chat {
        /// 1 to 500 characters.
        #[schema(
            min_length = 1,
            max_length = 500,
            pattern = r"^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]*[^\u0000-\u001f\u007f-\u009f\s][^\u0000-\u0009\u000b-\u001f\u007f-\u009f]*$"
        )]
        text: String,
    },
    /// Host: silence somebody, or let them speak again.
    Mute {
        /// Whom.
        player: PlayerId,
        /// Or no longer.
        muted: bool,
    },
    /// After the end: the same again.
    Rematch {},
}

impl RoomAction {
    /// The decision in it, if it is one on the lake.
    pub fn decision(&self) -> Option<Decision> {
        match *self {
            RoomAction::Place { at, heading } => Some(Decision::Place { at, heading }),
            RoomAction::Dice { hold, count } => Some(Decision::Dice { hold, count }),
            RoomAction::Steer { to } => Some(Decision::Steer { to }),
            _ => None,
        }
    }
}

/// An action as it is sent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// Made by the client, different for each action of this player in this room. Sent again, it acts only once.
    #[schema(min_length = 1, max_length = 64, pattern = r"^[^\u0000-\u001f\u007f-\u009f]+$")]
    pub id: String,
    /// What.
    pub action: RoomAction,
    /// The last event the client had seen. If the game has gone on since, the action is refused as stale.
    #[serde(default, deserialize_with = "seq", skip_serializing_if = "Option::is_none")]
    pub seen: Option<u64>,
}

/// What kind of refusal, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // each says it itself
pub enum RefusalReason {
    BadRequest,
    NotSignedIn,
    WrongPassword,
    NameTaken,
    Forbidden,
    NotFound,
    TooLarge,
    TooFast,
    TooMany,
    NotSeated,
    NotHost,
    AlreadySeated,
    SeatTaken,
    NoSeat,
    NotReady,
    AlreadyStarted,
    NotStarted,
    NotOver,
    Over,
    Stale,
    NotYourTurn,
    WrongPhase,
    IllegalPlace,
    IllegalDice,
    IllegalSteer,
    Muted,
    TimedOut,
    DiskFull,
    Unknown,
    Stopping,
    Broken,
}

/// A refusal: its kind, and one sentence for a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Refusal {
    /// For programs.
    pub code: RefusalReason,
    /// For people.
    pub message: String,
}

impl Refusal {
    /// With its sentence.
    pub fn new(code: RefusalReason, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into() }
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        let code = match fault.code {
            Code::WrongPhase | Code::NoRace => RefusalReason::WrongPhase,
            Code::IllegalPlace => RefusalReason::IllegalPlace,
            Code::IllegalDice => RefusalReason::IllegalDice,
            Code::IllegalSteer => RefusalReason::IllegalSteer,
            _ => RefusalReason::BadRequest,
        };
        Refusal { code, message: fault.message }
    }
}
