//! What a number of players at once needs: machines, memory, disk and network. Every cost is a measured one.

use super::{
    costs::{Costs, Part, PerPart},
    simulation::{MOST, Machines, Outcome, Scenario, simulate},
};

/// How people play. These are assumptions.
pub const SEATS: f64 = 4.0;
/// Somebody in a room acts this often, in seconds. A turn has two actions.
pub const SECONDS_PER_ACTION: f64 = 5.0;

/// Processors of the machines, and the share of them that may be busy. These are assumptions, too.
pub const NODE_PROCESSORS: usize = 8;
pub const NATS_PROCESSORS: usize = 8;
pub const DATABASE_PROCESSORS: usize = 32;
pub const BUSY: f64 = 0.6;

/// The network of one machine, in bytes per second: 10 Gbit/s.
pub const NETWORK: f64 = 1.25e9;

/// More nodes than anybody would run.
const MOST_NODES: usize = 10_000;

/// Nodes of the cluster that was measured.
const MEASURED_NODES: usize = 3;

/// A busy node begins a transaction this long after the last one, in seconds, in addition to the duration of a transaction.
const LINGER: f64 = 0.0025;

/// The measured figures.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Ingredients {
    /// Of a server alone.
    pub alone: Costs,
    /// Of three nodes.
    pub cluster: Costs,
    /// How long a transaction takes when nobody else uses the processors.
    pub transaction_time: f64,
    /// Processor time per socket and second.
    pub socket: f64,
    /// Bytes of memory per socket and per room.
    pub socket_memory: f64,
    pub room_memory: f64,
    /// Bytes that one action adds to the write-ahead log of PostgreSQL and to the table of events.
    pub log_bytes: f64,
    pub table_bytes: f64,
    /// Bytes of one message about a room between nodes.
    pub message_bytes: f64,
    /// Bytes of a room's line in the lobby, and the processor time to read one.
    pub summary_bytes: f64,
    pub summary_time: f64,
}

/// How the nodes know what is in the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lobby {
    /// Every node hears of every change and keeps all lines in memory, as today.
    InMemory,
    /// A node asks the database for a page when somebody looks at it.
    ByQuery,
}

/// What a number of players needs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Need {
    pub players: f64,
    pub rooms: f64,
    /// Actions per second.
    pub rate: f64,
    /// Nodes; `None` if no number of nodes is enough.
    pub nodes: Option<usize>,
    /// Bytes of memory per node.
    pub memory: f64,
    /// Busy processors of haproxy, NATS and PostgreSQL.
    pub proxy: f64,
    pub nats: f64,
    pub database: f64,
    /// Transactions per second.
    pub transactions: f64,
    /// PostgreSQL servers, if regattas are divided among them.
    pub databases: usize,
    /// Bytes per second that NATS sends: about rooms, and about the lobby.
    pub room_traffic: f64,
    pub lobby_traffic: f64,
    /// Bytes per second of PostgreSQL's write-ahead log.
    pub log: f64,
}

/// Messages that NATS delivers per action in a cluster of this many nodes: the question to the owner, unless the player is on the
/// owner's node, and the events for each other node that has players of the room. The events are also the answer.
pub fn messages(nodes: usize) -> f64 {
    let nodes = nodes as f64;
    let elsewhere = 1.0 - 1.0 / nodes;
    elsewhere + (nodes - 1.0) * (1.0 - elsewhere.powf(SEATS))
}

impl Ingredients {
    /// Processor time of the nodes per action: what a server alone needs, plus a part for each message between nodes.
    fn node_action(&self, nodes: usize) -> f64 {
        let (alone, cluster) = (self.alone.action[Part::Nodes], self.cluster.action[Part::Nodes]);
        alone + (cluster - alone).max(0.0) * messages(nodes) / messages(MEASURED_NODES)
    }

    /// Transactions per second of a node that stores this many actions per second.
    fn transactions(&self, rate: f64) -> f64 {
        rate / (1.0 + rate * (self.transaction_time + LINGER))
    }

