//! `powerboats-drill`: what the server carries, and what it survives.

use clap::{Parser, Subcommand};
use powerboats_drill::{
    Trouble, fair_share, harm::Harm, hostile, idle, kill, load, reconnect, report::Report, server::Server,
    slow_clients, start,
};
use std::{process::ExitCode, time::Duration};
use tokio::signal::unix::{SignalKind, signal};

#[derive(Parser)]
#[command(
    version,
    about,
    after_help = "Each drill starts the program `powerboats` of the same build, or POWERBOATS_BIN."
)]
struct Cli {
    #[command(subcommand)]
    drill: Drill,
}

#[derive(Subcommand)]
enum Drill {
    /// Kill the server, or harm it in other ways, at random moments under live rooms: nothing acknowledged is lost,
    /// nothing happens twice
    Kill {
        /// What is done to it
        #[arg(long, value_enum, default_value_t = Harm::Kill)]
        harm: Harm,
        /// Live rooms of four
        #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(0..=2000))]
        rooms: u32,
        /// Live rooms of two people, a Captain and an Admiral
        #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=200))]
        pilots: u32,
        /// How often
        #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(0..=1000))]
        kills: u32,
        /// An empty database: postgres://…; a SQLite file of its own unless given
        #[arg(long, env = "POWERBOATS_TEST_POSTGRES", hide_env_values = true)]
        database: Option<String>,
        /// Of everything random
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Thousands of rooms that all act: actions a second, and how long they take
    Load {
        /// Live rooms of four
        #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=4000))]
        rooms: u32,
        /// How long to measure, at full speed and again at a steady pace
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=600))]
        seconds: u64,
        /// Actions a second at the steady pace
        #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        rate: u32,
        /// An empty database: postgres://…; a SQLite file of its own unless given
        #[arg(long, env = "POWERBOATS_TEST_POSTGRES", hide_env_values = true)]
        database: Option<String>,
    },
    /// Thousands of sockets on which nothing happens: how much memory they take
    Idle {
        /// How many
        #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=15_000))]
        sockets: u32,
        /// How long to hold them
        #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=80))]
        seconds: u64,
    },
    /// Clients that send whatever they like, while others play
    Hostile {
        /// Rooms in which people play as they should
        #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=500))]
        rooms: u32,
        /// Clients that don't
        #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=500))]
        attackers: u32,
        /// How long
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
        seconds: u64,
        /// Of everything random
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Start a server with thousands of live correspondence games: until it is ready, and every pilot has moved
    Start {
        /// Live games
        #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        games: u32,
        /// Those in which a pilot is to move
        #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(0..=100_000))]
        due: u32,
        /// An empty database: postgres://…; a SQLite file of its own unless given
        #[arg(long, env = "POWERBOATS_TEST_POSTGRES", hide_env_values = true)]
        database: Option<String>,
        /// Of everything random
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Guests who take all they can get, and what others notice of it
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
        /// Chats that spectators try
        #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(0..=100_000))]
        chats: u32,
        /// Rooms that one guest tries to leave open
        #[arg(long, default_value_t = 6000, value_parser = clap::value_parser!(u32).range(0..=20_000))]
        tables: u32,
        /// How long each part is measured at most
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=600))]
        seconds: u64,
        /// Of everything random
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Connections that send nothing or half a request, and clients that hardly read
    SlowClients {
        /// Connections that are not used
        #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=5000))]
        connections: u32,
        /// Clients that hardly read
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(0..=1000))]
        readers: u32,
        /// Files that the server may have open
        #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u32).range(64..=100_000))]
        open_files: u32,
        /// How long they are kept up
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=600))]
        seconds: u64,
        /// Of everything random
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Clients that drop the connection at every tenth message see what a steady one sees
    Reconnect {
        /// Rooms at a time
        #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=500))]
        rooms: u32,
    },
}

/// Rooms leave the server's memory so soon after they end.
const FORGETS: [&str; 2] = ["--idle-after", "3"];

async fn run(drill: Drill) -> Result<Report, Trouble> {
    match drill {
        Drill::Kill { harm, rooms, pilots, kills, database, seed } => {
            let (rooms, pilots) = (rooms as usize, pilots as usize);
            kill::run(&kill::Plan { rooms, pilots, harm, kills, database, seed }).await
        }
        Drill::Load { rooms, seconds, rate, database } => {
            let server = Server::start(database.as_deref(), &FORGETS).await?;
            let plan = load::Plan {
                rooms: rooms as usize,
                measure: Duration::from_secs(seconds),
                rate: rate.into(),
                forgets: Duration::from_secs(25),
            };
            load::run(&server.site.clone(), Some(&server), plan).await
        }
        Drill::Idle { sockets, seconds } => {
            let server = Server::start(None, &[]).await?;
            let plan = idle::Plan { sockets: sockets as usize, at_each: 20, hold: Duration::from_secs(seconds) };
            idle::run(&server, plan).await
        }
        Drill::Hostile { rooms, attackers, seconds, seed } => {
            let mut server = Server::start(None, &[]).await?;
            let (rooms, attackers) = (rooms as usize, attackers as usize);
            let plan = hostile::Plan { rooms, attackers, long: Duration::from_secs(seconds), seed };
            let mut report = hostile::run(&server.site.clone(), plan).await?;
            if !server.is_alive() {
                return Err(Trouble::broken(format_args!("the server ended\n{}", server.log())));
            }
            report.notes.extend(server.logged(&["ERROR", "panicked"]).into_iter().take(5));
            Ok(report)
        }
        Drill::Start { games, due, database, seed } => {
            let (games, due) = (games as usize, due.min(games) as usize);
            start::run(&start::Plan { games, due, database, seed }).await
        }
        Drill::FairShare { rooms, answers, honest, chats, tables, seconds, seed } => {
            let plan = fair_share::Plan {
                rooms: rooms as usize,
                answers: answers as usize,
                honest,
                chats: chats as usize,
                tables: tables as usize,
                long: Duration::from_secs(seconds),
                seed,
            };
            fair_share::run(plan).await
        }
        Drill::SlowClients { connections, readers, open_files, seconds, seed } => {
            let plan = slow_clients::Plan {
                connections: connections as usize,
                readers: readers as usize,
                open_files,
                long: Duration::from_secs(seconds),
                rid: Duration::from_secs(60),
                seed,
            };
            slow_clients::run(plan).await
        }
        Drill::Reconnect { rooms } => {
            let server = Server::start(None, &[]).await?;
            reconnect::run(&server.site, reconnect::Plan { rooms: rooms as usize, drops: 10, races: 3 }).await
        }
    }
}

async fn interrupted() -> &'static str {
    let Ok(mut terminated) = signal(SignalKind::terminate()) else { return std::future::pending().await };
    tokio::select! {
        _ = terminated.recv() => "ended",
        _ = tokio::signal::ctrl_c() => "interrupted",
    }
}

fn main() -> ExitCode {
    let Cli { drill } = Cli::parse();
    // One thread: half of a small machine belongs to the server.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    // Whoever interrupts us ends our servers too, and our disks are unmounted: that is what dropping the drill does.
    let drilled = async {
        tokio::select! {
            report = run(drill) => report,
            signal = interrupted() => Err(Trouble::Setup(signal.to_owned())),
        }
    };
    match runtime.block_on(drilled) {
        Ok(report) => {
            print!("{report}");
            if report.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(trouble) => {
            eprintln!("{trouble}");
            ExitCode::from(2)
        }
    }
}
