//! Hidden salts: sealed while others may still join, then revealed before the dice are rolled, or else all is drawn again.

use crate::test_room::{TestRoom, text};
use powerboats_referee::{ByColor, fair};
use powerboats_rules::{Color, replay};
use powerboats_server::{
    ids::PlayerId,
    room::{Next, Stage, action::RefusalReason, event::RoomEvent},
};

fn join(salt: &str, color: &str) -> String {
    format!(r#"{{"type": "join", "color": "{color}", "seal": "{}"}}"#, fair::seal(salt))
}

fn reveal(salt: &str) -> String {
    format!(r#"{{"type": "reveal", "salt": "{salt}"}}"#)
}

const READY: &str = r#"{"type": "ready", "ready": true}"#;

/// Ann and Ben have sealed their salts, and both are ready.
fn sealed(settings: &str) -> (TestRoom, PlayerId, PlayerId) {
    let (ann, ben) = (PlayerId::random(), PlayerId::random());
    let mut test = TestRoom::open(settings, &ann);
    test.must(&ann, &join("one", "red"));
    test.must(&ben, &join("two", "white"));
    test.must(&ann, READY);
    let events = test.must(&ben, READY);
    assert!(matches!(events[..], [RoomEvent::Ready { .. }, RoomEvent::Sealed { .. }]), "{events:?}");
    assert!(test.reloaded() == test.room);
    (test, ann, ben)
}

const TWO: &str = r#"{"seats": 2, "races": 1}"#;

#[test]
fn salts_are_hidden_until_nobody_can_join_and_the_record_proves_it() {
    let (mut test, ann, ben) = sealed(TWO);
    assert_eq!(test.room.evidence().salts, vec![], "nobody has seen a salt yet");
    assert_eq!(test.act(&PlayerId::random(), r#"{"type": "join"}"#), Err(RefusalReason::AlreadyStarted));
    assert_eq!(test.act(&ann, &reveal("another")), Err(RefusalReason::BadRequest));
    assert_eq!(test.act(&PlayerId::random(), &reveal("one")), Err(RefusalReason::NotSeated));
    assert_eq!(test.must(&ann, &reveal("one")), [RoomEvent::Revealed { color: Color::Red, salt: "one".to_owned() }]);
    assert_eq!(test.must(&ann, &reveal("one")), [], "revealing again changes nothing");
    let events = test.must(&ben, &reveal("two"));
    assert!(
        matches!(events[..], [RoomEvent::Revealed { .. }, RoomEvent::Started {}, RoomEvent::Game { .. }, ..]),
        "{events:?}"
    );
    assert!(test.reloaded() == test.room);
    for player in [&ann, &ben] {
        test.must(player, r#"{"type": "leave"}"#);
    }
    test.settle();
    let record = record(&test);
    assert!(fair::verify(replay(&record).expect("by the rules").record()).expect("fair") > 10);
    let changed = record.replace("salt: red one", "salt: red two");
    let unfair = fair::verify(&changed.parse().expect("a record")).unwrap_err();
    assert_eq!(unfair, fair::Unfair::OtherSalt(Color::Red));
}

fn record(test: &TestRoom) -> String {
    test.room.table().expect("a table").record(test.room.evidence().tags(), &ByColor::default()).to_string()
}

#[test]
fn a_player_who_does_not_reveal_in_time_loses_the_seat_and_all_is_drawn_again() {
    let (mut test, ann, ben) = sealed(TWO);
    let before = test.room.evidence().commitment;
    test.must(&ben, &reveal("two"));
    let Next::Wait(Some(until)) = test.room.next(test.now) else { panic!("it waits for Ann") };
    assert_eq!(until, test.now + 30_000);
    test.now = until;
    let events = test.settle();
    let [RoomEvent::Unsealed { vacated, secret, commitment, salts }, RoomEvent::Hosted { host }] = &events[..] else {
        panic!("{events:?}")
    };
    assert_eq!(vacated[..], [Color::Red]);
    assert_eq!(*host, ben, "the host did not reveal");
    assert_eq!(
        powerboats_referee::Secret::read(secret).expect("a secret").commitment(),
        before,
        "it is the secret that was committed to"
    );
    assert_ne!(*commitment, before);
    assert_eq!(salts.keys().collect::<Vec<_>>(), [&Color::White]);
    assert!(test.reloaded() == test.room);
    assert!(matches!(test.room.stage, Stage::Open) && test.room.sealed.is_none());
    // Ann may join again, and Ben seals a new salt when he is ready.
    test.must(&ann, &join("three", "red"));
    test.must(&ann, READY);
    let ready = format!(r#"{{"type": "ready", "ready": true, "seal": "{}"}}"#, fair::seal("four"));
    test.must(&ben, &ready);
    test.must(&ben, &reveal("four"));
    test.must(&ann, &reveal("three"));
    for player in [&ann, &ben] {
        test.must(player, r#"{"type": "leave"}"#);
    }
    test.settle();
    let record = record(&test);
    assert!(record.contains("\naborted: red\n"), "the abort is on record:\n{record}");
    fair::verify(replay(&record).expect("by the rules").record()).expect("fair");
}

#[test]
fn leaving_before_all_salts_are_revealed_aborts_the_start() {
    let (mut test, ann, ben) = sealed(TWO);
    test.must(&ann, &reveal("one"));
    let events = test.must(&ben, r#"{"type": "leave"}"#);
    assert!(
        matches!(&events[..], [RoomEvent::Unsealed { vacated, .. }] if vacated[..] == [Color::White]),
        "{events:?}"
    );
    assert_eq!(test.room.seat_of(&ben), None);
    assert!(test.reloaded() == test.room);
}

#[test]
fn in_a_correspondence_game_absent_players_have_a_turns_time_to_reveal() {
    let (test, ..) = sealed(r#"{"seats": 2, "races": 1, "clock": {"type": "correspondence", "hours": 24}}"#);
    assert_eq!(test.room.next(test.now), Next::Wait(Some(test.now + 24 * 3_600_000)));
}

#[test]
fn without_hidden_salts_it_starts_at_once() {
    let (ann, ben) = (PlayerId::random(), PlayerId::random());
    let mut test = TestRoom::open(TWO, &ann);
    test.must(&ann, r#"{"type": "join"}"#);
    let both = format!(r#"{{"type": "join", "salt": "x", "seal": "{}"}}"#, fair::seal("x"));
    assert_eq!(test.act(&ben, &both), Err(RefusalReason::BadRequest));
    test.must(&ben, r#"{"type": "join", "salt": "open"}"#);
    assert_eq!(test.act(&ann, &reveal("one")), Err(RefusalReason::NotReady));
    test.must(&ann, READY);
    test.must(&ben, READY);
    assert!(matches!(test.room.stage, Stage::Live(_)));
}

#[test]
fn after_a_restore_the_dice_come_from_a_new_secret_and_the_record_still_verifies() {
    let (mut test, ann, ben) = sealed(TWO);
    test.must(&ann, &reveal("one"));
    test.must(&ben, &reveal("two"));
    let mut spoiled = test.room.clone();
    for turn in 0..9 {
        let (who, decision) = (if test.room.seat_of(&ann) == Some(test.turn()) { &ann } else { &ben }, test.advice());
        test.must(who, &text(decision));
        if turn == 3 || turn == 6 {
            spoiled = test.room.clone();
            let events = test.room.redraw(&mut || [40 + turn; 32], test.now);
            assert!(matches!(events[..], [RoomEvent::Redrawn { .. }]));
            test.record(events, None);
            assert!(test.reloaded() == test.room);
        }
    }
    assert!(spoiled.table() != test.room.table());
    for player in [&ann, &ben] {
        test.must(player, r#"{"type": "leave"}"#);
    }
    test.settle();
    let record = record(&test);
    assert_eq!(record.matches("\nredrawn: ").count(), 2);
    assert!(fair::verify(replay(&record).expect("by the rules").record()).expect("fair") > 10);
    let moved = record.replacen("redrawn: ", "redrawn: 1", 1);
    assert!(
        fair::verify(&moved.parse().expect("a record")).is_err(),
        "the number from which the new secret counts is checked"
    );
    assert!(test.room.clone().redraw(&mut || [9; 32], test.now).is_empty(), "a finished regatta does not change");
}
