//! Outcomes of regattas: ranks, forfeits, and the rules for rated regattas.

use crate::battery;
use crate::test_room::{TestRoom, text, two_players, who};
use crate::test_server::{PASSWORD, TestServer, Visitor, act, open};
use powerboats_rules::Color;
use powerboats_server::{
    compete::outcome::{Occupant, Outcome, RaceEnd},
    ids::PlayerId,
    room::{
        Stage,
        absence::Gone,
        action::{RefusalReason, RoomAction},
        event::{Absence, Ending},
    },
};
use serde_json::json;

const RATED: &str = r#"{"seats": 2, "races": 1, "rated": true, "clock": {"type": "correspondence", "hours": 1}}"#;

/// Plays to the end; in each turn as a Skipper would. Those who are away are played by their stand-in.
fn finish(test: &mut TestRoom, players: &[(Color, PlayerId); 2]) {
    for _ in 0..3000 {
        test.settle();
        if matches!(test.room.stage, Stage::Over(_)) {
            return;
        }
        let (player, decision) = (who(players, test.turn()), text(test.advice()));
        test.must(&player, &decision);
    }
    panic!("the regatta did not end");
}

fn ranks(outcome: &Outcome) -> [(Option<usize>, Option<usize>); 2] {
    [0, 1].map(|seat: usize| (outcome.seats[seat].rank, outcome.seats[seat].rated_rank))
}

