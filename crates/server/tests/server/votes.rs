//! Votes in a regatta whose result counts: nobody gains by the lost connection of somebody else.

use crate::test_room::{TestRoom, two_players};
use powerboats_server::{
    ids::PlayerId,
    room::{
        action::RefusalReason,
        event::{Ending, RoomEvent},
        settings::{Occasion, OccasionKind},
    },
};

const CASUAL: &str = r#"{"seats": 2, "races": 1, "clock": {"type": "live", "turn": 20, "bank": 600}}"#;
const RATED: &str = r#"{"seats": 2, "races": 1, "rated": true, "clock": {"type": "live", "turn": 20, "bank": 600}}"#;
const REPLACE: &str = r#"{"type": "vote", "motion": {"type": "replace", "color": "white"}, "yes": true}"#;
const ABANDON: &str = r#"{"type": "vote", "motion": {"type": "abandon"}, "yes": true}"#;

/// A regatta of two that has begun. The second player's connection has been lost for half a minute.
fn half_alone(settings: &str, occasion: Option<OccasionKind>) -> (TestRoom, [PlayerId; 2]) {
    let (mut test, [(_, ann), (_, ben)]) = two_players(settings);
    test.room.occasion = occasion.map(|kind| Occasion { kind, reference: "1".to_owned() });
    test.gone.0.insert(ben.clone(), test.now);
    test.now += 30_000;
    (test, [ann, ben])
}

#[test]
fn in_a_casual_regatta_those_who_are_there_decide() {
    for occasion in [None, Some(OccasionKind::PlayNow)] {
        let (mut test, [ann, _]) = half_alone(CASUAL, occasion);
        assert!(test.must(&ann, REPLACE).iter().any(|event| matches!(event, RoomEvent::TakenOver { .. })));
        let (mut test, [ann, _]) = half_alone(CASUAL, occasion);
        assert!(test.must(&ann, ABANDON).contains(&RoomEvent::Ended { why: Ending::Abandoned }));
    }
}

#[test]
fn nobody_is_voted_out_of_a_regatta_whose_result_counts() {
    for (settings, occasion) in
        [(RATED, None), (RATED, Some(OccasionKind::PlayNow)), (CASUAL, Some(OccasionKind::Event))]
    {
        let (mut test, [ann, _]) = half_alone(settings, occasion);
        assert_eq!(test.act(&ann, REPLACE), Err(RefusalReason::Forbidden), "{settings} {occasion:?}");
        assert!(test.room.forfeits.seats().is_empty());
    }
}

#[test]
fn a_defeat_can_t_be_abandoned_behind_the_back_of_the_winner() {
    for (settings, occasion) in [(RATED, None), (CASUAL, Some(OccasionKind::Event))] {
        let (mut test, [ann, ben]) = half_alone(settings, occasion);
        let events = test.must(&ann, ABANDON);
        assert!(matches!(events[..], [RoomEvent::Voted { .. }]), "{settings} {occasion:?}: {events:?}");
        // Back in time, he agrees.
        let events = test.must(&ben, ABANDON);
        assert!(events.contains(&RoomEvent::Ended { why: Ending::Abandoned }), "{events:?}");
    }
    // Who has left for good has no say.
    let (mut test, [ann, ben]) = half_alone(RATED, None);
    test.must(&ben, r#"{"type": "leave"}"#);
    assert!(test.must(&ann, ABANDON).contains(&RoomEvent::Ended { why: Ending::Abandoned }));
}