    /// The most actions per second that one node can store: it has one transaction at a time, with at most so many actions.
    fn writer_limit(&self) -> f64 {
        let Costs { action, transaction, wait, .. } = self.cluster;
        let work = transaction[Part::Nodes] + transaction[Part::Database] + MOST as f64 * action[Part::Database];
        MOST as f64 / (LINGER + wait + work)
    }

    /// Busy processors of all nodes together.
    fn node_processors(&self, rate: f64, sockets: f64, nodes: usize, lobby: Lobby) -> f64 {
        let count = nodes as f64;
        let heard = match lobby {
            Lobby::InMemory => rate * (count - 1.0),
            Lobby::ByQuery => 0.0,
        };
        rate * self.node_action(nodes)
            + count * self.transactions(rate / count) * self.cluster.transaction[Part::Nodes]
            + count * self.cluster.background[Part::Nodes] / MEASURED_NODES as f64
            + sockets * self.socket
            + heard * self.summary_time
    }

    /// The smallest number of nodes that is not too busy.
    fn nodes(&self, rate: f64, sockets: f64, lobby: Lobby) -> Option<usize> {
        let capacity = NODE_PROCESSORS as f64 * BUSY;
        let fewest = (rate / (self.writer_limit() * BUSY)).ceil() as usize;
        // More nodes do more for the lobby, so beyond some number they no longer help.
        (fewest.max(MEASURED_NODES)..MOST_NODES)
            .find(|&nodes| self.node_processors(rate, sockets, nodes, lobby) <= capacity * nodes as f64)
    }

    /// What this many players at once need.
    pub fn need(&self, players: f64, lobby: Lobby) -> Need {
        let rooms = players / SEATS;
        let rate = rooms / SECONDS_PER_ACTION;
        let nodes = self.nodes(rate, players, lobby);
        let count = nodes.unwrap_or(MOST_NODES);
        let transactions = count as f64 * self.transactions(rate / count as f64);
        let database = self.cluster.background[Part::Database]
            + rate * self.cluster.action[Part::Database]
            + transactions * self.cluster.transaction[Part::Database];
        let lines = match lobby {
            Lobby::InMemory => rooms,
            Lobby::ByQuery => 0.0,
        };
        Need {
            players,
            rooms,
            rate,
            nodes,
            // Each room is in the memory of its owner and of the nodes of its players.
            memory: (players * self.socket_memory + rooms * SEATS.min(count as f64) * self.room_memory) / count as f64
                + lines * self.summary_bytes,
            proxy: rate * self.cluster.action[Part::Proxy],
            nats: rate * self.cluster.action[Part::Nats] * messages(count) / messages(MEASURED_NODES),
            database,
            transactions,
            databases: (database / (DATABASE_PROCESSORS as f64 * BUSY)).ceil().max(1.0) as usize,
            room_traffic: rate * messages(count) * self.message_bytes,
            lobby_traffic: lines / rooms * rate * (count as f64 - 1.0) * self.summary_bytes,
            log: rate * self.log_bytes,
        }
    }

    /// How many players fill each part, if there is one server of it.
    pub fn limits(&self, lobby: Lobby) -> Vec<(&'static str, f64)> {
        let mut limits = vec![
            (
                "the processors of one PostgreSQL",
                self.limit(lobby, |need| need.database / (DATABASE_PROCESSORS as f64 * BUSY)),
            ),
            ("the processors of one NATS", self.limit(lobby, |need| need.nats / (NATS_PROCESSORS as f64 * BUSY))),
            (
                "the network of one NATS",
                self.limit(lobby, |need| (need.room_traffic + need.lobby_traffic) / (NETWORK * BUSY)),
            ),
        ];
        limits.sort_by(|(_, one), (_, other)| one.total_cmp(other));
        limits
    }

