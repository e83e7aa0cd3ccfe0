//! The web app's types are made from a copy of the server's description: it has to be the same.

mod host;

use host::{Host, Place, unlimited};
use serde_json::Value;

/// `make types` runs this with the variable set.
const WRITE: &str = "POWERBOATS_WRITE_OPENAPI";

#[tokio::test]
async fn the_web_apps_copy_of_the_description_is_up_to_date() {
    let host = Host::open(Place::sqlite(), unlimited()).await;
    let api = host.visitor().get("/api/openapi.json").await.is(200);
    host.close().await;
    let copy = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/openapi.json");
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(copy, format!("{api:#}\n")).unwrap();
    }
    let stored: Value = serde_json::from_str(&std::fs::read_to_string(copy).unwrap()).unwrap();
    assert!(stored == api, "web/openapi.json is not what the server says: run `make types`");
}
