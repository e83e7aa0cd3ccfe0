//! What everybody sees of an event: as JSON, and its standings as CSV.

use crate::{
    compete::event::{
        settings::{EventSettings, Format},
        standings::{POINT, Placing, standings},
        state::{EventGame, EventState},
    },
    ids::{EventId, PlayerId, RegattaId},
    people::{Ears, Names, boat_name},
    room::settings::PilotName,
};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// How far an event is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EventStage {
    /// People check in; no round has started.
    CheckIn,
    /// Games of the last round are being played.
    Playing,
    /// All games have results. The next round can start.
    Between,
    /// The final is over, or all rounds that were announced.
    Done,
    /// The organiser has closed it.
    Closed,
}

impl EventStage {
    /// How far an event is.
    pub fn of(event: &EventState) -> EventStage {
        let announced = match event.settings.format {
            Format::Rounds { rounds } => event.rounds.len() >= usize::from(rounds),
            Format::Knockout { .. } => !event.can_go_on(),
        };
        if event.closed.is_some() {
            EventStage::Closed
        } else if event.rounds.is_empty() {
            EventStage::CheckIn
        } else if !event.unfinished().is_empty() {
            EventStage::Playing
        } else if announced {
            EventStage::Done
        } else {
            EventStage::Between
        }
    }

    /// The name used in JSON and in the store.
    pub const fn as_str(self) -> &'static str {
        ["check-in", "playing", "between", "done", "closed"][self as usize]
    }
}

/// A person in an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct EventPerson {
    #[allow(missing_docs)]
    pub player: PlayerId,
    /// Empty if the player is deleted.
    pub name: String,
}

/// A player who has checked in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct EventPlayer {
    #[allow(missing_docs)]
    #[serde(flatten)]
    pub person: EventPerson,
    /// Whether they take part in the next round.
    pub present: bool,
}

/// A seat at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct EventSeat {
    /// Null for a pilot.
    pub person: Option<EventPerson>,
    /// Null for a person.
    pub pilot: Option<PilotName>,
    /// The rank that counts, from 1; null while the game has no result.
    pub rank: Option<u8>,
}

/// A result that the organiser set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct EventCorrection {
    /// In milliseconds since 1970.
    pub at: i64,
    /// The rank of each seat.
    pub ranks: Vec<u8>,
    #[allow(missing_docs)]
    pub reason: String,
}

/// A table of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct EventTable {
    /// The game.
    pub regatta: RegattaId,
    /// In seat order.
    pub seats: Vec<EventSeat>,
    /// Results that the organiser set, in order. The last one counts.
    pub corrections: Vec<EventCorrection>,
}

/// A round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct EventRound {
    /// In milliseconds since 1970.
    pub started: i64,
    #[allow(missing_docs)]
    pub tables: Vec<EventTable>,
    /// The player for whom there is no opponent.
    pub sits_out: Option<EventPerson>,
}

/// One line of the standings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct EventStanding {
    /// From 1; players who are equal share it.
    pub place: usize,
    #[allow(missing_docs)]
    #[serde(flatten)]
    pub person: EventPerson,
    /// For each game the share of opponents beaten.
    pub points: f64,
    /// Games that count.
    pub games: u32,
    #[allow(missing_docs)]
    pub wins: u32,
    /// The mean points of the people met; 0 if there are none.
    pub opponents: f64,
    /// In a knockout: the last round the player was in.
    pub reached: Option<usize>,
}

/// An event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct EventView {
    #[allow(missing_docs)]
    pub id: EventId,
    #[allow(missing_docs)]
    pub settings: EventSettings,
    #[allow(missing_docs)]
    pub organiser: EventPerson,
    #[allow(missing_docs)]
    pub stage: EventStage,
    /// When it was opened, in milliseconds since 1970.
    pub opened: i64,
    /// Everybody who ever checked in.
    pub players: Vec<EventPlayer>,
    #[allow(missing_docs)]
    pub rounds: Vec<EventRound>,
    /// The best first.
    pub standings: Vec<EventStanding>,
    /// Whether another round can start after the last one.
    pub can_go_on: bool,
}

