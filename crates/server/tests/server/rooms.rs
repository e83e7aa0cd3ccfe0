//! Rooms: every log can be replayed, and a refused action changes nothing.

use crate::test_room::{TWO, TestRoom, text, two_players, who};
use powerboats_pilots::PilotKind;
use powerboats_referee::{ByColor, Decision, Happening, fair};
use powerboats_rules::{Color, replay};
use powerboats_server::{
    ids::PlayerId,
    room::{
        Next, Stage,
        action::{RefusalReason, RoomAction},
        event::{Absence, Plan, RoomEvent},
        settings::{Clock, PilotName, Settings},
    },
};

#[test]
fn a_regatta_of_people_and_pilots_is_played_to_its_end_and_its_dice_verify() {
    let ann = PlayerId::random();
    let mut test = TestRoom::open(r#"{"seats": 3, "races": 2, "sides": "mixed"}"#, &ann);
    test.must(&ann, r#"{"type": "join", "color": "black", "salt": "grain"}"#);
    test.must(&ann, r#"{"type": "seat-pilot", "pilot": "skipper"}"#);
    test.must(&ann, r#"{"type": "seat-pilot", "color": "white", "pilot": "rookie"}"#);
    let started = test.must(&ann, r#"{"type": "ready", "ready": true}"#);
    assert!(
        started.iter().any(|what| matches!(what, RoomEvent::Started {})),
        "everyone is there and ready, so it starts"
    );
    while let Stage::Live(_) = test.room.stage {
        test.settle();
        if let Stage::Live(_) = test.room.stage {
            let decision = text(test.advice());
            test.must(&ann, &decision);
        }
    }
    assert_eq!(test.act(&ann, r#"{"type": "dice", "hold": [], "count": 1}"#), Err(RefusalReason::Over));
    let revealed =
        test.log.iter().flat_map(|(events, _)| events).any(|event| matches!(event.what, RoomEvent::Secret { .. }));
    assert!(revealed, "the secret is revealed at the end");
    let tags = test.room.evidence().tags();
    let record = test.room.table().expect("a table").record(tags, &ByColor::default());
    let book = replay(&record.to_string()).expect("by the rules");
    assert!(fair::verify(book.record()).expect("fair") > 10);
}

#[test]
fn a_room_is_the_same_after_a_restart_at_any_point() {
    let (mut test, players) =
        two_players(r#"{"seats": 2, "races": 1, "clock": {"type": "live", "turn": 20, "bank": 60}}"#);
    for step in 0..60 {
        test.now += 7_000;
        let reloaded = test.reloaded();
        assert!(reloaded == test.room, "step {step}");
        if step % 5 == 0 {
            test.room = reloaded;
        }
        if !matches!(test.room.stage, Stage::Live(_)) {
            break;
        }
        let (who, decision) = (who(&players, test.turn()), text(test.advice()));
        test.must(&who, &decision);
    }
}

#[test]
fn nobody_can_act_for_another_and_a_refusal_changes_nothing() {
    let (mut test, players) = two_players(TWO);
    let turn = test.turn();
    let other = who(&players, if turn == Color::Red { Color::White } else { Color::Red });
    let stranger = PlayerId::random();
    let before = test.room.clone();
    let decision = text(test.advice());
    assert_eq!(test.act(&other, &decision), Err(RefusalReason::NotYourTurn));
    assert_eq!(test.act(&stranger, &decision), Err(RefusalReason::NotSeated));
    assert_eq!(test.act(&stranger, r#"{"type": "leave"}"#), Err(RefusalReason::NotSeated));
    assert_eq!(test.act(&stranger, r#"{"type": "back"}"#), Err(RefusalReason::NotSeated));
    assert_eq!(test.act(&who(&players, turn), r#"{"type": "steer", "to": "left"}"#), Err(RefusalReason::WrongPhase));
    assert_eq!(
        test.act(&who(&players, turn), r#"{"type": "place", "at": "a1", "heading": "E"}"#),
        Err(RefusalReason::IllegalPlace)
    );
    assert_eq!(test.act(&other, r#"{"type": "start"}"#), Err(RefusalReason::AlreadyStarted));
    assert_eq!(test.act(&other, r#"{"type": "rematch"}"#), Err(RefusalReason::AlreadyStarted));
    assert!(test.room == before);
}

#[test]
fn before_the_start_seats_are_taken_changed_and_left() {
    let (ann, ben, cy) = (PlayerId::random(), PlayerId::random(), PlayerId::random());
    let mut test = TestRoom::open(TWO, &ann);
    test.must(&ann, r#"{"type": "join"}"#);
    assert_eq!(test.room.seat_of(&ann), Some(Color::Orange));
    assert_eq!(test.act(&ann, r#"{"type": "join"}"#), Err(RefusalReason::AlreadySeated));
    assert_eq!(test.act(&ben, r#"{"type": "join", "color": "orange"}"#), Err(RefusalReason::SeatTaken));
    assert_eq!(test.act(&ben, r#"{"type": "seat-pilot", "pilot": "captain"}"#), Err(RefusalReason::NotHost));
    test.must(&ben, r#"{"type": "join", "color": "purple"}"#);
    assert_eq!(test.act(&cy, r#"{"type": "join"}"#), Err(RefusalReason::NoSeat));
    assert_eq!(test.act(&ann, r#"{"type": "start"}"#), Err(RefusalReason::NotReady));
    test.must(&ben, r#"{"type": "recolor", "color": "red"}"#);
    assert_eq!(test.room.seat_of(&ben), Some(Color::Red));
    let events = test.must(&ann, r#"{"type": "leave"}"#);
    assert_eq!(events[1], RoomEvent::Hosted { host: ben.clone() }, "there must be a host");
    test.must(&ben, r#"{"type": "leave"}"#);
    assert!(matches!(test.room.stage, Stage::Closed), "nobody is left");
    assert_eq!(test.act(&ann, r#"{"type": "join"}"#), Err(RefusalReason::Over));
}

#[test]
fn when_time_is_up_a_pilot_plays_and_after_three_turns_it_keeps_the_seat() {
    let (mut test, players) =
        two_players(r#"{"seats": 2, "races": 1, "clock": {"type": "live", "turn": 20, "bank": 30}}"#);
    let placing = test.turn();
    // The first placing takes a minute at least, because players may still be arriving.
    test.now += 89_999;
    assert_eq!(test.settle(), vec![]);
    test.now += 1;
    let events = test.settle();
    assert_eq!(events[0], RoomEvent::TimedOut { color: placing });
    let placed = |what: &RoomEvent| matches!(what, RoomEvent::Game { happening: Happening::Placed { color, .. }, .. } if *color == placing);
    assert!(events.iter().any(placed));
    let other = if placing == Color::Red { Color::White } else { Color::Red };
    assert_eq!(test.room.timer.banks()[&placing], 0);
    // The other player keeps playing. The one who does nothing loses three turns, then the seat.
    for _ in 0..20 {
        if test.turn() == placing {
            test.now += 20_000;
            test.settle();
        } else {
            let decision = text(test.advice());
            test.must(&who(&players, other), &decision);
            test.settle();
        }
        if test.room.seats[&placing].person().is_some_and(|person| person.away) {
            break;
        }
    }
    let person = test.room.seats[&placing].person().expect("the seat is still theirs").clone();
    assert!(person.away);
    assert_eq!(person.timeouts, 3);
    let events = test.must(&who(&players, placing), r#"{"type": "back"}"#);
    assert_eq!(events, [RoomEvent::Back { color: placing }]);
    assert!(matches!(test.room.next(test.now), Next::Wait(Some(_))), "their own clock runs again");
}

#[test]
fn the_bank_is_drawn_on_only_after_the_turns_own_time() {
    let (mut test, players) =
        two_players(r#"{"seats": 2, "races": 1, "clock": {"type": "live", "turn": 20, "bank": 30}}"#);
    for _ in 0..2 {
        let (who, decision) = (who(&players, test.turn()), text(test.advice()));
        test.must(&who, &decision);
    }
    let turn = test.turn();
    let starts = |test: &TestRoom| test.room.timer.starts().unwrap_or(test.now);
    test.now = starts(&test) + 15_000;
    let decision = text(test.advice());
    test.must(&who(&players, turn), &decision); // dice
    test.now += 12_000;
    let decision = text(test.advice());
    test.must(&who(&players, turn), &decision); // and steering, 27 s together
    assert_eq!(test.room.timer.banks()[&turn], 23_000);
    assert_eq!(test.room.timer.deadline(), Some(starts(&test) + 50_000));
}

#[test]
fn a_clock_does_not_run_while_the_server_is_down() {
    let (mut test, _) = two_players(r#"{"seats": 2, "races": 1, "clock": {"type": "correspondence", "hours": 24}}"#);
    let deadline = test.room.timer.deadline().expect("it runs");
    assert_eq!(test.room.set_deadline(Some(deadline)), vec![]);
    let events = test.room.set_deadline(Some(deadline + 5000));
    assert!(matches!(events[..], [RoomEvent::Clock { until: Some(until), .. }] if until == deadline + 5000));
    assert_eq!(test.room.timer.deadline(), Some(deadline + 5000));
}

#[test]
fn a_plan_is_carried_out_if_legal_and_dropped_with_a_reason_if_not() {
    let (mut test, players) = two_players(TWO);
    let turn = test.turn();
    let other = if turn == Color::Red { Color::White } else { Color::Red };
    let Decision::Place { at, heading } = test.advice() else { panic!("a place") };
    let plan = |first: Decision| {
        serde_json::to_string(&RoomAction::Plan { plan: Some(Plan { first, steer: vec![] }) }).expect("JSON")
    };
    // Both want the same place, so the second player's plan can't be carried out.
    let events = test.must(&who(&players, other), &plan(Decision::Place { at, heading }));
    assert!(matches!(events[..], [RoomEvent::Planned { .. }]));
    test.must(&who(&players, turn), &text(Decision::Place { at, heading }));
    let events = test.settle();
    assert!(matches!(&events[..], [RoomEvent::PlanDropped { color, .. }] if *color == other), "{events:?}");
    // A plan with dice and headings covers a whole turn.
    let decision = text(test.advice());
    test.must(&who(&players, other), &decision);
    let first = test.turn();
    let waits = if first == Color::Red { Color::White } else { Color::Red };
    let whole = r#"{"type": "plan", "plan": {"first": {"type": "dice", "hold": [], "count": 1}, "steer": ["left", "straight", "right"]}}"#;
    test.must(&who(&players, waits), whole);
    for _ in 0..2 {
        let decision = text(test.advice());
        test.must(&who(&players, first), &decision);
    }
    let events = test.settle();
    assert!(events.iter().any(
        |what| matches!(what, RoomEvent::Game { happening: Happening::Rolled { color, .. }, .. } if *color == waits)
    ));
    assert!(events.iter().any(
        |what| matches!(what, RoomEvent::Game { happening: Happening::Moved { color, .. }, .. } if *color == waits)
    ));
    assert_eq!(test.turn(), first);
    assert!(test.room.seats[&waits].person().is_some_and(|person| person.plan.is_none()));
}

#[test]
fn with_auto_steer_the_only_possible_heading_is_taken_at_once() {
    let (mut test, players) = two_players(TWO);
    for (_, player) in &players {
        test.must(player, r#"{"type": "auto-steer", "on": true}"#);
    }
    let mut forced = 0;
    while let Stage::Live(table) = &test.room.stage {
        let steering = table.state().expect("a race").phase == powerboats_referee::PhaseView::Steer;
        let options = table.race().map_or(0, |race| race.steer_options().len());
        if steering && options == 1 {
            forced += 1;
            let events = test.settle();
            assert!(matches!(events[0], RoomEvent::Game { happening: Happening::Moved { .. }, .. }));
        } else {
            let (who, decision) = (who(&players, test.turn()), text(test.advice()));
            test.must(&who, &decision);
        }
        if test.room.seq > 2000 {
            break;
        }
    }
    assert!(forced > 0, "it happens in every race");
}

#[test]
fn a_pilot_replaces_a_player_who_leaves_until_they_come_back() {
    let (mut test, players) = two_players(TWO);
    let turn = test.turn();
    let events = test.must(&who(&players, turn), r#"{"type": "leave"}"#);
    assert_eq!(events, [RoomEvent::TakenOver { color: turn, why: Absence::Left }]);
    assert!(matches!(test.room.next(test.now), Next::AskPilot(color, PilotKind::Mate) if color == turn));
    let decision = text(test.advice());
    let events = test.must(&who(&players, turn), &decision);
    assert_eq!(events[0], RoomEvent::Back { color: turn }, "a decision brings them back");
    assert!(matches!(events[1], RoomEvent::Game { .. }));
}

#[test]
fn a_stale_decision_is_refused_and_a_repeated_one_takes_effect_once() {
    let (mut test, players) = two_players(TWO);
    let player = who(&players, test.turn());
    let seen = test.room.seq;
    let decision: RoomAction = serde_json::from_str(&text(test.advice())).expect("an action");
    let refusal = test.room.act(&player, &decision, Some(1), test.now, &test.gone, &mut || [5; 32]).unwrap_err();
    assert_eq!(refusal.code, RefusalReason::Stale);
    let events = test.room.act(&player, &decision, Some(seen), test.now, &test.gone, &mut || [5; 32]).expect("fresh");
    test.record(events, Some((player.clone(), "mine".to_owned())));
    assert_eq!(test.room.done(&player, "mine"), Some(test.room.seq));
    assert_eq!(test.reloaded().done(&player, "mine"), Some(test.room.seq), "after a restart too");
    assert_eq!(test.room.done(&PlayerId::random(), "mine"), None);
}

#[test]
fn players_and_spectators_have_separate_chats_and_can_be_muted() {
    let (mut test, players) = two_players(TWO);
    let (ann, ben, eve) = (players[0].1.clone(), players[1].1.clone(), PlayerId::random());
    let events = test.must(&ben, r#"{"type": "chat", "text": " hello "}"#);
    assert!(events[0].audience().includes(Some(Color::Red)));
    assert!(!events[0].audience().includes(None));
    let events = test.must(&eve, r#"{"type": "chat", "text": "go red"}"#);
    assert!(!events[0].audience().includes(Some(Color::Red)));
    let mute = format!(r#"{{"type": "mute", "player": "{eve}", "muted": true}}"#);
    assert_eq!(test.act(&ben, &mute), Err(RefusalReason::NotHost));
    test.must(&ann, &mute);
    assert_eq!(test.act(&eve, r#"{"type": "chat", "text": "go red"}"#), Err(RefusalReason::Muted));
    test.must(&ann, &mute.replace("true", "false"));
    test.must(&eve, r#"{"type": "chat", "text": "go red"}"#);
    let long = format!(r#"{{"type": "chat", "text": "{}"}}"#, "x".repeat(501));
    assert_eq!(test.act(&eve, &long), Err(RefusalReason::BadRequest));
}

#[test]
fn spectators_can_not_flood_the_chat_and_players_can_still_write() {
    let (mut test, players) = two_players(TWO);
    let chat = r#"{"type": "chat", "text": "spam"}"#;
    let mut said = 0;
    for _ in 0..20 {
        let eve = PlayerId::random();
        while test.act(&eve, chat).is_ok() {
            said += 1;
        }
        assert_eq!(test.act(&eve, chat), Err(RefusalReason::TooMany));
    }
    assert_eq!(said, 2000, "200 each, and 2,000 together");
    test.must(&players[0].1, chat);
    assert!(test.reloaded() == test.room);
}

#[test]
fn a_closed_room_has_no_chat_and_after_the_end_the_host_can_still_mute() {
    let ann = PlayerId::random();
    let mut test = TestRoom::open(TWO, &ann);
    test.must(&ann, r#"{"type": "join"}"#);
    test.must(&ann, r#"{"type": "close"}"#);
    assert_eq!(test.act(&ann, r#"{"type": "chat", "text": "hello?"}"#), Err(RefusalReason::Over));
    let (mut test, players) = two_players(TWO);
    for (_, player) in &players {
        test.must(player, r#"{"type": "leave"}"#);
    }
    test.settle();
    assert!(matches!(test.room.stage, Stage::Over(_)));
    let (ann, ben) = (&players[0].1, &players[1].1);
    test.must(ben, r#"{"type": "chat", "text": "again?"}"#);
    test.must(ann, &format!(r#"{{"type": "mute", "player": "{ben}", "muted": true}}"#));
    assert_eq!(test.act(ben, r#"{"type": "chat", "text": "again!"}"#), Err(RefusalReason::Muted));
}

#[test]
fn a_player_the_host_removed_can_not_join_again() {
    let (ann, ben) = (PlayerId::random(), PlayerId::random());
    let mut test = TestRoom::open(TWO, &ann);
    test.must(&ann, r#"{"type": "join", "color": "red"}"#);
    test.must(&ben, r#"{"type": "join", "color": "white"}"#);
    let events = test.must(&ann, r#"{"type": "unseat", "color": "white"}"#);
    assert_eq!(events, [RoomEvent::Kicked { color: Color::White, player: ben.clone() }]);
    assert_eq!(test.act(&ben, r#"{"type": "join"}"#), Err(RefusalReason::Forbidden));
    assert!(test.reloaded() == test.room);
    // Removing a pilot bans nobody.
    test.must(&ann, r#"{"type": "seat-pilot", "color": "white", "pilot": "rookie"}"#);
    let events = test.must(&ann, r#"{"type": "unseat", "color": "white"}"#);
    assert_eq!(events, [RoomEvent::Unseated { color: Color::White }]);
}

#[test]
fn invalid_settings_are_found() {
    let fault = |text: &str| serde_json::from_str::<Settings>(text).ok().and_then(|settings| settings.fault());
    assert_eq!(fault(TWO), None);
    for bad in [
        r#"{"seats": 1}"#,
        r#"{"seats": 7}"#,
        r#"{"seats": 3, "races": 0}"#,
        r#"{"seats": 3, "races": 4}"#,
        r#"{"seats": 2, "scoring": "classic"}"#,
        r#"{"seats": 2, "clock": {"type": "live", "turn": 0, "bank": 0}}"#,
        r#"{"seats": 2, "clock": {"type": "correspondence", "hours": 721}}"#,
    ] {
        assert!(fault(bad).is_some(), "{bad}");
    }
    assert!(serde_json::from_str::<Settings>(r#"{"seats": 2, "wind": 3}"#).is_err());
    assert!(serde_json::from_str::<PilotName>(r#""pirate""#).is_err());
    assert_eq!(Clock::None {}.times(), None);
}
