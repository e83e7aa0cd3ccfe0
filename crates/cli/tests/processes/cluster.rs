//! Several servers as processes on one PostgreSQL and NATS: nodes are killed, stopped and continued, and wrong settings get
//! a clear error.

use crate::host::{Server, refuses};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tempfile::TempDir;

pub fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| {
        panic!("this test needs {name}: run `make test-rust`, or `scripts/cluster --services cargo test …`")
    })
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

/// A database for one test, with a folder for logs.
pub struct Place {
    base: String,
    name: String,
    nats: String,
    pub folder: TempDir,
}

impl Place {
    pub fn new() -> Place {
        let (base, nats) = (variable("POWERBOATS_TEST_POSTGRES"), variable("POWERBOATS_TEST_NATS"));
        let name = format!("powerboats_test_{}", powerboats_server::ids::random_text(12));
        block_on(run(&base, format!("CREATE DATABASE {name}")));
        Place { base, name, nats, folder: TempDir::new().unwrap() }
    }

    pub fn url(&self) -> String {
        format!("{}/{}", self.base.rsplit_once('/').unwrap().0, self.name)
    }

    fn sql(&self, sql: &str) {
        block_on(run(&self.url(), sql.to_owned()));
    }

    fn start(&self, node: &str) -> Server {
        let args = ["--database", &self.url(), "--nats", &self.nats, "--node", node, "--actions", "0"];
        let server = Server::start(self.folder.path(), &args);
        wait("the node is ready", || is_ready(&server));
        server
    }

    /// Starting a node is refused with a message that has this part.
    pub fn refuses(&self, args: &[&str], part: &str) {
        let url = self.url();
        let args = [&["serve", "--listen", "127.0.0.1:0", "--database", &url], args].concat();
        refuses_start(&self.folder, &args, part);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        block_on(run(&self.base, format!("DROP DATABASE {} WITH (FORCE)", self.name)));
    }
}

async fn run(url: &str, sql: String) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

fn refuses_start(folder: &TempDir, args: &[&str], part: &str) {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("powerboats");
    let done = command.current_dir(folder).args(args).timeout(Duration::from_secs(30)).assert().failure();
    let text = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(text.contains(part) && !text.contains("panicked"), "{part}: {text}");
}

