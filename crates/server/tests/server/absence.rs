//! Absence in a room: pauses, votes, breaks between races, and pilots that stand in for people.

use crate::test_room::{TestRoom, text, two_players, who};
use powerboats_referee::{Decision, Happening};
use powerboats_rules::{Color, replay};
use powerboats_server::{
    ids::PlayerId,
    room::{
        Next, Stage,
        absence::{DAY, Gone, PauseReason},
        action::RefusalReason,
        event::{Absence, Ending, RoomEvent},
        settings::{Occasion, OccasionKind},
        view::StageName,
    },
};

const LIVE: &str = r#"{"seats": 2, "races": 2, "clock": {"type": "live", "turn": 20, "bank": 60}}"#;
const NO_CLOCK: &str = r#"{"seats": 2, "races": 2}"#;
const CORRESPONDENCE: &str = r#"{"seats": 2, "races": 2, "clock": {"type": "correspondence", "hours": 24}}"#;

/// Lets the player whose turn it is decide as a Skipper would.
fn decide(test: &mut TestRoom, players: &[(Color, PlayerId); 2]) -> Vec<RoomEvent> {
    let (player, decision) = (who(players, test.turn()), text(test.advice()));
    test.must(&player, &decision)
}

/// Plays until an event like this has happened. Returns the events of the last decision.
fn play_until(
    test: &mut TestRoom,
    players: &[(Color, PlayerId); 2],
    wanted: impl Fn(&RoomEvent) -> bool,
) -> Vec<RoomEvent> {
    for _ in 0..2000 {
        let events = decide(test, players);
        if events.iter().any(&wanted) {
            return events;
        }
    }
    panic!("it never happened")
}

fn go_on(test: &mut TestRoom) -> Vec<RoomEvent> {
    assert_eq!(test.room.next(test.now), Next::GoOn);
    let events = test.room.go_on(test.now, &mut || [6; 32]);
    test.record(events, None)
}

fn is_over(event: &RoomEvent) -> bool {
    matches!(event, RoomEvent::Game { happening: Happening::RaceOver { .. }, .. })
}

#[test]
fn what_a_page_shows_before_a_turn_costs_no_time() {
    let ann = PlayerId::random();
    let live = r#"{"seats": 3, "races": 1, "clock": {"type": "live", "turn": 20, "bank": 60}}"#;
    let mut test = TestRoom::open(live, &ann);
    for action in [
        r#"{"type": "join", "color": "red", "salt": "a"}"#,
        r#"{"type": "seat-pilot", "color": "white", "pilot": "rookie"}"#,
        r#"{"type": "seat-pilot", "color": "black", "pilot": "rookie"}"#,
        r#"{"type": "ready", "ready": true}"#,
    ] {
        test.must(&ann, action);
    }
    let mut longest = 0;
    for _ in 0..12 {
        let events = test.settle();
        let Some(RoomEvent::Clock { color: Color::Red, until: Some(until), starts, banks }) = events.last() else {
            assert!(events.is_empty(), "her clock starts after the pilots: {events:?}");
            test.now += 60_000;
            let decision = text(test.advice());
            test.must(&ann, &decision);
            continue;
        };
        let starts = starts.unwrap_or(test.now);
        longest = longest.max(starts - test.now);
        assert!(starts - test.now <= 15_000, "capped");
        let turn = until - starts - banks[&Color::Red];
        assert!(turn == 20_000 || turn == 60_000, "a turn, or the first placing: {turn}");
        // She needs her turn's own time and a little more, counted from when her clock starts.
        test.now = starts + turn + 1000;
        while test.turn() == Color::Red && matches!(test.room.stage, Stage::Live(_)) {
            let decision = text(test.advice());
            test.must(&ann, &decision);
        }
        assert_eq!(test.room.timer.banks()[&Color::Red], banks[&Color::Red] - 1000);
        assert!(test.reloaded() == test.room);
    }
    assert!(longest > 1000, "two pilots' turns take a while to show: {longest}");
}

