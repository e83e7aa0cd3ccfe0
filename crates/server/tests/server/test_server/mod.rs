//! A server for each test, on SQLite or on the PostgreSQL that POWERBOATS_TEST_POSTGRES names, or a cluster of two servers
//! that also uses the NATS that POWERBOATS_TEST_NATS names.
#![allow(dead_code)] // not every test file uses everything

use powerboats_server::{
    config::{Config, Nats, Rates},
    serve,
    store::Database,
};
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};
use tokio::{sync::oneshot, task::JoinHandle};

/// A test's database, deleted after the test.
pub enum TestDatabase {
    Folder(tempfile::TempDir),
    Postgres { base: String, name: String },
}

impl TestDatabase {
    pub fn sqlite() -> TestDatabase {
        TestDatabase::Folder(tempfile::tempdir().unwrap())
    }

    /// A new database on the server of the one that is named.
    pub async fn postgres() -> TestDatabase {
        let base = std::env::var("POWERBOATS_TEST_POSTGRES").expect(
            "this test needs PostgreSQL: run `make test-rust`, or `scripts/cluster --services cargo test …` for some of the tests",
        );
        // Databases are created and dropped there, so the name must say that it is made for tests.
        let named = base.rsplit('/').next().unwrap_or_default();
        assert!(named.starts_with("powerboats_test"), "POWERBOATS_TEST_POSTGRES must name a database powerboats_test…");
        let name = format!("powerboats_test_{}", powerboats_server::ids::random_text(12));
        let mut connection = PgConnection::connect(&base).await.unwrap();
        sqlx::query(AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut connection).await.unwrap();
        TestDatabase::Postgres { base, name }
    }

    pub fn database(&self) -> Database {
        match self {
            TestDatabase::Folder(folder) => Database::Sqlite(folder.path().join("powerboats.db")),
            TestDatabase::Postgres { base, name } => {
                let (server, _) = base.rsplit_once('/').unwrap();
                Database::Postgres(format!("{server}/{name}"))
            }
        }
    }

    /// Fills it with a database of an older version: a SQLite file, or the output of pg_dump.
    pub async fn fill(&self, sqlite: &[u8], dump: &str) {
        match self.database() {
            Database::Sqlite(path) => std::fs::write(path, sqlite).unwrap(),
            Database::Postgres(url) => {
                let mut connection = PgConnection::connect(&url).await.unwrap();
                sqlx::raw_sql(AssertSqlSafe(dump.to_owned())).execute(&mut connection).await.unwrap();
                connection.close().await.unwrap();
            }
        }
    }

    /// Changes something that no server would. None may run.
    pub async fn change(&self, sql: &str) {
        let sql = AssertSqlSafe(sql.to_owned());
        match self.database() {
            Database::Sqlite(path) => {
                let mut connection = SqliteConnection::connect(path.to_str().unwrap()).await.unwrap();
                sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
                connection.close().await.unwrap();
            }
            Database::Postgres(url) => {
                let mut connection = PgConnection::connect(&url).await.unwrap();
                sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
                connection.close().await.unwrap();
            }
        }
    }

    /// The folder of a SQLite database.
    pub fn folder(&self) -> &std::path::Path {
        match self {
            TestDatabase::Folder(folder) => folder.path(),
            TestDatabase::Postgres { .. } => panic!("this is for SQLite"),
        }
    }

    pub async fn clear(self) {
        if let TestDatabase::Postgres { base, name } = self {
            let mut connection = PgConnection::connect(&base).await.unwrap();
            let drop = format!("DROP DATABASE {name} WITH (FORCE)");
            sqlx::query(AssertSqlSafe(drop)).execute(&mut connection).await.unwrap();
        }
    }
}

/// A running server, or a cluster of several.
pub struct TestServer {
    /// The address of the first node.
    pub url: String,
    pub place: TestDatabase,
    nodes: Vec<Node>,
    /// Counts visitors, who take turns among the nodes.
    visitors: AtomicUsize,
}

