//! WebSocket messages, in both directions.

use crate::{
    moderate::ServerNotice,
    room::{
        action::{Refusal, Submission},
        event::ClientEvent,
        view::{Snapshot, Summary},
    },
    rooms::turn::TurnView,
};
use axum::extract::ws::Utf8Bytes;
use powerboats_rules::Color;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A message from a client to a room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum SocketRequest {
    /// Carry out an action. Answered by `ack` or `refused` with the same id.
    Act(Submission),
    /// Check the connection. Answered by `pong`.
    Ping {},
    /// Whether the player sees the page. While they do, they get no banners or mail. Not answered.
    Look {
        #[allow(missing_docs)]
        looking: bool,
    },
}

/// A message from a room to a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum RegattaMessage {
    /// The whole room: the first message, or the answer to a client that is too far behind.
    Snapshot {
        /// The room as this client sees it.
        snapshot: Box<Snapshot>,
    },
    /// New events, in order. Also the first message to a client that names the last event it has seen.
    Events {
        /// The events that this client may see.
        events: Vec<ClientEvent>,
    },
    /// Whose turn it is, what you have to do, and what is legal. Sent when that changes, to clients that connect with
    /// `turns=true`.
    Turn(Box<TurnView>),
    /// Who is connected. Sent when that changes; not stored.
    Presence(PresenceView),
    /// The action was accepted and stored.
    Ack {
        /// The client's id of the action.
        id: String,
        /// Number of its last event.
        seq: u64,
    },
    /// The action was not accepted.
    Refused {
        /// The client's id of the action; null if the message could not be parsed.
        id: Option<String>,
        /// The reason.
        #[serde(flatten)]
        refusal: Refusal,
    },
    /// Operators have announced something, or taken it back.
    Notice(ServerNotice),
    /// The answer to `ping`.
    Pong {},
    /// The server is about to close the connection. Reconnect with the number of the last event you have seen.
    Bye {},
}

/// Who is connected to a room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct PresenceView {
    /// Seats whose players are connected.
    pub present: BTreeSet<Color>,
    /// Seats whose players are not connected, and since when, in milliseconds since 1970. A player who sends requests without
    /// being connected is in neither list.
    #[serde(default)]
    pub absent: BTreeMap<Color, i64>,
    /// Number of spectators.
    pub spectators: usize,
    /// Names of spectators who are signed in, at most 20.
    #[serde(default)]
    pub watching: Vec<String>,
    /// Whether everybody at the table is registered and wants free text. Otherwise chat is by ready-made phrases.
    #[serde(default)]
    pub free_chat: bool,
}

/// A message from the lobby to a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum LobbyMessage {
    /// The list of regattas: the first message, sent again if the client was too slow for the changes.
    Lobby {
        /// At most 100: first those you play in or host, then the newest public ones.
        regattas: Vec<Summary>,
        /// Whether there are more. `GET /api/regattas` lists all of them.
        more: bool,
        /// Number of public regattas that have not started.
        open: usize,
        /// Number of public regattas being played.
        live: usize,
    },
    /// Regattas that are new or have changed.
    Changed {
        #[allow(missing_docs)]
        regattas: Vec<Summary>,
    },
    /// Operators have announced something, or taken it back.
    Notice(ServerNotice),
    /// The answer to `ping`.
    Pong {},
    /// The server is about to close the connection. Reconnect in a moment.
    Bye {},
}

/// A message as it is sent.
pub fn text(message: &impl Serialize) -> Utf8Bytes {
    // Structs, lists and maps with text keys can all be written as JSON.
    serde_json::to_string(message).expect("a message is JSON").into()
}
