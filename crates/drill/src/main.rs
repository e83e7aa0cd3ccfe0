//! `powerboats-drill`: runs one stress test against a server and prints its report.

mod arguments;

use arguments::{Cli, ClusterArguments, Drill, ServerArguments};
use clap::Parser;
use powerboats_drill::{
    DrillError,
    drills::{cluster, compete, fair_share, hostile, idle, kill, load, notify, reconnect, slow_clients, start},
    report::Report,
    server::Server,
};
use std::{process::ExitCode, time::Duration};
use tokio::signal::unix::{SignalKind, signal};

/// Lets the server drop a room from memory 3 seconds after it ends.
const UNLOAD_SOON: [&str; 2] = ["--idle-after", "3"];

async fn run(drill: Drill) -> Result<Report, DrillError> {
    match drill {
        Drill::Kill { harm, rooms, pilots, kills, server: ServerArguments { database, seed } } => {
            let (rooms, pilots) = (rooms as usize, pilots as usize);
            kill::run(&kill::Plan { rooms, pilots, disruption: harm, kills, database, seed }).await
        }
        Drill::KillCompete { players, kills, server: ServerArguments { database, seed } } => {
            compete::run(&compete::Plan { players: players as usize, kills, database, seed }).await
        }
        Drill::Notify { games, seconds, kills, database, seed } => {
            let (games, measure) = (games as usize, Duration::from_secs(seconds));
            notify::run(&notify::Plan { games, measure, kills, database, seed }).await
        }
        Drill::Load { rooms, seconds, rate, database } => {
            let server = Server::start(database.as_deref(), &UNLOAD_SOON).await?;
            let (rooms, measure) = (rooms as usize, Duration::from_secs(seconds));
            let plan = load::Plan { rooms, measure, rate: rate.into(), unload_wait: Duration::from_secs(25) };
            load::run(&server.api.clone(), Some(&server), plan).await
        }
        Drill::Idle { sockets, seconds } => {
            let server = Server::start(None, &[]).await?;
            let plan = idle::Plan { sockets: sockets as usize, per_room: 20, hold: Duration::from_secs(seconds) };
            idle::run(&server, plan).await
        }
        Drill::Hostile { rooms, attackers, seconds, seed } => {
            let (rooms, attackers) = (rooms as usize, attackers as usize);
            run_hostile(hostile::Plan { rooms, attackers, duration: Duration::from_secs(seconds), seed }).await
        }
        Drill::Start { games, due, server: ServerArguments { database, seed } } => {
            let (games, due) = (games as usize, due.min(games) as usize);
            start::run(&start::Plan { games, due, database, seed }).await
        }
        Drill::FairShare { rooms, answers, honest, chats, tables, seconds, seed } => {
            let (rooms, answers, chats) = (rooms as usize, answers as usize, chats as usize);
            let (tables, limit) = (tables as usize, Duration::from_secs(seconds));
            fair_share::run(fair_share::Plan { rooms, answers, honest, chats, tables, limit, seed }).await
        }
        Drill::SlowClients { connections, readers, open_files, seconds, seed } => {
            let (connections, readers) = (connections as usize, readers as usize);
            let (duration, close_limit) = (Duration::from_secs(seconds), Duration::from_secs(60));
            slow_clients::run(slow_clients::Plan { connections, readers, open_files, duration, close_limit, seed })
                .await
        }
        Drill::ClusterKill { rooms, faults, cluster: ClusterArguments { database, seed } } => {
            let (rooms, faults) = (rooms as usize, faults as usize);
            cluster::kill::run(&cluster::kill::Plan { rooms, faults, postgres: database, seed }).await
        }
        Drill::ClusterTakeover { rooms, kills, cluster: ClusterArguments { database, seed } } => {
            let (rooms, kills) = (rooms as usize, kills as usize);
            cluster::takeover::run(&cluster::takeover::Plan { rooms, kills, postgres: database, seed }).await
        }
        Drill::ClusterTold { rooms, rounds, cluster: ClusterArguments { database, seed } } => {
            let (rooms, rounds) = (rooms as usize, rounds as usize);
            cluster::told::run(&cluster::told::Plan { rooms, rounds, postgres: database, seed }).await
        }
        Drill::ClusterCost { rooms, rate, seconds, rounds, cluster: ClusterArguments { database, seed } } => {
            let (rooms, rate, rounds) = (rooms as usize, rate.into(), rounds as usize);
            let measure = Duration::from_secs(seconds);
            cluster::cost::run(&cluster::cost::Plan { rooms, rate, measure, rounds, postgres: database, seed }).await
        }
        Drill::ClusterFailover { rooms, failovers, seed } => {
            let (rooms, failovers) = (rooms as usize, failovers as usize);
            cluster::failover::run(&cluster::failover::Plan { rooms, failovers, seed }).await
        }
        Drill::ClusterModel { rooms, seconds, rounds, sockets, save, cluster: ClusterArguments { database, seed } } => {
            let (rooms, rounds, sockets) = (rooms as usize, rounds as usize, sockets as usize);
            let (measure, postgres) = (Duration::from_secs(seconds), database);
            cluster::model::run(&cluster::model::Plan { rooms, measure, rounds, sockets, save, postgres, seed }).await
        }
        Drill::Scale { file } => cluster::model::judge_saved(&file),
        Drill::Reconnect { rooms } => {
            let server = Server::start(None, &[]).await?;
            reconnect::run(&server.api, reconnect::Plan { rooms: rooms as usize, drop_every: 10, races: 3 }).await
        }
    }
}

async fn run_hostile(plan: hostile::Plan) -> Result<Report, DrillError> {
    let mut server = Server::start(None, &[]).await?;
    let mut report = hostile::run(&server.api.clone(), plan).await?;
    if !server.is_alive() {
        return Err(DrillError::broken(format_args!("the server exited; the end of its log:\n{}", server.log_tail())));
    }
    report.notes.extend(server.log_lines(&["ERROR", "panicked"]).into_iter().take(5));
    Ok(report)
}

/// Waits for SIGTERM or Ctrl-C.
async fn interrupted() -> &'static str {
    let Ok(mut terminated) = signal(SignalKind::terminate()) else { return std::future::pending().await };
    tokio::select! {
        _ = terminated.recv() => "terminated",
        _ = tokio::signal::ctrl_c() => "interrupted",
    }
}

fn main() -> ExitCode {
    let Cli { drill } = Cli::parse();
    // One thread, to leave the other core of a small machine to the server.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    // A signal drops the drill, which stops its servers and unmounts its disks.
    let finished = async {
        tokio::select! {
            report = run(drill) => report,
            signal = interrupted() => Err(DrillError::Setup(signal.to_owned())),
        }
    };
    match runtime.block_on(finished) {
        Ok(report) => {
            print!("{report}");
            if report.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("powerboats-drill: {error}");
            ExitCode::from(2)
        }
    }
}
