//! Many games in a database, without playing them: logs as rooms make them, written straight into its tables.

use crate::{
    Trouble,
    mind::{Mind, Style},
    site::{action, join, ready, seat_pilot},
};
use powerboats_pilots::{CourseCache, QuickRandom};
use powerboats_referee::{Decision, Secret};
use powerboats_rules::Draw;
use powerboats_server::{
    ids::{PlayerId, RegattaId, random_bytes, random_text},
    room::{Room, action::RoomAction, event::LoggedEvent, settings::Settings},
};
use serde_json::{Value, json};
use sqlx::{Any, AnyConnection, Connection, Transaction, any::install_default_drivers};
use std::sync::Arc;

/// A row of the log: seq, who, the client's id, events.
type Row = (u64, Option<(PlayerId, String)>, String);

/// A correspondence game of one person and one pilot.
pub struct Game {
    /// Where to find it.
    pub id: RegattaId,
    secret: String,
    player: PlayerId,
    log: Vec<Row>,
    summary: Value,
    deadline: Option<i64>,
    at: i64,
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The person's.
    Person,
    /// The pilot's, and it has not been asked.
    Pilot,
}

/// A game while it is made.
struct Draft {
    room: Room,
    player: PlayerId,
    log: Vec<Row>,
    /// When all this happens.
    at: i64,
    deadline: Option<i64>,
    acted: u32,
}

impl Draft {
    fn act(&mut self, action: &RoomAction) -> Result<(), Trouble> {
        let refused = |refusal| Trouble::Setup(format!("a game can't be made: {refusal:?}"));
        let whats = self.room.act(&self.player, action, None, self.at, &mut random_bytes).map_err(refused)?;
        self.acted += 1;
        let by = Some((self.player.clone(), format!("a{}", self.acted)));
        let events = self.room.number(whats, by.clone(), self.at);
        self.note(events, by)
    }

    fn note(&mut self, events: Vec<LoggedEvent>, by: Option<(PlayerId, String)>) -> Result<(), Trouble> {
        let told = serde_json::to_value(&events).map_err(|error| Trouble::Setup(error.to_string()))?;
        for event in told.as_array().into_iter().flatten().filter(|event| event["type"] == "clock") {
            self.deadline = event["until"].as_i64();
        }
        self.log.push((self.room.seq, by, told.to_string()));
        Ok(())
    }
}

impl Game {
    /// Sails a game of this person and this pilot at random, until it is this one's turn.
    pub fn sail(player: &PlayerId, pilot: &str, turn: Turn, at: i64, draw: &mut QuickRandom) -> Result<Game, Trouble> {
        loop {
            if let Some(game) = Game::attempt(player, pilot, turn, at, draw)? {
                return Ok(game);
            }
        }
    }

    /// `None` if it ended before.
    fn attempt(
        player: &PlayerId,
        pilot: &str,
        turn: Turn,
        at: i64,
        draw: &mut QuickRandom,
    ) -> Result<Option<Game>, Trouble> {
        let mut bytes = [0; 32];
        bytes.chunks_mut(8).for_each(|chunk| chunk.copy_from_slice(&draw.bits().to_ne_bytes()));
        let secret = Secret::new(bytes);
        let settings = json!({ "seats": 2, "races": 3, "clock": { "type": "correspondence", "hours": 24 } });
        let settings: Settings = serde_json::from_value(settings).expect("settings as the interface has them");
        let id = RegattaId::random();
        let (mut room, whats) = Room::open(id.clone(), secret.clone(), settings.clone(), player.clone(), vec![], at);
        let created = room.number(whats, None, at);
        let mut draft = Draft { room, player: player.clone(), log: Vec::new(), at, deadline: None, acted: 0 };
        draft.note(created, None)?;
        draft.act(&join())?;
        draft.act(&seat_pilot(pilot))?;
        draft.act(&ready())?;
        let own = draft.room.seat_of(player);
        let mut mind = Mind::new(Style::Careless, CourseCache::new(), draw.bits());
        // Two placings, and a few turns.
        for left in (0..2 + draw.below(7)).rev().chain(std::iter::repeat_n(0, 40)) {
            let Some((color, table)) = draft.room.table().and_then(|table| Some((table.turn()?, table))) else {
                return Ok(None);
            };
            let is_own = own == Some(color);
            if left == 0 && is_own == (turn == Turn::Person) {
                let race = table.race().map(powerboats_rules::Race::number);
                let seat = |color, player: Option<&PlayerId>, pilot: Option<&str>| {
                    json!({ "color": color, "name": pilot.unwrap_or(""), "player": player, "pilot": pilot,
                            "ready": true, "away": false })
                };
                let seats = draft.room.seats.keys().map(|color| match own == Some(*color) {
                    true => seat(*color, Some(player), None),
                    false => seat(*color, None, Some(pilot)),
                });
                let summary = json!({
                    "id": id, "stage": "live", "settings": settings, "host": player, "seats": seats.collect::<Vec<_>>(),
                    "turn": color, "race": race, "deadline": draft.deadline, "result": null, "created": at,
                });
                let Draft { log, deadline, .. } = draft;
                let (secret, player) = (secret.reveal(), player.clone());
                return Ok(Some(Game { id, secret, player, log, summary, deadline, at }));
            }
            let Some(decision) = mind.decide(table) else { return Ok(None) };
            if is_own {
                draft.act(&action(decided(decision)))?;
            } else {
                let whats = draft.room.play_for(color, decision, at);
                let events = draft.room.number(whats, None, at);
                draft.note(events, None)?;
            }
        }
        Ok(None)
    }

    async fn store(&self, into: &mut Transaction<'_, Any>) -> Result<(), sqlx::Error> {
        let Game { id, secret, player, log, summary, deadline, at } = self;
        let seq = log.last().map_or(0, |(seq, ..)| *seq as i64);
        let regatta = "INSERT INTO regattas (id, secret, invite, stage, summary, seq, deadline, created, updated)
                       VALUES ($1, $2, $3, 'live', $4, $5, $6, $7, $7)";
        let regatta = sqlx::query(regatta).bind(id.as_str()).bind(secret.as_str()).bind(random_text(20));
        regatta.bind(summary.to_string()).bind(seq).bind(*deadline).bind(*at).execute(&mut **into).await?;
        for (seq, by, events) in log {
            let entry = "INSERT INTO entries (regatta, seq, actor, action, at, events) VALUES ($1, $2, $3, $4, $5, $6)";
            let entry = sqlx::query(entry).bind(id.as_str()).bind(*seq as i64);
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

/// So many people to play them.
pub fn people(many: usize) -> Arc<[PlayerId]> {
    (0..many).map(|_| PlayerId::random()).collect()
}

/// Writes people and games into the database of a server that does not run.
pub async fn store(database: &str, people: &[PlayerId], games: &[Game]) -> Result<(), Trouble> {
    install_default_drivers();
    let url = if database.contains("://") { database.to_owned() } else { format!("sqlite://{database}?mode=rw") };
    let mut connection = AnyConnection::connect(&url).await?;
    let mut transaction = connection.begin().await?;
    for (number, player) in people.iter().enumerate() {
        let sql = "INSERT INTO players (id, name, created) VALUES ($1, $2, 0)";
        let insert = sqlx::query(sql).bind(player.as_str()).bind(format!("Boat {number}"));
        insert.execute(&mut *transaction).await?;
    }
    for game in games {
        game.store(&mut transaction).await?;
    }
    transaction.commit().await?;
    connection.close().await?;
    Ok(())
}
