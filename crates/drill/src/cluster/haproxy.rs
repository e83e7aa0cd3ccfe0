//! haproxy in front of a cluster.

use super::program_from_environment;
use crate::{DrillError, client::api::ApiClient, server::free_address};
use std::{fmt::Write, fs, net::SocketAddr, process::Stdio, time::Duration};
use tempfile::TempDir;
use tokio::{
    process::{Child, Command},
    time::{Instant, sleep},
};

/// The settings of deploy/haproxy.cfg that matter for the cost, without TLS.
const SETTINGS: &str = "global
    fd-hard-limit 50000
defaults
    mode http
    timeout connect 1s
    timeout client 60s
    timeout server 60s
    timeout tunnel 1h
    timeout check 1s
    retries 3
    option redispatch 1
    retry-on conn-failure empty-response 503
";

/// A running haproxy.
pub struct Haproxy {
    pub address: SocketAddr,
    child: Child,
    _folder: TempDir,
}

impl Haproxy {
    /// Starts haproxy in front of these nodes, and waits until one of them answers.
    pub async fn start(nodes: &[SocketAddr]) -> Result<Haproxy, DrillError> {
        let program = program_from_environment("POWERBOATS_TEST_HAPROXY_BIN")?;
        let (address, folder) = (free_address()?, tempfile::tempdir()?);
        let file = folder.path().join("haproxy.cfg");
        fs::write(&file, config(address, nodes))?;
        let mut command = Command::new(&program);
        command.args(["-db", "-f"]).arg(&file).kill_on_drop(true);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().map_err(|error| DrillError::Setup(format!("{}: {error}", program.display())))?;
        let (haproxy, api) = (Haproxy { address, child, _folder: folder }, ApiClient::new(address));
        let deadline = Instant::now() + Duration::from_secs(30);
        while !api.is_ready().await {
            if Instant::now() > deadline {
                return Err(DrillError::Setup("haproxy is not ready after 30 s".to_owned()));
            }
            sleep(Duration::from_millis(50)).await;
        }
        Ok(haproxy)
    }

    /// Its process id.
    pub fn process(&self) -> u32 {
        self.child.id().unwrap_or_default()
    }
}

fn config(address: SocketAddr, nodes: &[SocketAddr]) -> String {
    let mut config = format!(
        "{SETTINGS}frontend public
    bind {address}
    http-request set-header X-Forwarded-For %[src]
    default_backend nodes
backend nodes
    balance leastconn
    option httpchk GET /readyz
    default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
"
    );
    for (number, node) in nodes.iter().enumerate() {
        writeln!(config, "    server node{number} {node}").expect("writing to a string cannot fail");
    }
    config
}