/// Whether the title and the reasons that an organiser has written are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OrganiserWords {
    Shown,
    /// The organiser is protected by now, or has deleted the account.
    Hidden,
}

impl OrganiserWords {
    fn of(organiser: &PlayerId, names: &Names) -> OrganiserWords {
        match names.shows_words_of(organiser) {
            true => OrganiserWords::Shown,
            false => OrganiserWords::Hidden,
        }
    }
}

/// Points with two digits after the point.
fn rounded(sixtieths: f64) -> f64 {
    (sixtieths / f64::from(POINT) * 100.0).round() / 100.0
}

impl EventView {
    /// What everybody sees of an event. The names must be loaded.
    pub fn new(event: &EventState, names: &Names) -> EventView {
        let person = |player: &PlayerId| EventPerson { player: player.clone(), name: names.get(player).to_string() };
        let standing = |Placing { place, player, points, games, wins, met, reached }: Placing| EventStanding {
            place,
            person: person(&player),
            points: rounded(f64::from(points)),
            games,
            wins,
            opponents: rounded(f64::from(met.0) / f64::from(met.1.max(1))),
            reached: reached.map(|(round, _)| round),
        };
        let words = OrganiserWords::of(&event.organiser, names);
        EventView {
            id: event.id.clone(),
            settings: shown(&event.settings, names.shows_title(&event.organiser, &event.settings.title)),
            organiser: person(&event.organiser),
            stage: EventStage::of(event),
            opened: event.opened,
            players: event
                .players
                .iter()
                .map(|(id, present)| EventPlayer { person: person(id), present: *present })
                .collect(),
            rounds: event
                .rounds
                .iter()
                .map(|round| EventRound {
                    started: round.started,
                    tables: round.games.iter().map(|game| table(game, &event.settings, words, person)).collect(),
                    sits_out: round.sits_out.as_ref().map(person),
                })
                .collect(),
            standings: standings(event).into_iter().map(standing).collect(),
            can_go_on: event.can_go_on(),
        }
    }

    /// The standings as CSV, for a spreadsheet. A protected reader gets the names of boats.
    pub fn csv(&self, reader: &Ears) -> String {
        let mut text = String::from("place,name,points,games,wins,opponents\n");
        for EventStanding { place, person, points, games, wins, opponents, .. } in &self.standings {
            let name = match reader.is_protected {
                true => quoted(&boat_name(&person.player)),
                false => quoted(&person.name),
            };
            let _ = writeln!(text, "{place},{name},{points:.2},{games},{wins},{opponents:.2}"); // a string takes everything
        }
        text
    }
}

/// The settings as others see them. The title of an organiser whom nobody may read is empty.
fn shown(settings: &EventSettings, shows_title: bool) -> EventSettings {
    let title = if shows_title { settings.title.clone() } else { String::new() };
    EventSettings { title, ..settings.clone() }
}

fn table(
    game: &EventGame,
    settings: &EventSettings,
    words: OrganiserWords,
    person: impl Fn(&PlayerId) -> EventPerson,
) -> EventTable {
    let ranks = game.ranks();
    let seat = |(index, player): (usize, &Option<PlayerId>)| EventSeat {
        person: player.as_ref().map(&person),
        pilot: settings.pilots.clone().filter(|_| player.is_none()),
        rank: ranks.as_ref().and_then(|ranks| ranks.get(index).copied()),
    };
    let correction = |given: &super::state::Correction| EventCorrection {
        at: given.at,
        ranks: given.ranks.clone(),
        reason: if words == OrganiserWords::Shown { given.reason.clone() } else { String::new() },
    };
    EventTable {
        regatta: game.regatta.clone(),
        seats: game.seats.iter().enumerate().map(seat).collect(),
        corrections: game.corrections.iter().map(correction).collect(),
    }
}

/// A field of CSV. A spreadsheet must not take a name for a formula: some also take the wide forms of these signs.
fn quoted(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
        format!("'{text}")
    } else {
        text.to_owned()
    };
    format!("\"{}\"", text.replace('"', "\"\""))
}
