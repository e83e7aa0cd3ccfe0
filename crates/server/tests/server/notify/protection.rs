//! Protection in messages: no byte of push, mail, digest or picture has the real name of a protected player, or a text that
//! others wrote if the reader is protected. And nobody is told of somebody they have blocked.

use super::*;
use base64::{Engine, engine::general_purpose::STANDARD};
use powerboats_server::{
    ids::PlayerId,
    people::boat_name,
    store::{Store, now},
};
use smtp_server::Mail;

/// The names that a protected player and another one chose, and the title that the other one gave.
const CHILD: &str = "Xaverina";
const ADULT: &str = "Quillaby";
const TITLE: &str = "Zorvex";

/// Everything in a mail: as it came, as text, and every part that is in Base64.
fn bytes(mail: &Mail) -> Vec<u8> {
    let mut all = mail.raw.clone().into_bytes();
    all.extend(mail.text().into_bytes());
    for part in mail.raw.split("\r\n\r\n") {
        let lines: String = part.lines().take_while(|line| !line.starts_with("--")).collect();
        all.extend(STANDARD.decode(lines).unwrap_or_default());
    }
    all
}

fn has(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|part| part.eq_ignore_ascii_case(text.as_bytes()))
}

async fn id_of(who: &Visitor) -> PlayerId {
    PlayerId::read(who.get("/api/me").await.is(200)["id"].as_str().unwrap()).unwrap()
}

/// Wants a digest twelve hours from now.
async fn want_digest(who: &Visitor) -> String {
    let mut choices = who.get("/api/me/notifications").await.is(200)["choices"].clone();
    choices["digest"] = json!((now() / 3_600_000 + 12) % 24);
    put(who, "/api/me/notifications", choices.clone()).await.is(200);
    choices.to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_keep_the_protection() {
    let stage = Stage::open(Place::Sqlite).await;
    let (adult, child) = (stage.player(ADULT).await, stage.player(CHILD).await);
    let protection = json!({"protected": true, "pin": "2468"});
    put(&child, "/api/me/protection", protection).await.is(200);
    let [adult_id, child_id] = [id_of(&adult).await, id_of(&child).await];
    let (adults_boat, childs_boat) = (boat_name(&adult_id), boat_name(&child_id));
    let (theirs, hers) = (stage.browser(&adult, "adult-1").await, stage.browser(&child, "child-1").await);
    stage.confirm(&adult, "adult@club.example").await;
    stage.confirm(&child, "child@club.example").await;
    let choices = [want_digest(&adult).await, want_digest(&child).await];
    // Each challenges the other, and both play in a regatta with a title.
    open(&adult, json!({"seats": 2, "challenge": [child_id], "title": TITLE})).await;
    open(&child, json!({"seats": 2, "challenge": [adult_id]})).await;
    let game = regatta(&adult, &child, TITLE).await;
    let told = |browser: &Browser, kind: &str| browser.told().into_iter().find(|told| told.message["kind"] == kind);
    for (who, browser) in [(&child, &hers), (&adult, &theirs)] {
        eventually("the challenge", || told(browser, "challenge")).await;
        play_until(who, [&adult, &child], &game).await;
        eventually("the turn", || told(browser, "turn")).await;
    }
    for (browser, boat, words) in [(&theirs, &childs_boat, [CHILD, CHILD]), (&hers, &adults_boat, [ADULT, TITLE])] {
        let messages = browser.told();
        let text = messages.iter().map(|told| told.message.to_string()).collect::<String>();
        assert!(has(text.as_bytes(), boat) && words.iter().all(|word| !has(text.as_bytes(), word)), "{text}");
        let turn = told(browser, "turn").unwrap();
        let url = format!("{}{}", adult.url, turn.message["image"].as_str().unwrap());
        let picture = reqwest::get(url).await.unwrap();
        let head = format!("{:?}", picture.headers()).into_bytes();
        let bytes = [head, picture.bytes().await.unwrap().to_vec()].concat();
        assert!(
            bytes.len() > 1000 && [CHILD, ADULT, TITLE].iter().all(|word| !has(&bytes, word)),
            "a picture has no text"
        );
    }
    // A day later.
    let Stage { server, smtp, .. } = stage;
    for address in ["adult@club.example", "child@club.example"] {
        let has_picture = |mail: &Mail| has(&bytes(mail), "image/png");
        eventually("a mail with a picture", || smtp.all_to(address).into_iter().find(has_picture)).await;
    }
    let database = server.stop().await;
    let store = Store::open(&database.database()).await.unwrap();
    for (player, choices) in [&adult_id, &child_id].into_iter().zip(&choices) {
        store.set_notify_choices(player, choices, Some(now() - 1)).await.unwrap();
    }
    store.close().await;
    let server = serve(Place::Sqlite, database, &smtp, &PushService::start().await).await;
    // In the digest of whoever's turn it is.
    let digest =
        eventually("a digest", || smtp.all().into_iter().find(|mail| has(&bytes(mail), "text/calendar"))).await;
    assert!(has(&bytes(&digest), &game));
    for (address, words) in [("adult@club.example", [CHILD, CHILD]), ("child@club.example", [ADULT, TITLE])] {
        for mail in smtp.all_to(address) {
            assert!(words.iter().all(|word| !has(&bytes(&mail), word)), "{}", mail.text());
        }
    }
    server.close().await;
}

/// A challenge that waits for the end of quiet hours is not sent if one has blocked the other meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_challenged_by_somebody_they_have_blocked_meanwhile() {
    let stage = Stage::open(Place::Sqlite).await;
    let (ann, bo, cid) = (stage.player("Ann").await, stage.player("Bo").await, stage.player("Cid").await);
    let browser = stage.browser(&bo, "bo-1").await;
    let [ann_id, bo_id] = [id_of(&ann).await, id_of(&bo).await];
    let mut choices = bo.get("/api/me/notifications").await.is(200)["choices"].clone();
    // All of the day but one minute that is far away.
    let end = (now() / 60_000 + 700) % 1440;
    choices["quiet"] = json!({"from": (end + 1) % 1440, "until": end});
    put(&bo, "/api/me/notifications", choices.clone()).await.is(200);
    open(&ann, json!({"seats": 2, "challenge": [bo_id]})).await;
    open(&cid, json!({"seats": 2, "challenge": [bo_id]})).await;
    // When each message that waits is to be sent.
    let waiting = async || -> Vec<i64> {
        let export = bo.get("/api/me/export").await.is(200);
        let waiting = export["notifications"]["waiting"].as_array().unwrap().clone();
        waiting.iter().map(|message| message["due"].as_i64().unwrap()).collect()
    };
    crate::cluster::eventually("both wait for the end of quiet hours", async || {
        let due = waiting().await;
        due.len() == 2 && due.iter().all(|due| *due > now() + 3_600_000)
    })
    .await;
    put(&bo, &format!("/api/me/blocks/{ann_id}"), json!({"kind": "block"})).await.is(204);
    choices["quiet"] = Value::Null;
    put(&bo, "/api/me/notifications", choices).await.is(200);
    crate::cluster::eventually("nothing waits", async || waiting().await.is_empty()).await;
    let told = browser.told();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].message["title"].as_str().unwrap().contains("Cid"), "{told:?}");
    stage.close().await;
}
