//! Hidden salts: sealed while others may still join, then revealed before the dice are rolled, or else all is drawn again.

mod club;

use club::{Club, text};
use powerboats_referee::fair;
use powerboats_rules::{Color, OneLine, replay};
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
fn sealed(settings: &str) -> (Club, PlayerId, PlayerId) {
    let (ann, ben) = (PlayerId::random(), PlayerId::random());
    let mut club = Club::open(settings, &ann);
    club.must(&ann, &join("one", "red"));
    club.must(&ben, &join("two", "white"));
    club.must(&ann, READY);
    let told = club.must(&ben, READY);
    assert!(matches!(told[..], [RoomEvent::Ready { .. }, RoomEvent::Sealed { .. }]), "{told:?}");
    assert!(club.reloaded() == club.room);
    (club, ann, ben)
}

const TWO: &str = r#"{"seats": 2, "races": 1}"#;

#[test]
fn salts_are_hidden_until_nobody_can_join_and_the_record_proves_it() {
    let (mut club, ann, ben) = sealed(TWO);
    assert_eq!(club.room.evidence().salts, vec![], "nobody has seen a salt yet");
    assert_eq!(club.act(&PlayerId::random(), r#"{"type": "join"}"#), Err(RefusalReason::AlreadyStarted));
    assert_eq!(club.act(&ann, &reveal("another")), Err(RefusalReason::BadRequest));
    assert_eq!(club.act(&PlayerId::random(), &reveal("one")), Err(RefusalReason::NotSeated));
    assert_eq!(club.must(&ann, &reveal("one")), [RoomEvent::Revealed { color: Color::Red, salt: "one".to_owned() }]);
    assert_eq!(club.must(&ann, &reveal("one")), [], "revealing again changes nothing");
    let told = club.must(&ben, &reveal("two"));
    assert!(
        matches!(told[..], [RoomEvent::Revealed { .. }, RoomEvent::Started {}, RoomEvent::Game { .. }, ..]),
        "{told:?}"
    );
    assert!(club.reloaded() == club.room);
    for player in [&ann, &ben] {
        club.must(player, r#"{"type": "leave"}"#);
    }
    club.settle();
    let record = record(&club);
    assert!(fair::verify(replay(&record).expect("by the rules").record()).expect("fair") > 10);
    let changed = record.replace("salt: red one", "salt: red two");
    let unfair = fair::verify(&changed.parse().expect("a record")).unwrap_err();
    assert_eq!(unfair, fair::Unfair::OtherSalt(Color::Red));
}

fn record(club: &Club) -> String {
    let name = |color: Color| OneLine::new(color.name()).expect("a name");
    club.room.table().expect("a table").record(club.room.evidence().tags(), name).to_string()
}

#[test]
fn a_player_who_does_not_reveal_in_time_loses_the_seat_and_all_is_drawn_again() {
    let (mut club, ann, ben) = sealed(TWO);
    let before = club.room.evidence().commitment;
    club.must(&ben, &reveal("two"));
    let Next::Wait(Some(until)) = club.room.next(club.now) else { panic!("it waits for Ann") };
    assert_eq!(until, club.now + 30_000);
    club.now = until;
    let told = club.settle();
    let [RoomEvent::Unsealed { vacated, secret, commitment, salts }, RoomEvent::Hosted { host }] = &told[..] else {
        panic!("{told:?}")
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
    assert!(club.reloaded() == club.room);
    assert!(matches!(club.room.stage, Stage::Open) && club.room.sealed.is_none());
    // Ann may join again, and Ben seals a new salt when he is ready.
    club.must(&ann, &join("three", "red"));
    club.must(&ann, READY);
    let ready = format!(r#"{{"type": "ready", "ready": true, "seal": "{}"}}"#, fair::seal("four"));
    club.must(&ben, &ready);
    club.must(&ben, &reveal("four"));
    club.must(&ann, &reveal("three"));
    for player in [&ann, &ben] {
        club.must(player, r#"{"type": "leave"}"#);
    }
    club.settle();
    let record = record(&club);
    assert!(record.contains("\naborted: red\n"), "the abort is on record:\n{record}");
    fair::verify(replay(&record).expect("by the rules").record()).expect("fair");
}

#[test]
fn leaving_before_all_salts_are_revealed_aborts_the_start() {
    let (mut club, ann, ben) = sealed(TWO);
    club.must(&ann, &reveal("one"));
    let told = club.must(&ben, r#"{"type": "leave"}"#);
    assert!(matches!(&told[..], [RoomEvent::Unsealed { vacated, .. }] if vacated[..] == [Color::White]), "{told:?}");
    assert_eq!(club.room.seat_of(&ben), None);
    assert!(club.reloaded() == club.room);
}

#[test]
fn in_a_correspondence_game_absent_players_have_a_turns_time_to_reveal() {
    let (club, ..) = sealed(r#"{"seats": 2, "races": 1, "clock": {"type": "correspondence", "hours": 24}}"#);
    assert_eq!(club.room.next(club.now), Next::Wait(Some(club.now + 24 * 3_600_000)));
}

#[test]
fn without_hidden_salts_it_starts_at_once() {
    let (ann, ben) = (PlayerId::random(), PlayerId::random());
    let mut club = Club::open(TWO, &ann);
    club.must(&ann, r#"{"type": "join"}"#);
    let both = format!(r#"{{"type": "join", "salt": "x", "seal": "{}"}}"#, fair::seal("x"));
    assert_eq!(club.act(&ben, &both), Err(RefusalReason::BadRequest));
    club.must(&ben, r#"{"type": "join", "salt": "open"}"#);
    assert_eq!(club.act(&ann, &reveal("one")), Err(RefusalReason::NotReady));
    club.must(&ann, READY);
    club.must(&ben, READY);
    assert!(matches!(club.room.stage, Stage::Live(_)));
}

#[test]
fn after_a_restore_the_dice_come_from_a_new_secret_and_the_record_still_verifies() {
    let (mut club, ann, ben) = sealed(TWO);
    club.must(&ann, &reveal("one"));
    club.must(&ben, &reveal("two"));
    let mut spoiled = club.room.clone();
    for turn in 0..9 {
        let (who, decision) = (if club.room.seat_of(&ann) == Some(club.turn()) { &ann } else { &ben }, club.advice());
        club.must(who, &text(decision));
        if turn == 3 || turn == 6 {
            spoiled = club.room.clone();
            let told = club.room.redraw(&mut || [40 + turn; 32], club.now);
            assert!(matches!(told[..], [RoomEvent::Redrawn { .. }]));
            club.tell(told, None);
            assert!(club.reloaded() == club.room);
        }
    }
    assert!(spoiled.table() != club.room.table());
    for player in [&ann, &ben] {
        club.must(player, r#"{"type": "leave"}"#);
    }
    club.settle();
    let record = record(&club);
    assert_eq!(record.matches("\nredrawn: ").count(), 2);
    assert!(fair::verify(replay(&record).expect("by the rules").record()).expect("fair") > 10);
    let moved = record.replacen("redrawn: ", "redrawn: 1", 1);
    assert!(
        fair::verify(&moved.parse().expect("a record")).is_err(),
        "the number from which the new secret counts is checked"
    );
    assert!(club.room.clone().redraw(&mut || [9; 32], club.now).is_empty(), "a finished regatta does not change");
}
