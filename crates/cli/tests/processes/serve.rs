//! Tests of `powerboats serve` as a program: starting, configuring, stopping, backup and restore.

use crate::host::{Server, refuses, says};
use tempfile::TempDir;

#[test]
fn it_starts_without_settings_and_stops_cleanly() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &[]);
    let ann = server.guest("Ann");
    assert!(server.knows(&ann));
    assert!(server.ask("GET /", "", "").contains("<html"));
    assert!(folder.path().join("powerboats.db").is_file());
    refuses(&folder, &["serve", "--listen", "127.0.0.1:0"], "another server is using powerboats.db");
    server.stop();
    let server = Server::start(folder.path(), &[]);
    assert!(server.knows(&ann), "the session must survive a restart");
    server.stop();
}

#[test]
fn flags_override_the_environment_and_the_environment_overrides_the_file() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("settings.toml"), "database = \"from-file.db\"\nlisten = \"256.0.0.1:1\"\n")
        .unwrap();
    refuses(&folder, &["serve", "--config", "settings.toml"], "settings.toml");
    std::fs::write(folder.path().join("settings.toml"), "database = \"from-file.db\"\nguests = 1\n").unwrap();
    let server = Server::start(folder.path(), &["--config", "settings.toml", "--log", "json"]);
    server.guest("Ann");
    assert!(server.ask("POST /api/me", "", "{\"name\":\"Ben\"}").starts_with("HTTP/1.1 429"));
    server.stop();
    assert!(folder.path().join("from-file.db").is_file());
    let environment = [("POWERBOATS_DATABASE", "from-environment.db"), ("POWERBOATS_GUESTS", "0")];
    let server = Server::start_with_environment(folder.path(), &["--config", "settings.toml"], &environment);
    server.guest("Ann");
    server.guest("Ben");
    server.stop();
    assert!(folder.path().join("from-environment.db").is_file());
    let flags = ["--config", "settings.toml", "--database", "from-flag.db"];
    let server = Server::start_with_environment(folder.path(), &flags, &environment);
    server.guest("Ann");
    server.guest("Ben");
    server.stop();
    assert!(folder.path().join("from-flag.db").is_file());
    refuses(&folder, &["serve", "--public-url", "boats.example"], "public URL");
}

#[test]
fn a_running_server_is_backed_up_and_a_stopped_one_restored() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &[]);
    let ann = server.guest("Ann");
    assert!(says(&folder, &["backup", "copy.db"]).contains("copied and checked"));
    let ben = server.guest("Ben");
    refuses(&folder, &["backup", "copy.db"], "copy.db already exists");
    refuses(&folder, &["restore", "copy.db"], "another server is using powerboats.db");
    assert!(server.knows(&ben));
    server.stop();

    let told = says(&folder, &["restore", "copy.db"]);
    assert!(told.contains("the previous database is now powerboats.db.before-restore"), "{told}");
    let server = Server::start(folder.path(), &[]);
    assert!(server.knows(&ann) && !server.knows(&ben), "the database must be that of the backup");
    server.stop();
    refuses(&folder, &["restore", "copy.db"], "powerboats.db.before-restore already exists");
    says(&folder, &["restore", "powerboats.db.before-restore", "--database", "other.db"]);
    let server = Server::start(folder.path(), &["--database", "other.db"]);
    assert!(server.knows(&ann) && server.knows(&ben), "the previous database must be complete");
    server.stop();
    says(&folder, &["restore", "copy.db", "--force"]);
    let left: Vec<String> =
        std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert!(!left.iter().any(|name| name.ends_with(".part") || name.ends_with(".restoring")), "{left:?}");
}

#[test]
fn restore_refuses_files_that_are_not_a_powerboats_database() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &[]);
    let ann = server.guest("Ann");
    says(&folder, &["backup", "copy.db"]);
    server.stop();
    std::fs::write(folder.path().join("text.db"), "no database at all, but long enough to look like one".repeat(99))
        .unwrap();
    refuses(&folder, &["restore", "text.db"], "text.db is not a Powerboats database");
    refuses(&folder, &["restore", "missing.db"], "there is no file missing.db");
    refuses(&folder, &["backup", "out.db", "--database", "missing.db"], "there is no file missing.db");
    refuses(&folder, &["backup", "out.db", "--database", "postgres://somewhere"], "pg_dump");
    // Overwrite pages in the middle.
    let mut bytes = std::fs::read(folder.path().join("copy.db")).unwrap();
    let (from, to) = (bytes.len() / 2, bytes.len() - 100);
    bytes[from..to].fill(0xa5);
    std::fs::write(folder.path().join("torn.db"), bytes).unwrap();
    refuses(&folder, &["restore", "torn.db"], "torn.db");
    assert!(!folder.path().join("powerboats.db.before-restore").exists());
    let server = Server::start(folder.path(), &[]);
    assert!(server.knows(&ann));
    server.stop();
}
