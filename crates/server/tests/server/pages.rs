//! What comes in pages (the lobby, the events of a regatta) or is kept (charts), over HTTP on both databases.

use crate::test_server::{TestServer, act, begin_with_pilot as begin, open, phrase, send};
use crate::{battery, cluster::eventually};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::time::Duration;
use tokio_tungstenite::connect_async;

fn ids(page: &Value) -> Vec<String> {
    page.as_array().unwrap().iter().map(|regatta| regatta["id"].as_str().unwrap().to_owned()).collect()
}

battery! {
    async fn the_lobby_is_listed_in_pages(server: TestServer) {
        let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
        let mut opened = vec![];
        for number in 0..7 {
            let visibility = if number == 3 { "private" } else { "public" };
            opened.push(open(&ann, json!({"seats": 2, "visibility": visibility})).await);
        }
        opened.push(begin(&ben, json!({"seats": 2, "races": 1})).await);
        let mut seen = vec![];
        let mut path = "/api/regattas?limit=3".to_owned();
        loop {
            let page = ann.get(&path).await;
            let next = page.header("x-next-before").to_owned();
            let page = ids(&page.is(200));
            assert!(page.len() <= 3);
            seen.extend(page);
            if next.is_empty() {
                break;
            }
            path = format!("/api/regattas?limit=3&before={next}");
        }
        opened.reverse();
        assert_eq!(seen.len(), opened.len());
        assert!(opened.iter().all(|id| seen.contains(id)));
        assert_eq!(ids(&ben.get("/api/regattas").await.is(200)).len(), 7, "all but the private one");
        assert_eq!(ids(&ben.get("/api/regattas?mine=true").await.is(200)), opened[..1]);
        assert_eq!(ids(&ben.get("/api/regattas?stage=live").await.is(200)), opened[..1]);
        assert_eq!(ids(&ben.get("/api/regattas?stage=open&mine=false").await.is(200)).len(), 6);
        assert!(ben.get("/api/regattas?mine=true").await.header("x-next-before").is_empty());
        for bad in ["limit=0", "limit=101", "stage=over", "before=x", "mine=maybe", "other=1"] {
            ben.get(&format!("/api/regattas?{bad}")).await.refused(400, "bad-request");
        }
        server.close().await;
    }

    async fn the_lobby_socket_sends_your_own_regattas_first(server: TestServer) {
        let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
        let mine = open(&ann, json!({"seats": 2, "visibility": "private"})).await;
        for _ in 0..105 {
            open(&ben, json!({"seats": 2, "join": false})).await;
        }
        let cookie = server.visitor().post("/api/me", json!({"name": "Cid"})).await;
        let cookie = cookie.header("set-cookie").split(';').next().unwrap().to_owned();
        let url = server.url.replace("http", "ws");
        let open_ones = format!("{url}/api/lobby/socket?stage=open");
        let connected = async || {
            let (mut socket, _) = connect_async(&open_ones).await.unwrap();
            let first = socket.next().await.unwrap().unwrap();
            (socket, serde_json::from_str::<Value>(first.to_text().unwrap()).unwrap())
        };
        // The lobby of a node knows what another node has opened a moment later.
        eventually("all are in the lobby", async || connected().await.1["open"] == 105).await;
        let (mut socket, first) = connected().await;
        assert_eq!(first["regattas"].as_array().unwrap().len(), 100);
        assert_eq!((&first["more"], &first["open"], &first["live"]), (&json!(true), &json!(105), &json!(0)));
        assert!(!first.to_string().contains(&mine));
        // Cid has a regatta of his own, older than a hundred others.
        let own = send(server.visitor().ask("POST", "/api/regattas").header("cookie", &cookie).json(&json!({"seats": 2, "visibility": "private"}))).await.is(201);
        for _ in 0..100 {
            open(&ben, json!({"seats": 2, "join": false})).await;
        }
        let mut request = tokio_tungstenite::tungstenite::client::IntoClientRequest::into_client_request(format!("{url}/api/lobby/socket")).unwrap();
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        let (mut cids, _) = connect_async(request).await.unwrap();
        let first: Value = serde_json::from_str(cids.next().await.unwrap().unwrap().to_text().unwrap()).unwrap();
        assert_eq!(first["regattas"][0]["id"], own["id"]);
        assert_eq!(first["regattas"].as_array().unwrap().len(), 100);
        // A regatta that starts is announced to those who watch open ones.
        let started = open(&ann, json!({"seats": 2, "races": 1})).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        act(&ann, &started, "pilot", json!({"type": "seat-pilot", "pilot": "skipper"})).await.is(200);
        act(&ann, &started, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        let announced = async {
            loop {
                let text = socket.next().await.unwrap().unwrap();
                let message: Value = serde_json::from_str(text.to_text().unwrap_or_default()).unwrap_or_default();
                let regattas = message["regattas"].as_array().cloned().unwrap_or_default();
                if regattas.iter().any(|regatta| regatta["id"] == started.as_str() && regatta["stage"] == "live") {
                    break;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(10), announced).await.unwrap();
        drop((socket, cids));
        server.close().await;
    }

    async fn events_are_listed_in_pages(server: TestServer) {
        let (ann, eve) = (server.guest("Ann").await, server.guest("Eve").await);
        let regatta = begin(&ann, json!({"seats": 2, "races": 1})).await;
        for number in 0..30 {
            act(&eve, &regatta, &format!("{number}"), phrase("hello")).await.is(200);
        }
        let path = format!("/api/regattas/{regatta}/events");
        for who in [&ann, &eve, &server.visitor()] {
            let whole = who.get(&path).await;
            assert!(whole.header("x-next-since").is_empty());
            let whole = whole.is(200);
            let (mut since, mut read) = ("0".to_owned(), vec![]);
            loop {
                let page = who.get(&format!("{path}?since={since}&limit=4")).await;
                let next = page.header("x-next-since").to_owned();
                let page = page.is(200);
                assert!(page.as_array().unwrap().len() <= 4);
                read.extend(page.as_array().unwrap().clone());
                if next.is_empty() {
                    break;
                }
                assert_ne!(next, since);
                since = next;
            }
            // The pilot may have placed its boat meanwhile.
            read.truncate(whole.as_array().unwrap().len());
            assert_eq!(Value::from(read), whole);
            let chats = whole.as_array().unwrap().iter().filter(|event| event["type"] == "phrase").count();
            assert_eq!(chats, if std::ptr::eq(who, &ann) { 0 } else { 30 }, "players don't see the spectators' chat");
        }
        for bad in ["limit=0", "limit=1001", "since=-1", "limit=x"] {
            ann.get(&format!("{path}?{bad}")).await.refused(400, "bad-request");
        }
        server.close().await;
    }

    async fn a_chart_is_drawn_once(server: TestServer) {
        let (ann, ben) = (server.guest("Ann").await, server.guest("Ben").await);
        let regatta = open(&ann, json!({"seats": 2, "races": 1})).await;
        act(&ben, &regatta, "join", json!({"type": "join"})).await.is(200);
        for who in [&ann, &ben] {
            act(who, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        }
        let path = format!("/api/regattas/{regatta}/chart.svg");
        let first = ann.get(&path).await;
        let tag = first.header("etag").to_owned();
        assert_eq!((first.header("content-type"), first.header("cache-control")), ("image/svg+xml", "private, no-cache"));
        let first = first.is(200);
        act(&ann, &regatta, "chat", phrase("hello")).await.is(200);
        let again = ann.get(&path).await;
        assert_eq!(again.header("etag"), tag, "nothing happened in the game");
        assert_eq!(again.is(200), first);
        let zipped = send(ann.ask("GET", &path).header("accept-encoding", "gzip")).await;
        assert_eq!(zipped.header("content-encoding"), "gzip");
        let same = send(ann.ask("GET", &path).header("if-none-match", &tag)).await;
        assert_eq!((same.status.as_u16(), same.header("etag")), (304, tag.as_str()));
        let open = open(&ann, json!({"seats": 2})).await;
        ann.get(&format!("/api/regattas/{open}/chart.svg")).await.refused(409, "not-started");
        server.close().await;
    }
}
