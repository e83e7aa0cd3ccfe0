//! Events in the store: their logs, and the results of their games.

mod waiting;

pub use waiting::WaitingRow;

use crate::ids::{EventId, PlayerId, RegattaId, random_text};
use crate::store::{Store, StoreError, writer::statement::Statement};

/// Something that happened in an event, to store.
#[derive(Clone, Debug)]
pub struct EventEntry {
    #[allow(missing_docs)]
    pub event: EventId,
    /// Its number, from 1. It is stored only if nothing else has this number.
    pub seq: u64,
    /// `None`: the server itself.
    pub actor: Option<PlayerId>,
    #[allow(missing_docs)]
    pub at: i64,
    /// JSON.
    pub what: String,
    /// How far the event is then.
    pub stage: &'static str,
    /// Games to open: regatta, round and table.
    pub games: Vec<(RegattaId, usize, usize)>,
    /// The game whose result is set, if one is.
    pub corrected: Option<CorrectedGame>,
}

/// A game whose result an organiser set.
#[derive(Clone, Debug)]
pub struct CorrectedGame {
    #[allow(missing_docs)]
    pub regatta: RegattaId,
    /// The ranks that count for ratings; `None` if the game's own result does.
    pub rated_ranks: Option<Vec<u8>>,
}

/// Stores a correction, and lets its match be rated again, if the entry with this nonce was stored.
fn correct(event: &EventId, nonce: &str, CorrectedGame { regatta, rated_ranks }: &CorrectedGame) -> [Statement; 3] {
    let ranks = rated_ranks.as_ref().and_then(|ranks| serde_json::to_string(ranks).ok());
    let set = "UPDATE event_games SET rated_ranks = $1
               WHERE regatta = $2 AND EXISTS (SELECT 1 FROM event_entries WHERE event = $3 AND nonce = $4)";
    let again = "UPDATE rated_matches SET waiting = 1
                 WHERE regatta = $1 AND EXISTS (SELECT 1 FROM event_entries WHERE event = $2 AND nonce = $3)";
    // A server that is rating the match with its old ranks stores nothing, because it has lost its turn.
    let turn = "UPDATE meta SET value = $1 WHERE name = 'rating-turn'
                AND EXISTS (SELECT 1 FROM event_entries WHERE event = $2 AND nonce = $1)";
    [
        Statement::new(set).bind(ranks).bind(regatta).bind(event).bind(nonce),
        Statement::new(again).bind(regatta).bind(event).bind(nonce),
        Statement::new(turn).bind(nonce).bind(event),
    ]
}

/// A new event.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct NewEventRow {
    pub organiser: PlayerId,
    pub title: String,
    pub listed: bool,
    /// It is stored only if the organiser has fewer events that are not closed.
    pub most: i64,
}

/// An event in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct EventRow {
    pub id: EventId,
    pub organiser: PlayerId,
    pub title: String,
    pub stage: String,
    pub created: i64,
}

type EventColumns = (EventId, PlayerId, String, String, i64);

fn event_row((id, organiser, title, stage, created): EventColumns) -> EventRow {
    EventRow { id, organiser, title, stage, created }
}

/// The log of an event: times and JSON.
pub type EventLog = Vec<(i64, String)>;

/// The stored results of an event: regatta and JSON.
pub type EventResults = Vec<(RegattaId, String)>;

/// Event, round and table of a game.
pub type GamePlace = (EventId, usize, usize);

/// Stores the result of a game of an event, once.
pub(crate) fn save_game_result(regatta: &RegattaId, result: &str, at: i64) -> Statement {
    let sql = "UPDATE event_games SET result = $1, finished = $2 WHERE regatta = $3 AND result IS NULL";
    Statement::new(sql).bind(result).bind(at).bind(regatta)
}

/// Replaces the result of a game of an event, because it was annulled.
pub(crate) fn replace_game_result(regatta: &RegattaId, result: &str) -> Statement {
    Statement::new("UPDATE event_games SET result = $1 WHERE regatta = $2").bind(result).bind(regatta)
}

/// Notes that a game of an event is open.
pub(crate) fn game_is_open(regatta: &RegattaId) -> Statement {
    Statement::new("UPDATE event_games SET opened = 1 WHERE regatta = $1").bind(regatta)
}

