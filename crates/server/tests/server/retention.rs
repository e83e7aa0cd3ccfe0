//! What operators keep for a limited time: chat, phrases, and regattas that are over.

use crate::cluster::eventually;
use crate::safety::token_of;
use crate::test_server::{PASSWORD, TestDatabase, TestServer, Visitor, act, open, phrase, unlimited};
use powerboats_server::{
    compete::ratings::audit,
    ids::RegattaId,
    store::{Store, StoreError},
};
use serde_json::json;

async fn registered(server: &TestServer, name: &str) -> (Visitor, String) {
    let visitor = server.guest(name).await;
    visitor.post("/api/me/register", json!({"login": name.to_lowercase(), "password": PASSWORD})).await.is(200);
    let id = crate::safety::id_of(&visitor).await;
    (visitor, id)
}

async fn old_regattas_are_removed_and_their_figures_stay(place: TestDatabase) {
    let server = TestServer::open(place, unlimited()).await;
    let [(ann, ann_id), (ben, _)] = [registered(&server, "Ann").await, registered(&server, "Ben").await];
    let clock = json!({"type": "live", "turn": 600, "bank": 600});
    let old = open(&ann, json!({"seats": 2, "races": 1, "rated": true, "clock": clock})).await;
    act(&ben, &old, "join", json!({"type": "join"})).await.is(200);
    for who in [&ann, &ben] {
        act(who, &old, "hi", phrase("good-luck")).await.is(200);
        act(who, &old, "ready", json!({"type": "ready", "ready": true})).await.is(200);
    }
    act(&ben, &old, "resign", json!({"type": "resign"})).await.is(200);
    let profile = format!("/api/players/{ann_id}");
    eventually("it is rated", async || ann.get(&profile).await.is(200)["ratings"][0]["ladder"] == "duel").await;
    let rated = ann.get(&profile).await.is(200);
    let newest = open(&ann, json!({"seats": 2})).await;
    let token = token_of(&ann).await;
    let place = server.stop().await;

    // What people said, first.
    place.change(&format!("UPDATE entries SET at = 1 WHERE regatta = '{old}'")).await;
    place.change(&format!("UPDATE regattas SET updated = 1 WHERE id = '{old}'")).await;
    place.change("UPDATE cursors SET position = 0 WHERE reader = 'ratings'").await;
    let store = Store::open(&place.database()).await.unwrap();
    let log = async |store: &Store| -> String {
        let pages = store.page(&RegattaId::read(&old).unwrap(), 0, 1000).await.unwrap();
        pages.into_iter().map(|(_, events)| events).collect()
    };
    assert!(log(&store).await.contains("good-luck"));
    assert_eq!(store.forget_chats(30).await.unwrap(), 2);
    assert_eq!(store.forget_chats(30).await.unwrap(), 0);
    assert!(!log(&store).await.contains("good-luck"));
    assert_eq!(audit::verify(&store).await.unwrap().differences, [], "the log still replays");
    assert_eq!(store.remove_games(30).await.unwrap(), 0, "a reader has not read it");
    store.close().await;

    place.change("UPDATE cursors SET position = (SELECT MAX(position) FROM entries)").await;
    let store = Store::open(&place.database()).await.unwrap();
    assert_eq!(store.remove_games(30).await.unwrap(), 1);
    assert_eq!(store.remove_games(30).await.unwrap(), 0);
    assert_eq!(log(&store).await, "");
    assert!(matches!(audit::verify(&store).await, Err(StoreError::Removed)));
    assert!(matches!(audit::remake(&store).await, Err(StoreError::Removed)), "no rating is forgotten");
    store.close().await;

    let server = TestServer::open(place, unlimited()).await;
    let ann = server.known("authorization", &format!("Bearer {token}"));
    for path in ["", "/events", "/record", "/analysis", "/chart.svg"] {
        ann.get(&format!("/api/regattas/{old}{path}")).await.refused(410, "not-kept");
    }
    act(&ann, &old, "again", json!({"type": "rematch"})).await.refused(410, "not-kept");
    assert_eq!(ann.get(&profile).await.is(200)["ratings"], rated["ratings"]);
    let mine = ann.get("/api/me/regattas").await.is(200).to_string();
    assert!(mine.contains(&old) && mine.contains(&newest), "{mine}");
    ann.get(&format!("/api/regattas/{newest}")).await.is(200);
    ann.get("/api/me/export").await.is(200);
    let later = open(&ann, json!({"seats": 2})).await;
    ann.get(&format!("/api/regattas/{later}")).await.is(200);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_regattas_are_removed_and_their_figures_stay_on_sqlite() {
    old_regattas_are_removed_and_their_figures_stay(TestDatabase::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_regattas_are_removed_and_their_figures_stay_on_postgres() {
    old_regattas_are_removed_and_their_figures_stay(TestDatabase::postgres().await).await;
}
