//! What is acknowledged is stored: on a full disk, after database errors, and across restarts.

use crate::test_server;
use crate::test_server::{TestDatabase, TestServer, Visitor, send, unlimited};
use powerboats_server::{
    ids::{PlayerId, RegattaId, random_text},
    store::{Commit, LogEntry, NewRow, RowUpdate, Store, StoreError, now},
};
use serde_json::{Value, json};
use std::{
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

/// A small file system mounted on a folder until this is dropped.
struct SmallDisk(std::path::PathBuf);

impl SmallDisk {
    fn mount(folder: &Path) -> SmallDisk {
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", "size=2m", "tmpfs"]).arg(folder).status();
        assert!(mount.is_ok_and(|status| status.success()), "this test mounts a tmpfs, so it must run as root");
        SmallDisk(folder.to_owned())
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

async fn regatta(visitor: &Visitor) -> String {
    let made = visitor.post("/api/regattas", json!({"seats": 2})).await.is(201);
    made["id"].as_str().unwrap().to_owned()
}

async fn chat(visitor: &Visitor, regatta: &str, id: usize) -> test_server::Answer {
    let text = format!("{id} {}", "x".repeat(400));
    let body = json!({"id": format!("chat-{id}"), "action": {"type": "chat", "text": text}});
    visitor.post(&format!("/api/regattas/{regatta}/actions"), body).await
}

/// The numbers of all chat messages, from all pages of events.
async fn said(visitor: &Visitor, regatta: &str) -> Vec<usize> {
    let (mut since, mut said) = ("0".to_owned(), Vec::new());
    loop {
        let page = visitor.get(&format!("/api/regattas/{regatta}/events?since={since}")).await;
        let next = page.headers.get("x-next-since").map(|next| next.to_str().unwrap().to_owned());
        let events = page.is(200);
        let text = |event: &Value| Some(event["text"].as_str()?.split(' ').next()?.parse::<usize>().unwrap());
        said.extend(events.as_array().unwrap().iter().filter_map(text));
        match next {
            Some(next) => since = next,
            None => return said,
        }
    }
}

/// Waits until the server reports that it is ready.
async fn becomes_ready(visitor: &Visitor) {
    let until = Instant::now() + Duration::from_secs(10);
    while visitor.get("/readyz").await.status != 200 {
        assert!(Instant::now() < until, "it must become ready again by itself");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Every acknowledged message is in the log, once and in order; no refused one is.
#[track_caller]
fn assert_kept(said: &[usize], acknowledged: &[usize]) {
    assert_eq!(said, acknowledged, "what is in the log, and what was acknowledged");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_are_refused_before_the_disk_is_full_and_work_again_later() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    let disk = SmallDisk::mount(&path);
    let filler = path.join("filler");
    let server = TestServer::open(TestDatabase::Folder(folder), unlimited()).await;
    let ann = server.talker("Ann").await;
    let room = regatta(&ann).await;
    std::fs::write(&filler, vec![1; 1_000_000]).unwrap();
    let (mut acknowledged, mut refused, mut next) = (Vec::new(), 0, 0);
    // Near the limit a few more may fit once SQLite's log was copied back.
    while refused < 100 {
        let answer = chat(&ann, &room, next).await;
        if answer.status == 200 {
            acknowledged.push(next);
        } else {
            answer.refused(507, "disk-full");
            refused += 1;
        }
        next += 1;
        assert!(next < 5000, "2 MB must be full at some point");
    }
    assert!(acknowledged.len() > 100, "only {} were stored", acknowledged.len());
    send(server.visitor().ask("POST", "/api/me").json(&json!({"name": "Ben"}))).await.refused(507, "disk-full");
    ann.post("/api/regattas", json!({"seats": 2})).await.refused(507, "disk-full");
    tokio::time::sleep(Duration::from_millis(1100)).await;
    ann.get("/readyz").await.refused(503, "disk-full");
    let metrics = ann.get("/metrics").await.is(200);
    let metrics = metrics.as_str().unwrap();
    assert!(metrics.contains("powerboats_disk_free_bytes ") && metrics.contains("powerboats_disk_full_total "));
    assert_kept(&said(&ann, &room).await, &acknowledged);
    // Reads still work, also after a restart.
    let place = server.stop().await;
    let server = TestServer::open(place, unlimited()).await;
    let ann = ann.at(&server);
    ann.get("/readyz").await.refused(503, "disk-full");
    assert_kept(&said(&ann, &room).await, &acknowledged);

    std::fs::remove_file(&filler).unwrap();
    becomes_ready(&ann).await;
    for _ in 0..20 {
        chat(&ann, &room, next).await.is(200);
        acknowledged.push(next);
        next += 1;
    }
    let place = server.stop().await;
    let server = TestServer::open(place, unlimited()).await;
    let ann = ann.at(&server);
    assert_kept(&said(&ann, &room).await, &acknowledged);
    let place = server.stop().await;
    drop(disk);
    drop(place);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_if_the_disk_fills_up_during_a_write() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    let disk = SmallDisk::mount(&path);
    let filler = path.join("filler");
    let server = TestServer::open(TestDatabase::Folder(folder), unlimited()).await;
    let ann = server.talker("Ann").await;
    let room = regatta(&ann).await;
    let (mut acknowledged, mut next, mut refused) = (Vec::new(), 0, 0);
    for _ in 0..5 {
        // Another program fills the disk completely between two checks.
        let _ = std::fs::write(&filler, vec![1; 4_000_000]);
        for _ in 0..60 {
            let answer = chat(&ann, &room, next).await;
            match answer.status.as_u16() {
                200 => acknowledged.push(next),
                _ => {
                    answer.refused(507, "disk-full");
                    refused += 1;
                }
            }
            next += 1;
        }
        std::fs::remove_file(&filler).unwrap();
        becomes_ready(&ann).await;
        chat(&ann, &room, next).await.is(200);
        acknowledged.push(next);
        next += 1;
        assert_kept(&said(&ann, &room).await, &acknowledged);
    }
    assert!(refused > 100, "{refused}");
    let place = server.stop().await;
    let server = TestServer::open(place, unlimited()).await;
    let ann = ann.at(&server);
    assert_kept(&said(&ann, &room).await, &acknowledged);
    let place = server.stop().await;
    drop(disk);
    drop(place);
}

fn entry(seq: u64) -> LogEntry {
    LogEntry { first: seq, last: seq, actor: None, action: None, at: now(), events: format!("[{seq}]") }
}

async fn add_regatta(store: &Store) -> RegattaId {
    let id = RegattaId::random();
    let create = Some(NewRow { secret: "secret".to_owned(), invite: "invite".to_owned() });
    store.append(vec![Commit { create, ..Commit::new(id.clone(), entry(1)) }]).await.unwrap();
    id
}

async fn numbers(store: &Store, id: &RegattaId) -> Vec<u64> {
    store.entries(id, 0).await.unwrap().into_iter().map(|entry| entry.0).collect()
}

/// Runs each test of the store on both databases.
macro_rules! on_each_store {
    ($($(#[$doc:meta])* async fn $name:ident($place:ident: &TestDatabase) $body:block)*) => {$(
        $(#[$doc])*
        mod $name {
            use super::*;

            async fn run($place: &TestDatabase) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_sqlite() {
                run(&TestDatabase::sqlite()).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_postgres() {
                let place = TestDatabase::postgres().await;
                run(&place).await;
                place.clear().await;
            }
        }
    )*};
}

on_each_store! {
    /// Many calls share a transaction, but one that fails does not affect the others.
    async fn a_call_is_stored_whole_or_not_at_all(place: &TestDatabase) {
        let store = Store::open(&place.database()).await.unwrap();
        let (a, b) = (add_regatta(&store).await, add_regatta(&store).await);
        let twice = vec![Commit::new(a.clone(), entry(2)), Commit::new(b.clone(), entry(1))];
        let calls = (2..40).map(|seq| store.append(vec![Commit::new(b.clone(), entry(seq))]));
        let (bad, good) = tokio::join!(store.append(twice), futures_util::future::join_all(calls));
        assert!(matches!(bad, Err(StoreError::Conflict)), "{bad:?}");
        assert!(good.iter().all(Result::is_ok), "{good:?}");
        assert_eq!(numbers(&store, &a).await, [1]);
        assert_eq!(numbers(&store, &b).await, Vec::from_iter(1..40));
        // A new regatta and the entry that announces it are stored together or not at all.
        let new = RegattaId::random();
        let create = Some(NewRow { secret: String::new(), invite: String::new() });
        let announced = vec![Commit { create, ..Commit::new(new.clone(), entry(1)) }, Commit::new(a.clone(), entry(1))];
        assert!(store.append(announced).await.is_err());
        assert!(store.regatta(&new).await.unwrap().is_none());
        // Later writes succeed.
        for seq in 2..5 {
            store.append(vec![Commit::new(a.clone(), entry(seq))]).await.unwrap();
        }
        store.close().await;
        assert!(matches!(store.append(vec![Commit::new(a.clone(), entry(9))]).await, Err(StoreError::Closed)));
        let store = Store::open(&place.database()).await.unwrap();
        assert_eq!(numbers(&store, &a).await, [1, 2, 3, 4]);
        store.close().await;
    }

    /// Secret, invitation and players change together with an entry.
    async fn rows_change_together_with_an_entry(place: &TestDatabase) {
        let store = Store::open(&place.database()).await.unwrap();
        let ann = PlayerId::random();
        store.add_guest(&ann, "Ann", "session").await.unwrap();
        let id = add_regatta(&store).await;
        let row = Some(RowUpdate { stage: "live", deadline: Some(7), host: PlayerId::random(), holder: None });
        let joined = Some(ann.clone());
        store.append(vec![Commit { row, joined: joined.into_iter().collect(), ..Commit::new(id.clone(), entry(2)) }]).await.unwrap();
        assert!(store.sat_in(&ann, &id).await.unwrap());
        assert_eq!(store.regatta(&id).await.unwrap().unwrap().0.deadline, Some(7));
        let (left, secret, invite) = (Some(ann.clone()), Some("new".to_owned()), Some("other".to_owned()));
        store.append(vec![Commit { left: left.into_iter().collect(), secret, invite, ..Commit::new(id.clone(), entry(3)) }]).await.unwrap();
        assert!(!store.sat_in(&ann, &id).await.unwrap());
        let (row, _) = store.regatta(&id).await.unwrap().unwrap();
        assert_eq!((row.secret.as_str(), row.invite.as_str()), ("new", "other"));
        store.close().await;
    }

    /// The remaining time is kept across a restart, whatever the wall clock says.
    async fn remaining_time_survives_a_restart(place: &TestDatabase) {
        let hour = 3_600_000;
        for (alive, why) in [(-hour, "down for an hour"), (24 * hour, "the clock was set back by a day"), (0, "restarted at once")] {
            let store = Store::open(&place.database()).await.unwrap();
            let id = add_regatta(&store).await;
            let was_alive = now() + alive;
            let (deadline, host) = (Some(was_alive + 60_000), PlayerId::random());
            let row = Some(RowUpdate { stage: "live", deadline, host, holder: None });
            store.append(vec![Commit { row, ..Commit::new(id.clone(), entry(2)) }]).await.unwrap();
            store.set_meta("alive", &was_alive.to_string()).await.unwrap();
            store.close().await;
            let store = Store::open(&place.database()).await.unwrap();
            store.resume_clocks().await.unwrap();
            let left = store.regatta(&id).await.unwrap().unwrap().0.deadline.unwrap() - now();
            assert!((50_000..=60_000).contains(&left), "{why}: {left} ms are left of a minute");
            store.close().await;
        }
    }

    /// Names are read by the hundred; unknown players have none.
    async fn many_names_are_read_at_once(place: &TestDatabase) {
        let store = Store::open(&place.database()).await.unwrap();
        let players: Vec<PlayerId> = (0..1000).map(|_| PlayerId::random()).collect();
        let sessions: Vec<String> = players.iter().map(|_| random_text(20)).collect();
        let guests = players.iter().zip(&sessions).map(|(id, session)| store.add_guest(id, id.as_str(), session));
        futures_util::future::try_join_all(guests).await.unwrap();
        for count in [0, 1, 2, 8, 9, 255, 256, 257, 1000] {
            let mut asked = players[..count].to_vec();
            asked.push(PlayerId::random());
            let names = store.faces(&asked).await.unwrap();
            assert_eq!(names.len(), count);
            assert!(names.iter().all(|(id, face)| id.as_str() == &*face.name));
        }
        let taken = store.register(&players[0], "ann", "hash", "session 1", "").await.unwrap();
        let again = store.register(&players[1], "ann", "hash", "session 2", "").await.unwrap();
        assert!(taken && !again, "a login is taken once");
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_pages_are_found_and_reported() {
    let place = TestDatabase::sqlite();
    let server = TestServer::open(place, unlimited()).await;
    let ann = server.talker("Ann").await;
    let room = regatta(&ann).await;
    for id in 0..60 {
        chat(&ann, &room, id).await.is(200);
    }
    becomes_ready(&ann).await;
    let place = server.stop().await;
    let TestDatabase::Folder(folder) = &place else { unreachable!() };
    let file = folder.path().join("powerboats.db");
    assert!(!folder.path().join("powerboats.db-wal").exists(), "after a clean shutdown everything is in one file");
    // Overwrite a leaf page of the log in the middle of the file.
    let mut bytes = std::fs::read(&file).unwrap();
    let is_log = |page: &[u8]| page[0] == 13 && page.windows(20).any(|part| part == [b'x'; 20]);
    let leaves: Vec<usize> = (0..bytes.len() / 4096).filter(|n| is_log(&bytes[n * 4096..][..4096])).collect();
    let leaf = leaves[leaves.len() / 2] * 4096;
    bytes[leaf..leaf + 4096].fill(0xa5);
    std::fs::write(&file, bytes).unwrap();

    let server = TestServer::open(place, unlimited()).await;
    let visitor = server.visitor();
    let until = Instant::now() + Duration::from_secs(10);
    let answer = loop {
        let answer = visitor.get("/readyz").await;
        if answer.status != 200 {
            break answer;
        }
        assert!(Instant::now() < until, "the damage must be noticed");
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert!(answer.body["message"].as_str().unwrap().contains("damaged"), "{answer:?}");
    answer.refused(503, "broken");
    // Metrics belong to the process, and other tests start servers in this one: each readiness check sets the gauge again.
    let mut reported = false;
    for _ in 0..20 {
        visitor.get("/readyz").await.refused(503, "broken");
        let metrics = visitor.get("/metrics").await.is(200);
        reported |= metrics.as_str().unwrap().contains("powerboats_database_damaged 1");
    }
    assert!(reported);
    server.stop().await;
}

/// Ten thousand correspondence regattas in the lobby, each with its own players.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_lobby_is_loaded_with_its_names() {
    use sqlx::Connection;
    let server = TestServer::open(TestDatabase::sqlite(), unlimited()).await;
    let ann = server.guest("Ann").await;
    let room = regatta(&ann).await;
    let me = ann.get("/api/me").await.is(200)["id"].as_str().unwrap().to_owned();
    let place = server.stop().await;
    let mut connection =
        sqlx::SqliteConnection::connect(place.folder().join("powerboats.db").to_str().unwrap()).await.unwrap();
    // Ids that look random but are made from the number: the last six letters encode it in base 16.
    let letters = |length: usize, from: &str| {
        let digit = |n: usize| format!("substr('abcdefghijkmnpqr', (i >> {}) % 16 + 1, 1)", 4 * n);
        format!("substr({from}, 1, {}) || {}", length - 6, Vec::from_iter((0..6).map(digit)).join(" || "))
    };
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)";
    let (player, regatta) = (letters(16, "p.id"), letters(20, "r.id"));
    for sql in [
        format!(
            "{numbers} INSERT INTO players (id, name, created) SELECT {player}, 'Guest ' || i, 1 FROM n, players p WHERE p.id = '{me}'"
        ),
        // Guests without a session are deleted.
        "INSERT INTO sessions (hash, player, created) SELECT id, id, 9000000000000 FROM players WHERE name LIKE 'Guest %'"
            .to_owned(),
        format!(
            "{numbers} INSERT INTO regattas SELECT {regatta}, secret, invite, stage, replace(replace(summary, r.id, {regatta}), '{me}', {}), seq, deadline, created, updated, host, holder FROM n, regattas r WHERE r.id = '{room}'",
            player.replace("p.id", &format!("'{me}'"))
        ),
    ] {
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
    let server = TestServer::open(place, unlimited()).await;
    let first = server.visitor().get("/api/regattas").await.is(200);
    let names = first.as_array().unwrap().iter().filter(|regatta| regatta.to_string().contains("Guest ")).count();
    assert!(names >= 90, "{names} have names");
    server.close().await;
}
