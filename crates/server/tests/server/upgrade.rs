//! Existing data keeps working: a database of the first released version is opened, and its games are played on.
//!
//! `fixtures/0.1` was made by that version (see `make.py` there), which was killed while Admirals were thinking. These
//! files must never change; later versions get folders of their own.

use crate::test_server;
use crate::test_server::{TestDatabase, TestServer, Visitor, unlimited};
use powerboats_server::store::Database;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection};
use std::time::{Duration, Instant};

struct Before {
    place: TestDatabase,
    said: Value,
}

async fn before(place: TestDatabase) -> Before {
    let said = match &place {
        TestDatabase::Folder(_) => include_str!("fixtures/0.1/sqlite.json"),
        TestDatabase::Postgres { .. } => include_str!("fixtures/0.1/postgres.json"),
    };
    place
        .fill(include_bytes!("fixtures/0.1/powerboats-0.1.sqlite"), include_str!("fixtures/0.1/powerboats-0.1.sql"))
        .await;
    let said: Value = serde_json::from_str(said).unwrap();
    // Sessions end after a year.
    place.change(&format!("UPDATE sessions SET created = {}", powerboats_server::store::now())).await;
    for name in ["open", "private"] {
        keep_open(&place, said["regattas"][name].as_str().unwrap()).await;
    }
    Before { place, said }
}

/// An open regatta is called off after a day in which nothing happened. This one looks as if it had been opened just now.
async fn keep_open(place: &TestDatabase, regatta: &str) {
    sqlx::any::install_default_drivers();
    let url = match place.database() {
        Database::Sqlite(path) => format!("sqlite:{}", path.display()),
        Database::Postgres(url) => url,
    };
    let mut connection = AnyConnection::connect(&url).await.unwrap();
    let entries: Vec<(i64, String)> = sqlx::query_as("SELECT seq, events FROM entries WHERE regatta = $1")
        .bind(regatta)
        .fetch_all(&mut connection)
        .await
        .unwrap();
    let now = powerboats_server::store::now();
    for (seq, text) in entries {
        let mut events: Value = serde_json::from_str(&text).unwrap();
        events.as_array_mut().unwrap().iter_mut().for_each(|event| event["at"] = now.into());
        sqlx::query("UPDATE entries SET at = $1, events = $2 WHERE regatta = $3 AND seq = $4")
            .bind(now)
            .bind(events.to_string())
            .bind(regatta)
            .bind(seq)
            .execute(&mut connection)
            .await
            .unwrap();
    }
    connection.close().await.unwrap();
}

/// A player of the old database, with the cookie that their browser has kept.
fn person(server: &TestServer, said: &Value, name: &str) -> Visitor {
    server.known("cookie", &format!("powerboats={}", said["players"][name]["cookie"].as_str().unwrap()))
}

async fn act(who: &Visitor, id: &str, number: usize, action: Value) -> test_server::Answer {
    who.post(&format!("/api/regattas/{id}/actions"), json!({"id": format!("new-{number}"), "action": action})).await
}

/// Plays a player's next decision. Returns false if it is not their turn.
async fn play(who: &Visitor, id: &str, number: usize) -> bool {
    let room = who.get(&format!("/api/regattas/{id}")).await.is(200);
    if room["state"]["turn"].is_null() || room["state"]["turn"] != room["you"]["color"] {
        return false;
    }
    let legal = &room["legal"];
    let action = if let Some(place) = legal["places"].get(0) {
        json!({"type": "place", "at": place, "heading": "E"})
    } else if let Some(choices) = legal["dice"].as_array() {
        // Slow boats do not sink, so the race lasts.
        let choice = choices.iter().min_by_key(|choice| choice["count"].as_u64()).unwrap();
        json!({"type": "dice", "hold": choice["hold"], "count": choice["count"]})
    } else {
        json!({"type": "steer", "to": legal["options"][0]["to"]})
    };
    act(who, id, number, action).await.is(200);
    true
}

