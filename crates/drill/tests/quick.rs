//! The drills that talk to a server in this process, small enough for `cargo test`.

use powerboats_drill::{Trouble, hostile, load, reconnect, report::Report, site::Site};
use powerboats_server::{
    config::{Config, Rates},
    serve,
    store::Database,
};
use std::{future::Future, net::SocketAddr, time::Duration};
use tokio::sync::oneshot;

/// Does something with a server of its own.
async fn with_server<F: Future<Output = Result<Report, Trouble>>>(drill: impl FnOnce(Site) -> F) {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: Database::Sqlite(folder.path().join("powerboats.db")),
        rates: Rates::OFF,
        ..Config::default()
    };
    let ((ready, address), (stop, stopped)) = (oneshot::channel(), oneshot::channel());
    let stopped = async move { drop(stopped.await) };
    let serving = tokio::spawn(serve(config, |address| ready.send(address).expect("somebody waits for it"), stopped));
    let report = drill(Site::at(address.await.unwrap())).await.unwrap();
    stop.send(()).unwrap();
    serving.await.unwrap().unwrap();
    assert!(report.faults.is_empty(), "{report}");
    println!("{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_few_rooms_bear_a_load() {
    let measure = Duration::from_secs(2);
    let plan = load::Plan { rooms: 6, measure, rate: 50.0, forgets: Duration::ZERO };
    with_server(async |site| load::run(&site, None, plan).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_drops_the_connection_misses_nothing() {
    let plan = reconnect::Plan { rooms: 3, drops: 10, races: 1 };
    with_server(async |site| reconnect::run(&site, plan).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_clients_hurt_nobody() {
    let plan = hostile::Plan { rooms: 2, attackers: 4, long: Duration::from_secs(3), seed: 1 };
    with_server(async |site| hostile::run(&site, plan).await).await;
}
