//! What nodes of a cluster leave to each other: what one could not tell or finish before it was cut off or died. And what they give
//! back to players.

use crate::cluster::{at, cluster, eventually, guest};
use crate::test_server::{TestDatabase, TestServer, act, open, unlimited};
use powerboats_server::{
    compete::season::pyramid::Movement,
    ids::PlayerId,
    store::{AccountChange, Database, Store, Tenancy, now},
};
use serde_json::json;
use sqlx::{Connection, PgConnection};
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

/// PostgreSQL stops for a moment, too short for a node to give up: nobody loses that time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_short_stop_of_the_database_costs_nobody_time() {
    let server = cluster().await;
    let (ann, _, token) = guest(&server, "Ann").await;
    let (ben, ..) = guest(&server, "Ben").await;
    let mut rooms = vec![];
    for _ in 0..4 {
        let clock = json!({"type": "live", "turn": 300, "bank": 60});
        let regatta = open(&ann, json!({"seats": 2, "races": 1, "clock": clock})).await;
        act(&ben, &regatta, "join", json!({"type": "join"})).await.is(200);
        act(&ann, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        act(&ben, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        rooms.push(regatta);
    }
    let look = at(&server, 0, &token).await;
    let deadlines = async || {
        let mut deadlines = vec![];
        for regatta in &rooms {
            let answer = look.get(&format!("/api/regattas/{regatta}")).await;
            deadlines.push(answer.body["regatta"]["deadline"].as_i64());
        }
        deadlines.into_iter().collect::<Option<Vec<i64>>>()
    };
    let before = deadlines().await.unwrap();
    let Database::Postgres(url) = server.place.database() else { panic!("a cluster uses PostgreSQL") };
    let mut connection = PgConnection::connect(&url).await.unwrap();
    // No node can store its beat.
    let stop = "BEGIN; LOCK TABLE nodes IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(1.8); COMMIT";
    sqlx::raw_sql(stop).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    eventually("all players have got the time back", async || {
        let Some(after) = deadlines().await else { return false };
        after.iter().zip(&before).all(|(after, before)| after - before >= 1500)
    })
    .await;
    let gained: Vec<i64> =
        deadlines().await.unwrap().iter().zip(&before).map(|(after, before)| after - before).collect();
    assert!(gained.iter().all(|gained| *gained < 20_000), "not much more than it took: {gained:?}");
    server.close().await;
}

/// A clock does not run out while PostgreSQL stops for a moment: the player gets the time back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_time_runs_out_in_a_short_stop_of_the_database() {
    let server = cluster().await;
    let (ann, _, token) = guest(&server, "Ann").await;
    let (ben, ..) = guest(&server, "Ben").await;
    let look = at(&server, 0, &token).await;
    let Database::Postgres(url) = server.place.database() else { panic!("a cluster uses PostgreSQL") };
    let mut connection = PgConnection::connect(&url).await.unwrap();
    for _ in 0..8 {
        let clock = json!({"type": "live", "turn": 10, "bank": 0});
        let regatta = open(&ann, json!({"seats": 2, "races": 1, "clock": clock})).await;
        act(&ben, &regatta, "join", json!({"type": "join"})).await.is(200);
        act(&ann, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        act(&ben, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
        let path = format!("/api/regattas/{regatta}");
        let deadline = async || look.get(&path).await.body["regatta"]["deadline"].as_i64();
        let Some(before) = deadline().await else { panic!("no clock runs") };
        // A node notices 1.5 s after its last heartbeat. The lock ends soon after the clock would have run out.
        tokio::time::sleep(Duration::from_millis((before - 1650 - now()).max(0).unsigned_abs())).await;
        let mut stop = connection.begin().await.unwrap();
        sqlx::raw_sql("LOCK TABLE nodes IN ACCESS EXCLUSIVE MODE").execute(&mut *stop).await.unwrap();
        let stopped = now();
        sqlx::raw_sql("SELECT pg_sleep(1.8)").execute(&mut *stop).await.unwrap();
        stop.commit().await.unwrap();
        let ended = now();
        if before - stopped < 1550 || ended < before || ended - stopped > 2000 {
            continue; // this machine was too busy to stop the database at the right time
        }
        eventually("the player has got the time back", async || deadline().await.is_some_and(|now| now > before)).await;
        let events = look.get(&format!("{path}/events?since=0")).await.is(200).to_string();
        assert!(!events.contains("timed-out"), "{events}");
        return server.close().await;
    }
    panic!("this machine was too busy to stop the database at the right time");
}
