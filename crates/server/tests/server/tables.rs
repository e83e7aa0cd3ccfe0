//! Tables over HTTP on both databases: seats chosen when a regatta is opened, challenges, rematches, friends, and a guest who
//! signs in.

use crate::battery;
use crate::test_server::{PASSWORD, TestServer, Visitor, act, open, send};
use serde_json::{Value, json};

async fn look(who: &Visitor, regatta: &str) -> Value {
    who.get(&format!("/api/regattas/{regatta}")).await.is(200)
}

async fn id_of(who: &Visitor) -> Value {
    who.get("/api/me").await.is(200)["id"].clone()
}

fn ids(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|regatta| regatta["id"].as_str().unwrap()).collect()
}

battery! {
    async fn people_and_pilots_are_mixed_when_a_regatta_is_opened(server: TestServer) {
        let ann = server.guest("Ann").await;
        let pilots = json!([{"pilot": "rookie"}, {"pilot": "captain", "color": "orange"}]);
        let settings = json!({"seats": 4, "title": "Friday night", "open_hours": 2, "pilots": pilots});
        let regatta = open(&ann, settings).await;
        let room = look(&ann, &regatta).await;
        let seats = room["regatta"]["seats"].as_array().unwrap();
        let who: Vec<_> = seats.iter().map(|seat| (seat["color"].as_str().unwrap(), seat["pilot"].as_str())).collect();
        assert_eq!(who.len(), 3);
        assert!(who.contains(&("orange", Some("captain"))) && who.iter().any(|(_, pilot)| pilot.is_none()), "{who:?}");
        assert_eq!(room["regatta"]["settings"]["title"], "Friday night");
        assert_eq!(room["closes_at"].as_i64().unwrap() - room["regatta"]["created"].as_i64().unwrap(), 7_200_000);
        for bad in [
            json!({"seats": 2, "title": ""}),
            json!({"seats": 2, "title": "two\nlines"}),
            json!({"seats": 2, "title": "x".repeat(41)}),
            json!({"seats": 2, "open_hours": 0}),
            json!({"seats": 2, "open_hours": 721}),
        ] {
            ann.post("/api/regattas", bad).await.refused(400, "bad-request");
        }
        let two = json!([{"pilot": "rookie"}, {"pilot": "rookie"}]);
        ann.post("/api/regattas", json!({"seats": 2, "pilots": two})).await.refused(409, "no-seat");
        // Filters of the list.
        let other = open(&ann, json!({"seats": 2, "clock": {"type": "live", "turn": 20, "bank": 60}, "join": false,
            "pilots": two})).await;
        let list = async |query: &str| server.visitor().get(&format!("/api/regattas?{query}")).await.is(200);
        assert_eq!(ids(&list("clock=live").await), [other.as_str()]);
        assert_eq!(ids(&list("clock=none").await), [regatta.as_str()]);
        assert_eq!(ids(&list("seats=4").await), [regatta.as_str()]);
        assert_eq!(ids(&list("free=true").await), [regatta.as_str()]);
        assert_eq!(ids(&list("title=FRIDAY").await), [regatta.as_str()]);
        assert!(ids(&list("title=monday").await).is_empty());
        server.visitor().get(&format!("/api/regattas?title={}", "x".repeat(41))).await.refused(400, "bad-request");
        server.visitor().get("/api/regattas?clock=sundial").await.refused(400, "bad-request");
        server.close().await;
    }

    async fn a_challenged_player_finds_the_reserved_seat(server: TestServer) {
        let (ann, ben, eve) = (server.guest("Ann").await, server.guest("Ben").await, server.guest("Eve").await);
        let challenge = json!({"seats": 2, "visibility": "private", "challenge": [id_of(&ben).await]});
        let regatta = open(&ann, challenge).await;
        let mine = ben.get("/api/regattas?mine=true").await.is(200);
        assert_eq!(ids(&mine), [regatta.as_str()]);
        assert_eq!(mine[0]["offered"], json!([id_of(&ben).await]));
        assert_eq!(eve.get("/api/regattas").await.is(200), json!([]));
        let invite = look(&ann, &regatta).await["invite"].as_str().unwrap().to_owned();
        let join = json!({"id": "1", "action": {"type": "join"}});
        eve.post(&format!("/api/regattas/{regatta}/actions?invite={invite}"), join).await.refused(409, "no-seat");
        assert_eq!(look(&ben, &regatta).await["offer"]["names"].as_object().unwrap().values().next(), Some(&json!("Ben")));
        act(&ben, &regatta, "join", json!({"type": "join"})).await.is(200);
        assert_eq!(look(&ben, &regatta).await["regatta"]["offered"], json!([]));
        let strangers = json!({"seats": 2, "challenge": ["aaaaaaaaaaaaaaaa"]});
        ann.post("/api/regattas", strangers).await.refused(404, "not-found");
        // A second one is declined: the seat is free for anybody.
        let regatta = open(&ann, json!({"seats": 2, "challenge": [id_of(&ben).await]})).await;
        act(&eve, &regatta, "join", json!({"type": "join"})).await.refused(409, "no-seat");
        act(&ben, &regatta, "no", json!({"type": "decline"})).await.is(200);
        act(&eve, &regatta, "join again", json!({"type": "join"})).await.is(200);
        server.close().await;
    }

    async fn a_rematch_carries_everybody_over_and_starts_when_all_accept(server: TestServer) {
        let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
        let regatta = open(&ann, json!({"seats": 3, "races": 1, "pilots": [{"pilot": "rookie", "color": "black"}]})).await;
        act(&ben, &regatta, "join", json!({"type": "join", "color": "white"})).await.is(200);
        for who in [&ann, &ben] {
            act(who, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        }
        for who in [&ann, &ben] {
            act(who, &regatta, "end", json!({"type": "vote", "motion": {"type": "end"}, "yes": true})).await.is(200);
        }
        let over = look(&ann, &regatta).await;
        assert_eq!((&over["regatta"]["stage"], &over["regatta"]["ended"]), (&json!("over"), &json!("agreed")));
        assert!(over["regatta"]["result"].is_object() && over["secret"].is_string());
        assert!(server.visitor().get(&format!("/api/regattas/{regatta}/record")).await.body.to_string().contains("ended: agreed"));
        act(&ann, &regatta, "again", json!({"type": "rematch"})).await.is(200);
        let rematch = look(&ben, &regatta).await["rematch"].as_str().unwrap().to_owned();
        assert_eq!(ids(&ben.get("/api/regattas?mine=true").await.is(200)), [rematch.as_str()]);
        let room = look(&ben, &rematch).await;
        assert_eq!(room["offer"]["of"], json!(regatta));
        assert_eq!(room["offer"]["to"], json!({"white": id_of(&ben).await}));
        assert_eq!(room["regatta"]["seats"].as_array().unwrap().len(), 2, "Ann and the pilot");
        act(&ann, &rematch, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        assert_eq!(look(&ann, &rematch).await["regatta"]["stage"], "open", "it waits for Ben");
        act(&ben, &rematch, "join", json!({"type": "join"})).await.is(200);
        act(&ben, &rematch, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        assert_eq!(look(&ann, &rematch).await["regatta"]["stage"], "live");
        server.close().await;
    }

    async fn a_player_follows_others(server: TestServer) {
        let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
        let path = format!("/api/me/following/{}", id_of(&ben).await.as_str().unwrap());
        for _ in 0..2 {
            send(ann.ask("PUT", &path)).await.is(204);
        }
        let followed = json!([{"player": id_of(&ben).await, "name": "Ben", "online": false}]);
        assert_eq!(ann.get("/api/me/following").await.is(200), followed);
        assert_eq!(ben.get("/api/me/following").await.is(200), json!([]));
        send(ann.ask("PUT", "/api/me/following/aaaaaaaaaaaaaaaa")).await.refused(404, "not-found");
        let own = format!("/api/me/following/{}", id_of(&ann).await.as_str().unwrap());
        send(ann.ask("PUT", &own)).await.refused(400, "bad-request");
        assert_eq!(ben.get("/api/me/visibility").await.is(200), json!({"online": true, "profile": true}));
        send(ben.ask("PUT", "/api/me/visibility").json(&json!({"online": false}))).await.is(200);
        assert_eq!(ben.get("/api/me/visibility").await.is(200), json!({"online": false, "profile": true}));
        ann.delete(&path).await.is(204);
        assert_eq!(ann.get("/api/me/following").await.is(200), json!([]));
        send(ann.ask("PUT", &path)).await.is(204);
        ben.delete("/api/me").await.is(204);
        assert_eq!(ann.get("/api/me/following").await.is(200), json!([]), "Ben has deleted himself");
        server.close().await;
    }

    async fn a_guest_who_signs_in_keeps_the_seats(server: TestServer) {
        let (ann, guest) = (server.guest("Ann").await, server.guest("Guest").await);
        ann.post("/api/me/register", json!({"login": "ann", "password": PASSWORD})).await.is(200);
        let (both, one) = (open(&ann, json!({"seats": 3})).await, open(&guest, json!({"seats": 2})).await);
        act(&guest, &both, "join", json!({"type": "join"})).await.is(200);
        let signed_in = guest.post("/api/sessions", json!({"login": "ann", "password": PASSWORD})).await.is(200);
        assert_eq!((&signed_in["moved"], &signed_in["kept"]), (&json!(1), &json!(1)));
        let room = look(&ann, &one).await;
        assert_eq!((&room["you"]["host"], room["you"]["color"].is_string()), (&json!(true), true));
        assert_eq!(room["regatta"]["seats"][0]["name"], "Ann");
        assert_eq!(look(&ann, &both).await["regatta"]["seats"].as_array().unwrap().len(), 1, "the guest has left");
        let text = json!({"id": "x", "action": {"type": "transfer"}});
        ann.post(&format!("/api/regattas/{one}/actions"), text).await.refused(400, "bad-request");
        server.close().await;
    }

    async fn a_game_is_carried_to_another_device_once(server: TestServer) {
        let (here, there) = (server.visitor(), server.visitor());
        let sent = here.post("/api/carry", json!({"game": "opaque"})).await.is(201);
        let code = sent["code"].as_str().unwrap();
        assert_eq!(code.len(), 8);
        assert_eq!(there.get(&format!("/api/carry/{code}")).await.is(200), json!({"game": "opaque"}));
        there.get(&format!("/api/carry/{code}")).await.refused(404, "not-found");
        there.get("/api/carry/nothing").await.refused(404, "not-found");
        let large = "x".repeat(256 << 10);
        let sent = here.post("/api/carry", json!({"game": large})).await.is(201);
        let got = there.get(&format!("/api/carry/{}", sent["code"].as_str().unwrap())).await.is(200);
        assert_eq!(got["game"].as_str().unwrap().len(), 256 << 10);
        here.post("/api/carry", json!({"game": "x".repeat((256 << 10) + 1)})).await.refused(413, "too-large");
        here.post("/api/carry", json!({"game": ""})).await.refused(413, "too-large");
        here.post("/api/carry", json!({"game": "x".repeat(600 << 10)})).await.refused(413, "too-large");
        server.close().await;
    }
}
