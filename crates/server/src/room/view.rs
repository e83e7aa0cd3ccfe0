//! What clients see of a room: a full snapshot, or a line in the lobby.

use crate::{
    ids::{PlayerId, RegattaId},
    people::Names,
    room::{
        Room, Stage,
        event::Plan,
        seat::Seat,
        settings::{PilotName, Settings},
    },
};
use powerboats_referee::{CourseView, Happening, LegalView, MatchResultView, StateView, Table};
use powerboats_rules::{Color, Logbook};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// An occupied seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SeatView {
    #[allow(missing_docs)]
    pub color: Color,
    /// The player's or pilot's name; empty if the account was deleted.
    pub name: String,
    /// Null for a pilot.
    pub player: Option<PlayerId>,
    /// Null for a person.
    pub pilot: Option<PilotName>,
    /// Whether they are ready to start.
    pub ready: bool,
    /// Whether a pilot plays for them until they come back.
    pub away: bool,
}

fn seats(room: &Room, names: &Names) -> Vec<SeatView> {
    let view = |(color, seat): (&Color, &Seat)| match seat {
        Seat::Person(person) => SeatView {
            color: *color,
            name: names.get(&person.player).to_string(),
            player: Some(person.player.clone()),
            pilot: None,
            ready: person.ready,
            away: person.away,
        },
        Seat::Pilot(pilot) => SeatView {
            color: *color,
            name: pilot_name(pilot),
            player: None,
            pilot: Some(pilot.clone()),
            ready: true,
            away: false,
        },
    };
    room.seats.iter().map(view).collect()
}

/// The pilot's name, capitalised: `Captain`.
fn pilot_name(pilot: &PilotName) -> String {
    let name = pilot.0.name();
    name[..1].to_uppercase() + &name[1..]
}

/// The name of a [`Stage`], without its table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StageName {
    /// Players join and leave.
    Open,
    /// The races are being played.
    Live,
    /// All races are finished.
    Over,
    /// It was called off before the start.
    Closed,
}

impl StageName {
    /// The name used in JSON and in the store.
    pub const fn as_str(self) -> &'static str {
        ["open", "live", "over", "closed"][self as usize]
    }
}

/// A regatta as a line in the lobby.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Summary {
    #[allow(missing_docs)]
    pub id: RegattaId,
    #[allow(missing_docs)]
    pub stage: StageName,
    #[allow(missing_docs)]
    pub settings: Settings,
    #[allow(missing_docs)]
    pub host: PlayerId,
    /// The occupied seats.
    pub seats: Vec<SeatView>,
    /// The seat whose turn it is.
    pub turn: Option<Color>,
    /// The current race, 1 to 3.
    pub race: Option<u8>,
    /// When the current player's time is up, in milliseconds since 1970.
    pub deadline: Option<i64>,
    /// The result, once it is over.
    pub result: Option<MatchResultView>,
    /// When it was opened, in milliseconds since 1970.
    pub created: i64,
}

impl Summary {
    #[allow(missing_docs)]
    pub fn new(room: &Room, names: &Names) -> Summary {
        Summary {
            id: room.id.clone(),
            stage: room.stage.name(),
            settings: room.settings.clone(),
            host: room.host.clone(),
            seats: seats(room, names),
            turn: room.table().and_then(Table::turn),
            race: room.table().and_then(Table::race).map(powerboats_rules::Race::number),
            deadline: room.timer.deadline(),
            result: room.table().and_then(result),
            created: room.created,
        }
    }

    /// Whether a pilot is to decide now, for its own seat or for a player who is away.
    pub fn is_for_a_pilot(&self) -> bool {
        let turn = |seat: &&SeatView| Some(seat.color) == self.turn;
        self.seats.iter().find(turn).is_some_and(|seat| seat.pilot.is_some() || seat.away)
    }

    /// Whether this player has a seat.
    pub fn has(&self, player: &PlayerId) -> bool {
        self.seats.iter().any(|seat| seat.player.as_ref() == Some(player))
    }
}

fn result(table: &Table) -> Option<MatchResultView> {
    let regatta = table.book().regatta();
    let ranking = regatta.ranking()?;
    let points = regatta.seats().iter().map(|color| (color, regatta.points()[color])).collect();
    Some(MatchResultView { points, ranking })
}

