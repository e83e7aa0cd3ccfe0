//! Correspondence games that are written straight into a server's database instead of being played over the network.

use crate::{
    DrillError,
    client::{
        api::{action, join, ready, seat_pilot},
        strategy::{Strategy, Style},
    },
};
use powerboats_pilots::{CourseCache, QuickRandom};
use powerboats_referee::{Decision, Secret};
use powerboats_rules::{Color, Draw, Race};
use powerboats_server::{
    ids::{PlayerId, RegattaId, random_bytes, random_text},
    room::{Room, absence::Gone, action::RoomAction, event::LoggedEvent, settings::Settings},
};
use serde_json::{Value, json};
use sqlx::{Any, AnyConnection, Connection, Transaction, any::install_default_drivers};
use std::sync::Arc;

/// A row of the event log: sequence number, actor with the client's action id, and the events as JSON.
type Row = (u64, Option<(PlayerId, String)>, String);

/// A live correspondence game between one person and one pilot.
pub struct SeededGame {
    pub id: RegattaId,
    secret: String,
    player: PlayerId,
    log: Vec<Row>,
    summary: Value,
    deadline: Option<i64>,
    at: i64,
}

/// Whose turn it is in a seeded game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    Person,
    /// It is the pilot's turn, and the server has not asked it yet.
    Pilot,
}

/// A game that is being made.
struct Draft {
    id: RegattaId,
    secret: Secret,
    settings: Settings,
    room: Room,
    player: PlayerId,
    log: Vec<Row>,
    /// The time of all its events.
    at: i64,
    deadline: Option<i64>,
    acted: u32,
}

impl Draft {
    /// A regatta in which the person and the pilot have taken their seats and the person is ready.
    fn open(player: &PlayerId, pilot: &str, at: i64, draw: &mut QuickRandom) -> Result<Draft, DrillError> {
        let mut bytes = [0; 32];
        bytes.chunks_mut(8).for_each(|chunk| chunk.copy_from_slice(&draw.bits().to_ne_bytes()));
        let (id, secret) = (RegattaId::random(), Secret::new(bytes));
        let settings = json!({ "seats": 2, "races": 3, "clock": { "type": "correspondence", "hours": 24 } });
        let settings: Settings = serde_json::from_value(settings).expect("valid settings");
        let (mut room, whats) = Room::open(id.clone(), secret.clone(), settings.clone(), player.clone(), vec![], at);
        let created = room.number(whats, None, at);
        let (player, log) = (player.clone(), Vec::new());
        let mut draft = Draft { id, secret, settings, room, player, log, at, deadline: None, acted: 0 };
        draft.note(created, None)?;
        draft.act(&join())?;
        draft.act(&seat_pilot(pilot))?;
        draft.act(&ready())?;
        Ok(draft)
    }

    /// The person acts.
    fn act(&mut self, action: &RoomAction) -> Result<(), DrillError> {
        let refused = |refusal| DrillError::Setup(format!("cannot make a game: {refusal:?}"));
        let whats =
            self.room.act(&self.player, action, None, self.at, &Gone::default(), &mut random_bytes).map_err(refused)?;
        self.acted += 1;
        let by = Some((self.player.clone(), format!("a{}", self.acted)));
        let events = self.room.number(whats, by.clone(), self.at);
        self.note(events, by)
    }

    /// The pilot of this colour decides.
    fn decide_for(&mut self, color: Color, decision: Decision) -> Result<(), DrillError> {
        let whats = self.room.play_for(color, decision, self.at);
        let events = self.room.number(whats, None, self.at);
        self.note(events, None)
    }

    fn note(&mut self, events: Vec<LoggedEvent>, by: Option<(PlayerId, String)>) -> Result<(), DrillError> {
        let told = serde_json::to_value(&events).map_err(|error| DrillError::Setup(error.to_string()))?;
        for event in told.as_array().into_iter().flatten().filter(|event| event["type"] == "clock") {
            self.deadline = event["until"].as_i64();
        }
        self.log.push((self.room.seq, by, told.to_string()));
        Ok(())
    }

    /// The finished game, with `turn` to move.
    fn finish(self, pilot: &str, turn: Color) -> SeededGame {
        let Draft { id, secret, settings, room, player, log, at, deadline, .. } = self;
        let own = room.seat_of(&player);
        let seats = room.seats.keys().map(|color| {
            let (person, pilot) = if own == Some(*color) { (Some(&player), None) } else { (None, Some(pilot)) };
            json!({ "color": color, "name": pilot.unwrap_or(""), "player": person, "pilot": pilot,
                    "ready": true, "away": false })
        });
        let race = room.table().and_then(|table| table.race().map(Race::number));
        let summary = json!({
            "id": id, "stage": "live", "settings": settings, "host": player, "seats": seats.collect::<Vec<_>>(),
            "turn": turn, "race": race, "deadline": deadline, "result": null, "created": at,
        });
        SeededGame { id, secret: secret.reveal(), player, log, summary, deadline, at }
    }
}

