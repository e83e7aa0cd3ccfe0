//! Protection of children, and manners, on both databases and on a cluster: path by path, by searching the bytes.

use crate::battery;
use crate::cluster::{Socket, eventually};
use crate::strangers::stranger;
use crate::test_server::{PASSWORD, TestServer, Visitor, act, open, phrase, send, unlimited};
use futures_util::StreamExt;
use powerboats_server::{config::Config, ids::PlayerId, people::boat_name};
use serde_json::{Value, json};
use std::time::Duration;
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};

/// The name of the child, which nobody else may ever get.
const CHILD: &str = "Xaverina";

/// What the others write, which the child may never get.
const WORDS: [&str; 6] = ["Quillaby", "Zorvex", "frumious", "Blonkert", "Snorvelt", "Wimbrel"];

pub async fn id_of(who: &Visitor) -> String {
    who.get("/api/me").await.is(200)["id"].as_str().unwrap().to_owned()
}

pub async fn token_of(who: &Visitor) -> String {
    who.post("/api/me/tokens", json!({"label": "test"})).await.is(201)["token"].as_str().unwrap().to_owned()
}

/// Everything that an address answers, headers included, as text.
async fn bytes(who: &Visitor, path: &str) -> String {
    let answer = who.ask("GET", path).send().await.unwrap();
    assert!(answer.status().as_u16() < 500, "{path}: {answer:?}");
    let headers = format!("{:?}", answer.headers());
    headers + &answer.text().await.unwrap()
}

