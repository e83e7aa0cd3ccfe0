//! The digest: one mail a day with what waits, from one of all nodes, and what an export says about messages.

use super::*;
use powerboats_server::{
    ids::PlayerId,
    store::{Store, now},
};

async fn a_digest_comes_once_a_day(place: Place) {
    let stage = Stage::open(place).await;
    let (ann, bo) = (stage.player("Ann").await, stage.player("Bo").await);
    stage.confirm(&bo, "bo@club.example").await;
    let mut choices = bo.get("/api/me/notifications").await.is(200)["choices"].clone();
    // Twelve hours from now, and no other mail.
    let hour = now() / 3_600_000 % 24;
    choices["digest"] = json!((hour + 12) % 24);
    for kind in ["turn", "reminder", "challenge", "table"] {
        choices["mail"][kind] = json!(false);
    }
    put(&bo, "/api/me/notifications", choices.clone()).await.is(200);
    let regatta = regatta(&ann, &bo, "Digest").await;
    play_until(&bo, [&ann, &bo], &regatta).await;
    assert_eq!(stage.smtp.all_to("bo@club.example").len(), 1, "only the link to confirm the address");
    let id = PlayerId::read(bo.get("/api/me").await.is(200)["id"].as_str().unwrap()).unwrap();
    // The hour has come.
    let Stage { server, smtp, push } = stage;
    let database = server.stop().await;
    let store = Store::open(&database.database()).await.unwrap();
    store.set_notify_choices(&id, &choices.to_string(), Some(now() - 1)).await.unwrap();
    store.close().await;
    let server = serve(place, database, &smtp, &push).await;
    let mail = eventually("the digest", || smtp.all_to("bo@club.example").into_iter().nth(1)).await;
    assert!(mail.text().contains(&format!("{SITE}/r/{regatta}")), "{}", mail.text());
    assert!(mail.raw.contains("text/calendar"), "{}", mail.raw);
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(smtp.all_to("bo@club.example").len(), 2, "no node sends it again");
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_digest_comes_once_a_day_on_sqlite() {
    a_digest_comes_once_a_day(Place::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_digest_comes_once_a_day_on_a_cluster() {
    a_digest_comes_once_a_day(Place::Cluster).await;
}

/// Messages that wait for the end of quiet hours, and the times of mails, are in the export. The times are forgotten later.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_has_messages_that_wait_and_the_times_of_mails() {
    let stage = Stage::open(Place::Sqlite).await;
    let (ann, bo) = (stage.player("Ann").await, stage.player("Bo").await);
    stage.confirm(&bo, "bo@club.example").await;
    let regatta = regatta(&ann, &bo, "Export").await;
    play_until(&bo, [&ann, &bo], &regatta).await;
    eventually("a mail", || stage.smtp.all_to("bo@club.example").into_iter().nth(1)).await;
    let export = bo.get("/api/me/export").await.is(200)["notifications"].clone();
    assert_eq!(export["mails"][0]["regatta"], regatta.as_str(), "{export}");
    assert!(export["mails"][0]["sent"].as_i64().unwrap() <= now());
    // The reminder waits for its time.
    let waiting = export["waiting"].as_array().unwrap();
    assert!(
        waiting.iter().any(|message| message["kind"] == "reminder" && message["regatta"] == regatta.as_str()),
        "{export}"
    );
    let database = stage.server.stop().await;
    let store = Store::open(&database.database()).await.unwrap();
    assert_eq!(store.forget_mails(now() - 60_000).await.unwrap(), 0);
    assert_eq!(store.forget_mails(now() + 1).await.unwrap(), 1);
    store.close().await;
    database.clear().await;
}
