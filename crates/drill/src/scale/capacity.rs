//! What a number of players at once needs: machines, memory, disk and network. Every cost is a measured one.

use super::{
    costs::{Costs, Part, PerPart},
    measurements::{Measurements, Series, Sockets, SummaryCost},
    observation::Observation,
    simulation::{MOST, Machines, Scenario, simulate},
};

/// How people play. These are assumptions.
pub const SEATS: f64 = 4.0;
/// Somebody in a room acts this often, in seconds. A turn has two actions.
pub const SECONDS_PER_ACTION: f64 = 5.0;

/// The machines. These are assumptions, too. Nodes, NATS and haproxy have small ones.
pub const SMALL: f64 = 8.0;
pub const LARGE: f64 = 32.0;
/// Bytes of memory of a node.
pub const MEMORY: f64 = 32.0 * 1_073_741_824.0;
/// The network of one machine, in bytes per second: 10 Gbit/s.
pub const NETWORK: f64 = 1.25e9;
/// Bytes per second that the disk of PostgreSQL can write.
pub const DISK: f64 = 1e9;

/// The share of everything that may be used. All costs are those of machines that are this busy.
pub const BUSY: f64 = 0.6;

/// More nodes than anybody would run.
const MOST_NODES: usize = 10_000;

/// Nodes of the cluster that was measured.
const MEASURED_NODES: usize = 3;

/// A busy node begins a transaction this long after the last one, in seconds, in addition to the duration of a transaction.
const LINGER: f64 = 0.0025;

/// A node tells the others about changed lines of its lobby at most this often per second, and this many lines at once. See
/// crates/server/src/cluster/outbox.rs.
const LOBBY_TICKS: f64 = 40.0;
const LOBBY_LINES: f64 = 128.0;

/// The measured figures.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Ingredients {
    /// Of three nodes.
    pub costs: Costs,
    /// What one more message costs the nodes, in seconds of processor time.
    pub message_time: f64,
    /// Bytes of one message between nodes.
    pub message_bytes: f64,
    /// Messages that NATS delivers per action in a cluster of three.
    pub sent: f64,
    /// How long a transaction takes when nobody else uses the processors.
    pub transaction_time: f64,
    pub sockets: Sockets,
    /// Bytes of an action's events, as text.
    pub event_bytes: f64,
    /// Bytes that one action adds to the write-ahead log of PostgreSQL and to the table of events.
    pub log_bytes: f64,
    pub table_bytes: f64,
    pub summary: SummaryCost,
}

/// How the nodes know what is in the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lobby {
    /// Every node hears of every change and keeps all lines in memory, as today.
    InMemory,
    /// A node asks the database for a page when somebody looks at it.
    ByQuery,
}

/// What a number of players needs. What is per second is so for all servers together.
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
    /// Busy processors of each part.
    pub processors: PerPart,
    /// Busy processors of each node, only because it hears of every change in the lobby.
    pub lobby: f64,
    /// Transactions per second.
    pub transactions: f64,
    /// PostgreSQL servers, if regattas are divided among them.
    pub databases: usize,
    /// Messages per second that NATS delivers, and their bytes: about rooms, and about the lobby.
    pub messages: f64,
    pub room_traffic: f64,
    pub lobby_traffic: f64,
    /// Bytes per second that haproxy sends to the players.
    pub player_traffic: f64,
    /// Bytes per second of PostgreSQL's write-ahead log.
    pub log: f64,
}