pub async fn socket(url: &str, path: &str, token: Option<&str>) -> Socket {
    let mut request = format!("{}{path}", url.replace("http", "ws")).into_client_request().unwrap();
    if let Some(token) = token {
        request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    tokio_tungstenite::connect_async(request).await.unwrap().0
}

/// What a socket sends within a moment.
pub async fn heard(socket: &mut Socket) -> String {
    let mut all = String::new();
    while let Ok(Some(Ok(message))) = tokio::time::timeout(Duration::from_millis(700), socket.next()).await {
        if let Message::Text(text) = message {
            all += &text;
        }
    }
    all
}

async fn protect(who: &Visitor) {
    let answer = who.put("/api/me/protection", json!({"protected": true, "pin": "2468"})).await.is(200);
    assert_eq!(answer["protected"], true);
}

/// Two players who are seated, ready and racing, in a regatta with texts of the host in it.
async fn race(ann: &Visitor, child: &Visitor) -> String {
    let settings = json!({"seats": 2, "races": 1, "title": "Zorvex"});
    let regatta = open(ann, settings).await;
    act(ann, &regatta, "alone", json!({"type": "chat", "text": "frumious me"})).await.is(200);
    act(child, &regatta, "join", json!({"type": "join"})).await.is(200);
    for who in [ann, child] {
        act(who, &regatta, "hi", phrase("hello")).await.is(200);
        act(who, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
    }
    regatta
}

/// An evening with the child, a round that is over, and a correction.
async fn evening(ann: &Visitor, child: &Visitor) -> String {
    let clock = json!({"type": "live", "turn": 600, "bank": 600});
    let settings = json!({"title": "Blonkert", "format": {"type": "rounds", "rounds": 2}, "tables": 2, "clock": clock});
    let event = ann.post("/api/events", settings).await.is(201)["id"].as_str().unwrap().to_owned();
    for who in [ann, child] {
        send(who.ask("POST", &format!("/api/events/{event}/players"))).await.is(204);
    }
    ann.post(&format!("/api/events/{event}/rounds"), json!({"round": 1})).await.is(204);
    let correction = json!({"round": 1, "table": 1, "ranks": [1, 2], "reason": "Snorvelt saw it."});
    ann.post(&format!("/api/events/{event}/corrections"), correction).await.is(204);
    event
}

battery! {
    async fn a_protected_name_reaches_nobody_and_no_text_reaches_the_child(server: TestServer) {
        let bus = match server.is_cluster() {
            true => {
                let (client, subjects) = stranger(&server).await;
                Some(client.subscribe(format!("{subjects}.>")).await.unwrap())
            }
            false => None,
        };
        let (ann, child) = (server.talker("Quillaby").await, server.guest(CHILD).await);
        let eve = server.guest("Wimbrel").await;
        child.post("/api/me/register", json!({"login": "child", "password": PASSWORD})).await.is(200);
        let [ann_id, child_id] = [id_of(&ann).await, id_of(&child).await];
        let before = open(&ann, json!({"seats": 3})).await;
        act(&child, &before, "join", json!({"type": "join"})).await.is(200);
        protect(&child).await;
        let boat = boat_name(&PlayerId::read(&child_id).unwrap());
        let me = child.get("/api/me").await.is(200);
        assert_eq!((&me["name"], &me["boat"]), (&json!(CHILD), &json!(boat)));
        // Other nodes know within two seconds.
        eventually("the name is gone", async || {
            for url in server.urls() {
                let told = reqwest::get(format!("{url}/api/regattas/{before}")).await.unwrap().text().await.unwrap();
                let listed = reqwest::get(format!("{url}/api/regattas")).await.unwrap().text().await.unwrap();
                if told.contains(CHILD) || listed.contains(CHILD) || !told.contains(&boat) {
                    return false;
                }
            }
            true
        }).await;
        let (ann_token, child_token) = (token_of(&ann).await, token_of(&child).await);
        let regatta = race(&ann, &child).await;
        let event = evening(&ann, &child).await;
        child.ask("PUT", &format!("/api/me/following/{ann_id}")).send().await.unwrap();
        eve.ask("PUT", &format!("/api/me/following/{child_id}")).send().await.unwrap();
        child.put(&format!("/api/me/blocks/{}", id_of(&eve).await), json!({"kind": "mute"})).await.is(204);
        ann.post("/api/reports", json!({"player": child_id, "regatta": regatta, "reason": "other", "text": "Quillaby says"})).await.is(201);
        // While both play, everything that happens reaches these sockets.
        let paths = [format!("/api/regattas/{regatta}/socket"), format!("/api/regattas/{regatta}/socket?since=0"),
            "/api/lobby/socket".to_owned(), format!("/api/events/{event}/socket")];
        let (mut theirs, mut childs) = (vec![], vec![]);
        for (path, url) in paths.iter().zip(server.urls().iter().cycle()) {
            theirs.push(socket(url, path, Some(&ann_token)).await);
            theirs.push(socket(url, path, None).await);
            childs.push(socket(url, path, Some(&child_token)).await);
        }
        act(&ann, &regatta, "said", json!({"type": "chat", "text": "frumious"})).await.refused(403, "phrases-only");
        act(&child, &regatta, "said", json!({"type": "chat", "text": "hi"})).await.refused(403, "phrases-only");
        act(&child, &regatta, "wow", phrase("wow")).await.is(200);
        act(&ann, &regatta, "resign", json!({"type": "resign"})).await.is(200);
        for mut socket in theirs {
            let told = heard(&mut socket).await;
            assert!(!told.is_empty() && !told.contains(CHILD), "{told}");
        }
        for mut socket in childs {
            let told = heard(&mut socket).await;
            assert!(!told.is_empty());
            assert!(WORDS.iter().all(|word| !told.contains(word)), "{told}");
        }
        let all = [
            format!("/api/regattas/{regatta}"), format!("/api/regattas/{regatta}/events"),
            format!("/api/regattas/{regatta}/record"), format!("/api/regattas/{regatta}/chart.svg"),
            format!("/api/regattas/{regatta}/analysis"), format!("/api/regattas/{before}"), "/api/regattas".to_owned(),
            "/api/events".to_owned(), format!("/api/events/{event}"), format!("/api/events/{event}/standings.csv"),
            format!("/api/players/{ann_id}"), format!("/api/players/{child_id}"), "/api/ladders/duel".to_owned(),
            format!("/api/players/{ann_id}/ratings/duel"), "/api/me/regattas".to_owned(), "/api/me/following".to_owned(),
            "/api/me/export".to_owned(), "/api/me/season".to_owned(), "/api/seasons".to_owned(), "/api/daily/today".to_owned(),
            "/api/daily/today/results".to_owned(), "/api/me/blocks".to_owned(), "/api/me/protection".to_owned(),
        ];
        let mut seen = String::new();
        for path in &all {
            for who in [&ann, &eve, &server.visitor()] {
                let told = bytes(who, path).await;
                assert!(!told.contains(CHILD), "{path}: {told}");
                seen += &told;
            }
            let told = bytes(&child, path).await;
            assert!(WORDS.iter().all(|word| !told.contains(word)), "{path}: {told}");
        }
        assert!(WORDS.iter().all(|word| *word == "Wimbrel" || seen.contains(word)), "the others do get these words");
        let standings = ann.get(&format!("/api/events/{event}")).await.is(200)["standings"].to_string();
        assert!(standings.contains(&boat), "in standings under the boat's name: {standings}");
        // No public list shows the child, not even as a boat.
        for path in ["/api/regattas", "/api/ladders/duel"] {
            let told = bytes(&eve, path).await;
            assert!(!told.contains(&boat) && !told.contains(&child_id), "{path}: {told}");
        }
        eve.get(&format!("/api/players/{child_id}")).await.refused(404, "not-found");
        if let Some(mut bus) = bus {
            let mut count = 0;
            while let Ok(Some(message)) = tokio::time::timeout(Duration::from_millis(300), bus.next()).await {
                let told = String::from_utf8_lossy(&message.payload).into_owned();
                // Before the protection the name was public.
                count += usize::from(told.contains(&boat));
                assert!(!(told.contains(&regatta) || told.contains(&event)) || !told.contains(CHILD), "{told}");
            }
            assert!(count > 0, "the other nodes show the boat");
        }
        server.close().await;
    }

    /// A game that is carried to another device has names that people typed.
    async fn only_protected_players_themselves_carry_their_games(server: TestServer) {
        let (ann, child, anybody) = (server.guest("Ann").await, server.guest("Xaverina").await, server.visitor());
        protect(&child).await;
        let send = async |who: &Visitor, game: &str| {
            let sent = who.post("/api/carry", json!({"game": game})).await.is(201);
            format!("/api/carry/{}", sent["code"].as_str().unwrap())
        };
        for sender in [&ann, &anybody] {
            let path = send(sender, "Zanzibar").await;
            let refused = child.get(&path).await;
            assert!(!refused.body.to_string().contains("Zanzibar"), "{refused:?}");
            refused.refused(403, "forbidden");
            ann.get(&path).await.is(200); // it was not used up
        }
        let path = send(&child, "Xaverina").await;
        for reader in [&ann, &anybody] {
            let refused = reader.get(&path).await;
            assert!(!refused.body.to_string().contains("Xaverina"), "{refused:?}");
            refused.refused(403, "forbidden");
        }
        assert_eq!(child.get(&path).await.is(200)["game"], "Xaverina");
        // Nobody else gets it after its sender is gone either.
        let path = send(&child, "Xaverina").await;
        child.delete("/api/me").await.is(204);
        ann.get(&path).await.refused(404, "not-found");
        server.close().await;
    }

    async fn a_pin_lifts_the_protection(server: TestServer) {
        let ann = server.guest("Ann").await;
        for bad in ["", "12", "12ab", "1234567890123"] {
            ann.put("/api/me/protection", json!({"protected": true, "pin": bad})).await.refused(400, "bad-request");
        }
        protect(&ann).await;
        protect(&ann).await; // the second time nothing changes
        let lift = |pin: &str| ann.put("/api/me/protection", json!({"protected": false, "pin": pin}));
        lift("1234").await.refused(403, "wrong-password");
        let renamed = ann.patch("/api/me", json!({"name": "Zoë"})).await.is(200);
        assert_eq!(renamed["name"], "Zoë");
        let regatta = open(&ann, json!({"seats": 2})).await;
        let shown = server.visitor().get(&format!("/api/regattas/{regatta}")).await.is(200);
        assert_eq!(shown["regatta"]["seats"][0]["name"], renamed["boat"]);
        for (method, path, body) in [
            ("POST", "/api/regattas", json!({"seats": 2, "title": "mine"})),
            ("PUT", "/api/me/chat", json!({"free": true})),
            ("PUT", "/api/me/visibility", json!({"online": true})),
        ] {
            let answer = send(ann.ask(method, path).json(&body)).await;
            assert_eq!(answer.status.as_u16(), 403, "{path}: {answer:?}");
        }
        ann.post("/api/regattas", json!({"seats": 2, "salt": "call me"})).await.refused(400, "bad-request");
        lift("2468").await.is(200);
        let shown = server.visitor().get(&format!("/api/regattas/{regatta}")).await.is(200);
        eventually("the name is back", async || {
            server.visitor().get(&format!("/api/regattas/{regatta}")).await.is(200)["regatta"]["seats"][0]["name"] == "Zoë"
        }).await;
        drop(shown);
        server.close().await;
    }

    async fn free_chat_needs_everybody_at_the_table(server: TestServer) {
        let (ann, ben, cid) = (server.talker("Ann").await, server.talker("Ben").await, server.guest("Cid").await);
        cid.put("/api/me/chat", json!({"free": true})).await.refused(403, "forbidden");
        let regatta = open(&ann, json!({"seats": 3})).await;
        act(&ben, &regatta, "join", json!({"type": "join"})).await.is(200);
        assert_eq!(ann.get(&format!("/api/regattas/{regatta}")).await.is(200)["free_chat"], true);
        act(&ann, &regatta, "1", json!({"type": "chat", "text": "ahoy"})).await.is(200);
        act(&cid, &regatta, "1", json!({"type": "chat", "text": "ahoy"})).await.refused(403, "phrases-only");
        act(&cid, &regatta, "2", phrase("good-luck")).await.is(200);
        act(&cid, &regatta, "3", json!({"type": "phrase", "phrase": "what I like"})).await.refused(400, "bad-request");
        act(&cid, &regatta, "join", json!({"type": "join"})).await.is(200);
        act(&ann, &regatta, "4", json!({"type": "chat", "text": "ahoy"})).await.refused(403, "phrases-only");
        assert_eq!(ann.get(&format!("/api/regattas/{regatta}")).await.is(200)["free_chat"], false);
        act(&cid, &regatta, "leave", json!({"type": "leave"})).await.is(200);
        act(&ben, &regatta, "5", json!({"type": "chat", "text": "again"})).await.is(200);
        ben.put("/api/me/chat", json!({"free": false})).await.is(200);
        eventually("every node knows", async || {
            let id = powerboats_server::ids::random_text(8);
            act(&ann, &regatta, &id, json!({"type": "chat", "text": "ahoy"})).await.status == 403
        }).await;
        server.close().await;
    }

    async fn reports_are_bounded_and_need_a_player(server: TestServer) {
        let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
        let ben_id = id_of(&ben).await;
        let private = open(&ben, json!({"seats": 2, "visibility": "private"})).await;
        let report = |more: Value| {
            let mut report = json!({"player": ben_id, "reason": "name"});
            report.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            ann.post("/api/reports", report)
        };
        // The server answers before it has read everything, so a client may lose the connection while it still writes.
        let huge = json!({"player": ben_id, "reason": "name", "text": "x".repeat(10 << 20)});
        if let Ok(answer) = ann.ask("POST", "/api/reports").json(&huge).send().await {
            assert_eq!(answer.status().as_u16(), 413);
        }
        report(json!({"text": "x".repeat(80 << 10)})).await.refused(413, "too-large");
        report(json!({"text": "x".repeat(1001)})).await.refused(400, "bad-request");
        report(json!({"text": "a\u{202e}b"})).await.refused(400, "bad-request");
        report(json!({"reason": "because"})).await.refused(400, "bad-request");
        report(json!({"player": PlayerId::random()})).await.refused(404, "not-found");
        report(json!({"regatta": private})).await.refused(404, "not-found");
        assert_eq!(ann.get("/api/me/export").await.is(200)["reports"], json!([]), "nothing was stored");
        for number in 0..20 {
            report(json!({"text": format!("{number} 👩‍👩‍👧 مرحبا")})).await.is(201);
        }
        report(json!({})).await.refused(409, "too-many");
        assert_eq!(ann.get("/api/me/export").await.is(200)["reports"].as_array().unwrap().len(), 20);
        server.close().await;
    }

    async fn names_pass_a_filter(server: TestServer) {
        let ann = server.visitor();
        let stacked = format!("a{}", "\u{301}".repeat(20));
        for bad in ["fuck", "F.U.C.K", "Adm1n", "Mоderator", "0perat0r", "a\u{202e}b", "\u{200b}", &stacked] {
            let answer = ann.post("/api/me", json!({"name": bad})).await;
            assert!(answer.status.is_client_error(), "{bad}: {answer:?}");
        }
        for good in ["🚤🌊", "محمد", "Zoë", "名前"] {
            server.guest(good).await;
        }
        let ben = server.guest("Ben").await;
        ben.post("/api/regattas", json!({"seats": 2, "title": "sh1t"})).await.refused(409, "name-taken");
        ben.post("/api/regattas", json!({"seats": 2, "title": stacked})).await.refused(400, "bad-request");
        server.close().await;
    }

    async fn a_hidden_title_can_not_be_guessed(server: TestServer) {
        let (ann, ben, child) = (server.guest("Ann").await, server.guest("Ben").await, server.guest("Xaverina").await);
        protect(&child).await;
        let regatta = open(&ann, json!({"seats": 2, "title": "Zorvex"})).await;
        let finds = async |who: &Visitor, query: &str| {
            who.get(&format!("/api/regattas?{query}")).await.is(200).to_string().contains(&regatta)
        };
        assert!(finds(&ben, "title=zor").await && !finds(&ben, "title=zoo").await);
        assert!(finds(&child, "free=true").await && !finds(&child, "title=zor").await);
        protect(&ann).await;
        // Other nodes know within two seconds.
        eventually("nobody finds it", async || !finds(&ben, "title=zor").await && !finds(&ann, "title=zor").await).await;
        assert!(finds(&ben, "free=true").await && finds(&ben, "title=").await);
        server.close().await;
    }

    async fn a_server_for_children_protects_everybody(server: TestServer) {
        let ann = server.talker("Quillaby").await;
        let cookie_of_before = ann.get("/api/me").await.is(200)["id"].as_str().unwrap().to_owned();
        let token = token_of(&ann).await;
        let server = TestServer::open(server.stop().await, Config { protected: true, ..unlimited() }).await;
        let ann = server.known("authorization", &format!("Bearer {token}"));
        let me = ann.get("/api/me").await.is(200);
        assert_eq!((&me["name"], &me["free_chat"]), (&json!("Quillaby"), &json!(false)));
        assert_eq!(me["boat"], boat_name(&PlayerId::read(&cookie_of_before).unwrap()));
        let ben = server.guest(CHILD).await;
        let regatta = open(&ben, json!({"seats": 2})).await;
        act(&ann, &regatta, "join", json!({"type": "join"})).await.is(200);
        for who in [&ann, &server.visitor()] {
            for path in [format!("/api/regattas/{regatta}"), "/api/regattas".to_owned()] {
                assert!(!bytes(who, &path).await.contains(CHILD), "{path}");
            }
        }
        act(&ann, &regatta, "1", json!({"type": "chat", "text": "hi"})).await.refused(403, "phrases-only");
        act(&ann, &regatta, "2", phrase("hello")).await.is(200);
        ben.put("/api/me/protection", json!({"protected": false, "pin": "1234"})).await.refused(403, "forbidden");
        ben.post("/api/regattas", json!({"seats": 2, "title": "mine"})).await.refused(403, "phrases-only");
        // Once the server is for everybody, players can lift it themselves.
        let server = TestServer::open(server.stop().await, unlimited()).await;
        let ann = server.known("authorization", &format!("Bearer {token}"));
        assert!(ann.get("/api/me").await.is(200)["boat"].is_string());
        ann.put("/api/me/protection", json!({"protected": false, "pin": "1234"})).await.is(200);
        assert_eq!(ann.get("/api/me").await.is(200)["boat"], Value::Null);
        server.close().await;
    }
}
