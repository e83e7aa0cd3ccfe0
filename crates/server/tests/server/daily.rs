//! The daily lake: one attempt, kept through restarts, the same on every node, without help before its end.

use crate::{
    battery,
    test_server::{PASSWORD, TestServer, Visitor},
};
use serde_json::{Value, json};

/// Decides like a careful beginner: calm dice, and the first legal direction.
fn decision(attempt: &Value) -> Value {
    let story = attempt["story"].as_array().unwrap();
    let last = story.last().unwrap();
    match last["type"].as_str().unwrap() {
        "race" => {
            let story: Vec<powerboats_referee::Happening> = serde_json::from_value(attempt["story"].clone()).unwrap();
            let mut table = powerboats_referee::Table::follow_lake(&story[0]).unwrap();
            table.follow(&story[1]).unwrap();
            let place = table.race().unwrap().free_places()[0];
            json!({"type": "place", "at": place.to_string(), "heading": "E"})
        }
        "rolled" => json!({"type": "steer", "to": last["options"][0]["to"]}),
        _ => json!({"type": "dice", "hold": [], "count": 1}),
    }
}

/// Sends the next decision and returns the answer.
async fn play(who: &Visitor) -> Value {
    let attempt = who.get("/api/daily/today/attempt").await.is(200);
    let number = attempt["number"].as_i64().unwrap() + 1;
    let body = json!({"number": number, "decision": decision(&attempt)});
    who.post("/api/daily/today/attempt/decisions", body).await.is(200)
}

/// Lets the Captain finish an attempt.
async fn finish(who: &Visitor) -> Value {
    use powerboats_referee::{Happening, Table};
    let courses = powerboats_pilots::CourseCache::new();
    let attempt = who.get("/api/daily/today/attempt").await.is(200);
    let story: Vec<Happening> = serde_json::from_value(attempt["story"].clone()).unwrap();
    let mut table = Table::follow_lake(&story[0]).unwrap();
    story[1..].iter().for_each(|event| table.follow(event).unwrap());
    // A pilot needs random numbers; the Captain does not use them.
    table.take_dice(powerboats_referee::FairDice::new(&powerboats_referee::Secret::new([7; 32]), &Vec::new()));
    let mut number = attempt["number"].as_i64().unwrap();
    loop {
        let decision = table.ask(&powerboats_pilots::PilotKind::Captain, &courses).unwrap();
        number += 1;
        let body = json!({"number": number, "decision": decision});
        let step = who.post("/api/daily/today/attempt/decisions", body).await.is(200);
        let events: Vec<Happening> = serde_json::from_value(step["happenings"].clone()).unwrap();
        events.iter().for_each(|event| table.follow(event).unwrap());
        if !step["ending"].is_null() {
            return step;
        }
    }
}

