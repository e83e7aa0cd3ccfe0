//! The web app's types are generated from web/openapi.json, which must match the server's description.

use crate::test_server::{TestDatabase, TestServer, unlimited};
use serde_json::Value;

/// `make types` sets this variable to update the copy.
const WRITE: &str = "POWERBOATS_WRITE_OPENAPI";

#[tokio::test]
async fn the_web_apps_copy_of_the_description_is_up_to_date() {
    let server = TestServer::open(TestDatabase::sqlite(), unlimited()).await;
    let api = server.visitor().get("/api/openapi.json").await.is(200);
    server.close().await;
    let copy = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/openapi.json");
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(copy, format!("{api:#}\n")).unwrap();
    }
    let stored: Value = serde_json::from_str(&std::fs::read_to_string(copy).unwrap()).unwrap();
    assert!(stored == api, "web/openapi.json differs from the server's description: run `make types`");
}
