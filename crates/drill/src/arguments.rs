//! The command-line arguments of `powerboats-drill`.

use clap::{Args, Parser, Subcommand};
use powerboats_drill::disruption::Disruption;
use std::path::PathBuf;

#[derive(Parser)]
#[command(
    version,
    about,
    after_help = "Each drill starts the program `powerboats` of the same build, or the one named by POWERBOATS_BIN."
)]
pub struct Cli {
    #[command(subcommand)]
    pub drill: Drill,
}

#[derive(Subcommand)]
pub enum Drill {
    /// Kill or disrupt the server at random moments while games are running; no acknowledged action may be lost or happen
    /// twice
    Kill {
        /// What to do to the server
        #[arg(long, value_enum, default_value_t = Disruption::Kill)]
        harm: Disruption,
        /// Live rooms of four people
        #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(0..=2000))]
        rooms: u32,
        /// Live rooms of two people, a Captain and an Admiral
        #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=200))]
        pilots: u32,
        /// How often to do it
        #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(0..=1000))]
        kills: u32,
        #[command(flatten)]
        server: ServerArguments,
    },
    /// Kill the server at random moments while seasons run; no game may be missing, none opened twice, no point counted twice
    KillCompete {
        /// Players of the seasons
        #[arg(long, default_value_t = 33, value_parser = clap::value_parser!(u32).range(4..=500))]
        players: u32,
        /// How often to kill it
        #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(0..=1000))]
        kills: u32,
        #[command(flatten)]
        server: ServerArguments,
    },
    /// Run thousands of rooms that all act; measure actions per second and how long they take
    Load {
        /// Live rooms of four players
        #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=4000))]
        rooms: u32,
        /// How long to measure at full speed, and again at a steady tempo
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=600))]
        seconds: u64,
        /// Actions per second at the steady tempo
        #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        rate: u32,
        /// An empty database, postgres://… [default: a temporary SQLite file]
        #[arg(long, env = "POWERBOATS_TEST_POSTGRES", hide_env_values = true)]
        database: Option<String>,
    },
    /// Open thousands of sockets on which nothing happens; measure the server's memory
    Idle {
        /// How many sockets to open
        #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=15_000))]
        sockets: u32,
        /// How long to keep them open
        #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=80))]
        seconds: u64,
    },
    /// Send invalid and forbidden messages while others play
    Hostile {
        /// Rooms of well-behaved players
        #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=500))]
        rooms: u32,
        /// Hostile clients
        #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=500))]
        attackers: u32,
        /// How long to attack
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
        seconds: u64,
        /// Seed of all randomness
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Start a server with thousands of live correspondence games; measure until it is ready and until all pilots have
    /// moved
    Start {
        /// Live games
        #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        games: u32,
        /// Games in which a pilot is to move
        #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(0..=100_000))]
        due: u32,
        #[command(flatten)]
        server: ServerArguments,
    },
    /// Let players move only when they are told to; measure how long messages take, and kill the server
    Notify {
        /// Games of two people
        #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        games: u32,
        /// How long to measure before the first kill
        #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..=600))]
        seconds: u64,
        /// How often the server is killed
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=1000))]
        kills: u32,
        /// An empty database, postgres://… [default: a temporary SQLite file]
        #[arg(long)]
        database: Option<String>,
        /// Seed of all randomness
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Let some guests use as much of the server as its limits allow; measure what others notice
    FairShare {
        /// Rooms of five or six Admirals that one guest tries to open
        #[arg(long, default_value_t = 75, value_parser = clap::value_parser!(u32).range(0..=1000))]
        rooms: u32,
        /// Turns of a Captain to measure
        #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=250))]
        answers: u32,
        /// People who play against a Captain at the same time
        #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u8).range(1..=200))]
        honest: u8,
        /// Chat messages that spectators try to send
        #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(0..=100_000))]
        chats: u32,
        /// Rooms that one guest tries to leave open
        #[arg(long, default_value_t = 6000, value_parser = clap::value_parser!(u32).range(0..=20_000))]
        tables: u32,
        /// How long to measure each part at most
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=600))]
        seconds: u64,
        /// Seed of all randomness
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Open connections that send nothing or half a request, and run clients that hardly read
    SlowClients {
        /// Connections that never send a complete request
        #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=5000))]
        connections: u32,
        /// Clients that hardly read
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(0..=1000))]
        readers: u32,
        /// The server's limit on open files
        #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u32).range(64..=100_000))]
        open_files: u32,
        /// How long to keep the connections open
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=600))]
        seconds: u64,
        /// Seed of all randomness
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Kill, pause, restart and cut off the nodes of a cluster, NATS and PostgreSQL at random moments while games are running
    ClusterKill {
        /// Live rooms
        #[arg(long, default_value_t = 150, value_parser = clap::value_parser!(u32).range(1..=2000))]
        rooms: u32,
        /// How many faults there are
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(0..=1000))]
        faults: u32,
        #[command(flatten)]
        cluster: ClusterArguments,
    },
    /// Kill nodes of a cluster; measure how long it takes until their rooms go on elsewhere
    ClusterTakeover {
        /// Live rooms
        #[arg(long, default_value_t = 150, value_parser = clap::value_parser!(u32).range(1..=2000))]
        rooms: u32,
        /// How often a node is killed
        #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
        kills: u32,
        #[command(flatten)]
        cluster: ClusterArguments,
    },
    /// Sign out, revoke, mute, suspend and switch maintenance on at one node; measure how soon the others obey
    ClusterTold {
        /// Live rooms that are played meanwhile
        #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=2000))]
        rooms: u32,
        /// How often each of them is decided
        #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=1000))]
        rounds: u32,
        #[command(flatten)]
        cluster: ClusterArguments,
    },
    /// Kill PostgreSQL's primary while games are running, and promote its synchronous standby; no acknowledged action may be
    /// lost
    ClusterFailover {
        /// Live rooms
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=2000))]
        rooms: u32,
        /// How often the primary dies
        #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100))]
        failovers: u32,
        /// Seed of all randomness
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Compare the processor time and the latency of three nodes behind haproxy with those of one server alone
    ClusterCost {
        /// Live rooms of four players
        #[arg(long, default_value_t = 250, value_parser = clap::value_parser!(u32).range(1..=2000))]
        rooms: u32,
        /// Actions per second
        #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        rate: u32,
        /// How long each measurement takes
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=600))]
        seconds: u64,
        /// How often both are measured, by turns
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
        rounds: u32,
        #[command(flatten)]
        cluster: ClusterArguments,
    },
    /// Measure a server alone and three nodes at several loads, compare them with a simulation, and say what larger numbers of
    /// players need
    ClusterModel {
        /// Live rooms of four players
        #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=2000))]
        rooms: u32,
        /// How long each load is measured
        #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
        seconds: u64,
        /// How often everything is measured
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=20))]
        rounds: u32,
        /// Silent sockets, to measure what one costs
        #[arg(long, default_value_t = 4000, value_parser = clap::value_parser!(u32).range(1..=15_000))]
        sockets: u32,
        /// Write the measurements to this file, for the command scale
        #[arg(long)]
        save: Option<PathBuf>,
        #[command(flatten)]
        cluster: ClusterArguments,
    },
    /// The results of cluster-model from measurements that it saved: measures nothing
    Scale {
        /// The file with the measurements
        file: PathBuf,
    },
    /// Drop connections after every tenth message; the clients must receive the same events as one that stays connected
    Reconnect {
        /// Rooms that play at the same time
        #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=500))]
        rooms: u32,
    },
}

/// Arguments of a drill with one server.
#[derive(Args)]
pub struct ServerArguments {
    /// An empty database, postgres://… [default: a temporary SQLite file]
    #[arg(long, env = "POWERBOATS_TEST_POSTGRES", hide_env_values = true)]
    pub database: Option<String>,
    /// Seed of all randomness
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// The arguments of every drill of a cluster.
#[derive(Args)]
pub struct ClusterArguments {
    /// A PostgreSQL on which the drill creates its databases
    #[arg(long, env = "POWERBOATS_TEST_POSTGRES", hide_env_values = true)]
    pub database: String,
    /// Seed of all randomness
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}
