//! Events with their organisers and players, and what must be true of the events that are stored.

use super::season::Found;
use crate::{
    DrillError,
    client::api::{ApiClient, Guest, action, retry},
    database,
};
use powerboats_pilots::QuickRandom;
use powerboats_rules::Draw;
use powerboats_server::ids::RegattaId;
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Duration};
use tokio::{sync::watch, task::JoinHandle, time::sleep};

/// Players of an event: with tables of two, one of them sits out in each round.
const PLAYERS: usize = 5;

/// Rounds of an event.
const ROUNDS: usize = 5;

/// An evening that goes on until it is stopped: one event after another.
pub struct Evening {
    stop: watch::Sender<bool>,
    task: JoinHandle<Result<usize, DrillError>>,
}

/// Some people of a club. The first of them organises.
struct Club {
    api: ApiClient,
    people: Vec<Guest>,
}

impl Evening {
    /// Begins an evening of a club with new accounts.
    pub async fn begin(api: &ApiClient, seed: u64) -> Result<Evening, DrillError> {
        let mut people = Vec::new();
        for number in 0..PLAYERS {
            people.push(api.new_player(&format!("Member {number}"), &format!("member-{seed}-{number}")).await?);
        }
        let club = Club { api: api.clone(), people };
        let (stop, stopped) = watch::channel(false);
        Ok(Evening { stop, task: tokio::spawn(club.spend(seed, stopped)) })
    }

    /// Lets the club go home. Returns how many rounds were started.
    pub async fn finish(self) -> Result<usize, DrillError> {
        self.stop.send_replace(true);
        self.task.await?
    }
}

impl Club {
    async fn spend(self, seed: u64, stopped: watch::Receiver<bool>) -> Result<usize, DrillError> {
        let (mut draw, mut rounds) = (QuickRandom::new(seed), 0);
        while !*stopped.borrow() {
            let event = self.open_event().await?;
            while !*stopped.borrow() {
                let seen = self.look(&event).await?;
                match seen["stage"].as_str() {
                    Some("playing") => self.resign_somewhere(&seen, &mut draw).await?,
                    Some("check-in" | "between") => {
                        let next = seen["rounds"].as_array().map_or(0, Vec::len) + 1;
                        self.order(&event, "/rounds", json!({"round": next})).await?;
                        rounds += 1;
                    }
                    _ => {
                        self.order(&event, "/close", json!({})).await?;
                        break;
                    }
                }
                sleep(Duration::from_millis(50)).await;
            }
        }
        Ok(rounds)
    }

    async fn open_event(&self) -> Result<String, DrillError> {
        let clock = json!({"type": "live", "turn": 3600, "bank": 3600});
        let format = json!({"type": "rounds", "rounds": ROUNDS});
        let wish = json!({"title": "Drill", "format": format, "tables": 2, "clock": clock, "rated": true});
        let opened = retry(|| self.api.post(&self.people[0], "/api/events", &wish)).await?;
        let id = opened["id"].as_str().unwrap_or_default().to_owned();
        for guest in &self.people {
            self.send(guest, &id, "/players", json!({})).await?;
        }
        Ok(id)
    }

    /// Sends a command until it is carried out. If the answer was lost, the same command is refused the second time.
    async fn send(&self, guest: &Guest, event: &str, rest: &str, body: Value) -> Result<(), DrillError> {
        let path = format!("/api/events/{event}{rest}");
        match retry(|| self.api.command(guest, &path, &body)).await {
            Err(error) => match error.code().as_deref() {
                Some("already-seated" | "already-started" | "over") => Ok(()),
                _ => Err(error),
            },
            done => done,
        }
    }

    async fn order(&self, event: &str, rest: &str, body: Value) -> Result<(), DrillError> {
        self.send(&self.people[0], event, rest, body).await
    }

    async fn look(&self, event: &str) -> Result<Value, DrillError> {
        let path = format!("/api/events/{event}");
        let seen = retry(|| self.api.get(None, &path)).await?;
        Ok(serde_json::from_slice(&seen).unwrap_or_default())
    }

