//! What nodes of a cluster leave to each other: what one could not tell or finish before it was cut off or died.

use crate::cluster::guest;
use crate::test_server::{TestDatabase, TestServer, act, open, unlimited};
use powerboats_server::{
    compete::season::pyramid::Movement,
    ids::PlayerId,
    store::{AccountChange, Store, Tenancy, now},
};
use serde_json::json;
use std::time::{Duration, Instant};

/// A node that could not read for a while learns of every session that ended in the meantime, or that it may have missed some.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_of_accounts_are_read_from_the_last_reading_on() {
    let place = TestDatabase::postgres().await;
    let store = Store::open_as(&place.database(), Tenancy::Shared).await.unwrap();
    let ann = PlayerId::random();
    store.add_guest(&ann, "Ann", "session").await.unwrap();
    let before = now();
    store.end_session("session", &ann).await.unwrap();
    let ended = |changes: Option<Vec<(String, PlayerId, AccountChange)>>| {
        let is_end =
            |(_, player, change): &(String, PlayerId, AccountChange)| *player == ann && *change == AccountChange::Ended;
        changes.map(|changes| changes.iter().filter(|change| is_end(change)).count())
    };
    let minute = 60_000;
    for since in [before, before - minute, before - 50 * minute] {
        assert_eq!(ended(store.account_changes(since).await.unwrap()), Some(1));
    }
    assert_eq!(ended(store.account_changes(before + minute).await.unwrap()), Some(0));
    assert_eq!(ended(store.account_changes(before - 60 * minute).await.unwrap()), None, "some may be deleted");
    store.close().await;
    place.clear().await;
}

/// A node deletes an account and dies before it has vacated the seats.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_node_vacates_the_seats_of_a_deleted_player() {
    let server = TestServer::open_cluster(TestDatabase::postgres().await, unlimited()).await;
    let (ann, ..) = guest(&server, "Ann").await;
    let (ben, ..) = guest(&server, "Ben").await;
    let regatta = open(&ann, json!({"seats": 3, "races": 1})).await;
    act(&ben, &regatta, "join", json!({"type": "join"})).await.is(200);
    let id = ben.get("/api/me").await.is(200)["id"].as_str().unwrap().to_owned();
    let store = Store::open_as(&server.place.database(), Tenancy::Shared).await.unwrap();
    store.delete_player(&PlayerId::read(&id).unwrap()).await.unwrap();
    let began = Instant::now();
    loop {
        let room = ann.get(&format!("/api/regattas/{regatta}")).await.is(200);
        if room["regatta"]["seats"].as_array().unwrap().len() == 1 {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "{room:#}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    store.close().await;
    server.close().await;
}

/// A node that was stopped while it closed a season goes on after another one has closed it.
#[tokio::test]
async fn a_closed_season_is_not_finished_again() {
    let place = TestDatabase::sqlite();
    let store = Store::open(&place.database()).await.unwrap();
    let ann = PlayerId::random();
    store.add_guest(&ann, "Ann", "session").await.unwrap();
    store.announce_season(1, 0).await.unwrap();
    store.announce_season(2, 0).await.unwrap();
    let finish =
        async || store.finish_season(1, &[(ann.clone(), 1, Movement::Stay)], std::slice::from_ref(&ann), 5).await;
    finish().await.unwrap();
    assert_eq!(store.season_ladder(2).await.unwrap(), std::slice::from_ref(&ann));
    store.close_season(1, 5, 9).await.unwrap();
    store.withdraw_from_season(2, &ann).await.unwrap();
    finish().await.unwrap();
    assert_eq!(store.season_ladder(2).await.unwrap(), [], "she has withdrawn");
    store.close().await;
}
