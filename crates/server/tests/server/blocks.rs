//! Blocks: players who have blocked each other do not meet, do not see and do not hear each other.

use crate::battery;
use crate::cluster::{eventually, next};
use crate::safety::{heard, id_of, socket, token_of};
use crate::test_server::{TestServer, Visitor, act, open, phrase, send};
use powerboats_server::ids::PlayerId;
use serde_json::json;

battery! {
    async fn players_who_block_each_other_never_meet(server: TestServer) {
        let (ann, ben, eve) = (server.guest("Ann").await, server.guest("Ben").await, server.guest("Eve").await);
        let [ann_id, ben_id] = [id_of(&ann).await, id_of(&ben).await];
        let together = open(&eve, json!({"seats": 3})).await;
        for who in [&ann, &ben] {
            act(who, &together, "join", json!({"type": "join"})).await.is(200);
        }
        ann.put(&format!("/api/me/blocks/{ann_id}"), json!({"kind": "block"})).await.refused(400, "bad-request");
        ann.put(&format!("/api/me/blocks/{}", PlayerId::random()), json!({"kind": "block"})).await.refused(404, "not-found");
        ann.put(&format!("/api/me/blocks/{ben_id}"), json!({"kind": "block"})).await.is(204);
        assert_eq!(ann.get("/api/me/blocks").await.is(200)[0]["name"], "Ben");
        assert_eq!(ben.get("/api/me/blocks").await.is(200), json!([]), "nobody is told");
        let rooms = [open(&ann, json!({"seats": 2})).await, open(&ben, json!({"seats": 2})).await];
        eventually("every node knows", async || {
            let listed = [ben.get("/api/regattas").await.is(200).to_string(), ann.get("/api/regattas").await.is(200).to_string()];
            !listed[0].contains(&rooms[0]) && !listed[1].contains(&rooms[1])
        }).await;
        assert!(eve.get("/api/regattas").await.is(200).to_string().contains(&rooms[0]));
        act(&ben, &rooms[0], "join", json!({"type": "join"})).await.refused(403, "forbidden");
        act(&ann, &rooms[1], "join", json!({"type": "join"})).await.refused(403, "forbidden");
        for (who, other) in [(&ann, &ben_id), (&ben, &ann_id)] {
            who.get(&format!("/api/players/{other}")).await.refused(404, "not-found");
            who.post("/api/regattas", json!({"seats": 2, "challenge": [other]})).await.refused(404, "not-found");
            send(who.ask("PUT", &format!("/api/me/following/{other}"))).await.refused(404, "not-found");
        }
        // They already sit at one table: neither hears the other, and the third hears both.
        act(&ann, &together, "hi", phrase("hello")).await.is(200);
        act(&ben, &together, "hi", phrase("hello")).await.is(200);
        let said = async |who: &Visitor| -> Vec<String> {
            let events = who.get(&format!("/api/regattas/{together}/events")).await.is(200);
            let said = events.as_array().unwrap().iter().filter(|event| event["type"] == "phrase");
            said.map(|event| event["name"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!((said(&ann).await, said(&ben).await), (vec!["Ann".to_owned()], vec!["Ben".to_owned()]));
        let mut watching = {
            let token = token_of(&ann).await;
            socket(&ann.url, &format!("/api/regattas/{together}/socket"), Some(&token)).await
        };
        next(&mut watching).await;
        act(&ben, &together, "ouch", phrase("ouch")).await.is(200);
        act(&ann, &together, "wow", phrase("wow")).await.is(200);
        let told = heard(&mut watching).await;
        assert!(told.contains("\"wow\"") && !told.contains("\"ouch\""), "{told}");
        // Who is only muted may sit down, but is not heard.
        ann.put(&format!("/api/me/blocks/{ben_id}"), json!({"kind": "mute"})).await.is(204);
        eventually("every node knows", async || said(&ben).await.contains(&"Ann".to_owned())).await;
        assert!(!said(&ann).await.contains(&"Ben".to_owned()));
        act(&ben, &rooms[0], "join", json!({"type": "join"})).await.is(200);
        send(ann.ask("DELETE", &format!("/api/me/blocks/{ben_id}"))).await.is(204);
        eventually("every node knows", async || said(&ann).await.contains(&"Ben".to_owned())).await;
        server.close().await;
    }

    /// If blocking closed the other player's connections, anybody could be kept from playing.
    async fn nobody_loses_a_connection_because_somebody_blocks_them(server: TestServer) {
        let (ann, eve) = (server.guest("Ann").await, server.guest("Eve").await);
        let [ann_id, eve_id] = [id_of(&ann).await, id_of(&eve).await];
        let regatta = open(&ann, json!({"seats": 3})).await;
        act(&eve, &regatta, "join", json!({"type": "join"})).await.is(200);
        let hers = open(&eve, json!({"seats": 2})).await;
        let token = token_of(&ann).await;
        let mut table = socket(&ann.url, &format!("/api/regattas/{regatta}/socket"), Some(&token)).await;
        let mut lobby = socket(&ann.url, "/api/lobby/socket", Some(&token)).await;
        assert!(next(&mut lobby).await.to_string().contains(&hers));
        for kind in ["mute", "block", "mute"] {
            eve.put(&format!("/api/me/blocks/{ann_id}"), json!({"kind": kind})).await.is(204);
            send(eve.ask("DELETE", &format!("/api/me/blocks/{ann_id}"))).await.is(204);
        }
        eve.put(&format!("/api/me/blocks/{ann_id}"), json!({"kind": "block"})).await.is(204);
        eventually("every node knows", async || ann.get(&format!("/api/players/{eve_id}")).await.status == 404).await;
        let shown = heard(&mut lobby).await;
        let last = shown.rsplit("\"type\":\"lobby\"").next().unwrap();
        assert!(shown.contains("\"type\":\"lobby\"") && !last.contains(&hers), "the list without Eve: {shown}");
        heard(&mut table).await;
        act(&eve, &regatta, "ouch", phrase("ouch")).await.is(200);
        act(&ann, &regatta, "wow", phrase("wow")).await.is(200);
        let told = heard(&mut table).await;
        assert!(told.contains("\"wow\"") && !told.contains("\"ouch\""), "the same connection, without Eve: {told}");
        server.close().await;
    }

    /// The others of the old table get their seats again.
    async fn nobody_is_asked_for_a_rematch_by_somebody_who_must_not_meet_them(server: TestServer) {
        let (ann, ben, cid) = (server.guest("Ann").await, server.guest("Ben").await, server.guest("Cid").await);
        let [ann_id, ben_id, cid_id] = [id_of(&ann).await, id_of(&ben).await, id_of(&cid).await];
        let old = open(&ann, json!({"seats": 3, "races": 1})).await;
        for who in [&ben, &cid] {
            act(who, &old, "join", json!({"type": "join"})).await.is(200);
        }
        for who in [&ann, &ben, &cid] {
            act(who, &old, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        }
        for who in [&ben, &cid] {
            act(who, &old, "resign", json!({"type": "resign"})).await.is(200);
        }
        eventually("it is over", async || {
            ann.get(&format!("/api/regattas/{old}")).await.is(200)["regatta"]["stage"] == "over"
        }).await;
        ben.put(&format!("/api/me/blocks/{ann_id}"), json!({"kind": "block"})).await.is(204);
        act(&ann, &old, "again", json!({"type": "rematch"})).await.is(200);
        let rematch = ann.get(&format!("/api/regattas/{old}")).await.is(200)["rematch"].as_str().unwrap().to_owned();
        let offer = ann.get(&format!("/api/regattas/{rematch}")).await.is(200)["offer"].to_string();
        assert!(offer.contains(&cid_id) && !offer.contains(&ben_id), "{offer}");
        assert!(!ben.get("/api/regattas?mine=true").await.is(200).to_string().contains(&rematch));
        act(&ben, &rematch, "join", json!({"type": "join"})).await.refused(403, "forbidden");
        act(&cid, &rematch, "join", json!({"type": "join"})).await.is(200);
        server.close().await;
    }

    /// Four players could meet in three ways, of which two are left.
    async fn an_event_seats_players_apart_who_block_each_other(server: TestServer) {
        let ann = server.talker("Ann").await;
        let others = [server.guest("Ben").await, server.guest("Cid").await, server.guest("Dan").await];
        let [ann_id, ben_id] = [id_of(&ann).await, id_of(&others[0]).await];
        others[0].put(&format!("/api/me/blocks/{ann_id}"), json!({"kind": "block"})).await.is(204);
        let clock = json!({"type": "live", "turn": 600, "bank": 600});
        let settings = json!({"title": "Cup", "format": {"type": "rounds", "rounds": 3}, "tables": 2, "clock": clock});
        let event = ann.post("/api/events", settings).await.is(201)["id"].as_str().unwrap().to_owned();
        for who in [&ann].into_iter().chain(&others) {
            send(who.ask("POST", &format!("/api/events/{event}/players"))).await.is(204);
        }
        for round in 1..=3 {
            ann.post(&format!("/api/events/{event}/rounds"), json!({"round": round})).await.is(204);
            for table in 1..=2 {
                let correction = json!({"round": round, "table": table, "ranks": [1, 2], "reason": "played"});
                ann.post(&format!("/api/events/{event}/corrections"), correction).await.is(204);
            }
        }
        let view = server.visitor().get(&format!("/api/events/{event}")).await.is(200);
        let rounds = view["rounds"].as_array().unwrap();
        let games = rounds.iter().flat_map(|round| round["tables"].as_array().unwrap());
        let tables: Vec<String> = games.map(ToString::to_string).collect();
        assert_eq!(tables.len(), 6);
        assert!(tables.iter().all(|table| table.contains(&ann_id) as u8 + table.contains(&ben_id) as u8 == 1), "{tables:?}");
        server.close().await;
    }
}
