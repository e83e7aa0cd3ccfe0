//! Moderation over HTTP, on both databases and on a cluster: who may do what, and that it takes effect everywhere.

use crate::battery;
use crate::cluster::{eventually, next};
use crate::test_server::{PASSWORD, TestServer, Visitor, act, begin_with_pilot, open, phrase, send, unlimited};
use futures_util::StreamExt;
use powerboats_server::{
    config::Config,
    ids::PlayerId,
    moderate::operator,
    store::{Store, Tenancy},
};
use serde_json::{Value, json};
use std::time::Duration;

/// The operator, as the command line is.
pub async fn operator(server: &TestServer) -> Visitor {
    let store = Store::open_to_read(&server.place.database()).await.unwrap();
    let key = operator::stored_key(&store).await.unwrap().unwrap();
    server.known("authorization", &format!("Bearer {key}"))
}

async fn id_of(who: &Visitor) -> String {
    who.get("/api/me").await.is(200)["id"].as_str().unwrap().to_owned()
}

pub async fn registered(server: &TestServer, name: &str) -> (Visitor, String) {
    let visitor = server.guest(name).await;
    let login = format!("{}-{}", name.to_lowercase(), powerboats_server::ids::random_text(6));
    visitor.post("/api/me/register", json!({"login": login, "password": PASSWORD})).await.is(200);
    let id = id_of(&visitor).await;
    (visitor, id)
}

pub async fn moderate(who: &Visitor, what: Value) -> crate::test_server::Answer {
    who.post("/api/moderation/acts", json!({"act": what, "reason": "it must be"})).await
}

/// The same request at every node.
async fn everywhere(server: &TestServer, token: &str, path: &str, is: impl Fn(u16, &Value) -> bool) {
    eventually(path, async || {
        for url in server.urls() {
            let mut visitor = server.known("authorization", &format!("Bearer {token}"));
            visitor.url = url;
            let answer = visitor.get(path).await;
            if !is(answer.status.as_u16(), &answer.body) {
                return false;
            }
        }
        true
    })
    .await;
}

