//! What players are told, when, and when not.

use super::*;
use futures_util::SinkExt;
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};

/// A message that is sent at all is sent within this time, on a busy machine, too.
const LONG_ENOUGH: Duration = Duration::from_secs(3);

async fn a_turn_is_told_by_push_and_by_mail(place: Place) {
    let stage = Stage::open(place).await;
    let (ann, bo) = (stage.player("Ann").await, stage.player("Bo").await);
    let browser = stage.browser(&bo, "bo-1").await;
    stage.confirm(&bo, "bo@club.example").await;
    let regatta = regatta(&ann, &bo, "Lake & Co <b>").await;
    play_until(&bo, [&ann, &bo], &regatta).await;
    let told = browser.told_after(0).await;
    let text = |name: &str| told.message[name].as_str().unwrap().to_owned();
    assert_eq!(text("title"), "Your turn: Lake & Co <b>");
    assert!(text("body").contains("Ann") && text("body").contains("until"), "{told:?}");
    assert_eq!((text("url"), text("tag")), (format!("/r/{regatta}"), regatta.clone()));
    let picture = reqwest::get(format!("{}{}", bo.url, text("image"))).await.unwrap();
    let is_png = picture.headers()["content-type"] == "image/png";
    let bytes = picture.bytes().await.unwrap();
    assert!(is_png && bytes.starts_with(b"\x89PNG"), "{}", String::from_utf8_lossy(&bytes));

    let site = format!("{SITE}/r/{regatta}");
    let turns = || {
        let mails = stage.smtp.all_to("bo@club.example");
        mails.into_iter().filter(|mail| mail.text().contains(&site)).collect::<Vec<_>>()
    };
    let mail = eventually("the mail", || turns().pop()).await;
    assert_eq!(mail.header("To").as_deref(), Some("bo@club.example"));
    assert!(mail.header("Subject").unwrap().contains("Your turn"), "{mail:?}");
    assert_eq!(mail.header("List-Unsubscribe-Post").as_deref(), Some("List-Unsubscribe=One-Click"));
    assert!(mail.header("Message-ID").unwrap().ends_with("@club.example>"));
    assert!(mail.text().contains("Ann") && mail.text().contains("Lake &amp; Co &lt;b&gt;"), "{}", mail.text());
    assert!(mail.raw.contains("image/png") && mail.text().contains("cid:lake.png"), "{}", mail.text());

    // The next turn: another banner about the same topic, but no second mail so soon.
    play_until(&bo, [&ann, &bo], &regatta).await;
    let next = browser.told_after(1).await;
    assert_eq!(next.topic, told.topic);
    assert_ne!(next.message["id"], told.message["id"]);
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!((turns().len(), browser.told().len()), (1, 2));

    // One click ends all mail; the page before it does not.
    let leave = mail.header("List-Unsubscribe").unwrap().replace(['<', '>'], "").replace(SITE, &ann.url);
    let page = reqwest::get(&leave).await.unwrap().text().await.unwrap();
    assert!(page.contains("<form method=\"post\">"), "{page}");
    assert_eq!(bo.get("/api/me/notifications").await.is(200)["choices"]["mail"]["turn"], true);
    let click = reqwest::Client::new().post(&leave).body("List-Unsubscribe=One-Click").send().await.unwrap();
    assert_eq!(click.status(), 200);
    assert_eq!(bo.get("/api/me/notifications").await.is(200)["choices"]["mail"]["turn"], false);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_is_told_on_sqlite() {
    a_turn_is_told_by_push_and_by_mail(Place::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_is_told_on_a_cluster() {
    a_turn_is_told_by_push_and_by_mail(Place::Cluster).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn challenges_and_results_are_told() {
    let stage = Stage::open(Place::Sqlite).await;
    let (ann, bo) = (stage.player("Ann").await, stage.player("Bo").await);
    let browser = stage.browser(&bo, "bo-1").await;
    let id = bo.get("/api/me").await.is(200)["id"].clone();
    let challenge = open(&ann, json!({"seats": 2, "races": 1, "challenge": [id]})).await;
    let told = browser.told_after(0).await.message;
    assert_eq!((told["kind"].as_str(), told["tag"].as_str()), (Some("challenge"), Some(challenge.as_str())));
    assert!(told["title"].as_str().unwrap().contains("Ann challenges you"), "{told}");
    act(&bo, &challenge, "join", json!({"type": "join"})).await.is(200);
    for player in [&ann, &bo] {
        act(player, &challenge, "ready", json!({"type": "ready", "ready": true})).await.is(200);
    }
    act(&ann, &challenge, "resign", json!({"type": "resign"})).await.is(200);
    let over = || browser.told().into_iter().find(|told| told.message["kind"] == "over");
    let over = eventually("the result", over).await.message;
    assert!(over["body"].as_str().unwrap().contains("You won!"), "{over}");
    stage.close().await;
}

/// A guest who opens one regatta after another, each with a seat for the same player, must not fill their letter box.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_challenges_are_one_mail() {
    let stage = Stage::open(Place::Sqlite).await;
    let (ann, bo) = (stage.player("Ann").await, stage.player("Bo").await);
    stage.confirm(&bo, "bo@club.example").await;
    let browser = stage.browser(&bo, "bo-1").await;
    let id = bo.get("/api/me").await.is(200)["id"].clone();
    for _ in 0..3 {
        open(&ann, json!({"seats": 2, "challenge": [id]})).await;
    }
    browser.told_after(2).await;
    tokio::time::sleep(LONG_ENOUGH).await;
    let mails = stage.smtp.all_to("bo@club.example");
    let challenges = mails.iter().filter(|mail| mail.header("Subject").is_some_and(|line| line.contains("challenges")));
    assert_eq!(challenges.count(), 1, "{mails:?}");
    stage.close().await;
}

/// Those that a push service no longer knows are forgotten; what it can't take now is sent again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn subscriptions_that_ended_are_removed_and_failures_repeated() {
    let stage = Stage::open(Place::Sqlite).await;
    let (ann, bo) = (stage.player("Ann").await, stage.player("Bo").await);
    stage.browser(&bo, "gone-1").await;
    let busy = stage.browser(&bo, "busy-1").await;
    assert_eq!(bo.get("/api/me/notifications").await.is(200)["browsers"], 2);
    let regatta = regatta(&ann, &bo, "Busy").await;
    play_until(&bo, [&ann, &bo], &regatta).await;
    let again = busy.told_after(1).await;
    assert_eq!(again.message["id"], busy.told()[0].message["id"], "the same message");
    assert_eq!(bo.get("/api/me/notifications").await.is(200)["browsers"], 1);
    assert_eq!(stage.push.count("gone-1"), 1);
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_told_while_the_player_looks_or_has_planned() {
    let stage = Stage::open(Place::Sqlite).await;
    let (ann, bo) = (stage.player("Ann").await, stage.player("Bo").await);
    let browser = stage.browser(&bo, "bo-1").await;
    let regatta = regatta(&ann, &bo, "Looking").await;
    // Bo looks at the regatta.
    let token =
        bo.post("/api/me/tokens", json!({"label": "socket"})).await.is(201)["token"].as_str().unwrap().to_owned();
    let url = format!("{}/api/regattas/{regatta}/socket", bo.url.replace("http", "ws"));
    let mut request = url.into_client_request().unwrap();
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    let look = |looking: bool| Message::text(json!({"type": "look", "looking": looking}).to_string());
    socket.send(look(true)).await.unwrap();
    tokio::time::sleep(Duration::from_millis(500)).await;
    play_until(&bo, [&ann, &bo], &regatta).await;
    tokio::time::sleep(LONG_ENOUGH).await;
    assert_eq!(browser.told().len(), 0, "Bo sees it");
    // The page is hidden.
    socket.send(look(false)).await.unwrap();
    tokio::time::sleep(Duration::from_millis(500)).await;
    play_until(&bo, [&ann, &bo], &regatta).await;
    browser.told_after(0).await;
    // Bo plays, and plans the next turn: the server plays it, and nobody is told.
    play_turn([&ann, &bo], &regatta).await;
    let plan = json!({"type": "plan", "plan": {"first": {"type": "dice", "hold": [], "count": 1}, "steer": ["straight", "left", "right"]}});
    act(&bo, &regatta, "plan", plan).await.is(200);
    let before = ann.get(&format!("/api/regattas/{regatta}")).await.is(200)["seq"].clone();
    play_turn([&ann, &bo], &regatta).await;
    let began = std::time::Instant::now();
    loop {
        tokio::time::sleep(LONG_ENOUGH).await;
        let snapshot = ann.get(&format!("/api/regattas/{regatta}")).await.is(200);
        assert_ne!(snapshot["seq"], before);
        if snapshot["regatta"]["turn"] == snapshot["you"]["color"] || snapshot["regatta"]["stage"] != "live" {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "Bo's plan was not carried out: {snapshot}");
    }
    assert_eq!(browser.told().len(), 1, "{:?}", browser.told());
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_wait_for_the_end_of_quiet_hours_and_switches_are_obeyed() {
    let stage = Stage::open(Place::Sqlite).await;
    let (ann, bo) = (stage.player("Ann").await, stage.player("Bo").await);
    let browser = stage.browser(&bo, "bo-1").await;
    let mut choices = bo.get("/api/me/notifications").await.is(200)["choices"].clone();
    // All of the day but one minute that is far away.
    let minutes = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() / 60 % 1440;
    let end = (minutes + 700) % 1440;
    choices["quiet"] = json!({"from": (end + 1) % 1440, "until": end});
    choices["language"] = json!("de");
    put(&bo, "/api/me/notifications", choices.clone()).await.is(200);
    let regatta = regatta(&ann, &bo, "Quiet").await;
    play_until(&bo, [&ann, &bo], &regatta).await;
    tokio::time::sleep(LONG_ENOUGH).await;
    assert_eq!(browser.told().len(), 0, "it is quiet");
    choices["quiet"] = Value::Null;
    put(&bo, "/api/me/notifications", choices.clone()).await.is(200);
    let told = browser.told_after(0).await.message;
    assert_eq!(told["title"], "Du bist am Zug: Quiet", "in the player's language, once the hours are over");
    choices["push"]["turn"] = json!(false);
    put(&bo, "/api/me/notifications", choices).await.is(200);
    play_until(&bo, [&ann, &bo], &regatta).await;
    tokio::time::sleep(LONG_ENOUGH).await;
    assert_eq!(browser.told().len(), 1, "switched off");
    // Who signs out is told nothing in that browser.
    bo.delete("/api/sessions").await.is(204);
    stage.close().await;
}
