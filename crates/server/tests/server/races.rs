//! Requests that overtake each other: what somebody has proved must still hold when it takes effect.

use crate::moderation::{moderate, operator, registered};
use crate::test_server::{PASSWORD, TestDatabase, TestServer, Visitor, act, open, send, unlimited};
use crate::{battery, cluster::eventually};
use powerboats_server::{
    ids::{PlayerId, TokenId, random_text},
    moderate::act::ActKind,
    store::{Change, NewAudit, Store, Tenancy, TokenRow, now},
};
use serde_json::json;

/// The same database twice: as two nodes of a cluster have it, or as one server has it.
async fn stores(place: &TestDatabase) -> [Store; 2] {
    match place {
        TestDatabase::Folder(_) => {
            let store = Store::open(&place.database()).await.unwrap();
            [store.clone(), store]
        }
        TestDatabase::Postgres { .. } => {
            let open = async || Store::open_as(&place.database(), Tenancy::Shared).await.unwrap();
            [open().await, open().await]
        }
    }
}

async fn close(place: TestDatabase, [one, other]: [Store; 2]) {
    one.close().await;
    other.close().await;
    place.clear().await;
}

/// A registered player with one session. The hash of the password need not be one.
async fn player(store: &Store) -> (PlayerId, String) {
    let (id, session) = (PlayerId::random(), random_text(20));
    store.add_guest(&id, "Ann", &random_text(20)).await.unwrap();
    assert!(store.register(&id, &random_text(12).to_lowercase(), "old", &session, "").await.unwrap());
    (id, session)
}

fn new_token() -> TokenRow {
    TokenRow { id: TokenId::random(), label: "x".to_owned(), created: now() }
}

async fn nothing_survives_a_new_password(place: TestDatabase) {
    let [one, other] = stores(&place).await;
    for _ in 0..20 {
        let (id, own) = player(&one).await;
        let thief = random_text(20);
        assert!(one.add_session(&thief, &id, "old").await.unwrap());
        let (late, hash) = (random_text(20), random_text(20));
        let (row, old) = (new_token(), "old");
        let (changed, _, _) = tokio::join!(
            one.set_password(&id, "old", "new", &own),
            other.add_session(&late, &id, old),
            other.add_token(&id, &row, &hash, &thief, 20),
        );
        assert!(changed.unwrap());
        let left: Vec<String> = one.sessions(&id).await.unwrap().into_iter().map(|(hash, _)| hash).collect();
        assert_eq!(left, [own.as_str()], "only the session that changed the password is left");
        assert!(one.tokens(&id).await.unwrap().is_empty());
        // Later, too: the password was checked before, and the session was read from a cache.
        assert!(!other.add_session(&late, &id, "old").await.unwrap());
        assert!(!other.add_token(&id, &row, &hash, &thief, 20).await.unwrap());
        assert!(!other.is_signed_in(&id, &thief).await.unwrap() && other.is_signed_in(&id, &own).await.unwrap());
        assert!(other.add_session(&late, &id, "new").await.unwrap());
        assert!(other.add_token(&id, &row, &hash, &late, 20).await.unwrap());
        assert!(
            other.add_token(&id, &new_token(), &random_text(20), &hash, 20).await.unwrap(),
            "a token makes another"
        );
        one.delete_player(&id).await.unwrap();
        assert!(!other.add_session(&random_text(20), &id, "new").await.unwrap());
        assert!(!other.add_token(&id, &new_token(), &random_text(20), &late, 20).await.unwrap());
    }
    close(place, [one, other]).await;
}

