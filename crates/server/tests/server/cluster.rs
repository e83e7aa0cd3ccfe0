//! A cluster of two servers on PostgreSQL and NATS: what one node does, the other knows. `kill -9` and the like are tested in
//! `crates/cli/tests/processes/cluster.rs`.

use crate::test_server::{PASSWORD, TestDatabase, TestServer, Visitor, act, open, phrase, unlimited};
use futures_util::{SinkExt, StreamExt};
use powerboats_server::{
    config::{Config, Rates},
    ids::RegattaId,
    store::{Commit, LogEntry, NewRow, Store, StoreError, Tenancy},
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};

pub type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

pub async fn cluster() -> TestServer {
    TestServer::open_cluster(TestDatabase::postgres().await, unlimited()).await
}

/// The same person at another node, with a token.
pub async fn at(server: &TestServer, node: usize, token: &str) -> Visitor {
    let mut visitor = server.known("authorization", &format!("Bearer {token}"));
    visitor.url = server.urls()[node].clone();
    visitor
}

/// A guest and their token.
pub async fn guest(server: &TestServer, name: &str) -> (Visitor, String, String) {
    let visitor = server.guest(name).await;
    let made = visitor.post("/api/me/tokens", json!({"label": "test"})).await.is(201);
    (visitor, made["id"].as_str().unwrap().to_owned(), made["token"].as_str().unwrap().to_owned())
}

