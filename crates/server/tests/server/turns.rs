//! What programs are told about turns is true, and enough to play.

use crate::battery;
use crate::cluster::{Socket, guest, next};
use crate::test_room::{TestRoom, two_players, who};
use crate::test_server::{TestServer, act, open};
use futures_util::SinkExt;
use powerboats_referee::{Decision, LegalView};
use powerboats_rules::{Color, Heading};
use powerboats_server::{
    ids::PlayerId,
    room::Stage,
    rooms::turn::{Task, TurnView, TurnsTold},
};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};

/// What a player who has just connected is told.
fn told(test: &TestRoom, color: Color) -> TurnView {
    TurnsTold::default().next(&test.room, Some(color)).expect("a client that knows nothing is told everything")
}

/// The action for a task: one of those that are legal, `which` chooses it.
fn action(turn: &TurnView, task: Task, which: usize) -> String {
    let one = |number: usize| which % number;
    let decision = match (task, turn.legal.as_ref()) {
        (Task::Ready, _) => return json!({"type": "ready", "ready": true}).to_string(),
        (Task::Place, Some(LegalView::Places { places })) => {
            Decision::Place { at: places[one(places.len())], heading: Heading::ALL[one(6)] }
        }
        (Task::Dice, Some(LegalView::Choices { dice })) => {
            let choice = &dice[one(dice.len().min(4))];
            Decision::Dice { hold: choice.hold, count: choice.count }
        }
        (Task::Steer, Some(LegalView::Options { options })) => Decision::Steer { to: options[one(options.len())].to },
        wrong => panic!("{wrong:?}"),
    };
    serde_json::to_string(&decision).expect("JSON")
}

