//! What moderators and operators can do.

use crate::{
    ids::{EventId, PlayerId, RegattaId},
    moderate::{Admission, Network, Role},
    people::Name,
};
use serde::{Deserialize, Serialize};

/// An act of a moderator or operator.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = ModerationAct)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Act {
    /// Deal with a report without doing anything else.
    CloseReport {
        #[allow(missing_docs)]
        report: String,
    },
    /// Tell a player something, which they see until they have read it. The reason is what they see.
    Warn {
        #[allow(missing_docs)]
        player: PlayerId,
    },
    /// A player may say nothing, neither text nor phrases.
    Mute {
        #[allow(missing_docs)]
        player: PlayerId,
        /// For how long, up to 8760; 0 lifts it.
        #[schema(maximum = 8760)]
        hours: u32,
    },
    /// Give a player another name; that of a boat if left out.
    Rename {
        #[allow(missing_docs)]
        player: PlayerId,
        #[allow(missing_docs)]
        #[serde(default)]
        name: Option<Name>,
    },
    /// A player may do nothing.
    Suspend {
        #[allow(missing_docs)]
        player: PlayerId,
        /// For how long, up to 8760; 0 lifts a suspension or a ban.
        #[schema(maximum = 8760)]
        hours: u32,
    },
    /// Operators only: a player may never do anything again.
    Ban {
        #[allow(missing_docs)]
        player: PlayerId,
    },
    /// Operators only: nobody may come from a range of addresses.
    BanAddress {
        /// An address, or a range: `203.0.113.0/24`.
        network: Network,
        /// For how long, up to 8760; 0 lifts it.
        #[schema(maximum = 8760)]
        hours: u32,
    },
    /// Close a regatta. If it has started, it ends without a result.
    CloseRoom {
        #[allow(missing_docs)]
        regatta: RegattaId,
    },
    /// Annul the result of a regatta that is over. Ratings are computed again.
    Annul {
        #[allow(missing_docs)]
        regatta: RegattaId,
    },
    /// Give a player's seat to a pilot for good.
    HandSeat {
        #[allow(missing_docs)]
        regatta: RegattaId,
        #[allow(missing_docs)]
        player: PlayerId,
    },
    /// Close an event. Its standings are final, and games without a result never count.
    CloseEvent {
        #[allow(missing_docs)]
        event: EventId,
    },
    /// Operators only: give a player a role.
    Role {
        #[allow(missing_docs)]
        player: PlayerId,
        #[allow(missing_docs)]
        role: Role,
    },
    /// Operators only: announce that the server restarts. Everybody who is connected sees it.
    Announce {
        /// In how many minutes, 0 to 1440; null takes the announcement back.
        #[schema(maximum = 1440)]
        minutes: Option<u32>,
    },
    /// Operators only: who may come.
    Registration {
        #[allow(missing_docs)]
        mode: Admission,
    },
    /// Operators only: whether only organisers may open events.
    Events {
        #[allow(missing_docs)]
        organisers_only: bool,
    },
    /// Operators only: make a code that lets one new player in. It is in the answer, and works for a week.
    Invite {},
    /// Operators only: while it is on, only moderators can change anything.
    Maintenance {
        #[allow(missing_docs)]
        on: bool,
    },
    /// Operators only: make a code with which a player can set a new password. It is in the answer, and works for a day.
    ResetPassword {
        #[allow(missing_docs)]
        player: PlayerId,
    },
}

/// The longest time of a mute, a suspension or an address ban, in hours: a year.
const LONGEST: u32 = 8760;

impl Act {
    /// What kind of act it is.
    pub const fn kind(&self) -> ActKind {
        match self {
            Act::CloseReport { .. } => ActKind::CloseReport,
            Act::Warn { .. } => ActKind::Warn,
            Act::Mute { .. } => ActKind::Mute,
            Act::Rename { .. } => ActKind::Rename,
            Act::Suspend { .. } => ActKind::Suspend,
            Act::Ban { .. } => ActKind::Ban,
            Act::BanAddress { .. } => ActKind::BanAddress,
            Act::CloseRoom { .. } => ActKind::CloseRoom,
            Act::Annul { .. } => ActKind::Annul,
            Act::HandSeat { .. } => ActKind::HandSeat,
            Act::CloseEvent { .. } => ActKind::CloseEvent,
            Act::Role { .. } => ActKind::Role,
            Act::Announce { .. } => ActKind::Announce,
            Act::Registration { .. } => ActKind::Registration,
            Act::Events { .. } => ActKind::Events,
            Act::Invite {} => ActKind::Invite,
            Act::Maintenance { .. } => ActKind::Maintenance,
            Act::ResetPassword { .. } => ActKind::ResetPassword,
        }
    }

    /// Who may do it.
    pub const fn needs(&self) -> Role {
        match self {
            Act::CloseReport { .. }
            | Act::Warn { .. }
            | Act::Mute { .. }
            | Act::Rename { .. }
            | Act::Suspend { .. }
            | Act::CloseRoom { .. }
            | Act::Annul { .. }
            | Act::HandSeat { .. }
            | Act::CloseEvent { .. } => Role::Moderator,
            Act::Ban { .. }
            | Act::BanAddress { .. }
            | Act::Role { .. }
            | Act::Announce { .. }
            | Act::Registration { .. }
            | Act::Events { .. }
            | Act::Invite {}
            | Act::Maintenance { .. }
            | Act::ResetPassword { .. } => Role::Operator,
        }
    }