#[test]
fn an_outcome_says_what_everybody_achieved_and_survives_a_restart() {
    let (mut test, players) = two_players(RATED);
    assert_eq!(Outcome::of(&test.room), None);
    finish(&mut test, &players);
    let outcome = Outcome::of(&test.room).unwrap();
    assert_eq!(Outcome::of(&test.reloaded()).unwrap(), outcome);
    assert!(outcome.has_result() && outcome.settings.rated && outcome.ended.is_none());
    assert_eq!(outcome.people().count(), 2);
    for seat in &outcome.seats {
        assert_eq!(seat.rank, seat.rated_rank);
        assert_eq!((seat.races.len(), seat.stand_ins, &seat.forfeit), (1, 0, &None));
        assert_eq!(seat.points, seat.races[0].points);
        assert!(seat.races[0].turns > 3);
    }
    let winner = outcome.seats.iter().find(|seat| seat.rank == Some(1)).unwrap();
    assert_eq!(winner.races[0].end, RaceEnd::Finished(1));
    assert!(matches!(winner.occupant, Occupant::Person(_)));
    let at = outcome.at;
    test.now += 5000;
    test.must(&players[0].1, r#"{"type": "chat", "text": "good game"}"#);
    assert_eq!(Outcome::of(&test.room).unwrap().at, at, "chat after the end does not change when it ended");
}

#[test]
fn a_stand_in_never_pays() {
    // Whichever of the two leaves, the other one wins for the rating, even if the pilot comes in first.
    let mut pilot_won = false;
    for leaver in [0, 1] {
        for lead in [0, 6] {
            let (mut test, players) = two_players(RATED);
            for _ in 0..lead {
                test.settle();
                let (player, decision) = (who(&players, test.turn()), text(test.advice()));
                test.must(&player, &decision);
            }
            test.must(&players[leaver].1, r#"{"type": "leave"}"#);
            finish(&mut test, &players);
            let outcome = Outcome::of(&test.room).unwrap();
            assert_eq!(outcome.seats[leaver].rated_rank, Some(2));
            assert_eq!(outcome.seats[1 - leaver].rated_rank, Some(1));
            assert!(outcome.seats[leaver].forfeit.is_some() && outcome.seats[leaver].stand_ins > 0);
            assert!(outcome.seats[1 - leaver].forfeit.is_none());
            pilot_won |= outcome.seats[leaver].rank == Some(1);
        }
    }
    assert!(pilot_won, "no stand-in has won: the test shows nothing");
}

#[test]
fn a_timeout_forfeits_even_if_the_player_comes_back() {
    let (mut test, players) = two_players(RATED);
    let late = test.turn();
    test.now += 3_700_000;
    test.settle();
    assert_ne!(test.turn(), late, "the stand-in has played the turn");
    finish(&mut test, &players);
    let outcome = Outcome::of(&test.room).unwrap();
    let seat = outcome.seats.iter().find(|seat| seat.color == late).unwrap();
    assert_eq!((seat.rated_rank, seat.stand_ins), (Some(2), 0), "only a boat was placed");
    assert!(seat.forfeit.as_ref().is_some_and(|forfeit| forfeit.races_over == 0 && forfeit.out.is_empty()));
}

#[test]
fn leaving_counts_only_once_a_pilot_has_decided() {
    let (mut test, players) = two_players(RATED);
    let waiting = players.iter().find(|(color, _)| *color != test.turn()).unwrap().clone();
    test.must(&waiting.1, r#"{"type": "leave"}"#);
    test.must(&waiting.1, r#"{"type": "back"}"#);
    finish(&mut test, &players);
    let outcome = Outcome::of(&test.room).unwrap();
    assert!(outcome.seats.iter().all(|seat| seat.forfeit.is_none() && seat.rank == seat.rated_rank));
}

#[test]
fn of_two_who_give_up_the_first_ranks_last_and_resigning_counts() {
    let ann = PlayerId::random();
    let people = [ann.clone(), PlayerId::random(), PlayerId::random()];
    let mut test = TestRoom::open(
        r#"{"seats": 3, "races": 2, "rated": true, "clock": {"type": "correspondence", "hours": 1}}"#,
        &ann,
    );
    for (player, color) in people.iter().zip(["red", "white", "black"]) {
        test.must(player, &format!(r#"{{"type": "join", "color": "{color}", "salt": "x"}}"#));
    }
    for player in &people {
        test.must(player, r#"{"type": "ready", "ready": true}"#);
    }
    test.must(&people[1], r#"{"type": "resign"}"#);
    test.must(&people[0], r#"{"type": "leave"}"#);
    test.settle();
    test.must(&people[2], r#"{"type": "leave"}"#);
    test.settle();
    let outcome = Outcome::of(&test.room).unwrap();
    let rated: Vec<usize> = people.iter().map(|player| outcome.seat_of(player).unwrap().rated_rank.unwrap()).collect();
    assert_eq!(rated, [2, 3, 1]);
}

/// When the time of a season is over, pilots finish the game for both. For the ratings the races that the people have sailed
/// count, and nobody is punished for the pilots' moves or for the order in which they took over.
#[test]
fn when_the_time_is_up_the_races_that_are_over_count() {
    let settings = r#"{"seats": 2, "races": 2, "rated": true, "clock": {"type": "correspondence", "hours": 1}}"#;
    for (sailed, first_out) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let (mut test, players) = two_players(settings);
        while test.room.table().unwrap().book().regatta().results().len() < sailed {
            test.settle();
            let (player, decision) = (who(&players, test.turn()), text(test.advice()));
            test.must(&player, &decision);
        }
        let points = *test.room.table().unwrap().book().regatta().points();
        for index in [first_out, 1 - first_out] {
            let over = RoomAction::HandOver(Absence::Deadline);
            let (who, now) = (players[index].1.clone(), test.now);
            let events = test.room.act(&who, &over, None, now, &Gone::default(), &mut || [5; 32]).unwrap();
            test.record(events, None);
        }
        assert_eq!(test.act(&players[0].1, r#"{"type": "back"}"#), Err(RefusalReason::NotSeated));
        finish(&mut test, &players);
        let outcome = Outcome::of(&test.room).unwrap();
        assert_eq!(Outcome::of(&test.reloaded()).unwrap(), outcome);
        assert!(outcome.seats.iter().all(|seat| seat.forfeit.is_none() && !seat.dropped && seat.rank.is_some()));
        let rated = [0, 1].map(|seat: usize| outcome.seats[seat].rated_rank.unwrap());
        let [one, other] = [0, 1].map(|seat: usize| points[players[seat].0]);
        let expected = [1 + usize::from(one < other), 1 + usize::from(other < one)];
        assert_eq!(rated, expected, "after {sailed} races");
    }
}

/// Titles are for races in which the web app gives no hints, and nobody chooses the conditions.
#[test]
fn only_open_races_against_people_with_a_clock_count_for_titles() {
    let live = r#""clock": {"type": "live", "turn": 20, "bank": 60}"#;
    for (settings, counts) in [
        (RATED.to_owned(), true),
        (format!(r#"{{"seats": 2, "races": 1, {live}}}"#), true),
        (format!(r#"{{"seats": 2, "races": 1, "visibility": "link", {live}}}"#), true),
        (format!(r#"{{"seats": 2, "races": 1, "visibility": "private", {live}}}"#), false),
        (r#"{"seats": 2, "races": 1}"#.to_owned(), false),
    ] {
        let (mut test, players) = two_players(&settings);
        test.must(&players[0].1, r#"{"type": "resign"}"#);
        test.settle();
        let outcome = Outcome::of(&test.room).unwrap();
        assert_eq!(outcome.counts_for_titles(), counts, "{settings}");
        let mut alone = outcome.clone();
        alone.seats[1].occupant = Occupant::Pilot(serde_json::from_str("\"mate\"").unwrap());
        assert!(!alone.counts_for_titles(), "alone against pilots: {settings}");
        assert!(!Outcome { ended: Some(Ending::Annulled), ..outcome }.counts_for_titles());
    }
}

#[test]
fn an_abandoned_regatta_has_no_ranks() {
    let (mut test, players) = two_players(RATED);
    for (_, player) in &players {
        test.must(player, r#"{"type": "vote", "motion": {"type": "abandon"}, "yes": true}"#);
    }
    let outcome = Outcome::of(&test.room).unwrap();
    assert_eq!(outcome.ended, Some(Ending::Abandoned));
    assert!(!outcome.has_result());
    assert_eq!(ranks(&outcome), [(None, None); 2]);
}

#[test]
fn a_rated_regatta_keeps_two_seats_for_people() {
    let ann = PlayerId::random();
    let mut test = TestRoom::open(
        r#"{"seats": 3, "races": 1, "rated": true, "clock": {"type": "correspondence", "hours": 1}}"#,
        &ann,
    );
    test.must(&ann, r#"{"type": "join", "salt": "a"}"#);
    test.must(&ann, r#"{"type": "seat-pilot", "pilot": "rookie"}"#);
    assert_eq!(test.act(&ann, r#"{"type": "seat-pilot", "pilot": "rookie"}"#), Err(RefusalReason::TooFewPeople));
    test.must(&ann, r#"{"type": "ready", "ready": true}"#);
    assert_eq!(test.act(&ann, r#"{"type": "start"}"#), Err(RefusalReason::TooFewPeople));
    assert_eq!(test.room, test.reloaded(), "a refusal changes nothing");
}

async fn registered(server: &TestServer, name: &str) -> Visitor {
    let player = server.guest(name).await;
    player.post("/api/me/register", json!({"login": name, "password": PASSWORD})).await;
    player
}

battery! {
    /// Guests, untimed and private regattas are never rated; the lobby and the room show what is.
    async fn only_registered_players_play_rated(server: TestServer) {
        let rated = json!({"seats": 2, "races": 1, "rated": true, "clock": {"type": "correspondence", "hours": 1}});
        let guest = server.guest("Gus").await;
        guest.post("/api/regattas", rated.clone()).await.refused(403, "not-registered");
        let ann = registered(&server, "ann").await;
        for (field, value) in [("clock", json!({"type": "none"})), ("visibility", json!("private"))] {
            let mut wrong = rated.clone();
            wrong[field] = value;
            ann.post("/api/regattas", wrong).await.refused(400, "bad-request");
        }
        let regatta = open(&ann, rated).await;
        act(&guest, &regatta, "1", json!({"type": "join"})).await.refused(403, "not-registered");
        act(&ann, &regatta, "2", json!({"type": "seat-pilot", "pilot": "mate"})).await.refused(409, "too-few-people");
        let ben = registered(&server, "ben").await;
        act(&ben, &regatta, "3", json!({"type": "join"})).await.is(200);
        assert_eq!(ben.get(&format!("/api/regattas/{regatta}")).await.is(200)["regatta"]["settings"]["rated"], true);
        let listed = guest.get("/api/regattas").await.is(200);
        assert_eq!(listed[0]["settings"]["rated"], true);
        let unrated = open(&guest, json!({"seats": 2})).await;
        let settings = guest.get(&format!("/api/regattas/{unrated}")).await.is(200)["regatta"]["settings"].clone();
        assert_eq!(settings.get("rated"), None, "old clients see nothing new");
        server.close().await;
    }
}
