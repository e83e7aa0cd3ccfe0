//! The drills that start the program, small enough for `cargo test`. They need it: `cargo build -p powerboats`.

use powerboats_drill::{fair_share, harm::Harm, kill, report::Report, server, slow_clients, start};
use std::time::Duration;
use tokio::sync::Mutex;

/// They measure time, so they run one after the other.
static ONE_AT_A_TIME: Mutex<()> = Mutex::const_new(());

async fn harm(harm: Harm, rooms: usize, pilots: usize, kills: u32) {
    let _turn = ONE_AT_A_TIME.lock().await;
    server::binary().expect("the kill drill starts the program");
    let plan = kill::Plan { rooms, pilots, harm, kills, database: None, seed: 1 };
    passes(&kill::run(&plan).await.unwrap());
}

#[track_caller]
fn passes(report: &Report) {
    assert!(report.is_ok(), "{report}");
    println!("{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_survives_a_kill() {
    harm(Harm::Kill, 3, 1, 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_survives_a_power_cut() {
    harm(Harm::PowerCut, 3, 0, 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_ends_soon_when_told_to() {
    harm(Harm::Term, 2, 3, 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_fsync_is_not_acknowledged() {
    harm(Harm::Fsync, 3, 0, 4).await;
}

/// The full disk of those who are not root.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_without_space_is_not_acknowledged() {
    harm(Harm::Enospc, 3, 0, 4).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pilots_move_after_a_start() {
    let _turn = ONE_AT_A_TIME.lock().await;
    let plan = start::Plan { games: 60, due: 12, database: None, seed: 1 };
    passes(&start::run(&plan).await.unwrap());
}

/// Its figures are those of a release build on a quiet machine: here only that it works.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_greedy_guest_is_measured() {
    let _turn = ONE_AT_A_TIME.lock().await;
    let long = Duration::from_secs(3);
    let plan = fair_share::Plan { rooms: 4, answers: 5, honest: 2, chats: 100, tables: 50, long, seed: 1 };
    let report = fair_share::run(plan).await.unwrap();
    assert!(report.faults.is_empty(), "{report}");
    println!("{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_clients_shut_nobody_out() {
    let _turn = ONE_AT_A_TIME.lock().await;
    let (long, rid) = (Duration::from_secs(4), Duration::from_secs(60));
    let plan = slow_clients::Plan { connections: 300, readers: 6, open_files: 256, long, rid, seed: 1 };
    passes(&slow_clients::run(plan).await.unwrap());
}
