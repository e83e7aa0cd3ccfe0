//! The events of a room. They are stored, published to subscribers, and replayed to rebuild the room.

mod audience;
mod ending;
mod phrase;

pub use audience::Audience;
pub use ending::Ending;
pub use phrase::Phrase;

use crate::{
    ids::{PlayerId, RegattaId},
    people::Names,
    room::{
        absence::PauseReason,
        settings::{Occasion, PilotName, Settings},
        votes::Motion,
    },
};
use powerboats_referee::{Decision, Happening};
use powerboats_rules::{Color, Steer};
use serde::{Deserialize, Deserializer, Serialize, de};
use std::collections::BTreeMap;

/// An event with its number and time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct LoggedEvent {
    /// Numbered from 1 without gaps in each room. A client does not receive events that are meant for others.
    pub seq: u64,
    /// Milliseconds since 1970.
    pub at: i64,
    #[allow(missing_docs)]
    #[serde(flatten)]
    pub what: RoomEvent,
}

/// Deserializes an event number. The databases store at most 2⁶³ − 1.
pub fn seq<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let seq = Option::<u64>::deserialize(deserializer)?;
    match seq {
        Some(seq) if i64::try_from(seq).is_err() => Err(de::Error::custom("the number is too large")),
        seq => Ok(seq),
    }
}

/// Something that happened in a room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum RoomEvent {
    /// The regatta was opened.
    Created {
        #[allow(missing_docs)]
        settings: Settings,
        /// The player who decides before the start.
        host: PlayerId,
        /// SHA-256 of the secret the dice are derived from.
        commitment: String,
        /// Players who may see a private regatta without its invitation: those of the regatta it is a rematch of.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        invited: Vec<PlayerId>,
        /// What the server has opened it for; left out if a player did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        occasion: Option<Occasion>,
    },
    /// A player took a seat.
    Joined {
        #[allow(missing_docs)]
        color: Color,
        #[allow(missing_docs)]
        player: PlayerId,
        /// The player's contribution to the dice; empty while hidden.
        salt: String,
        /// SHA-256 of a hidden salt.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<String>,
    },
    /// A guest signed in to an account, and their seat became one of the account.
    Reseated {
        #[allow(missing_docs)]
        color: Color,
        /// The account.
        player: PlayerId,
    },
    /// A pilot was given a seat.
    PilotSeated {
        #[allow(missing_docs)]
        color: Color,
        #[allow(missing_docs)]
        pilot: PilotName,
    },
    /// A player left their seat before the start, or the host removed a pilot.
    Unseated {
        #[allow(missing_docs)]
        color: Color,
    },
    /// The host removed a player before the start. The player can't join again.
    Kicked {
        /// The seat that is free now.
        color: Color,
        #[allow(missing_docs)]
        player: PlayerId,
    },
    /// A player changed seats.
    Recolored {
        #[allow(missing_docs)]
        from: Color,
        #[allow(missing_docs)]
        to: Color,
    },
    /// A player is ready to start, or no longer ready.
    Ready {
        #[allow(missing_docs)]
        color: Color,
        /// False: no longer ready.
        ready: bool,
        /// SHA-256 of a new hidden salt, which replaces the previous salt.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seal: Option<String>,
    },
    /// The host left, and another player became the host.
    Hosted {
        #[allow(missing_docs)]
        host: PlayerId,
    },
    /// Everyone is ready. Nobody can join any more, and hidden salts must be revealed.
    Sealed {
        /// The deadline for revealing, in milliseconds since 1970.
        until: i64,
    },
    /// A player revealed their salt.
    Revealed {
        #[allow(missing_docs)]
        color: Color,
        /// The salt whose SHA-256 is the seal.
        salt: String,
    },
    /// A salt was not revealed. The start is aborted, and the secret and all salts are drawn again.
    Unsealed {
        /// Seats whose salt was not revealed; they are free now.
        vacated: Vec<Color>,
        /// The secret that would have been used, in hexadecimal.
        secret: String,
        /// SHA-256 of the new secret.
        commitment: String,
        /// New salts, drawn by the server, for the seats that stay. A player may replace theirs with a seal.
        salts: BTreeMap<Color, String>,
    },
    /// The server was restored from a backup: from now on the dice are derived from a new secret.
    Redrawn {
        /// SHA-256 of the new secret.
        commitment: String,
        /// The number of the first chance decision that uses the new secret.
        from: u64,
    },
    /// The regatta started.
    Started {},
    /// Something happened in the game itself.
    Game {
        #[allow(missing_docs)]
        happening: Happening,
        /// Whether a pilot did this for a person whose time was up or who is away.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        stand_in: bool,
    },
    /// A turn began. If it is a person's, their clock runs.
    Clock {
        /// Whose turn it is.
        color: Color,
        /// When their time is up, bank included; null if no clock runs: for a pilot, and in the break between two races.
        until: Option<i64>,
        /// Milliseconds in each player's bank.
        banks: BTreeMap<Color, i64>,
        /// When the turn's own time begins to run: pages still show what happened before. Null: at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        starts: Option<i64>,
    },
    /// A race is over, and players look at the result. No clock runs and no pilot plays until all are ready.
    Break {
        /// When the next race begins at the latest.
        until: i64,
    },
    /// The break is over.
    BreakOver {},
    /// The game is paused: no clock runs, and no pilot plays.
    Paused {
        #[allow(missing_docs)]
        since: i64,
        /// When the regatta ends without a result unless it goes on before.
        expires: i64,
        #[allow(missing_docs)]
        why: PauseReason,
    },
    /// The game goes on.
    Resumed {},
    /// A player voted, or withdrew a vote.
    Voted {
        #[allow(missing_docs)]
        color: Color,
        #[allow(missing_docs)]
        motion: Motion,
        /// False: withdrawn.
        yes: bool,
        /// When the motion lapses.
        until: i64,
    },
    /// The regatta ended before its last race did.
    Ended {
        #[allow(missing_docs)]
        why: Ending,
    },
    /// A player's time ran out. A pilot plays this turn.
    TimedOut {
        #[allow(missing_docs)]
        color: Color,
    },
    /// A pilot plays for this seat until its player comes back.
    TakenOver {
        #[allow(missing_docs)]
        color: Color,
        #[allow(missing_docs)]
        #[serde(default)]
        why: Absence,
    },
    /// A player came back to a seat that a pilot was playing.
    Back {
        #[allow(missing_docs)]
        color: Color,
    },
    /// A player saved a plan for their next turn, or deleted it. Sent only to that player.
    Planned {
        #[allow(missing_docs)]
        color: Color,
        /// Null: deleted.
        plan: Option<Plan>,
    },
    /// A plan could not be carried out. Sent only to its player.
    PlanDropped {
        #[allow(missing_docs)]
        color: Color,
        /// Why, for people.
        reason: String,
    },
    /// A player turned automatic steering on or off. Sent only to that player.
    AutoSteer {
        #[allow(missing_docs)]
        color: Color,
        #[allow(missing_docs)]
        on: bool,
    },
    /// A chat message, sent to the players or to the spectators, wherever the author is.
    Chat {
        /// The author.
        player: PlayerId,
        #[allow(missing_docs)]
        side: ChatSide,
        #[allow(missing_docs)]
        text: String,
    },
    /// A ready-made phrase, sent to the players or to the spectators, wherever the author is.
    Phrase {
        /// The author.
        player: PlayerId,
        #[allow(missing_docs)]
        side: ChatSide,
        #[allow(missing_docs)]
        phrase: Phrase,
    },
    /// The host muted a player or spectator, or lifted the mute.
    Muted {
        #[allow(missing_docs)]
        player: PlayerId,
        /// False: lifted.
        muted: bool,
    },
    /// The moderators annulled the result.
    Annulled {},
    /// The regatta is over, and the secret of the dice is revealed.
    Secret {
        /// In hexadecimal.
        secret: String,
        /// Secrets that replaced it after restores from a backup, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        later: Vec<String>,
    },
    /// Seats of this regatta are reserved: for the players of the regatta it is a rematch of, or for players who were
    /// challenged.
    Offered {
        #[allow(missing_docs)]
        offer: Offer,
    },
    /// A player gave up a reserved seat, or the host freed it.
    Declined {
        #[allow(missing_docs)]
        player: PlayerId,
    },
    /// The time to accept a rematch is over. Seats that are still reserved are free now.
    OfferOver {},
    /// A rematch was opened.
    Rematch {
        /// The new regatta.
        regatta: RegattaId,
    },
    /// The regatta was called off before the start.
    Closed {},
    /// An action changed nothing. Stored so that its id is remembered; sent to nobody.
    Noted {},
}

