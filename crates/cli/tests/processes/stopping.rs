//! Tests of how the server process stops, which files it leaves, and what it does if its database is removed.

use crate::host::{Server, refuses, says};
use std::{
    io::Write,
    net::TcpStream,
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// Opens a regatta of Admirals that plays by itself: a correspondence clock runs on.
fn open_admiral_regatta(server: &Server, cookie: &str) -> String {
    let made = server.json("POST /api/regattas", cookie, r#"{"seats":6,"clock":{"type":"correspondence","hours":1}}"#);
    let id = made["id"].as_str().unwrap().to_owned();
    for seat in 0..5 {
        server.act(&id, cookie, &format!("seat-{seat}"), r#"{"type":"seat-pilot","pilot":"admiral"}"#);
    }
    server.act(&id, cookie, "ready", r#"{"type":"ready","ready":true}"#);
    server.act(&id, cookie, "leave", r#"{"type":"leave"}"#);
    id
}

fn log(folder: &TempDir) -> String {
    std::fs::read_to_string(folder.path().join("server.log")).unwrap()
}

#[test]
fn it_stops_within_five_seconds_while_pilots_think() {
    let folder = TempDir::new().unwrap();
    let mut server = Server::start(folder.path(), &["--actions", "0"]);
    let ann = server.guest("Ann");
    let rooms: Vec<String> = (0..4).map(|_| open_admiral_regatta(&server, &ann)).collect();
    // A client that never sends the rest of its request.
    let mut silent = TcpStream::connect(&server.address).unwrap();
    silent.write_all(b"GET /api/me HTTP/1.1\r\n").unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let asked = Instant::now();
    server.signal("-TERM");
    let status = server.ends_within(Duration::from_secs(5)).expect("it must stop within five seconds");
    assert!(status.success(), "{status}: {}", log(&folder));
    println!("stopped after {:?}", asked.elapsed());
    assert!(!folder.path().join("powerboats.db-wal").exists() && !folder.path().join("powerboats.db-shm").exists());
    assert!(std::fs::metadata(folder.path().join("powerboats.db")).unwrap().len() > 4096 * 10);
    // The database file is complete by itself: a copy of it works elsewhere.
    let other = TempDir::new().unwrap();
    std::fs::copy(folder.path().join("powerboats.db"), other.path().join("powerboats.db")).unwrap();
    let server = Server::start(other.path(), &[]);
    for room in rooms {
        let line = format!("GET /api/regattas/{room}");
        assert_eq!(server.json(&line, &ann, "")["regatta"]["stage"], "live");
    }
    server.stop();
}

#[test]
fn a_second_signal_stops_it_at_once() {
    let folder = TempDir::new().unwrap();
    let mut server = Server::start(folder.path(), &[]);
    server.signal("-INT");
    server.signal("-INT");
    let status = server.ends_within(Duration::from_millis(1000)).expect("it must stop at once");
    // It may have stopped cleanly before the second signal arrived.
    assert!(matches!(status.code(), Some(0 | 130)), "{status}");
}

fn modes(folder: &Path) -> Vec<(String, u32)> {
    let mut modes: Vec<(String, u32)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap())
        .filter(|file| file.file_name() != "server.log")
        .map(|file| (file.file_name().into_string().unwrap(), file.metadata().unwrap().permissions().mode() & 0o777))
        .collect();
    modes.sort();
    modes
}

#[test]
fn only_the_owner_can_read_its_files() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &[]);
    server.guest("Ann");
    says(&folder, &["backup", "copy.db"]);
    let found = modes(folder.path());
    assert!(found.len() >= 5 && found.iter().all(|(_, mode)| *mode == 0o600), "{found:?}");
    server.stop();
    says(&folder, &["restore", "copy.db"]);
    let found = modes(folder.path());
    assert!(found.iter().all(|(_, mode)| *mode == 0o600), "{found:?}");
    // A start also fixes files that others can read.
    for (name, _) in found {
        std::fs::set_permissions(folder.path().join(name), PermissionsExt::from_mode(0o644)).unwrap();
    }
    let server = Server::start(folder.path(), &[]);
    server.guest("Ben");
    let found = modes(folder.path());
    let ours =
        |name: &str| ["powerboats.db", "powerboats.db-wal", "powerboats.db-shm", "powerboats.db.lock"].contains(&name);
    assert_eq!(found.iter().filter(|(name, mode)| ours(name) && *mode == 0o600).count(), 4, "{found:?}");
    server.stop();
}

#[test]
fn a_second_server_on_the_same_database_is_refused_by_any_path() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &[]);
    symlink("powerboats.db", folder.path().join("link.db")).unwrap();
    std::fs::remove_file(folder.path().join("powerboats.db.lock")).unwrap();
    for path in ["powerboats.db", "link.db", "./powerboats.db"] {
        refuses(&folder, &["serve", "--listen", "127.0.0.1:0", "--database", path], "another server is using");
    }
    refuses(&folder, &["redraw"], "another server is using powerboats.db");
    refuses(&folder, &["redraw", "--database", "missing.db"], "missing.db");
    assert!(!folder.path().join("missing.db").exists());
    server.stop();
    assert!(says(&folder, &["redraw"]).contains("marked as restored"));
}

#[test]
fn a_server_whose_database_is_removed_stops_with_an_error() {
    let folder = TempDir::new().unwrap();
    let mut server = Server::start(folder.path(), &[]);
    server.guest("Ann");
    std::fs::rename(folder.path().join("powerboats.db"), folder.path().join("away.db")).unwrap();
    let status = server.ends_within(Duration::from_secs(5)).expect("it must notice");
    assert_eq!(status.code(), Some(2));
    assert!(log(&folder).contains("this server has lost its database"), "{}", log(&folder));
}