    /// In one of the games that are being played, one of the players resigns.
    async fn resign_somewhere(&self, seen: &Value, draw: &mut QuickRandom) -> Result<(), DrillError> {
        let round = seen["rounds"].as_array().and_then(|rounds| rounds.last());
        let tables = round.and_then(|round| round["tables"].as_array()).into_iter().flatten();
        let Some(table) = tables.into_iter().find(|table| table["seats"][0]["rank"].is_null()) else { return Ok(()) };
        let Some(regatta) = table["regatta"].as_str().and_then(RegattaId::read) else { return Ok(()) };
        let loser = &table["seats"][draw.below(2) as usize]["person"]["player"];
        let Some(guest) = self.people.iter().find(|guest| *loser == guest.id.as_str()) else { return Ok(()) };
        let resign = action(json!({"type": "resign"}));
        match retry(|| self.api.act(guest, &regatta, "resign", resign.clone())).await {
            Err(error) => match error.code().as_deref() {
                // The result is on its way, or the game is opened a moment later.
                Some("over" | "not-found") => Ok(()),
                _ => Err(error),
            },
            Ok(_) => Ok(()),
        }
    }
}

/// Event, round, table, regatta, whether it is noted as open, and the result.
type Game = (String, i64, i64, String, i64, Option<String>);

/// Checks all events: every game that was drawn exists once, every game that is over has a result, and the standings count each
/// result once.
pub async fn check(api: &ApiClient, name: &str, found: &mut Found) -> Result<usize, DrillError> {
    let pool = database::open(name).await?;
    let sql = "SELECT event, round, place, regatta, opened, result FROM event_games ORDER BY event, round, place";
    let games: Vec<Game> = sqlx::query_as(sql).fetch_all(&pool).await?;
    let sql = "SELECT a.regatta, COUNT(e.first), r.stage FROM arranged a JOIN regattas r ON r.id = a.regatta
               JOIN entries e ON e.regatta = a.regatta AND e.first = 1 WHERE a.kind = 'event' GROUP BY a.regatta, r.stage";
    let opened: Vec<(String, i64, String)> = sqlx::query_as(sql).fetch_all(&pool).await?;
    let events: Vec<(String,)> = sqlx::query_as("SELECT id FROM events").fetch_all(&pool).await?;
    pool.close().await;
    let stages: BTreeMap<&str, &str> = opened.iter().map(|(id, _, stage)| (id.as_str(), stage.as_str())).collect();
    let twice = opened.iter().filter(|(_, count, _)| *count != 1);
    found.faults.extend(twice.map(|(id, ..)| format!("{id} was opened twice")));
    if opened.len() != games.len() {
        found.faults.push(format!("{} regattas for {} games of events", opened.len(), games.len()));
    }
    for (event, round, table, regatta, is_open, result) in &games {
        let stage = stages.get(regatta.as_str());
        let fault = match (stage, is_open, result) {
            (None, ..) => "is missing",
            (Some(_), 0, _) => "is open, but not noted as open",
            (Some(&"over"), _, None) => "is over, but has no result",
            (Some(&"live"), _, Some(_)) => "has a result, but is not over",
            _ => continue,
        };
        found.faults.push(format!("event {event}, round {round}, table {table}: {regatta} {fault}"));
    }
    for (event,) in &events {
        check_standings(api, event, &games, &mut found.faults).await?;
    }
    if !games.iter().any(|game| game.5.is_some()) {
        found.faults.push("no game of an event was played".to_owned());
    }
    Ok(games.len())
}

/// Each game gives one point, and each player who sits out half a point.
async fn check_standings(
    api: &ApiClient,
    event: &str,
    games: &[Game],
    faults: &mut Vec<String>,
) -> Result<(), DrillError> {
    let page: Value =
        serde_json::from_slice(&api.get(None, &format!("/api/events/{event}")).await?).unwrap_or_default();
    let rounds = page["rounds"].as_array().cloned().unwrap_or_default();
    let drawn: usize = rounds.iter().filter_map(|round| round["tables"].as_array()).map(Vec::len).sum();
    let of_event = || games.iter().filter(|game| game.0 == event);
    if drawn != of_event().count() {
        faults.push(format!("event {event}: {drawn} games were drawn, {} are stored", of_event().count()));
    }
    // A game that had no result when the event was closed never counts.
    let counts =
        |table: &&Value| table["seats"].as_array().is_some_and(|seats| seats.iter().all(|seat| seat["rank"].is_u64()));
    let counted = rounds.iter().filter_map(|round| round["tables"].as_array()).flatten().filter(counts).count();
    let sat_out = rounds.iter().filter(|round| round["sits_out"].is_object()).count();
    let points: f64 =
        page["standings"].as_array().into_iter().flatten().filter_map(|line| line["points"].as_f64()).sum();
    let expected = counted as f64 + sat_out as f64 / 2.0;
    if (points - expected).abs() > 1e-6 {
        faults.push(format!("event {event}: {points} points for {counted} games and {sat_out} who sat out"));
    }
    Ok(())
}