/// Why a pilot plays for a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = AbsenceReason)]
#[serde(rename_all = "lowercase")]
pub enum Absence {
    /// Their time ran out several times in a row.
    #[default]
    Timeouts,
    /// They left.
    Left,
    /// The others voted to go on without them.
    Vote,
    /// They dropped out of a season or an event. They can't come back.
    Dropout,
    /// The time of the season is over, and pilots finish the game. Nobody can come back.
    Deadline,
}

impl Absence {
    /// Whether a pilot has the seat for good.
    pub fn is_final(self) -> bool {
        match self {
            Absence::Dropout | Absence::Deadline => true,
            Absence::Timeouts | Absence::Left | Absence::Vote => false,
        }
    }

    /// Whether a player who is connected only watches.
    pub fn only_watches(self) -> bool {
        self == Absence::Left || self.is_final()
    }
}

/// Seats that are reserved for players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = SeatOffer)]
pub struct Offer {
    /// The regatta that this one is a rematch of; null for a challenge.
    pub of: Option<RegattaId>,
    /// The reserved seats.
    pub to: BTreeMap<Color, PlayerId>,
    /// Until when a rematch can be accepted, in milliseconds since 1970; null: until the regatta closes.
    pub until: Option<i64>,
}

/// The two chats of a room: players and spectators talk separately.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChatSide {
    Players,
    Spectators,
}

/// An event as it is sent to clients, with the name of the player it is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ClientEvent {
    #[allow(missing_docs)]
    #[serde(flatten)]
    pub event: LoggedEvent,
    /// Name of the player who joined or sent a chat message. Not stored, because a name can change or be deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl ClientEvent {
    /// Adds the player's current name, and takes out what nobody may read any more.
    pub fn new(mut event: LoggedEvent, names: &Names) -> ClientEvent {
        let is_hidden = event.what.author().is_some_and(|author| !names.shows_words_of(author));
        match &mut event.what {
            RoomEvent::Chat { text, .. } if is_hidden => text.clear(),
            RoomEvent::Created { settings, .. } => settings.hide_title(names),
            _ => {}
        }
        let name = event.what.speaker().map(|player| names.get(player).to_string());
        ClientEvent { event, name }
    }
}

/// A player's plan for their next turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = TurnPlan)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Dice, or a place while boats are being placed.
    pub first: Decision,
    /// Headings after the roll, in order of preference. The first legal one is taken.
    #[serde(default)]
    #[schema(max_items = 3)]
    pub steer: Vec<Steer>,
}