/// A running server or node.
struct Node {
    url: String,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

/// How to reach the NATS of the tests.
pub fn nats() -> Nats {
    let url = std::env::var("POWERBOATS_TEST_NATS").expect(
        "this test needs NATS: run `make test-rust`, or `scripts/cluster --services cargo test …` for some of the tests",
    );
    Nats { newcomer_wait: Duration::from_millis(300), ..Nats::new(&url) }
}

async fn start(config: Config) -> Node {
    let (ready, address) = oneshot::channel();
    let (stop, stopped) = oneshot::channel::<()>();
    let task = tokio::spawn(async move {
        let ready = move |address| ready.send(address).expect("the test waits for it");
        let stop = async move { stopped.await.unwrap_or_default() };
        serve(config, ready, stop).await.unwrap();
    });
    let address: std::net::SocketAddr = address.await.unwrap();
    Node { url: format!("http://{address}"), stop, task }
}

/// A configuration without limits, on any free port.
pub fn unlimited() -> Config {
    Config { listen: ([127, 0, 0, 1], 0).into(), rates: Rates::OFF, ..Config::default() }
}

impl TestServer {
    pub async fn open(place: TestDatabase, config: Config) -> TestServer {
        TestServer::open_nodes(place, config, 1).await
    }

    /// Starts a cluster of two servers. Visitors take turns among them.
    pub async fn open_cluster(place: TestDatabase, config: Config) -> TestServer {
        TestServer::open_nodes(place, Config { nats: Some(nats()), ..config }, 2).await
    }

    async fn open_nodes(place: TestDatabase, config: Config, count: usize) -> TestServer {
        let starting = (0..count).map(|number| {
            let node = format!("node-{number}");
            start(Config { database: place.database(), node, ..config.clone() })
        });
        let nodes = futures_util::future::join_all(starting).await;
        if config.nats.is_some() {
            for node in &nodes {
                ready(&node.url, count).await;
            }
        }
        TestServer { url: nodes[0].url.clone(), place, nodes, visitors: AtomicUsize::new(0) }
    }

    /// The addresses of all nodes.
    pub fn urls(&self) -> Vec<String> {
        self.nodes.iter().map(|node| node.url.clone()).collect()
    }

    /// The address for the next visitor.
    fn next_url(&self) -> String {
        let number = self.visitors.fetch_add(1, Ordering::Relaxed);
        self.nodes[number % self.nodes.len()].url.clone()
    }

    /// Whether it is a cluster.
    pub fn is_cluster(&self) -> bool {
        self.nodes.len() > 1
    }

    /// Stops the server and returns its database.
    pub async fn stop(self) -> TestDatabase {
        for node in self.nodes {
            let _ = node.stop.send(());
            node.task.await.unwrap();
        }
        self.place
    }

    /// Stops the server and starts it again on the same database.
    pub async fn restart(self) -> TestServer {
        let is_cluster = self.is_cluster();
        let place = self.stop().await;
        match is_cluster {
            true => TestServer::open_cluster(place, unlimited()).await,
            false => TestServer::open(place, unlimited()).await,
        }
    }

    pub async fn close(self) {
        self.stop().await.clear().await;
    }

    /// A visitor with a browser, not signed in.
    pub fn visitor(&self) -> Visitor {
        let client = Client::builder().cookie_store(true).build().unwrap();
        Visitor { client, url: self.next_url() }
    }

    /// A visitor who sends this header with every request.
    pub fn known(&self, header: &'static str, value: &str) -> Visitor {
        let headers = [(reqwest::header::HeaderName::from_static(header), value.parse().unwrap())];
        let client = Client::builder().default_headers(headers.into_iter().collect()).build().unwrap();
        Visitor { client, url: self.next_url() }
    }

    /// A visitor who has signed in as a guest.
    pub async fn guest(&self, name: &str) -> Visitor {
        let visitor = self.visitor();
        visitor.post("/api/me", json!({"name": name})).await.is(201);
        visitor
    }

