//! Who may see and do what after being removed, being late, repeating an action, or a restore from a backup.

use crate::battery;
use crate::test_server::{TestServer, Visitor, act, open, unlimited};
use powerboats_referee::fair;
use serde_json::{Value, json};
use std::time::Duration;
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};

async fn look(who: &Visitor, regatta: &str) -> Value {
    who.get(&format!("/api/regattas/{regatta}")).await.is(200)
}

/// Salts.
const NORTH: &str = "6e6f72746877696e64";
const SOUTH: &str = "736f75746877696e64";

const READY: fn() -> Value = || json!({"type": "ready", "ready": true});

async fn cookie_of(server: &TestServer, name: &str) -> (Visitor, String) {
    let answer = server.visitor().post("/api/me", json!({"name": name})).await;
    let cookie = answer.header("set-cookie").split(';').next().unwrap().to_owned();
    answer.is(201);
    (server.known("cookie", &cookie), cookie)
}

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

async fn socket(server: &TestServer, path: &str, cookie: &str) -> Socket {
    let url = format!("{}{path}", server.url.replace("http://", "ws://"));
    let mut request = url.into_client_request().unwrap();
    request.headers_mut().insert("cookie", cookie.parse().unwrap());
    tokio_tungstenite::connect_async(request).await.unwrap().0
}

/// The next message as JSON; `None` once the server has closed the socket.
async fn receive(socket: &mut Socket) -> Option<Value> {
    use futures_util::StreamExt;
    loop {
        let message = tokio::time::timeout(Duration::from_secs(30), socket.next()).await.expect("a message in time");
        match message {
            Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
            Some(Ok(_)) => {}
        }
    }
}

