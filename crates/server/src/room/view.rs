//! What clients see of a room: a full snapshot, or a line in the lobby.

use crate::{
    ids::{PlayerId, RegattaId},
    people::{Ears, Names, boat_name, is_plain_salt},
    room::{
        Room, Stage,
        absence::{Pause, PauseReason},
        event::{Ending, Plan},
        seat::Seat,
        settings::{Occasion, PilotName, Settings},
        votes::Votes,
    },
};
use powerboats_referee::{CourseView, Happening, LegalView, MatchResultView, StateView, Table};
use powerboats_rules::{Color, Logbook, Tag};
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
    /// Whether a pilot plays for them because they left.
    #[serde(default)]
    pub left: bool,
    /// Whether a pilot plays this turn for them, because their time ran out.
    #[serde(default)]
    pub stand_in: bool,
    /// Timeouts in a row. After three of them a pilot keeps the seat until they come back.
    #[serde(default)]
    pub timeouts: u8,
    /// Whether they have resigned.
    #[serde(default)]
    pub resigned: bool,
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
            left: person.away && person.absence.only_watches(),
            stand_in: person.stand_in,
            timeouts: person.timeouts,
            resigned: room.resigned().contains(color),
        },
        Seat::Pilot(pilot) => SeatView {
            color: *color,
            name: pilot_name(pilot),
            player: None,
            pilot: Some(pilot.clone()),
            ready: true,
            away: false,
            left: false,
            stand_in: false,
            timeouts: 0,
            resigned: false,
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
#[schema(as = RegattaSummary)]
pub struct Summary {
    #[allow(missing_docs)]
    pub id: RegattaId,
    #[allow(missing_docs)]
    pub stage: StageName,
    #[allow(missing_docs)]
    pub settings: Settings,
    /// What the server has opened it for: a season or an event; null if a player did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub occasion: Option<Occasion>,
    #[allow(missing_docs)]
    pub host: PlayerId,
    /// The occupied seats.
    pub seats: Vec<SeatView>,
    /// The seat whose turn it is.
    pub turn: Option<Color>,
    /// Number of the event with which that turn began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_began: Option<u64>,
    /// The current race, 1 to 3.
    pub race: Option<u8>,
    /// When the current player's time is up, in milliseconds since 1970.
    pub deadline: Option<i64>,
    /// The result, once it is over.
    pub result: Option<MatchResultView>,
    /// When it was opened, in milliseconds since 1970.
    pub created: i64,
    /// Whether the game is paused.
    #[serde(default)]
    pub paused: bool,
    /// Why it ended before its last race did; null if it did not.
    #[serde(default)]
    pub ended: Option<Ending>,
    /// The number of turns that a pilot has played for a person. Seats without such turns are left out.
    #[serde(default)]
    pub stand_ins: BTreeMap<Color, u32>,
    /// Players for whom a seat is reserved.
    #[serde(default)]
    pub offered: Vec<PlayerId>,
}

impl Summary {
    #[allow(missing_docs)]
    pub fn new(room: &Room, names: &Names) -> Summary {
        Summary {
            id: room.id.clone(),
            stage: room.stage.name(),
            settings: room.settings.clone(),
            occasion: room.occasion.clone(),
            host: room.host.clone(),
            seats: seats(room, names),
            turn: room.table().and_then(Table::turn),
            turn_began: room.turn_began,
            race: room.table().and_then(Table::race).map(powerboats_rules::Race::number),
            deadline: room.timer.deadline(),
            result: result(room),
            created: room.created,
            paused: room.paused.is_some(),
            ended: room.ended,
            stand_ins: room.stand_ins.clone(),
            offered: room.reserved().map(|(_, player)| player.clone()).collect(),
        }
    }

    /// A room as readers may see it, without a title whose author must not be read. The names must be loaded.
    pub fn shown(room: &Room, names: &Names) -> Summary {
        let mut summary = Summary::new(room, names);
        summary.settings.hide_title(names);
        summary
    }

    /// Whether a pilot is to decide now, for its own seat or for a player who is away.
    pub fn is_for_a_pilot(&self) -> bool {
        let turn = |seat: &&SeatView| Some(seat.color) == self.turn;
        !self.paused && self.seats.iter().find(turn).is_some_and(|seat| seat.pilot.is_some() || seat.away)
    }

    /// Whether this player has a seat, or one is reserved for them.
    pub fn has(&self, player: &PlayerId) -> bool {
        self.seats.iter().any(|seat| seat.player.as_ref() == Some(player)) || self.offered.contains(player)
    }
}

/// The result of a regatta that is over.
pub(crate) fn result(room: &Room) -> Option<MatchResultView> {
    let regatta = room.table()?.book().regatta();
    let ranking = match room.ended {
        Some(ending) => ending.has_result().then(|| regatta.standing()),
        None => regatta.ranking(),
    }?;
    let points = regatta.seats().iter().map(|color| (color, regatta.points()[color])).collect();
    Some(MatchResultView { points, ranking })
}

/// All legal decisions now; `None` while nobody may decide.
pub(crate) fn legal(room: &Room) -> Option<LegalView> {
    let by_vote = room.paused.is_some_and(|pause| pause.why == PauseReason::Vote);
    room.table().filter(|_| matches!(room.stage, Stage::Live(_)) && !by_vote).and_then(Table::legal)
}

/// What only the viewer sees of a room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = OwnView)]
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
    /// When the current turn's own time begins to run, if pages must first show what happened before.
    pub starts: Option<i64>,
    /// In the break between two races: when the next one begins at the latest.
    pub break_until: Option<i64>,
    /// Set while the game is paused.
    pub paused: Option<Pause>,
    /// What players have voted for.
    pub votes: Vec<Votes>,
    /// When the last event of the game happened. Without a clock, the others may go on without a player who has not decided for
    /// three minutes since then.
    pub turn_since: Option<i64>,
    /// Before the start: when the regatta closes unless something happens in it.
    pub closes_at: Option<i64>,
    /// Before the start: seats that are reserved.
    pub offer: Option<OfferView>,
    /// The regatta that is the rematch of this one.
    pub rematch: Option<RegattaId>,
    /// The invitation to a private regatta; only for its players.
    pub invite: Option<String>,
    /// Null if the viewer is not signed in.
    pub you: Option<You>,
    /// Seats whose players are connected now.
    pub present: BTreeSet<Color>,
    /// Seats whose players are not connected, and since when, in milliseconds since 1970.
    pub absent: BTreeMap<Color, i64>,
    /// Number of spectators connected now.
    pub spectators: usize,
    /// Names of spectators who are signed in, at most 20.
    pub watching: Vec<String>,
    /// Whether everybody at the table is registered and wants free text. Otherwise chat is by ready-made phrases.
    pub free_chat: bool,
    /// The course of the current race.
    pub course: Option<CourseView>,
    /// The state of the current race.
    pub state: Option<StateView>,
    /// All legal decisions now.
    pub legal: Option<LegalView>,
    /// Everything that has happened in the game, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub story: Option<Vec<Happening>>,
    /// Which entries of `story`, counted from 0, a pilot caused for a person.
    pub stand_in_story: Vec<usize>,
}

