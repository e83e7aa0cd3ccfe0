//! Notifications: a real mail server and a real push service, which receive what the server sends.

mod addresses;
mod digest;
mod doctor;
mod forgotten;
mod hostile;
mod messages;
mod protection;
mod push_service;
mod smtp_server;

use crate::test_server::{PASSWORD, TestDatabase, TestServer, Visitor, act, open, unlimited};
use powerboats_server::{
    config::Config,
    notify::{mail::MailConfig, push::PushHosts},
};
use push_service::{Browser, PushService};
use serde_json::{Value, json};
use smtp_server::SmtpServer;
use std::time::{Duration, Instant};

/// The address of the server in mail.
const SITE: &str = "http://boats.example";

/// A server, with the channels that it uses.
struct Stage {
    server: TestServer,
    smtp: SmtpServer,
    push: PushService,
}

/// Where a server keeps its data.
#[derive(Clone, Copy)]
enum Place {
    Sqlite,
    Cluster,
}

impl Stage {
    async fn open(place: Place) -> Stage {
        let (smtp, push) = (SmtpServer::start().await, PushService::start().await);
        let database = match place {
            Place::Sqlite => TestDatabase::sqlite(),
            Place::Cluster => TestDatabase::postgres().await,
        };
        Stage { server: serve(place, database, &smtp, &push).await, smtp, push }
    }

    /// A registered player.
    async fn player(&self, name: &str) -> Visitor {
        let visitor = self.server.guest(name).await;
        visitor.post("/api/me/register", json!({"login": name.to_lowercase(), "password": PASSWORD})).await.is(200);
        visitor
    }

    /// Gives a player a confirmed address.
    async fn confirm(&self, who: &Visitor, address: &str) {
        put(who, "/api/me/mail", json!({"address": address})).await.is(202);
        let mail = self.smtp.mail_to(address).await;
        let code = mail.text().split("/confirm?code=").nth(1).unwrap()[..32].to_owned();
        who.post("/api/mail/confirm", json!({"code": code})).await.is(204);
    }

    /// Gives a player a browser that shows messages.
    async fn browser(&self, who: &Visitor, path: &str) -> Browser {
        let browser = self.push.browser(path);
        who.post("/api/me/push", browser.subscription()).await.is(204);
        browser
    }

    async fn close(self) {
        self.server.close().await;
    }
}

/// Starts a server, or a cluster, that uses these channels.
async fn serve(place: Place, database: TestDatabase, smtp: &SmtpServer, push: &PushService) -> TestServer {
    let config = Config {
        public_url: Some(SITE.to_owned()),
        mail: Some(MailConfig::new(&smtp.url(), "Boats <boats@club.example>").unwrap()),
        push_hosts: format!("{},localhost", push.host()).parse::<PushHosts>().unwrap(),
        ..unlimited()
    };
    match place {
        Place::Sqlite => TestServer::open(database, config).await,
        Place::Cluster => TestServer::open_cluster(database, config).await,
    }
}

async fn put(who: &Visitor, path: &str, body: Value) -> crate::test_server::Answer {
    crate::test_server::send(who.ask("PUT", path).json(&body)).await
}

/// Starts a regatta of two people by correspondence. Returns its id.
async fn regatta(one: &Visitor, other: &Visitor, title: &str) -> String {
    let clock = json!({"type": "correspondence", "hours": 24});
    let id = open(one, json!({"seats": 2, "races": 1, "clock": clock, "title": title})).await;
    act(other, &id, "join", json!({"type": "join"})).await.is(200);
    act(one, &id, "ready", json!({"type": "ready", "ready": true})).await.is(200);
    act(other, &id, "ready", json!({"type": "ready", "ready": true})).await.is(200);
    id
}

/// A decision that a player can make now. Boats rest if they may: whoever sinks has no more turns.
fn decision(snapshot: &Value) -> Value {
    let legal = &snapshot["legal"];
    if let Some(place) = legal["places"].get(0) {
        let heading = snapshot["course"]["plan"]["heading"].as_str().unwrap_or("E");
        return json!({"type": "place", "at": place, "heading": heading});
    }
    if let Some(dice) = legal["dice"].as_array().and_then(|dice| dice.last()) {
        return json!({"type": "dice", "hold": dice["hold"], "count": dice["count"]});
    }
    json!({"type": "steer", "to": legal["options"][0]["to"]})
}

/// Whose turn it is plays one whole turn.
async fn play_turn(players: [&Visitor; 2], regatta: &str) {
    let path = format!("/api/regattas/{regatta}");
    let snapshot = players[0].get(&path).await.is(200);
    let (turn, began) = (snapshot["regatta"]["turn"].clone(), snapshot["regatta"]["turn_began"].clone());
    let mut mover = None;
    for player in players {
        if player.get(&path).await.is(200)["you"]["color"] == turn {
            mover = Some(player);
        }
    }
    let mover = mover.expect("it is a person's turn");
    for step in 0.. {
        let snapshot = mover.get(&path).await.is(200);
        // Another turn has begun, perhaps this player's again.
        if snapshot["regatta"]["turn_began"] != began || snapshot["legal"].is_null() {
            return;
        }
        let id = format!("{}-{step}", snapshot["seq"]);
        act(mover, regatta, &id, decision(&snapshot)).await.is(200);
    }
}

/// Plays until it is this player's turn, at least once.
async fn play_until(player: &Visitor, players: [&Visitor; 2], regatta: &str) {
    loop {
        play_turn(players, regatta).await;
        let snapshot = player.get(&format!("/api/regattas/{regatta}")).await.is(200);
        if snapshot["you"]["color"] == snapshot["regatta"]["turn"] {
            return;
        }
    }
}

/// Waits until something is there.
async fn eventually<T>(what: &str, look: impl Fn() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "{what} does not come");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