#[tokio::test]
async fn nothing_survives_a_new_password_on_sqlite() {
    nothing_survives_a_new_password(TestDatabase::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_survives_a_new_password_on_two_nodes() {
    nothing_survives_a_new_password(TestDatabase::postgres().await).await;
}

async fn a_guest_has_planted_no_token(place: TestDatabase) {
    let [one, other] = stores(&place).await;
    for _ in 0..20 {
        let (id, guest, own) = (PlayerId::random(), random_text(20), random_text(20));
        one.add_guest(&id, "Ann", &guest).await.unwrap();
        let (row, login) = (new_token(), random_text(12).to_lowercase());
        let planted = random_text(20);
        let (registered, _) = tokio::join!(
            one.register(&id, &login, "hash", &own, ""),
            other.add_token(&id, &row, &planted, &guest, 20),
        );
        assert!(registered.unwrap());
        assert!(!other.add_token(&id, &new_token(), &random_text(20), &guest, 20).await.unwrap());
        assert!(one.tokens(&id).await.unwrap().is_empty());
    }
    close(place, [one, other]).await;
}

#[tokio::test]
async fn a_guest_has_planted_no_token_on_sqlite() {
    a_guest_has_planted_no_token(TestDatabase::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_has_planted_no_token_on_two_nodes() {
    a_guest_has_planted_no_token(TestDatabase::postgres().await).await;
}

async fn the_name_that_moderators_give_stays(place: TestDatabase) {
    let [one, other] = stores(&place).await;
    for _ in 0..20 {
        let (id, _) = player(&one).await;
        assert!(one.rename(&id, "Anna").await.unwrap());
        let audit = NewAudit {
            actor: None,
            act: ActKind::Rename,
            player: Some(id.clone()),
            regatta: None,
            detail: String::new(),
            reason: "x".to_owned(),
        };
        let change = Change::Name(id.clone(), "Given".to_owned());
        let (given, _) = tokio::join!(one.moderate(&change, &audit), other.rename(&id, "Rude"));
        assert!(given.unwrap());
        assert!(!other.rename(&id, "Rude").await.unwrap());
        assert_eq!(one.account(&id).await.unwrap().unwrap().name, "Given");
    }
    close(place, [one, other]).await;
}

#[tokio::test]
async fn the_name_that_moderators_give_stays_on_sqlite() {
    the_name_that_moderators_give_stays(TestDatabase::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_name_that_moderators_give_stays_on_two_nodes() {
    the_name_that_moderators_give_stays(TestDatabase::postgres().await).await;
}

/// A player as requests leave it that were on their way while the account was deleted.
async fn deleted_before_the_last_requests(place: TestDatabase, player: &str) -> TestDatabase {
    let delete = "UPDATE players SET name = '', login = NULL, password = NULL, gone = 1";
    place.change(&format!("{delete} WHERE id = '{player}'")).await;
    place
}

battery! {
    async fn nothing_stays_of_a_deleted_player_s_last_requests(server: TestServer) {
        let ((ann, id), (ben, _)) = (registered(&server, "Ann").await, registered(&server, "Ben").await);
        ann.post("/api/me/tokens", json!({"label": "x"})).await.is(201);
        let ben_id = ben.get("/api/me").await.is(200)["id"].as_str().unwrap().to_owned();
        send(ann.ask("PUT", &format!("/api/me/following/{ben_id}"))).await;
        let opened = open(&ann, json!({"seats": 2, "title": "Zorvex"})).await;
        let hosted = open(&ann, json!({"seats": 2, "join": false})).await;
        let shared = open(&ben, json!({"seats": 3})).await;
        act(&ann, &shared, "join", json!({"type": "join"})).await.is(200);
        let clock = json!({"type": "live", "turn": 600, "bank": 600});
        let event = json!({"title": "Cup", "format": {"type": "rounds", "rounds": 3}, "tables": 2, "clock": clock});
        let path = async |who: &Visitor| {
            format!("/api/events/{}", who.post("/api/events", event.clone()).await.is(201)["id"].as_str().unwrap())
        };
        let (own, other) = (path(&ann).await, path(&ben).await);
        send(ann.ask("POST", &format!("{other}/players"))).await.is(204);
        assert!(ben.get(&other).await.is(200).to_string().contains("\"present\":true"));
        let place = deleted_before_the_last_requests(server.stop().await, &id).await;
        let server = TestServer::open(place, unlimited()).await;
        let ben = ben.at(&server);
        eventually("all is left", async || {
            let stage = async |id: &str| ben.get(&format!("/api/regattas/{id}")).await.is(200)["regatta"]["stage"].clone();
            let seats = ben.get(&format!("/api/regattas/{shared}")).await.is(200)["regatta"]["seats"].clone();
            stage(&opened).await == "closed"
                && stage(&hosted).await == "closed"
                && seats.as_array().unwrap().len() == 1
                && ben.get(&own).await.is(200)["stage"] == "closed"
                && !ben.get(&other).await.is(200).to_string().contains("\"present\":true")
        })
        .await;
        eventually("everything is done", async || {
            let store = Store::open_to_read(&server.place.database()).await.unwrap();
            store.departures().await.unwrap().is_empty()
        })
        .await;
        let store = Store::open_to_read(&server.place.database()).await.unwrap();
        let ann = PlayerId::read(&id).unwrap();
        assert!(store.sessions(&ann).await.unwrap().is_empty() && store.tokens(&ann).await.unwrap().is_empty());
        assert!(store.following(&ann).await.unwrap().is_empty());
        server.close().await;
    }

    /// Requests that were on their way may store something a moment after the account is deleted.
    async fn a_deleted_player_is_looked_at_twice(server: TestServer) {
        let (_, id) = registered(&server, "Ann").await;
        let place = server.stop().await;
        let store = Store::open(&place.database()).await.unwrap();
        let ann = PlayerId::read(&id).unwrap();
        store.delete_player(&ann).await.unwrap();
        assert_eq!(store.departures().await.unwrap(), [(ann.clone(), None)]);
        store.close().await;
        let server = TestServer::open(place, unlimited()).await;
        let began = now();
        eventually("the seats are vacated", async || {
            let store = Store::open_to_read(&server.place.database()).await.unwrap();
            matches!(store.departures().await.unwrap().as_slice(), [(_, Some(again))] if *again > began)
        })
        .await;
        server.close().await;
    }

    /// The seats of a guest would be lost in a suspended account.
    async fn nobody_signs_in_to_a_suspended_account(server: TestServer) {
        let boss = operator(&server).await;
        let (ann, id) = registered(&server, "Ann").await;
        let login = ann.get("/api/me").await.is(200)["login"].as_str().unwrap().to_owned();
        moderate(&boss, json!({"type": "suspend", "player": id, "hours": 2})).await.is(200);
        let guest = server.guest("Gus").await;
        let sign_in = async |password: &str| guest.post("/api/sessions", json!({"login": login, "password": password})).await;
        sign_in("wrong horse").await.refused(403, "wrong-password");
        sign_in(PASSWORD).await.refused(403, "suspended");
        assert_eq!(guest.get("/api/me").await.is(200)["name"], "Gus", "the guest is still signed in");
        moderate(&boss, json!({"type": "suspend", "player": id, "hours": 0})).await.is(200);
        eventually("lifted", async || sign_in(PASSWORD).await.status == 200).await;
        server.close().await;
    }
}
