//! Only one server at a time uses a database, and a server that loses its database stops.

use crate::test_server::{TestDatabase, TestServer, unlimited};
use powerboats_server::{
    ids::PlayerId,
    store::{Database, Store, StoreError, backup, redraw, restore},
};
use serde_json::json;
use sqlx::{Connection, PgConnection};
use std::{path::PathBuf, time::Duration};
use tokio::time::timeout;

fn file(place: &TestDatabase) -> PathBuf {
    let Database::Sqlite(path) = place.database() else { panic!("this is for SQLite") };
    path
}

async fn is_lost(store: &Store) -> String {
    timeout(Duration::from_secs(30), store.lost()).await.expect("it must be noticed")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_whose_file_is_moved_or_replaced_stops() {
    for replaced in [false, true] {
        let place = TestDatabase::sqlite();
        let store = Store::open(&place.database()).await.unwrap();
        store.add_guest(&PlayerId::random(), "Ann", "a").await.unwrap();
        let path = file(&place);
        std::fs::rename(&path, path.with_extension("away")).unwrap();
        if replaced {
            std::fs::copy(path.with_extension("away"), &path).unwrap();
        }
        // A write before the loss is noticed must not be acknowledged.
        let stored = store.add_guest(&PlayerId::random(), "Ben", "b").await;
        assert!(matches!(stored, Err(StoreError::Lost(_))), "{stored:?}");
        let reason = is_lost(&store).await;
        assert!(reason.contains(if replaced { "replaced" } else { "gone" }), "{reason}");
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_if_the_log_is_removed() {
    let place = TestDatabase::sqlite();
    let store = Store::open(&place.database()).await.unwrap();
    let ann = PlayerId::random();
    store.add_guest(&ann, "Ann", "a").await.unwrap();
    std::fs::remove_file(place.folder().join("powerboats.db-wal")).unwrap();
    let reason = is_lost(&store).await;
    assert!(reason.contains("-wal is gone"), "{reason}");
    store.close().await;
    let store = Store::open(&place.database()).await.unwrap();
    assert!(store.account(&ann).await.unwrap().is_some());
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_server_is_refused_whatever_path_it_uses() {
    let place = TestDatabase::sqlite();
    let store = Store::open(&place.database()).await.unwrap();
    let link = place.folder().join("link.db");
    std::os::unix::fs::symlink(file(&place), &link).unwrap();
    std::fs::remove_file(place.folder().join("powerboats.db.lock")).unwrap();
    for path in [file(&place), link.clone(), place.folder().join(".").join("powerboats.db")] {
        let second = Store::open(&Database::Sqlite(path.clone())).await;
        assert!(matches!(second, Err(StoreError::InUse(_))), "{}", path.display());
    }
    store.close().await;
    let store = Store::open(&Database::Sqlite(link)).await.unwrap();
    assert!(matches!(Store::open(&place.database()).await, Err(StoreError::InUse(_))));
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restored_database_is_noticed_however_it_was_restored() {
    let place = TestDatabase::sqlite();
    let (path, copy, cold) = (file(&place), place.folder().join("copy.db"), place.folder().join("cold.db"));
    let open = async || Store::open(&place.database()).await.unwrap();
    for _ in 0..2 {
        let store = open().await;
        assert_eq!(store.restored(), None, "a normal start");
        store.close().await;
    }
    let store = open().await;
    backup(&path, &copy).await.unwrap();
    assert!(matches!(redraw(&place.database()).await, Err(StoreError::InUse(_))));
    store.close().await;
    std::fs::copy(&path, &cold).unwrap();
    let store = open().await;
    assert_eq!(store.restored(), None, "a copy was made, but not restored");
    store.close().await;

    // Restored by hand: first our own backup, then a copy made with other tools.
    std::fs::copy(&copy, &path).unwrap();
    let store = open().await;
    let first = store.restored().expect("the mark in a backup");
    store.close().await;
    let store = open().await;
    assert_eq!(store.restored(), Some(first), "only once");
    store.close().await;
    std::fs::copy(&cold, &path).unwrap();
    let store = open().await;
    let second = store.restored().expect("the owner differs from the last one");
    store.close().await;
    assert!(second > first);

    // Restored with our command.
    restore(&copy, &path, powerboats_server::store::Earlier::Keep).await.unwrap();
    let store = open().await;
    let third = store.restored().unwrap();
    assert!(third > second);
    store.close().await;
    redraw(&place.database()).await.unwrap();
    let store = open().await;
    assert!(store.restored().unwrap() > third);
    store.close().await;
}

/// Ends the sessions on this database, all of them or only the one that holds the lock. Returns how many.
async fn end_sessions(place: &TestDatabase, only_lock: bool) -> u64 {
    let Database::Postgres(url) = place.database() else { panic!("this is for PostgreSQL") };
    let mut connection = PgConnection::connect(&url).await.unwrap();
    let sql = if only_lock {
        "SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
         WHERE l.locktype = 'advisory' AND d.datname = current_database()"
    } else {
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()"
    };
    let ended = sqlx::query(sql).fetch_all(&mut connection).await.unwrap();
    ended.len() as u64
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_postgres_a_server_continues_after_its_sessions_were_ended() {
    let place = TestDatabase::postgres().await;
    let server = TestServer::open(place, unlimited()).await;
    let ann = server.talker("Ann").await;
    let room = ann.post("/api/regattas", json!({"seats": 2})).await.is(201);
    let path = format!("/api/regattas/{}/actions", room["id"].as_str().unwrap());
    let mut acknowledged = 0;
    for id in 0..60 {
        if id % 20 == 10 {
            assert!(end_sessions(&server.place, id == 10).await > 0);
        }
        // Like a client, repeat with the same id until it is acknowledged.
        for attempt in 0..20 {
            let answer = ann
                .post(&path, json!({"id": id.to_string(), "action": {"type": "chat", "text": format!("number {id}")}}))
                .await;
            if answer.status == 200 {
                acknowledged += 1;
                break;
            }
            assert!(attempt < 19 && answer.status.is_server_error(), "{answer:?}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    assert_eq!(acknowledged, 60);
    let events = ann.get(&path.replace("actions", "events?since=0")).await.is(200);
    let said: Vec<&str> = events.as_array().unwrap().iter().filter_map(|event| event["text"].as_str()).collect();
    assert_eq!(said, (0..60).map(|id| format!("number {id}")).collect::<Vec<_>>(), "none is lost or stored twice");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_postgres_two_servers_never_write_at_the_same_time() {
    let place = TestDatabase::postgres().await;
    for round in 0..3 {
        let first = Store::open(&place.database()).await.unwrap();
        assert!(matches!(Store::open(&place.database()).await, Err(StoreError::InUse(_))));
        // A second server tries to take over while the first one loses its session.
        let database = place.database();
        let second = tokio::spawn(async move { Store::open(&database).await });
        tokio::time::sleep(Duration::from_millis(200 + round * 37)).await;
        end_sessions(&place, true).await;
        match second.await.unwrap() {
            Ok(second) => {
                let stored = first.add_guest(&PlayerId::random(), "Ann", &format!("a{round}")).await;
                assert!(stored.is_err(), "the second server has the database");
                timeout(Duration::from_secs(30), first.lost()).await.expect("noticed at once");
                second.add_guest(&PlayerId::random(), "Ben", &format!("b{round}")).await.unwrap();
                second.close().await;
            }
            Err(StoreError::InUse(_)) => {
                first.add_guest(&PlayerId::random(), "Ann", &format!("a{round}")).await.unwrap();
            }
            Err(error) => panic!("{error}"),
        }
        first.close().await;
    }
    place.clear().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_postgres_a_restored_database_is_marked_by_command() {
    let place = TestDatabase::postgres().await;
    let store = Store::open(&place.database()).await.unwrap();
    assert_eq!(store.restored(), None);
    assert!(matches!(redraw(&place.database()).await, Err(StoreError::InUse(_))));
    store.close().await;
    redraw(&place.database()).await.unwrap();
    let store = Store::open(&place.database()).await.unwrap();
    assert!(store.restored().is_some());
    store.close().await;
    place.clear().await;
}
