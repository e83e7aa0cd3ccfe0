//! Events over HTTP, on both databases and on a cluster: from check-in to the final standings, and what is refused.

use crate::battery;
use crate::cluster::next;
use crate::moderation::{moderate, operator};
use crate::test_server::{PASSWORD, TestServer, Visitor, act, unlimited};
use powerboats_server::{
    compete::{event::state::game_id, ratings::audit},
    ids::EventId,
    store::{EventEntry, Store, Tenancy},
};
use serde_json::{Value, json};
use std::{collections::BTreeSet, time::Duration};

fn settings(tables: u8, rounds: u8) -> Value {
    let clock = json!({"type": "live", "turn": 600, "bank": 600});
    json!({"title": "Club evening", "format": {"type": "rounds", "rounds": rounds}, "tables": tables, "clock": clock})
}

async fn registered(server: &TestServer, name: &str) -> Visitor {
    let visitor = server.guest(name).await;
    let login = format!("{name}_{}", powerboats_server::ids::random_text(6));
    visitor.post("/api/me/register", json!({"login": login, "password": PASSWORD})).await.is(200);
    visitor
}

async fn id_of(who: &Visitor) -> String {
    who.get("/api/me").await.is(200)["id"].as_str().unwrap().to_owned()
}

async fn open_event(organiser: &Visitor, settings: Value) -> String {
    organiser.post("/api/events", settings).await.is(201)["id"].as_str().unwrap().to_owned()
}

async fn view(who: &Visitor, event: &str) -> Value {
    who.get(&format!("/api/events/{event}")).await.is(200)
}

async fn check_in(who: &Visitor, event: &str) {
    let path = format!("/api/events/{event}/players");
    crate::test_server::send(who.ask("POST", &path)).await.is(204);
}

