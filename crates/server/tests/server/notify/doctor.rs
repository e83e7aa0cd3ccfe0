//! `powerboats doctor`: the mail server, and the keys for messages.

use super::*;
use powerboats_server::doctor::{Finding, Verdict, examine};

async fn found(config: &Config, what: &str) -> Finding {
    examine(config).await.into_iter().find(|finding| finding.what == what).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_server_that_does_not_answer_is_found() {
    let smtp = SmtpServer::start().await;
    let place = TestDatabase::sqlite();
    let mail = |url: &str| Config {
        mail: Some(MailConfig::new(url, "Boats <boats@club.example>").unwrap()),
        database: place.database(),
        ..unlimited()
    };
    assert_eq!(found(&mail(&smtp.url()), "mail").await.verdict, Verdict::Good);
    // Nobody listens on a port that was just given back.
    let port = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    assert_eq!(found(&mail(&format!("smtp://127.0.0.1:{port}")), "mail").await.verdict, Verdict::Bad);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_keys_are_found() {
    let server = TestServer::open(TestDatabase::sqlite(), unlimited()).await;
    let place = server.stop().await;
    let config = Config { database: place.database(), ..unlimited() };
    assert_eq!(found(&config, "keys").await.verdict, Verdict::Good);
    for name in ["push-key", "link-key", "cookie-key"] {
        place.change(&format!("UPDATE meta SET value = 'x' || value WHERE name = '{name}'")).await;
        let damaged = found(&config, "keys").await;
        assert!(damaged.verdict == Verdict::Bad, "{name}: {damaged:?}");
        place.change(&format!("UPDATE meta SET value = SUBSTR(value, 2) WHERE name = '{name}'")).await;
    }
}
