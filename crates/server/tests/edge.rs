//! Fair shares and who may do what, at the server's edge; on each kind of store.

mod host;

use futures_util::{SinkExt, StreamExt};
use host::{Host, Visitor, send, unlimited};
use powerboats_server::config::{Config, Rates};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::{io::AsyncWriteExt, net::TcpStream};
use tokio_tungstenite::{connect_async, tungstenite::Message};

/// Long enough.
const PASSWORD: &str = "correct horse";

async fn open(who: &Visitor, settings: Value) -> String {
    who.post("/api/regattas", settings).await.is(201)["id"].as_str().unwrap().to_owned()
}

async fn act(who: &Visitor, regatta: &str, id: &str, action: Value) -> host::Answer {
    who.post(&format!("/api/regattas/{regatta}/actions"), json!({"id": id, "action": action})).await
}

/// A regatta with a pilot that has begun.
async fn begin(who: &Visitor, settings: Value) -> String {
    let regatta = open(who, settings).await;
    act(who, &regatta, "pilot", json!({"type": "seat-pilot", "pilot": "skipper"})).await.is(200);
    act(who, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
    regatta
}

/// Stops a server and starts it again with these limits.
async fn limited(host: Host, rates: Rates) -> Host {
    Host::open(host.stop().await, Config { rates, ..unlimited() }).await
}

fn ids(page: &Value) -> Vec<String> {
    page.as_array().unwrap().iter().map(|regatta| regatta["id"].as_str().unwrap().to_owned()).collect()
}

battery! {
    async fn the_lobby_comes_in_pages(host: Host) {
        let (ann, ben) = (host.guest("Ann").await, host.guest("Ben").await);
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
        assert_eq!(ids(&ben.get("/api/regattas").await.is(200)).len(), 7, "not the private one");
        assert_eq!(ids(&ben.get("/api/regattas?mine=true").await.is(200)), opened[..1]);
        assert_eq!(ids(&ben.get("/api/regattas?stage=live").await.is(200)), opened[..1]);
        assert_eq!(ids(&ben.get("/api/regattas?stage=open&mine=false").await.is(200)).len(), 6);
        assert!(ben.get("/api/regattas?mine=true").await.header("x-next-before").is_empty());
        for bad in ["limit=0", "limit=101", "stage=over", "before=x", "mine=maybe", "other=1"] {
            ben.get(&format!("/api/regattas?{bad}")).await.refused(400, "bad-request");
        }
        host.close().await;
    }

    async fn the_lobbys_socket_begins_with_ones_own(host: Host) {
        let (ann, ben) = (host.guest("Ann").await, host.guest("Ben").await);
        let mine = open(&ann, json!({"seats": 2, "visibility": "private"})).await;
        for _ in 0..105 {
            open(&ben, json!({"seats": 2, "join": false})).await;
        }
        let cookie = host.visitor().post("/api/me", json!({"name": "Cid"})).await;
        let cookie = cookie.header("set-cookie").split(';').next().unwrap().to_owned();
        let url = host.url.replace("http", "ws");
        let (mut socket, _) = connect_async(format!("{url}/api/lobby/socket?stage=open")).await.unwrap();
        let first: Value = serde_json::from_str(socket.next().await.unwrap().unwrap().to_text().unwrap()).unwrap();
        assert_eq!(first["regattas"].as_array().unwrap().len(), 100);
        assert_eq!((&first["more"], &first["open"], &first["live"]), (&json!(true), &json!(105), &json!(0)));
        assert!(!first.to_string().contains(&mine));
        // Somebody with a regatta of their own, older than a hundred others.
        let own = send(host.visitor().ask("POST", "/api/regattas").header("cookie", &cookie).json(&json!({"seats": 2, "visibility": "private"}))).await.is(201);
        for _ in 0..100 {
            open(&ben, json!({"seats": 2, "join": false})).await;
        }
        let mut request = tokio_tungstenite::tungstenite::client::IntoClientRequest::into_client_request(format!("{url}/api/lobby/socket")).unwrap();
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        let (mut theirs, _) = connect_async(request).await.unwrap();
        let first: Value = serde_json::from_str(theirs.next().await.unwrap().unwrap().to_text().unwrap()).unwrap();
        assert_eq!(first["regattas"][0]["id"], own["id"]);
        assert_eq!(first["regattas"].as_array().unwrap().len(), 100);
        // What stops being open is told to those who watch open ones.
        let begun = open(&ann, json!({"seats": 2, "races": 1})).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        act(&ann, &begun, "pilot", json!({"type": "seat-pilot", "pilot": "skipper"})).await.is(200);
        act(&ann, &begun, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        let told = async {
            loop {
                let text = socket.next().await.unwrap().unwrap();
                let message: Value = serde_json::from_str(text.to_text().unwrap_or_default()).unwrap_or_default();
                let regattas = message["regattas"].as_array().cloned().unwrap_or_default();
                if regattas.iter().any(|regatta| regatta["id"] == begun.as_str() && regatta["stage"] == "live") {
                    break;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(10), told).await.unwrap();
        drop((socket, theirs));
        host.close().await;
    }

    async fn a_story_comes_in_pages(host: Host) {
        let (ann, eve) = (host.guest("Ann").await, host.guest("Eve").await);
        let regatta = begin(&ann, json!({"seats": 2, "races": 1})).await;
        for number in 0..30 {
            act(&eve, &regatta, &format!("{number}"), json!({"type": "chat", "text": "hello"})).await.is(200);
        }
        let path = format!("/api/regattas/{regatta}/events");
        for who in [&ann, &eve, &host.visitor()] {
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
            assert_eq!(Value::from(read), whole);
            let chats = whole.as_array().unwrap().iter().filter(|event| event["type"] == "chat").count();
            assert_eq!(chats, if std::ptr::eq(who, &ann) { 0 } else { 30 }, "players don't hear spectators");
        }
        for bad in ["limit=0", "limit=1001", "since=-1", "limit=x"] {
            ann.get(&format!("{path}?{bad}")).await.refused(400, "bad-request");
        }
        host.close().await;
    }

    async fn a_chart_is_drawn_once(host: Host) {
        let (ann, ben) = (host.guest("Ann").await, host.guest("Ben").await);
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
        act(&ann, &regatta, "chat", json!({"type": "chat", "text": "hello"})).await.is(200);
        let again = ann.get(&path).await;
        assert_eq!(again.header("etag"), tag, "nothing happened on the lake");
        assert_eq!(again.is(200), first);
        let zipped = send(ann.ask("GET", &path).header("accept-encoding", "gzip")).await;
        assert_eq!(zipped.header("content-encoding"), "gzip");
        let same = send(ann.ask("GET", &path).header("if-none-match", &tag)).await;
        assert_eq!((same.status.as_u16(), same.header("etag")), (304, tag.as_str()));
        let open = open(&ann, json!({"seats": 2})).await;
        ann.get(&format!("/api/regattas/{open}/chart.svg")).await.refused(409, "not-started");
        host.close().await;
    }

    async fn who_asks_for_the_same_chart_at_once_waits_for_one(host: Host) {
        let regatta = begin(&host.guest("Ann").await, json!({"seats": 2, "races": 1, "clock": {"type": "none"}})).await;
        tokio::time::sleep(Duration::from_secs(1)).await; // the pilot has placed its boat
        // Enough for ten requests and one drawing, not for two.
        let host = limited(host, Rates { requests: 40, ..Rates::OFF }).await;
        let visitor = host.visitor();
        let path = format!("/api/regattas/{regatta}/chart.svg");
        let answers = futures_util::future::join_all((0..10).map(|_| visitor.get(&path))).await;
        assert!(answers.iter().all(|answer| answer.status.as_u16() == 200), "{:?}", answers.last());
        host.close().await;
    }

    async fn wrong_passwords_keep_nobody_out_elsewhere(host: Host) {
        host.guest("Ann").await.post("/api/me/register", json!({"login": "ann", "password": PASSWORD})).await.is(200);
        let rates = Rates { sign_ins: 3, ..Rates::OFF };
        let host = Host::open(host.stop().await, Config { rates, trust_proxy: true, ..unlimited() }).await;
        let visitor = host.visitor();
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
        host.close().await;
    }

    async fn a_player_hosts_only_so_many(host: Host) {
        let host = limited(host, Rates { rooms: 12, ..Rates::OFF }).await;
        let (ann, ben) = (host.guest("Ann").await, host.guest("Ben").await);
        let mut opened = vec![];
        for _ in 0..10 {
            opened.push(open(&ann, json!({"seats": 2, "races": 1})).await);
        }
        let refused = ann.post("/api/regattas", json!({"seats": 2})).await;
        assert!(refused.body["message"].as_str().unwrap().contains("close one"), "{refused:?}");
        refused.refused(409, "too-many");
        open(&ben, json!({"seats": 2})).await;
        act(&ann, &opened[0], "close", json!({"type": "close"})).await.is(200);
        // Begun, they leave room for others that have not, up to the limit on all.
        for regatta in &opened[1..4] {
            act(&ben, regatta, "join", json!({"type": "join"})).await.is(200);
            act(&ben, regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
            act(&ann, regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        }
        for _ in 0..3 {
            open(&ann, json!({"seats": 2})).await;
        }
        ann.post("/api/regattas", json!({"seats": 2})).await.refused(409, "too-many");
        // After a new start too, and for many who ask at once.
        let rates = Rates { rooms: 12, ..Rates::OFF };
        let host = limited(host, rates).await;
        let cid = host.guest("Cid").await;
        let asked = (0..20).map(|_| cid.post("/api/regattas", json!({"seats": 2})));
        let answers = futures_util::future::join_all(asked).await;
        let opened = answers.iter().filter(|answer| answer.status.as_u16() == 201).count();
        assert!((1..=10).contains(&opened), "{opened}");
        for _ in opened..10 {
            open(&cid, json!({"seats": 2})).await;
        }
        cid.post("/api/regattas", json!({"seats": 2})).await.refused(409, "too-many");
        host.close().await;
    }

    async fn chat_is_limited_by_room_and_address(host: Host) {
        let host = limited(host, Rates { chats: 5, ..Rates::OFF }).await;
        let (ann, eve) = (host.guest("Ann").await, host.guest("Eve").await);
        let (here, there) = (open(&ann, json!({"seats": 2})).await, open(&ann, json!({"seats": 2})).await);
        let chat = json!({"type": "chat", "text": "hello"});
        for number in 0..5 {
            act(if number % 2 == 0 { &ann } else { &eve }, &here, &format!("{number}"), chat.clone()).await.is(200);
        }
        act(&ann, &here, "6", chat.clone()).await.refused(429, "too-fast");
        act(&eve, &here, "6", chat.clone()).await.refused(429, "too-fast");
        act(&eve, &there, "6", chat).await.is(200);
        act(&ann, &here, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        host.close().await;
    }

    async fn an_upgrade_that_fails_leaves_nothing(host: Host) {
        let ann = host.guest("Ann").await;
        let regatta = open(&ann, json!({"seats": 2})).await;
        let address = host.url.trim_start_matches("http://").to_owned();
        let request = format!(
            "GET /api/regattas/{regatta}/socket HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        for _ in 0..20 {
            let mut stream = TcpStream::connect(&address).await.unwrap();
            stream.write_all(request.as_bytes()).await.unwrap();
            stream.set_zero_linger().unwrap();
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
        let snapshot = ann.get(&format!("/api/regattas/{regatta}")).await.is(200);
        assert_eq!(snapshot["spectators"], 0);
        host.close().await;
    }

    async fn a_socket_that_floods_is_closed(host: Host) {
        let host = limited(host, Rates { requests: 100_000, ..Rates::OFF }).await;
        let ann = host.guest("Ann").await;
        let regatta = open(&ann, json!({"seats": 2})).await;
        for path in [format!("/api/regattas/{regatta}/socket"), "/api/lobby/socket".to_owned()] {
            let (mut socket, _) = connect_async(format!("{}{path}", host.url.replace("http", "ws"))).await.unwrap();
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
            assert_eq!(tokio::time::timeout(Duration::from_secs(5), closed).await.unwrap(), 1008, "{path}");
        }
        host.close().await;
    }

    async fn a_changed_password_ends_tokens_and_registering_the_session(host: Host) {
        let ann = host.visitor();
        let cookie = |answer: &host::Answer| answer.header("set-cookie").split(';').next().unwrap().to_owned();
        let old = cookie(&ann.post("/api/me", json!({"name": "Ann"})).await);
        let as_who = async |cookie: &str| send(host.visitor().ask("GET", "/api/me").header("cookie", cookie)).await;
        as_who(&old).await.is(200);
        let registered = ann.post("/api/me/register", json!({"login": "ann", "password": PASSWORD})).await;
        let new = cookie(&registered);
        registered.is(200);
        assert_ne!(old, new);
        as_who(&old).await.refused(401, "not-signed-in");
        as_who(&new).await.is(200);
        assert_eq!(ann.get("/api/me/export").await.is(200)["sessions"].as_array().unwrap().len(), 1);
        let token = ann.post("/api/me/tokens", json!({"label": "admin"})).await.is(201)["token"].as_str().unwrap().to_owned();
        let bot = async || send(host.visitor().ask("GET", "/api/me").header("authorization", format!("Bearer {token}"))).await;
        bot().await.is(200);
        ann.post("/api/me/password", json!({"old": PASSWORD, "new": "better horse"})).await.is(204);
        bot().await.refused(401, "not-signed-in");
        ann.get("/api/me").await.is(200);
        assert_eq!(ann.get("/api/me/tokens").await.is(200), json!([]));
        host.close().await;
    }

    async fn leaving_many_rooms_takes_no_time(host: Host) {
        let (ann, ben) = (host.guest("Ann").await, host.guest("Ben").await);
        let mut rooms = vec![];
        for number in 0..150 {
            rooms.push(open(&ann, json!({"seats": 2, "join": number % 2 == 0})).await);
        }
        let shared = open(&ben, json!({"seats": 3})).await;
        act(&ann, &shared, "join", json!({"type": "join"})).await.is(200);
        // The server knows of them from the store alone.
        let cookie = ann.post("/api/me/register", json!({"login": "ann", "password": PASSWORD})).await;
        let cookie = cookie.header("set-cookie").split(';').next().unwrap().to_owned();
        let host = Host::open(host.stop().await, unlimited()).await;
        let leave = host.visitor().ask("DELETE", "/api/me").header("cookie", &cookie).json(&json!({"password": PASSWORD}));
        let began = Instant::now();
        send(leave).await.is(204);
        assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
        // Even if the server stops at once, the seats are left.
        let host = Host::open(host.stop().await, unlimited()).await;
        let visitor = host.visitor();
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            let left = visitor.get("/api/regattas").await.is(200);
            let seats = visitor.get(&format!("/api/regattas/{shared}")).await.is(200)["regatta"]["seats"].clone();
            if ids(&left) == [shared.clone()] && seats.as_array().unwrap().len() == 1 {
                break;
            }
            assert!(Instant::now() < deadline, "{} are left", ids(&left).len());
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        host.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn probes_are_limited_or_served_elsewhere() {
    let place = host::Place::sqlite();
    let host = Host::open(place, Config { rates: Rates { requests: 30, ..Rates::OFF }, ..unlimited() }).await;
    let mut answers = vec![];
    for path in ["/metrics", "/metrics", "/readyz", "/readyz", "/readyz", "/metrics"] {
        answers.push(host.visitor().get(path).await.status.as_u16());
    }
    assert_eq!(answers, [200, 200, 200, 200, 429, 429]);
    host.visitor().get("/healthz").await.is(200);
    host.close().await;

    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let place = host::Place::sqlite();
    let host = Host::open(place, Config { ops_listen: Some(free), ..unlimited() }).await;
    for path in ["/metrics", "/readyz"] {
        host.visitor().get(path).await.refused(404, "not-found");
    }
    host.visitor().get("/healthz").await.is(200);
    let client = reqwest::Client::new();
    for path in ["/metrics", "/readyz", "/healthz"] {
        assert_eq!(client.get(format!("http://{free}{path}")).send().await.unwrap().status().as_u16(), 200, "{path}");
    }
    assert_eq!(client.get(format!("http://{free}/api/me")).send().await.unwrap().status().as_u16(), 404);
    host.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_tls_only_the_public_address_may_write() {
    let public_url = Some("https://boats.example".to_owned());
    let host = Host::open(host::Place::sqlite(), Config { public_url, ..unlimited() }).await;
    let come = |origin: &str| {
        let request = host.visitor().ask("POST", "/api/me").json(&json!({"name": "Ann"}));
        send(request.header("host", "boats.example").header("origin", origin))
    };
    come("http://boats.example").await.refused(403, "forbidden");
    come("https://boats.example").await.is(201);
    host.close().await;
}