/// What only the viewer sees of a room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct You {
    #[allow(missing_docs)]
    pub player: PlayerId,
    /// Their seat; null for a spectator.
    pub color: Option<Color>,
    /// Whether they are the host.
    pub host: bool,
    /// Their plan for the next turn.
    pub plan: Option<Plan>,
    /// Whether the server takes a heading for them when there is only one.
    pub auto_steer: bool,
    /// Whether the host has muted them.
    pub muted: bool,
}

/// The whole room as one viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Snapshot {
    /// Number of the last event included in this snapshot.
    pub seq: u64,
    /// The regatta as listed in the lobby.
    pub regatta: Summary,
    /// The server's clock, in milliseconds since 1970. All deadlines refer to it.
    pub now: i64,
    /// SHA-256 of the secret the dice are derived from.
    pub commitment: String,
    /// The secret itself, once the regatta is over.
    pub secret: Option<String>,
    /// Each player's contribution to the dice, as far as revealed.
    pub salts: BTreeMap<Color, String>,
    /// SHA-256 of the salts that are, or were, hidden.
    pub seals: BTreeMap<Color, String>,
    /// The deadline for revealing hidden salts, once everyone is ready; in milliseconds since 1970.
    pub reveal_by: Option<i64>,
    /// Milliseconds in each player's bank.
    pub banks: BTreeMap<Color, i64>,
    /// The regatta that is the rematch of this one.
    pub rematch: Option<RegattaId>,
    /// The invitation to a private regatta; only for its players.
    pub invite: Option<String>,
    /// Null if the viewer is not signed in.
    pub you: Option<You>,
    /// Seats whose players are connected now.
    pub present: BTreeSet<Color>,
    /// Number of spectators connected now.
    pub spectators: usize,
    /// The course of the current race.
    pub course: Option<CourseView>,
    /// The state of the current race.
    pub state: Option<StateView>,
    /// All legal decisions now.
    pub legal: Option<LegalView>,
    /// Everything that has happened in the game, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub story: Option<Vec<Happening>>,
}

impl Snapshot {
    /// The room as `viewer` sees it at time `now`.
    pub fn new(room: &Room, viewer: Option<&PlayerId>, names: &Names, now: i64) -> Snapshot {
        let you = viewer.map(|player| {
            let color = room.seat_of(player);
            let person = color.and_then(|color| room.seats.get(&color)).and_then(Seat::person);
            You {
                player: player.clone(),
                color,
                host: room.host == *player,
                plan: person.and_then(|person| person.plan.clone()),
                auto_steer: person.is_some_and(|person| person.auto_steer),
                muted: room.muted.contains(player),
            }
        });
        let table = room.table();
        let evidence = room.evidence();
        Snapshot {
            seq: room.seq,
            regatta: Summary::new(room, names),
            now,
            commitment: evidence.commitment,
            secret: evidence.secret.as_ref().map(powerboats_referee::Secret::reveal),
            salts: evidence.salts.into_iter().map(|(color, salt)| (color, salt.as_str().to_owned())).collect(),
            seals: evidence.seals.into_iter().collect(),
            reveal_by: room.sealed,
            banks: room.timer.banks().clone(),
            rematch: room.rematch.clone(),
            invite: None,
            you,
            present: BTreeSet::new(),
            spectators: 0,
            course: table.and_then(Table::course),
            state: table.and_then(Table::state),
            legal: table.and_then(Table::legal),
            story: None,
        }
    }
}

/// The logbook of a room so far; `None` before the regatta has started. Players whose account was deleted are named by their
/// colour.
pub fn logbook(room: &Room, names: &Names) -> Option<Logbook> {
    let tags = room.evidence().tags();
    let shown: BTreeMap<Color, String> = seats(room, names).into_iter().map(|seat| (seat.color, seat.name)).collect();
    room.table().map(|table| table.titled(tags, &shown))
}

/// Whether only invited people may see the room.
pub fn is_private(room: &Room) -> bool {
    room.settings.visibility == crate::room::settings::Visibility::Private
}

/// Whether the regatta is open or being played.
pub fn is_unfinished(room: &Room) -> bool {
    matches!(room.stage, Stage::Open | Stage::Live(_))
}
