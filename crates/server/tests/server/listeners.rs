//! Free text reaches only players who have free chat on: on sockets, in pages of events and in records, through every node.

use crate::battery;
use crate::cluster::{Socket, eventually};
use crate::safety::{heard, socket, token_of};
use crate::test_server::{PASSWORD, TestServer, Visitor, act, open, phrase};
use serde_json::json;
use std::time::{Duration, Instant};

/// What a player at the table and a spectator say.
const SAID: [&str; 2] = ["frumious", "snorvelt"];

/// What a client hears on its socket until this is in it. A node that learns late that an account has changed closes the
/// connection: then the client connects again, as programs do.
async fn until((url, path, token): (&str, &str, Option<&str>), mut connection: Socket, word: &str) -> String {
    let (began, mut told) = (Instant::now(), heard(&mut connection).await);
    while !told.contains(word) {
        assert!(began.elapsed() < Duration::from_secs(30), "no {word} in {told}");
        told += &heard(&mut socket(url, &format!("{path}?since=0"), token).await).await;
    }
    told
}

/// Everything that a visitor can read of a regatta.
async fn reads(who: &Visitor, regatta: &str) -> String {
    let mut all = String::new();
    for path in ["", "/events", "/events?since=0", "/record", "/analysis"] {
        all += &who.get(&format!("/api/regattas/{regatta}{path}")).await.body.to_string();
    }
    all
}

battery! {
    async fn free_text_reaches_only_those_who_have_free_chat_on(server: TestServer) {
        let (ann, ben, eve) = (server.talker("Ann").await, server.talker("Ben").await, server.talker("Eve").await);
        let (guest, quiet) = (server.guest("Gus").await, server.guest("Quin").await);
        quiet.post("/api/me/register", json!({"login": "quin", "password": PASSWORD})).await.is(200);
        let regatta = open(&ann, json!({"seats": 3})).await;
        act(&ben, &regatta, "join", json!({"type": "join"})).await.is(200);
        let path = format!("/api/regattas/{regatta}/socket");
        let tokens = [token_of(&guest).await, token_of(&quiet).await];
        let mut deaf = Vec::new();
        for url in server.urls() {
            for token in [None, Some(tokens[0].as_str()), Some(tokens[1].as_str())] {
                deaf.push((url.clone(), token, socket(&url, &path, token).await));
            }
        }
        let (bens, eves) = (token_of(&ben).await, token_of(&eve).await);
        let table = socket(&ben.url, &path, Some(&bens)).await;
        let audience = socket(&eve.url, &path, Some(&eves)).await;
        act(&ann, &regatta, "1", json!({"type": "chat", "text": SAID[0]})).await.is(200);
        act(&eve, &regatta, "1", json!({"type": "chat", "text": SAID[1]})).await.is(200);
        act(&eve, &regatta, "2", phrase("wow")).await.is(200);
        until((&ben.url, &path, Some(&bens)), table, SAID[0]).await;
        until((&eve.url, &path, Some(&eves)), audience, SAID[1]).await;
        for (url, token, connection) in deaf {
            // Phrases are for everybody, and this one came last.
            let told = until((&url, &path, token), connection, "\"wow\"").await;
            assert!(SAID.iter().all(|text| !told.contains(text)), "{told}");
        }
        // Who comes later gets no text either, also in a seat of their own.
        act(&guest, &regatta, "join", json!({"type": "join"})).await.is(200);
        for (token, who) in [(None, &server.visitor()), (Some(&tokens[0]), &guest), (Some(&tokens[1]), &quiet)] {
            for url in server.urls() {
                let (token, late) = (token.map(String::as_str), format!("{path}?since=0"));
                let connection = socket(&url, &late, token).await;
                let told = until((&url, &path, token), connection, "\"seq\":").await;
                assert!(SAID.iter().all(|text| !told.contains(text)), "{told}");
            }
            let told = reads(who, &regatta).await;
            assert!(SAID.iter().all(|text| !told.contains(text)), "{told}");
        }
        assert!(reads(&ben, &regatta).await.contains(SAID[0]) && reads(&eve, &regatta).await.contains(SAID[1]));
        // It follows the switch, at every node.
        quiet.put("/api/me/chat", json!({"free": true})).await.is(200);
        for who in [&ben, &eve] {
            who.put("/api/me/chat", json!({"free": false})).await.is(200);
        }
        for url in server.urls() {
            for (token, texts) in [(&tokens[1], [false, true]), (&bens, [false, false]), (&eves, [false, false])] {
                eventually("every node knows", async || {
                    let events = format!("{url}/api/regattas/{regatta}/events");
                    let ask = reqwest::Client::new().get(events).header("authorization", format!("Bearer {token}"));
                    let told = ask.send().await.unwrap().text().await.unwrap();
                    assert!(told.contains("\"wow\"") || *token == bens, "{told}");
                    SAID.map(|text| told.contains(text)) == texts
                }).await;
            }
        }
        server.close().await;
    }
}
