//! The server as a program: it starts with nothing, stops in good order, and its database is copied and put back.

use assert_cmd::cargo::cargo_bin_cmd;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
};
use tempfile::TempDir;

/// A server in a folder of its own; ended with the test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(folder: &Path, args: &[&str]) -> Server {
        Server::start_where(folder, args, &[])
    }

    /// With this in the environment.
    fn start_where(folder: &Path, args: &[&str], environment: &[(&str, &str)]) -> Server {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("powerboats"));
        command
            .current_dir(folder)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(args)
            .envs(environment.iter().copied());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().to_owned();
        assert!(address.starts_with("127.0.0.1:"), "{line:?}");
        Server { child, address }
    }

    fn ask(&self, line: &str, cookie: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let (host, length) = (&self.address, body.len());
        let head = "Connection: close\r\nContent-Type: application/json\r\n";
        let request = format!(
            "{line} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n{head}Content-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// A guest, and the cookie that holds the seat.
    fn guest(&self, name: &str) -> String {
        let answer = self.ask("POST /api/me", "", &format!("{{\"name\":\"{name}\"}}"));
        assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
        let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        cookie.split(';').next().unwrap().to_owned()
    }

    fn knows(&self, cookie: &str) -> bool {
        self.ask("GET /api/me", cookie, "").starts_with("HTTP/1.1 200")
    }

    /// Asks it to stop, as a system does.
    fn stop(mut self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill(); // gone already, if all went well
        let _ = self.child.wait();
    }
}

fn says(folder: &TempDir, args: &[&str]) -> String {
    let done = cargo_bin_cmd!("powerboats").current_dir(folder).args(args).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

fn refuses(folder: &TempDir, args: &[&str], part: &str) {
    let done = cargo_bin_cmd!("powerboats").current_dir(folder).args(args).assert().code(2);
    let text = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(text.starts_with("powerboats: ") && text.contains(part), "{text}");
}

#[test]
fn it_needs_nothing_and_stops_in_good_order() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &[]);
    let ann = server.guest("Ann");
    assert!(server.knows(&ann));
    assert!(server.ask("GET /", "", "").contains("<html"));
    assert!(folder.path().join("powerboats.db").is_file());
    refuses(&folder, &["serve", "--listen", "127.0.0.1:0"], "another server is using powerboats.db");
    server.stop();
    let server = Server::start(folder.path(), &[]);
    assert!(server.knows(&ann), "after a new start too");
    server.stop();
}

#[test]
fn flags_go_before_the_environment_and_that_before_the_file() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("set-up.toml"), "database = \"from-file.db\"\nlisten = \"256.0.0.1:1\"\n")
        .unwrap();
    refuses(&folder, &["serve", "--config", "set-up.toml"], "set-up.toml");
    std::fs::write(folder.path().join("set-up.toml"), "database = \"from-file.db\"\nguests = 1\n").unwrap();
    let server = Server::start(folder.path(), &["--config", "set-up.toml", "--log", "json"]);
    server.guest("Ann");
    assert!(server.ask("POST /api/me", "", "{\"name\":\"Ben\"}").starts_with("HTTP/1.1 429"));
    server.stop();
    assert!(folder.path().join("from-file.db").is_file());
    let environment = [("POWERBOATS_DATABASE", "from-environment.db"), ("POWERBOATS_GUESTS", "0")];
    let server = Server::start_where(folder.path(), &["--config", "set-up.toml"], &environment);
    server.guest("Ann");
    server.guest("Ben");
    server.stop();
    assert!(folder.path().join("from-environment.db").is_file());
    let flags = ["--config", "set-up.toml", "--database", "from-flag.db"];
    let server = Server::start_where(folder.path(), &flags, &environment);
    server.guest("Ann");
    server.guest("Ben");
    server.stop();
    assert!(folder.path().join("from-flag.db").is_file());
    refuses(&folder, &["serve", "--public-url", "boats.example"], "public URL");
}

#[test]
fn a_copy_is_made_while_it_runs_and_put_back_when_it_does_not() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &[]);
    let ann = server.guest("Ann");
    assert!(says(&folder, &["backup", "copy.db"]).contains("copied and checked"));
    let ben = server.guest("Ben");
    refuses(&folder, &["backup", "copy.db"], "copy.db is there already");
    refuses(&folder, &["restore", "copy.db"], "another server is using powerboats.db");
    assert!(server.knows(&ben));
    server.stop();

    let told = says(&folder, &["restore", "copy.db"]);
    assert!(told.contains("what was there is now powerboats.db.before-restore"), "{told}");
    let server = Server::start(folder.path(), &[]);
    assert!(server.knows(&ann) && !server.knows(&ben), "as it was then");
    server.stop();
    refuses(&folder, &["restore", "copy.db"], "powerboats.db.before-restore is there already");
    says(&folder, &["restore", "powerboats.db.before-restore", "--database", "other.db"]);
    let server = Server::start(folder.path(), &["--database", "other.db"]);
    assert!(server.knows(&ann) && server.knows(&ben), "what was put aside is whole");
    server.stop();
    says(&folder, &["restore", "copy.db", "--force"]);
    let left: Vec<String> =
        std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert!(!left.iter().any(|name| name.ends_with(".part") || name.ends_with(".restoring")), "{left:?}");
}

#[test]
fn what_is_no_database_of_ours_is_not_put_in_its_place() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &[]);
    let ann = server.guest("Ann");
    says(&folder, &["backup", "copy.db"]);
    server.stop();
    std::fs::write(folder.path().join("text.db"), "no database at all, but long enough to look like one".repeat(99))
        .unwrap();
    refuses(&folder, &["restore", "text.db"], "text.db is no database of Powerboats");
    refuses(&folder, &["restore", "missing.db"], "there is no file missing.db");
    refuses(&folder, &["backup", "out.db", "--database", "missing.db"], "there is no file missing.db");
    refuses(&folder, &["backup", "out.db", "--database", "postgres://somewhere"], "pg_dump");
    // Torn pages in the middle.
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
