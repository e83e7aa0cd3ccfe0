//! A disk on which fsync fails: the server answers that the outcome is unknown, and a repeated action is stored once.

use crate::host::{Server, preload_library};
use tempfile::TempDir;

/// A library for LD_PRELOAD that makes fsync fail while a file exists.
const SYNC_LIBRARY: &str = r#"
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
static int fails(void) {
    if (access(getenv("FAILING_SYNC"), F_OK) != 0) return 0;
    errno = EIO;
    return 1;
}
int fsync(int file) { return fails() ? -1 : syscall(SYS_fsync, file); }
int fdatasync(int file) { return fails() ? -1 : syscall(SYS_fdatasync, file); }
"#;

#[test]
fn a_failed_fsync_neither_loses_nor_repeats_an_action() {
    let folder = TempDir::new().unwrap();
    let (library, failing) = (preload_library(folder.path(), SYNC_LIBRARY), folder.path().join("failing"));
    let environment = [("LD_PRELOAD", library.to_str().unwrap()), ("FAILING_SYNC", failing.to_str().unwrap())];
    let mut server = Server::start_with_environment(folder.path(), &[], &environment);
    let ann = server.guest("Ann");
    let made = server.json("POST /api/regattas", &ann, r#"{"seats":2}"#);
    let regatta = made["id"].as_str().unwrap().to_owned();
    const PHRASES: [&str; 12] = [
        "hello",
        "good-luck",
        "have-fun",
        "one-moment",
        "your-turn",
        "ready",
        "wow",
        "ouch",
        "oops",
        "sorry",
        "yes",
        "bye",
    ];
    let chat = |server: &Server, number: usize| {
        let action = format!("{{\"type\":\"phrase\",\"phrase\":\"{}\"}}", PHRASES[number]);
        let body = format!("{{\"id\":\"{number}\",\"action\":{action}}}");
        server.ask(&format!("POST /api/regattas/{regatta}/actions"), &ann, &body)
    };
    for number in 0..12 {
        if number % 3 == 1 {
            std::fs::write(&failing, "").unwrap();
            let answer = chat(&server, number);
            assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("\"unknown\""), "{answer}");
            let ready = server.ask("GET /readyz", "", "");
            assert!(ready.starts_with("HTTP/1.1 503"), "{ready}");
            if number % 2 == 0 {
                // Kill it before the outcome is known.
                server.child.kill().unwrap();
                server.child.wait().unwrap();
                std::fs::remove_file(&failing).unwrap();
                server = Server::start_with_environment(folder.path(), &[], &environment);
            } else {
                std::fs::remove_file(&failing).unwrap();
            }
        }
        let answer = chat(&server, number);
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    let said = |server: &Server| {
        let events = server.json(&format!("GET /api/regattas/{regatta}/events?since=0"), &ann, "");
        let events = events.as_array().unwrap();
        events.iter().filter_map(|event| Some(event["phrase"].as_str()?.to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(said(&server), PHRASES);
    server.stop();
    let server = Server::start_with_environment(folder.path(), &[], &environment);
    assert_eq!(said(&server), PHRASES);
    server.stop();
}
