//! Rate limits over HTTP on both databases: what one address or one player may ask for.

use crate::battery;
use crate::test_server;
use crate::test_server::{PASSWORD, TestServer, Visitor, act, begin_with_pilot, open, phrase, send, unlimited};
use futures_util::{SinkExt, StreamExt};
use powerboats_server::config::{Config, Rates};
use serde_json::json;
use std::time::Duration;
use tokio_tungstenite::{connect_async, tungstenite::Message};

/// Restarts a server with these limits.
async fn limited(server: TestServer, rates: Rates) -> TestServer {
    TestServer::open(server.stop().await, Config { rates, ..unlimited() }).await
}

battery! {
    async fn requests_for_the_same_chart_share_one_drawing(server: TestServer) {
        let regatta = begin_with_pilot(&server.guest("Ann").await, json!({"seats": 2, "races": 1, "clock": {"type": "none"}})).await;
        tokio::time::sleep(Duration::from_secs(1)).await; // the pilot has placed its boat
        // Enough for ten requests and one drawing, but not for two.
        let server = limited(server, Rates { requests: 40, ..Rates::OFF }).await;
        let visitor = server.visitor();
        let path = format!("/api/regattas/{regatta}/chart.svg");
        let answers = futures_util::future::join_all((0..10).map(|_| visitor.get(&path))).await;
        assert!(answers.iter().all(|answer| answer.status.as_u16() == 200), "{:?}", answers.last());
        server.close().await;
    }

    async fn wrong_passwords_lock_nobody_out_elsewhere(server: TestServer) {
        server.guest("Ann").await.post("/api/me/register", json!({"login": "ann", "password": PASSWORD})).await.is(200);
        let rates = Rates { sign_ins: 3, ..Rates::OFF };
        let server = TestServer::open(server.stop().await, Config { rates, trust_proxy: true, ..unlimited() }).await;
        let visitor = server.visitor();
        let attempt = async |address: &str, password: &str| {
            let body = json!({"login": "ann", "password": password});
            send(visitor.ask("POST", "/api/sessions").header("x-forwarded-for", address).json(&body)).await
        };
        for address in ["1.1.1.1", "2.2.2.2"] {
            for _ in 0..3 {
                attempt(address, "wrong horse").await.refused(403, "wrong-password");
            }
            attempt(address, "wrong horse").await.refused(429, "too-fast");
        }
        for _ in 0..5 {
            attempt("3.3.3.3", PASSWORD).await.is(200);
        }
        server.close().await;
    }

    async fn a_player_can_host_a_limited_number_of_regattas(server: TestServer) {
        let server = limited(server, Rates { rooms: 12, ..Rates::OFF }).await;
        let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
        let mut opened = vec![];
        for _ in 0..10 {
            opened.push(open(&ann, json!({"seats": 2, "races": 1})).await);
        }
        let refused = ann.post("/api/regattas", json!({"seats": 2})).await;
        assert!(refused.body["message"].as_str().unwrap().contains("close one"), "{refused:?}");
        refused.refused(409, "too-many");
        open(&ben, json!({"seats": 2})).await;
        act(&ann, &opened[0], "close", json!({"type": "close"})).await.is(200);
        // Once some have started, more can be opened, up to the limit on all unfinished ones.
        for regatta in &opened[1..4] {
            act(&ben, regatta, "join", json!({"type": "join"})).await.is(200);
            act(&ben, regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
            act(&ann, regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        }
        for _ in 0..3 {
            open(&ann, json!({"seats": 2})).await;
        }
        ann.post("/api/regattas", json!({"seats": 2})).await.refused(409, "too-many");
        // The limit also holds after a restart, and for many requests at once.
        let rates = Rates { rooms: 12, ..Rates::OFF };
        let server = limited(server, rates).await;
        let cid = server.guest("Cid").await;
        let asked = (0..20).map(|_| cid.post("/api/regattas", json!({"seats": 2})));
        let answers = futures_util::future::join_all(asked).await;
        let opened = answers.iter().filter(|answer| answer.status.as_u16() == 201).count();
        assert!((1..=10).contains(&opened), "{opened}");
        for _ in opened..10 {
            open(&cid, json!({"seats": 2})).await;
        }
        cid.post("/api/regattas", json!({"seats": 2})).await.refused(409, "too-many");
        server.close().await;
    }

    /// However many guests one person makes, and whichever of them is the host in the end.
    async fn players_of_one_address_host_a_limited_number_of_regattas(server: TestServer) {
        let rates = Rates { address_rooms: 6, ..Rates::OFF };
        let config = Config { rates, trust_proxy: true, ..unlimited() };
        let server = match server.is_cluster() {
            true => TestServer::open_cluster(server.stop().await, config).await,
            false => TestServer::open(server.stop().await, config).await,
        };
        let open_from = async |who: &Visitor, address: &str| {
            let request = who.ask("POST", "/api/regattas").header("x-forwarded-for", address);
            send(request.json(&json!({"seats": 2}))).await
        };
        let mut hosts = vec![];
        for number in 0..5 {
            let host = server.guest(&format!("Ann {number}")).await;
            let id = open_from(&host, "1.1.1.1").await.is(201)["id"].as_str().unwrap().to_owned();
            hosts.push((host, id));
        }
        // A sixth one, whose host leaves it to another guest.
        let (eve, mallory) = (server.guest("Eve").await, server.guest("Mallory").await);
        let left = open_from(&eve, "1.1.1.1").await.is(201)["id"].as_str().unwrap().to_owned();
        let join = json!({"id": "join", "action": {"type": "join"}});
        let actions = mallory.ask("POST", &format!("/api/regattas/{left}/actions"));
        send(actions.header("x-forwarded-for", "1.1.1.1").json(&join)).await.is(200);
        act(&eve, &left, "leave", json!({"type": "leave"})).await.is(200);
        let cid = server.guest("Cid").await;
        // The nodes of a cluster tell each other a moment later.
        let began = std::time::Instant::now();
        let refused = loop {
            let answer = open_from(&cid, "1.1.1.1").await;
            if answer.status.as_u16() != 201 {
                break answer;
            }
            assert!(server.is_cluster() && began.elapsed() < Duration::from_secs(30), "{answer:?}");
            act(&cid, answer.body["id"].as_str().unwrap(), "close", json!({"type": "close"})).await.is(200);
        };
        assert!(refused.body["message"].as_str().unwrap().contains("from your address host 6"), "{refused:?}");
        refused.refused(409, "too-many");
        open_from(&server.guest("Dan").await, "2.2.2.2").await.is(201);
        let (host, regatta) = &hosts[0];
        act(host, regatta, "close", json!({"type": "close"})).await.is(200);
        open_from(&cid, "1.1.1.1").await.is(201);
        server.close().await;
    }

    /// Accounts are free. Who makes many has no more than others.
    async fn accounts_and_events_are_limited_per_address(server: TestServer) {
        let rates = Rates { guests: 5, ..Rates::OFF };
        let server = TestServer::open(server.stop().await, Config { rates, trust_proxy: true, ..unlimited() }).await;
        let from = async |who: &Visitor, address: &str, path: &str, body: serde_json::Value| {
            send(who.ask("POST", path).header("x-forwarded-for", address).json(&body)).await
        };
        let clock = json!({"type": "live", "turn": 60, "bank": 60});
        let event = json!({"title": "Cup", "format": {"type": "rounds", "rounds": 3}, "tables": 2, "clock": clock});
        let (mut registered, mut opened, mut refused) = (0, 0, 0);
        for number in 0..7 {
            let visitor = server.visitor();
            let guests = format!("1.1.1.{number}");
            from(&visitor, &guests, "/api/me", json!({"name": "Ann"})).await.is(201);
            let account = json!({"login": format!("ann-{number}"), "password": PASSWORD});
            let answer = from(&visitor, "2.2.2.2", "/api/me/register", account.clone()).await;
            if answer.status.as_u16() != 200 {
                answer.refused(429, "too-fast");
                from(&visitor, "3.3.3.3", "/api/me/register", account).await.is(200);
                continue;
            }
            registered += 1;
            for _ in 0..8 {
                let answer = from(&visitor, "2.2.2.2", "/api/events", event.clone()).await;
                match answer.status.as_u16() {
                    201 => opened += 1,
                    _ => {
                        answer.refused(429, "too-fast");
                        refused += 1;
                    }
                }
            }
        }
        assert_eq!(registered, 5);
        assert!((30..40).contains(&opened) && refused == 40 - opened, "{opened} events");
        server.close().await;
    }

    async fn chat_is_limited_per_room_and_address(server: TestServer) {
        let server = limited(server, Rates { chats: 5, ..Rates::OFF }).await;
        let (ann, eve) = (server.guest("Ann").await, server.guest("Eve").await);
        let (here, there) = (open(&ann, json!({"seats": 2})).await, open(&ann, json!({"seats": 2})).await);
        let chat = phrase("hello");
        for number in 0..5 {
            act(if number % 2 == 0 { &ann } else { &eve }, &here, &format!("{number}"), chat.clone()).await.is(200);
        }
        act(&ann, &here, "6", chat.clone()).await.refused(429, "too-fast");
        act(&eve, &here, "6", chat.clone()).await.refused(429, "too-fast");
        act(&eve, &there, "6", chat).await.is(200);
        act(&ann, &here, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        server.close().await;
    }

    async fn a_socket_with_too_many_messages_is_closed(server: TestServer) {
        let server = limited(server, Rates { requests: 100_000, ..Rates::OFF }).await;
        let ann = server.guest("Ann").await;
        let regatta = open(&ann, json!({"seats": 2})).await;
        for path in [format!("/api/regattas/{regatta}/socket"), "/api/lobby/socket".to_owned()] {
            let (mut socket, _) = connect_async(format!("{}{path}", server.url.replace("http", "ws"))).await.unwrap();
            for _ in 0..200 {
                if socket.send(Message::text(r#"{"type":"ping"}"#)).await.is_err() {
                    break;
                }
            }
            let closed = async {
                while let Some(Ok(message)) = socket.next().await {
                    if let Message::Close(Some(frame)) = message {
                        return u16::from(frame.code);
                    }
                }
                0
            };
            assert_eq!(tokio::time::timeout(Duration::from_secs(30), closed).await.unwrap(), 1008, "{path}");
        }
        server.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operators_endpoints_are_limited_or_served_at_another_address() {
    let place = test_server::TestDatabase::sqlite();
    let server = TestServer::open(place, Config { rates: Rates { requests: 30, ..Rates::OFF }, ..unlimited() }).await;
    let mut answers = vec![];
    for path in ["/metrics", "/metrics", "/readyz", "/readyz", "/readyz", "/metrics"] {
        answers.push(server.visitor().get(path).await.status.as_u16());
    }
    assert_eq!(answers, [200, 200, 200, 200, 429, 429]);
    server.visitor().get("/healthz").await.is(200);
    server.close().await;

    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let place = test_server::TestDatabase::sqlite();
    let server = TestServer::open(place, Config { ops_listen: Some(free), ..unlimited() }).await;
    for path in ["/metrics", "/readyz"] {
        server.visitor().get(path).await.refused(404, "not-found");
    }
    server.visitor().get("/healthz").await.is(200);
    let client = reqwest::Client::new();
    for path in ["/metrics", "/readyz", "/healthz"] {
        assert_eq!(client.get(format!("http://{free}{path}")).send().await.unwrap().status().as_u16(), 200, "{path}");
    }
    assert_eq!(client.get(format!("http://{free}/api/me")).send().await.unwrap().status().as_u16(), 404);
    server.close().await;
}

/// Wrong PINs count at all nodes together.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_pins_count_in_the_whole_cluster() {
    let rates = Rates { sign_ins: 1000, ..Rates::OFF };
    let place = test_server::TestDatabase::postgres().await;
    let server = TestServer::open_cluster(place, Config { rates, ..unlimited() }).await;
    let child = server.guest("Ann").await;
    child.put("/api/me/protection", json!({"protected": true, "pin": "2468"})).await.is(200);
    let token = crate::safety::token_of(&child).await;
    let at = |url: &str| {
        let mut visitor = server.known("authorization", &format!("Bearer {token}"));
        url.clone_into(&mut visitor.url);
        visitor
    };
    let [here, there] = [at(&server.urls()[0]), at(&server.urls()[1])];
    let lift = async |who: &Visitor| {
        let answer = who.put("/api/me/protection", json!({"protected": false, "pin": "1234"})).await;
        answer.status.as_u16()
    };
    for _ in 0..10 {
        assert_eq!(lift(&here).await, 403);
    }
    assert_eq!(lift(&here).await, 429);
    // The other node hears of it a moment later. Alone it would allow ten.
    let mut tries = 0;
    while lift(&there).await != 429 {
        tries += 1;
        assert!(tries < 9, "the other node has not heard of ten wrong PINs");
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    server.close().await;
}
