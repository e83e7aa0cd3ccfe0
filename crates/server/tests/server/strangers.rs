//! Strangers on the NATS of a cluster: somebody who publishes garbage, and a node of a version that this one does not understand.

use crate::cluster::{cluster, eventually, guest, next, socket};
use crate::test_server::{TestServer, Visitor, act, nats, open, phrase};
use futures_util::StreamExt;
use powerboats_server::{
    cluster::subjects,
    store::{Store, Tenancy},
};
use serde_json::json;
use std::{
    rc::Rc,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};
use tokio::time::timeout;

/// Somebody else on the same NATS, and what our subjects begin with.
pub async fn stranger(server: &TestServer) -> (async_nats::Client, String) {
    let store = Store::open_as(&server.place.database(), Tenancy::Shared).await.unwrap();
    let subjects = subjects(&store).await.unwrap();
    store.close().await;
    let address: async_nats::ServerAddr = nats().servers[0].parse().unwrap();
    let (user, password) = (address.username().unwrap().to_owned(), address.password().unwrap().to_owned());
    let options = async_nats::ConnectOptions::with_user_and_password(user, password);
    (options.connect(address).await.unwrap(), subjects)
}

/// Whatever strangers publish on our subjects, nothing is lost and nobody stops.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn garbage_on_our_subjects_is_ignored() {
    let server = cluster().await;
    let (ann, _, token) = guest(&server, "Ann").await;
    let regatta = open(&ann, json!({"seats": 2, "races": 1})).await;
    let mut watching = socket(&server.urls()[1], &regatta, Some(&token), Some(0)).await;
    let (stranger, subjects) = stranger(&server).await;
    let entry =
        json!([1, {"entry": {"first": 2, "last": 2, "by": null, "events": [{"seq": 7, "at": 1, "type": "closed"}]}}]);
    let rubbish = [
        String::new(),
        "\u{0}".repeat(3000),
        "[1,null]".to_owned(),
        json!([2, {"announcement": 1}]).to_string(),
        entry.to_string(),
        json!([1, {"entry": {"first": 900, "last": 901, "by": null, "events": []}}]).to_string(),
        json!([1, {"at": {"last": 999}}]).to_string(),
        json!([1, {"node": "x", "summaries": [[1, {}]]}]).to_string(),
        json!([1, {"node": "x", "login": "y", "address": "nowhere", "succeeded": true}]).to_string(),
        json!([1, {"node": "x", "player": "y", "address": "nowhere"}]).to_string(),
        json!([1, {"act": {"regatta": "x"}}]).to_string(),
        json!([7, {"done": 1}]).to_string(),
        json!([1, {"done": "x"}]).to_string(),
    ];
    // The subjects of the living nodes, and one where a node waits for an answer: it asks the owner of some room.
    let mut overheard = stranger.subscribe(format!("{subjects}.ask.*")).await.unwrap();
    stranger.flush().await.unwrap();
    let began = Instant::now();
    let live = loop {
        assert!(began.elapsed() < Duration::from_secs(30), "no node asks another one");
        let other = open(&ann, json!({"seats": 2, "races": 1})).await;
        act(&ann, &other, "hello", phrase("hello")).await.is(200);
        if let Ok(Some(message)) = timeout(Duration::from_millis(100), overheard.next()).await {
            break [message.subject.to_string(), message.reply.expect("a question has a reply").to_string()];
        }
    };
    let inbox = live[1].rsplit_once('.').unwrap().0.to_owned();
    let common = ["nodes", "lobby", "accounts", "signins", "origins", "ask.nobody", &format!("room.{regatta}")];
    let mut targets: Vec<String> = common.iter().map(|subject| format!("{subjects}.{subject}")).chain(live).collect();
    targets.extend((0..200).map(|number| format!("{inbox}.{number}")));
    targets.push(format!("{inbox}.garbage"));
    let mut replies = stranger.subscribe(format!("{subjects}.somebody")).await.unwrap();
    for round in 0..3 {
        for subject in &targets {
            for text in &rubbish {
                let reply = format!("{subjects}.somebody");
                stranger.publish_with_reply(subject.clone(), reply, text.clone().into()).await.unwrap();
            }
        }
        stranger.flush().await.unwrap();
        // Garbage in place of an answer leaves the outcome unknown. Then the player sends the same again.
        eventually("an action is stored", async || {
            act(&ann, &regatta, &format!("{round}"), phrase("hello")).await.status == 200
        })
        .await;
    }
    let refusal = timeout(Duration::from_secs(20), replies.next()).await.expect("an answer").unwrap();
    assert!(String::from_utf8_lossy(&refusal.payload).contains("refused"), "a question that can't be read is refused");
    let (mut at, mut said) = (0, 0);
    while said < 3 {
        let message = next(&mut watching).await;
        for event in message["events"].as_array().unwrap_or(&vec![]) {
            assert_eq!(event["seq"], at + 1, "{event}");
            assert_ne!(event["type"], "closed");
            at += 1;
            said += u32::from(event["type"] == "phrase");
        }
    }
    for url in server.urls() {
        server.visitor().client.get(format!("{url}/readyz")).send().await.unwrap().error_for_status().unwrap();
    }
    server.close().await;
}

/// A node of a version that skipped one joins during an upgrade. All nodes count it, so that no room has two owners, and its
/// rooms go on when it has gone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_of_a_version_that_we_do_not_understand_keeps_its_rooms() {
    let server = cluster().await;
    let mut rooms = vec![];
    for number in 0..5 {
        let host = Rc::new(server.guest(&format!("Anna {number}")).await);
        for _ in 0..8 {
            rooms.push((host.clone(), open(&host, json!({"seats": 2, "races": 1})).await));
        }
    }
    let (stranger, subjects) = stranger(&server).await;
    let announcing = tokio::spawn(async move {
        for count in 1_u64.. {
            let says = json!({"node": "z", "name": "new", "count": count, "owns": true, "leaving": false,
                "reads": [2, 3], "mood": {"is": "new"}});
            stranger.publish(format!("{subjects}.nodes"), json!([2, says]).to_string().into()).await.unwrap();
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    });
    let number = AtomicU64::new(0);
    let say = async |(host, regatta): &(Rc<Visitor>, String)| {
        let id = number.fetch_add(1, Ordering::Relaxed).to_string();
        act(host, regatta, &id, phrase("hello")).await
    };
    eventually("its rooms wait for it, and the others go on", async || {
        let (mut waiting, mut going) = (0, 0);
        for room in &rooms {
            let answer = say(room).await;
            match (answer.status.as_u16(), answer.body["code"].as_str()) {
                (200, _) => going += 1,
                (503, Some("unavailable")) => waiting += 1,
                // Perhaps while the rooms change hands.
                (status, _) => assert_eq!(status, 503, "{answer:?}"),
            }
        }
        waiting > 0 && going > 0
    })
    .await;
    announcing.abort();
    for room in &rooms {
        eventually("its rooms go on", async || say(room).await.status == 200).await;
    }
    server.close().await;
}
