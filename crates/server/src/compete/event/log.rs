//! The log of an event: what happened in it, in order. The games have logs of their own.

use crate::{compete::event::settings::EventSettings, ids::PlayerId};
use serde::{Deserialize, Serialize};

/// What happened in an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum EventChange {
    /// The organiser opened it. Always the first.
    Opened {
        #[allow(missing_docs)]
        organiser: PlayerId,
        #[allow(missing_docs)]
        settings: EventSettings,
        /// Decides the draw.
        seed: u64,
    },
    /// A player is there from the next round on.
    CheckedIn {
        #[allow(missing_docs)]
        player: PlayerId,
    },
    /// A player is gone from the next round on. In a game that is being played a pilot stands in.
    CheckedOut {
        #[allow(missing_docs)]
        player: PlayerId,
    },
    /// A round was drawn and starts.
    RoundStarted {
        /// The seats of each table. `None` is a pilot's.
        tables: Vec<Vec<Option<PlayerId>>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[allow(missing_docs)]
        sits_out: Option<PlayerId>,
    },
    /// The organiser set the result of a game.
    Corrected {
        /// From 1.
        round: usize,
        /// From 1.
        table: usize,
        /// The rank of each seat, from 1; seats that tie share it.
        ranks: Vec<u8>,
        /// Why, for everybody to read.
        reason: String,
    },
    /// The event is over.
    Closed {
        /// The games without a result, by round and table from 1. They never count, even if they end later.
        unfinished: Vec<(usize, usize)>,
    },
}

/// A happening as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logged {
    /// In milliseconds since 1970.
    pub at: i64,
    #[allow(missing_docs)]
    pub what: EventChange,
}
