//! Tests of what operators do: `powerboats admin`, `powerboats doctor`, scheduled backups and a server for children.

use crate::host::{Server, refuses, says};
use std::time::{Duration, Instant};
use tempfile::TempDir;

#[test]
fn an_operator_moderates_from_the_command_line() {
    let folder = TempDir::new().unwrap();
    refuses(&folder, &["admin", "reports"], "there is no database");
    let server = Server::start(folder.path(), &[]);
    let cookie = server.guest("Ann");
    let id = server.json("GET /api/me", &cookie, "")["id"].as_str().unwrap().to_owned();
    let admin = |args: &[&str]| says(&folder, &[&["admin", "--listen", &server.address], args].concat());
    assert!(admin(&["players", "ann"]).contains(&id));
    assert_eq!(admin(&["suspend", "Ann", "2", "--reason", "rude"]), "done\n");
    assert!(server.ask("GET /api/regattas", &cookie, "").starts_with("HTTP/1.1 200"));
    assert!(server.ask("GET /api/me", &cookie, "").contains("suspended"));
    let audit = admin(&["audit"]);
    assert!(audit.contains("suspend") && audit.contains("rude") && audit.contains("2 h"), "{audit}");
    assert_eq!(admin(&["suspend", &id, "0"]), "done\n");
    assert!(server.knows(&cookie));
    assert!(!admin(&["invite"]).trim().is_empty());
    refuses(&folder, &["admin", "--listen", &server.address, "warn", "nobody"], "there is no player");
    refuses(&folder, &["admin", "--listen", &server.address, "close-room", "x"], "body is invalid");
    refuses(&folder, &["admin", "--listen", "127.0.0.1:9", "reports"], "is it running there?");
    server.stop();
}

#[test]
fn backups_are_made_by_themselves_and_the_doctor_looks_at_them() {
    let folder = TempDir::new().unwrap();
    refuses(&folder, &["serve", "--backup-every", "soon"], "--backup-every");
    assert!(says(&folder, &["doctor"]).contains("does not exist yet"));
    let server = Server::start(folder.path(), &["--backup-every", "1h"]);
    let copies = || std::fs::read_dir(folder.path().join("backups")).into_iter().flatten().flatten().count();
    let until = Instant::now() + Duration::from_secs(30);
    while copies() == 0 {
        assert!(Instant::now() < until, "no backup was made");
        std::thread::sleep(Duration::from_millis(100));
    }
    let told = says(&folder, &["doctor", "--backup-every", "1h"]);
    for part in ["ok     database", "ok     keys", "ok     backups", " disk "] {
        assert!(told.contains(part), "{told}");
    }
    server.stop();
    std::fs::write(folder.path().join("powerboats.db"), "no database").unwrap();
    refuses(&folder, &["doctor"], "must be fixed");
}