impl SeededGame {
    /// Plays random legal turns until it is the given side's turn.
    pub fn play(
        player: &PlayerId,
        pilot: &str,
        turn: Turn,
        at: i64,
        draw: &mut QuickRandom,
    ) -> Result<SeededGame, DrillError> {
        loop {
            if let Some(game) = SeededGame::attempt(player, pilot, turn, at, draw)? {
                return Ok(game);
            }
        }
    }

    /// `None` if the game ended before it was that side's turn.
    fn attempt(
        player: &PlayerId,
        pilot: &str,
        turn: Turn,
        at: i64,
        draw: &mut QuickRandom,
    ) -> Result<Option<SeededGame>, DrillError> {
        let mut draft = Draft::open(player, pilot, at, draw)?;
        let own = draft.room.seat_of(player);
        let mut strategy = Strategy::new(Style::Careless, CourseCache::new(), draw.bits());
        // Two placings and a few turns, then at most 40 more decisions until the right side is to move.
        for left in (0..2 + draw.below(7)).rev().chain(std::iter::repeat_n(0, 40)) {
            let Some((color, table)) = draft.room.table().and_then(|table| Some((table.turn()?, table))) else {
                return Ok(None);
            };
            let is_own = own == Some(color);
            if left == 0 && is_own == (turn == Turn::Person) {
                return Ok(Some(draft.finish(pilot, color)));
            }
            let Some(decision) = strategy.decide(table) else { return Ok(None) };
            match is_own {
                true => draft.act(&action(decided(decision)))?,
                false => draft.decide_for(color, decision)?,
            }
        }
        Ok(None)
    }

    async fn store(&self, into: &mut Transaction<'_, Any>, is_postgres: bool) -> Result<(), sqlx::Error> {
        let SeededGame { id, secret, player, log, summary, deadline, at } = self;
        let seq = log.last().map_or(0, |(seq, ..)| *seq as i64);
        let regatta = "INSERT INTO regattas (id, secret, invite, stage, summary, seq, deadline, created, updated)
                       VALUES ($1, $2, $3, 'live', $4, $5, $6, $7, $7)";
        let regatta = sqlx::query(regatta).bind(id.as_str()).bind(secret.as_str()).bind(random_text(20));
        regatta.bind(summary.to_string()).bind(seq).bind(*deadline).bind(*at).execute(&mut **into).await?;
        let entry = match is_postgres {
            true => {
                "INSERT INTO entries (regatta, first, last, actor, action, at, events, position)
                 SELECT $1, $2, $3, $4, $5, $6, $7, value::BIGINT FROM meta WHERE name = 'position-offset'"
            }
            false => {
                "INSERT INTO entries (regatta, first, last, actor, action, at, events)
                 VALUES ($1, $2, $3, $4, $5, $6, $7)"
            }
        };
        let mut first = 1;
        for (seq, by, events) in log {
            let entry = sqlx::query(entry).bind(id.as_str()).bind(first).bind(*seq as i64);
            first = *seq as i64 + 1;
            let (actor, action) = by.clone().map(|(actor, action)| (actor.to_string(), action)).unzip();
            entry.bind(actor).bind(action).bind(*at).bind(events.as_str()).execute(&mut **into).await?;
        }
        let crew = sqlx::query("INSERT INTO crews (player, regatta) VALUES ($1, $2)");
        crew.bind(player.as_str()).bind(id.as_str()).execute(&mut **into).await?;
        Ok(())
    }
}

fn decided(decision: Decision) -> Value {
    match decision {
        Decision::Place { at, heading } => json!({ "type": "place", "at": at, "heading": heading }),
        Decision::Dice { hold, count } => json!({ "type": "dice", "hold": hold, "count": count }),
        Decision::Steer { to } => json!({ "type": "steer", "to": to }),
    }
}

/// New player ids.
pub fn player_ids(count: usize) -> Arc<[PlayerId]> {
    (0..count).map(|_| PlayerId::random()).collect()
}

/// Writes players and games into the database of a server that is not running.
pub async fn store(database: &str, people: &[PlayerId], games: &[SeededGame]) -> Result<(), DrillError> {
    install_default_drivers();
    let mut connection = AnyConnection::connect(&super::url(database, "rw")).await?;
    let mut transaction = connection.begin().await?;
    for (number, player) in people.iter().enumerate() {
        let sql = "INSERT INTO players (id, name, created) VALUES ($1, $2, 0)";
        let insert = sqlx::query(sql).bind(player.as_str()).bind(format!("Boat {number}"));
        insert.execute(&mut *transaction).await?;
    }
    for game in games {
        game.store(&mut transaction, database.starts_with("postgres")).await?;
    }
    transaction.commit().await?;
    connection.close().await?;
    Ok(())
}
