//! Messages between nodes, as JSON: `[version, message]`.
//!
//! They hold no cookie, no token, no invitation and no secret of dice that are not revealed.
//!
//! Nodes of two releases work together during an upgrade. So a message may get new fields that have a default, which older nodes
//! ignore. A new kind of message, or one that older nodes would misunderstand, gets the next version in two steps: one
//! release reads it, and only the release after that sends it. [`Announcement`]s are for all versions and tell which ones a node
//! reads. A node that does not understand another one knows that it lives, leaves its rooms to it, and asks it nothing.

use super::view::NodeId;
use crate::{
    ids::{PlayerId, RegattaId},
    room::action::{Refusal, Submission},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;
use std::{net::IpAddr, ops::RangeInclusive};

/// The version of the messages that this node sends.
const VERSION: u32 = 1;

/// The versions that it reads. It ignores messages of other versions: what they would tell is also in the store.
const READS: RangeInclusive<u32> = 1..=1;

/// A message as bytes.
pub fn encode(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(&(VERSION, message)).unwrap_or_default()
}

/// Why a message can't be read.
#[derive(PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadMessage {
    /// It has another version.
    #[error("it has version {0}, and this node reads {READS:?}")]
    Version(u32),
    /// It is not one of our messages.
    #[error("{0}")]
    Garbage(String),
}

/// Reads a message.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, BadMessage> {
    let (version, message) = open(bytes)?;
    if READS.contains(&version) { read(message) } else { Err(BadMessage::Version(version)) }
}

/// Reads an announcement, whatever version its node sends.
pub fn decode_announcement(bytes: &[u8]) -> Result<Announcement, BadMessage> {
    let (version, message) = open(bytes)?;
    Ok(Announcement { sends: version, ..read(message)? })
}

/// The version of a message, and what it says.
fn open(bytes: &[u8]) -> Result<(u32, &RawValue), BadMessage> {
    serde_json::from_slice(bytes).map_err(garbage)
}

fn read<T: DeserializeOwned>(message: &RawValue) -> Result<T, BadMessage> {
    serde_json::from_str(message.get()).map_err(garbage)
}

#[allow(clippy::needless_pass_by_value)] // for map_err
fn garbage(error: serde_json::Error) -> BadMessage {
    BadMessage::Garbage(error.to_string())
}

/// A node says that it lives. Nodes of all versions read this, so a field is never removed and never changes its meaning.
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
    /// The oldest and the newest version of messages that it reads.
    #[serde(default = "first_version")]
    pub reads: (u32, u32),
    /// The version of the messages that it sends, its announcements included.
    #[serde(skip)]
    pub sends: u32,
}

/// What nodes read that do not say what they read.
fn first_version() -> (u32, u32) {
    (1, 1)
}

impl Announcement {
    /// An announcement of this version.
    pub fn new(node: NodeId, name: String, count: u64, owns: bool, leaving: bool) -> Announcement {
        let reads = (*READS.start(), *READS.end());
        Announcement { node, name, count, owns, leaving, reads, sends: VERSION }
    }

    /// Whether that node and this one understand each other.
    pub fn is_understood(&self) -> bool {
        (self.reads.0..=self.reads.1).contains(&VERSION) && READS.contains(&self.sends)
    }
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

    /// A node of the next version reads version 1, but has things to say that older nodes do not know.
    #[test]
    fn announcements_of_other_versions_are_read() {
        let announced = |text: &str| decode_announcement(text.as_bytes()).unwrap();
        let old = announced(r#"[1,{"node":"a","name":"one","count":7,"owns":true,"leaving":false}]"#);
        assert!(old.is_understood() && old.owns && old.count == 7);
        let newer = |version: u32, reads: &str| {
            announced(&format!(
                r#"[{version},{{"node":"b","name":"two","count":8,"owns":true,"leaving":false,"reads":{reads},"mood":["new"]}}]"#
            ))
        };
        // As an upgrade by one release has it: it reads both versions and sends the older one.
        assert!(newer(1, "[1,2]").is_understood());
        // As nobody should have it. It lives, but can't be asked anything.
        for stranger in [newer(2, "[1,2]"), newer(2, "[2,3]"), newer(1, "[2,2]")] {
            assert!(!stranger.is_understood() && stranger.node == "b" && stranger.owns, "{stranger:?}");
        }
        let own = Announcement::new("c".to_owned(), "three".to_owned(), 1, true, false);
        assert_eq!(decode_announcement(&encode(&own)).unwrap(), own);
        assert!(own.is_understood());
        assert!(decode_announcement(br#"[2,{"node":"b"}]"#).is_err());
    }

    #[test]
    fn garbage_and_newer_messages_are_refused() {
        assert_eq!(decode::<Answer>(br#"[2,{"anything":1}]"#).unwrap_err(), BadMessage::Version(2));
        for garbage in ["", "1", "[1]", "[1,", r#"[1,{"done":"x"}]"#, "\u{0}\u{1}", "[1,null]", r#"[-1,{}]"#] {
            assert!(matches!(decode::<Answer>(garbage.as_bytes()), Err(BadMessage::Garbage(_))), "{garbage}");
        }
    }
}
