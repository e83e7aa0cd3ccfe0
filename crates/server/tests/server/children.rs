//! Servers for children: nobody is shown in public, also who came after the server was started, and the operator sees everything.

use crate::battery;
use crate::cluster::eventually;
use crate::moderation::{moderate, operator};
use crate::safety::{id_of, token_of};
use crate::test_server::{PASSWORD, TestDatabase, TestServer, Visitor, send, unlimited};
use powerboats_ratings::Ladder;
use powerboats_server::{
    compete::ratings::{RatedMatch, RatedSeat, rate_all},
    config::Config,
    ids::{PlayerId, RegattaId},
    people::{boat_name, is_boat_name},
    store::{Commit, LogEntry, NewRow, Store, now},
};
use serde_json::json;

fn for_children() -> Config {
    Config { protected: true, ..unlimited() }
}

/// A match that the first player won.
async fn rated(store: &Store, players: [&PlayerId; 2], at: i64) -> RatedMatch {
    let regatta = RegattaId::random();
    let create = Some(NewRow { secret: "secret".to_owned(), invite: "invite".to_owned() });
    let entry = LogEntry { first: 1, last: 1, actor: None, action: None, at: 1, events: "[]".to_owned() };
    store.append(vec![Commit { create, ..Commit::new(regatta.clone(), entry) }]).await.unwrap();
    let seat = |(index, player): (usize, &&PlayerId)| RatedSeat {
        player: Some((*player).clone()),
        pilot: None,
        rank: 1 + index,
        forfeit: false,
    };
    RatedMatch { regatta, ladder: Ladder::Duel, at, seats: players.iter().enumerate().map(seat).collect() }
}

/// Sixty matches of these players, so that their ratings are settled.
async fn compete(place: &TestDatabase, players: [&PlayerId; 2]) {
    let store = Store::open(&place.database()).await.unwrap();
    let mut matches = Vec::new();
    for round in 0..60 {
        let order = if round % 3 == 0 { [players[1], players[0]] } else { players };
        matches.push(rated(&store, order, now() - 3_600_000 + round).await);
    }
    store.add_rated_matches(&matches).await.unwrap();
    rate_all(&store).await.unwrap();
    store.close().await;
}

/// Makes a player look as older versions stored new players of a server for children: protected, but in no list of those who
/// are not shown.
async fn show(place: &TestDatabase, player: &PlayerId) {
    let store = Store::open(&place.database()).await.unwrap();
    store.set_hidden(player, false).await.unwrap();
    store.set_private_profile(player, false).await.unwrap();
    store.close().await;
}

async fn player(who: &Visitor) -> PlayerId {
    PlayerId::read(&id_of(who).await).unwrap()
}

async fn registered(server: &TestServer, name: &str) -> Visitor {
    let visitor = server.guest(name).await;
    visitor.post("/api/me/register", json!({"login": name.to_lowercase(), "password": PASSWORD})).await.is(200);
    visitor
}

/// Checks that another player and a visitor see nothing of somebody.
async fn is_shown_nowhere(server: &TestServer, eve: &Visitor, who: &PlayerId) {
    for reader in [eve, &server.visitor()] {
        reader.get(&format!("/api/players/{who}")).await.refused(404, "not-found");
        reader.get(&format!("/api/players/{who}/ratings/duel")).await.refused(404, "not-found");
        let ladder = reader.get("/api/ladders/duel").await.is(200);
        assert_eq!((&ladder["total"], &ladder["players"]), (&json!(0), &json!([])));
    }
    let followed = eve.get("/api/me/following").await.is(200);
    assert_eq!((&followed[0]["player"], &followed[0]["online"]), (&json!(who), &json!(false)), "{followed}");
}

