//! The stream of committed events survives `kill -9`: after several crashes the lobby is correct and every finished match
//! is analysed.

use crate::host::Server;
use powerboats_server::{
    ids::RegattaId,
    store::{Database, Store},
};
use std::{
    path::Path,
    time::{Duration, Instant},
};
use tempfile::TempDir;

const MATCHES: usize = 6;

/// Opens a match between two Captains, which plays by itself after the player who opened it has left:
/// a correspondence clock runs on.
fn match_of_pilots(server: &Server, cookie: &str, number: usize) -> String {
    let made = server.json(
        "POST /api/regattas",
        cookie,
        r#"{"seats":2,"races":1,"clock":{"type":"correspondence","hours":1}}"#,
    );
    let id = made["id"].as_str().unwrap().to_owned();
    for (step, action) in
        [r#"{"type":"seat-pilot","pilot":"captain"}"#, r#"{"type":"ready","ready":true}"#, r#"{"type":"leave"}"#]
            .iter()
            .enumerate()
    {
        server.act(&id, cookie, &format!("{number}-{step}"), action);
    }
    id
}

#[test]
fn readers_go_on_after_kill_9() {
    let folder = TempDir::new().unwrap();
    let args = ["--actions", "0"];
    let mut server = Server::start(folder.path(), &args);
    let ann = server.guest("Ann");
    let mut matches = Vec::new();
    for number in 0..MATCHES {
        matches.push(match_of_pilots(&server, &ann, number));
        // Kill the server at different moments: before a summary is stored, before a job is stored, during an analysis.
        std::thread::sleep(Duration::from_millis([0, 150, 400, 900, 1400, 2300][number]));
        server.signal("-KILL");
        server.child.wait().unwrap();
        server = Server::start(folder.path(), &args);
    }
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let past = server.json("GET /api/me/regattas", &ann, "");
        let past = past.as_array().unwrap();
        assert_eq!(past.len(), MATCHES, "{past:?}");
        let unfinished = past.iter().filter(|past| past["regatta"]["stage"] != "over").count();
        let listed = server.json("GET /api/regattas", &ann, "");
        assert!(listed.as_array().unwrap().len() <= MATCHES);
        if unfinished == 0 {
            assert_eq!(server.json("GET /api/regattas", &ann, "").as_array().unwrap().len(), 0);
            break;
        }
        assert!(Instant::now() < until, "{unfinished} matches have not ended");
        std::thread::sleep(Duration::from_millis(100));
    }
    server.stop();
    // Nobody requested an analysis. The stored jobs must be done in spite of the crashes.
    let until = Instant::now() + Duration::from_secs(60);
    let mut analysed = 0;
    while analysed < MATCHES {
        assert!(Instant::now() < until, "only {analysed} matches are analysed");
        let server = Server::start(folder.path(), &args);
        std::thread::sleep(Duration::from_secs(5));
        server.stop();
        analysed = tokio::runtime::Runtime::new().unwrap().block_on(count_analyses(folder.path(), &matches));
    }
}

/// Counts the matches that are analysed. Also checks that the readers have read all events, and that jobs are left only
/// if matches are not analysed yet.
async fn count_analyses(folder: &Path, matches: &[String]) -> usize {
    let store = Store::open(&Database::Sqlite(folder.join("powerboats.db"))).await.unwrap();
    let mut count = 0;
    for id in matches {
        count += usize::from(store.analysis(&RegattaId::read(id).unwrap()).await.unwrap().is_some());
    }
    for reader in ["lobby", "analysis"] {
        assert_eq!(store.cursor(reader).await.unwrap(), store.head().await.unwrap(), "{reader}");
    }
    assert_eq!(store.next_job("analysis", |_| true).await.unwrap().is_none(), count == matches.len());
    store.close().await;
    count
}
