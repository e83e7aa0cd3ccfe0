//! "Play now": brings together players who wait for a game.
//!
//! Players who wait are rows in the store, so it does not matter which node of a cluster they ask. One node matches them. A
//! match is first written to the rows of its players and then opened, so that a server that stops in between opens it later.

mod matching;
mod routes;

pub use matching::{Match, Waiter, matches};
pub use routes::routes;

use crate::{
    ids::{PlayerId, RegattaId},
    people::Player,
    room::{
        action::{Refusal, RefusalReason},
        settings::{Clock, Occasion, OccasionKind, PilotName, Settings, Visibility},
    },
    rooms::{
        arranging::{Arrangement, Sitter},
        registry::Registry,
    },
    store::{StoreError, WaitingRow, now},
    stream::Leads,
};
use powerboats_pilots::PilotKind;
use powerboats_rules::{Color, Sides};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

/// How often players are matched.
const MATCH: Duration = Duration::from_millis(700);

/// A player who has not asked for this long does not wait any more, in milliseconds.
const SEEN_TIME: i64 = 10_000;

/// After this time pilots are offered, in milliseconds.
pub const PILOTS_AFTER: i64 = 30_000;

/// A match whose players were taken by another one is given up after this time, in milliseconds.
const BROKEN_AFTER: i64 = 5_000;

/// A row of a game that was found is kept for this long after its player has last asked, in milliseconds.
const KEPT: i64 = 30_000;

/// The clock of these games: seconds for a turn and in the bank.
const CLOCK: Clock = Clock::Live { turn: 45, bank: 300 };

/// The pilot that fills free seats.
const PILOT: PilotKind = PilotKind::Captain;

/// A request for a game with others who wait for one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayNowRequest {
    /// Number of boats, 2 to 6.
    #[schema(minimum = 2, maximum = 6)]
    pub seats: u8,
    /// Whether pilots may fill the table. They do so after half a minute of waiting.
    #[serde(default)]
    pub pilots: bool,
}

/// What has become of a request for a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct PlayNowStatus {
    /// The game that was found; null while you wait. Ask again every two seconds.
    pub regatta: Option<RegattaId>,
    /// Since when you wait, in milliseconds since 1970.
    pub since: i64,
    /// The time of the server, in milliseconds since 1970.
    pub now: i64,
    /// How many people wait for a game of this size, you included.
    pub waiting: usize,
    /// Whether you have waited so long that pilots are offered.
    pub offers_pilots: bool,
}

/// Brings together players who wait.
#[derive(Clone)]
pub struct PlayNow {
    registry: Registry,
}

impl PlayNow {
    #[allow(missing_docs)]
    pub fn new(registry: Registry) -> PlayNow {
        PlayNow { registry }
    }

    /// A player asks for a game, or whether there is one.
    pub async fn ask(&self, player: &Player, request: PlayNowRequest) -> Result<PlayNowStatus, Refusal> {
        let PlayNowRequest { seats, pilots } = request;
        if !(2..=6).contains(&seats) {
            return Err(Refusal::new(RefusalReason::BadRequest, "A game has 2 to 6 boats."));
        }
        let (store, now) = (&self.registry.store, now());
        let wish = WaitingRow {
            waiter: Waiter {
                player: player.id.clone(),
                seats: usize::from(seats),
                is_registered: player.registered,
                rating: store.rating_to_match(&player.id, usize::from(seats)).await?,
                since: now,
                takes_pilots: pilots,
            },
            regatta: None,
            people: 0,
            matched: 0,
            opened: false,
        };
        store.wait_for_game(&wish, now, now - SEEN_TIME).await?;
        let rows = store.waiting(now - SEEN_TIME).await?;
        let own = rows.iter().find(|row| row.waiter.player == player.id).unwrap_or(&wish);
        let waits = |row: &&WaitingRow| row.regatta.is_none() && row.waiter.seats == own.waiter.seats;
        Ok(PlayNowStatus {
            regatta: own.regatta.clone().filter(|_| own.opened),
            since: own.waiter.since,
            now,
            waiting: rows.iter().filter(waits).count(),
            offers_pilots: now - own.waiter.since >= PILOTS_AFTER,
        })
    }

    /// A player does not wait any more.
    pub async fn leave(&self, player: &PlayerId) -> Result<(), StoreError> {
        self.registry.store.stop_waiting(player).await
    }

    /// Matches players until the server stops.
    pub(crate) async fn run(self, leads: Leads) {
        let mut interval = tokio::time::interval(MATCH);
        loop {
            tokio::select! {
                _ = interval.tick() => {}
                () = self.registry.stopping.cancelled() => return,
            }
            if leads()
                && let Err(refusal) = self.match_players(now()).await
            {
                tracing::warn!(message = refusal.message, "players could not be matched; trying again");
            }
        }
    }

    async fn match_players(&self, now: i64) -> Result<(), Refusal> {
        let store = &self.registry.store;
        let rows = store.waiting(now - SEEN_TIME).await?;
        let free: Vec<Waiter> = rows.iter().filter(|row| row.regatta.is_none()).map(|row| row.waiter.clone()).collect();
        let strangers = store.strangers_waiting().await?;
        for Match { players, .. } in matches(&free, &strangers, now) {
            store.match_waiting(&RegattaId::random(), &players, now).await?;
        }
        // Also those that a server could not open before it stopped.
        let unopened = store.unopened_matches().await?;
        let games: BTreeSet<&RegattaId> = unopened.iter().filter_map(|row| row.regatta.as_ref()).collect();
        for id in games {
            let players: Vec<&WaitingRow> = unopened.iter().filter(|row| row.regatta.as_ref() == Some(id)).collect();
            let is_whole = players.iter().all(|row| row.people == players.len());
            if is_whole {
                self.open(id, &players).await?;
                store.note_open_match(id).await?;
            } else if players.iter().all(|row| now - row.matched > BROKEN_AFTER) {
                store.undo_match(id).await?;
            }
        }
        store.forget_waiting(now - KEPT).await?;
        Ok(())
    }

    async fn open(&self, id: &RegattaId, players: &[&WaitingRow]) -> Result<(), Refusal> {
        let seats = players.first().map_or(2, |row| row.waiter.seats);
        let people = players.iter().map(|row| Sitter::Player(row.waiter.player.clone()));
        let pilots = std::iter::repeat_with(|| Sitter::Pilot(PilotName(PILOT)));
        let seated: BTreeMap<Color, Sitter> = Color::ALL.into_iter().zip(people.chain(pilots)).take(seats).collect();
        let settings = Settings {
            seats: u8::try_from(seats).unwrap_or(2),
            sides: Sides::Dark,
            scoring: None,
            races: 1,
            visibility: Visibility::Public,
            clock: CLOCK,
            title: None,
            title_by: None,
            open_hours: 24,
            // Guests have no rating, and nobody plays for a rating against pilots alone.
            rated: players.len() > 1 && players.iter().all(|row| row.waiter.is_registered),
        };
        let occasion = Occasion { kind: OccasionKind::PlayNow, reference: id.to_string() };
        let arrangement = Arrangement::at_once(id.clone(), settings, seated, occasion).ok_or_else(Refusal::broken)?;
        self.registry.arrange(arrangement).await.map(drop)
    }
}