battery! {
    async fn a_player_removed_from_a_private_regatta_can_not_return(server: TestServer) {
        let ann = server.guest("Ann").await;
        let (ben, cookie) = cookie_of(&server, "Ben").await;
        let regatta = open(&ann, json!({"seats": 3, "visibility": "private"})).await;
        let invite = look(&ann, &regatta).await["invite"].as_str().unwrap().to_owned();
        let join = json!({"id": "join", "action": {"type": "join", "color": "white"}});
        ben.post(&format!("/api/regattas/{regatta}/actions?invite={invite}"), join).await.is(200);
        assert_eq!(ben.get("/api/me/regattas").await.is(200).as_array().unwrap().len(), 1);
        let mut bens = socket(&server, &format!("/api/regattas/{regatta}/socket"), &cookie).await;
        assert_eq!(receive(&mut bens).await.unwrap()["type"], "snapshot");
        act(&ann, &regatta, "kick", json!({"type": "unseat", "color": "white"})).await.is(200);
        // Ben receives the event that he was removed, and nothing after that.
        let mut last = Value::Null;
        while let Some(message) = receive(&mut bens).await {
            last = if message["type"] == "events" { message["events"][0]["type"].clone() } else { last };
        }
        assert_eq!(last, "kicked");
        for path in [format!("/api/regattas/{regatta}"), format!("/api/regattas/{regatta}?invite={invite}")] {
            ben.get(&path).await.refused(404, "not-found");
        }
        let again = json!({"id": "again", "action": {"type": "join"}});
        ben.post(&format!("/api/regattas/{regatta}/actions?invite={invite}"), again).await.refused(404, "not-found");
        assert_eq!(ben.get("/api/me/regattas").await.is(200), json!([]), "not in his history");
        let export = ben.get("/api/me/export").await.is(200).to_string();
        assert!(!export.contains(&regatta), "{export}");
        // Another player can't use the old invitation either, only the new one.
        let stranger = server.guest("Stranger").await;
        stranger.get(&format!("/api/regattas/{regatta}?invite={invite}")).await.refused(404, "not-found");
        let new = look(&ann, &regatta).await["invite"].as_str().unwrap().to_owned();
        stranger.get(&format!("/api/regattas/{regatta}?invite={new}")).await.is(200);
        server.close().await;
    }

    async fn the_rematch_of_a_private_regatta_is_open_to_its_players(server: TestServer) {
        let (ann, ben, eve) = (server.guest("Ann").await, server.guest("Ben").await, server.guest("Eve").await);
        let regatta = open(&ann, json!({"seats": 2, "races": 1, "visibility": "private", "clock": {"type": "correspondence", "hours": 1}})).await;
        let invite = look(&ann, &regatta).await["invite"].as_str().unwrap().to_owned();
        let with_invite = format!("/api/regattas/{regatta}/actions?invite={invite}");
        ben.post(&with_invite, json!({"id": "join", "action": {"type": "join"}})).await.is(200);
        for who in [&ann, &ben] {
            act(who, &regatta, "ready", READY()).await.is(200);
        }
        for who in [&ann, &ben] {
            act(who, &regatta, "leave", json!({"type": "leave"})).await.is(200);
        }
        while look(&ann, &regatta).await["regatta"]["stage"] != "over" {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        act(&ann, &regatta, "again", json!({"type": "rematch"})).await.is(200);
        let rematch = look(&ben, &regatta).await["rematch"].as_str().unwrap().to_owned();
        act(&ben, &rematch, "join", json!({"type": "join"})).await.is(200);
        eve.get(&format!("/api/regattas/{rematch}")).await.refused(404, "not-found");
        server.close().await;
    }

    async fn a_late_decision_is_refused_and_the_next_clock_runs(server: TestServer) {
        let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
        let clock = json!({"type": "live", "turn": 1, "bank": 0});
        let regatta = open(&ann, json!({"seats": 2, "races": 1, "clock": clock})).await;
        act(&ben, &regatta, "join", json!({"type": "join"})).await.is(200);
        for who in [&ann, &ben] {
            act(who, &regatta, "ready", READY()).await.is(200);
        }
        for number in 0..2 {
            let room = look(&ann, &regatta).await;
            let who = if room["regatta"]["turn"] == room["you"]["color"] { &ann } else { &ben };
            let place = json!({"type": "place", "at": room["legal"]["places"][0], "heading": "E"});
            act(who, &regatta, &format!("place {number}"), place).await.is(200);
        }
        let mut refused = 0;
        for number in 0..8 {
            let room = look(&ann, &regatta).await;
            let (who, turn) = match room["regatta"]["turn"] == room["you"]["color"] {
                true => (&ann, &room["regatta"]["turn"]),
                false => (&ben, &room["regatta"]["turn"]),
            };
            let (now, deadline) = (room["now"].as_i64().unwrap(), room["regatta"]["deadline"].as_i64());
            let left = deadline.expect("a clock runs") - now;
            tokio::time::sleep(Duration::from_millis((left + 10 * number).max(0) as u64)).await;
            let answer = act(who, &regatta, &number.to_string(), json!({"type": "dice", "hold": [], "count": 1})).await;
            assert_ne!(answer.status, 200, "it is no longer {turn}'s turn, or too late");
            refused += u32::from(answer.body["code"] == "timed-out");
            act(who, &regatta, &format!("back {number}"), json!({"type": "back"})).await.is(200);
            // A pilot plays that turn, and then a player's clock runs again.
            let began = std::time::Instant::now();
            while look(&ann, &regatta).await["regatta"]["deadline"].as_i64().is_none_or(|d| Some(d) == deadline) {
                assert!(began.elapsed() < Duration::from_secs(30), "nobody's clock runs");
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
        assert!(refused > 0, "none of them was late");
        server.close().await;
    }

    async fn an_action_that_changes_nothing_is_remembered(server: TestServer) {
        let ann = server.guest("Ann").await;
        let regatta = open(&ann, json!({"seats": 2})).await;
        act(&ann, &regatta, "r", READY()).await.is(200);
        let first = act(&ann, &regatta, "same", READY()).await.is(200);
        act(&ann, &regatta, "u", json!({"type": "ready", "ready": false})).await.is(200);
        // Repeated with the same id, it has no effect. If it were carried out again, Ann would be ready.
        assert_eq!(act(&ann, &regatta, "same", READY()).await.is(200), first);
        let server = server.restart().await;
        let ann = Visitor { url: server.url.clone(), ..ann };
        assert_eq!(act(&ann, &regatta, "same", READY()).await.is(200), first, "after a restart too");
        assert_eq!(look(&ann, &regatta).await["regatta"]["seats"][0]["ready"], false);
        server.close().await;
    }

    async fn salts_are_sealed_and_revealed_over_http(server: TestServer) {
        let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
        let regatta = open(&ann, json!({"seats": 2, "races": 1, "seal": fair::seal(NORTH), "clock": {"type": "correspondence", "hours": 1}})).await;
        let seal = json!({"type": "join", "seal": fair::seal(SOUTH)});
        act(&ben, &regatta, "join", seal).await.is(200);
        act(&ben, &regatta, "bad", json!({"type": "ready", "ready": true, "seal": "south"})).await.refused(400, "bad-request");
        for who in [&ann, &ben] {
            act(who, &regatta, "ready", READY()).await.is(200);
        }
        let room = look(&ann, &regatta).await;
        assert_eq!((&room["salts"], &room["regatta"]["stage"]), (&json!({}), &json!("open")));
        assert_eq!(room["seals"].as_object().unwrap().len(), 2);
        assert!(room["reveal_by"].as_i64().unwrap() > room["now"].as_i64().unwrap());
        let events = ann.get(&format!("/api/regattas/{regatta}/events")).await.is(200).to_string();
        assert!(!events.contains(NORTH) && !events.contains(SOUTH), "{events}");
        act(&ann, &regatta, "reveal", json!({"type": "reveal", "salt": NORTH})).await.is(200);
        act(&ben, &regatta, "reveal", json!({"type": "reveal", "salt": SOUTH})).await.is(200);
        for who in [&ann, &ben] {
            act(who, &regatta, "leave", json!({"type": "leave"})).await.is(200);
        }
        while look(&ann, &regatta).await["regatta"]["stage"] != "over" {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let record = ann.get(&format!("/api/regattas/{regatta}/record")).await.is(200);
        let record = record.as_str().unwrap();
        assert_eq!(record.matches("\nsealed: ").count(), 2, "{record}");
        fair::verify(powerboats_rules::replay(record).unwrap().record()).unwrap();
        server.close().await;
    }

    async fn after_a_restore_the_dice_come_from_a_new_secret(server: TestServer) {
        let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
        let regatta = open(&ann, json!({"seats": 2, "races": 1, "clock": {"type": "correspondence", "hours": 1}})).await;
        act(&ben, &regatta, "join", json!({"type": "join"})).await.is(200);
        let waiting = open(&ben, json!({"seats": 2})).await;
        let promised = look(&ben, &waiting).await["commitment"].clone();
        for who in [&ann, &ben] {
            act(who, &regatta, "ready", READY()).await.is(200);
        }
        let place = server.stop().await;
        powerboats_server::store::redraw(&place.database()).await.unwrap();
        let server = TestServer::open(place, unlimited()).await;
        let [ann, ben] = [ann, ben].map(|who| Visitor { url: server.url.clone(), ..who });
        assert_ne!(look(&ben, &waiting).await["commitment"], promised, "a new secret");
        act(&ann, &regatta, "leave", json!({"type": "leave"})).await.is(200);
        act(&ben, &regatta, "leave", json!({"type": "leave"})).await.is(200);
        while look(&ann, &regatta).await["regatta"]["stage"] != "over" {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let events = ann.get(&format!("/api/regattas/{regatta}/events")).await.is(200);
        let redrawn = events.as_array().unwrap().iter().filter(|event| event["type"] == "redrawn").count();
        assert_eq!(redrawn, 1, "the players learn of it once");
        let record = ann.get(&format!("/api/regattas/{regatta}/record")).await.is(200);
        let record = record.as_str().unwrap();
        assert_eq!(record.matches("\nredrawn: ").count(), 1, "{record}");
        fair::verify(powerboats_rules::replay(record).unwrap().record()).unwrap();
        server.close().await;
    }

    async fn a_socket_that_breaks_off_leaves_no_spectator(server: TestServer) {
        let ann = server.guest("Ann").await;
        let regatta = open(&ann, json!({"seats": 2})).await;
        let address = server.url.strip_prefix("http://").unwrap().to_owned();
        for _ in 0..5 {
            use tokio::io::{AsyncReadExt, AsyncWriteExt};
            let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
            let head = format!(
                "GET /api/regattas/{regatta}/socket HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                 Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            );
            stream.write_all(head.as_bytes()).await.unwrap();
            let mut first = [0; 12];
            stream.read_exact(&mut first).await.unwrap();
            drop(stream);
        }
        let began = std::time::Instant::now();
        while look(&ann, &regatta).await["spectators"] != 0 {
            assert!(began.elapsed() < Duration::from_secs(30), "there are still spectators");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        server.close().await;
    }

    async fn a_connection_reset_during_the_upgrade_leaves_no_spectator(server: TestServer) {
        let ann = server.guest("Ann").await;
        let regatta = open(&ann, json!({"seats": 2})).await;
        let address = server.url.trim_start_matches("http://").to_owned();
        let request = format!(
            "GET /api/regattas/{regatta}/socket HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        for _ in 0..20 {
            use tokio::io::AsyncWriteExt;
            let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
            stream.write_all(request.as_bytes()).await.unwrap();
            stream.set_zero_linger().unwrap();
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
        let snapshot = ann.get(&format!("/api/regattas/{regatta}")).await.is(200);
        assert_eq!(snapshot["spectators"], 0);
        server.close().await;
    }
}
