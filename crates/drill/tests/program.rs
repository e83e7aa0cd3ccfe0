//! The drills that start the program as a process, small enough for `cargo test`. Build it first: `cargo build -p
//! powerboats`.

use powerboats_drill::{
    disruption::Disruption,
    drills::{compete, fair_share, kill, slow_clients, start},
    report::{Figure, Report},
    server,
};
use std::time::Duration;
use tokio::sync::Mutex;

/// The drills measure time, so they must not run at the same time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::const_new(());

async fn survives(disruption: Disruption, rooms: usize, pilots: usize, kills: u32) {
    let _turn = ONE_AT_A_TIME.lock().await;
    server::binary().expect("this test needs the program `powerboats`");
    let plan = kill::Plan { rooms, pilots, disruption, kills, database: None, seed: 1 };
    assert_ok(&kill::run(&plan).await.unwrap());
}

/// Every figure meets its bar, except latencies: their bars hold for a release build on an idle machine.
#[track_caller]
fn assert_ok(report: &Report) {
    let mut figures = report.figures.iter().filter(|figure| !figure.unit.starts_with("ms"));
    assert!(figures.all(Figure::is_ok), "{report}");
    println!("{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_actions_survive_a_kill() {
    survives(Disruption::Kill, 3, 1, 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_actions_survive_a_power_cut() {
    survives(Disruption::PowerCut, 3, 0, 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_stops_soon_after_sigterm() {
    survives(Disruption::Term, 2, 3, 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_acknowledged_after_a_failed_fsync() {
    survives(Disruption::Fsync, 3, 0, 4).await;
}

/// Like a full disk, but without the need to be root.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_acknowledged_after_a_write_without_space() {
    survives(Disruption::Enospc, 3, 0, 4).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seasons_and_events_survive_a_kill() {
    let _turn = ONE_AT_A_TIME.lock().await;
    server::binary().expect("this test needs the program `powerboats`");
    let plan = compete::Plan { players: 6, kills: 3, database: None, seed: 1 };
    assert_ok(&compete::run(&plan).await.unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pilots_move_after_the_server_starts() {
    let _turn = ONE_AT_A_TIME.lock().await;
    let plan = start::Plan { games: 60, due: 12, database: None, seed: 1 };
    assert_ok(&start::run(&plan).await.unwrap());
}

/// The bars hold for a release build on an idle machine. This test only checks that the drill runs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_fair_share_drill_runs() {
    let _turn = ONE_AT_A_TIME.lock().await;
    let limit = Duration::from_secs(3);
    let plan = fair_share::Plan { rooms: 4, answers: 5, honest: 2, chats: 100, tables: 50, limit, seed: 1 };
    let report = fair_share::run(plan).await.unwrap();
    assert!(report.faults.is_empty(), "{report}");
    println!("{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_clients_do_not_shut_others_out() {
    let _turn = ONE_AT_A_TIME.lock().await;
    let (duration, close_limit) = (Duration::from_secs(4), Duration::from_secs(60));
    let plan = slow_clients::Plan { connections: 300, readers: 6, open_files: 256, duration, close_limit, seed: 1 };
    assert_ok(&slow_clients::run(plan).await.unwrap());
}
