//! The command-line arguments of `powerboats-drill`.

use clap::{Parser, Subcommand};
use powerboats_drill::disruption::Disruption;

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
        /// An empty database, postgres://… [default: a temporary SQLite file]
        #[arg(long, env = "POWERBOATS_TEST_POSTGRES", hide_env_values = true)]
        database: Option<String>,
        /// Seed of all randomness
        #[arg(long, default_value_t = 1)]
        seed: u64,
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
        /// An empty database, postgres://… [default: a temporary SQLite file]
        #[arg(long, env = "POWERBOATS_TEST_POSTGRES", hide_env_values = true)]
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
    /// Drop connections after every tenth message; the clients must receive the same events as one that stays connected
    Reconnect {
        /// Rooms that play at the same time
        #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=500))]
        rooms: u32,
    },
}
