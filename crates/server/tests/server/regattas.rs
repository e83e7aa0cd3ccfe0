//! Regattas over HTTP on both databases: who may see and do what, and what survives a restart.

use crate::battery;
use crate::cluster::eventually;
use crate::test_server::{TestServer, Visitor, act, open};
use serde_json::{Value, json};

/// The room as a visitor sees it, without the time.
async fn look(who: &Visitor, regatta: &str) -> Value {
    let mut room = who.get(&format!("/api/regattas/{regatta}")).await.is(200);
    (room["now"], room["absent"]) = (Value::Null, Value::Null);
    room
}

/// Starts a regatta with two players.
async fn begin(ann: &Visitor, ben: &Visitor, settings: Value) -> String {
    let regatta = open(ann, settings).await;
    act(ben, &regatta, "join", json!({"type": "join"})).await.is(200);
    for who in [ann, ben] {
        act(who, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
    }
    regatta
}

/// The first legal decision, as an action.
fn first(legal: &Value) -> Value {
    if let Some(place) = legal["places"].get(0) {
        json!({"type": "place", "at": place, "heading": "E"})
    } else if let Some(option) = legal["options"].get(0) {
        json!({"type": "steer", "to": option["to"]})
    } else {
        json!({"type": "dice", "hold": [], "count": 1})
    }
}

/// The player whose turn it is, and the other one.
fn in_turn<'a>(snapshot: &Value, ann: &'a Visitor, ben: &'a Visitor) -> (&'a Visitor, &'a Visitor) {
    if snapshot["regatta"]["turn"] == snapshot["you"]["color"] { (ann, ben) } else { (ben, ann) }
}

