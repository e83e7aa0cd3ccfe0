//! Names that could deceive others are refused; all others are accepted.

use crate::test_server::{TestDatabase, TestServer, unlimited};
use serde_json::json;

#[tokio::test]
async fn a_name_that_looks_like_a_reserved_one_is_refused() {
    let server = TestServer::open(TestDatabase::sqlite(), unlimited()).await;
    let sign_in = async |name: &str| server.visitor().post("/api/me", json!({"name": name})).await;
    for name in [
        "Captain",
        "САРТАIN",
        "Ｃａｐｔａｉｎ",
        "C a p t a i n",
        "船長",
        "Kapitän",
        "Red",
        "Weiß",
        "紅色",
        "Admin",
        "P0werboats",
    ] {
        sign_in(name).await.refused(409, "name-taken");
    }
    for name in ["\u{200b}Ann", "A\u{ad}nn", "\u{3164}", "\u{202e}nnA", "A\u{e0041}nn", "\u{2066}A", "Ann\u{200d}"] {
        sign_in(name).await.refused(400, "bad-request");
    }
    for name in ["Ann", "Zoë", "名前", "محمد", "👩‍👩‍👧", "Captain Hook", "O’Neill", "Ønsk", "می\u{200c}خواهم", "🏴‍☠️ Jack"]
    {
        assert_eq!(sign_in(name).await.is(201)["name"], name);
    }
    let ann = server.guest("Ann").await;
    ann.patch("/api/me", json!({"name": "Аdmirаl"})).await.refused(409, "name-taken");
    assert_eq!(ann.get("/api/me").await.is(200)["name"], "Ann");
    server.close().await;
}
