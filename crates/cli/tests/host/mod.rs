//! A server as a process of its own, for tests that need signals, exit codes or other programs.
#![allow(dead_code)] // not every test needs all of it

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

/// A server in a folder of its own; ended with the test.
pub struct Server {
    pub child: Child,
    pub address: String,
}

impl Server {
    pub fn start(folder: &Path, args: &[&str]) -> Server {
        Server::start_where(folder, args, &[])
    }

    /// With this in the environment.
    pub fn start_where(folder: &Path, args: &[&str], environment: &[(&str, &str)]) -> Server {
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

    /// A guest, and the cookie that holds the seat.
    pub fn guest(&self, name: &str) -> String {
        let answer = self.ask("POST /api/me", "", &format!("{{\"name\":\"{name}\"}}"));
        assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
        let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        cookie.split(';').next().unwrap().to_owned()
    }

    pub fn knows(&self, cookie: &str) -> bool {
        self.ask("GET /api/me", cookie, "").starts_with("HTTP/1.1 200")
    }

    /// What is behind an address, as JSON.
    pub fn json(&self, line: &str, cookie: &str, body: &str) -> Value {
        let answer = self.ask(line, cookie, body);
        assert!(answer.starts_with("HTTP/1.1 20"), "{line}: {answer}");
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }

    /// Does something in a regatta.
    pub fn act(&self, regatta: &str, cookie: &str, id: &str, action: &str) -> Value {
        let body = format!("{{\"id\":\"{id}\",\"action\":{action}}}");
        self.json(&format!("POST /api/regattas/{regatta}/actions"), cookie, &body)
    }

    /// Sends it a signal.
    pub fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    }

    /// How it ended, if it did so in time.
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

    /// Asks it to stop, as a system does.
    pub fn stop(mut self) {
        self.signal("-TERM");
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill(); // gone already, if all went well
        let _ = self.child.wait();
    }
}

pub fn says(folder: &TempDir, args: &[&str]) -> String {
    let done = cargo_bin_cmd!("powerboats").current_dir(folder).args(args).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

pub fn refuses(folder: &TempDir, args: &[&str], part: &str) {
    let done = cargo_bin_cmd!("powerboats").current_dir(folder).args(args).assert().code(2);
    let text = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(text.starts_with("powerboats: ") && text.contains(part), "{text}");
}

/// Builds a library that stands between a server and the system, for LD_PRELOAD.
pub fn shim(folder: &Path, text: &str) -> PathBuf {
    let (source, library) = (folder.join("shim.c"), folder.join("shim.so"));
    std::fs::write(&source, text).unwrap();
    let built = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).status();
    assert!(built.is_ok_and(|status| status.success()), "this test needs a C compiler");
    library
}
