//! Forgotten passwords: a link by mail that works once and for a while, and an answer that tells nothing.

use super::{eventually as appears, *};
use crate::cluster::eventually;
use powerboats_server::config::Rates;
use std::collections::BTreeSet;

/// The code in a mail.
fn code(mail: &smtp_server::Mail) -> String {
    mail.text().split("/reset#").nth(1).expect("a link")[..32].to_owned()
}

async fn a_link_sets_a_new_password_once(place: Place) {
    let stage = Stage::open(place).await;
    let ann = stage.player("Ann").await;
    stage.confirm(&ann, "ann@club.example").await;
    let token = ann.post("/api/me/tokens", json!({"label": "bot"})).await.is(201)["token"].as_str().unwrap().to_owned();
    let anybody = stage.server.visitor();
    assert_eq!(anybody.get("/api/server").await.is(200)["mail"], true);
    let ask = async |address: &str| {
        let wanted = json!({"address": address, "language": "de"});
        anybody.post("/api/sessions/forgot", wanted).await.is(202)
    };
    // The answer is the same, whether there is such an account or not.
    assert_eq!(ask("nobody@club.example").await, ask("Ann@Club.example").await);
    let mail = appears("a link", || stage.smtp.all().into_iter().find(|mail| mail.text().contains("/reset#"))).await;
    assert_eq!(mail.to, ["ann@club.example"]);
    assert!(mail.text().contains("„ann“") && mail.text().contains(&format!("{SITE}/reset#")), "{}", mail.text());
    let set = async |code: &str, password: &str| {
        anybody.post("/api/sessions/reset", json!({"code": code, "password": password})).await
    };
    set(&"x".repeat(32), "another horse").await.refused(403, "wrong-password");
    set(&code(&mail), "short").await.refused(400, "bad-request");
    ann.get("/api/me").await.is(200);
    set(&code(&mail), "another horse").await.is(204);
    set(&code(&mail), "a third horse").await.refused(403, "wrong-password");
    // Every browser and every program is signed out, on every node.
    eventually("signed out", async || ann.get("/api/me").await.status.as_u16() == 401).await;
    let bot = stage.server.known("authorization", &format!("Bearer {token}"));
    eventually("revoked", async || bot.get("/api/me").await.status.as_u16() == 401).await;
    let sign_in =
        async |password: &str| anybody.post("/api/sessions", json!({"login": "ann", "password": password})).await;
    sign_in(PASSWORD).await.refused(403, "wrong-password");
    sign_in("another horse").await.is(200);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_sets_a_new_password_once_on_sqlite() {
    a_link_sets_a_new_password_once(Place::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_sets_a_new_password_once_on_a_cluster() {
    a_link_sets_a_new_password_once(Place::Cluster).await;
}

/// However often somebody asks, at most two links are on their way. A used one ends the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_flooded_with_links() {
    let stage = Stage::open(Place::Sqlite).await;
    let ann = stage.player("Ann").await;
    stage.confirm(&ann, "ann@club.example").await;
    let anybody = stage.server.visitor();
    for _ in 0..10 {
        anybody.post("/api/sessions/forgot", json!({"address": "ann@club.example"})).await.is(202);
    }
    let links = || {
        let mails = stage.smtp.all();
        mails.iter().filter(|mail| mail.text().contains("/reset#")).map(code).collect::<BTreeSet<_>>()
    };
    eventually("two links", async || links().len() == 2).await;
    // What comes last has come: a mail that is sent after all of them.
    put(&ann, "/api/me/mail", json!({"address": "other@club.example"})).await.is(202);
    stage.smtp.mail_to("other@club.example").await;
    let links: Vec<String> = links().into_iter().collect();
    assert_eq!(links.len(), 2);
    let set = async |code: &String| {
        anybody.post("/api/sessions/reset", json!({"code": code, "password": "another horse"})).await
    };
    set(&links[0]).await.is(204);
    set(&links[1]).await.refused(403, "wrong-password");
    stage.close().await;
}

/// A link that can't be sent is not counted, so that the player can ask again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_that_can_not_be_sent_are_forgotten() {
    let stage = Stage::open(Place::Sqlite).await;
    let ann = stage.player("Ann").await;
    stage.confirm(&ann, "ann@club.example").await;
    stage.smtp.be_busy(3);
    let anybody = stage.server.visitor();
    let arrived = async || {
        anybody.post("/api/sessions/forgot", json!({"address": "ann@club.example"})).await.is(202);
        stage.smtp.all().iter().any(|mail| mail.text().contains("/reset#"))
    };
    eventually("a link arrives", arrived).await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_requests_for_links_are_refused() {
    let stage = Stage::open(Place::Sqlite).await;
    let anybody = stage.server.visitor();
    let long = format!("{}@club.example", "a".repeat(10_000));
    for address in ["", "ann", "ann@club.example\r\nBcc: all@club.example", "a@b.example, c@d.example", &long] {
        anybody.post("/api/sessions/forgot", json!({"address": address})).await.refused(400, "bad-request");
    }
    anybody.post("/api/sessions/forgot", json!({"login": "ann"})).await.refused(400, "bad-request");
    stage.close().await;
    // A server without mail offers none.
    let rates = Rates { sign_ins: 3, ..Rates::OFF };
    let server = TestServer::open(TestDatabase::sqlite(), Config { rates, ..unlimited() }).await;
    let anybody = server.visitor();
    assert_eq!(anybody.get("/api/server").await.is(200)["mail"], false);
    anybody.post("/api/sessions/forgot", json!({"address": "ann@club.example"})).await.refused(404, "not-found");
    server.close().await;
    let smtp = SmtpServer::start().await;
    let mail = Some(MailConfig::new(&smtp.url(), "Boats <boats@club.example>").unwrap());
    let config = Config { rates, mail, public_url: Some(SITE.to_owned()), ..unlimited() };
    let server = TestServer::open(TestDatabase::sqlite(), config).await;
    let anybody = server.visitor();
    for _ in 0..3 {
        anybody.post("/api/sessions/forgot", json!({"address": "ann@club.example"})).await.is(202);
    }
    anybody.post("/api/sessions/forgot", json!({"address": "ann@club.example"})).await.refused(429, "too-fast");
    server.close().await;
}

/// Who could read the mail of a player for a moment has nothing left once the player has changed the password or the address.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_end_with_the_password_and_with_the_address() {
    let stage = Stage::open(Place::Sqlite).await;
    let ann = stage.player("Ann").await;
    stage.confirm(&ann, "ann@club.example").await;
    let anybody = stage.server.visitor();
    let links = || {
        let mails = stage.smtp.all();
        mails.iter().filter(|mail| mail.text().contains("/reset#")).map(code).collect::<BTreeSet<_>>()
    };
    let ask = async || {
        let before = links();
        anybody.post("/api/sessions/forgot", json!({"address": "ann@club.example"})).await.is(202);
        appears("a link", || links().difference(&before).next().cloned()).await
    };
    let set = async |code: String| {
        anybody.post("/api/sessions/reset", json!({"code": code, "password": "a stolen horse"})).await
    };
    let link = ask().await;
    ann.post("/api/me/password", json!({"old": PASSWORD, "new": "another horse"})).await.is(204);
    set(link).await.refused(403, "wrong-password");
    let link = ask().await;
    ann.delete("/api/me/mail").await.is(204);
    set(link).await.refused(403, "wrong-password");
    stage.close().await;
}