/// Seats of an open regatta that are reserved.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = SeatOfferView)]
pub struct OfferView {
    /// The regatta that this one is a rematch of; null for a challenge.
    pub of: Option<RegattaId>,
    /// The players who have not come yet.
    pub to: BTreeMap<Color, PlayerId>,
    /// Their names.
    pub names: BTreeMap<Color, String>,
    /// Until when a rematch can be accepted, in milliseconds since 1970; null: until the regatta closes.
    pub until: Option<i64>,
}

impl OfferView {
    fn new(room: &Room, names: &Names) -> Option<OfferView> {
        let offer = room.offer.as_ref().filter(|_| matches!(room.stage, Stage::Open))?;
        let to: BTreeMap<Color, PlayerId> = room.reserved().map(|(color, player)| (color, player.clone())).collect();
        let names = to.iter().map(|(color, player)| (*color, names.get(player).to_string())).collect();
        Some(OfferView { of: offer.of.clone(), to, names, until: offer.until })
    }
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
            regatta: Summary::shown(room, names),
            now,
            commitment: evidence.commitment,
            secret: evidence.secret.as_ref().map(powerboats_referee::Secret::reveal),
            salts: evidence.salts.into_iter().map(|(color, salt)| (color, salt.as_str().to_owned())).collect(),
            seals: evidence.seals.into_iter().collect(),
            reveal_by: room.sealed,
            banks: room.timer.banks().clone(),
            starts: room.timer.starts(),
            break_until: room.break_until,
            paused: room.paused,
            votes: room.votes.iter().filter(|votes| votes.until > now).cloned().collect(),
            turn_since: matches!(room.stage, Stage::Live(_)).then(|| room.turn_since()),
            closes_at: matches!(room.stage, Stage::Open).then(|| room.closes_at()),
            offer: OfferView::new(room, names),
            rematch: room.rematch.clone(),
            invite: None,
            you,
            present: BTreeSet::new(),
            absent: BTreeMap::new(),
            spectators: 0,
            watching: Vec::new(),
            free_chat: false,
            course: table.and_then(Table::course),
            state: table.and_then(Table::state),
            legal: legal(room),
            story: None,
            stand_in_story: room.stand_in_story.clone(),
        }
    }
}

/// The logbook of a room so far; `None` before the regatta has started. Players whose account was deleted are named by their
/// colour. A protected reader gets no text that others have written.
pub fn logbook(room: &Room, names: &Names, reader: &Ears) -> Option<Logbook> {
    let mut evidence = room.evidence();
    if reader.is_protected {
        evidence.salts.retain(|(_, salt)| is_plain_salt(salt.as_str()));
    }
    let mut tags = evidence.tags();
    tags.extend(room.ended.and_then(|why| Tag::new("ended", why.as_str())));
    let shown = |seat: SeatView| match seat.player {
        Some(player) if reader.is_protected => (seat.color, boat_name(&player)),
        _ => (seat.color, seat.name),
    };
    let shown = seats(room, names).into_iter().map(shown).collect();
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