pub fn wait(what: &str, mut check: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(20);
    while !check() {
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

pub fn is_ready(server: &Server) -> bool {
    server.ask("GET /readyz", "", "").starts_with("HTTP/1.1 200")
}

/// Waits until a node knows that this many nodes own rooms.
fn knows(server: &Server, nodes: usize) {
    let line = format!("powerboats_cluster_nodes {nodes}\n");
    wait("the node knows the others", || server.ask("GET /metrics", "", "").contains(&line));
}

/// A match of two people with a clock, at its first decision.
fn timed_match(server: &Server, ann: &str, ben: &str) -> String {
    let settings = r#"{"seats":2,"races":1,"clock":{"type":"live","turn":60,"bank":60}}"#;
    let made = server.json("POST /api/regattas", ann, settings);
    let id = made["id"].as_str().unwrap().to_owned();
    server.act(&id, ben, "join", r#"{"type":"join"}"#);
    server.act(&id, ann, "ready", r#"{"type":"ready","ready":true}"#);
    server.act(&id, ben, "ready", r#"{"type":"ready","ready":true}"#);
    id
}

fn look(server: &Server, id: &str) -> Value {
    server.json(&format!("GET /api/regattas/{id}"), "", "")
}

fn deadline(server: &Server, id: &str) -> i64 {
    look(server, id)["regatta"]["deadline"].as_i64().unwrap()
}

/// Says something in all rooms until each has answered. Returns how long each took since `began`.
fn talk(server: &Server, rooms: &[String], cookie: &str, text: &str, began: Instant) -> Vec<i64> {
    let answers = |id: &String| {
        let body = json!({"id": text, "action": {"type": "phrase", "phrase": "hello"}}).to_string();
        wait("the room answers", || {
            server.ask(&format!("POST /api/regattas/{id}/actions"), cookie, &body).starts_with("HTTP/1.1 200")
        });
        began.elapsed().as_millis() as i64
    };
    rooms.iter().map(answers).collect()
}

/// The events of a room that everyone may see.
fn events(server: &Server, id: &str, cookie: &str) -> Vec<Value> {
    let path = format!("GET /api/regattas/{id}/events");
    // On a busy machine a node may be out of the cluster for a moment.
    wait("the node answers", || server.ask(&path, cookie, "").starts_with("HTTP/1.1 200"));
    let listed = server.json(&path, cookie, "");
    listed.as_array().unwrap().clone()
}

#[test]
fn rooms_go_on_after_a_node_is_killed_and_nobody_loses_time() {
    let place = Place::new();
    let (mut one, two) = (place.start("one"), place.start("two"));
    let (ann, ben) = (one.guest("Ann"), two.guest("Ben"));
    knows(&one, 2);
    knows(&two, 2);
    let rooms: Vec<String> = (0..8).map(|_| timed_match(&one, &ann, &ben)).collect();
    let before: Vec<i64> = rooms.iter().map(|id| deadline(&two, id)).collect();
    one.signal("-KILL");
    let killed = Instant::now();
    one.child.wait().unwrap();
    let took = talk(&two, &rooms, &ann, "still here", killed);
    // Time in which nobody served them is given back. Nobody else serves before three announcements are missing, the last of which
    // came up to half a second before. It is not much more than it took: the last beat was stored up to a second before.
    let mut moved = 0;
    for ((id, before), took) in rooms.iter().zip(&before).zip(took) {
        let gained = deadline(&two, id) - before;
        if gained > 0 {
            assert!((1000..took + 2500).contains(&gained), "{gained} ms, although it took {took} ms");
            moved += 1;
        }
    }
    assert!(moved > 0, "the killed node had some of these rooms");
    // All nodes are gone for a while: everybody gets that time back, once.
    let before: Vec<i64> = rooms.iter().map(|id| deadline(&two, id)).collect();
    let gone = Instant::now();
    drop(two);
    std::thread::sleep(Duration::from_secs(4));
    let two = place.start("two");
    let first: Vec<i64> = rooms.iter().map(|id| deadline(&two, id)).collect();
    let took = gone.elapsed().as_millis() as i64;
    for (after, before) in first.iter().zip(&before) {
        let gained = after - before;
        assert!((4000..took + 2500).contains(&gained), "{gained} ms, although it took {took} ms");
    }
    let three = place.start("three");
    knows(&two, 2);
    std::thread::sleep(Duration::from_secs(1));
    // A handover costs nothing, and gives nothing. On a busy machine a beat may be late, and players get that time.
    for (id, first) in rooms.iter().zip(&first) {
        let gained = deadline(&three, id) - first;
        assert!(gained == 0 || (1500..8000).contains(&gained), "{gained} ms");
    }
    three.stop();
    std::thread::sleep(Duration::from_millis(500));
    for (id, first) in rooms.iter().zip(&first) {
        let gained = deadline(&two, id) - first;
        assert!((0..8000).contains(&gained), "{gained} ms");
    }
    two.stop();
}

#[test]
fn a_node_that_was_stopped_and_continues_does_no_harm() {
    let place = Place::new();
    let (one, two) = (place.start("one"), place.start("two"));
    let (ann, ben) = (one.guest("Ann"), two.guest("Ben"));
    let rooms: Vec<String> = (0..8).map(|_| timed_match(&one, &ann, &ben)).collect();
    for round in 0..2 {
        one.signal("-STOP");
        std::thread::sleep(Duration::from_millis(if round == 0 { 300 } else { 5000 }));
        talk(&two, &rooms, &ann, &format!("while it is stopped {round}"), Instant::now());
        one.signal("-CONT");
        // It may believe that it still runs its rooms.
        talk(&one, &rooms, &ben, &format!("after it continued {round}"), Instant::now());
        wait("it is ready again", || is_ready(&one));
    }
    for id in &rooms {
        assert_eq!(events(&one, id, &ann), events(&two, id, &ann));
        let said: Vec<Value> = events(&one, id, &ann).into_iter().filter(|event| event["type"] == "phrase").collect();
        assert_eq!(said.len(), 4, "each message once: {said:?}");
    }
    one.stop();
    two.stop();
}

/// Carries out some decision for the player whose turn it is.
fn decide(server: &Server, id: &str, players: [&str; 2], number: usize) {
    let legal = look(server, id)["legal"].clone();
    let decision = match (legal["places"][0].as_str(), legal["dice"].is_array()) {
        (Some(place), _) => json!({"type": "place", "at": place, "heading": "E"}),
        (None, true) => json!({"type": "dice", "hold": [], "count": 1}),
        (None, false) => json!({"type": "steer", "to": legal["options"][0]["to"]}),
    };
    let body = json!({"id": format!("decision {number}"), "action": decision}).to_string();
    let path = format!("POST /api/regattas/{id}/actions");
    let is_done = |who: &&str| server.ask(&path, who, &body).starts_with("HTTP/1.1 200");
    assert!(players.iter().any(is_done), "{body}: {legal}");
}

/// A player has seen more than the node that owns the room: entries of another node that it was not told of.
#[test]
fn a_decision_is_judged_by_what_the_player_has_seen() {
    let place = Place::new();
    let one = place.start("one");
    let (ann, ben) = (one.guest("Ann"), one.guest("Ben"));
    let made = one.json("POST /api/regattas", &ann, r#"{"seats":2,"races":1}"#);
    let id = made["id"].as_str().unwrap();
    one.act(id, &ben, "join", r#"{"type":"join"}"#);
    one.act(id, &ann, "ready", r#"{"type":"ready","ready":true}"#);
    one.act(id, &ben, "ready", r#"{"type":"ready","ready":true}"#);
    let mut number = 0;
    let mut play_until = |done: &dyn Fn(&Value) -> bool| {
        loop {
            decide(&one, id, [&ann, &ben], number);
            number += 1;
            let room = look(&one, id);
            if room["legal"]["dice"].is_array() && done(&room) {
                return room;
            }
            assert!(number < 100, "{room}");
        }
    };
    let old = play_until(&|_| true);
    let (turn, known) = (&old["regatta"]["turn"], old["seq"].as_u64().unwrap());
    // The same player is to move again.
    let new = play_until(&|room| room["regatta"]["turn"] == *turn && room["seq"] != old["seq"]);
    let is_mover = |who: &&String| one.json(&format!("GET /api/regattas/{id}"), who, "")["you"]["color"] == *turn;
    let mover = [&ann, &ben].into_iter().find(is_mover).unwrap();
    one.stop();
    place.sql(&format!("CREATE TABLE kept AS SELECT * FROM entries WHERE last > {known}"));
    place.sql(&format!("DELETE FROM entries WHERE last > {known}"));
    let one = place.start("one");
    // The request also says that the player is there, so that the game does not pause.
    assert_eq!(one.json(&format!("GET /api/regattas/{id}"), mover, "")["seq"], old["seq"]);
    // The node looks at the log after one second and after five more.
    std::thread::sleep(Duration::from_secs(8));
    place.sql("INSERT INTO entries SELECT * FROM kept");
    let decision = json!({"id": "late", "action": {"type": "dice", "hold": [], "count": 1}, "seen": new["seq"]});
    let answer = one.ask(&format!("POST /api/regattas/{id}/actions"), mover, &decision.to_string());
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    one.stop();
}

/// The number of requests that a node has passed on to others.
fn forwarded(server: &Server) -> u64 {
    let metrics = server.ask("GET /metrics", "", "");
    let line = metrics.lines().find_map(|line| line.strip_prefix("powerboats_cluster_forwarded_total "));
    line.map_or(0, |number| number.parse().unwrap())
}

/// While two nodes disagree about the owner of a room, the one that lost leaves the room to the other for five seconds.
#[test]
fn a_node_that_was_overtaken_leaves_the_room_to_the_faster_one() {
    let place = Place::new();
    let (one, two) = (place.start("one"), place.start("two"));
    knows(&one, 2);
    knows(&two, 2);
    let say = |id: &str, who: &str, text: &str| {
        let before = forwarded(&one);
        one.act(id, who, text, r#"{"type":"phrase","phrase":"hello"}"#);
        forwarded(&one) - before
    };
    // A node of two owns every second room. On a busy machine it may lose touch for a moment, and own nothing for three seconds.
    let (mut ann, mut own) = (String::new(), String::new());
    wait("the node owns a room", || {
        ann = one.guest("Ann");
        let room = one.json("POST /api/regattas", &ann, r#"{"seats":2,"races":1}"#);
        own = room["id"].as_str().unwrap().to_owned();
        say(&own, &ann, "whose is it?") == 0
    });
    // Its reminders come after one second and after five more; in between it does not look at the log.
    std::thread::sleep(Duration::from_millis(1500));
    let seq = look(&one, &own)["seq"].as_u64().unwrap() + 1;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    // The other node stores something, and its message is lost.
    place.sql(&format!(
        "INSERT INTO entries (regatta, first, last, actor, action, at, events, position)
         SELECT '{own}', {seq}, {seq}, NULL, NULL, {now}, '[{{\"seq\":{seq},\"at\":{now},\"type\":\"noted\"}}]',
            (SELECT value::BIGINT FROM meta WHERE name = 'position-offset') + pg_current_xact_id()::TEXT::BIGINT;
         UPDATE regattas SET holder = (SELECT id FROM nodes WHERE name = 'two' AND ended IS NULL) WHERE id = '{own}'"
    ));
    assert_eq!(say(&own, &ann, "judged again"), 0);
    assert_eq!(say(&own, &ann, "passed on"), 1);
    let there = two.json(
        &format!("POST /api/regattas/{own}/actions"),
        &ann,
        r#"{"id":"x","action":{"type":"phrase","phrase":"hello"}}"#,
    );
    assert_eq!(there["seq"], seq + 3, "a question that comes back is answered");
    std::thread::sleep(Duration::from_millis(5100));
    assert_eq!(say(&own, &ann, "back"), 0);
    one.stop();
    two.stop();
}

/// A copy of the database, for example to try an upgrade, uses the same NATS: its node must not answer for the original.
#[test]
fn a_copy_of_the_database_is_another_cluster() {
    let (place, copy) = (Place::new(), Place::new());
    let one = place.start("one");
    one.stop();
    block_on(run(&copy.base, format!("DROP DATABASE {}", copy.name)));
    block_on(run(&copy.base, format!("CREATE DATABASE {} TEMPLATE {}", copy.name, place.name)));
    let (one, other) = (place.start("one"), copy.start("one"));
    std::thread::sleep(Duration::from_secs(4));
    knows(&one, 1);
    knows(&other, 1);
    one.stop();
    other.stop();
}

#[test]
fn wrong_settings_get_a_clear_error() {
    let place = Place::new();
    let folder = TempDir::new().unwrap();
    refuses(&folder, &["serve", "--nats", &place.nats], "--nats needs a PostgreSQL database");
    refuses(&folder, &["serve", "--node", "a"], "--node needs --nats");
    place.refuses(&["--nats", "nats://127.0.0.1:1"], "can't connect to NATS at nats://127.0.0.1:1");
    place.refuses(&["--nats", "nats://a b"], "the address is not like nats://host:4222");
    let address = place.nats.rsplit('@').next().unwrap();
    let wrong = format!("nats://nobody:secret-word@{address}");
    place.refuses(&["--nats", &wrong], "it refuses our credentials");
    place.refuses(&["--nats", &place.nats, "--nats-credentials", "missing.creds"], "missing.creds");
    place.refuses(&["--nats", &place.nats, "--nats-ca", "missing.pem"], "missing.pem");
    let one = place.start("one");
    place.refuses(&["--nats", &place.nats, "--node", "one"], "a node named \"one\" is already running");
    place.refuses(&[], "another server is using this database");
    one.stop();
    place.start("one").stop();
    place.sql(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
               VALUES (999, 'later', true, '\\x00', 0)",
    );
    place.refuses(&["--nats", &place.nats], "a newer version of powerboats");
}
