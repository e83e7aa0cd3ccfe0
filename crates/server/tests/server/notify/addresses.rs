//! Mail addresses: confirmed by a link, and nothing offered without a mail server.

use super::*;
use powerboats_server::{
    config::Rates,
    notify::mail::{Mailer, Message},
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_is_used_once_its_link_is_opened() {
    let stage = Stage::open(Place::Sqlite).await;
    let ann = stage.player("Ann").await;
    let mine = |mail: Value| (mail["address"].clone(), mail["pending"].clone());
    assert_eq!(ann.get("/api/me/mail").await.is(200)["available"], true);
    put(&ann, "/api/me/mail", json!({"address": "ann@club.example", "language": "fr"})).await.is(202);
    assert_eq!(mine(ann.get("/api/me/mail").await.is(200)), (Value::Null, json!("ann@club.example")));
    let mail = stage.smtp.mail_to("ann@club.example").await;
    assert!(mail.text().contains(&format!("{SITE}/confirm?code=")), "{}", mail.text());
    assert!(mail.text().contains("Bonjour Ann"), "{}", mail.text());
    put(&ann, "/api/me/mail", json!({"address": "ann@club.example"})).await.refused(429, "too-fast");
    ann.post("/api/mail/confirm", json!({"code": "x".repeat(32)})).await.refused(404, "not-found");
    let code = mail.text().split("/confirm?code=").nth(1).unwrap()[..32].to_owned();
    let anybody = stage.server.visitor();
    anybody.post("/api/mail/confirm", json!({"code": code})).await.is(204);
    anybody.post("/api/mail/confirm", json!({"code": code})).await.refused(404, "not-found");
    assert_eq!(mine(ann.get("/api/me/mail").await.is(200)), (json!("ann@club.example"), Value::Null));
    let export = ann.get("/api/me/export").await.is(200);
    assert_eq!(export["notifications"]["address"], "ann@club.example");
    ann.delete("/api/me/mail").await.is(204);
    assert_eq!(mine(ann.get("/api/me/mail").await.is(200)), (Value::Null, Value::Null));
    let guest = stage.server.guest("Guest").await;
    put(&guest, "/api/me/mail", json!({"address": "guest@club.example"})).await.refused(403, "not-registered");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_that_can_not_be_sent_leaves_nothing_behind() {
    let stage = Stage::open(Place::Sqlite).await;
    let ann = stage.player("Ann").await;
    stage.smtp.be_busy(1);
    put(&ann, "/api/me/mail", json!({"address": "ann@club.example"})).await.refused(503, "unavailable");
    assert_eq!(ann.get("/api/me/mail").await.is(200)["pending"], Value::Null);
    put(&ann, "/api/me/mail", json!({"address": "ann@club.example"})).await.is(202);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_mail_server_nothing_is_offered() {
    let config = Config { push_hosts: "".parse().unwrap(), ..unlimited() };
    let server = TestServer::open(TestDatabase::sqlite(), config).await;
    let ann = server.guest("Ann").await;
    ann.post("/api/me/register", json!({"login": "ann", "password": PASSWORD})).await.is(200);
    assert_eq!(ann.get("/api/me/mail").await.is(200)["available"], false);
    let offer = ann.get("/api/me/notifications").await.is(200);
    assert_eq!((&offer["mail"], &offer["push_key"]), (&json!(false), &Value::Null));
    put(&ann, "/api/me/mail", json!({"address": "ann@club.example"})).await.refused(404, "not-found");
    let subscription = json!({"endpoint": "https://fcm.googleapis.com/x", "keys": {"p256dh": "", "auth": ""}});
    ann.post("/api/me/push", subscription).await.refused(404, "not-found");
    server.close().await;
}

/// Whoever deletes an address, or writes it another way, must not be able to flood the letter box of somebody else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_letter_box_gets_few_links_whatever_is_deleted() {
    let (smtp, push) = (SmtpServer::start().await, PushService::start().await);
    let server = serve(Place::Sqlite, TestDatabase::sqlite(), &smtp, &push).await;
    // Limits hold only if there are any.
    let config = Config {
        rates: Rates { sign_ins: 1000, ..Rates::OFF },
        mail: Some(MailConfig::new(&smtp.url(), "Boats <boats@club.example>").unwrap()),
        ..unlimited()
    };
    let stage = Stage { server: TestServer::open(server.stop().await, config).await, smtp, push };
    let (ann, bo) = (stage.player("Ann").await, stage.player("Bo").await);
    for (number, address) in ["eve@club.example", "Eve@club.example", "eve@Club.Example"].into_iter().enumerate() {
        let who = if number == 1 { &bo } else { &ann };
        put(who, "/api/me/mail", json!({"address": address})).await.is(202);
        who.delete("/api/me/mail").await.is(204);
    }
    for who in [&ann, &bo] {
        put(who, "/api/me/mail", json!({"address": "EVE@club.example"})).await.refused(429, "too-fast");
    }
    // Neither can one player write to everybody.
    let mut sent = 0;
    while put(&bo, "/api/me/mail", json!({"address": format!("a{sent}@club.example")})).await.status == 202 {
        sent += 1;
        assert!(sent < 10);
        bo.delete("/api/me/mail").await.is(204);
    }
    assert_eq!(stage.smtp.all().len(), 3 + sent);
    stage.close().await;
}

/// What goes into the log has no address, though mail servers repeat it in their answers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_error_has_an_address() {
    let smtp = SmtpServer::start().await;
    let mailer = Mailer::new(MailConfig::new(&smtp.url(), "Boats <boats@club.example>").unwrap()).unwrap();
    let message = || {
        let to = "nobody.here@club.example".parse().unwrap();
        Message::asked_for(to, "Hi", "Hi".to_owned(), "about".to_owned())
    };
    let error = mailer.send(message()).await.unwrap_err();
    for text in [error.to_string(), format!("{error:?}")] {
        assert!(text.contains("550") && !text.contains("nobody") && !text.contains("letter box"), "{text}");
    }
    smtp.be_busy(1);
    let error = mailer.send(message()).await.unwrap_err();
    assert!(error.to_string().contains("451"), "{error}");
}