impl Need {
    /// How much of what it may use each part would use, if there is one server of it. Above 1 it is full.
    pub fn shares(&self) -> [(&'static str, f64); 8] {
        let processors = |part, count: f64| self.processors[part] / (count * BUSY);
        [
            ("the processors of one PostgreSQL", processors(Part::Database, LARGE)),
            ("the disk of one PostgreSQL", self.log / (DISK * BUSY)),
            ("the processors of one NATS", processors(Part::Nats, SMALL)),
            ("the network of one NATS", (self.room_traffic + self.lobby_traffic) / (NETWORK * BUSY)),
            ("the processors of one haproxy", processors(Part::Proxy, SMALL)),
            ("the network of one haproxy", self.player_traffic / (NETWORK * BUSY)),
            ("the processors of every node, by the lobby alone", self.lobby / (SMALL * BUSY)),
            ("the memory of every node", self.memory / (MEMORY * BUSY)),
        ]
    }
}

/// Messages about rooms that NATS delivers per action in a cluster of this many nodes: the question to the owner, unless the
/// player is on the owner's node, and the events for each other node that has players of the room. The events are also the
/// answer.
pub fn messages(nodes: usize) -> f64 {
    let nodes = nodes as f64;
    let elsewhere = 1.0 - 1.0 / nodes;
    elsewhere + (nodes - 1.0) * (1.0 - elsewhere.powf(SEATS))
}

/// Messages per second about the lobby that NATS delivers.
fn lobby_messages(nodes: f64, rate: f64) -> f64 {
    let of_each = rate / nodes;
    nodes * nodes * of_each.min(LOBBY_TICKS.max(of_each / LOBBY_LINES))
}

impl Ingredients {
    /// From measurements, and the costs of three nodes that were found from them.
    pub fn of(measurements: &Measurements, costs: Costs) -> Ingredients {
        let alone = Series::merge(&measurements.alone);
        let Series { peak, volume, stored, summary, .. } = Series::merge(&measurements.cluster);
        let more = peak.part_per_action(Part::Nodes) - alone.peak.part_per_action(Part::Nodes);
        Ingredients {
            costs,
            message_time: more.max(0.0) / messages(MEASURED_NODES),
            message_bytes: volume.sent_bytes / volume.sent,
            sent: volume.sent,
            transaction_time: alone.loads.first().map_or(0.0, |load| load.transaction_time),
            sockets: measurements.sockets,
            event_bytes: stored.text * stored.per_entry,
            log_bytes: volume.log_bytes,
            table_bytes: stored.disk * stored.per_entry,
            summary,
        }
    }

    /// The costs of a cluster with this many nodes whose machines are as busy as they may be. Its messages about the lobby
    /// are not counted.
    fn costs(&self, nodes: usize) -> Costs {
        let more = messages(nodes) - messages(MEASURED_NODES);
        let action = PerPart::of(|part| {
            let measured = self.costs.per_action(part, 1.0 - BUSY);
            match part {
                Part::Nodes => measured + more * self.message_time,
                Part::Nats => measured * messages(nodes) / self.sent,
                Part::Client | Part::Proxy | Part::Database => measured,
            }
        });
        let mut background = self.costs.background;
        background[Part::Nodes] *= nodes as f64 / MEASURED_NODES as f64;
        Costs { action, background, wake: PerPart::default(), ..self.costs }
    }

    /// Transactions per second of a node that stores this many actions per second.
    fn transactions(&self, rate: f64) -> f64 {
        rate / (1.0 + rate * (self.transaction_time + LINGER)).min(MOST as f64)
    }

    /// The most actions per second that one node can store: it has one transaction at a time, with a limited number of actions.
    fn writer_limit(&self) -> f64 {
        let Costs { action, transaction, wait, .. } = self.costs(MEASURED_NODES);
        let work = transaction[Part::Nodes] + transaction[Part::Database] + MOST as f64 * action[Part::Database];
        MOST as f64 / (LINGER + wait + work)
    }

    /// What this many players at once need.
    pub fn need(&self, players: f64, lobby: Lobby) -> Need {
        let rate = players / SEATS / SECONDS_PER_ACTION;
        let fewest = (rate / (self.writer_limit() * BUSY)).ceil() as usize;
        // More nodes do more for the lobby, so beyond some number they no longer help.
        let enough = |need: &Need| need.processors[Part::Nodes] <= SMALL * BUSY * need.nodes.unwrap_or(0) as f64;
        let found =
            (fewest.max(MEASURED_NODES)..MOST_NODES).map(|nodes| self.need_of(players, nodes, lobby)).find(enough);
        found.unwrap_or_else(|| Need { nodes: None, ..self.need_of(players, MOST_NODES, lobby) })
    }

