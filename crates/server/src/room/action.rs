//! The actions a player can take in a room, and the reasons why one may be refused.

use crate::{
    ids::PlayerId,
    people::{Salt, Seal},
    room::{
        event::{Absence, Phrase, Plan, seq},
        settings::PilotName,
        votes::Motion,
    },
};
use powerboats_referee::{Code, Decision, Fault, Strict};
use powerboats_rules::Color;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// An action a player wants to take.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(remote = "Self", tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
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
    /// Declare oneself ready to start, or not ready. When all seats are taken and ready, the regatta starts. In the break
    /// between two races: ready for the next one.
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
    /// Place the boat, choose dice or steer. In JSON it is the decision itself.
    #[serde(skip)]
    Decide(Decision),
    /// The server moves the seat of a guest to the account that the guest has signed in to. Clients can't send it.
    #[serde(skip)]
    Transfer(PlayerId),
    /// The server gives the player's seat to a pilot for good, because they dropped out or the season is over. Clients can't
    /// send it.
    #[serde(skip)]
    HandOver(Absence),
    /// A moderator closes the regatta. Clients can't send it.
    #[serde(skip)]
    Terminate,
    /// A moderator annuls the result. Clients can't send it.
    #[serde(skip)]
    Annul,
    /// The server gives the player, whose turn it is, time until then: they are on holiday. Clients can't send it.
    #[serde(skip)]
    Extend(i64),
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
    /// Send a ready-made phrase, which each reader sees in their own language.
    Phrase {
        #[allow(missing_docs)]
        phrase: Phrase,
    },
    /// Send a chat message. Refused as `phrases-only`, unless everybody at the table is registered and wants free chat.
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
    /// During the races: agree to something, or withdraw one's vote. It happens when all who have a say agree.
    Vote {
        #[allow(missing_docs)]
        motion: Motion,
        /// False withdraws the vote.
        yes: bool,
    },
    /// Go on with a paused game.
    Resume {},
    /// Give up: the boat leaves the lake and ranks last. It can't be undone.
    Resign {},
    /// Become the host, before the start, if the host has been away for a while.
    TakeHost {},
    /// Give up a seat that is reserved for oneself.
    Decline {},
    /// After the end: open a new regatta with the same players, pilots and settings.
    Rematch {},
}

// `remote = "Self"` derives functions instead of these two traits, so that a decision is written and read as itself.
impl Serialize for RoomAction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            RoomAction::Decide(decision) => decision.serialize(serializer),
            other => RoomAction::serialize(other, serializer),
        }
    }
}

impl<'de> Deserialize<'de> for RoomAction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RoomAction, D::Error> {
        let Strict(action) = Strict::deserialize(deserializer)?;
        let kind = action["type"].as_str().unwrap_or_default().to_owned();
        if Decision::TYPES.contains(&kind.as_str()) {
            return Decision::deserialize(action).map(RoomAction::Decide).map_err(de::Error::custom);
        }
        RoomAction::deserialize(action).map_err(|error| {
            let unknown = error.to_string().starts_with(&format!("unknown variant `{kind}`"));
            let decisions = if unknown { ", `place`, `dice`, `steer`" } else { "" };
            de::Error::custom(format_args!("{error}{decisions}"))
        })
    }
}

/// An action as a client sends it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ActionSubmission)]
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
    NotKept,
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
    PhrasesOnly,
    Suspended,
    Maintenance,
    InvitationNeeded,
    TimedOut,
    Paused,
    NotAbsent,
    NotRegistered,
    AlreadyEntered,
    NotEntered,
    NoHoliday,
    TooFewPeople,
    DiskFull,
    Unknown,
    Unavailable,
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_str, from_value, json, to_value};

    fn fault(action: &str) -> String {
        from_str::<Submission>(&format!(r#"{{"id": "1", "action": {action}}}"#)).unwrap_err().to_string()
    }

    #[test]
    fn a_decision_is_written_and_read_as_itself() {
        for text in [
            json!({"type": "place", "at": "k12", "heading": "NE"}),
            json!({"type": "dice", "hold": [3, 1], "count": 3}),
            json!({"type": "steer", "to": "left"}),
        ] {
            let decision: Decision = from_value(text.clone()).unwrap();
            let action: RoomAction = from_value(text.clone()).unwrap();
            assert_eq!(action, RoomAction::Decide(decision));
            assert_eq!(to_value(&action).unwrap(), text);
            assert!(Decision::TYPES.contains(&text["type"].as_str().unwrap()));
        }
        assert_eq!(to_value(RoomAction::Leave {}).unwrap(), json!({"type": "leave"}));
        assert_eq!(from_value::<RoomAction>(json!({"type": "leave"})).unwrap(), RoomAction::Leave {});
    }

    #[test]
    fn unknown_missing_and_duplicate_fields_are_named_in_the_refusal() {
        assert!(fault(r#"{"type": "steer", "to": "left", "now": 1}"#).contains("unknown field `now`, expected `to`"));
        assert!(fault(r#"{"type": "join", "seat": "red"}"#).contains("unknown field `seat`, expected one of `color`"));
        assert!(fault(r#"{"type": "dice", "hold": []}"#).contains("missing field `count`"));
        assert!(fault(r#"{"type": "unseat"}"#).contains("missing field `color`"));
        assert!(fault(r#"{"type": "steer", "to": "left", "to": "right"}"#).contains("duplicate field \"to\""));
        assert!(
            fault(r#"{"type": "mute", "player": "p", "muted": true, "muted": false}"#)
                .contains("duplicate field \"muted\"")
        );
        assert!(fault(r#"{"to": "left"}"#).contains("missing field `type`"));
        assert!(fault(r#"{"type": "decide"}"#).contains("unknown variant `decide`"));
        let unknown = fault(r#"{"type": "stear"}"#);
        assert!(unknown.contains("unknown variant `stear`, expected one of `join`"), "{unknown}");
        assert!(unknown.contains("`rematch`, `place`, `dice`, `steer`"), "{unknown}");
    }
}