battery! {
    async fn a_private_regatta_is_hidden_from_others(server: TestServer) {
        let (ann, eve) = (server.guest("Ann").await, server.guest("Eve").await);
        let regatta = open(&ann, json!({"seats": 2, "races": 1, "visibility": "private"})).await;
        act(&ann, &regatta, "pilot", json!({"type": "seat-pilot", "pilot": "captain"})).await.is(200);
        act(&ann, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        let invite = look(&ann, &regatta).await["invite"].as_str().unwrap().to_owned();
        for who in [&eve, &server.visitor()] {
            for path in ["", "/events", "/record", "/chart.svg", "/analysis"] {
                who.get(&format!("/api/regattas/{regatta}{path}")).await.refused(404, "not-found");
                who.get(&format!("/api/regattas/{regatta}{path}?invite=wrong")).await.refused(404, "not-found");
            }
            assert_eq!(who.get("/api/regattas").await.is(200), json!([]));
        }
        act(&eve, &regatta, "chat", json!({"type": "chat", "text": "hello"})).await.refused(404, "not-found");
        eve.get(&format!("/api/regattas/{regatta}?invite={invite}")).await.is(200);
        assert_eq!(look(&ann, &regatta).await["secret"], Value::Null, "secret before the end");
        server.close().await;
    }

    async fn a_salt_says_nothing(server: TestServer) {
        let [ann, ben] = [server.guest("Ann").await, server.guest("Ben").await];
        let regatta = open(&ann, json!({"seats": 2})).await;
        for salt in ["", "two\nlines", " x", &"x".repeat(65), "north wind", "callme0791234567", "0791234567"] {
            act(&ben, &regatta, "salt", json!({"type": "join", "salt": salt})).await.refused(400, "bad-request");
            ann.post("/api/regattas", json!({"seats": 2, "salt": salt})).await.refused(400, "bad-request");
        }
        act(&ben, &regatta, "salt", json!({"type": "join", "salt": "6e6f7274682077696e64"})).await.is(200);
        server.close().await;
    }

    async fn nobody_can_act_for_another(server: TestServer) {
        let (ann, ben, eve) = (server.guest("Ann").await, server.guest("Ben").await, server.guest("Eve").await);
        let regatta = begin(&ann, &ben, json!({"seats": 2, "races": 1})).await;
        for turn in 0..12 {
            let snapshot = look(&ann, &regatta).await;
            let (now, waits) = in_turn(&snapshot, &ann, &ben);
            let (action, id) = (first(&snapshot["legal"]), format!("turn {turn}"));
            act(waits, &regatta, &id, action.clone()).await.refused(409, "not-your-turn");
            act(&eve, &regatta, &id, action.clone()).await.refused(403, "not-seated");
            act(&server.visitor(), &regatta, &id, action.clone()).await.refused(401, "not-signed-in");
            assert_eq!(look(&ann, &regatta).await, snapshot, "a refusal changes nothing");
            let seq = act(now, &regatta, &id, action.clone()).await.is(200);
            assert_eq!(act(now, &regatta, &id, action.clone()).await.is(200), seq, "sent twice, it takes effect once");
            assert_eq!(look(&ann, &regatta).await["seq"], seq["seq"]);
        }
        server.close().await;
    }

    async fn a_regatta_survives_a_restart(server: TestServer) {
        let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
        let regatta = begin(&ann, &ben, json!({"seats": 2, "races": 1, "clock": {"type": "live", "turn": 60, "bank": 9}})).await;
        for turn in 0..7 {
            let snapshot = look(&ann, &regatta).await;
            act(in_turn(&snapshot, &ann, &ben).0, &regatta, &format!("{turn}"), first(&snapshot["legal"])).await.is(200);
        }
        let path = format!("/api/regattas/{regatta}");
        let (was, events) = (look(&server.visitor(), &regatta).await, server.visitor().get(&format!("{path}/events")).await.is(200));
        let server = server.restart().await;
        let mut is = look(&server.visitor(), &regatta).await;
        let deadline = |snapshot: &Value| snapshot["regatta"]["deadline"].as_i64().unwrap();
        assert!(deadline(&is) >= deadline(&was), "the clock stopped while the server was down");
        is["regatta"]["deadline"] = was["regatta"]["deadline"].clone();
        for moved in ["seq", "banks", "starts"] {
            is[moved] = was[moved].clone();
        }
        let changed: Vec<_> = was.as_object().unwrap().iter().filter(|(key, value)| is[key.as_str()] != **value).collect();
        assert!(changed.is_empty(), "{changed:?}");
        let after = server.visitor().get(&format!("{path}/events")).await.is(200);
        let before = events.as_array().unwrap();
        assert_eq!(&after.as_array().unwrap()[..before.len()], before.as_slice());
        server.close().await;
    }

    async fn pilots_play_on_for_a_deleted_player(server: TestServer) {
        let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
        let played = begin(&ann, &ben, json!({"seats": 2, "races": 1})).await;
        let opened = open(&ann, json!({"seats": 4, "join": false})).await;
        ann.delete("/api/me").await.is(204);
        eventually("closed", async || look(&ben, &opened).await["regatta"]["stage"] == "closed").await;
        let mut turn = 0;
        let over = loop {
            let snapshot = look(&ben, &played).await;
            if snapshot["regatta"]["stage"] == "over" {
                break snapshot;
            }
            let mine = snapshot["regatta"]["turn"] == snapshot["you"]["color"] && !snapshot["legal"].is_null();
            if mine && turn < 6 {
                turn += 1;
                act(&ben, &played, &format!("{turn}"), first(&snapshot["legal"])).await.is(200);
            } else if turn == 6 {
                // Not between his own roll and move.
                if act(&ben, &played, "resign", json!({"type": "resign"})).await.status == 200 {
                    turn += 1;
                } else {
                    act(&ben, &played, "steer", first(&snapshot["legal"])).await.is(200);
                }
            } else {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        };
        assert!(over["secret"].is_string(), "{over}");
        assert_eq!(over["regatta"]["ended"], "resigned", "no person is left");
        let names: Vec<&Value> = over["regatta"]["seats"].as_array().unwrap().iter().map(|seat| &seat["name"]).collect();
        assert!(names.contains(&&json!("")) && names.contains(&&json!("Ben")), "{names:?}");
        ben.get(&format!("/api/regattas/{played}/record")).await.is(200);

        // A rematch opens a new regatta.
        let again = act(&ben, &played, "rematch", json!({"type": "rematch"})).await;
        again.is(200);
        let rematch = look(&ben, &played).await["rematch"].as_str().unwrap().to_owned();
        assert_eq!(look(&ben, &rematch).await["regatta"]["stage"], "open");
        server.close().await;
    }

    async fn a_decision_after_the_game_moved_on_is_stale(server: TestServer) {
        let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
        let regatta = begin(&ann, &ben, json!({"seats": 2, "races": 1})).await;
        let path = format!("/api/regattas/{regatta}/actions");
        let snapshot = look(&ann, &regatta).await;
        let (now, _) = in_turn(&snapshot, &ann, &ben);
        let decision = |id: &str, seen: u64| json!({"id": id, "action": first(&snapshot["legal"]), "seen": seen});
        let seen = snapshot["seq"].as_u64().unwrap();
        now.post(&path, decision("late", seen - 1)).await.refused(409, "stale");
        now.post(&path, decision("in time", seen)).await.is(200);
        now.post(&path, decision("twice", seen)).await.refused(409, "stale");
        server.close().await;
    }
}
