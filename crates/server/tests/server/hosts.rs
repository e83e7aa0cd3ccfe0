//! Who is the host of a room.

use crate::test_room::TestRoom;
use powerboats_server::{
    ids::PlayerId,
    room::{action::RefusalReason, event::RoomEvent},
};

#[test]
fn a_seated_player_becomes_host_if_the_host_is_away() {
    let (ann, ben) = (PlayerId::random(), PlayerId::random());
    let mut test = TestRoom::open(r#"{"seats": 2, "races": 2}"#, &ann);
    test.must(&ann, r#"{"type": "join"}"#);
    assert_eq!(test.act(&ben, r#"{"type": "take-host"}"#), Err(RefusalReason::NotSeated));
    test.must(&ben, r#"{"type": "join"}"#);
    assert_eq!(test.act(&ben, r#"{"type": "take-host"}"#), Err(RefusalReason::NotAbsent));
    test.gone.0.insert(ann.clone(), test.now);
    test.now += 120_000;
    assert_eq!(test.must(&ben, r#"{"type": "take-host"}"#), [RoomEvent::Hosted { host: ben.clone() }]);
    assert!(test.must(&ben, r#"{"type": "take-host"}"#).is_empty());
    assert!(test.reloaded() == test.room);
}
