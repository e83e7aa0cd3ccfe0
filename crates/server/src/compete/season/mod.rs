//! Seasons: a pyramid of groups, a round robin of Duels in each, and players who move up and down. Nobody organises it.
//!
//! What is to be done follows from the stored state and the time alone ([`group`], [`pyramid`], [`rounds`], [`standings`] are
//! pure). The [`keeper`] does it, on one node of a cluster. Everything it does can be repeated: a game has an id that follows
//! from its season and players, and a stage or a result changes only once. A reader of committed events stores the results.

mod format;
pub mod group;
pub mod keeper;
pub mod pyramid;
mod reader;
pub mod rounds;
pub mod standings;

pub use format::{BadFormat, SeasonFormat};

use crate::{
    compete::Outcomes,
    ids::{PlayerId, RegattaId},
    moderate::State,
    rooms::registry::Registry,
    stream,
};
use group::{GameState, Group, Member, SeasonGame};
use keeper::Keeper;
use powerboats_rules::Color;
use pyramid::Drawn;
use reader::SeasonReader;
use serde::{Deserialize, Serialize};

/// The colours of the first and of the second seat.
pub const COLORS: [Color; 2] = [Color::ALL[0], Color::ALL[1]];

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

/// How far a season has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeasonStage {
    /// Players enter.
    Entering,
    /// Its groups are being drawn.
    Drawing,
    /// Games are played.
    Running,
    /// The time is over. Pilots finish what is not finished.
    Finishing,
    /// Everything is decided.
    Closed,
}

impl SeasonStage {
    const ALL: [SeasonStage; 5] = [
        SeasonStage::Entering,
        SeasonStage::Drawing,
        SeasonStage::Running,
        SeasonStage::Finishing,
        SeasonStage::Closed,
    ];

    /// The name used in JSON and in the store.
    pub const fn as_str(self) -> &'static str {
        ["entering", "drawing", "running", "finishing", "closed"][self as usize]
    }

    /// Reads a name.
    pub fn read(text: &str) -> Option<SeasonStage> {
        SeasonStage::ALL.into_iter().find(|stage| stage.as_str() == text)
    }
}

/// The id of the game of two players in a season.
pub fn game_id(season: i64, first: &PlayerId, second: &PlayerId) -> RegattaId {
    RegattaId::derived(&format!("season {season}: {first} {second}"))
}

/// A group with its games, none of them open.
pub fn new_group(season: i64, drawn: &Drawn<PlayerId>) -> Group {
    let member = |player: &PlayerId| Member { player: player.clone(), dropped: None, gone: false, holiday: None };
    let games = rounds::round_robin(drawn.players.len()).into_iter().map(|pairing| {
        let (first, second) = (&drawn.players[pairing.first], &drawn.players[pairing.second]);
        SeasonGame {
            regatta: game_id(season, first, second),
            round: pairing.round,
            first: first.clone(),
            second: second.clone(),
            state: GameState::Waiting,
            apart: false,
        }
    });
    let (members, games) = (drawn.players.iter().map(member).collect(), games.collect());
    Group { season, name: drawn.name, members, games }
}

/// Starts to keep the seasons, until the server stops. In a cluster one node does it.
pub fn start(registry: &Registry, outcomes: Outcomes, format: SeasonFormat, moderation: &State) {
    read_results(registry, outcomes);
    let leads = moderation.unless_maintained(registry.leads("seasons"));
    registry.tasks.spawn(Keeper::new(registry.clone(), format).run(leads));
}

/// Starts to read the results of season games from the stream of committed events, until the server stops.
pub fn read_results(registry: &Registry, outcomes: Outcomes) {
    let (store, stopping) = (registry.store.clone(), registry.stopping.clone());
    let reader = SeasonReader::new(store.clone(), outcomes);
    registry.tasks.spawn(stream::run(reader, store, stopping, registry.leads("seasons")));
}