/// Waits until an event is at a stage.
async fn reaches(who: &Visitor, event: &str, stage: &str) -> Value {
    for _ in 0..300 {
        let seen = view(who, event).await;
        if seen["stage"] == stage {
            return seen;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the event does not reach {stage}: {}", view(who, event).await);
}

/// In each game of the last round, the player in the second seat resigns.
async fn decide_all(players: &[(String, &Visitor)], event: &Value) {
    for table in event["rounds"].as_array().unwrap().last().unwrap()["tables"].as_array().unwrap() {
        let loser = table["seats"][1]["person"]["player"].as_str().unwrap();
        let (_, who) = players.iter().find(|(id, _)| id == loser).unwrap();
        act(who, table["regatta"].as_str().unwrap(), "out", json!({"type": "resign"})).await.is(200);
    }
}

async fn ben_resigns(ben: &Visitor, regatta: &str) {
    act(ben, regatta, "out", json!({"type": "resign"})).await.is(200);
}

/// Waits until a regatta has changed a player's rating like this.
async fn change(who: &Visitor, regatta: &str, player: &str, fits: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..200 {
        let stakes = who.get(&format!("/api/regattas/{regatta}/ratings")).await.is(200);
        let seat = stakes["seats"].as_array().unwrap().iter().find(|seat| seat["player"] == player).cloned();
        if let Some(change) = seat.and_then(|seat| seat["change"].as_f64()).filter(|change| fits(*change)) {
            return change;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the rating does not change as expected");
}

battery! {
    async fn an_evening_from_check_in_to_the_final_standings(server: TestServer) {
        let organiser = registered(&server, "Olga").await;
        let event = open_event(&organiser, settings(2, 2)).await;
        let path = |rest: &str| format!("/api/events/{event}{rest}");
        let guests = [server.guest("Ann").await, server.guest("Ben").await, server.guest("Cleo").await, server.guest("Dan").await];
        let mut players = Vec::new();
        for guest in &guests {
            check_in(guest, &event).await;
            players.push((id_of(guest).await, guest));
        }
        assert!(organiser.get("/api/events").await.is(200).as_array().unwrap().iter().any(|one| one["id"] == *event));
        let mut pairs = BTreeSet::new();
        for round in 1..=2 {
            organiser.post(&path("/rounds"), json!({"round": round})).await.is(204);
            organiser.post(&path("/rounds"), json!({"round": round})).await.refused(409, "already-started");
            organiser.post(&path("/rounds"), json!({"round": round + 1})).await.refused(409, "not-over");
            let seen = view(&guests[0], &event).await;
            assert_eq!(seen["stage"], "playing");
            for table in seen["rounds"][round - 1]["tables"].as_array().unwrap() {
                let mut pair = [0, 1].map(|seat| table["seats"][seat]["person"]["name"].as_str().unwrap().to_owned());
                pair.sort();
                assert!(pairs.insert(pair), "nobody meets twice");
                let game = guests[0].get(&format!("/api/regattas/{}", table["regatta"].as_str().unwrap())).await.is(200);
                assert_eq!(game["regatta"]["stage"], "live", "the game has started");
            }
            decide_all(&players, &seen).await;
            reaches(&guests[1], &event, if round == 1 { "between" } else { "done" }).await;
        }
        let server = server.restart().await;
        let [ann, organiser] = [guests.into_iter().next().unwrap(), organiser].map(|who| who.at(&server));
        let done = view(&ann, &event).await;
        let points: f64 = done["standings"].as_array().unwrap().iter().map(|line| line["points"].as_f64().unwrap()).sum();
        assert_eq!(points, 4.0, "each game gives one point, once: {done}");
        // The organiser corrects a result, and the reason stays.
        let ranks: Vec<u64> = done["rounds"][0]["tables"][0]["seats"].as_array().unwrap().iter().map(|seat| 3 - seat["rank"].as_u64().unwrap()).collect();
        let correction = json!({"round": 1, "table": 1, "ranks": ranks, "reason": "The wrong boat was counted."});
        ann.post(&path("/corrections"), correction.clone()).await.refused(403, "forbidden");
        let rude = json!({"round": 1, "table": 1, "ranks": ranks, "reason": "What a sh1t result."});
        organiser.post(&path("/corrections"), rude).await.refused(409, "name-taken");
        organiser.post(&path("/corrections"), correction.clone()).await.is(204);
        let table = view(&ann, &event).await["rounds"][0]["tables"][0].clone();
        assert_eq!(table["corrections"][0]["reason"], "The wrong boat was counted.");
        assert_eq!(table["seats"][0]["rank"], ranks[0]);
        let csv = ann.get(&path("/standings.csv")).await.is(200);
        let csv = csv.as_str().unwrap();
        assert!(csv.starts_with("place,name,points,games,wins,opponents\n1,") && csv.lines().count() == 5, "{csv}");
        crate::test_server::send(organiser.ask("POST", &path("/close"))).await.is(204);
        organiser.post(&path("/corrections"), correction).await.refused(409, "over");
        crate::test_server::send(ann.ask("POST", &path("/players"))).await.refused(409, "over");
        let exported = ann.get("/api/me/export").await.is(200);
        assert_eq!((&exported["events"][0]["id"], &exported["events"][0]["organised"]), (&json!(event), &json!(false)));
        assert!(exported["events"][0]["place"].is_u64());
        // Deleting oneself leaves the result without the name.
        ann.delete("/api/me").await.is(204);
        for _ in 0..100 {
            let seen = view(&organiser, &event).await;
            if !seen.to_string().contains("\"Ann\"") {
                server.close().await;
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("the name of a deleted player is still shown");
    }

    async fn what_is_not_allowed_in_an_event_is_refused(server: TestServer) {
        let (organiser, ann) = (registered(&server, "Olga").await, server.guest("Ann").await);
        ann.post("/api/events", settings(2, 1)).await.refused(403, "forbidden");
        for bad in [
            json!({"tables": 7}), json!({"clock": {"type": "none"}}), json!({"title": " "}), json!({"races": 0}),
            json!({"format": {"type": "rounds", "rounds": 0}}), json!({"surprise": 1}),
        ] {
            let mut wish = settings(2, 1);
            wish.as_object_mut().unwrap().extend(bad.as_object().unwrap().clone());
            organiser.post("/api/events", wish).await.refused(400, "bad-request");
        }
        let event = open_event(&organiser, settings(2, 1)).await;
        let path = |rest: &str| format!("/api/events/{event}{rest}");
        check_in(&ann, &event).await;
        crate::test_server::send(ann.ask("POST", &path("/players"))).await.refused(409, "already-seated");
        organiser.post(&path("/rounds"), json!({"round": 1})).await.refused(409, "not-ready");
        ann.post(&path("/rounds"), json!({"round": 1})).await.refused(403, "forbidden");
        crate::test_server::send(ann.ask("POST", &path("/close"))).await.refused(403, "forbidden");
        check_in(&organiser, &event).await;
        let olga = id_of(&organiser).await;
        ann.delete(&path(&format!("/players/{olga}"))).await.refused(403, "forbidden");
        organiser.post(&path("/rounds"), json!({"round": 2})).await.refused(409, "wrong-phase");
        organiser.post(&path("/rounds"), json!({"round": 1})).await.is(204);
        // A private regatta of the same two players is no game of the event.
        let regatta = ann.post("/api/regattas", json!({"seats": 2, "races": 1, "visibility": "private"})).await.is(201);
        let regatta = regatta["id"].as_str().unwrap();
        let invite = ann.get(&format!("/api/regattas/{regatta}")).await.is(200)["invite"].as_str().unwrap().to_owned();
        let there = format!("/api/regattas/{regatta}/actions?invite={invite}");
        for (who, id, action) in [
            (&organiser, "join", json!({"type": "join"})), (&organiser, "ready", json!({"type": "ready", "ready": true})),
            (&ann, "ready", json!({"type": "ready", "ready": true})), (&organiser, "out", json!({"type": "resign"})),
        ] {
            who.post(&there, json!({"id": id, "action": action})).await.is(200);
        }
        tokio::time::sleep(Duration::from_millis(1500)).await;
        let seen = view(&ann, &event).await;
        assert_eq!((&seen["stage"], &seen["standings"][0]["games"]), (&json!("playing"), &json!(0)));
        let rated = open_event(&organiser, { let mut wish = settings(2, 1); wish["rated"] = json!(true); wish }).await;
        crate::test_server::send(ann.ask("POST", &format!("/api/events/{rated}/players"))).await.refused(403, "forbidden");
        ann.get("/api/events/aaaaaaaaaaaaaaaa").await.refused(404, "not-found");
        server.close().await;
    }

    /// A correction reaches the ratings, and they stay those that follow from the logs. Organisers can't change ratings of
    /// games in which they sit themselves.
    async fn a_moderator_closes_an_event(server: TestServer) {
        let (boss, organiser, ann) = (operator(&server).await, registered(&server, "Olga").await, server.guest("Ann").await);
        let event = open_event(&organiser, settings(2, 2)).await;
        for who in [&organiser, &ann] {
            check_in(who, &event).await;
        }
        organiser.post(&format!("/api/events/{event}/rounds"), json!({"round": 1})).await.is(204);
        let close = json!({"type": "close-event", "event": event});
        moderate(&ann, close.clone()).await.refused(403, "forbidden");
        moderate(&organiser, close.clone()).await.refused(403, "forbidden");
        moderate(&boss, json!({"type": "close-event", "event": "aaaaaaaaaaaaaaaa"})).await.refused(404, "not-found");
        moderate(&boss, close.clone()).await.is(200);
        let seen = view(&ann, &event).await;
        assert_eq!((&seen["stage"], &seen["standings"][0]["games"]), (&json!("closed"), &json!(0)));
        organiser.post(&format!("/api/events/{event}/rounds"), json!({"round": 2})).await.refused(409, "over");
        // What is refused is not in the audit log.
        moderate(&boss, close).await.refused(409, "over");
        let lines = boss.get("/api/moderation/audit").await.is(200);
        let [line] = &lines.as_array().unwrap()[..] else { panic!("{lines}") };
        assert_eq!((&line["act"], &line["detail"]), (&json!("close-event"), &json!(event)));
        server.close().await;
    }

    async fn an_annulled_game_counts_as_a_tie(server: TestServer) {
        let boss = operator(&server).await;
        let organiser = registered(&server, "Olga").await;
        let event = open_event(&organiser, settings(2, 1)).await;
        let guests = [server.guest("Ann").await, server.guest("Ben").await];
        let mut players = Vec::new();
        for guest in &guests {
            check_in(guest, &event).await;
            players.push((id_of(guest).await, guest));
        }
        organiser.post(&format!("/api/events/{event}/rounds"), json!({"round": 1})).await.is(204);
        decide_all(&players, &view(&boss, &event).await).await;
        let points = |event: &Value| -> Vec<f64> {
            event["standings"].as_array().unwrap().iter().map(|line| line["points"].as_f64().unwrap()).collect()
        };
        let done = reaches(&boss, &event, "done").await;
        assert_eq!(points(&done), [1.0, 0.0]);
        let regatta = &done["rounds"][0]["tables"][0]["regatta"];
        moderate(&boss, json!({"type": "annul", "regatta": regatta})).await.is(200);
        let mut seen = view(&boss, &event).await;
        for _ in 0..300 {
            if points(&seen) == [0.5, 0.5] {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
            seen = view(&boss, &event).await;
        }
        assert_eq!(points(&seen), [0.5, 0.5]);
        server.close().await;
    }

    async fn a_corrected_result_is_rated_again(server: TestServer) {
        let (organiser, ann, ben) = (registered(&server, "Olga").await, registered(&server, "Ann").await, registered(&server, "Ben").await);
        let ids = [id_of(&organiser).await, id_of(&ann).await, id_of(&ben).await];
        let mut wish = settings(2, 1);
        wish["rated"] = json!(true);
        for (others, is_own) in [([&ann, &ben], false), ([&organiser, &ben], true)] {
            let event = open_event(&organiser, wish.clone()).await;
            for who in others {
                check_in(who, &event).await;
            }
            organiser.post(&format!("/api/events/{event}/rounds"), json!({"round": 1})).await.is(204);
            let seen = view(&ann, &event).await;
            let table = &seen["rounds"][0]["tables"][0];
            let regatta = table["regatta"].as_str().unwrap();
            // The first seat starts: the draw balances who does how often.
            let log = ann.get(&format!("/api/regattas/{regatta}/events")).await.is(200);
            let lake = log.as_array().unwrap().iter().find(|event| event["happening"]["type"] == "lake").unwrap();
            assert_eq!(lake["happening"]["starter"], "orange");
            ben_resigns(&ben, regatta).await;
            reaches(&ann, &event, "done").await;
            let won = change(&ann, regatta, &ids[2], |change| change < 0.0).await;
            let ranks: Vec<u8> = table["seats"].as_array().unwrap().iter().map(|seat| if seat["person"]["player"] == *ids[2] { 1 } else { 2 }).collect();
            let correction = json!({"round": 1, "table": 1, "ranks": ranks, "reason": "The wrong player resigned."});
            organiser.post(&format!("/api/events/{event}/corrections"), correction).await.is(204);
            match is_own {
                false => drop(change(&ann, regatta, &ids[2], |change| change > 0.0).await),
                true => {
                    tokio::time::sleep(Duration::from_millis(1200)).await;
                    assert_eq!(change(&ann, regatta, &ids[2], |_| true).await, won, "no rating changes");
                }
            }
        }
        let is_cluster = server.is_cluster();
        let place = server.stop().await;
        let store = Store::open_as(&place.database(), if is_cluster { Tenancy::Shared } else { Tenancy::Alone }).await.unwrap();
        let found = audit::verify(&store).await.unwrap();
        assert_eq!((found.matches, found.steps, found.differences.len()), (2, 4, 0));
        let stored = store.rating_steps().await.unwrap();
        audit::remake(&store).await.unwrap();
        assert_eq!(store.rating_steps().await.unwrap(), stored, "made again from nothing, to the bit");
        store.close().await;
        place.clear().await;
    }

    async fn two_servers_start_a_round_once_and_everybody_hears_of_it(server: TestServer) {
        let organiser = registered(&server, "Olga").await;
        let mut wish = settings(4, 3);
        wish["pilots"] = json!("rookie");
        let event = open_event(&organiser, wish).await;
        let path = |rest: &str| format!("/api/events/{event}{rest}");
        let guests = [server.guest("Ann").await, server.guest("Ben").await, server.guest("Cleo").await];
        let urls = server.urls();
        let url = format!("{}{}", urls[urls.len() - 1].replace("http", "ws"), path("/socket"));
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        assert_eq!(next(&mut socket).await["event"]["stage"], "check-in");
        for guest in &guests {
            check_in(guest, &event).await;
        }
        let start = || async { organiser.post(&path("/rounds"), json!({"round": 1})).await.status.as_u16() };
        let (one, other) = tokio::join!(start(), start());
        assert_eq!(BTreeSet::from([one, other]), BTreeSet::from([204, 409]), "the round starts once");
        let heard = loop {
            let message = next(&mut socket).await;
            if message["event"]["stage"] == "playing" {
                break message["event"].clone();
            }
        };
        let seats = heard["rounds"][0]["tables"][0]["seats"].as_array().unwrap();
        assert_eq!((heard["rounds"][0]["tables"].as_array().unwrap().len(), seats.len()), (1, 4));
        assert_eq!(seats.iter().filter(|seat| seat["pilot"] == "rookie").count(), 1, "a pilot fills the table");
        server.close().await;
    }

    async fn games_that_a_killed_server_had_drawn_are_opened_once_after_the_restart(server: TestServer) {
        let (organiser, ann, ben) = (registered(&server, "Olga").await, server.guest("Ann").await, server.guest("Ben").await);
        let event = open_event(&organiser, settings(2, 1)).await;
        check_in(&ann, &event).await;
        check_in(&ben, &event).await;
        let players = [id_of(&ann).await, id_of(&ben).await];
        // The server stores the round and is killed before it opens the game.
        let is_cluster = server.is_cluster();
        let place = server.stop().await;
        let tenancy = if is_cluster { Tenancy::Shared } else { Tenancy::Alone };
        let store = Store::open_as(&place.database(), tenancy).await.unwrap();
        let event_id = EventId::read(&event).unwrap();
        let game = game_id(&event_id, 1, 1);
        let what = json!({"type": "round-started", "tables": [players]}).to_string();
        let games = vec![(game.clone(), 1, 1)];
        let entry = EventEntry { event: event_id, seq: 4, actor: None, at: 1, what, stage: "playing", games, corrected: None };
        assert!(store.append_event(None, entry.clone()).await.unwrap());
        assert!(!store.append_event(None, entry).await.unwrap(), "another server can't start the round again");
        store.close().await;
        let server = match is_cluster {
            true => TestServer::open_cluster(place, unlimited()).await,
            false => TestServer::open(place, unlimited()).await,
        };
        let ann = ann.at(&server);
        for _ in 0..100 {
            if ann.get(&format!("/api/regattas/{game}")).await.status == 200 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let room = ann.get(&format!("/api/regattas/{game}")).await.is(200);
        assert_eq!((&room["regatta"]["stage"], &room["regatta"]["settings"]["title"]), (&json!("live"), &json!("Club evening")));
        assert_eq!(view(&ann, &event).await["rounds"][0]["tables"].as_array().unwrap().len(), 1);
        server.close().await;
    }

    async fn play_now_brings_those_who_wait_to_one_table(server: TestServer) {
        let (ann, ben, cleo) = (server.guest("Ann").await, server.guest("Ben").await, server.guest("Cleo").await);
        let ask = async |who: &Visitor, seats: u8| who.post("/api/play-now", json!({"seats": seats})).await.is(200);
        let first = ask(&ann, 2).await;
        assert_eq!((&first["regatta"], &first["waiting"], &first["offers_pilots"]), (&Value::Null, &json!(1), &json!(false)));
        ask(&cleo, 3).await;
        ask(&ben, 2).await;
        let mut found = Vec::new();
        for _ in 0..100 {
            found = vec![ask(&ann, 2).await["regatta"].clone(), ask(&ben, 2).await["regatta"].clone()];
            if found.iter().all(Value::is_string) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert_eq!(found[0], found[1], "the same game");
        let game = ann.get(&format!("/api/regattas/{}", found[0].as_str().unwrap())).await.is(200);
        assert_eq!((&game["regatta"]["stage"], &game["regatta"]["settings"]["rated"]), (&json!("live"), &Value::Null));
        let seated: BTreeSet<&str> = game["regatta"]["seats"].as_array().unwrap().iter().map(|seat| seat["name"].as_str().unwrap()).collect();
        assert_eq!(seated, BTreeSet::from(["Ann", "Ben"]));
        assert_eq!(ask(&cleo, 3).await["regatta"], Value::Null, "another size waits on");
        cleo.delete("/api/play-now").await.is(204);
        cleo.post("/api/play-now", json!({"seats": 7})).await.refused(400, "bad-request");
        server.visitor().post("/api/play-now", json!({"seats": 2})).await.refused(401, "not-signed-in");
        server.close().await;
    }
}
