//! The drills that can run against a server inside the test process, small enough for `cargo test`.

use powerboats_drill::{
    DrillError,
    client::api::ApiClient,
    drills::{hostile, load, reconnect},
    report::Report,
};
use powerboats_server::{
    config::{Config, Rates},
    serve,
    store::Database,
};
use std::{future::Future, net::SocketAddr, time::Duration};
use tokio::sync::oneshot;

/// Runs a drill against a new server, and fails if it finds faults.
async fn with_server<F: Future<Output = Result<Report, DrillError>>>(drill: impl FnOnce(ApiClient) -> F) {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: Database::Sqlite(folder.path().join("powerboats.db")),
        rates: Rates::OFF,
        ..Config::default()
    };
    let ((ready, address), (stop, stopped)) = (oneshot::channel(), oneshot::channel());
    let stopped = async move { drop(stopped.await) };
    let serving =
        tokio::spawn(serve(config, |address| ready.send(address).expect("the test waits for the address"), stopped));
    let report = drill(ApiClient::new(address.await.unwrap())).await.unwrap();
    stop.send(()).unwrap();
    serving.await.unwrap().unwrap();
    assert!(report.faults.is_empty(), "{report}");
    println!("{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_handles_a_small_load() {
    let measure = Duration::from_secs(2);
    let plan = load::Plan { rooms: 6, measure, rate: 50.0, unload_wait: Duration::ZERO };
    with_server(async |api| load::run(&api, None, plan).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_drops_connections_misses_no_event() {
    let plan = reconnect::Plan { rooms: 3, drop_every: 10, races: 1 };
    with_server(async |api| reconnect::run(&api, plan).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_clients_do_not_harm_others() {
    let plan = hostile::Plan { rooms: 2, attackers: 4, duration: Duration::from_secs(3), seed: 1 };
    with_server(async |api| hostile::run(&api, plan).await).await;
}
