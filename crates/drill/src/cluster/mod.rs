//! A cluster of three nodes as child processes, on a PostgreSQL from the environment and a NATS of its own.

mod counters;
pub(crate) mod fault;
mod haproxy;
mod nats;
mod postgres;
mod processes;
mod proxy;

pub(crate) use counters::{Counters, Timed};
pub(crate) use haproxy::Haproxy;
pub(crate) use nats::Traffic;
pub(crate) use postgres::PostgresPair;
pub(crate) use processes::{COMPONENTS, Processes, first_process};
pub(crate) use proxy::{OldConnections, TcpProxy};

use crate::{
    DrillError,
    client::api::ApiClient,
    database,
    server::{Server, Setup},
};
use nats::NatsServer;
use std::{env, net::SocketAddr, path::PathBuf, time::Duration};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

/// How many nodes a cluster has.
pub(crate) const NODES: usize = 3;

/// All nodes have to serve this soon after they were started, or after a fault.
const RECOVERY_LIMIT: Duration = Duration::from_secs(40);

/// How the nodes reach NATS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NatsLink {
    Direct,
    /// Through a proxy for each node, so that a node can be cut off.
    Proxied,
}

/// Three nodes, and NATS between them.
pub(crate) struct Cluster {
    pub nodes: Vec<Server>,
    pub nats: NatsServer,
    /// One for each node, if they reach NATS through proxies.
    proxies: Vec<TcpProxy>,
    /// The URL of its database.
    pub database: String,
    /// A client that begins with the first node.
    pub api: ApiClient,
    /// What the nodes counted before they were killed.
    counted: Counters,
}

/// The program that this environment variable names.
fn program_from_environment(variable: &str) -> Result<PathBuf, DrillError> {
    env::var_os(variable).filter(|path| !path.is_empty()).map(PathBuf::from).ok_or_else(|| {
        DrillError::Setup(format!("{variable} is not set: run this drill under `scripts/cluster --services --haproxy`"))
    })
}

impl Cluster {
    /// Starts NATS and the nodes on a new database, and waits until each node is ready and owns rooms.
    pub async fn start(postgres: &str, link: NatsLink, extra: &[&str]) -> Result<Cluster, DrillError> {
        let database = database::create(postgres).await?;
        let nats = NatsServer::start(program_from_environment("POWERBOATS_TEST_NATS_BIN")?).await?;
        let mut proxies = Vec::new();
        let mut starting = JoinSet::new();
        for number in 0..NODES {
            let mut address = nats.address;
            if link == NatsLink::Proxied {
                let proxy = TcpProxy::start(nats.address).await?;
                address = proxy.address;
                proxies.push(proxy);
            }
            let name = name_of(number);
            let extra = extra.iter().copied().chain(["--node", &name]).map(str::to_owned).collect();
            let environment = vec![("POWERBOATS_NATS".to_owned(), nats.url_at(address))];
            let setup = Setup { database: Some(database.clone()), extra, environment, ..Setup::default() };
            starting.spawn(async move { (number, Server::with_setup(setup).await) });
        }
        let mut started = starting.join_all().await;
        started.sort_by_key(|(number, _)| *number);
        let nodes: Vec<Server> = started.into_iter().map(|(_, node)| node).collect::<Result<_, _>>()?;
        let api = ApiClient::of_cluster(nodes.iter().map(|node| node.api.address()).collect());
        let mut cluster = Cluster { nodes, nats, proxies, database, api, counted: Counters::default() };
        cluster.wait_until_all_own().await?;
        Ok(cluster)
    }

    /// The addresses of the nodes.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.api.address()).collect()
    }

    /// Waits until every node is ready and knows that every node owns rooms. Starts nodes again that have exited, and
    /// returns how many did.
    pub async fn wait_until_all_own(&mut self) -> Result<u32, DrillError> {
        let (deadline, mut exits) = (Instant::now() + RECOVERY_LIMIT, 0);
        for number in 0..self.nodes.len() {
            while !self.is_complete(number).await {
                let node = &mut self.nodes[number];
                if !node.is_alive() {
                    exits += 1;
                    sleep(Duration::from_millis(500)).await;
                    node.relaunch()?;
                }
                if Instant::now() > deadline {
                    return Err(DrillError::Timeout(format!(
                        "{} does not serve after {RECOVERY_LIMIT:?}; the end of its log:\n{}",
                        name_of(number),
                        node.log_tail()
                    )));
                }
                sleep(Duration::from_millis(50)).await;
            }
        }
        Ok(exits)
    }

    /// Whether a node is ready and sees all nodes.
    async fn is_complete(&self, number: usize) -> bool {
        let api = &self.nodes[number].api;
        api.is_ready().await && Counters::of(api).await.is_some_and(|counters| counters.nodes == NODES as f64)
    }

    /// Remembers what a node has counted, before it is stopped.
    async fn note_counters(&mut self, number: usize) {
        if let Some(counters) = Counters::of(&self.nodes[number].api).await {
            self.counted.add(&counters);
        }
    }

    /// Sends SIGKILL to a node.
    pub async fn kill_node(&mut self, number: usize) -> Result<(), DrillError> {
        self.note_counters(number).await;
        self.nodes[number].kill().await
    }

    /// Sends SIGKILL to all nodes and starts them again.
    pub async fn kill_all_nodes(&mut self) -> Result<(), DrillError> {
        for number in 0..self.nodes.len() {
            self.kill_node(number).await?;
            self.nodes[number].relaunch()?;
        }
        self.wait_until_all_own().await.map(drop)
    }

    /// What all nodes have counted since the cluster was started.
    pub async fn counters(&self) -> Counters {
        let mut sum = self.counted.clone();
        for node in &self.nodes {
            sum.add(&Counters::of(&node.api).await.unwrap_or_default());
        }
        sum
    }

    /// Describes every panic of a node.
    pub fn panics(&self) -> Vec<String> {
        self.nodes.iter().flat_map(|node| node.log_lines(&["panicked"])).collect()
    }

    /// Copies the logs of the nodes to a folder that outlives the drill.
    pub fn keep_logs(&self) -> Result<PathBuf, DrillError> {
        let folder = tempfile::tempdir()?.keep();
        for (number, node) in self.nodes.iter().enumerate() {
            node.keep_log(&folder.join(format!("{}.log", name_of(number))))?;
        }
        Ok(folder)
    }
}

/// The name of a node.
pub(crate) fn name_of(number: usize) -> String {
    format!("node{}", number + 1)
}
