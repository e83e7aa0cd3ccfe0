//! A game pauses when nobody is connected to it at any node, and goes on when somebody returns.

use crate::battery;
use crate::cluster::{Socket, guest, next, socket};
use crate::test_server::{TestServer, act, open};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Reads messages until one has an event of this type, for at most 30 seconds.
async fn event(socket: &mut Socket, kind: &str) -> Value {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(30) {
        let Ok(message) = tokio::time::timeout(Duration::from_secs(9), next(socket)).await else { continue };
        let events = message["events"].as_array().cloned().unwrap_or_default();
        if let Some(event) = events.into_iter().find(|event| event["type"] == kind) {
            return event;
        }
    }
    panic!("no event {kind}")
}

battery! {
    async fn a_game_in_which_nobody_is_left_pauses_until_somebody_returns(server: TestServer) {
        let (ann, _, ann_token) = guest(&server, "Ann").await;
        let (ben, _, ben_token) = guest(&server, "Ben").await;
        let clock = json!({"type": "live", "turn": 3600, "bank": 0});
        let regatta = open(&ann, json!({"seats": 2, "races": 1, "clock": clock})).await;
        act(&ben, &regatta, "join", json!({"type": "join"})).await.is(200);
        for who in [&ann, &ben] {
            act(who, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        }
        let urls = server.urls();
        let (first, last) = (&urls[0], &urls[urls.len() - 1]);
        let mut watcher = socket(first, &regatta, None, Some(0)).await;
        let mut here = socket(first, &regatta, Some(&ann_token), None).await;
        let mut there = socket(last, &regatta, Some(&ben_token), None).await;
        assert_eq!(next(&mut there).await["type"], "snapshot");
        here.close(None).await.unwrap();
        there.close(None).await.unwrap();
        // Their last requests keep them there for a minute, which is too long for a test: both say that they leave.
        act(&ann, &regatta, "leave", json!({"type": "leave"})).await.is(200);
        act(&ben, &regatta, "leave", json!({"type": "leave"})).await.is(200);
        let paused = event(&mut watcher, "paused").await;
        assert_eq!(paused["why"], "absent");
        let room = ann.get(&format!("/api/regattas/{regatta}")).await.is(200);
        assert_eq!(room["regatta"]["paused"], true);
        assert_eq!(room["regatta"]["seats"][0]["left"], true);
        let seq = room["seq"].clone();
        let server = server.restart().await;
        let again = server.known("authorization", &format!("Bearer {ben_token}"));
        let room = again.get(&format!("/api/regattas/{regatta}")).await.is(200);
        assert_eq!((&room["paused"]["why"], &room["seq"]), (&json!("absent"), &seq), "after a restart, too");
        act(&again, &regatta, "back", json!({"type": "back"})).await.is(200);
        let room = again.get(&format!("/api/regattas/{regatta}")).await.is(200);
        assert_eq!(room["paused"], Value::Null);
        assert!(room["regatta"]["deadline"].is_number(), "Ben's or Ann's clock runs: {room}");
        server.close().await;
    }

    async fn a_game_pauses_when_the_last_socket_closes_at_any_node(server: TestServer) {
        let (ann, _, token) = guest(&server, "Ann").await;
        let regatta = open(&ann, json!({"seats": 2, "races": 3, "pilots": [{"pilot": "rookie"}]})).await;
        act(&ann, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        // After a restart her requests are forgotten: only the socket counts.
        let server = server.restart().await;
        let urls = server.urls();
        let mut watcher = socket(&urls[0], &regatta, None, Some(0)).await;
        let mut own = socket(&urls[urls.len() - 1], &regatta, Some(&token), None).await;
        tokio::time::sleep(Duration::from_secs(12)).await;
        let look = async || server.visitor().get(&format!("/api/regattas/{regatta}")).await.is(200);
        assert_eq!(look().await["paused"], Value::Null, "she is there");
        own.close(None).await.unwrap();
        event(&mut watcher, "paused").await;
        let mut own = socket(&urls[urls.len() - 1], &regatta, Some(&token), None).await;
        event(&mut watcher, "resumed").await;
        assert_eq!(look().await["present"].as_array().unwrap().len(), 1);
        own.close(None).await.unwrap();
        server.close().await;
    }
}