async fn upgraded(place: TestDatabase) {
    let Before { place, said } = before(place).await;
    let server = TestServer::open(place, unlimited()).await;
    let id = |name: &str| said["regattas"][name].as_str().unwrap().to_owned();
    let [ada, bo, cy] = ["ada", "bo", "cy"].map(|name| person(&server, &said, name));
    // It was a pilot's turn. The pilot moves without anyone opening the room.
    let began = Instant::now();
    loop {
        let lobby = bo.get("/api/regattas").await.is(200);
        let pilots = lobby.as_array().unwrap().iter().find(|room| room["id"] == id("pilot")).expect("in the lobby");
        if pilots["turn"] == "orange" {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "no pilot moved: {pilots}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // Players can still sign in by cookie, token and password.
    assert_eq!(ada.get("/api/me").await.is(200)["login"], "ada");
    let token = format!("Bearer {}", said["token"].as_str().unwrap());
    assert_eq!(server.known("authorization", &token).get("/api/me").await.is(200)["name"], "Ada");
    let login = json!({"login": said["login"], "password": said["password"]});
    server.visitor().post("/api/sessions", login).await.is(200);
    // An invitation still works, and an open regatta can start.
    let private = format!("/api/regattas/{}", id("private"));
    cy.get(&private).await.refused(404, "not-found");
    cy.get(&format!("{private}?invite={}", said["invite"].as_str().unwrap())).await.is(200);
    act(&cy, &id("open"), 1, json!({"type": "join"})).await.is(200);
    for (number, who) in [&ada, &bo, &cy].into_iter().enumerate() {
        act(who, &id("open"), 10 + number, json!({"type": "ready", "ready": true})).await.is(200);
    }
    assert_eq!(ada.get(&format!("/api/regattas/{}", id("open"))).await.is(200)["regatta"]["stage"], "live");
    // A finished regatta has not changed in any way.
    let record = bo.get(&format!("/api/regattas/{}/record", id("over"))).await.is(200);
    assert_eq!(record, said["record"]);
    let analysed = bo.get(&format!("/api/regattas/{}/analysis", id("over"))).await.is(200);
    assert_eq!((&analysed["state"], &analysed["analysis"]["format"]), (&json!("done"), &json!(1)));
    // Live regattas continue with their clocks, to an end at which the dice can be verified.
    let far = bo.get(&format!("/api/regattas/{}", id("correspondence"))).await.is(200);
    let left = far["regatta"]["deadline"].as_i64().expect("a clock runs") - far["now"].as_i64().unwrap();
    // The old server recorded once per second that it was alive, so up to a second too much may be given back.
    assert!((47 * 3_600_000..=48 * 3_600_000 + 1500).contains(&left), "{left} ms are left");
    for (name, players) in [("correspondence", [&bo, &cy]), ("live", [&ada, &bo])] {
        // A pilot may have to move in between.
        let (began, mut played, mut number) = (Instant::now(), 0, 100);
        while played < 12 {
            for who in players {
                played += u32::from(play(who, &id(name), number).await);
                number += 1;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "{name}: only {played} decisions");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        // A live game would pause if both left.
        let end = match name {
            "live" => json!({"type": "vote", "motion": {"type": "end"}, "yes": true}),
            _ => json!({"type": "leave"}),
        };
        for who in players {
            act(who, &id(name), 0, end.clone()).await.is(200);
        }
        let began = Instant::now();
        while bo.get(&format!("/api/regattas/{}", id(name))).await.is(200)["regatta"]["stage"] != "over" {
            assert!(began.elapsed() < Duration::from_secs(60), "{name} does not end");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let record = bo.get(&format!("/api/regattas/{}/record", id(name))).await.is(200);
        let book = powerboats_rules::replay(record.as_str().unwrap()).expect("by the rules");
        powerboats_referee::fair::verify(book.record()).expect("fair");
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sqlite_file_of_version_0_1_still_works() {
    upgraded(TestDatabase::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_postgresql_database_of_version_0_1_still_works() {
    upgraded(TestDatabase::postgres().await).await;
}

#[test]
fn a_record_of_version_0_1_verifies() {
    let book = powerboats_rules::replay(include_str!("fixtures/0.1/record.txt")).expect("by the rules");
    assert!(powerboats_referee::fair::verify(book.record()).expect("fair") > 10);
}
