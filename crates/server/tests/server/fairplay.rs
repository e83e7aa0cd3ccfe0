//! Fair play: rated Duels that look arranged are shown to moderators, with the figures.

use crate::{
    battery,
    moderation::operator,
    test_server::{PASSWORD, TestDatabase, TestServer, Visitor, act, open, unlimited},
};
use powerboats_server::config::Config;
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};

const RATED: &str = r#"{"seats": 2, "races": 1, "rated": true, "clock": {"type": "correspondence", "hours": 1}}"#;

/// Signs in as somebody who registered before.
async fn signed_in(server: &TestServer, login: &str) -> Visitor {
    let visitor = server.visitor();
    visitor.post("/api/sessions", json!({"login": login, "password": PASSWORD})).await.is(200);
    visitor
}

/// Registers a new account in this browser, and returns its id.
async fn register(browser: &Visitor, login: &str) -> String {
    browser.post("/api/me", json!({"name": login})).await.is(201);
    let me = browser.post("/api/me/register", json!({"login": login, "password": PASSWORD})).await.is(200);
    browser.delete("/api/sessions").await.is(204);
    me["id"].as_str().unwrap().to_owned()
}

/// A rated Duel that the second player gives up.
async fn duel(winner: &Visitor, loser: &Visitor) {
    let regatta = open(winner, serde_json::from_str(RATED).unwrap()).await;
    act(loser, &regatta, "join", json!({"type": "join"})).await.is(200);
    for (who, id) in [(winner, "w"), (loser, "l")] {
        act(who, &regatta, id, json!({"type": "ready", "ready": true})).await.is(200);
    }
    act(loser, &regatta, "resign", json!({"type": "resign"})).await.is(200);
}

/// Asks until there are this many flags.
async fn flags(ops: SocketAddr, count: usize) -> Vec<Value> {
    let mut found = Vec::new();
    for _ in 0..200 {
        let answer = reqwest::get(format!("http://{ops}/fairplay")).await.unwrap();
        found = answer.json().await.unwrap();
        if found.len() == count {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    found
}

/// Two accounts of one browser in a rated Duel: the pair is flagged. Accounts of two browsers are not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn playing_against_oneself_is_flagged() {
    for place in [TestDatabase::sqlite(), TestDatabase::postgres().await] {
        let ops = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let server = TestServer::open(place, Config { ops_listen: Some(ops), ..unlimited() }).await;
        let (browser, other) = (server.visitor(), server.visitor());
        let (one, two) = (register(&browser, "one").await, register(&browser, "two").await);
        register(&other, "three").await;
        let [one_here, two_here, three] =
            [signed_in(&server, "one"), signed_in(&server, "two"), signed_in(&server, "three")];
        let (one_here, two_here, three) = (one_here.await, two_here.await, three.await);
        duel(&one_here, &three).await;
        duel(&one_here, &two_here).await;
        let found = flags(ops, 1).await;
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((&found[0]["kind"], &found[0]["meetings"]), (&json!("same-browser"), &json!(1)));
        let mut pair = [one, two];
        pair.sort();
        assert_eq!(found[0]["players"], json!(pair));
        // Moderators see it, with names.
        let moderator = operator(&server).await;
        let listed = moderator.get("/api/moderation/fair-play").await.is(200);
        assert_eq!((listed.as_array().unwrap().len(), &listed[0]["why"]["kind"]), (1, &json!("same-browser")));
        let named: Vec<&str> =
            listed[0]["players"].as_array().unwrap().iter().filter_map(|one| one["name"].as_str()).collect();
        assert!(named.contains(&"one") && named.contains(&"two"), "{named:?}");
        three.get("/api/moderation/fair-play").await.refused(403, "forbidden");
        // Nobody else sees it on the public listener.
        let public = server.visitor().get("/fairplay").await;
        assert!(!public.body.to_string().contains("same-browser"));
        server.close().await;
    }
}

battery! {
    /// Signing out keeps the cookie of the browser, and it is nobody's session.
    async fn the_cookie_of_a_browser_is_no_session(server: TestServer) {
        let browser = server.visitor();
        register(&browser, "one").await;
        browser.get("/api/me").await.refused(401, "not-signed-in");
        register(&browser, "two").await;
        browser.get("/api/me").await.refused(401, "not-signed-in");
        server.close().await;
    }
}
