//! Rooms: every log can be replayed, and a refused action changes nothing.

mod club;

use club::{Club, TWO, text, two_players, who};
use powerboats_pilots::PilotKind;
use powerboats_referee::{Decision, Happening, fair};
use powerboats_rules::{Color, replay};
use powerboats_server::{
    ids::PlayerId,
    room::{
        Next, Stage,
        action::{RefusalReason, RoomAction},
        event::{Plan, RoomEvent},
        settings::{Clock, PilotName, Settings},
    },
};

#[test]
fn a_regatta_of_people_and_pilots_is_played_to_its_end_and_its_dice_verify() {
    let ann = PlayerId::random();
    let mut club = Club::open(r#"{"seats": 3, "races": 2, "sides": "mixed"}"#, &ann);
    club.must(&ann, r#"{"type": "join", "color": "black", "salt": "grain"}"#);
    club.must(&ann, r#"{"type": "seat-pilot", "pilot": "skipper"}"#);
    club.must(&ann, r#"{"type": "seat-pilot", "color": "white", "pilot": "rookie"}"#);
    let started = club.must(&ann, r#"{"type": "ready", "ready": true}"#);
    assert!(
        started.iter().any(|what| matches!(what, RoomEvent::Started {})),
        "everyone is there and ready, so it starts"
    );
    while let Stage::Live(_) = club.room.stage {
        club.settle();
        if let Stage::Live(_) = club.room.stage {
            let decision = text(club.advice());
            club.must(&ann, &decision);
        }
    }
    assert_eq!(club.act(&ann, r#"{"type": "dice", "hold": [], "count": 1}"#), Err(RefusalReason::Over));
    let revealed =
        club.log.iter().flat_map(|(events, _)| events).any(|event| matches!(event.what, RoomEvent::Secret { .. }));
    assert!(revealed, "the secret is revealed at the end");
    let tags = club.room.evidence().tags();
    let record = club
        .room
        .table()
        .expect("a table")
        .record(tags, |color| powerboats_rules::OneLine::new(color.name()).expect("a name"));
    let book = replay(&record.to_string()).expect("by the rules");
    assert!(fair::verify(book.record()).expect("fair") > 10);
}

#[test]
fn a_room_is_the_same_after_a_restart_at_any_point() {
    let (mut club, players) =
        two_players(r#"{"seats": 2, "races": 1, "clock": {"type": "live", "turn": 20, "bank": 60}}"#);
    for step in 0..60 {
        club.now += 7_000;
        let reloaded = club.reloaded();
        assert!(reloaded == club.room, "step {step}");
        if step % 5 == 0 {
            club.room = reloaded;
        }
        if !matches!(club.room.stage, Stage::Live(_)) {
            break;
        }
        let (who, decision) = (who(&players, club.turn()), text(club.advice()));
        club.must(&who, &decision);
    }
}

#[test]
fn nobody_can_act_for_another_and_a_refusal_changes_nothing() {
    let (mut club, players) = two_players(TWO);
    let turn = club.turn();
    let other = who(&players, if turn == Color::Red { Color::White } else { Color::Red });
    let stranger = PlayerId::random();
    let before = club.room.clone();
    let decision = text(club.advice());
    assert_eq!(club.act(&other, &decision), Err(RefusalReason::NotYourTurn));
    assert_eq!(club.act(&stranger, &decision), Err(RefusalReason::NotSeated));
    assert_eq!(club.act(&stranger, r#"{"type": "leave"}"#), Err(RefusalReason::NotSeated));
    assert_eq!(club.act(&stranger, r#"{"type": "back"}"#), Err(RefusalReason::NotSeated));
    assert_eq!(club.act(&who(&players, turn), r#"{"type": "steer", "to": "left"}"#), Err(RefusalReason::WrongPhase));
    assert_eq!(
        club.act(&who(&players, turn), r#"{"type": "place", "at": "a1", "heading": "E"}"#),
        Err(RefusalReason::IllegalPlace)
    );
    assert_eq!(club.act(&other, r#"{"type": "start"}"#), Err(RefusalReason::AlreadyStarted));
    assert_eq!(club.act(&other, r#"{"type": "rematch"}"#), Err(RefusalReason::AlreadyStarted));
    assert!(club.room == before);
}

#[test]
fn before_the_start_seats_are_taken_changed_and_left() {
    let (ann, ben, cy) = (PlayerId::random(), PlayerId::random(), PlayerId::random());
    let mut club = Club::open(TWO, &ann);
    club.must(&ann, r#"{"type": "join"}"#);
    assert_eq!(club.room.seat_of(&ann), Some(Color::Orange));
    assert_eq!(club.act(&ann, r#"{"type": "join"}"#), Err(RefusalReason::AlreadySeated));
    assert_eq!(club.act(&ben, r#"{"type": "join", "color": "orange"}"#), Err(RefusalReason::SeatTaken));
    assert_eq!(club.act(&ben, r#"{"type": "seat-pilot", "pilot": "captain"}"#), Err(RefusalReason::NotHost));
    club.must(&ben, r#"{"type": "join", "color": "purple"}"#);
    assert_eq!(club.act(&cy, r#"{"type": "join"}"#), Err(RefusalReason::NoSeat));
    assert_eq!(club.act(&ann, r#"{"type": "start"}"#), Err(RefusalReason::NotReady));
    club.must(&ben, r#"{"type": "recolor", "color": "red"}"#);
    assert_eq!(club.room.seat_of(&ben), Some(Color::Red));
    let told = club.must(&ann, r#"{"type": "leave"}"#);
    assert_eq!(told[1], RoomEvent::Hosted { host: ben.clone() }, "there must be a host");
    club.must(&ben, r#"{"type": "leave"}"#);
    assert!(matches!(club.room.stage, Stage::Closed), "nobody is left");
    assert_eq!(club.act(&ann, r#"{"type": "join"}"#), Err(RefusalReason::Over));
}

#[test]
fn when_time_is_up_a_pilot_plays_and_after_three_turns_it_keeps_the_seat() {
    let (mut club, players) =
        two_players(r#"{"seats": 2, "races": 1, "clock": {"type": "live", "turn": 20, "bank": 30}}"#);
    let placing = club.turn();
    // The first placing takes a minute at least, because players may still be arriving.
    club.now += 89_999;
    assert_eq!(club.settle(), vec![]);
    club.now += 1;
    let told = club.settle();
    assert_eq!(told[0], RoomEvent::TimedOut { color: placing });
    let placed = |what: &RoomEvent| matches!(what, RoomEvent::Game { happening: Happening::Placed { color, .. } } if *color == placing);
    assert!(told.iter().any(placed));
    let other = if placing == Color::Red { Color::White } else { Color::Red };
    assert_eq!(club.room.timer.banks()[&placing], 0);
    // The other player keeps playing. The one who does nothing loses three turns, then the seat.
    for _ in 0..20 {
        if club.turn() == placing {
            club.now += 20_000;
            club.settle();
        } else {
            let decision = text(club.advice());
            club.must(&who(&players, other), &decision);
            club.settle();
        }
        if club.room.seats[&placing].person().is_some_and(|person| person.away) {
            break;
        }
    }
    let person = club.room.seats[&placing].person().expect("the seat is still theirs").clone();
    assert!(person.away);
    assert_eq!(person.timeouts, 3);
    let told = club.must(&who(&players, placing), r#"{"type": "back"}"#);
    assert_eq!(told, [RoomEvent::Back { color: placing }]);
    assert!(matches!(club.room.next(club.now), Next::Wait(Some(_))), "their own clock runs again");
}

#[test]
fn the_bank_is_drawn_on_only_after_the_turns_own_time() {
    let (mut club, players) =
        two_players(r#"{"seats": 2, "races": 1, "clock": {"type": "live", "turn": 20, "bank": 30}}"#);
    for _ in 0..2 {
        let (who, decision) = (who(&players, club.turn()), text(club.advice()));
        club.must(&who, &decision);
    }
    let turn = club.turn();
    club.now += 15_000;
    let decision = text(club.advice());
    club.must(&who(&players, turn), &decision); // dice
    club.now += 12_000;
    let decision = text(club.advice());
    club.must(&who(&players, turn), &decision); // and steering, 27 s together
    assert_eq!(club.room.timer.banks()[&turn], 23_000);
    assert_eq!(club.room.timer.deadline(), Some(club.now + 50_000));
}

#[test]
fn a_clock_does_not_run_while_the_server_is_down() {
    let (mut club, _) = two_players(r#"{"seats": 2, "races": 1, "clock": {"type": "correspondence", "hours": 24}}"#);
    let deadline = club.room.timer.deadline().expect("it runs");
    assert_eq!(club.room.set_deadline(Some(deadline)), vec![]);
    let told = club.room.set_deadline(Some(deadline + 5000));
    assert!(matches!(told[..], [RoomEvent::Clock { until: Some(until), .. }] if until == deadline + 5000));
    assert_eq!(club.room.timer.deadline(), Some(deadline + 5000));
}

#[test]
fn a_plan_is_carried_out_if_legal_and_dropped_with_a_reason_if_not() {
    let (mut club, players) = two_players(TWO);
    let turn = club.turn();
    let other = if turn == Color::Red { Color::White } else { Color::Red };
    let Decision::Place { at, heading } = club.advice() else { panic!("a place") };
    let plan = |first: Decision| {
        serde_json::to_string(&RoomAction::Plan { plan: Some(Plan { first, steer: vec![] }) }).expect("JSON")
    };
    // Both want the same place, so the second player's plan can't be carried out.
    let told = club.must(&who(&players, other), &plan(Decision::Place { at, heading }));
    assert!(matches!(told[..], [RoomEvent::Planned { .. }]));
    club.must(&who(&players, turn), &text(Decision::Place { at, heading }));
    let told = club.settle();
    assert!(matches!(&told[..], [RoomEvent::PlanDropped { color, .. }] if *color == other), "{told:?}");
    // A plan with dice and headings covers a whole turn.
    let decision = text(club.advice());
    club.must(&who(&players, other), &decision);
    let first = club.turn();
    let waits = if first == Color::Red { Color::White } else { Color::Red };
    let whole = r#"{"type": "plan", "plan": {"first": {"type": "dice", "hold": [], "count": 1}, "steer": ["left", "straight", "right"]}}"#;
    club.must(&who(&players, waits), whole);
    for _ in 0..2 {
        let decision = text(club.advice());
        club.must(&who(&players, first), &decision);
    }
    let told = club.settle();
    assert!(
        told.iter().any(
            |what| matches!(what, RoomEvent::Game { happening: Happening::Rolled { color, .. } } if *color == waits)
        )
    );
    assert!(
        told.iter().any(
            |what| matches!(what, RoomEvent::Game { happening: Happening::Moved { color, .. } } if *color == waits)
        )
    );
    assert_eq!(club.turn(), first);
    assert!(club.room.seats[&waits].person().is_some_and(|person| person.plan.is_none()));
}

#[test]
fn with_auto_steer_the_only_possible_heading_is_taken_at_once() {
    let (mut club, players) = two_players(TWO);
    for (_, player) in &players {
        club.must(player, r#"{"type": "auto-steer", "on": true}"#);
    }
    let mut forced = 0;
    while let Stage::Live(table) = &club.room.stage {
        let steering = table.state().expect("a race").phase == powerboats_referee::PhaseView::Steer;
        let options = table.race().map_or(0, |race| race.steer_options().len());
        if steering && options == 1 {
            forced += 1;
            let told = club.settle();
            assert!(matches!(told[0], RoomEvent::Game { happening: Happening::Moved { .. } }));
        } else {
            let (who, decision) = (who(&players, club.turn()), text(club.advice()));
            club.must(&who, &decision);
        }
        if club.room.seq > 2000 {
            break;
        }
    }
    assert!(forced > 0, "it happens in every race");
}

#[test]
fn a_pilot_replaces_a_player_who_leaves_until_they_come_back() {
    let (mut club, players) = two_players(TWO);
    let turn = club.turn();
    let told = club.must(&who(&players, turn), r#"{"type": "leave"}"#);
    assert_eq!(told, [RoomEvent::TakenOver { color: turn }]);
    assert!(matches!(club.room.next(club.now), Next::Ask(color, PilotKind::Captain) if color == turn));
    let decision = text(club.advice());
    let told = club.must(&who(&players, turn), &decision);
    assert_eq!(told[0], RoomEvent::Back { color: turn }, "a decision brings them back");
    assert!(matches!(told[1], RoomEvent::Game { .. }));
}

#[test]
fn a_stale_decision_is_refused_and_a_repeated_one_takes_effect_once() {
    let (mut club, players) = two_players(TWO);
    let player = who(&players, club.turn());
    let seen = club.room.seq;
    let decision: RoomAction = serde_json::from_str(&text(club.advice())).expect("an action");
    let refusal = club.room.act(&player, &decision, Some(1), club.now, &mut || [5; 32]).unwrap_err();
    assert_eq!(refusal.code, RefusalReason::Stale);
    let happened = club.room.act(&player, &decision, Some(seen), club.now, &mut || [5; 32]).expect("fresh");
    club.tell(happened, Some((player.clone(), "mine".to_owned())));
    assert_eq!(club.room.done(&player, "mine"), Some(club.room.seq));
    assert_eq!(club.reloaded().done(&player, "mine"), Some(club.room.seq), "after a restart too");
    assert_eq!(club.room.done(&PlayerId::random(), "mine"), None);
}

#[test]
fn players_and_spectators_have_separate_chats_and_can_be_muted() {
    let (mut club, players) = two_players(TWO);
    let (ann, ben, eve) = (players[0].1.clone(), players[1].1.clone(), PlayerId::random());
    let told = club.must(&ben, r#"{"type": "chat", "text": " hello "}"#);
    assert!(told[0].whom().includes(Some(Color::Red)));
    assert!(!told[0].whom().includes(None));
    let told = club.must(&eve, r#"{"type": "chat", "text": "go red"}"#);
    assert!(!told[0].whom().includes(Some(Color::Red)));
    let mute = format!(r#"{{"type": "mute", "player": "{eve}", "muted": true}}"#);
    assert_eq!(club.act(&ben, &mute), Err(RefusalReason::NotHost));
    club.must(&ann, &mute);
    assert_eq!(club.act(&eve, r#"{"type": "chat", "text": "go red"}"#), Err(RefusalReason::Muted));
    club.must(&ann, &mute.replace("true", "false"));
    club.must(&eve, r#"{"type": "chat", "text": "go red"}"#);
    let long = format!(r#"{{"type": "chat", "text": "{}"}}"#, "x".repeat(501));
    assert_eq!(club.act(&eve, &long), Err(RefusalReason::BadRequest));
}

#[test]
fn spectators_can_not_flood_the_chat_and_players_can_still_write() {
    let (mut club, players) = two_players(TWO);
    let chat = r#"{"type": "chat", "text": "spam"}"#;
    let mut said = 0;
    for _ in 0..20 {
        let eve = PlayerId::random();
        while club.act(&eve, chat).is_ok() {
            said += 1;
        }
        assert_eq!(club.act(&eve, chat), Err(RefusalReason::TooMany));
    }
    assert_eq!(said, 2000, "200 each, and 2,000 together");
    club.must(&players[0].1, chat);
    assert!(club.reloaded() == club.room);
}

#[test]
fn a_closed_room_has_no_chat_and_after_the_end_the_host_can_still_mute() {
    let ann = PlayerId::random();
    let mut club = Club::open(TWO, &ann);
    club.must(&ann, r#"{"type": "join"}"#);
    club.must(&ann, r#"{"type": "close"}"#);
    assert_eq!(club.act(&ann, r#"{"type": "chat", "text": "hello?"}"#), Err(RefusalReason::Over));
    let (mut club, players) = two_players(TWO);
    for (_, player) in &players {
        club.must(player, r#"{"type": "leave"}"#);
    }
    club.settle();
    assert!(matches!(club.room.stage, Stage::Over(_)));
    let (ann, ben) = (&players[0].1, &players[1].1);
    club.must(ben, r#"{"type": "chat", "text": "again?"}"#);
    club.must(ann, &format!(r#"{{"type": "mute", "player": "{ben}", "muted": true}}"#));
    assert_eq!(club.act(ben, r#"{"type": "chat", "text": "again!"}"#), Err(RefusalReason::Muted));
}

#[test]
fn a_player_the_host_removed_can_not_join_again() {
    let (ann, ben) = (PlayerId::random(), PlayerId::random());
    let mut club = Club::open(TWO, &ann);
    club.must(&ann, r#"{"type": "join", "color": "red"}"#);
    club.must(&ben, r#"{"type": "join", "color": "white"}"#);
    let told = club.must(&ann, r#"{"type": "unseat", "color": "white"}"#);
    assert_eq!(told, [RoomEvent::Kicked { color: Color::White, player: ben.clone() }]);
    assert_eq!(club.act(&ben, r#"{"type": "join"}"#), Err(RefusalReason::Forbidden));
    assert!(club.reloaded() == club.room);
    // Removing a pilot bans nobody.
    club.must(&ann, r#"{"type": "seat-pilot", "color": "white", "pilot": "rookie"}"#);
    let told = club.must(&ann, r#"{"type": "unseat", "color": "white"}"#);
    assert_eq!(told, [RoomEvent::Unseated { color: Color::White }]);
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
