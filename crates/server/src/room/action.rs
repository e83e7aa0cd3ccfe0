//! What a person may do in a room, and why it may be refused.

use crate::{
    ids::PlayerId,
    people::{Salt, Seal},
    room::{
        event::{Plan, seq},
        settings::PilotName,
    },
};
use powerboats_referee::{Code, Decision, Fault, Strict};
use powerboats_rules::Color;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Something a player wants to do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(remote = "Self", tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
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
    /// Place the boat, choose dice or steer. In JSON it is the decision itself.
    #[serde(skip)]
    Decide(Decision),
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_str, from_value, json, to_value};

    fn fault(action: &str) -> String {
        from_str::<Submission>(&format!(r#"{{"id": "1", "action": {action}}}"#)).unwrap_err().to_string()
    }

    #[test]
    fn a_decision_is_written_and_read_as_such() {
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
    fn what_is_unknown_missing_or_there_twice_is_refused_by_its_name() {
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