/// Two people play, run out of time, leave, come back and wait for each other. `seed` decides who does what.
fn play(seed: usize) -> (usize, usize) {
    let clock = r#"{"seats": 2, "races": 2, "clock": {"type": "live", "turn": 20, "bank": 0}}"#;
    let (mut test, players) = two_players(clock);
    let (mut tasks, mut waits, mut number) = (0, 0, seed);
    for step in 0..400 {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407) >> 1;
        let (color, player): &(Color, PlayerId) = &players[number >> 40 & 1];
        match number >> 20 & 31 {
            0 => test.now += 25_000,
            1 => drop(test.act(player, r#"{"type": "leave"}"#)),
            2 => drop(test.act(player, r#"{"type": "back"}"#)),
            _ => test.now += 500,
        }
        test.settle();
        if !matches!(test.room.stage, Stage::Live(_)) {
            break;
        }
        let turn = told(&test, *color);
        match turn.task {
            Some(task) => {
                tasks += 1;
                let action = action(&turn, task, number >> 8 & 0xffff);
                test.act(player, &action).unwrap_or_else(|why| panic!("step {step}: {action} is refused: {why:?}"));
            }
            None => {
                waits += 1;
                let ready = test.room.clone();
                for action in [r#"{"type":"dice","hold":[],"count":1}"#, r#"{"type":"steer","to":"left"}"#] {
                    assert!(test.act(player, action).is_err(), "step {step}: {color} need not do anything");
                }
                assert!(test.room == ready, "what is refused changes nothing");
            }
        }
        let both = [told(&test, players[0].0), told(&test, players[1].0)];
        let decides = both.iter().filter(|turn| !matches!(turn.task, None | Some(Task::Ready))).count();
        assert!(decides <= 1, "step {step}: two players decide");
        assert_eq!((&both[0].turn, &both[0].legal, &both[0].state), (&both[1].turn, &both[1].legal, &both[1].state));
    }
    (tasks, waits)
}

#[test]
fn a_task_can_always_be_done_and_without_one_there_is_nothing_to_decide() {
    let (tasks, waits) = (1..=12).map(play).fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
    assert!(tasks > 500 && waits > 200, "{tasks} {waits}");
}

#[test]
fn each_thing_is_told_once_and_the_course_once_a_race() {
    let (mut test, players) = two_players(r#"{"seats": 2, "races": 2}"#);
    let (mut feed, mut courses, mut messages) = (TurnsTold::default(), 0, 0);
    while let Stage::Live(_) = test.room.stage {
        if let Some(turn) = feed.next(&test.room, Some(Color::Red)) {
            messages += 1;
            courses += usize::from(turn.course.is_some());
            assert_eq!(feed.next(&test.room, Some(Color::Red)), None, "it is told once");
        }
        // A message that says nothing new about turns.
        test.must(&players[0].1, r#"{"type": "chat", "text": "hello"}"#);
        assert_eq!(feed.next(&test.room, Some(Color::Red)), None);
        if test.room.break_until.is_some() {
            for (_, player) in &players {
                test.must(player, r#"{"type": "ready", "ready": true}"#);
            }
            test.settle();
            continue;
        }
        let (turn, advice) = (test.turn(), serde_json::to_string(&test.advice()).expect("JSON"));
        test.must(&who(&players, turn), &advice);
        test.now += 2000;
    }
    let last = feed.next(&test.room, Some(Color::Red)).expect("the end is told");
    assert!(last.result.is_some() && last.task.is_none() && last.legal.is_none());
    assert_eq!(courses, 2);
    assert!(messages > 20);
}

#[test]
fn before_the_start_a_player_has_to_get_ready_and_to_reveal_a_sealed_salt() {
    let ann = PlayerId::random();
    let mut test = TestRoom::open(r#"{"seats": 2, "races": 1}"#, &ann);
    let seal = powerboats_referee::fair::seal("grain");
    test.must(&ann, &json!({"type": "join", "color": "red", "seal": seal}).to_string());
    assert_eq!(told(&test, Color::Red).task, Some(Task::Ready));
    test.must(&ann, r#"{"type": "seat-pilot", "color": "white", "pilot": "rookie"}"#);
    test.must(&ann, r#"{"type": "ready", "ready": true}"#);
    assert_eq!(told(&test, Color::Red).task, Some(Task::Reveal));
    assert_eq!(told(&test, Color::White).task, None, "a pilot has no tasks");
    test.must(&ann, r#"{"type": "reveal", "salt": "grain"}"#);
    assert_ne!(told(&test, Color::Red).task, Some(Task::Reveal));
    let spectator = TurnsTold::default().next(&test.room, None).expect("a spectator is told, too");
    assert!(spectator.task.is_none() && spectator.you.is_none() && spectator.legal.is_some());
}

/// A socket that is told about turns.
async fn turns(url: &str, regatta: &str, token: &str, query: &str) -> Socket {
    let url = format!("{}/api/regattas/{regatta}/socket?turns=true{query}", url.replace("http", "ws"));
    let mut request = url.into_client_request().unwrap();
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    tokio_tungstenite::connect_async(request).await.unwrap().0
}

/// The next message about a turn.
async fn next_turn(socket: &mut Socket) -> Value {
    loop {
        let message = next(socket).await;
        assert_ne!(message["type"], "refused", "{message}");
        if message["type"] == "turn" {
            return message;
        }
    }
}

battery! {
    async fn a_bot_plays_by_what_it_is_told_and_asks_for_nothing(server: TestServer) {
        let (ann, _, token) = guest(&server, "Ann").await;
        let regatta = open(&ann, json!({"seats": 2, "races": 1, "pilots": [{"pilot": "rookie"}]})).await;
        let urls = server.urls();
        let mut plain = crate::cluster::socket(&urls[0], &regatta, Some(&token), None).await;
        let mut socket = turns(&urls[urls.len() - 1], &regatta, &token, "").await;
        let (mut decisions, mut compared, mut since) = (0, 0, 0);
        while decisions < 16 {
            let message = next_turn(&mut socket).await;
            let turn: TurnView = serde_json::from_value(message.clone()).unwrap();
            assert!(turn.seq >= since, "it never goes back");
            since = turn.seq;
            let room = ann.get(&format!("/api/regattas/{regatta}")).await.is(200);
            if room["seq"] == message["seq"] {
                compared += 1;
                for field in ["legal", "state"] {
                    assert_eq!(room[field], message[field], "{field}");
                }
                assert_eq!(room["regatta"]["deadline"], message["deadline"]);
            }
            if let Some(task) = turn.task {
                decisions += 1;
                let action: Value = serde_json::from_str(&action(&turn, task, decisions)).unwrap();
                let act = json!({"type": "act", "id": decisions.to_string(), "action": action, "seen": turn.seq});
                socket.send(Message::text(act.to_string())).await.unwrap();
            }
        }
        assert!(compared > 5, "{compared}");
        // A client that comes back is told at once, with the course.
        let mut again = turns(&urls[0], &regatta, &token, &format!("&since={since}")).await;
        assert!(next_turn(&mut again).await["course"].is_object());
        act(&ann, &regatta, "resign", json!({"type": "resign"})).await.is(200);
        while next_turn(&mut again).await["stage"] != "over" {}
        // A client that did not ask for it is not told.
        let mut message = next(&mut plain).await;
        while !message["events"].as_array().is_some_and(|events| events.iter().any(|event| event["type"] == "secret")) {
            assert_ne!(message["type"], "turn");
            message = next(&mut plain).await;
        }
        server.close().await;
    }
}
