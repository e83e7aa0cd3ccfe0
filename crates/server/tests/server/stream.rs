//! The stream of committed events: readers see every entry in order, and their effects are stored once.

use crate::battery;
use crate::test_server;
use crate::test_server::{TestDatabase, TestServer, unlimited};
use futures_util::future::join_all;
use powerboats_server::{
    ids::{PlayerId, RegattaId},
    store::{Commit, LogEntry, NewRow, Store, Touched},
};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

fn entry(seq: u64, events: &str) -> LogEntry {
    LogEntry { first: seq, last: seq, actor: None, action: None, at: seq as i64, events: events.to_owned() }
}

async fn open_regatta(store: &Store) -> RegattaId {
    let id = RegattaId::random();
    let create = Some(NewRow { secret: "secret".to_owned(), invite: "invite".to_owned() });
    store.append(vec![Commit { create, ..Commit::new(id.clone(), entry(1, "[]")) }]).await.unwrap();
    id
}

/// Many rooms write at the same time while a reader follows. It must miss nothing and see each room's entries in order.
async fn nothing_is_missed(place: TestDatabase) {
    let store = Store::open(&place.database()).await.unwrap();
    let writers: Vec<_> = (0..8)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                let id = open_regatta(&store).await;
                for seq in 2..=40 {
                    let events = format!(r#"[{{"type":"chat","text":"{seq}"}}]"#);
                    store.append(vec![Commit::new(id.clone(), entry(seq, &events))]).await.unwrap();
                }
                id
            })
        })
        .collect();
    let mut seen: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let (mut at, mut done) = (0, false);
    while !done {
        done = writers.iter().all(|writer| writer.is_finished());
        let head = store.head().await.unwrap();
        for entry in store.committed("chat", at, head).await.unwrap() {
            seen.entry(entry.regatta.to_string()).or_default().push(entry.seq);
        }
        at = head;
    }
    for writer in writers {
        let id = writer.await.unwrap();
        assert_eq!(seen[id.as_str()], Vec::from_iter(2..=40));
    }
    assert_eq!(seen.len(), 8);
    store.close().await;
    place.clear().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_missed_on_sqlite() {
    nothing_is_missed(TestDatabase::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_missed_on_postgres() {
    nothing_is_missed(TestDatabase::postgres().await).await;
}

/// Text written by people is never mistaken for an event, and a regatta's last event is found.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chat_text_is_not_mistaken_for_an_event() {
    let place = TestDatabase::sqlite();
    let store = Store::open(&place.database()).await.unwrap();
    let id = open_regatta(&store).await;
    let said = json!([{"type": "chat", "text": r#""type":"over""#}]).to_string();
    store.append(vec![Commit::new(id.clone(), entry(2, &said))]).await.unwrap();
    let head = store.head().await.unwrap();
    assert!(store.committed("over", 0, head).await.unwrap().is_empty());
    assert_eq!(store.committed("chat", 0, head).await.unwrap().len(), 1);
    assert_eq!(store.touched(0, head).await.unwrap(), [Touched { regatta: id, seq: 2 }]);
    assert!(store.touched(head, head).await.unwrap().is_empty());
    assert_eq!(store.cursor("nobody").await.unwrap(), 0);
    store.close().await;
}

/// A regatta of pilots, which ends by itself: a correspondence clock runs on when nobody is there.
async fn regatta_of_pilots(server: &TestServer, number: usize) -> (test_server::Visitor, String) {
    let ann = server.guest("Ann").await;
    let made = ann
        .post("/api/regattas", json!({"seats": 2, "races": 1, "clock": {"type": "correspondence", "hours": 1}}))
        .await
        .is(201);
    let id = made["id"].as_str().unwrap().to_owned();
    let actions = [
        json!({"type": "seat-pilot", "pilot": "captain"}),
        json!({"type": "ready", "ready": true}),
        json!({"type": "leave"}),
    ];
    for (step, action) in actions.into_iter().enumerate() {
        let body = json!({"id": format!("{number}-{step}"), "action": action});
        ann.post(&format!("/api/regattas/{id}/actions"), body).await.is(200);
    }
    (ann, id)
}

battery! {
    /// A new regatta is in the lobby at once. After the end it is listed only among the player's own.
    async fn the_lobby_follows(server: TestServer) {
        let (ann, id) = regatta_of_pilots(&server, 1).await;
        let mut was_listed = false;
        for _ in 0..600 {
            let listed = ann.get("/api/regattas").await.is(200);
            let listed = listed.as_array().unwrap().iter().any(|regatta| regatta["id"] == id.as_str());
            was_listed |= listed;
            let stage = ann.get(&format!("/api/regattas/{id}")).await.is(200)["regatta"]["stage"].clone();
            let past = ann.get("/api/me/regattas").await.is(200);
            assert_eq!(past[0]["regatta"]["id"], id.as_str());
            if stage == "over" {
                let listed = ann.get("/api/regattas").await.is(200);
                assert_eq!(listed.as_array().unwrap().len(), 0);
                let past = ann.get("/api/me/regattas").await.is(200);
                assert_eq!(past[0]["regatta"]["stage"], "over");
                assert!(was_listed);
                return server.close().await;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the regatta did not end");
    }

    /// The lobby stores the summaries of many regattas together, and none of them gets lost.
    async fn many_summaries_are_stored(server: TestServer) {
        let mut hosts = Vec::new();
        for number in 0..30 {
            hosts.push(server.guest(&format!("Anna {number}")).await);
        }
        // On a busy machine a node may be out of the cluster for a moment. Then the host tries again.
        let open_some = async |host: &test_server::Visitor| {
            let (mut opened, began) = (Vec::new(), Instant::now());
            while opened.len() < 5 {
                let answer = host.post("/api/regattas", json!({"seats": 2, "races": 1})).await;
                opened.extend(answer.body["id"].as_str().map(str::to_owned));
                assert!(began.elapsed() < Duration::from_secs(60), "{answer:?}");
            }
            opened
        };
        let mut opened = join_all(hosts.iter().map(open_some)).await.concat();
        opened.sort_unstable();
        let store = Store::open_to_read(&server.place.database()).await.unwrap();
        let began = Instant::now();
        while !store.touched(0, i64::MAX).await.unwrap().is_empty() {
            assert!(began.elapsed() < Duration::from_secs(60), "the lobby has not stored all summaries");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let text = |(_, text): (u64, String)| serde_json::from_str::<Value>(&text).unwrap()["id"].clone();
        let mut stored: Vec<Value> = store.unfinished().await.unwrap().into_iter().map(text).collect();
        // Not one that was opened although its host was not told.
        stored.retain(|id| opened.iter().any(|opened| id == opened));
        stored.sort_unstable_by_key(|id| id.to_string());
        assert_eq!(stored, opened, "each regatta has its own summary");
        server.close().await;
    }

    /// A finished regatta is analysed without a request.
    async fn a_regatta_is_analysed_after_the_end(server: TestServer) {
        let (ann, id) = regatta_of_pilots(&server, 2).await;
        while ann.get(&format!("/api/regattas/{id}")).await.is(200)["regatta"]["stage"] != "over" {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let id = RegattaId::read(&id).unwrap();
        let mut place = server.stop().await;
        // If the server stopped before the job was done, the next one does it.
        let began = Instant::now();
        let store = loop {
            let server = TestServer::open(place, unlimited()).await;
            tokio::time::sleep(Duration::from_secs(3)).await;
            place = server.stop().await;
            let store = Store::open(&place.database()).await.unwrap();
            let analysed = store.analysis(&id).await.unwrap().is_some();
            let lobby = store.cursor("lobby").await.unwrap();
            let listed = store.touched(lobby, i64::MAX).await.unwrap().is_empty();
            if analysed && listed {
                break store;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "analysed: {analysed}, the lobby has read all: {listed}");
            store.close().await;
        };
        assert_eq!(store.next_job("analysis", |_| true).await.unwrap(), None);
        assert!(!store.sat_in(&PlayerId::random(), &id).await.unwrap());
        // A summary that the lobby stores can already include what it has not read yet: then nothing is left for it to store, and
        // its cursor stays where it was.
        assert!(store.cursor("lobby").await.unwrap() > 0);
        let analysis = store.cursor("analysis").await.unwrap();
        assert_eq!(store.committed("over", analysis, i64::MAX).await.unwrap(), []);
        store.close().await;
        place.clear().await;
    }
}
