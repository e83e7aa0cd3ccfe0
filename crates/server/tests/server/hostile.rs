//! What somebody tries who wants to harm the server or others, on both databases and on a cluster.

use crate::battery;
use crate::cluster::eventually;
use crate::moderation::{moderate, operator, registered};
use crate::safety::{id_of, token_of};
use crate::test_room::{TWO, text, two_players, who};
use crate::test_server::{PASSWORD, TestServer, Visitor, act, open, phrase, send, unlimited};
use powerboats_server::{
    config::{Config, Rates},
    room::action::RefusalReason,
};
use serde_json::{Value, json};

/// Everybody who opens a regatta reads its whole log.
#[test]
fn a_player_can_t_fill_the_log_but_can_finish_the_game() {
    let (mut test, players) = two_players(TWO);
    let ann = players[0].1.clone();
    let mut done = 0;
    while let Ok(events) = test.act(&ann, r#"{"type": "auto-steer", "on": true}"#) {
        done += events.len();
        assert!(done < 10_000, "there is no limit");
    }
    assert_eq!(test.act(&ann, r#"{"type": "plan", "plan": null}"#), Err(RefusalReason::TooMany));
    for _ in 0..20 {
        let (player, decision) = (who(&players, test.turn()), text(test.advice()));
        test.must(&player, &decision);
    }
    test.must(&players[1].1, r#"{"type": "auto-steer", "on": true}"#);
    test.must(&ann, r#"{"type": "leave"}"#);
    assert!(test.reloaded() == test.room);
}

fn count(events: &Value) -> usize {
    events.as_array().unwrap().len()
}

battery! {
    async fn strangers_can_t_fill_the_log_of_a_regatta(server: TestServer) {
        let (ann, ben, eve) = (server.guest("Ann").await, server.guest("Ben").await, server.guest("Eve").await);
        let regatta = open(&ann, json!({"seats": 2, "races": 1})).await;
        let length = async || ann.get(&format!("/api/regattas/{regatta}")).await.is(200)["seq"].clone();
        let before = length().await;
        for id in 0..5 {
            act(&eve, &regatta, &id.to_string(), json!({"type": "decline"})).await.is(200);
        }
        assert_eq!(length().await, before, "it is open");
        act(&ben, &regatta, "join", json!({"type": "join"})).await.is(200);
        for who in [&ann, &ben] {
            act(who, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        }
        act(&ben, &regatta, "resign", json!({"type": "resign"})).await.is(200);
        let before = length().await;
        for (id, kind) in ["back", "leave", "resume", "back"].into_iter().enumerate() {
            act(&eve, &regatta, &id.to_string(), json!({"type": kind})).await;
        }
        assert_eq!(length().await, before, "it is over");
        server.close().await;
    }

    async fn whoever_used_a_guest_before_has_no_access_once_it_is_registered(server: TestServer) {
        let guest = server.guest("Ann").await;
        let (planted, own) = (token_of(&guest).await, token_of(&guest).await);
        let program = server.known("authorization", &format!("Bearer {own}"));
        program.post("/api/me/register", json!({"login": "ann", "password": PASSWORD})).await.is(200);
        program.get("/api/me").await.is(200);
        let thief = server.known("authorization", &format!("Bearer {planted}"));
        thief.get("/api/me").await.refused(401, "not-signed-in");
        guest.get("/api/me").await.refused(401, "not-signed-in");
        server.close().await;
    }

    async fn a_wrong_key_lifts_no_ban(server: TestServer) {
        let boss = operator(&server).await;
        moderate(&boss, json!({"type": "ban-address", "network": "127.0.0.0/8", "hours": 1})).await.is(200);
        let wrong = server.known("authorization", "Bearer pbop_wrong");
        for visitor in [&server.visitor(), &wrong] {
            eventually("banned", async || visitor.get("/api/server").await.status == 403).await;
            let attempt = json!({"login": "ann", "password": PASSWORD});
            visitor.post("/api/sessions", attempt).await.refused(403, "suspended");
        }
        moderate(&boss, json!({"type": "ban-address", "network": "127.0.0.0/8", "hours": 0})).await.is(200);
        eventually("lifted", async || server.visitor().get("/api/server").await.status == 200).await;
        server.close().await;
    }

    async fn moderators_do_not_decide_their_own_regattas_or_those_of_their_equals(server: TestServer) {
        let boss = operator(&server).await;
        let ((mona, mona_id), (ann, _)) = (registered(&server, "Mona").await, registered(&server, "Ann").await);
        let ((max, max_id), (otto, otto_id)) = (registered(&server, "Max").await, registered(&server, "Otto").await);
        let ben = server.guest("Ben").await;
        for (player, role) in [(&mona_id, "moderator"), (&max_id, "moderator"), (&otto_id, "operator")] {
            moderate(&boss, json!({"type": "role", "player": player, "role": role})).await.is(200);
        }
        let begin = async |one: &Visitor, other: &Visitor| {
            let clock = json!({"type": "live", "turn": 600, "bank": 600});
            let regatta = open(one, json!({"seats": 2, "races": 1, "clock": clock})).await;
            act(other, &regatta, "join", json!({"type": "join"})).await.is(200);
            for who in [one, other] {
                act(who, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
            }
            regatta
        };
        let (own, equals, strangers) = (begin(&mona, &ann).await, begin(&max, &ann).await, begin(&ann, &ben).await);
        for who in [&mona, &max, &otto] {
            eventually("the role counts", async || who.get("/api/moderation/reports").await.status == 200).await;
        }
        let ann_id = ann.get("/api/me").await.is(200)["id"].clone();
        for regatta in [&own, &equals] {
            for what in [
                json!({"type": "close-room", "regatta": regatta}),
                json!({"type": "hand-seat", "regatta": regatta, "player": ann_id}),
            ] {
                moderate(&mona, what).await.refused(403, "forbidden");
            }
        }
        act(&mona, &own, "out", json!({"type": "resign"})).await.is(200);
        moderate(&mona, json!({"type": "annul", "regatta": own})).await.refused(403, "forbidden");
        moderate(&max, json!({"type": "annul", "regatta": own})).await.refused(403, "forbidden");
        moderate(&mona, json!({"type": "close-room", "regatta": strangers})).await.is(200);
        moderate(&otto, json!({"type": "annul", "regatta": own})).await.is(200);
        moderate(&otto, json!({"type": "close-room", "regatta": equals})).await.is(200);
        server.close().await;
    }

    async fn a_muted_player_gives_nothing_a_name(server: TestServer) {
        let boss = operator(&server).await;
        let (ann, id) = registered(&server, "Ann").await;
        moderate(&boss, json!({"type": "mute", "player": id, "hours": 1})).await.is(200);
        let clock = json!({"type": "live", "turn": 60, "bank": 60});
        let event = json!({"title": "Cup", "format": {"type": "rounds", "rounds": 3}, "tables": 2, "clock": clock});
        let titled = json!({"seats": 2, "title": "Cup"});
        eventually("muted", async || ann.patch("/api/me", json!({"name": "Anna"})).await.body["code"] == "muted").await;
        ann.post("/api/regattas", titled.clone()).await.refused(403, "muted");
        ann.post("/api/events", event.clone()).await.refused(403, "muted");
        ann.post("/api/regattas", json!({"seats": 2})).await.is(201);
        moderate(&boss, json!({"type": "mute", "player": id, "hours": 0})).await.is(200);
        eventually("lifted", async || ann.post("/api/events", event.clone()).await.status == 201).await;
        for bad in ["=?utf-8?q?=41dmin?=", &format!("a{}", "\u{301}".repeat(9))] {
            ann.post("/api/regattas", json!({"seats": 2, "title": bad})).await.refused(400, "bad-request");
            ann.patch("/api/me", json!({"name": bad})).await.refused(400, "bad-request");
        }
        let stacked = json!({"act": {"type": "warn", "player": id}, "reason": format!("a{}", "\u{301}".repeat(9))});
        boss.post("/api/moderation/acts", stacked).await.refused(400, "bad-request");
        server.close().await;
    }

    async fn nobody_judges_reports_about_themselves(server: TestServer) {
        let boss = operator(&server).await;
        let ((mod_, mod_id), (ann, _)) = (registered(&server, "Max").await, registered(&server, "Ann").await);
        moderate(&boss, json!({"type": "role", "player": mod_id, "role": "moderator"})).await.is(200);
        eventually("the role counts", async || mod_.get("/api/moderation/reports").await.status == 200).await;
        let report = json!({"player": mod_id, "reason": "chat", "text": "He is rude."});
        let report = ann.post("/api/reports", report).await.is(201)["id"].as_str().unwrap().to_owned();
        assert_eq!(mod_.get("/api/moderation/reports").await.is(200), json!([]));
        let log = format!("/api/moderation/reports/{report}/log");
        mod_.get(&log).await.refused(404, "not-found");
        let close = json!({"type": "close-report", "report": report});
        moderate(&mod_, close.clone()).await.refused(404, "not-found");
        boss.get(&log).await.is(200);
        assert_eq!(count(&boss.get("/api/moderation/reports").await.is(200)), 1);
        moderate(&boss, close).await.is(200);
        assert_eq!(count(&boss.get("/api/moderation/reports").await.is(200)), 0);
        mod_.get("/api/moderation/players?find=%00").await.is(200);
        moderate(&mod_, json!({"type": "close-report", "report": "\u{0}"})).await.refused(404, "not-found");
        server.close().await;
    }

    async fn a_guest_takes_no_seat_for_somebody_who_is_blocked(server: TestServer) {
        let (ann, (eve, eve_id)) = (server.guest("Ann").await, registered(&server, "Eve").await);
        let login = eve.get("/api/me").await.is(200)["login"].as_str().unwrap().to_owned();
        ann.put(&format!("/api/me/blocks/{eve_id}"), json!({"kind": "block"})).await.is(204);
        let regatta = open(&ann, json!({"seats": 3})).await;
        let guest = server.guest("Nobody").await;
        act(&guest, &regatta, "join", json!({"type": "join"})).await.is(200);
        let answer = guest.post("/api/sessions", json!({"login": login, "password": PASSWORD})).await.is(200);
        assert_eq!((&answer["moved"], &answer["kept"]), (&json!(0), &json!(1)));
        let seats = ann.get(&format!("/api/regattas/{regatta}")).await.is(200)["regatta"]["seats"].clone();
        assert_eq!(count(&seats), 1, "{seats}");
        server.close().await;
    }

    /// The lobby keeps names as they were at the last event.
    async fn the_calendar_of_an_opponent_does_not_know_the_name_of_a_protected_player(server: TestServer) {
        let (ann, kid) = (server.guest("Ann").await, server.guest("Xaverina").await);
        let clock = json!({"type": "correspondence", "hours": 24});
        let regatta = open(&ann, json!({"seats": 2, "races": 1, "clock": clock})).await;
        act(&kid, &regatta, "join", json!({"type": "join"})).await.is(200);
        for who in [&ann, &kid] {
            act(who, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        }
        let snapshot = ann.get(&format!("/api/regattas/{regatta}")).await.is(200);
        let (ann, kid) = if snapshot["regatta"]["turn"] == snapshot["you"]["color"] { (ann, kid) } else { (kid, ann) };
        let name = kid.get("/api/me").await.is(200)["name"].as_str().unwrap().to_owned();
        let url = ann.get("/api/me/notifications").await.is(200)["calendar"].as_str().unwrap().to_owned();
        let calendar = async || ann.get(&url[url.find("/api/").unwrap()..]).await.is(200).to_string();
        eventually("it is Ann's turn", async || calendar().await.contains(&name)).await;
        kid.put("/api/me/protection", json!({"protected": true, "pin": "2468"})).await.is(200);
        eventually("every node knows", async || !calendar().await.contains(&name)).await;
        assert!(calendar().await.contains("SUMMARY"));
        server.close().await;
    }

    /// The ids with which the server acts for a player must not be known.
    async fn a_deleted_player_leaves_whatever_ids_they_used(server: TestServer) {
        let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
        let regatta = open(&ann, json!({"seats": 2, "races": 1})).await;
        act(&ben, &regatta, "join", json!({"type": "join"})).await.is(200);
        for id in ["farewell: leave", "farewell: close"] {
            act(&ben, &regatta, id, phrase("hello")).await.is(200);
        }
        send(ben.ask("DELETE", "/api/me")).await.is(204);
        eventually("he has left", async || {
            count(&ann.get(&format!("/api/regattas/{regatta}")).await.is(200)["regatta"]["seats"]) == 1
        }).await;
        server.close().await;
    }

    async fn no_name_that_a_player_ever_had_stays_in_the_audit_log(server: TestServer) {
        let boss = operator(&server).await;
        let (eve, eve_id) = registered(&server, "Quillaby").await;
        let told = json!({"act": {"type": "warn", "player": eve_id}, "reason": "Quillaby was rude"});
        boss.post("/api/moderation/acts", told).await.is(200);
        eve.patch("/api/me", json!({"name": "Zorvex"})).await.is(200);
        let renamed = json!({"act": {"type": "rename", "player": eve_id, "name": "Eve"}, "reason": "Zorvex is no name"});
        boss.post("/api/moderation/acts", renamed).await.is(200);
        send(eve.ask("DELETE", "/api/me").json(&json!({"password": PASSWORD}))).await.is(204);
        let audit = boss.get("/api/moderation/audit").await.is(200).to_string();
        assert!(audit.contains("was rude") && audit.contains("is no name"), "{audit}");
        assert!(!audit.contains("Quillaby") && !audit.contains("Zorvex"), "{audit}");
        server.close().await;
    }

    /// Nobody else could start a round or close it, and it would be in the list for ever.
    async fn the_events_of_a_deleted_organiser_are_closed(server: TestServer) {
        let (org, _) = registered(&server, "Olga").await;
        let clock = json!({"type": "live", "turn": 60, "bank": 60});
        let settings = json!({"title": "Cup", "format": {"type": "rounds", "rounds": 3}, "tables": 2, "clock": clock});
        let event = org.post("/api/events", settings).await.is(201)["id"].as_str().unwrap().to_owned();
        send(org.ask("DELETE", "/api/me").json(&json!({"password": PASSWORD}))).await.is(204);
        eventually("it is closed", async || {
            server.visitor().get(&format!("/api/events/{event}")).await.is(200)["stage"] == "closed"
        }).await;
        server.close().await;
    }

    async fn nobody_is_flooded_with_challenges_or_reports(server: TestServer) {
        let server = TestServer::open(server.stop().await, Config { rates: Rates::default(), ..unlimited() }).await;
        let (ann, eve) = (server.guest("Ann").await, server.guest("Eve").await);
        let ann_id = id_of(&ann).await;
        let challenge = json!({"seats": 2, "challenge": [ann_id]});
        for round in 0..10 {
            // Under another name each time.
            let guest = server.guest(&format!("Eve {round}")).await;
            guest.post("/api/regattas", challenge.clone()).await.is(201);
        }
        eve.post("/api/regattas", challenge).await.refused(429, "too-fast");
        open(&eve, json!({"seats": 2})).await;
        let report = json!({"player": ann_id, "reason": "other"});
        for round in 0..3 {
            let guest = server.guest(&format!("Eve {round}")).await;
            for _ in 0..20 {
                guest.post("/api/reports", report.clone()).await.is(201);
            }
        }
        eve.post("/api/reports", report).await.refused(429, "too-fast");
        server.close().await;
    }

    /// Nearly everybody has two addresses: one of IPv4, one of IPv6.
    async fn nobody_makes_room_by_coming_from_another_address(server: TestServer) {
        let rates = Rates { address_rooms: 4, ..Rates::OFF };
        let config = Config { rates, trust_proxy: true, ..unlimited() };
        let server = TestServer::open(server.stop().await, config).await;
        let target = open(&server.guest("Ann").await, json!({"seats": 6})).await;
        let mut opened = 0;
        for name in ["Eve", "Eva", "Ewa"] {
            let guest = server.guest(name).await;
            for _ in 0..4 {
                let new = guest.ask("POST", "/api/regattas").header("x-forwarded-for", "10.0.0.1").json(&json!({"seats": 2}));
                opened += usize::from(send(new).await.status == 201);
            }
            let join = json!({"id": "join", "action": {"type": "join"}});
            let path = format!("/api/regattas/{target}/actions");
            send(guest.ask("POST", &path).header("x-forwarded-for", "2001:db8::1").json(&join)).await.is(200);
        }
        assert_eq!(opened, 4);
        server.close().await;
    }

    async fn what_a_spectator_said_is_gone_from_reports_when_they_delete_themselves(server: TestServer) {
        let boss = operator(&server).await;
        let (ann, eve) = (server.talker("Ann").await, server.talker("Eve").await);
        let regatta = open(&ann, json!({"seats": 2})).await;
        act(&eve, &regatta, "1", json!({"type": "chat", "text": "frumious"})).await.is(200);
        let report = json!({"player": id_of(&ann).await, "regatta": regatta, "reason": "other"});
        let report = server.guest("Ben").await.post("/api/reports", report).await.is(201);
        let log = format!("/api/moderation/reports/{}/log", report["id"].as_str().unwrap());
        assert!(boss.get(&log).await.is(200).to_string().contains("frumious"));
        send(eve.ask("DELETE", "/api/me").json(&json!({"password": PASSWORD}))).await.is(204);
        eventually("it is gone", async || !boss.get(&log).await.is(200).to_string().contains("frumious")).await;
        server.close().await;
    }
}
