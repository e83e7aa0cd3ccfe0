//! Setting the wall clock during a game does not change the players' time, neither while the server runs nor across a
//! restart.

use crate::host::{Server, preload_library};
use std::{process::Command, time::Duration};
use tempfile::TempDir;

/// A library for LD_PRELOAD that moves a process's wall clock by the seconds in a file. The monotonic clock stays.
const CLOCK_LIBRARY: &str = r#"
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t id, struct timespec *now) {
    int done = syscall(SYS_clock_gettime, id, now);
    if (id != CLOCK_REALTIME) return done;
    char text[32] = {0};
    int file = open(getenv("WALL_CLOCK"), O_RDONLY);
    if (file < 0) return done;
    if (read(file, text, 31) > 0) now->tv_sec += atol(text);
    close(file);
    return done;
}
"#;

/// The milliseconds that the player to move has left by the server's clock, and the time of that clock.
fn time_left(server: &Server, regatta: &str, cookie: &str) -> (i64, i64) {
    let answer = server.ask(&format!("GET /api/regattas/{regatta}/events?since=0"), cookie, "");
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let date = head.lines().find_map(|line| line.strip_prefix("date: ")).unwrap();
    let date = Command::new("date").args(["+%s", "-d", date]).output().unwrap();
    let now = 1000 * String::from_utf8(date.stdout).unwrap().trim().parse::<i64>().unwrap();
    let events: serde_json::Value = serde_json::from_str(body).unwrap();
    let events = events.as_array().unwrap();
    assert!(events.iter().all(|event| event["type"] != "timed-out"), "{events:?}");
    let clock = events.iter().rfind(|event| event["type"] == "clock").unwrap();
    (clock["until"].as_i64().unwrap() - now, now)
}

#[test]
fn a_jump_of_the_wall_clock_does_not_change_the_players_time() {
    let folder = TempDir::new().unwrap();
    let (library, clock) = (preload_library(folder.path(), CLOCK_LIBRARY), folder.path().join("wall-clock"));
    let environment = [("LD_PRELOAD", library.to_str().unwrap()), ("WALL_CLOCK", clock.to_str().unwrap())];
    let set = |seconds: i64| std::fs::write(&clock, seconds.to_string()).unwrap();
    set(0);
    let server = Server::start_with_environment(folder.path(), &[], &environment);
    let ann = server.guest("Ann");
    let made = server.json("POST /api/regattas", &ann, r#"{"seats":2,"clock":{"type":"live","turn":20,"bank":300}}"#);
    let regatta = made["id"].as_str().unwrap().to_owned();
    server.act(&regatta, &ann, "1", r#"{"type":"seat-pilot","pilot":"rookie"}"#);
    server.act(&regatta, &ann, "2", r#"{"type":"ready","ready":true}"#);
    // The pilot may have to place its boat first.
    std::thread::sleep(Duration::from_secs(1));
    let (begin, start) = time_left(&server, &regatta, &ann);
    assert!((300_000..=361_000).contains(&begin), "{begin}");
    for jump in [7200, -86_400] {
        set(jump);
        std::thread::sleep(Duration::from_millis(2500));
        let (now_left, now) = time_left(&server, &regatta, &ann);
        assert!((begin - 20_000..=begin).contains(&now_left), "{jump}: {now_left} left of {begin}");
        assert!((0..20_000).contains(&(now - start)), "{jump}: the Date header must follow the server's own clock");
    }
    let (before, _) = time_left(&server, &regatta, &ann);
    server.stop();
    for jump in [7200, -86_400] {
        set(jump);
        let server = Server::start_with_environment(folder.path(), &[], &environment);
        server.act(&regatta, &ann, &format!("hello{jump}"), r#"{"type":"phrase","phrase":"hello"}"#);
        let (after, now) = time_left(&server, &regatta, &ann);
        assert!((before - 30_000..=before + 3000).contains(&after), "{jump}: {after} left of {before}");
        assert!((now - start - jump * 1000).abs() < 60_000, "a restart must read the wall clock");
        server.stop();
    }
}
