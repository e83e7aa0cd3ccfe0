//! What people are shown of a room: the whole of it, or a line in the lobby.

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
use powerboats_rules::{Color, Record};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Somebody in a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SeatView {
    /// Which seat.
    pub color: Color,
    /// Their name; of a pilot, what it is called; empty for somebody who has left us.
    pub name: String,
    /// Null for a pilot.
    pub player: Option<PlayerId>,
    /// Null for a person.
    pub pilot: Option<PilotName>,
    /// Ready to start.
    pub ready: bool,
    /// A pilot keeps the seat until its player comes back.
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

/// `Captain`, with a capital.
fn pilot_name(pilot: &PilotName) -> String {
    let name = pilot.0.name();
    name[..1].to_uppercase() + &name[1..]
}

/// A [`Stage`] by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StageName {
    /// Players come and go.
    Open,
    /// It is sailed.
    Live,
    /// It was sailed.
    Over,
    /// It was called off.
    Closed,
}

impl StageName {
    /// As in JSON and in the store.
    pub const fn as_str(self) -> &'static str {
        ["open", "live", "over", "closed"][self as usize]
    }
}

/// A regatta as a line in the lobby.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Summary {
    /// Where to find it.
    pub id: RegattaId,
    /// How far it is.
    pub stage: StageName,
    /// As the host wished.
    pub settings: Settings,
    /// Who opened it.
    pub host: PlayerId,
    /// Who sits where.
    pub seats: Vec<SeatView>,
    /// Whose turn it is.
    pub turn: Option<Color>,
    /// Which race is on: 1 to 3.
    pub race: Option<u8>,
    /// When their time is up.
    pub deadline: Option<i64>,
    /// How it ended.
    pub result: Option<MatchResultView>,
    /// When it was opened.
    pub created: i64,
}

impl Summary {
    /// Of a room.
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

    /// Is a pilot to move, for itself or for somebody who is away?
    pub fn is_for_a_pilot(&self) -> bool {
        let turn = |seat: &&SeatView| Some(seat.color) == self.turn;
        self.seats.iter().find(turn).is_some_and(|seat| seat.pilot.is_some() || seat.away)
    }

    /// Does this player sit in it?
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

/// What concerns only the one who looks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct You {
    /// Who.
    pub player: PlayerId,
    /// Where they sit; null for a spectator.
    pub color: Option<Color>,
    /// Do they decide before the start?
    pub host: bool,
    /// Their plan for their next turn.
    pub plan: Option<Plan>,
    /// A heading without a choice is taken at once.
    pub auto_steer: bool,
    /// May they not speak?
    pub muted: bool,
}

/// The whole room as somebody sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Snapshot {
    /// The last event it has seen.
    pub seq: u64,
    /// The room in short.
    pub regatta: Summary,
    /// The server's clock, in milliseconds since 1970: deadlines are by it.
    pub now: i64,
    /// SHA-256 of the secret of the dice.
    pub commitment: String,
    /// The secret itself, after the end.
    pub secret: Option<String>,
    /// What each player adds to the dice, as far as it is revealed.
    pub salts: BTreeMap<Color, String>,
    /// SHA-256 of the salts that are, or were, hidden.
    pub seals: BTreeMap<Color, String>,
    /// Until when hidden salts are to be revealed, if everybody is ready.
    pub reveal_by: Option<i64>,
    /// Milliseconds in each player's bank.
    pub banks: BTreeMap<Color, i64>,
    /// Where the same players sail again.
    pub rematch: Option<RegattaId>,
    /// What opens a private regatta; only for those who sit in it.
    pub invite: Option<String>,
    /// Null for somebody who is not signed in.
    pub you: Option<You>,
    /// Seats whose players are connected now.
    pub present: BTreeSet<Color>,
    /// How many watch.
    pub spectators: usize,
    /// The course of the race that is on.
    pub course: Option<CourseView>,
    /// The race as it stands.
    pub state: Option<StateView>,
    /// All that may be done now.
    pub legal: Option<LegalView>,
    /// All that happened on the lake, if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub story: Option<Vec<Happening>>,
}

impl Snapshot {
    /// A room as `viewer` sees it now.
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

/// The record of a room so far; `None` before the lake is laid. Whoever has left us is called by their colour.
pub fn record(room: &Room, names: &Names) -> Option<Record> {
    let tags = room.evidence().tags();
    let shown: BTreeMap<Color, String> = seats(room, names).into_iter().map(|seat| (seat.color, seat.name)).collect();
    room.table().map(|table| table.record(tags, &shown))
}

/// Whether a room may be looked at by whoever asks.
pub fn is_private(room: &Room) -> bool {
    room.settings.visibility == crate::room::settings::Visibility::Private
}

/// Is there anything still to come in it?
pub fn is_unfinished(room: &Room) -> bool {
    matches!(room.stage, Stage::Open | Stage::Live(_))
}
