//! Bad input: a clear error, nothing stored, and no request to anybody who did not ask for it.

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn malformed_and_forged_subscriptions_are_refused() {
    let stage = Stage::open(Place::Sqlite).await;
    let ann = stage.player("Ann").await;
    let good = stage.push.browser("ann-1").subscription();
    let with = |endpoint: &str| {
        let mut subscription = good.clone();
        subscription["endpoint"] = endpoint.into();
        subscription
    };
    let mut bad = vec![json!({}), json!([]), json!({"endpoint": 5}), json!({"endpoint": good["endpoint"]})];
    for endpoint in [
        "",
        "nonsense",
        "http://fcm.googleapis.com/x",
        "https://evil.example/x",
        "http://127.0.0.1:1/x",
        "http://127.0.0.1/x",
        "http://[::1]/x",
        "http://10.0.0.1/x",
        "http://169.254.169.254/latest/meta-data",
        "https://localhost/x",
        "file:///etc/passwd",
        "http://127.0.0.1@fcm.googleapis.com/x",
    ] {
        bad.push(with(endpoint));
    }
    bad.push(with(&format!("https://fcm.googleapis.com/{}", "x".repeat(3000))));
    for (key, value) in [("p256dh", ""), ("p256dh", "AAAA"), ("auth", "AAAA"), ("auth", "💥"), ("p256dh", "B\r\nX: y")]
    {
        let mut subscription = good.clone();
        subscription["keys"][key] = value.into();
        bad.push(subscription);
    }
    for subscription in bad {
        let answer = ann.post("/api/me/push", subscription.clone()).await;
        assert_eq!(answer.status, 400, "{subscription}: {answer:?}");
        answer.refused(400, "bad-request");
    }
    let named = ann.post("/api/me/push", with("https://localhost/x")).await;
    assert!(named.body["message"].as_str().unwrap().contains("private network"), "{named:?}");
    assert_eq!(ann.get("/api/me/notifications").await.is(200)["browsers"], 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_address_adds_a_header() {
    let stage = Stage::open(Place::Sqlite).await;
    let ann = stage.player("Ann").await;
    for address in [
        "ann@club.example\r\nBcc: all@club.example",
        "ann@club.example\nSubject: hi",
        "Ann <ann@club.example>",
        "ann@club.example,bo@club.example",
        "ann",
        "",
        "ann@localhost",
        "ann@[127.0.0.1]",
        "<script>@club.example",
    ] {
        put(&ann, "/api/me/mail", json!({"address": address})).await.refused(400, "bad-request");
    }
    put(&ann, "/api/me/mail", json!({"address": "a".repeat(10_000)})).await.refused(400, "bad-request");
    assert_eq!(ann.get("/api/me/mail").await.is(200)["pending"], Value::Null);
    let mut choices = ann.get("/api/me/notifications").await.is(200)["choices"].clone();
    for (field, value) in [
        ("zone", json!("Mars/Olympus")),
        ("zone", json!("../../etc/passwd")),
        ("quiet", json!({"from": 1440, "until": 0})),
        ("quiet", json!({"from": -1, "until": 0})),
        ("digest", json!(24)),
        ("language", json!("xx")),
    ] {
        let before = std::mem::replace(&mut choices[field], value.clone());
        put(&ann, "/api/me/notifications", choices.clone()).await.refused(400, "bad-request");
        choices[field] = before;
    }
    assert_eq!(ann.get("/api/me/notifications").await.is(200)["chosen"], false, "nothing was stored");
    stage.close().await;
}

/// A push service that answers with a redirect does not make the server ask another address.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn redirects_are_not_followed() {
    let stage = Stage::open(Place::Sqlite).await;
    let (ann, bo) = (stage.player("Ann").await, stage.player("Bo").await);
    stage.browser(&bo, "redirect-1").await;
    let regatta = regatta(&ann, &bo, "Redirect").await;
    play_until(&bo, [&ann, &bo], &regatta).await;
    eventually("a request", || (stage.push.count("redirect-1") > 0).then_some(())).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(stage.push.count("secret-1"), 0);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn signed_links_work_for_their_player_only() {
    let stage = Stage::open(Place::Sqlite).await;
    let (ann, bo) = (stage.player("Ann").await, stage.player("Bo").await);
    let calendar = |offer: Value| offer["calendar"].as_str().unwrap().replace(SITE, "");
    let own = calendar(ann.get("/api/me/notifications").await.is(200));
    let answer = stage.server.visitor().get(&own).await;
    assert!(answer.header("content-type").starts_with("text/calendar"), "{answer:?}");
    assert!(answer.is(200).as_str().unwrap().starts_with("BEGIN:VCALENDAR\r\n"));
    let key = own.split("key=").nth(1).unwrap();
    let id = bo.get("/api/me").await.is(200)["id"].as_str().unwrap().to_owned();
    for path in [
        format!("/api/calendar/{id}?key={key}"),
        format!("/api/mail/unsubscribe?player={id}&key={key}"),
        format!("/api/calendar/{id}?key="),
        format!("/api/notify/picture/{}/{id}?key={key}", "a".repeat(20)),
    ] {
        bo.get(&path).await.refused(404, "not-found");
    }
    stage.close().await;
}

/// Whoever has an old mail can't make the server store anything about a deleted account.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_links_of_a_deleted_account_are_not_valid() {
    let stage = Stage::open(Place::Sqlite).await;
    let (ann, bo) = (stage.player("Ann").await, stage.player("Bo").await);
    stage.confirm(&bo, "bo@club.example").await;
    let regatta = regatta(&ann, &bo, "Links").await;
    play_until(&bo, [&ann, &bo], &regatta).await;
    let link = |mail: smtp_server::Mail| mail.header("List-Unsubscribe");
    let link = eventually("a mail", || stage.smtp.all().into_iter().find_map(link)).await;
    let link = link.replace(['<', '>'], "").replace(SITE, "");
    let anybody = stage.server.visitor();
    anybody.get(&link).await.is(200);
    crate::test_server::send(bo.ask("DELETE", "/api/me").json(&json!({"password": PASSWORD}))).await.is(204);
    anybody.get(&link).await.refused(404, "not-found");
    crate::test_server::send(anybody.ask("POST", &link)).await.refused(404, "not-found");
    stage.close().await;
}

/// A new password ends everything that somebody else may have set up, also with a token.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_that_a_token_added_is_forgotten_with_the_token() {
    let stage = Stage::open(Place::Sqlite).await;
    let (ann, bo) = (stage.player("Ann").await, stage.player("Bo").await);
    let token = bo.post("/api/me/tokens", json!({"label": "bot"})).await.is(201)["token"].as_str().unwrap().to_owned();
    let bot = stage.server.known("authorization", &format!("Bearer {token}"));
    stage.browser(&bot, "bot-1").await;
    stage.browser(&bo, "own-1").await;
    let first = regatta(&ann, &bo, "First").await;
    play_until(&bo, [&ann, &bo], &first).await;
    eventually("both", || (stage.push.count("bot-1") > 0 && stage.push.count("own-1") > 0).then_some(())).await;
    bo.post("/api/me/password", json!({"old": PASSWORD, "new": "another horse"})).await.is(204);
    let (before, own) = (stage.push.count("bot-1"), stage.push.count("own-1"));
    let second = regatta(&ann, &bo, "Second").await;
    play_until(&bo, [&ann, &bo], &second).await;
    eventually("the own browser", || (stage.push.count("own-1") > own).then_some(())).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(stage.push.count("bot-1"), before);
    stage.close().await;
}
