//! Starts a server as a process, for tests that need signals, exit codes or other programs.
#![allow(dead_code)] // no test uses all of it

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;
use std::{
    fs::File,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// A server that runs in a folder of its own. It is killed when the test ends.
pub struct Server {
    pub child: Child,
    pub address: String,
}

impl Server {
    pub fn start(folder: &Path, args: &[&str]) -> Server {
        Server::start_with_environment(folder, args, &[])
    }

    /// Starts a server with additional environment variables.
    pub fn start_with_environment(folder: &Path, args: &[&str], environment: &[(&str, &str)]) -> Server {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("powerboats"));
        command
            .current_dir(folder)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(args)
            .envs(environment.iter().copied());
        let log = File::options().create(true).append(true).open(folder.join("server.log")).unwrap();
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().to_owned();
        assert!(address.starts_with("127.0.0.1:"), "{line:?}");
        Server { child, address }
    }

    /// Sends a request and returns the whole answer as text.
    pub fn ask(&self, line: &str, cookie: &str, body: &str) -> String {
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

    /// Creates a guest and returns its session cookie.
    pub fn guest(&self, name: &str) -> String {
        let answer = self.ask("POST /api/me", "", &format!("{{\"name\":\"{name}\"}}"));
        assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
        let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        cookie.split(';').next().unwrap().to_owned()
    }

    /// Whether this cookie belongs to a player.
    pub fn knows(&self, cookie: &str) -> bool {
        self.ask("GET /api/me", cookie, "").starts_with("HTTP/1.1 200")
    }

    /// Sends a request that must succeed, and returns the JSON of the answer.
    pub fn json(&self, line: &str, cookie: &str, body: &str) -> Value {
        let answer = self.ask(line, cookie, body);
        assert!(answer.starts_with("HTTP/1.1 20"), "{line}: {answer}");
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }

    /// Sends an action to a regatta.
    pub fn act(&self, regatta: &str, cookie: &str, id: &str, action: &str) -> Value {
        let body = format!("{{\"id\":\"{id}\",\"action\":{action}}}");
        self.json(&format!("POST /api/regattas/{regatta}/actions"), cookie, &body)
    }

    /// Sends the process a signal.
    pub fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    }

    /// The exit status, if the process exits within this time.
    pub fn ends_within(&mut self, limit: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + limit;
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().unwrap() {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        None
    }

    /// Stops it with SIGTERM, as an init system does.
    pub fn stop(mut self) {
        self.signal("-TERM");
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill(); // fails if the process has already exited
        let _ = self.child.wait();
    }
}

/// The standard output of a command that succeeds.
pub fn says(folder: &TempDir, args: &[&str]) -> String {
    let done = cargo_bin_cmd!("powerboats").current_dir(folder).args(args).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

/// Asserts that a command fails with exit code 2 and a message with this part.
pub fn refuses(folder: &TempDir, args: &[&str], part: &str) {
    let done = cargo_bin_cmd!("powerboats").current_dir(folder).args(args).assert().code(2);
    let text = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(text.starts_with("powerboats: ") && text.contains(part), "{text}");
}

/// Compiles a library that intercepts calls of the C library, for LD_PRELOAD.
pub fn preload_library(folder: &Path, text: &str) -> PathBuf {
    let (source, library) = (folder.join("preload.c"), folder.join("preload.so"));
    std::fs::write(&source, text).unwrap();
    let built = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).status();
    assert!(built.is_ok_and(|status| status.success()), "this test needs a C compiler");
    library
}
