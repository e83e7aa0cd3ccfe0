//! How a node reaches NATS: with TLS, with a credentials file, at several addresses; set by flags, environment or file. And
//! what it does while NATS is away.

use crate::{
    cluster::{Place, is_ready, variable, wait},
    host::Server,
};
use std::{
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

/// A NATS server of a test.
struct NatsServer {
    child: Child,
    port: u16,
    file: PathBuf,
}

impl NatsServer {
    /// Starts one with these lines in its configuration.
    fn start(place: &Place, lines: &str) -> NatsServer {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let file = place.folder.path().join(format!("nats-{port}.conf"));
        std::fs::write(&file, format!("listen: \"127.0.0.1:{port}\"\n{lines}\n")).unwrap();
        NatsServer { child: NatsServer::spawn(&file, port), port, file }
    }

    fn spawn(file: &Path, port: u16) -> Child {
        let mut command = Command::new(variable("POWERBOATS_TEST_NATS_BIN"));
        let child = command.arg("-c").arg(file).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait("NATS listens", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        child
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn start_again(&mut self) {
        self.child = NatsServer::spawn(&self.file, self.port);
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        let _ = self.child.kill(); // fails if it has already exited
        let _ = self.child.wait();
    }
}

/// The path of a file in `nats/`.
fn fixture(name: &str) -> String {
    format!("{}/tests/processes/nats/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn tls_with_a_root_certificate_from_the_environment() {
    let place = Place::new();
    let user = "authorization { user: powerboats, password: \"a@b:c\" }";
    let tls = format!("tls {{ cert_file: {:?}, key_file: {:?} }}", fixture("server.pem"), fixture("server.key"));
    let nats = NatsServer::start(&place, &format!("{user}\n{tls}"));
    let (url, ca) = (format!("tls://powerboats:a%40b%3Ac@localhost:{}", nats.port), fixture("ca.pem"));
    let environment = [("POWERBOATS_NATS", &*url), ("POWERBOATS_NATS_CA", &*ca), ("POWERBOATS_NODE", "one")];
    let database = place.url();
    let node = Server::start_with_environment(place.folder.path(), &["--database", &database], &environment);
    wait("the node is ready", || is_ready(&node));
    node.stop();
    let stranger = format!("can't connect to NATS at tls://localhost:{}", nats.port);
    place.refuses(&["--nats", &url], &stranger);
    place.refuses(&["--nats", &url, "--nats-ca", &fixture("server.key")], &stranger);
}

#[test]
fn credentials_from_a_file_and_two_addresses_from_the_configuration() {
    let place = Place::new();
    let nats = NatsServer::start(&place, &format!("include \"{}\"", copy(&place, "operator.conf")));
    let servers = format!("nats://127.0.0.1:1, nats://127.0.0.1:{}", nats.port);
    let file = place.folder.path().join("powerboats.toml");
    let lines = [
        format!("database = {:?}", place.url()),
        format!("nats = {servers:?}"),
        format!("nats-credentials = {:?}", fixture("user.creds")),
        "node = \"from-the-file\"".to_owned(),
    ];
    std::fs::write(&file, lines.join("\n")).unwrap();
    let node = Server::start(place.folder.path(), &["--config", file.to_str().unwrap()]);
    wait("the node is ready", || is_ready(&node));
    node.stop();
    place.refuses(&["--nats", &servers], "it refuses our credentials");
    place.refuses(&["--nats", &servers, "--nats-credentials", &fixture("ca.pem")], "ca.pem");
}

/// Copies a fixture to the folder of the test: NATS includes only files beside its configuration.
fn copy(place: &Place, name: &str) -> String {
    std::fs::copy(fixture(name), place.folder.path().join(name)).unwrap();
    name.to_owned()
}

/// While NATS is away, a node refuses what would change something, and says that nothing was done. It goes on at the other
/// address, or when NATS is back.
#[test]
fn a_node_that_loses_nats_refuses_and_goes_on_elsewhere() {
    let place = Place::new();
    let mut servers = [NatsServer::start(&place, ""), NatsServer::start(&place, "")];
    let urls = servers.each_ref().map(|server| format!("127.0.0.1:{}", server.port)).join(",");
    let args = ["--database", &place.url(), "--nats", &urls, "--node", "one"];
    let node = Server::start(place.folder.path(), &args);
    wait("the node is ready", || is_ready(&node));
    let ann = node.guest("Ann");
    let id = node.json("POST /api/regattas", &ann, r#"{"seats":2,"races":1}"#)["id"].as_str().unwrap().to_owned();
    for server in &mut servers {
        server.kill();
    }
    wait("it is not ready", || !is_ready(&node));
    let refuses = |line: &str, cookie: &str, body: &str| {
        let answer = node.ask(line, cookie, body);
        answer.starts_with("HTTP/1.1 503")
            && answer.contains(r#""code":"unavailable""#)
            && answer.contains("retry-after")
    };
    wait("it has ended its life", || refuses("POST /api/me", "", r#"{"name":"Ben"}"#));
    let chat = r#"{"id":"1","action":{"type":"phrase","phrase":"hello"}}"#;
    assert!(refuses(&format!("POST /api/regattas/{id}/actions"), &ann, chat));
    assert!(refuses(&format!("GET /api/regattas/{id}"), &ann, ""));
    assert!(refuses("POST /api/regattas", &ann, r#"{"seats":2,"races":1}"#));
    for server in &mut servers {
        server.start_again();
        wait("it is ready again", || is_ready(&node));
        std::thread::sleep(Duration::from_millis(100));
        server.kill();
    }
    servers[0].start_again();
    let acts = || node.ask(&format!("POST /api/regattas/{id}/actions"), &ann, chat).starts_with("HTTP/1.1 200");
    wait("it serves again", acts);
    node.stop();
}