    /// The number of players at which this part of something is used up.
    fn limit(&self, lobby: Lobby, used: impl Fn(&Need) -> f64) -> f64 {
        let (mut low, mut high) = (1000.0, 1e9);
        for _ in 0..40 {
            let middle = f64::sqrt(low * high);
            if used(&self.need(middle, lobby)) < 1.0 { low = middle } else { high = middle }
        }
        low
    }

    /// Simulates one of the PostgreSQL servers that this many players need, with its share of the nodes.
    pub fn simulate(&self, need: &Need) -> Option<Outcome> {
        let nodes = need.nodes?.div_ceil(need.databases);
        let rate = need.rate / need.databases as f64;
        let mut costs = self.cluster;
        costs.action[Part::Nodes] = self.node_action(need.nodes?);
        costs.action[Part::Nats] *= messages(need.nodes?) / messages(MEASURED_NODES);
        costs.background = PerPart::default();
        let enough = |busy: f64| (busy / need.databases as f64 / BUSY).ceil().max(2.0) as usize;
        let (node, database) = (NODE_PROCESSORS, DATABASE_PROCESSORS);
        let machines = Machines::Own { node, proxy: enough(need.proxy), nats: enough(need.nats), database };
        let rooms = (need.rooms / need.databases as f64).ceil() as usize;
        let actions = (rate * 2.0) as usize;
        Some(simulate(&Scenario { costs, nodes, machines, rooms, rate, actions: actions.max(20_000) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ingredients() -> Ingredients {
        let costs = |node: f64| Costs {
            action: PerPart::of(|part| if part == Part::Nodes { node } else { 0.0001 }),
            transaction: PerPart::of(|part| if part == Part::Database { 0.0003 } else { 0.0 }),
            wait: 0.002,
            wait_spread: 0.5,
            ..Costs::default()
        };
        Ingredients {
            alone: costs(0.0001),
            cluster: costs(0.0002),
            transaction_time: 0.003,
            socket: 0.000_002,
            summary_bytes: 600.0,
            summary_time: 0.000_005,
            message_bytes: 500.0,
            ..Ingredients::default()
        }
    }

    #[test]
    fn a_server_alone_sends_nothing_and_a_large_cluster_sends_everything() {
        assert_eq!(messages(1), 0.0);
        assert!((messages(3) - 2.272).abs() < 0.001, "{}", messages(3));
        assert!((messages(100_000) - 5.0).abs() < 0.01, "the question, and a node for each of four players");
    }

    #[test]
    fn more_players_need_more_of_everything() {
        let of = |players| ingredients().need(players, Lobby::InMemory);
        let (small, large) = (of(10_000.0), of(1_000_000.0));
        assert_eq!(small.rate, 500.0);
        assert_eq!(small.nodes, Some(3), "the smallest cluster");
        assert!(large.nodes > Some(3) && large.database > 20.0 * small.database, "{large:?}");
        // Everybody hears everything, so this grows with the square of the size.
        assert!(large.lobby_traffic > 100.0 * small.lobby_traffic, "{large:?}");
        let by_query = ingredients().need(1_000_000.0, Lobby::ByQuery);
        assert_eq!(by_query.lobby_traffic, 0.0);
        assert!(by_query.nodes <= large.nodes);
    }

    #[test]
    fn at_its_limit_a_part_is_full() {
        let limits = ingredients().limits(Lobby::InMemory);
        assert!(limits.is_sorted_by(|(_, one), (_, other)| one <= other));
        let (_, players) = limits.iter().find(|(name, _)| name.contains("PostgreSQL")).unwrap();
        assert_eq!(ingredients().need(players * 0.99, Lobby::InMemory).databases, 1);
        assert_eq!(ingredients().need(players * 1.01, Lobby::InMemory).databases, 2);
    }

    #[test]
    fn enough_machines_answer_quickly() {
        let need = ingredients().need(1_000_000.0, Lobby::ByQuery);
        let outcome = ingredients().simulate(&need).unwrap();
        assert!(outcome.rate > need.rate / need.databases as f64 * 0.95 && outcome.p99 < 0.1, "{need:?} {outcome:?}");
    }
}