    /// What this many players need with this many nodes.
    fn need_of(&self, players: f64, nodes: usize, lobby: Lobby) -> Need {
        let (count, rooms) = (nodes as f64, players / SEATS);
        let rate = rooms / SECONDS_PER_ACTION;
        let transactions = count * self.transactions(rate / count);
        // Lines of the lobby that a node keeps, that it hears per second, and the messages with them.
        let (kept, heard, told) = match lobby {
            Lobby::InMemory => (rooms, rate, lobby_messages(count, rate)),
            Lobby::ByQuery => (0.0, 0.0, 0.0),
        };
        let costs = self.costs(nodes);
        let mut processors = PerPart::of(|part| costs.processors(part, rate, transactions, 0.0));
        processors[Part::Nodes] += players * self.sockets.processor + count * heard * self.summary.time;
        processors[Part::Nats] += told * self.costs.per_action(Part::Nats, 1.0 - BUSY) / self.sent;
        Need {
            players,
            rooms,
            rate,
            nodes: Some(nodes),
            // Each room is in the memory of its owner and of the nodes of its players.
            memory: (players * self.sockets.memory + rooms * SEATS.min(count) * self.sockets.room_memory) / count
                + kept * self.summary.bytes,
            processors,
            lobby: heard * self.summary.time,
            transactions,
            databases: (processors[Part::Database] / (LARGE * BUSY)).ceil().max(1.0) as usize,
            messages: rate * messages(nodes) + told,
            room_traffic: rate * messages(nodes) * self.message_bytes,
            lobby_traffic: heard * count * self.summary.bytes,
            player_traffic: rate * SEATS * self.event_bytes,
            log: rate * self.log_bytes,
        }
    }

    /// How many players fill each part, if there is one server of it; the first to be full comes first.
    pub fn limits(&self, lobby: Lobby) -> Vec<(&'static str, f64)> {
        let names = self.need(1000.0, lobby).shares().map(|(name, _)| name);
        let limit = |(part, name): (usize, &'static str)| {
            (name, self.limit(|players| self.need(players, lobby).shares()[part].1))
        };
        let mut limits: Vec<_> =
            names.into_iter().enumerate().map(limit).filter(|(_, players)| *players < 1e8).collect();
        limits.sort_by(|(_, one), (_, other)| one.total_cmp(other));
        limits
    }

    /// The number of players at which something is used up.
    fn limit(&self, used: impl Fn(f64) -> f64) -> f64 {
        let (mut low, mut high) = (1000.0, 1e8);
        for _ in 0..30 {
            let middle = f64::sqrt(low * high);
            if used(middle) < 1.0 { low = middle } else { high = middle }
        }
        high
    }

    /// Simulates one of the PostgreSQL servers that this many players need, with its share of the nodes.
    pub fn simulate(&self, need: &Need) -> Option<Observation> {
        let databases = need.databases as f64;
        let nodes = need.nodes?.div_ceil(need.databases);
        let costs = Costs { background: PerPart::default(), ..self.costs(need.nodes?) };
        let enough = |part| (need.processors[part] / databases / BUSY).ceil().max(2.0) as usize;
        let (proxy, nats) = (enough(Part::Proxy), enough(Part::Nats));
        let machines = Machines::Own { node: SMALL as usize, proxy, nats, database: LARGE as usize };
        let (rate, rooms) = (need.rate / databases, (need.rooms / databases).ceil() as usize);
        let actions = ((rate * 2.0) as usize).max(20_000);
        Some(simulate(&Scenario { costs, nodes, machines, rooms, rate, actions }))
    }
}

#[cfg(test)]
mod tests;
