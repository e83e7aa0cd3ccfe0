//! What is left of a player's words: hidden once the account is protected, and erased once it is deleted.

use crate::battery;
use crate::cluster::eventually;
use crate::safety::{heard, id_of, socket};
use crate::test_server::{PASSWORD, TestDatabase, TestServer, Visitor, act, open, phrase, send, unlimited};
use serde_json::json;

const CHILD: &str = "Xaverina";

async fn protect(who: &Visitor, protected: bool) {
    who.put("/api/me/protection", json!({"protected": protected, "pin": "2468"})).await.is(200);
}

/// A regatta that the child has called something, with a word of theirs to the other player.
async fn race(child: &Visitor, ann: &Visitor) -> String {
    let clock = json!({"type": "correspondence", "hours": 24});
    let regatta = open(child, json!({"seats": 2, "races": 1, "title": "Xaverina cup", "clock": clock})).await;
    act(ann, &regatta, "join", json!({"type": "join"})).await.is(200);
    act(child, &regatta, "said", json!({"type": "chat", "text": "call me Xaverina"})).await.is(200);
    for who in [child, ann] {
        act(who, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
    }
    regatta
}

/// An evening that the child organises, with a correction. Returns the event and its game.
async fn evening(child: &Visitor, ann: &Visitor) -> (String, String) {
    let clock = json!({"type": "live", "turn": 600, "bank": 600});
    let settings =
        json!({"title": "Xaverina day", "format": {"type": "rounds", "rounds": 2}, "tables": 2, "clock": clock});
    let event = child.post("/api/events", settings).await.is(201)["id"].as_str().unwrap().to_owned();
    for who in [child, ann] {
        send(who.ask("POST", &format!("/api/events/{event}/players"))).await.is(204);
    }
    child.post(&format!("/api/events/{event}/rounds"), json!({"round": 1})).await.is(204);
    let correction = json!({"round": 1, "table": 1, "ranks": [1, 2], "reason": "Xaverina saw it."});
    child.post(&format!("/api/events/{event}/corrections"), correction).await.is(204);
    let view = ann.get(&format!("/api/events/{event}")).await.is(200);
    let game = view["rounds"][0]["tables"][0]["regatta"].as_str().unwrap().to_owned();
    (event, game)
}

battery! {
    async fn what_a_player_wrote_before_the_protection_is_hidden(server: TestServer) {
        let (ann, child) = (server.talker("Ann").await, server.talker(CHILD).await);
        let regatta = race(&child, &ann).await;
        let (event, game) = evening(&child, &ann).await;
        let paths = [
            format!("/api/regattas/{regatta}"), format!("/api/regattas/{regatta}/events"),
            format!("/api/regattas/{regatta}/record"), format!("/api/regattas/{game}"),
            format!("/api/regattas/{game}/events"), "/api/regattas".to_owned(), "/api/regattas?mine=true".to_owned(),
            "/api/me/regattas".to_owned(), "/api/events".to_owned(), format!("/api/events/{event}"),
            format!("/api/events/{event}/standings.csv"), "/api/me/export".to_owned(),
        ];
        let calendar = ann.get("/api/me/notifications").await.is(200)["calendar"].as_str().unwrap().to_owned();
        let paths = paths.into_iter().chain([calendar]);
        let paths: Vec<String> = paths.collect();
        let told = async |path: &String| ann.ask("GET", path).send().await.unwrap().text().await.unwrap();
        let mut told_before = 0;
        for path in &paths {
            told_before += usize::from(told(path).await.contains(CHILD));
        }
        assert!(told_before >= 9, "{told_before}");
        protect(&child, true).await;
        for path in &paths {
            eventually(path, async || !told(path).await.contains(CHILD)).await;
            let stranger = server.visitor().ask("GET", path).send().await.unwrap().text().await.unwrap();
            assert!(!stranger.contains(CHILD), "{path}: {stranger}");
        }
        for url in server.urls() {
            for path in [format!("/api/regattas/{regatta}/socket"), format!("/api/regattas/{regatta}/socket?since=0"),
                format!("/api/regattas/{game}/socket"), "/api/lobby/socket".to_owned(), format!("/api/events/{event}/socket")] {
                let told = heard(&mut socket(&url, &path, None).await).await;
                assert!(!told.is_empty() && !told.contains(CHILD), "{path}: {told}");
            }
        }
        protect(&child, false).await;
        let first = &paths[0];
        eventually("the title is back", async || told(first).await.contains("Xaverina cup")).await;
        server.close().await;
    }

    async fn moderators_write_nothing_to_protected_players(server: TestServer) {
        let boss = crate::moderation::operator(&server).await;
        let child = server.guest(CHILD).await;
        protect(&child, true).await;
        let player = id_of(&child).await;
        let rename = json!({"type": "rename", "player": player, "name": "Jubjub"});
        crate::moderation::moderate(&boss, rename).await.refused(403, "forbidden");
        crate::moderation::moderate(&boss, json!({"type": "rename", "player": player})).await.is(200);
        let me = child.get("/api/me").await.is(200);
        assert_eq!(me["name"], me["boat"]);
        server.close().await;
    }

    async fn nobody_changes_the_audit_log_by_taking_a_name(server: TestServer) {
        let boss = crate::moderation::operator(&server).await;
        let (eve, eve_id) = crate::moderation::registered(&server, "Quillaby").await;
        let told = json!({"act": {"type": "warn", "player": eve_id}, "reason": "Quillaby insulted children"});
        boss.post("/api/moderation/acts", told).await.is(200);
        let reason = async || boss.get("/api/moderation/audit").await.is(200)[0]["reason"].clone();
        assert_eq!(reason().await, "… insulted children");
        for name in ["insulted children", "Eve"] {
            eve.patch("/api/me", json!({"name": name})).await.is(200);
        }
        eve.patch("/api/me", json!({"name": "insulted"})).await.is(200);
        send(eve.ask("DELETE", "/api/me").json(&json!({"password": PASSWORD}))).await.is(204);
        assert_eq!(reason().await, "… insulted children");
        server.close().await;
    }
}

/// Nothing of a deleted account is left in the bytes of the database: not in free pages and not in SQLite's log.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_of_a_deleted_account_is_left_in_the_files() {
    let server = TestServer::open(TestDatabase::sqlite(), unlimited()).await;
    let (ann, child) = (server.talker("Ann").await, server.guest(CHILD).await);
    child.post("/api/me/register", json!({"login": "xavlogin", "password": PASSWORD})).await.is(200);
    child.put("/api/me/chat", json!({"free": true})).await.is(200);
    let regatta = race(&child, &ann).await;
    let (event, _) = evening(&child, &ann).await;
    act(&child, &regatta, "hi", phrase("hello")).await.is(200);
    child.post("/api/me/tokens", json!({"label": "xavlabel"})).await.is(201);
    child.post("/api/carry", json!({"game": "xavgame"})).await.is(201);
    child
        .post("/api/reports", json!({"player": id_of(&ann).await, "reason": "other", "text": "xavreport"}))
        .await
        .is(201);
    let words = ["Xaverina", "xavlogin", "xavlabel", "xavgame", "xavreport"];
    let folder = server.place.folder().to_owned();
    let left = || {
        let files =
            std::fs::read_dir(&folder).unwrap().map(|file| std::fs::read(file.unwrap().path()).unwrap_or_default());
        let bytes: Vec<u8> = files.flatten().collect();
        let is_in = |word: &&str| bytes.windows(word.len()).any(|part| part == word.as_bytes());
        words.into_iter().filter(is_in).count()
    };
    assert_eq!(left(), words.len());
    send(child.ask("DELETE", "/api/me").json(&json!({"password": PASSWORD}))).await.is(204);
    eventually("erased", async || left() == 0).await;
    // The games and the event are still there.
    let view = ann.get(&format!("/api/events/{event}")).await.is(200);
    assert_eq!((&view["settings"]["title"], &view["stage"]), (&json!(""), &json!("closed")));
    let server = server.restart().await;
    let ann = ann.at(&server);
    let seats = ann.get(&format!("/api/regattas/{regatta}")).await.is(200)["regatta"]["seats"].clone();
    assert_eq!(seats.as_array().unwrap().len(), 2);
    server.close().await;
}