pub async fn socket(url: &str, regatta: &str, token: Option<&str>, since: Option<u64>) -> Socket {
    let since = since.map_or_else(String::new, |since| format!("?since={since}"));
    let url = format!("{}/api/regattas/{regatta}/socket{since}", url.replace("http", "ws"));
    let mut request = url.into_client_request().unwrap();
    if let Some(token) = token {
        request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    tokio_tungstenite::connect_async(request).await.unwrap().0
}

pub async fn next(socket: &mut Socket) -> Value {
    loop {
        let message = tokio::time::timeout(Duration::from_secs(10), socket.next()).await.expect("a message in time");
        if let Message::Text(text) = message.expect("the socket is open").unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

/// Tries until it succeeds, long enough for a busy machine. `make bench-cluster-told` measures how long it takes.
pub async fn eventually(what: &str, check: impl AsyncFn() -> bool) {
    let began = Instant::now();
    while !check().await {
        assert!(began.elapsed() < Duration::from_secs(30), "{what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_servers_that_append_one_succeeds() {
    let place = TestDatabase::postgres().await;
    let stores = [
        Store::open_as(&place.database(), Tenancy::Shared).await.unwrap(),
        Store::open_as(&place.database(), Tenancy::Shared).await.unwrap(),
    ];
    let alone = Store::open(&place.database()).await;
    assert!(matches!(alone, Err(StoreError::InUse(_))), "a server alone must stay out");
    let id = RegattaId::random();
    let entry = |first, last, who: usize| LogEntry {
        first,
        last,
        actor: None,
        action: None,
        at: 1,
        events: format!("[\"{first}-{last} {who}\"]"),
    };
    let create = Some(NewRow { secret: String::new(), invite: String::new() });
    stores[0].append(vec![Commit { create, ..Commit::new(id.clone(), entry(1, 1, 0)) }]).await.unwrap();
    let mut unknown = 0;
    for first in 2..60 {
        // Overlapping entries of different lengths.
        let appended = |who: usize| {
            let last = if who == 0 { first } else { first + 1 };
            stores[who].append(vec![Commit::new(id.clone(), entry(first, last, who))])
        };
        let outcomes = [appended(0), appended(1)];
        let [one, other] = outcomes;
        let (one, other) = tokio::join!(one, other);
        let last = stores[0].last_of(&id).await.unwrap();
        match (one, other) {
            (Ok(()), Err(StoreError::Conflict)) => {
                assert_eq!(last, first);
                // The loser has lost a race, not its connection.
                stores[1].append(vec![Commit::new(id.clone(), entry(first + 1, first + 1, 1))]).await.ok();
            }
            (Err(StoreError::Conflict), Ok(())) => assert_eq!(last, first + 1),
            // The log was already past `first`.
            (Err(StoreError::Conflict), Err(StoreError::Conflict)) => assert!(last >= first),
            // On a very busy machine PostgreSQL closes the connection of a writer that was stopped in a transaction.
            (Err(StoreError::Unknown(_)), _) | (_, Err(StoreError::Unknown(_))) => unknown += 1,
            outcomes => panic!("{outcomes:?}"),
        }
        let hole = stores[0].append(vec![Commit::new(id.clone(), entry(last + 9, last + 9, 0))]).await;
        assert!(matches!(hole, Err(StoreError::Conflict)), "{hole:?}");
    }
    assert!(unknown < 10, "nearly all outcomes are known");
    for store in stores {
        store.close().await;
    }
    place.clear().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_nodes_with_one_name_that_start_together_one_begins() {
    let place = TestDatabase::postgres().await;
    let one = Store::open_as(&place.database(), Tenancy::Shared).await.unwrap();
    let other = Store::open_as(&place.database(), Tenancy::Shared).await.unwrap();
    for number in 0..30 {
        let name = format!("node {number}");
        let ids = [format!("{number} one"), format!("{number} other")];
        let (one, other) = tokio::join!(one.begin_node(&ids[0], &name), other.begin_node(&ids[1], &name));
        assert_ne!(one.unwrap(), other.unwrap(), "{name}");
    }
    one.close().await;
    other.close().await;
    place.clear().await;
}

/// Readers of the stream miss nothing while two servers write.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_misses_nothing_while_two_servers_write() {
    let place = TestDatabase::postgres().await;
    let mut stores = vec![];
    for _ in 0..2 {
        stores.push(Store::open_as(&place.database(), Tenancy::Shared).await.unwrap());
    }
    let writers: Vec<_> = (0..8)
        .map(|number| {
            let store = stores[number % 2].clone();
            tokio::spawn(async move {
                let id = RegattaId::random();
                for seq in 1..=40 {
                    let create = (seq == 1).then(|| NewRow { secret: String::new(), invite: String::new() });
                    let events = r#"[{"type":"chat"}]"#.to_owned();
                    let entry = LogEntry { first: seq, last: seq, actor: None, action: None, at: 1, events };
                    store.append(vec![Commit { create, ..Commit::new(id.clone(), entry) }]).await.unwrap();
                }
            })
        })
        .collect();
    let (mut at, mut seen, began) = (0, std::collections::BTreeSet::new(), Instant::now());
    // The head waits for transactions of other tests' databases, too.
    while seen.len() < 320 && began.elapsed() < Duration::from_secs(60) {
        let head = stores[0].head().await.unwrap();
        for entry in stores[0].committed("chat", at, head).await.unwrap() {
            assert!(seen.insert((entry.regatta.to_string(), entry.seq)), "each entry once");
        }
        at = head;
    }
    assert_eq!(seen.len(), 320);
    for writer in writers {
        writer.await.unwrap();
    }
    for store in stores {
        store.close().await;
    }
    place.clear().await;
}

/// Two players and a spectator at different nodes see the same events in order, and an action is acknowledged after its
/// events.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everyone_sees_the_same_events_at_every_node() {
    let server = cluster().await;
    let (ann, _, ann_token) = guest(&server, "Ann").await;
    let (ben, _, ben_token) = guest(&server, "Ben").await;
    assert_ne!(ann.url, ben.url, "they are at different nodes");
    for room in 0..6 {
        let regatta = open(&ann, json!({"seats": 2, "races": 1})).await;
        act(&ben, &regatta, "join", json!({"type": "join"})).await.is(200);
        let urls = server.urls();
        let mut sockets = [
            socket(&urls[0], &regatta, Some(&ann_token), Some(0)).await,
            socket(&urls[1], &regatta, Some(&ben_token), Some(0)).await,
            socket(&urls[room % 2], &regatta, None, Some(0)).await,
        ];
        for number in 0..6 {
            let (who, text) = (number % 2, ["hello", "wow", "ouch", "oops", "yes", "bye"][number]);
            let action = json!({"type": "phrase", "phrase": text});
            let sent = json!({"type": "act", "id": format!("chat {number}"), "action": action}).to_string();
            sockets[who].send(Message::text(sent)).await.unwrap();
            let mut heard = false;
            loop {
                let message = next(&mut sockets[who]).await;
                heard |= message.to_string().contains(&format!("\"{text}\""));
                assert_ne!(message["type"], "refused", "{message}");
                if message["type"] == "ack" {
                    break;
                }
            }
            assert!(heard, "the event comes before the acknowledgement");
        }
        act(&ann, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        let last = act(&ben, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200)["seq"].clone();
        let mut seen = vec![];
        for (place, socket) in sockets.iter_mut().enumerate() {
            let (mut events, mut at) = (vec![], 0);
            // The players' sockets have sent some events already, so they are read again from the beginning.
            let mut again = match place {
                0 | 1 => {
                    self::socket(&server.urls()[1 - place], &regatta, Some([&ann_token, &ben_token][place]), Some(0))
                        .await
                }
                _ => self::socket(&server.urls()[1 - room % 2], &regatta, None, Some(0)).await,
            };
            while at < last.as_u64().unwrap() {
                let message = next(&mut again).await;
                for event in message["events"].as_array().unwrap_or(&vec![]) {
                    assert!(event["seq"].as_u64().unwrap() > at, "in order: {event}");
                    at = event["seq"].as_u64().unwrap();
                    events.push(event.clone());
                }
            }
            drop(socket.close(None).await);
            seen.push(events);
        }
        assert_eq!(seen[0], seen[1]);
        let public: Vec<&Value> = seen[0].iter().filter(|event| event["type"] != "phrase").collect();
        assert_eq!(public, seen[2].iter().collect::<Vec<_>>());
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn presence_is_that_of_all_nodes() {
    let server = cluster().await;
    let (ann, _, ann_token) = guest(&server, "Ann").await;
    let (ben, _, ben_token) = guest(&server, "Ben").await;
    let regatta = open(&ann, json!({"seats": 2, "races": 1})).await;
    act(&ben, &regatta, "join", json!({"type": "join"})).await.is(200);
    let urls = server.urls();
    let mut here = socket(&urls[0], &regatta, Some(&ann_token), None).await;
    let there = socket(&urls[1], &regatta, Some(&ben_token), None).await;
    let spectator = socket(&urls[1], &regatta, None, None).await;
    let mut is = Value::Null;
    while is["present"].as_array().is_none_or(|present| present.len() < 2) || is["spectators"] != 1 {
        is = next(&mut here).await;
    }
    let look = async || server.visitor().get(&format!("/api/regattas/{regatta}")).await.is(200);
    for _ in 0..2 {
        eventually("a snapshot at any node shows all", async || {
            let room = look().await;
            room["present"].as_array().unwrap().len() == 2 && room["spectators"] == 1
        })
        .await;
    }
    drop((there, spectator));
    while is["present"].as_array().is_none_or(|present| present.len() != 1) || is["spectators"] != 0 {
        is = next(&mut here).await;
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_tokens_and_names_change_at_every_node() {
    let server = cluster().await;
    let (ann, token_id, token) = guest(&server, "Ann").await;
    let regatta = open(&ann, json!({"seats": 2, "races": 1})).await;
    let [here, there] = [at(&server, 0, &token).await, at(&server, 1, &token).await];
    for node in [&here, &there] {
        node.get("/api/me").await.is(200);
        node.get(&format!("/api/regattas/{regatta}")).await.is(200);
    }
    here.patch("/api/me", json!({"name": "Anna"})).await.is(200);
    eventually("the new name", async || {
        let room = there.get(&format!("/api/regattas/{regatta}")).await.is(200);
        room["regatta"]["seats"][0]["name"] == "Anna" && there.get("/api/me").await.is(200)["name"] == "Anna"
    })
    .await;
    let mut watching = socket(&server.urls()[1], &regatta, Some(&token), None).await;
    next(&mut watching).await;
    ann.delete(&format!("/api/me/tokens/{token_id}")).await.is(204);
    eventually("the token has ended", async || there.get("/api/me").await.status == 401).await;
    // The socket must reconnect, which it can't.
    let closed = tokio::time::timeout(Duration::from_secs(30), async {
        while let Some(Ok(message)) = watching.next().await {
            if matches!(message, Message::Close(_)) {
                return;
            }
        }
    });
    closed.await.expect("the socket is closed");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_passwords_count_in_the_whole_cluster() {
    let rates = Rates { sign_ins: 4, ..Rates::OFF };
    let place = TestDatabase::postgres().await;
    let server = TestServer::open_cluster(place, Config { rates, ..unlimited() }).await;
    let ann = server.guest("Ann").await;
    let account = json!({"login": "ann-lake", "password": PASSWORD});
    ann.post("/api/me/register", account).await.is(200);
    let mut refused = 0;
    for _ in 0..12 {
        let answer = server.visitor().post("/api/sessions", json!({"login": "ann-lake", "password": "wrong"})).await;
        refused += u32::from(answer.status == 429);
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    assert!(refused >= 7, "only {refused} of 12 wrong passwords were refused");
    server.close().await;
}

/// A regatta opened at one node is soon in the lobby of the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_is_the_same_at_every_node() {
    let server = cluster().await;
    let (ann, _, token) = guest(&server, "Ann").await;
    for number in 1..=6 {
        let regatta = open(&ann, json!({"seats": 2, "races": 1})).await;
        for node in 0..2 {
            let (visitor, began) = (at(&server, node, &token).await, Instant::now());
            loop {
                let listed = visitor.get("/api/regattas").await.is(200);
                if listed.to_string().contains(&regatta) {
                    assert_eq!(listed.as_array().unwrap().len(), number);
                    break;
                }
                assert!(began.elapsed() < Duration::from_secs(20), "node {node} does not list {regatta}: {listed}");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    server.close().await;
}

/// A plan is saved at one node, and carried out when another player has moved at another one. What the host mutes at one node
/// is silent at all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn plans_and_mutes_work_at_every_node() {
    let server = cluster().await;
    let (ann, ..) = guest(&server, "Ann").await;
    let (ben, ..) = guest(&server, "Ben").await;
    assert_ne!(ann.url, ben.url, "they are at different nodes");
    let ben_id = ben.get("/api/me").await.is(200)["id"].clone();
    for _ in 0..4 {
        let regatta = open(&ann, json!({"seats": 2, "races": 1})).await;
        act(&ben, &regatta, "join", json!({"type": "join"})).await.is(200);
        act(&ann, &regatta, "mute", json!({"type": "mute", "player": ben_id, "muted": true})).await.is(200);
        act(&ben, &regatta, "silent", phrase("hello")).await.refused(403, "muted");
        act(&ann, &regatta, "unmute", json!({"type": "mute", "player": ben_id, "muted": false})).await.is(200);
        act(&ben, &regatta, "heard", phrase("hello")).await.is(200);
        act(&ann, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        act(&ben, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        let room = ann.get(&format!("/api/regattas/{regatta}")).await.is(200);
        let (mover, waiting) =
            if room["you"]["color"] == room["regatta"]["turn"] { (&ann, &ben) } else { (&ben, &ann) };
        let place = |number: usize| json!({"type": "place", "at": room["legal"]["places"][number], "heading": "E"});
        let plan = json!({"type": "plan", "plan": {"first": place(1), "steer": []}});
        act(waiting, &regatta, "plan", plan).await.is(200);
        act(mover, &regatta, "place", place(0)).await.is(200);
        eventually("the plan is carried out", async || {
            mover.get(&format!("/api/regattas/{regatta}")).await.is(200)["legal"]["dice"].is_array()
        })
        .await;
    }
    server.close().await;
}