battery! {
    async fn roles_say_who_may_do_what(server: TestServer) {
        let boss = operator(&server).await;
        let (mod_, mod_id) = registered(&server, "Mona").await;
        let (ann, ann_id) = registered(&server, "Ann").await;
        let guest = server.guest("Gus").await;
        for who in [&mod_, &ann, &guest] {
            moderate(who, json!({"type": "warn", "player": ann_id})).await.refused(403, "forbidden");
            who.get("/api/moderation/reports").await.refused(403, "forbidden");
        }
        server.visitor().get("/api/moderation/audit").await.refused(401, "not-signed-in");
        server.known("authorization", "Bearer pbop_wrong").get("/api/moderation/audit").await.refused(401, "not-signed-in");
        moderate(&boss, json!({"type": "role", "player": id_of(&guest).await, "role": "moderator"})).await.refused(403, "forbidden");
        moderate(&boss, json!({"type": "role", "player": mod_id, "role": "moderator"})).await.is(200);
        eventually("the role counts", async || mod_.get("/api/moderation/reports").await.status == 200).await;
        moderate(&mod_, json!({"type": "ban", "player": ann_id})).await.refused(403, "forbidden");
        moderate(&mod_, json!({"type": "maintenance", "on": true})).await.refused(403, "forbidden");
        moderate(&mod_, json!({"type": "warn", "player": mod_id})).await.refused(403, "forbidden");
        moderate(&mod_, json!({"type": "warn", "player": PlayerId::random()})).await.refused(404, "not-found");
        for bad in [json!({"type": "mute", "player": ann_id, "hours": 8761}), json!({"type": "mute", "player": ann_id}),
            json!({"type": "fly"}), json!({"type": "announce", "minutes": 1441})] {
            moderate(&boss, bad).await.refused(400, "bad-request");
        }
        let no_reason = json!({"act": {"type": "warn", "player": ann_id}, "reason": " "});
        mod_.post("/api/moderation/acts", no_reason).await.refused(400, "bad-request");
        let before = mod_.get("/api/moderation/audit").await.is(200).as_array().unwrap().len();
        assert_eq!(before, 1, "what was refused is not in the log");
        // A word that the player sees until they have read it.
        moderate(&mod_, json!({"type": "warn", "player": ann_id})).await.is(200);
        assert_eq!(ann.get("/api/me/warning").await.is(200)["text"], "it must be");
        send(ann.ask("DELETE", "/api/me/warning")).await.is(204);
        assert_eq!(ann.get("/api/me/warning").await.is(200)["text"], Value::Null);
        moderate(&mod_, json!({"type": "rename", "player": ann_id})).await.is(200);
        assert_ne!(ann.get("/api/me").await.is(200)["name"], "Ann");
        let found = mod_.get(&format!("/api/moderation/players?find={ann_id}")).await.is(200);
        assert_eq!((&found[0]["player"], &found[0]["role"]), (&json!(ann_id), &json!("player")));
        let audit = mod_.get(&format!("/api/moderation/audit?player={ann_id}")).await.is(200);
        let acts: Vec<&str> = audit.as_array().unwrap().iter().map(|line| line["act"].as_str().unwrap()).collect();
        assert_eq!(acts.len(), 2);
        assert!(acts.contains(&"warn") && acts.contains(&"rename") && audit[0]["actor"] == mod_id.as_str());
        // The name that moderators have given stays.
        ann.patch("/api/me", json!({"name": "Ann"})).await.refused(403, "forbidden");
        moderate(&mod_, json!({"type": "rename", "player": ann_id, "name": "Annabella"})).await.is(200);
        // A deleted player's name is gone from the reasons, too.
        let told = json!({"act": {"type": "warn", "player": ann_id}, "reason": "Annabella was rude"});
        mod_.post("/api/moderation/acts", told).await.is(200);
        send(ann.ask("DELETE", "/api/me").json(&json!({"password": PASSWORD}))).await.is(204);
        let audit = mod_.get("/api/moderation/audit").await.is(200).to_string();
        assert!(audit.contains("was rude") && !audit.contains("Annabella"), "{audit}");
        server.close().await;
    }

    async fn long_lists_have_pages(server: TestServer) {
        let boss = operator(&server).await;
        let ben = id_of(&server.guest("Ben").await).await;
        for _ in 0..103 {
            moderate(&boss, json!({"type": "invite"})).await.is(200);
        }
        for _ in 0..6 {
            let ann = server.guest("Ann").await;
            for _ in 0..17 {
                ann.post("/api/reports", json!({"player": ben, "reason": "name"})).await.is(201);
            }
        }
        for (path, next, total) in [("audit", "before", 103), ("reports", "after", 102)] {
            let path = format!("/api/moderation/{path}");
            let first = boss.get(&path).await.is(200).as_array().unwrap().clone();
            let last = first[99]["id"].as_str().unwrap();
            let second = boss.get(&format!("{path}?{next}={last}")).await.is(200).as_array().unwrap().clone();
            assert_eq!((first.len(), second.len()), (100, total - 100));
            let all = || first.iter().chain(&second);
            let ids: std::collections::BTreeSet<&str> = all().map(|one| one["id"].as_str().unwrap()).collect();
            let times: Vec<i64> = all().map(|one| one["at"].as_i64().unwrap()).collect();
            assert!(ids.len() == total && times.is_sorted_by(|a, b| if next == "after" { a <= b } else { a >= b }));
            let end = second.last().unwrap()["id"].as_str().unwrap();
            assert_eq!(boss.get(&format!("{path}?{next}={end}")).await.is(200), json!([]));
            boss.get(&format!("{path}?{next}=%00")).await.refused(400, "bad-request");
        }
        server.close().await;
    }

    /// A socket is a way in, too.
    async fn a_banned_address_loses_its_connections(server: TestServer) {
        let boss = operator(&server).await;
        let (ann, _) = registered(&server, "Ann").await;
        let token = ann.post("/api/me/tokens", json!({"label": "x"})).await.is(201)["token"].as_str().unwrap().to_owned();
        let regatta = open(&ann, json!({"seats": 2})).await;
        let room = format!("/api/regattas/{regatta}/socket");
        let mut sockets = vec![];
        for url in server.urls() {
            for (path, token) in [(room.as_str(), Some(token.as_str())), (&room, None), ("/api/lobby/socket", None)] {
                sockets.push(crate::safety::socket(&url, path, token).await);
            }
        }
        moderate(&boss, json!({"type": "ban-address", "network": "127.0.0.0/8", "hours": 1})).await.is(200);
        for mut socket in sockets {
            let closed = async { while let Some(Ok(message)) = socket.next().await && !message.is_close() {} };
            tokio::time::timeout(Duration::from_secs(20), closed).await.expect("the socket is closed");
        }
        moderate(&boss, json!({"type": "ban-address", "network": "127.0.0.0/8", "hours": 0})).await.is(200);
        eventually("lifted", async || ann.get("/api/me").await.status == 200).await;
        server.close().await;
    }

    async fn no_round_of_an_event_begins_during_maintenance(server: TestServer) {
        let boss = operator(&server).await;
        let (org, _) = registered(&server, "Olga").await;
        let clock = json!({"type": "live", "turn": 60, "bank": 60});
        let settings = json!({"title": "Cup", "format": {"type": "rounds", "rounds": 3}, "tables": 2, "clock": clock});
        let event = org.post("/api/events", settings).await.is(201)["id"].as_str().unwrap().to_owned();
        for who in [&org, &server.guest("Ben").await] {
            send(who.ask("POST", &format!("/api/events/{event}/players"))).await.is(204);
        }
        moderate(&boss, json!({"type": "maintenance", "on": true})).await.is(200);
        let round = async || org.post(&format!("/api/events/{event}/rounds"), json!({"round": 1})).await;
        eventually("maintenance", async || org.get("/api/server").await.is(200)["maintenance"] == true).await;
        round().await.refused(503, "maintenance");
        moderate(&boss, json!({"type": "maintenance", "on": false})).await.is(200);
        eventually("the round", async || round().await.status == 204).await;
        server.close().await;
    }

    async fn acts_take_effect_on_every_node(server: TestServer) {
        let boss = operator(&server).await;
        let (ann, ann_id) = registered(&server, "Ann").await;
        let token = ann.post("/api/me/tokens", json!({"label": "x"})).await.is(201)["token"].as_str().unwrap().to_owned();
        let regatta = open(&ann, json!({"seats": 2})).await;
        act(&ann, &regatta, "1", phrase("hello")).await.is(200);
        moderate(&boss, json!({"type": "mute", "player": ann_id, "hours": 1})).await.is(200);
        eventually("muted", async || {
            let id = powerboats_server::ids::random_text(8);
            act(&ann, &regatta, &id, phrase("hello")).await.body["code"] == "muted"
        }).await;
        moderate(&boss, json!({"type": "mute", "player": ann_id, "hours": 0})).await.is(200);
        eventually("not muted", async || {
            let id = powerboats_server::ids::random_text(8);
            act(&ann, &regatta, &id, phrase("hello")).await.status == 200
        }).await;
        let mut watching = {
            let url = format!("{}/api/lobby/socket", server.urls().last().unwrap().replace("http", "ws"));
            tokio_tungstenite::connect_async(url).await.unwrap().0
        };
        next(&mut watching).await;
        moderate(&boss, json!({"type": "announce", "minutes": 5})).await.is(200);
        let told = async {
            loop {
                let message = next(&mut watching).await;
                if message["type"] == "notice" {
                    return message;
                }
            }
        };
        let told = tokio::time::timeout(std::time::Duration::from_secs(30), told).await.expect("told in time");
        assert!(told["restart"].is_i64(), "{told}");
        everywhere(&server, &token, "/api/server", |_, body| body["restart"].is_i64()).await;
        moderate(&boss, json!({"type": "announce", "minutes": null})).await.is(200);
        moderate(&boss, json!({"type": "suspend", "player": ann_id, "hours": 2})).await.is(200);
        everywhere(&server, &token, "/api/me", |status, body| status == 403 && body["code"] == "suspended").await;
        ann.get(&format!("/api/regattas/{regatta}")).await.is(200);
        moderate(&boss, json!({"type": "suspend", "player": ann_id, "hours": 0})).await.is(200);
        everywhere(&server, &token, "/api/me", |status, _| status == 200).await;
        moderate(&boss, json!({"type": "ban", "player": ann_id})).await.is(200);
        everywhere(&server, &token, "/api/me", |status, _| status == 403).await;
        // Maintenance: what is being played goes on, and nothing new begins.
        let ben = server.guest("Ben").await;
        let racing = begin_with_pilot(&ben, json!({"seats": 2, "races": 1})).await;
        moderate(&boss, json!({"type": "maintenance", "on": true})).await.is(200);
        eventually("maintenance", async || {
            server.visitor().post("/api/me", json!({"name": "Late"})).await.body["code"] == "maintenance"
        }).await;
        ben.post("/api/regattas", json!({"seats": 2})).await.refused(503, "maintenance");
        act(&ben, &regatta, "join", json!({"type": "join"})).await.refused(503, "maintenance");
        act(&ben, &racing, "hi", phrase("hello")).await.is(200);
        moderate(&boss, json!({"type": "maintenance", "on": false})).await.is(200);
        // New players need an invitation, which works once.
        moderate(&boss, json!({"type": "registration", "mode": "invited"})).await.is(200);
        eventually("invited only", async || {
            server.visitor().post("/api/me", json!({"name": "Late"})).await.body["code"] == "invitation-needed"
        }).await;
        let code = moderate(&boss, json!({"type": "invite"})).await.is(200)["code"].as_str().unwrap().to_owned();
        server.visitor().post("/api/me", json!({"name": "In", "invitation": code})).await.is(201);
        server.visitor().post("/api/me", json!({"name": "In", "invitation": code})).await.refused(403, "invitation-needed");
        moderate(&boss, json!({"type": "registration", "mode": "open"})).await.is(200);
        server.close().await;
    }

    async fn rooms_are_closed_and_results_annulled(server: TestServer) {
        let boss = operator(&server).await;
        let ((ann, ann_id), (ben, ben_id)) = (registered(&server, "Ann").await, registered(&server, "Ben").await);
        let waiting = open(&ann, json!({"seats": 2, "visibility": "private"})).await;
        moderate(&boss, json!({"type": "close-room", "regatta": waiting})).await.is(200);
        assert_eq!(ann.get(&format!("/api/regattas/{waiting}")).await.is(200)["regatta"]["stage"], "closed");
        let rated = async || {
            let clock = json!({"type": "live", "turn": 600, "bank": 600});
            let regatta = open(&ann, json!({"seats": 2, "races": 1, "rated": true, "clock": clock})).await;
            act(&ben, &regatta, "join", json!({"type": "join"})).await.is(200);
            for who in [&ann, &ben] {
                act(who, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
            }
            regatta
        };
        let closed = rated().await;
        moderate(&boss, json!({"type": "annul", "regatta": closed})).await.refused(409, "not-over");
        moderate(&boss, json!({"type": "close-room", "regatta": closed})).await.is(200);
        let shown = ann.get(&format!("/api/regattas/{closed}")).await.is(200);
        assert_eq!((&shown["regatta"]["ended"], &shown["regatta"]["result"]), (&json!("closed"), &Value::Null));
        moderate(&boss, json!({"type": "close-room", "regatta": closed})).await.refused(409, "over");
        let rating = async |who: &str| server.visitor().get(&format!("/api/players/{who}/ratings/duel")).await.is(200);
        let mut games = vec![];
        for round in 0..3 {
            let game = rated().await;
            act(if round == 1 { &ann } else { &ben }, &game, "out", json!({"type": "resign"})).await.is(200);
            games.push(game);
            for _ in 0..200 {
                if rating(&ann_id).await["matches"] == round + 1 {
                    break;
                }
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
        }
        let before = rating(&ann_id).await;
        assert_eq!(before["matches"], 3);
        moderate(&boss, json!({"type": "annul", "regatta": games[0]})).await.is(200);
        for _ in 0..200 {
            if rating(&ann_id).await["matches"] == 2 && rating(&ben_id).await["matches"] == 2 {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        let after = rating(&ann_id).await;
        assert_eq!(after["matches"], 2);
        assert_ne!(after["rating"], before["rating"]);
        let shown = ann.get(&format!("/api/regattas/{}", games[0])).await.is(200);
        assert_eq!((&shown["regatta"]["ended"], &shown["regatta"]["result"]), (&json!("annulled"), &Value::Null));
        let place = server.stop().await;
        let store = Store::open_as(&place.database(), Tenancy::Alone).await.unwrap();
        let audit = powerboats_server::compete::ratings::audit::verify(&store).await.unwrap();
        assert_eq!((audit.matches, audit.differences.as_slice()), (2, [].as_slice()), "as if it had never been");
        store.close().await;
        place.clear().await;
    }

    /// A server that dies in between leaves a line without its act, and never an act without its line.
    async fn an_act_is_in_the_audit_log_before_it_happens(server: TestServer) {
        let (boss, ann) = (operator(&server).await, server.guest("Ann").await);
        for number in 0..6 {
            let regatta = open(&ann, json!({"seats": 2})).await;
            let close = json!({"type": "close-room", "regatta": regatta});
            moderate(&boss, close.clone()).await.is(200);
            let lines = boss.get("/api/moderation/audit").await.is(200);
            let about = |line: &&Value| line["regatta"] == regatta.as_str();
            let lines: Vec<&Value> = lines.as_array().unwrap().iter().filter(about).collect();
            assert_eq!(lines.len(), 1);
            let events = ann.get(&format!("/api/regattas/{regatta}/events")).await.is(200);
            let events = events.as_array().or(events["events"].as_array()).unwrap();
            let closed = events.iter().find(|event| event["type"] == "closed").unwrap();
            assert!(lines[0]["at"].as_i64() <= closed["at"].as_i64(), "{number}: {lines:?} {closed}");
            // What is refused is not in the log.
            moderate(&boss, close).await.refused(409, "over");
            assert_eq!(boss.get("/api/moderation/audit").await.is(200).as_array().unwrap().len(), number + 1);
        }
        let nowhere = json!({"type": "close-room", "regatta": "aaaaaaaaaaaaaaaaaaaa"});
        moderate(&boss, nowhere).await.refused(404, "not-found");
        server.close().await;
    }

    async fn a_seat_goes_to_a_pilot_and_a_report_has_its_log(server: TestServer) {
        let boss = operator(&server).await;
        let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
        let regatta = open(&ann, json!({"seats": 2, "races": 1})).await;
        act(&ben, &regatta, "join", json!({"type": "join"})).await.is(200);
        for who in [&ann, &ben] {
            act(who, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        }
        act(&ben, &regatta, "rude", phrase("ouch")).await.is(200);
        let ben_id = id_of(&ben).await;
        let report = json!({"player": ben_id, "regatta": regatta, "reason": "chat", "text": "He says ouch."});
        let id = ann.post("/api/reports", report).await.is(201)["id"].as_str().unwrap().to_owned();
        let reports = boss.get("/api/moderation/reports").await.is(200);
        assert_eq!((&reports[0]["name"], &reports[0]["text"]), (&json!("Ben"), &json!("He says ouch.")));
        let log = boss.get(&format!("/api/moderation/reports/{id}/log")).await.is(200);
        assert!(log.to_string().contains("\"ouch\""), "{log}");
        moderate(&boss, json!({"type": "hand-seat", "regatta": regatta, "player": ben_id})).await.is(200);
        let seats = ann.get(&format!("/api/regattas/{regatta}")).await.is(200)["regatta"]["seats"].clone();
        let bens = seats.as_array().unwrap().iter().find(|seat| seat["player"] == ben_id.as_str()).unwrap();
        assert_eq!(bens["left"], true);
        moderate(&boss, json!({"type": "close-report", "report": id})).await.is(200);
        assert_eq!(boss.get("/api/moderation/reports").await.is(200), json!([]));
        server.close().await;
    }

    async fn an_operator_lets_a_player_set_a_new_password_and_sessions_can_be_ended(server: TestServer) {
        let boss = operator(&server).await;
        let ann = server.guest("Ann").await;
        let login = format!("ann-{}", powerboats_server::ids::random_text(6));
        ann.post("/api/me/register", json!({"login": login, "password": PASSWORD})).await.is(200);
        let other = server.visitor();
        let sign_in = async |who: &Visitor, password: &str| who.post("/api/sessions", json!({"login": login, "password": password})).await;
        sign_in(&other, PASSWORD).await.is(200);
        let sessions = ann.get("/api/me/sessions").await.is(200);
        assert_eq!(sessions.as_array().unwrap().len(), 2);
        let mine = sessions.as_array().unwrap().iter().filter(|session| session["current"] == true).count();
        let theirs = sessions.as_array().unwrap().iter().find(|session| session["current"] == false).unwrap();
        assert_eq!(mine, 1);
        let path = format!("/api/me/sessions/{}", theirs["id"].as_str().unwrap());
        server.guest("Eve").await.delete(&path).await.refused(404, "not-found");
        ann.delete(&path).await.is(204);
        eventually("ended", async || other.get("/api/me").await.status == 401).await;
        ann.get("/api/me").await.is(200);
        let id = id_of(&ann).await;
        let code = moderate(&boss, json!({"type": "reset-password", "player": id})).await.is(200)["code"].as_str().unwrap().to_owned();
        let visitor = server.visitor();
        visitor.post("/api/sessions/reset", json!({"code": "wrong", "password": "another horse"})).await.refused(403, "wrong-password");
        visitor.post("/api/sessions/reset", json!({"code": code, "password": "short"})).await.refused(400, "bad-request");
        visitor.post("/api/sessions/reset", json!({"code": code, "password": "another horse"})).await.is(204);
        visitor.post("/api/sessions/reset", json!({"code": code, "password": "another horse"})).await.refused(403, "wrong-password");
        eventually("signed out", async || ann.get("/api/me").await.status == 401).await;
        sign_in(&ann, PASSWORD).await.refused(403, "wrong-password");
        sign_in(&ann, "another horse").await.is(200);
        server.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_comes_from_a_banned_range_but_the_operator() {
    let place = crate::test_server::TestDatabase::sqlite();
    let server = TestServer::open(place, Config { trust_proxy: true, ..unlimited() }).await;
    let boss = operator(&server).await;
    let from = async |address: &str| {
        send(server.visitor().ask("GET", "/api/server").header("x-forwarded-for", address)).await.status.as_u16()
    };
    moderate(&boss, json!({"type": "ban-address", "network": "0.0.0.0/0", "hours": 1}))
        .await
        .refused(400, "bad-request");
    moderate(&boss, json!({"type": "ban-address", "network": "203.0.113.0/24", "hours": 1})).await.is(200);
    assert_eq!((from("203.0.113.7").await, from("203.0.114.7").await), (403, 200));
    let lift = json!({"act": {"type": "ban-address", "network": "203.0.113.9/24", "hours": 0}, "reason": "enough"});
    let lifted = boss.ask("POST", "/api/moderation/acts").header("x-forwarded-for", "203.0.113.1").json(&lift);
    send(lifted).await.is(200);
    assert_eq!(from("203.0.113.7").await, 200);
    server.close().await;
}