impl Store {
    /// Stores an entry of an event's log and what goes with it. Returns false, and stores nothing, if another one was first,
    /// or if the event is new and its organiser has too many.
    pub async fn append_event(&self, new: Option<NewEventRow>, entry: EventEntry) -> Result<bool, StoreError> {
        let EventEntry { event, seq, actor, at, what, stage, games, corrected } = entry;
        let (seq, nonce) = (seq as i64, random_text(20));
        let mut writes = Vec::new();
        if let Some(NewEventRow { organiser, title, listed, most }) = new {
            let sql = "INSERT INTO events (id, organiser, title, listed, stage, created, updated)
                       SELECT $1, $2, $3, $4, $5, $6, $6
                       WHERE (SELECT COUNT(*) FROM events WHERE organiser = $2 AND stage <> 'closed') < $7";
            let add = Statement::new(sql).bind(&event).bind(&organiser).bind(title);
            writes.push(add.bind(i64::from(listed)).bind(stage).bind(at).bind(most));
        }
        let sql = "INSERT INTO event_entries (event, seq, nonce, actor, at, what)
                   SELECT $1, $2, $3, $4, $5, $6 WHERE EXISTS (SELECT 1 FROM events WHERE id = $1)
                   ON CONFLICT (event, seq) DO NOTHING";
        let actor = actor.map(|player| player.to_string());
        let add = Statement::new(sql).bind(&event).bind(seq).bind(nonce.as_str()).bind(actor).bind(at).bind(what);
        writes.push(add);
        // The rest happens only if this entry was the first with its number.
        for (regatta, round, table) in games {
            let sql = "INSERT INTO event_games (regatta, event, round, place, opened)
                       SELECT $1, event, $4, $5, 0 FROM event_entries WHERE event = $2 AND nonce = $3
                       ON CONFLICT (regatta) DO NOTHING";
            let add = Statement::new(sql).bind(&regatta).bind(&event).bind(nonce.as_str());
            writes.push(add.bind(round as i64).bind(table as i64));
        }
        writes.extend(corrected.iter().flat_map(|game| correct(&event, &nonce, game)));
        let sql = "UPDATE events SET stage = $1, updated = $2
                   WHERE id = $3 AND EXISTS (SELECT 1 FROM event_entries WHERE event = $3 AND nonce = $4)";
        writes.push(Statement::new(sql).bind(stage).bind(at).bind(&event).bind(nonce));
        Ok(self.write(writes).await?.last() == Some(&1))
    }

    /// An event's log and the results of its games; the log is empty if there is no such event.
    pub async fn event(&self, id: &EventId) -> Result<(EventLog, EventResults), StoreError> {
        let log = "SELECT at, what FROM event_entries WHERE event = $1 ORDER BY seq";
        let results = "SELECT regatta, result FROM event_games WHERE event = $1 AND result IS NOT NULL";
        let log: EventLog = sqlx::query_as(log).bind(id).fetch_all(&self.pool).await?;
        let results: EventResults = sqlx::query_as(results).bind(id).fetch_all(&self.pool).await?;
        Ok((log, results))
    }

    /// A number that grows with everything that happens in an event; 0 if there is no such event.
    pub async fn event_version(&self, id: &EventId) -> Result<i64, StoreError> {
        // A result can be annulled later, so a game without one counts once more.
        let sql = r#"SELECT (SELECT COUNT(*) FROM event_entries WHERE event = $1)
                        + (SELECT COUNT(*) FROM event_games WHERE event = $1 AND result IS NOT NULL)
                        + (SELECT COUNT(*) FROM event_games WHERE event = $1 AND result LIKE '{"ranks":null%')"#;
        let (version,): (i64,) = sqlx::query_as(sql).bind(id).fetch_one(&self.pool).await?;
        Ok(version)
    }

    /// The newest events: listed ones, and those that a player organises or has entered.
    pub async fn events(&self, of: Option<&PlayerId>, most: i64) -> Result<Vec<EventRow>, StoreError> {
        let sql = "SELECT id, organiser, title, stage, created FROM events WHERE listed = 1 OR organiser = $1
                   OR id IN (SELECT event FROM event_entries WHERE actor = $1) ORDER BY created DESC, id LIMIT $2";
        let of = of.map(|player| player.to_string()).unwrap_or_default();
        let rows: Vec<EventColumns> = sqlx::query_as(sql).bind(of).bind(most).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(event_row).collect())
    }

    /// All events, also those that are not listed, the newest first.
    pub async fn all_events(&self) -> Result<Vec<EventRow>, StoreError> {
        let sql = "SELECT id, organiser, title, stage, created FROM events ORDER BY created DESC, id";
        let rows: Vec<EventColumns> = sqlx::query_as(sql).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(event_row).collect())
    }

    /// The events that a player organises or has entered, the oldest first.
    pub async fn events_of(&self, player: &PlayerId) -> Result<Vec<EventRow>, StoreError> {
        let sql = "SELECT id, organiser, title, stage, created FROM events WHERE organiser = $1
                   OR id IN (SELECT event FROM event_entries WHERE actor = $1) ORDER BY created, id";
        let rows: Vec<EventColumns> = sqlx::query_as(sql).bind(player).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(event_row).collect())
    }

    /// Whether a regatta is a game of an event.
    pub async fn is_event_game(&self, regatta: &RegattaId) -> Result<bool, StoreError> {
        let sql = "SELECT regatta FROM event_games WHERE regatta = $1";
        let row: Option<(RegattaId,)> = sqlx::query_as(sql).bind(regatta).fetch_optional(&self.pool).await?;
        Ok(row.is_some())
    }

    /// Notes that a game of an event is open.
    pub async fn note_open_game(&self, regatta: &RegattaId) -> Result<(), StoreError> {
        self.write(vec![game_is_open(regatta)]).await.map(drop)
    }

    /// Games of events that are not open yet.
    pub async fn unopened_games(&self) -> Result<Vec<GamePlace>, StoreError> {
        let sql = "SELECT event, round, place FROM event_games WHERE opened = 0 ORDER BY event, round, place LIMIT 500";
        let rows: Vec<(EventId, i64, i64)> = sqlx::query_as(sql).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(event, round, table)| (event, round as usize, table as usize)).collect())
    }
}
