//! Messages between nodes, as JSON: `[version, message]`.
//!
//! They hold no cookie, no token, no invitation and no secret of dice that are not revealed.

use super::view::NodeId;
use crate::{
    ids::{PlayerId, RegattaId},
    room::action::{Refusal, Submission},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;
use std::net::IpAddr;

/// The version of these messages. A node ignores messages of other versions: what they would tell is also in the store.
const VERSION: u32 = 1;

/// A message as bytes.
pub fn encode(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(&(VERSION, message)).unwrap_or_default()
}

/// Why a message can't be read.
#[derive(PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadMessage {
    /// It has another version.
    #[error("it has version {0}, and this node reads version {VERSION}")]
    Version(u32),
    /// It is not one of our messages.
    #[error("{0}")]
    Garbage(String),
}

/// Reads a message.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, BadMessage> {
    let garbage = |error: serde_json::Error| BadMessage::Garbage(error.to_string());
    let (version, message): (u32, &RawValue) = serde_json::from_slice(bytes).map_err(garbage)?;
    match version {
        VERSION => serde_json::from_str(message.get()).map_err(garbage),
        _ => Err(BadMessage::Version(version)),
    }
}

/// A node says that it lives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Announcement {
    #[allow(missing_docs)]
    pub node: NodeId,
    /// Its name, for people.
    pub name: String,
    /// Counts its announcements.
    pub count: u64,
    /// Whether it owns rooms: a newcomer does not.
    pub owns: bool,
    /// Whether it is going away.
    pub leaving: bool,
}

/// Something about a room, for all nodes that have it in memory.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RoomMessage {
    /// A new entry of its log.
    Entry {
        /// Number of its first event.
        first: u64,
        /// Number of its last event.
        last: u64,
        /// The player and the id of the action that caused it.
        by: Option<(PlayerId, String)>,
        /// When it happened, in milliseconds since 1970.
        #[serde(default)]
        at: i64,
        /// Whether everybody may see its events as they are, and they change nothing but the game. A node that does not run
        /// the room can pass them on without reading them.
        #[serde(default)]
        plain: bool,
        /// The events.
        events: Box<RawValue>,
    },
    /// The number of the last event, in case a message was lost.
    At {
        #[allow(missing_docs)]
        last: u64,
    },
    /// Who is connected to the room through one node.
    Presence(Presence),
}

/// Who is connected to a room through one node.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Presence {
    #[allow(missing_docs)]
    pub node: NodeId,
    /// One for each client that is signed in.
    pub players: Vec<PlayerId>,
    /// The number of clients that are not.
    pub anonymous: usize,
    /// Whether the other nodes should answer with theirs.
    pub asks: bool,
}

/// Summaries of rooms that have changed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Changed<S> {
    /// The node that sends them.
    pub node: NodeId,
    /// For each room the number of its last event, its id, and its [`Summary`](crate::room::view::Summary).
    pub summaries: Vec<(u64, RegattaId, S)>,
}

/// An attempt to sign in at one node counts at all of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SignInAttempt {
    #[allow(missing_docs)]
    pub node: NodeId,
    /// SHA-256 of the login, or the key of something else that counts at all nodes.
    pub login: String,
    #[allow(missing_docs)]
    pub address: IpAddr,
    /// False: the attempt begins. True: the password was correct.
    pub succeeded: bool,
}

/// A player opened or entered a regatta from this address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Origin {
    pub node: NodeId,
    pub player: PlayerId,
    pub address: IpAddr,
}

/// A message about a visitor, for all nodes.
pub trait NodeMessage: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The subject under which it is sent.
    const SUBJECT: &'static str;
    /// What it is, for the log.
    const WHAT: &'static str;
    /// The node that sends it.
    fn node(&self) -> &NodeId;
}

impl NodeMessage for SignInAttempt {
    const SUBJECT: &'static str = "signins";
    const WHAT: &'static str = "an attempt to sign in";
    fn node(&self) -> &NodeId {
        &self.node
    }
}

impl NodeMessage for Origin {
    const SUBJECT: &'static str = "origins";
    const WHAT: &'static str = "the address of a player";
    fn node(&self) -> &NodeId {
        &self.node
    }
}

/// A question to the owner of a room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// Carry out an action.
    Act {
        #[allow(missing_docs)]
        regatta: RegattaId,
        #[allow(missing_docs)]
        player: Option<PlayerId>,
        /// Whether the player has a valid invitation.
        invited: bool,
        #[allow(missing_docs)]
        submission: Submission,
        /// After this time nobody waits for the answer any more, and nothing must be done; in milliseconds since 1970.
        expires: i64,
        /// Whether the node that asks hears of the entry that stores it. Then nobody else need tell it.
        #[serde(default)]
        listens: bool,
        /// Whether the node that was asked has passed it on. Then it is not passed on again.
        #[serde(default)]
        passed_on: bool,
    },
    /// Analyse the regatta. The result is stored.
    Analyse {
        #[allow(missing_docs)]
        regatta: RegattaId,
        /// Who wants to know.
        payer: Option<PlayerId>,
    },
}

/// The answer of a room's owner.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// The action is stored. The number of its last event.
    Done(u64),
    /// How far the analysis is, from 0 to 1.
    Progress(f64),
    #[allow(missing_docs)]
    Refused(Refusal),
    /// This node owns nothing now. Nothing was done.
    Elsewhere,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_read_as_it_was_written() {
        let events = r#"[{"seq":3,"at":5,"type":"started"}]"#;
        let entry = RoomMessage::Entry {
            first: 3,
            last: 3,
            by: Some((PlayerId::random(), "7".to_owned())),
            at: 5,
            plain: true,
            events: RawValue::from_string(events.to_owned()).unwrap(),
        };
        let RoomMessage::Entry { first: 3, last: 3, by: Some(_), at: 5, plain: true, events: read } =
            decode(&encode(&entry)).unwrap()
        else {
            panic!("another message")
        };
        assert_eq!(read.get(), events);
        let answer = Answer::Refused(Refusal::stopping());
        assert_eq!(decode::<Answer>(&encode(&answer)).unwrap(), answer);
    }

    #[test]
    fn garbage_and_newer_messages_are_refused() {
        assert_eq!(decode::<Answer>(br#"[2,{"anything":1}]"#).unwrap_err(), BadMessage::Version(2));
        for garbage in ["", "1", "[1]", "[1,", r#"[1,{"done":"x"}]"#, "\u{0}\u{1}", "[1,null]", r#"[-1,{}]"#] {
            assert!(matches!(decode::<Answer>(garbage.as_bytes()), Err(BadMessage::Garbage(_))), "{garbage}");
        }
    }
}