battery! {
    async fn new_players_of_a_server_for_children_are_shown_nowhere(server: TestServer) {
        let server = TestServer::open(server.stop().await, for_children()).await;
        let (ben, eve) = (server.guest("Ben").await, server.guest("Eve").await);
        let (ben_id, eve_id, token) = (player(&ben).await, player(&eve).await, token_of(&ben).await);
        let eve_token = token_of(&eve).await;
        assert_eq!(ben.get("/api/me/visibility").await.is(200), json!({"online": false, "profile": false}));
        send(eve.ask("PUT", &format!("/api/me/following/{ben_id}"))).await.is(204);
        let place = server.stop().await;
        compete(&place, [&ben_id, &eve_id]).await;
        let server = TestServer::open(place, for_children()).await;
        let _online = crate::safety::socket(&server.url, "/api/lobby/socket", Some(&token)).await;
        let eve = server.known("authorization", &format!("Bearer {eve_token}"));
        is_shown_nowhere(&server, &eve, &ben_id).await;
        // Those whom an older version has stored.
        let place = server.stop().await;
        show(&place, &ben_id).await;
        show(&place, &eve_id).await;
        let server = TestServer::open(place, for_children()).await;
        let _online = crate::safety::socket(&server.url, "/api/lobby/socket", Some(&token)).await;
        let eve = server.known("authorization", &format!("Bearer {eve_token}"));
        is_shown_nowhere(&server, &eve, &ben_id).await;
        // Whoever lifts the protection later stays hidden until they want to be shown.
        let server = TestServer::open(server.stop().await, unlimited()).await;
        let ben = server.known("authorization", &format!("Bearer {token}"));
        ben.put("/api/me/protection", json!({"protected": false, "pin": "1234"})).await.is(200);
        assert_eq!(ben.get("/api/me/visibility").await.is(200), json!({"online": false, "profile": false}));
        ben.put("/api/me/visibility", json!({"online": true, "profile": true})).await.is(200);
        server.visitor().get(&format!("/api/players/{ben_id}")).await.is(200);
        server.close().await;
    }

    /// The operator is no player: reasons and names are not taken out for them. Descriptions of the server have no texts of
    /// players at all.
    async fn the_operator_of_a_server_for_children_reads_everything(server: TestServer) {
        let known = server.visitor().get("/api/openapi.json").await.is(200);
        let server = TestServer::open(server.stop().await, for_children()).await;
        let boss = operator(&server).await;
        let ann = server.guest("Ann").await;
        let ann_id = player(&ann).await;
        moderate(&boss, json!({"type": "warn", "player": ann_id})).await.is(200);
        let told = json!({"player": player(&server.guest("Ben").await).await, "reason": "other", "text": "He is rude."});
        ann.post("/api/reports", told).await.is(201);
        assert_eq!(boss.get("/api/moderation/audit").await.is(200)[0]["reason"], "it must be");
        let found = boss.get(&format!("/api/moderation/players?find={ann_id}")).await.is(200);
        assert_eq!(found[0]["name"], boat_name(&ann_id));
        assert_eq!(boss.get("/api/moderation/reports").await.is(200)[0]["text"], "He is rude.");
        assert_eq!(ann.get("/api/me/warning").await.is(200)["text"], "", "a protected player gets no text");
        for reader in [&ann, &boss, &server.visitor()] {
            let api = reader.get("/api/openapi.json").await.is(200);
            assert_eq!((&api["info"]["title"], &api["paths"]), (&known["info"]["title"], &known["paths"]));
            assert!(reader.get("/api/asyncapi.json").await.is(200)["info"]["title"].as_str().is_some_and(|it| !it.is_empty()));
        }
        server.close().await;
    }

    /// Somebody must do it there, too: whom the operator gives a role reads what others write, and is shown as a boat.
    async fn moderators_and_organisers_of_a_server_for_children_can_do_their_work(server: TestServer) {
        let server = TestServer::open(server.stop().await, for_children()).await;
        let boss = operator(&server).await;
        let [child, ben, mona, otto] = [server.guest("Xaverina").await, server.guest("Ben").await,
            registered(&server, "Mona").await, registered(&server, "Otto").await];
        let child_id = player(&child).await;
        let boat = boat_name(&child_id);
        for (who, role) in [(&mona, "moderator"), (&otto, "organiser")] {
            moderate(&boss, json!({"type": "role", "player": player(who).await, "role": role})).await.is(200);
        }
        let report = json!({"player": child_id, "reason": "name", "text": "Her name is rude."});
        ben.post("/api/reports", report).await.is(201);
        for who in [&ben, &otto] {
            who.get("/api/moderation/reports").await.refused(403, "forbidden");
        }
        let report = mona.get("/api/moderation/reports").await.is(200)[0].clone();
        assert_eq!((&report["name"], &report["text"]), (&json!(boat), &json!("Her name is rude.")));
        mona.get(&format!("/api/moderation/reports/{}/log", report["id"].as_str().unwrap())).await.is(200);
        let found = mona.get(&format!("/api/moderation/players?find={child_id}")).await.is(200);
        assert_eq!((&found[0]["name"], &found[0]["protected"]), (&json!(boat), &json!(true)));
        moderate(&mona, json!({"type": "rename", "player": child_id})).await.is(200);
        moderate(&mona, json!({"type": "close-report", "report": report["id"]})).await.is(200);
        assert_eq!(child.get("/api/me").await.is(200)["name"], boat, "the name is gone, also after the protection");
        assert_eq!(mona.get("/api/moderation/audit").await.is(200)[0]["reason"], "it must be");

        // An event is called like a boat, whatever the organiser writes.
        let settings = json!({"title": "Zorvex", "format": {"type": "rounds", "rounds": 2}, "tables": 2,
            "clock": {"type": "live", "turn": 600, "bank": 600}});
        ben.post("/api/events", settings.clone()).await.refused(403, "phrases-only");
        let event = otto.post("/api/events", settings).await.is(201)["id"].as_str().unwrap().to_owned();
        let path = format!("/api/events/{event}");
        for who in [&child, &ben] {
            send(who.ask("POST", &format!("{path}/players"))).await.is(204);
        }
        otto.post(&format!("{path}/rounds"), json!({"round": 1})).await.is(204);
        let correction = json!({"round": 1, "table": 1, "ranks": [1, 2], "reason": "Snorvelt saw it."});
        otto.post(&format!("{path}/corrections"), correction).await.is(204);
        let shown = otto.get(&path).await.is(200);
        let title = shown["settings"]["title"].as_str().unwrap();
        assert!(is_boat_name(title), "{title}");
        let regatta = shown["rounds"][0]["tables"][0]["regatta"].as_str().unwrap();
        for reader in [&child, &ben, &mona, &otto, &server.visitor()] {
            for path in [&path, "/api/events", &format!("/api/regattas/{regatta}")] {
                let told = reader.get(path).await.is(200).to_string();
                assert!(!["Zorvex", "Snorvelt", "Xaverina", "Otto"].iter().any(|word| told.contains(word)), "{path}: {told}");
                assert!(told.contains(title), "{path}: {told}");
            }
        }
        server.close().await;
    }

    /// It is left out when the reason is written, in capital or small letters: later nobody changes the log.
    async fn the_reason_for_closing_a_report_has_no_name(server: TestServer) {
        let boss = operator(&server).await;
        let (ann, ben) = (server.guest("Quillaby").await, server.guest("Ben").await);
        let told = json!({"player": player(&ann).await, "reason": "other", "text": "Too slow."});
        ben.post("/api/reports", told).await.is(201);
        let report = boss.get("/api/moderation/reports").await.is(200)[0]["id"].clone();
        let act = json!({"type": "close-report", "report": report});
        let told = json!({"act": act, "reason": "QUILLABY was fine, said quillaby's friend"});
        boss.post("/api/moderation/acts", told).await.is(200);
        let audit = boss.get("/api/moderation/audit").await.is(200);
        assert_eq!(audit[0]["reason"], "… was fine, said …'s friend");
        server.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_for_children_plays_seasons() {
    let season = "length=600s wait=1s games=4".parse().unwrap();
    let server = TestServer::open(TestDatabase::sqlite(), Config { season, ..for_children() }).await;
    let mut players = Vec::new();
    for name in ["Quillaby", "Zorvex", "Wimbrel", "Snorvelt"] {
        let who = registered(&server, name).await;
        who.post("/api/me/season", json!({})).await.is(201);
        players.push(who);
    }
    let group = "/api/seasons/1/groups/1";
    eventually("its duels are open", async || {
        let shown = players[0].get(group).await;
        shown.status == 200 && shown.body["games"].as_array().unwrap().iter().all(|game| game["stage"] == "running")
    })
    .await;
    let regatta = players[0].get(group).await.is(200)["games"][0]["regatta"].as_str().unwrap().to_owned();
    for (index, reader) in players.iter().enumerate() {
        let boat = boat_name(&player(reader).await);
        for path in [group, "/api/seasons", "/api/seasons/1", &format!("/api/regattas/{regatta}"), "/api/me/season"] {
            let told = reader.get(path).await.is(200).to_string();
            let names = ["Quillaby", "Zorvex", "Wimbrel", "Snorvelt"];
            assert!(
                names.iter().enumerate().all(|(other, name)| other == index || !told.contains(name)),
                "{path}: {told}"
            );
            assert!(path != group || told.contains(&boat), "{told}");
        }
    }
    server.close().await;
}