    /// A visitor who is registered and wants free chat.
    pub async fn talker(&self, name: &str) -> Visitor {
        let visitor = self.guest(name).await;
        let login = format!("{}-{}", name.to_lowercase(), powerboats_server::ids::random_text(8));
        visitor.post("/api/me/register", json!({"login": login, "password": PASSWORD})).await.is(200);
        visitor.put("/api/me/chat", json!({"free": true})).await.is(200);
        visitor
    }
}

/// Waits until a node is ready and knows all nodes.
async fn ready(url: &str, nodes: usize) {
    let client = Client::new();
    for _ in 0..400 {
        let ready = client.get(format!("{url}/readyz")).send().await.is_ok_and(|answer| answer.status() == 200);
        if ready {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("{url}, one of {nodes} nodes, does not become ready");
}

/// A visitor with a browser that keeps cookies.
pub struct Visitor {
    pub client: Client,
    pub url: String,
}

/// A response that was read.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: reqwest::header::HeaderMap,
    pub body: Value,
}

impl Answer {
    #[track_caller]
    pub fn is(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{self:?}");
        self.body
    }

    /// Checks that this is a refusal with this status and code.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) {
        assert_eq!(self.headers["content-type"], "application/json", "{self:?}");
        assert_eq!((self.status.as_u16(), self.body["code"].as_str()), (status, Some(code)), "{self:?}");
        assert!(self.body["message"].is_string(), "{self:?}");
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

async fn read(response: Response) -> Answer {
    let (status, headers) = (response.status(), response.headers().clone());
    let text = response.text().await.unwrap();
    Answer { status, headers, body: serde_json::from_str(&text).unwrap_or(Value::String(text)) }
}

pub async fn send(request: RequestBuilder) -> Answer {
    read(request.send().await.unwrap()).await
}

impl Visitor {
    /// The same browser, after the server was restarted.
    pub fn at(mut self, server: &TestServer) -> Visitor {
        self.url = server.next_url();
        self
    }

    pub fn ask(&self, method: &str, path: &str) -> RequestBuilder {
        self.client.request(method.parse().unwrap(), format!("{}{path}", self.url))
    }

    pub async fn get(&self, path: &str) -> Answer {
        send(self.ask("GET", path)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        send(self.ask("POST", path).json(&body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        send(self.ask("PUT", path).json(&body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        send(self.ask("PATCH", path).json(&body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        send(self.ask("DELETE", path)).await
    }
}

/// A valid password.
pub const PASSWORD: &str = "correct horse";

/// Opens a regatta and returns its id.
pub async fn open(who: &Visitor, settings: Value) -> String {
    who.post("/api/regattas", settings).await.is(201)["id"].as_str().unwrap().to_owned()
}

/// Submits an action.
pub async fn act(who: &Visitor, regatta: &str, id: &str, action: Value) -> Answer {
    who.post(&format!("/api/regattas/{regatta}/actions"), json!({"id": id, "action": action})).await
}

/// The action of saying a phrase.
pub fn phrase(phrase: &str) -> Value {
    json!({"type": "phrase", "phrase": phrase})
}

/// Starts a regatta against a pilot.
pub async fn begin_with_pilot(who: &Visitor, settings: Value) -> String {
    let regatta = open(who, settings).await;
    act(who, &regatta, "pilot", json!({"type": "seat-pilot", "pilot": "skipper"})).await.is(200);
    act(who, &regatta, "ready", json!({"type": "ready", "ready": true})).await.is(200);
    regatta
}

/// Runs each test on both kinds of database, and on a cluster of two servers.
#[macro_export]
macro_rules! battery {
    ($($(#[$doc:meta])* async fn $name:ident($server:ident: TestServer) $body:block)*) => {$(
        $(#[$doc])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            async fn run($server: TestServer) {
                $body
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_sqlite() {
                run(TestServer::open($crate::test_server::TestDatabase::sqlite(), $crate::test_server::unlimited()).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_postgres() {
                run(TestServer::open($crate::test_server::TestDatabase::postgres().await, $crate::test_server::unlimited()).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_cluster() {
                run(TestServer::open_cluster($crate::test_server::TestDatabase::postgres().await, $crate::test_server::unlimited()).await).await;
            }
        }
    )*};
}
