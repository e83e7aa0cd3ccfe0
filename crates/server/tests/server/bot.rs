//! The example bot plays whole regattas.

#[allow(dead_code)]
#[path = "../../examples/bot.rs"]
mod example;

use clap::Parser;
use example::Bot;
use powerboats_server::{
    config::{Config, Rates},
    serve,
    store::Database,
};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};
use tokio::sync::oneshot;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_bot_plays_a_whole_regatta() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: Database::Sqlite(folder.path().join("powerboats.db")),
        rates: Rates::OFF,
        ..Config::default()
    };
    let ((ready, address), (stop, stopped)) = (oneshot::channel(), oneshot::channel::<()>());
    let stopped = async move { drop(stopped.await) };
    let serving = tokio::spawn(serve(config, |address| ready.send(address).expect("the test waits for it"), stopped));
    let server = format!("http://{}", address.await.unwrap());

    // As a guest, against pilots.
    let guest = Bot::parse_from(["bot", "--server", &server]).play();
    let result = tokio::time::timeout(Duration::from_secs(300), guest).await.expect("it ends").unwrap();
    assert_eq!(result["points"].as_object().unwrap().len(), 3, "{result}");

    // With its owner's token, in a regatta that the owner opened.
    let http = reqwest::Client::builder().cookie_store(true).build().unwrap();
    let post = async |path: &str, body: Value| {
        let answer = http.post(format!("{server}{path}")).json(&body).send().await.unwrap();
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        answer.json::<Value>().await.unwrap()
    };
    post("/api/me", json!({ "name": "Owner" })).await;
    let token = post("/api/me/tokens", json!({ "label": "bot" })).await["token"].as_str().unwrap().to_owned();
    let settings = json!({ "seats": 3, "races": 1, "join": false });
    let regatta = post("/api/regattas", settings).await["id"].as_str().unwrap().to_owned();
    let actions = format!("/api/regattas/{regatta}/actions");
    for (id, pilot) in [("1", "skipper"), ("2", "captain")] {
        post(&actions, json!({ "id": id, "action": { "type": "seat-pilot", "pilot": pilot } })).await;
    }
    let owned = Bot::parse_from(["bot", "--server", &server, "--token", &token, "--regatta", &regatta]).play();
    let result = tokio::time::timeout(Duration::from_secs(300), owned).await.expect("it ends").unwrap();
    assert_eq!(result["ranking"].as_array().map(|ranks| ranks.is_empty()), Some(false), "{result}");

    stop.send(()).unwrap();
    serving.await.unwrap().unwrap();
}
