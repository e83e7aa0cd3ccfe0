//! Idle connections cannot shut other clients out, even if the server may open only few files.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// A server that may open 256 files. It is killed when the test ends.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(folder: &TempDir) -> (Server, String) {
    let program = assert_cmd::cargo::cargo_bin!("powerboats");
    let mut child = Command::new("bash")
        .args(["-c", "ulimit -n 256 && exec \"$0\" serve --listen 127.0.0.1:0"])
        .arg(program)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().rsplit("http://").next().unwrap().to_owned();
    (Server(child), address)
}

/// Sends a request and returns how long the answer took.
fn ask(address: &str) -> Duration {
    let began = Instant::now();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    stream.write_all(b"GET /api/regattas HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    began.elapsed()
}

fn is_closed(stream: &mut TcpStream) -> bool {
    stream.set_read_timeout(Some(Duration::from_millis(1))).unwrap();
    match stream.read(&mut [0; 64]) {
        Ok(count) => count == 0,
        Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
    }
}

#[test]
fn three_hundred_idle_connections_do_not_shut_others_out() {
    let folder = TempDir::new().unwrap();
    let (server, address) = start(&folder);
    ask(&address);
    let mut held = vec![];
    for number in 0..300 {
        let mut stream = TcpStream::connect(&address).unwrap();
        if number % 2 == 0 {
            stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n").unwrap();
        }
        held.push(stream);
    }
    for _ in 0..5 {
        let waited = ask(&address);
        assert!(waited < Duration::from_secs(8), "{waited:?}");
    }
    let deadline = Instant::now() + Duration::from_secs(20);
    while !held.iter_mut().all(is_closed) {
        assert!(Instant::now() < deadline, "some idle connections are still open");
        std::thread::sleep(Duration::from_millis(500));
    }
    ask(&address);
    drop(server);
}