    /// The player whom it is about.
    pub fn player(&self) -> Option<&PlayerId> {
        match self {
            Act::Warn { player }
            | Act::Mute { player, .. }
            | Act::Rename { player, .. }
            | Act::Suspend { player, .. }
            | Act::Ban { player }
            | Act::HandSeat { player, .. }
            | Act::Role { player, .. }
            | Act::ResetPassword { player } => Some(player),
            Act::CloseReport { .. }
            | Act::BanAddress { .. }
            | Act::CloseRoom { .. }
            | Act::Annul { .. }
            | Act::CloseEvent { .. }
            | Act::Announce { .. }
            | Act::Registration { .. }
            | Act::Events { .. }
            | Act::Invite {}
            | Act::Maintenance { .. } => None,
        }
    }

    /// The regatta that it is about.
    pub fn regatta(&self) -> Option<&RegattaId> {
        match self {
            Act::CloseRoom { regatta } | Act::Annul { regatta } | Act::HandSeat { regatta, .. } => Some(regatta),
            _ => None,
        }
    }

    /// What else the audit log keeps. Never a name.
    pub fn detail(&self) -> String {
        match self {
            Act::CloseReport { report } => report.clone(),
            Act::CloseEvent { event } => event.to_string(),
            Act::Mute { hours, .. } | Act::Suspend { hours, .. } => format!("{hours} h"),
            Act::BanAddress { network, hours } => format!("{network} {hours} h"),
            Act::Role { role, .. } => role.as_str().to_owned(),
            Act::Announce { minutes: Some(minutes) } => format!("in {minutes} min"),
            Act::Announce { minutes: None } => "taken back".to_owned(),
            Act::Registration { mode } => mode.as_str().to_owned(),
            Act::Events { organisers_only: true } => "organisers".to_owned(),
            Act::Events { organisers_only: false } => "everybody".to_owned(),
            Act::Maintenance { on } => if *on { "on" } else { "off" }.to_owned(),
            Act::Warn { .. }
            | Act::Rename { .. }
            | Act::Ban { .. }
            | Act::CloseRoom { .. }
            | Act::Annul { .. }
            | Act::HandSeat { .. }
            | Act::Invite {}
            | Act::ResetPassword { .. } => String::new(),
        }
    }

    /// What is wrong with it, if anything.
    pub fn fault(&self) -> Option<&'static str> {
        match self {
            Act::Mute { hours, .. } | Act::Suspend { hours, .. } | Act::BanAddress { hours, .. }
                if *hours > LONGEST =>
            {
                Some("The time must be 0 to 8760 hours.")
            }
            Act::Announce { minutes: Some(minutes) } if *minutes > 1440 => Some("The time must be 0 to 1440 minutes."),
            _ => None,
        }
    }
}

/// The kinds of acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ModerationActKind)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // see `Act`
pub enum ActKind {
    CloseReport,
    Warn,
    Mute,
    Rename,
    Suspend,
    Ban,
    BanAddress,
    CloseRoom,
    Annul,
    HandSeat,
    CloseEvent,
    Role,
    Announce,
    Registration,
    Events,
    Invite,
    Maintenance,
    ResetPassword,
}

impl ActKind {
    const ALL: [ActKind; 18] = [
        ActKind::CloseReport,
        ActKind::Warn,
        ActKind::Mute,
        ActKind::Rename,
        ActKind::Suspend,
        ActKind::Ban,
        ActKind::BanAddress,
        ActKind::CloseRoom,
        ActKind::Annul,
        ActKind::HandSeat,
        ActKind::CloseEvent,
        ActKind::Role,
        ActKind::Announce,
        ActKind::Registration,
        ActKind::Events,
        ActKind::Invite,
        ActKind::Maintenance,
        ActKind::ResetPassword,
    ];

    /// The name used in JSON and in the audit log.
    pub const fn as_str(self) -> &'static str {
        match self {
            ActKind::CloseReport => "close-report",
            ActKind::Warn => "warn",
            ActKind::Mute => "mute",
            ActKind::Rename => "rename",
            ActKind::Suspend => "suspend",
            ActKind::Ban => "ban",
            ActKind::BanAddress => "ban-address",
            ActKind::CloseRoom => "close-room",
            ActKind::Annul => "annul",
            ActKind::HandSeat => "hand-seat",
            ActKind::CloseEvent => "close-event",
            ActKind::Role => "role",
            ActKind::Announce => "announce",
            ActKind::Registration => "registration",
            ActKind::Events => "events",
            ActKind::Invite => "invite",
            ActKind::Maintenance => "maintenance",
            ActKind::ResetPassword => "reset-password",
        }
    }

    /// Reads the name used in the audit log.
    pub fn read(text: &str) -> Option<ActKind> {
        ActKind::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// What the audit log says about an act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct AuditEntry {
    #[allow(missing_docs)]
    pub id: String,
    /// In milliseconds since 1970.
    pub at: i64,
    /// The moderator; null for the operator at the command line.
    pub actor: Option<PlayerId>,
    /// What was done.
    pub act: ActKind,
    /// To whom.
    pub player: Option<PlayerId>,
    /// Where.
    pub regatta: Option<RegattaId>,
    /// Hours, a range of addresses, or whatever else matters.
    pub detail: String,
    #[allow(missing_docs)]
    pub reason: String,
}
