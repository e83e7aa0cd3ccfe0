//! What goes over a socket, in both directions.

use crate::room::{
    action::{Refusal, Submission},
    event::Told,
    view::{Snapshot, Summary},
};
use axum::extract::ws::Utf8Bytes;
use powerboats_rules::Color;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// From a client to a room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Incoming {
    /// Do this. Answered by `ack` or `refused` with the same id.
    Act(Submission),
    /// Are you there? Answered by `pong`.
    Ping {},
}

/// From a room to a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Outgoing {
    /// The whole room: at first, or if the client is too far behind.
    Snapshot {
        /// As this client sees it.
        snapshot: Box<Snapshot>,
    },
    /// What happened, in order. Also the first answer to a client who names the last event it saw.
    Events {
        /// Those this client is told of.
        events: Vec<Told>,
    },
    /// Who is connected; sent when that changes, and not stored.
    Presence {
        /// Seats whose players are connected.
        present: BTreeSet<Color>,
        /// How many watch.
        spectators: usize,
    },
    /// It is done, and stored.
    Ack {
        /// The client's id of the action.
        id: String,
        /// Of the last event that came of it.
        seq: u64,
    },
    /// It is not done.
    Refused {
        /// The client's id of the action; null if the message could not be read.
        id: Option<String>,
        /// Why.
        #[serde(flatten)]
        refusal: Refusal,
    },
    /// I am here.
    Pong {},
    /// The server closes the connection: come back, naming the last event you saw.
    Bye {},
}

/// From the lobby to a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum LobbyMessage {
    /// What there is: at first, and again if the client was too slow for changes.
    Lobby {
        /// At most 100: those one sits in or hosts, then the latest public ones.
        regattas: Vec<Summary>,
        /// Are there others? `GET /api/regattas` has them all.
        more: bool,
        /// How many public ones have not begun.
        open: usize,
        /// How many public ones are being sailed.
        live: usize,
    },
    /// New, or changed.
    Changed {
        /// As it is now.
        regattas: Vec<Summary>,
    },
    /// I am here: the answer to `ping`.
    Pong {},
    /// The server closes the connection: come back.
    Bye {},
}

/// As it goes over the wire.
pub fn text(message: &impl Serialize) -> Utf8Bytes {
    // Structs, lists and maps with text keys: JSON can say them all.
    serde_json::to_string(message).expect("a message is JSON").into()
}