#[test]
fn between_races_no_clock_runs_until_all_are_ready_or_the_limit_is_over() {
    for (settings, clock) in [(LIVE, true), (NO_CLOCK, false)] {
        let (mut test, players) = two_players(settings);
        let events = play_until(&mut test, &players, is_over);
        let until = events.iter().find_map(|event| match event {
            RoomEvent::Break { until } => Some(*until),
            _ => None,
        });
        let until = until.expect("a break");
        assert!(until >= test.now + 30_000, "and the time to show the end of the race");
        assert!(test.room.timer.deadline().is_none(), "no clock runs");
        assert_eq!(test.room.next(test.now), Next::Wait(Some(until)));
        assert!(test.reloaded() == test.room);
        let [(_, ann), (_, ben)] = &players;
        assert_eq!(test.act(ann, r#"{"type": "ready", "ready": false}"#), Err(RefusalReason::AlreadyStarted));
        let mut early = TestRoom { room: test.room.clone(), log: test.log.clone(), ..TestRoom::open(settings, ann) };
        early.now = test.now;
        // Both are ready.
        let ready = early.must(ann, r#"{"type": "ready", "ready": true}"#);
        assert!(matches!(ready[..], [RoomEvent::Ready { .. }]), "{ready:?}");
        assert!(early.must(ann, r#"{"type": "ready", "ready": true}"#).is_empty(), "once is enough");
        early.now += 5000;
        early.must(ben, r#"{"type": "ready", "ready": true}"#);
        let over = go_on(&mut early);
        assert_eq!(over[0], RoomEvent::BreakOver {});
        assert_eq!(over.len(), if clock { 2 } else { 1 }, "the clock of the first placing starts");
        assert!(early.reloaded() == early.room);
        // Or nobody is, and the limit is over.
        test.now = until;
        assert_eq!(go_on(&mut test)[0], RoomEvent::BreakOver {});
        assert_eq!(test.room.timer.deadline().is_some(), clock);
        assert!(test.reloaded() == test.room);
    }
    let (mut test, players) = two_players(CORRESPONDENCE);
    let events = play_until(&mut test, &players, is_over);
    assert!(!events.iter().any(|event| matches!(event, RoomEvent::Break { .. })), "not by correspondence");
}

#[test]
fn a_player_who_places_the_boat_in_the_break_is_ready() {
    let (mut test, players) = two_players(LIVE);
    play_until(&mut test, &players, is_over);
    let first = test.turn();
    let events = decide(&mut test, &players);
    assert!(events.iter().any(|event| matches!(event, RoomEvent::Ready { color, ready: true, .. } if *color == first)));
    assert!(test.room.timer.deadline().is_none(), "the other one still looks at the result");
    decide(&mut test, &players);
    assert!(matches!(go_on(&mut test)[..], [RoomEvent::BreakOver {}, RoomEvent::Clock { until: Some(_), .. }]));
    assert!(test.reloaded() == test.room);
}

#[test]
fn a_game_pauses_when_nobody_is_there_and_goes_on_when_somebody_returns() {
    for settings in [LIVE, NO_CLOCK] {
        let (mut test, players) = two_players(settings);
        let [(_, ann), (_, ben)] = &players;
        decide(&mut test, &players);
        let left = test.room.timer.deadline().map(|deadline| deadline - test.now - 12_000);
        test.gone.0.insert(ann.clone(), test.now);
        assert_eq!(test.room.pauses_at(&test.gone), None, "Ben is there");
        test.gone.0.insert(ben.clone(), test.now + 2000);
        assert_eq!(test.room.pauses_at(&test.gone), Some(test.now + 12_000), "after a moment");
        test.now += 12_000;
        let events = test.room.pause(test.now);
        let paused = RoomEvent::Paused { since: test.now, expires: test.now + DAY, why: PauseReason::Absent };
        assert_eq!(test.record(events, None), [paused]);
        assert_eq!(test.room.pauses_at(&test.gone), None, "once");
        assert_eq!(test.room.timer.deadline(), None);
        assert_eq!(test.room.next(test.now), Next::Wait(Some(test.now + DAY)));
        assert!(test.reloaded() == test.room, "a pause survives a restart");
        test.now += DAY / 2;
        let stranger = PlayerId::random();
        assert!(test.room.returned(&stranger, test.now).is_empty(), "a spectator does not count");
        let events = test.room.returned(ben, test.now);
        let events = test.record(events, None);
        assert_eq!(events[0], RoomEvent::Resumed {});
        assert_eq!(test.room.timer.deadline(), left.map(|left| test.now + left), "as much time as before");
        assert!(test.reloaded() == test.room);
        decide(&mut test, &players);
    }
}

#[test]
fn correspondence_rated_season_and_event_clocks_run_on() {
    let rated = LIVE.replace("\"seats\"", "\"rated\": true, \"seats\"");
    for (settings, kind, pauses) in [
        (LIVE, None, true),
        (LIVE, Some(OccasionKind::PlayNow), true),
        (LIVE, Some(OccasionKind::Event), false),
        (CORRESPONDENCE, Some(OccasionKind::Season), false),
        (CORRESPONDENCE, None, false),
        (&rated, None, false),
    ] {
        let (mut test, players) = two_players(settings);
        test.room.occasion = kind.map(|kind| Occasion { kind, reference: "1".to_owned() });
        let gone = Gone(players.iter().map(|(_, player)| (player.clone(), 0)).collect());
        assert_eq!(test.room.pauses_at(&gone).is_some(), pauses, "{settings} {kind:?}");
        for (_, player) in &players {
            test.must(player, r#"{"type": "leave"}"#);
        }
        assert_eq!(test.room.pauses_at(&gone).is_some(), pauses, "pilots play for everybody: {settings} {kind:?}");
    }
    // Nor can the players of an event let the others wait, or one of a rated regatta while the other one is away.
    for (settings, kind) in [(LIVE, Some(OccasionKind::Event)), (&rated, None)] {
        let (mut test, players) = two_players(settings);
        test.room.occasion = kind.map(|kind| Occasion { kind, reference: "1".to_owned() });
        test.gone.0.insert(players[1].1.clone(), 0);
        let pause = r#"{"type": "vote", "motion": {"type": "pause"}, "yes": true}"#;
        assert_eq!(test.act(&players[0].1, pause), Err(RefusalReason::Forbidden));
        assert!(test.room.paused.is_none());
    }
}

#[test]
fn a_paused_game_expires_after_a_day_without_a_result() {
    let (mut test, players) = two_players(NO_CLOCK);
    for (_, player) in &players {
        test.must(player, r#"{"type": "leave"}"#);
    }
    assert_eq!(test.room.pauses_at(&test.gone), Some(i64::MIN), "pilots do not finish the race alone");
    let events = test.room.pause(test.now);
    test.record(events, None);
    assert!(test.room.returned(&players[0].1, test.now).is_empty(), "a player who left comes back by their own wish");
    test.now += DAY;
    let events = go_on(&mut test);
    assert!(matches!(events[..], [RoomEvent::Ended { why: Ending::Expired }, RoomEvent::Secret { .. }]), "{events:?}");
    assert_eq!(test.room.stage.name(), StageName::Over);
    assert_eq!(test.room.next(test.now), Next::Wait(None));
    assert!(test.reloaded() == test.room);
}

#[test]
fn players_who_are_there_vote() {
    let (mut test, players) = two_players(NO_CLOCK);
    let [(red, ann), (white, ben)] = &players;
    decide(&mut test, &players);
    let replace = r#"{"type": "vote", "motion": {"type": "replace", "color": "white"}, "yes": true}"#;
    assert_eq!(test.act(ann, replace), Err(RefusalReason::NotAbsent));
    test.gone.0.insert(ben.clone(), test.now);
    test.now += 30_000;
    let events = test.must(ann, replace);
    let taken_over = RoomEvent::TakenOver { color: *white, why: Absence::Vote };
    assert!(events.contains(&taken_over), "she is the only one who is there: {events:?}");
    assert!(test.room.votes.is_empty());
    test.must(ben, r#"{"type": "back"}"#);
    test.gone.0.clear();
    // A pause needs both. Either of them goes on.
    let pause = r#"{"type": "vote", "motion": {"type": "pause"}, "yes": true}"#;
    assert!(matches!(test.must(ann, pause)[..], [RoomEvent::Voted { yes: true, .. }]));
    let withdrawn = r#"{"type": "vote", "motion": {"type": "pause"}, "yes": false}"#;
    assert!(matches!(test.must(ann, withdrawn)[..], [RoomEvent::Voted { yes: false, .. }]));
    assert!(matches!(test.must(ben, pause)[..], [RoomEvent::Voted { .. }]));
    assert!(test.reloaded() == test.room, "votes survive a restart");
    test.now += 300_000;
    assert!(matches!(test.must(ann, pause)[..], [RoomEvent::Voted { .. }]), "Ben's vote has lapsed");
    assert!(matches!(test.must(ben, pause)[1], RoomEvent::Paused { why: PauseReason::Vote, .. }));
    assert!(test.room.returned(ann, test.now).is_empty(), "nobody has to return");
    let decision = text(test.advice());
    let player = who(&players, test.turn());
    assert_eq!(test.act(&player, &decision), Err(RefusalReason::Paused));
    assert_eq!(test.must(ann, r#"{"type": "resume"}"#), [RoomEvent::Resumed {}]);
    assert!(test.must(ann, r#"{"type": "resume"}"#).is_empty(), "twice changes nothing");
    test.must(&player, &decision);
    // Without a clock nobody can hold up the others for ever.
    let (slow, other) = if test.turn() == *red { (red, ben) } else { (white, ann) };
    let replace = format!(r#"{{"type": "vote", "motion": {{"type": "replace", "color": "{slow}"}}, "yes": true}}"#);
    assert_eq!(test.act(other, &replace), Err(RefusalReason::NotAbsent));
    test.now += 180_000;
    assert!(test.must(other, &replace).contains(&RoomEvent::TakenOver { color: *slow, why: Absence::Vote }));
    assert!(test.reloaded() == test.room);
}

#[test]
fn all_players_can_agree_to_end_a_regatta_as_it_stands_or_to_give_it_up() {
    for (kind, why) in [("end", Ending::Agreed), ("abandon", Ending::Abandoned)] {
        let (mut test, players) = two_players(NO_CLOCK);
        play_until(&mut test, &players, is_over);
        let vote = format!(r#"{{"type": "vote", "motion": {{"type": "{kind}"}}, "yes": true}}"#);
        assert_eq!(test.act(&PlayerId::random(), &vote), Err(RefusalReason::NotSeated));
        test.must(&players[0].1, &vote);
        let events = test.must(&players[1].1, &vote);
        assert!(matches!(events[1..], [RoomEvent::Ended { .. }, RoomEvent::Secret { .. }]), "{events:?}");
        assert_eq!((test.room.ended, test.room.stage.name()), (Some(why), StageName::Over));
        assert_eq!(test.act(&players[0].1, &vote), Err(RefusalReason::Over));
        assert!(test.reloaded() == test.room);
    }
}

#[test]
fn turns_played_by_a_stand_in_are_marked() {
    let (mut test, players) = two_players(LIVE);
    decide(&mut test, &players);
    decide(&mut test, &players);
    let late = test.turn();
    // The player rolls, and is too late to steer.
    let Decision::Dice { .. } = test.advice() else { panic!("dice first") };
    decide(&mut test, &players);
    test.now = test.room.timer.deadline().expect("a clock");
    let events = test.settle();
    assert!(events.contains(&RoomEvent::TimedOut { color: late }));
    let moved = events.iter().find(|event| matches!(event, RoomEvent::Game { .. }));
    assert!(matches!(moved, Some(RoomEvent::Game { happening: Happening::Moved { .. }, stand_in: true })));
    assert_eq!(test.room.stand_ins.get(&late), Some(&1));
    assert!(!test.room.stand_ins.contains_key(&test.turn()));
    let table = test.room.table().expect("a table");
    let record = table.record(Vec::new(), &Default::default()).to_string();
    let marked: Vec<&str> = record.lines().filter(|line| line.ends_with(" stand-in")).collect();
    assert_eq!(marked.len(), 1, "{record}");
    assert!(marked[0].starts_with(&format!("1 {late} ")), "{record}");
    let read = replay(&record).expect("a record with marks can be replayed");
    assert_eq!(read.record().to_string(), record);
    assert!(replay(&record.replace(" stand-in", "")).is_ok());
    let mark = |line: &str| if line.starts_with("race A") { format!("{line} stand-in\n") } else { format!("{line}\n") };
    assert!(replay(&record.lines().map(mark).collect::<String>()).is_err(), "only placings and turns have marks");
    assert!(test.reloaded() == test.room);
}

#[test]
fn r5_6_a_player_who_resigns_leaves_the_lake_and_ranks_last() {
    let (ann, ben) = (PlayerId::random(), PlayerId::random());
    let mut test = TestRoom::open(r#"{"seats": 3, "races": 2}"#, &ann);
    test.must(&ann, r#"{"type": "join", "color": "red", "salt": "a"}"#);
    test.must(&ben, r#"{"type": "join", "color": "white", "salt": "b"}"#);
    test.must(&ann, r#"{"type": "seat-pilot", "color": "black", "pilot": "skipper"}"#);
    test.must(&ann, r#"{"type": "ready", "ready": true}"#);
    test.must(&ben, r#"{"type": "ready", "ready": true}"#);
    // Three boats are placed, and Ann has rolled.
    while !matches!(test.advice(), Decision::Steer { .. }) || test.turn() != Color::Red {
        let player = if test.turn() == Color::Red { ann.clone() } else { ben.clone() };
        if test.settle().is_empty() {
            let decision = text(test.advice());
            test.must(&player, &decision);
        }
    }
    assert_eq!(test.act(&ann, r#"{"type": "resign"}"#), Err(RefusalReason::WrongPhase), "she must steer first");
    let decision = text(test.advice());
    test.must(&ann, &decision);
    let events = test.must(&ann, r#"{"type": "resign"}"#);
    assert!(matches!(events[0], RoomEvent::Game { happening: Happening::Resigned { color: Color::Red }, .. }));
    assert_eq!(test.room.resigned(), [Color::Red]);
    assert_eq!(test.act(&ann, r#"{"type": "resign"}"#), Err(RefusalReason::NotSeated));
    // The others play both races to their end without her.
    while matches!(test.room.stage, Stage::Live(_)) {
        if test.settle().is_empty() {
            if test.room.break_until.is_some() {
                test.must(&ben, r#"{"type": "ready", "ready": true}"#);
                continue;
            }
            assert_eq!(test.turn(), Color::White);
            let decision = text(test.advice());
            test.must(&ben, &decision);
        }
    }
    let regatta = test.room.table().expect("a table").book().regatta();
    assert_eq!(regatta.results().len(), 2);
    assert_eq!(regatta.ranking().expect("over").last(), Some(&vec![Color::Red]));
    let record = test.room.table().expect("a table").record(Vec::new(), &Default::default()).to_string();
    assert!(record.contains("\nresign red\n"));
    assert_eq!(replay(&record).expect("valid").record().to_string(), record);
    assert!(test.reloaded() == test.room);
}

#[test]
fn a_regatta_ends_when_all_people_or_all_but_one_player_have_resigned() {
    let (mut test, players) = two_players(NO_CLOCK);
    let events = test.must(&players[0].1, r#"{"type": "resign"}"#);
    assert!(events.contains(&RoomEvent::Ended { why: Ending::Resigned }), "{events:?}");
    assert_eq!(test.room.stage.name(), StageName::Over);
    assert_eq!(test.room.table().expect("a table").book().regatta().standing(), [[players[1].0], [players[0].0]]);
    assert!(test.reloaded() == test.room);
}

#[test]
fn an_open_regatta_closes_some_time_after_its_last_event() {
    let ann = PlayerId::random();
    let mut test = TestRoom::open(r#"{"seats": 2, "open_hours": 2}"#, &ann);
    test.must(&ann, r#"{"type": "join"}"#);
    test.now += 3_600_000;
    test.must(&ann, r#"{"type": "chat", "text": "anybody?"}"#);
    assert_eq!(test.room.next(test.now), Next::Wait(Some(test.now + 7_200_000)));
    test.now += 7_200_000;
    assert_eq!(go_on(&mut test), [RoomEvent::Closed {}]);
    assert!(test.reloaded() == test.room);
}

#[test]
fn a_pause_protects_a_player_from_the_votes_of_the_others() {
    let (mut test, players) = two_players(NO_CLOCK);
    for (_, player) in &players {
        test.must(player, r#"{"type": "vote", "motion": {"type": "pause"}, "yes": true}"#);
    }
    assert!(test.room.paused.is_some());
    test.now += 600_000;
    let waits = test.turn();
    let (_, other) = players.iter().find(|(color, _)| *color != waits).expect("two players");
    let replace = format!(r#"{{"type": "vote", "motion": {{"type": "replace", "color": "{waits}"}}, "yes": true}}"#);
    assert_eq!(test.act(other, &replace), Err(RefusalReason::Paused));
    test.must(other, r#"{"type": "resume"}"#);
    assert_eq!(test.act(other, &replace), Err(RefusalReason::NotAbsent), "the wait begins when the game goes on");
    assert!(test.reloaded() == test.room);
    test.now += 600_000;
    test.must(other, &replace);
    // The player was voted out, but not out of the result.
    test.must(other, r#"{"type": "vote", "motion": {"type": "end"}, "yes": true}"#);
    assert!(test.room.ended.is_none());
}
