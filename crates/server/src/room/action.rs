//! The actions a player can take in a room, and the reasons why one may be refused.

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

/// An action a player wants to take.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RoomAction {
    /// Take a seat.
    Join {
        /// The wanted seat; any free one if left out.
        #[serde(default)]
        color: Option<Color>,
        /// The player's contribution to the dice. If neither `salt` nor `seal` is given, the server draws a salt.
        #[serde(default)]
        salt: Option<Salt>,
        /// SHA-256 of a salt that stays hidden until everyone is ready; instead of `salt`.
        #[serde(default)]
        seal: Option<Seal>,
    },
    /// Give up the seat. After the start a pilot takes it over.
    Leave {},
    /// Change to a free seat, before the start.
    Recolor {
        /// The free seat to take.
        color: Color,
    },
    /// Declare oneself ready to start, or not ready. When all seats are taken and ready, the regatta starts.
    Ready {
        /// False means not ready.
        ready: bool,
        /// SHA-256 of a new hidden salt, which replaces the previous salt.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<Seal>,
    },
    /// Reveal one's hidden salt once everyone is ready.
    Reveal {
        /// The salt whose SHA-256 is the seal.
        salt: Salt,
    },
    /// Host only: give a free seat to a pilot.
    SeatPilot {
        /// The seat; any free one if left out.
        #[serde(default)]
        color: Option<Color>,
        #[allow(missing_docs)]
        pilot: PilotName,
    },
    /// Host only: remove a pilot or a player, before the start.
    Unseat {
        /// The seat to clear.
        color: Color,
    },
    /// Host only: start with the players who are there. All of them must be ready.
    Start {},
    /// Host only: call the regatta off, before the start.
    Close {},
    /// Place one's boat.
    Place {
        /// A free start place.
        at: Hex,
        /// Any heading.
        heading: Heading,
    },
    /// Choose dice. They are rolled at once.
    Dice {
        /// The dice to keep.
        hold: Hand,
        /// How many dice the boat has after the roll.
        #[schema(maximum = 33)]
        count: u8,
    },
    /// Steer.
    Steer {
        /// One of the legal options.
        to: Steer,
    },
    /// Save a plan for one's next turn, or delete it.
    Plan {
        /// Null deletes the plan.
        plan: Option<Plan>,
    },
    /// Let the server take a heading at once when there is only one.
    AutoSteer {
        /// False turns it off.
        on: bool,
    },
    /// Return to a seat that a pilot is playing. Any other action on the lake has the same effect.
    Back {},
    /// Send a chat message.
    Chat {
        /// 1 to 500 characters.
        #[schema(
            min_length = 1,
            max_length = 500,
            pattern = r"^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]*[^\u0000-\u001f\u007f-\u009f\s][^\u0000-\u0009\u000b-\u001f\u007f-\u009f]*$"
        )]
        text: String,
    },
    /// Host only: mute a player or spectator, or lift the mute.
    Mute {
        #[allow(missing_docs)]
        player: PlayerId,
        /// False lifts the mute.
        muted: bool,
    },
    /// After the end: open a new regatta with the same players and settings.
    Rematch {},
}

impl RoomAction {
    /// The referee's decision in it, if it is an action of the game itself.
    pub fn decision(&self) -> Option<Decision> {
        match *self {
            RoomAction::Place { at, heading } => Some(Decision::Place { at, heading }),
            RoomAction::Dice { hold, count } => Some(Decision::Dice { hold, count }),
            RoomAction::Steer { to } => Some(Decision::Steer { to }),
            _ => None,
        }
    }
}

/// An action as a client sends it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// Chosen by the client, different for each action of this player in this room. An action that is sent twice with the
    /// same id takes effect once.
    #[schema(min_length = 1, max_length = 64, pattern = r"^[^\u0000-\u001f\u007f-\u009f]+$")]
    pub id: String,
    #[allow(missing_docs)]
    pub action: RoomAction,
    /// Number of the last event the client has seen. If the game has moved on since, the action is refused as `stale`.
    #[serde(default, deserialize_with = "seq", skip_serializing_if = "Option::is_none")]
    pub seen: Option<u64>,
}

/// The kind of a refusal, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // the names say it
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

/// A refusal: a code for programs and a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Refusal {
    /// The kind of refusal, for programs.
    pub code: RefusalReason,
    /// What is wrong, for people.
    pub message: String,
}

impl Refusal {
    #[allow(missing_docs)]
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