/// Waits until an attempt is reviewed.
async fn reviewed(who: &Visitor) -> Value {
    for _ in 0..400 {
        let attempt = who.get("/api/daily/today/attempt").await.is(200);
        if !attempt["review"].is_null() {
            return attempt;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("the attempt is not reviewed");
}

/// Registers a guest.
async fn register(who: &Visitor, login: &str) {
    who.post("/api/me/register", json!({"login": login, "password": PASSWORD})).await.is(200);
}

battery! {
    /// The lake is the same for everyone and does not change; tomorrow's is not found, whatever the spelling.
    async fn everyone_has_the_same_lake_and_nobody_has_tomorrows(server: TestServer) {
        let (ann, ben) = (server.visitor(), server.guest("Ben").await);
        let today = ann.get("/api/daily/today").await.is(200);
        let day = today["day"].as_str().unwrap().to_owned();
        let theirs = ben.get(&format!("/api/daily/{day}")).await.is(200);
        for field in ["layout", "course", "sides", "par", "day"] {
            assert_eq!(today[field], theirs[field]);
        }
        let server = server.restart().await;
        let (ann, ben) = (ann.at(&server), ben.at(&server));
        assert_eq!(ben.get("/api/daily/today").await.is(200)["layout"], today["layout"]);
        for other in ["2999-01-01", "1999-01-01", "tomorrow", "2026-02-30", "9999-12-31", "10000-01-01"] {
            ann.get(&format!("/api/daily/{other}")).await.refused(404, "not-found");
            ben.post(&format!("/api/daily/{other}/attempt"), json!({})).await.refused(404, "not-found");
            ann.get(&format!("/api/daily/{other}/results")).await.refused(404, "not-found");
        }
        server.close().await;
    }

    /// Every decision that was acknowledged is there after a restart, and the dice are those that were promised.
    async fn an_attempt_goes_on_where_it_was(server: TestServer) {
        let ann = server.guest("Ann").await;
        ann.get("/api/daily/today/attempt").await.refused(409, "not-started");
        let begun = ann.post("/api/daily/today/attempt", json!({})).await.is(200);
        let again = ann.post("/api/daily/today/attempt", json!({})).await.is(200);
        assert_eq!((&begun["id"], &begun["commitment"]), (&again["id"], &again["commitment"]));
        for _ in 0..5 {
            play(&ann).await;
        }
        let before = ann.get("/api/daily/today/attempt").await.is(200);
        let server = server.restart().await;
        let ann = ann.at(&server);
        let after = ann.get("/api/daily/today/attempt").await.is(200);
        assert_eq!(before, after);
        assert_eq!(after["number"], 5);
        let step = finish(&ann).await;
        assert_eq!(step["ending"], "finished");
        let attempt = reviewed(&ann).await;
        let review = &attempt["review"];
        let sum = review["par"].as_f64().unwrap() + review["error"].as_f64().unwrap() - review["luck"].as_f64().unwrap();
        assert!((sum - attempt["turns"].as_f64().unwrap()).abs() < 0.02, "{attempt}");
        assert_eq!(review["signs"].as_str().unwrap().chars().count() as u64, attempt["turns"].as_u64().unwrap());
        let id = attempt["id"].as_str().unwrap();
        let record = ann.get(&format!("/api/daily/today/attempts/{id}/record")).await.is(200);
        let record: powerboats_rules::Record = record.as_str().unwrap().parse().unwrap();
        assert_eq!(powerboats_referee::fair::verify(&record), Ok(attempt["turns"].as_u64().unwrap()));
        server.close().await;
    }

    /// One attempt counts: not two in another session, on another node, or at the same moment.
    async fn a_second_attempt_is_refused(server: TestServer) {
        let ann = server.guest("Ann").await;
        register(&ann, "ann").await;
        let begun = ann.post("/api/daily/today/attempt", json!({})).await.is(200);
        // She deletes her cookies and signs in again, on another node if there is one.
        let again = server.visitor();
        again.post("/api/sessions", json!({"login": "ann", "password": PASSWORD})).await.is(200);
        let same = again.post("/api/daily/today/attempt", json!({})).await.is(200);
        assert_eq!(begun["id"], same["id"]);
        again.post("/api/daily/today/attempt/end", json!({"number": 1})).await.is(200);
        for who in [&ann, &again] {
            who.post("/api/daily/today/attempt", json!({})).await.refused(409, "over");
            let place = json!({"number": 2, "decision": {"type": "steer", "to": "left"}});
            who.post("/api/daily/today/attempt/decisions", place).await.refused(409, "over");
        }
        // Without cookies she is another guest, who is listed apart.
        let guest = server.guest("Ann").await;
        guest.post("/api/daily/today/attempt", json!({})).await.is(200);
        finish(&guest).await;
        let results = again.get("/api/daily/today/results").await.is(200);
        assert_eq!(results["registered"].as_array().unwrap().len(), 1);
        assert_eq!(results["registered"][0]["ending"], "gave-up");
        let apart = results["guests"].as_array().unwrap().len() + results["machine_like"].as_array().unwrap().len();
        assert_eq!(apart, 1);
        // Registering afterwards does not move the run to the registered players.
        register(&guest, "ann2").await;
        assert_eq!(again.get("/api/daily/today/results").await.is(200)["registered"].as_array().unwrap().len(), 1);
        server.close().await;
    }

    /// Of many equal requests one is stored; each gets the same answer. Another decision with a used number is refused.
    async fn a_decision_is_stored_once(server: TestServer) {
        let ann = server.guest("Ann").await;
        let attempt = ann.post("/api/daily/today/attempt", json!({})).await.is(200);
        let body = json!({"number": 1, "decision": decision(&attempt), "salt": "6e6f7274682077696e64"});
        let send = || ann.post("/api/daily/today/attempt/decisions", body.clone());
        let answers = futures_util::future::join_all((0..6).map(|_| send())).await;
        let answers: Vec<Value> = answers.into_iter().map(|answer| answer.is(200)).collect();
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        assert_eq!(answers[0]["happenings"][0]["type"], "placed");
        let dice = json!({"type": "dice", "hold": [], "count": 1});
        for (number, code) in [(1, "stale"), (3, "stale"), (0, "stale"), (-5, "stale")] {
            let body = json!({"number": number, "decision": dice});
            ann.post("/api/daily/today/attempt/decisions", body).await.refused(409, code);
        }
        let salted = json!({"number": 2, "decision": dice, "salt": "746f6f206c617465"});
        ann.post("/api/daily/today/attempt/decisions", salted).await.refused(400, "bad-request");
        let greedy = json!({"number": 2, "decision": {"type": "dice", "hold": [], "count": 5}});
        ann.post("/api/daily/today/attempt/decisions", greedy).await.refused(422, "illegal-dice");
        assert_eq!(ann.get("/api/daily/today/attempt").await.is(200)["number"], 1);
        server.close().await;
    }

    /// There is no analysis, and no run of others, before your own attempt is over.
    async fn there_is_no_help_before_the_end(server: TestServer) {
        let (ann, ben, eve) = (server.guest("Ann").await, server.guest("Ben").await, server.visitor());
        ann.post("/api/daily/today/attempt", json!({})).await.is(200);
        finish(&ann).await;
        let attempt = reviewed(&ann).await;
        let record = format!("/api/daily/today/attempts/{}/record", attempt["id"].as_str().unwrap());
        ben.post("/api/daily/today/attempt", json!({})).await.is(200);
        play(&ben).await;
        for who in [&ben, &eve] {
            who.get(&record).await.refused(409, "not-over");
            who.get("/api/daily/today/route.svg").await.refused(409, "not-over");
        }
        ben.get("/api/daily/today/attempt/analysis").await.refused(409, "not-over");
        eve.get("/api/daily/today/attempt/analysis").await.refused(401, "not-signed-in");
        let story = ben.get("/api/daily/today/attempt").await.is(200).to_string();
        assert!(!story.contains("secret"), "{story}");
        let analysis = ann.get("/api/daily/today/attempt/analysis").await.is(200);
        assert_eq!((&analysis["format"], analysis["races"][0]["boats"][0]["par"].is_f64()), (&json!(1), true));
        ben.post("/api/daily/today/attempt/end", json!({"number": 2})).await.is(200);
        ben.get(&record).await.is(200);
        server.close().await;
    }

    /// The export has the attempts; deleting oneself takes the name off the results.
    async fn attempts_are_exported_and_anonymised(server: TestServer) {
        let ann = server.guest("Ann").await;
        ann.post("/api/daily/today/attempt", json!({})).await.is(200);
        finish(&ann).await;
        reviewed(&ann).await;
        let export = ann.get("/api/me/export").await.is(200);
        assert_eq!(export["daily"][0]["ending"], "finished");
        let view = ann.get("/api/daily/today").await.is(200);
        assert_eq!((&view["streak"]["days"], &view["streak"]["today"]), (&json!(1), &json!(true)));
        ann.delete("/api/me").await.is(204);
        let results = server.visitor().get("/api/daily/today/results?order=skill").await.is(200);
        let text = results.to_string();
        assert!(!text.contains("Ann") && !text.contains("\"player\""), "{text}");
        assert_eq!(server.visitor().get("/api/daily").await.is(200)[0]["players"], 1);
        server.close().await;
    }
}

/// The share of perfect decisions, on which the rule for machine-like play rests. See `compete/daily/suspicion.rs`.
#[test]
fn the_share_of_perfect_decisions() {
    use powerboats_pilots::{CourseCache, PilotKind};
    use powerboats_referee::{FairDice, Secret};
    use powerboats_rules::Color;
    use powerboats_server::compete::daily::{Accuracy, DailyLake, Day, Review};
    let courses = CourseCache::new();
    let share = |kind: PilotKind| {
        let mut all = Accuracy::default();
        for day in 0..8_u8 {
            let lake = DailyLake::draw("a secret", Day::numbered(day.into()));
            let (mut table, _) = lake.open(FairDice::new(&Secret::new([day; 32]), &Vec::new())).unwrap();
            while let Some(decision) = table.ask(&kind, &courses) {
                table.decide(Color::Orange, decision).unwrap();
            }
            all = [all, Review::of(table.book()).unwrap().accuracy].into_iter().sum();
        }
        println!(
            "{}: {all:?}, {:.3}, chance {:.2e}",
            kind.name(),
            f64::from(all.perfect) / f64::from(all.decisions),
            all.chance()
        );
        all
    };
    let human: Vec<Accuracy> =
        [PilotKind::Skipper, PilotKind::Commander, PilotKind::Mate].into_iter().map(share).collect();
    assert!(human.iter().all(|accuracy| !accuracy.is_machine_like()), "{human:?}");
    assert!(share(PilotKind::Captain).is_machine_like());
}
