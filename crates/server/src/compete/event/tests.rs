//! Events from check-in to close, without a server: the draw, results, corrections, tie-breaks and refusals.

use super::{
    log::{EventChange, Logged},
    settings::{EventSettings, Format},
    standings::{POINT, shares, standings},
    state::{Crowd, EventGameResult, EventState, NewResult},
    view::EventStage,
};
use crate::{
    ids::{EventId, PlayerId, RegattaId},
    room::action::{Refusal, RefusalReason},
};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

struct Evening {
    organiser: PlayerId,
    log: Vec<Logged>,
    results: BTreeMap<RegattaId, EventGameResult>,
    id: EventId,
}

fn settings(tables: u8, format: serde_json::Value) -> EventSettings {
    let clock = json!({"type": "live", "turn": 60, "bank": 60});
    serde_json::from_value(json!({"title": "Club", "format": format, "tables": tables, "clock": clock})).unwrap()
}

impl Evening {
    fn open(settings: EventSettings) -> Evening {
        assert_eq!(settings.fault(), None);
        let (organiser, id) = (PlayerId::random(), EventId::random());
        let what = EventChange::Opened { organiser: organiser.clone(), settings, seed: 5 };
        Evening { organiser, log: vec![Logged { at: 1, what }], results: BTreeMap::new(), id }
    }

    /// The event, always folded from its whole log.
    fn event(&self) -> EventState {
        EventState::replay(self.id.clone(), self.log.clone(), &self.results).unwrap()
    }

    fn then(&mut self, what: Result<EventChange, Refusal>) {
        let at = self.log.len() as i64 + 1;
        self.log.push(Logged { at, what: what.unwrap() });
    }

    fn check_in(&mut self, count: usize) -> Vec<PlayerId> {
        let players: Vec<PlayerId> = (0..count).map(|_| PlayerId::random()).collect();
        for player in &players {
            self.then(self.event().check_in(player, true));
        }
        players
    }

    fn start(&mut self) {
        let event = self.event();
        self.then(event.start_round(&self.organiser, event.rounds.len() + 1, &Crowd::default()));
    }

    /// Everybody finishes in the order of their ids.
    fn finish(&mut self) {
        for game in self.event().rounds.last().unwrap().games.clone() {
            let better = |seat: &Option<PlayerId>| game.seats.iter().filter(|other| *other < seat).count() as u8;
            let ranks = Some(game.seats.iter().map(|seat| better(seat) + 1).collect());
            let points = vec![0; game.seats.len()];
            self.results.insert(game.regatta.clone(), EventGameResult { ranks, points });
        }
    }

    fn stage(&self) -> EventStage {
        EventStage::of(&self.event())
    }
}

fn reason(result: Result<EventChange, Refusal>) -> RefusalReason {
    result.unwrap_err().code
}

#[test]
fn an_evening_of_rounds_ends_with_the_strongest_first() {
    let mut evening = Evening::open(settings(3, json!({"type": "rounds", "rounds": 4})));
    let mut players = evening.check_in(9);
    players.sort();
    assert_eq!(evening.stage(), EventStage::CheckIn);
    for round in 1..=4 {
        evening.start();
        assert_eq!(evening.stage(), EventStage::Playing);
        let event = evening.event();
        assert_eq!(
            reason(event.start_round(&evening.organiser, round, &Crowd::default())),
            RefusalReason::AlreadyStarted
        );
        assert_eq!(reason(event.start_round(&evening.organiser, round + 1, &Crowd::default())), RefusalReason::NotOver);
        evening.finish();
    }
    assert_eq!(evening.stage(), EventStage::Done);
    let table = standings(&evening.event());
    assert_eq!((table[0].player.clone(), table[0].points, table[0].wins), (players[0].clone(), 4 * POINT, 4));
    assert_eq!((table[8].player.clone(), table[8].points), (players[8].clone(), 0));
    let total: u32 = table.iter().map(|standing| standing.points).sum();
    assert_eq!(total, 4 * 3 * 3 * POINT / 2, "each table of three gives one and a half points");
    let event = evening.event();
    evening.then(event.close(&evening.organiser));
    assert_eq!(evening.stage(), EventStage::Closed);
}

#[test]
fn a_knockout_ends_with_a_final_and_the_best_wins() {
    for (count, tables, advance) in [(2, 2, 1), (7, 2, 1), (13, 4, 2), (24, 6, 3), (5, 4, 3), (60, 3, 2)] {
        let mut evening = Evening::open(settings(tables, json!({"type": "knockout", "advance": advance})));
        let mut players = evening.check_in(count);
        players.sort();
        let mut before = usize::MAX;
        while evening.stage() != EventStage::Done {
            evening.start();
            let event = evening.event();
            let round = event.rounds.last().unwrap();
            let people = round.games.iter().flat_map(|game| &game.seats).count() + round.sits_out.iter().count();
            assert!(people < before, "each round is smaller: {count} players, tables of {tables}");
            before = people;
            assert_eq!(reason(event.check_in(&PlayerId::random(), true)), RefusalReason::AlreadyStarted);
            evening.finish();
        }
        let event = evening.event();
        let last = event.rounds.last().unwrap();
        assert_eq!((last.games.len(), &last.sits_out), (1, &None), "one table is left");
        let table = standings(&event);
        assert_eq!(table[0].player, players[0], "{count} players, tables of {tables}");
        assert_eq!(table[0].place, 1);
        assert_eq!(
            reason(event.start_round(&evening.organiser, event.rounds.len() + 1, &Crowd::default())),
            RefusalReason::WrongPhase
        );
    }
}

#[test]
fn in_a_knockout_the_next_best_moves_up_for_a_player_who_left() {
    let mut evening = Evening::open(settings(3, json!({"type": "knockout", "advance": 1})));
    evening.check_in(6);
    evening.start();
    evening.finish();
    let game = evening.event().rounds[0].games[0].clone();
    let mut heat: Vec<PlayerId> = game.seats.iter().flatten().cloned().collect();
    heat.sort();
    let winner = heat[0].clone();
    evening.then(evening.event().check_out(&winner, &winner));
    evening.start();
    let event = evening.event();
    let last: Vec<&PlayerId> = event.rounds[1].games.iter().flat_map(|game| game.seats.iter().flatten()).collect();
    assert!(last.contains(&&heat[1]) && !last.contains(&&winner) && last.len() == 2);
}

#[test]
fn late_joiners_and_leavers_change_the_next_round_only() {
    let mut evening = Evening::open(settings(2, json!({"type": "rounds", "rounds": 3})));
    let players = evening.check_in(4);
    evening.start();
    let late = evening.check_in(1);
    evening.then(evening.event().check_out(&players[0], &players[0]));
    assert_eq!(evening.event().rounds[0].games.len(), 2, "the round that runs stays as it is");
    evening.finish();
    evening.start();
    let event = evening.event();
    let people: BTreeSet<&PlayerId> =
        event.rounds[1].games.iter().flat_map(|game| game.seats.iter().flatten()).collect();
    assert!(people.contains(&late[0]) && !people.contains(&players[0]) && people.len() == 4);
    // A player who has deleted the account is not drawn, either.
    evening.finish();
    let event = evening.event();
    let gone = Crowd { gone: BTreeSet::from([late[0].clone()]), ..Crowd::default() };
    let Ok(EventChange::RoundStarted { tables, sits_out }) = event.start_round(&evening.organiser, 3, &gone) else {
        panic!()
    };
    assert_eq!((tables.len(), sits_out.is_some()), (1, true));
}

#[test]
fn what_others_must_not_do_is_refused_and_changes_nothing() {
    let mut evening = Evening::open(settings(2, json!({"type": "rounds", "rounds": 2})));
    let players = evening.check_in(2);
    let event = evening.event();
    assert_eq!(reason(event.check_in(&players[0], true)), RefusalReason::AlreadySeated, "entering twice");
    let none = Crowd::default();
    assert_eq!(reason(event.start_round(&players[0], 1, &none)), RefusalReason::Forbidden);
    assert_eq!(reason(event.check_out(&players[0], &players[1])), RefusalReason::Forbidden);
    assert_eq!(reason(event.close(&players[0])), RefusalReason::Forbidden);
    evening.start();
    let event = evening.event();
    let correct = |who: &PlayerId, round, table, ranks: &[u8], reason: &str| {
        event.correct(who, NewResult { round, table, ranks: ranks.to_vec(), reason: reason.to_owned() })
    };
    assert_eq!(reason(correct(&players[0], 1, 1, &[1, 2], "I won")), RefusalReason::Forbidden);
    let organiser = evening.organiser.clone();
    for (round, table) in [(0, 1), (1, 0), (2, 1), (1, 2)] {
        assert_eq!(reason(correct(&organiser, round, table, &[1, 2], "why")), RefusalReason::NotFound);
    }
    for ranks in [&[1][..], &[1, 3], &[0, 1], &[2, 2], &[1, 2, 3]] {
        assert_eq!(reason(correct(&organiser, 1, 1, ranks, "why")), RefusalReason::BadRequest, "{ranks:?}");
    }
    for bad in ["", "  ", "two\nlines", &"x".repeat(201)] {
        assert_eq!(reason(correct(&organiser, 1, 1, &[1, 2], bad)), RefusalReason::BadRequest, "{bad:?}");
    }
}

#[test]
fn a_correction_counts_and_stays_visible_until_the_event_is_closed() {
    let mut evening = Evening::open(settings(2, json!({"type": "rounds", "rounds": 1})));
    evening.check_in(2);
    evening.start();
    evening.finish();
    let before = standings(&evening.event());
    let game = evening.event().rounds[0].games[0].clone();
    let turned: Vec<u8> = game.ranks().unwrap().iter().map(|rank| 3 - rank).collect();
    let organiser = evening.organiser.clone();
    let new = NewResult { round: 1, table: 1, ranks: turned, reason: " The wrong boat was moved. ".to_owned() };
    evening.then(evening.event().correct(&organiser, new.clone()));
    let after = standings(&evening.event());
    assert_eq!((&after[0].player, after[0].points), (&before[1].player, POINT));
    assert_eq!(evening.event().rounds[0].games[0].corrections[0].reason, "The wrong boat was moved.");
    evening.then(evening.event().close(&organiser));
    assert_eq!(reason(evening.event().correct(&organiser, new)), RefusalReason::Over, "correcting after the close");
    assert_eq!(reason(evening.event().check_in(&PlayerId::random(), true)), RefusalReason::Over);
}

#[test]
fn a_result_that_comes_after_the_close_does_not_count() {
    let mut evening = Evening::open(settings(2, json!({"type": "rounds", "rounds": 1})));
    evening.check_in(2);
    evening.start();
    evening.then(evening.event().close(&evening.organiser));
    evening.finish();
    assert!(standings(&evening.event()).iter().all(|standing| standing.points == 0 && standing.place == 1));
}

#[test]
fn results_of_other_regattas_do_not_count() {
    let mut evening = Evening::open(settings(2, json!({"type": "rounds", "rounds": 1})));
    evening.check_in(2);
    evening.start();
    evening.results.insert(RegattaId::random(), EventGameResult { ranks: Some(vec![1, 2]), points: vec![0, 0] });
    assert_eq!(evening.stage(), EventStage::Playing);
}

#[test]
fn rated_events_are_for_registered_players_and_every_event_has_a_clock() {
    let rated = EventSettings { rated: true, ..settings(2, json!({"type": "rounds", "rounds": 1})) };
    let event = Evening::open(rated.clone()).event();
    assert_eq!(reason(event.check_in(&PlayerId::random(), false)), RefusalReason::Forbidden);
    assert!(event.check_in(&PlayerId::random(), true).is_ok());
    for bad in [
        EventSettings { clock: serde_json::from_value(json!({"type": "none"})).unwrap(), ..rated.clone() },
        EventSettings { tables: 7, ..rated.clone() },
        EventSettings { tables: 1, ..rated.clone() },
        EventSettings { races: 4, ..rated.clone() },
        EventSettings { title: String::new(), ..rated.clone() },
        EventSettings { format: Format::Rounds { rounds: 61 }, ..rated.clone() },
        EventSettings { format: Format::Knockout { advance: 0 }, ..rated },
    ] {
        assert!(bad.fault().is_some(), "{bad:?}");
    }
}

#[test]
fn shares_count_opponents_beaten_and_ties_as_half() {
    assert_eq!(shares(&[1, 2]), [60, 0]);
    assert_eq!(shares(&[1, 1]), [30, 30]);
    assert_eq!(shares(&[3, 1, 2]), [0, 60, 30]);
    assert_eq!(shares(&[1, 2, 2, 4]), [60, 30, 30, 0]);
    assert_eq!(shares(&[6, 5, 4, 3, 2, 1]), [0, 12, 24, 36, 48, 60]);
}

#[test]
fn tie_breaks_are_wins_then_the_points_of_the_people_met() {
    // Four players, two rounds of tables of two: A beats B and loses to C, D ties twice. All have one point but B and C.
    let mut evening = Evening::open(settings(2, json!({"type": "rounds", "rounds": 2})));
    evening.check_in(4);
    let organiser = evening.organiser.clone();
    for (round, ranks) in [(1, [[1, 2], [1, 1]]), (2, [[1, 2], [1, 1]])] {
        evening.start();
        for (table, ranks) in (1..).zip(ranks) {
            let new = NewResult { round, table, ranks: ranks.to_vec(), reason: "played on a board".to_owned() };
            evening.then(evening.event().correct(&organiser, new));
        }
    }
    let table = standings(&evening.event());
    for pair in table.windows(2) {
        let key = |standing: &super::standings::Placing| {
            (standing.points, standing.wins, f64::from(standing.met.0) / f64::from(standing.met.1))
        };
        assert!(key(&pair[0]) >= key(&pair[1]));
        assert_eq!(pair[0].place == pair[1].place, key(&pair[0]) == key(&pair[1]));
    }
}

/// Everybody who looks at an event gets all of it, so nobody may make it grow for ever.
#[test]
fn nobody_can_fill_the_log_of_an_event() {
    let mut evening = Evening::open(settings(2, json!({"type": "rounds", "rounds": 3})));
    let (player, organiser) = (PlayerId::random(), evening.organiser.clone());
    for _ in 0..20 {
        evening.then(evening.event().check_in(&player, true));
        evening.then(evening.event().check_out(&player, &player));
    }
    assert_eq!(evening.event().check_in(&player, true).unwrap_err().code, RefusalReason::TooMany);
    for other in evening.check_in(4) {
        assert!(evening.event().players[&other]);
    }
    evening.start();
    let result = |reason: &str| NewResult { round: 1, table: 1, ranks: vec![1, 2], reason: reason.to_owned() };
    for _ in 0..5 {
        evening.then(evening.event().correct(&organiser, result("again")));
    }
    assert_eq!(evening.event().correct(&organiser, result("and again")).unwrap_err().code, RefusalReason::TooMany);
    // As many as can ever have been there, of whom most have left.
    for _ in evening.event().players.len()..1000 {
        let guest = PlayerId::random();
        let (came, left) =
            (EventChange::CheckedIn { player: guest.clone() }, EventChange::CheckedOut { player: guest });
        evening.then(Ok(came));
        evening.then(Ok(left));
    }
    assert_eq!(evening.event().check_in(&PlayerId::random(), true).unwrap_err().code, RefusalReason::TooMany);
}

/// Results that the organiser sets let the event go on, but the regattas are still raced.
#[test]
fn an_event_has_at_most_two_hundred_regattas_at_once() {
    let mut evening = Evening::open(settings(2, json!({"type": "rounds", "rounds": 5})));
    evening.check_in(super::state::MOST_PLAYERS);
    for round in 1..=2 {
        evening.start();
        for table in 1..=evening.event().rounds.last().unwrap().games.len() {
            let result = NewResult { round, table, ranks: vec![1, 2], reason: "set".to_owned() };
            let event = evening.event();
            evening.then(event.correct(&evening.organiser, result));
        }
    }
    let event = evening.event();
    assert_eq!(reason(event.start_round(&evening.organiser, 3, &Crowd::default())), RefusalReason::TooMany);
    evening.finish();
    evening.start();
    assert_eq!(evening.event().rounds.len(), 3);
}

#[test]
fn corrections_of_an_event_have_a_limited_space() {
    let mut evening = Evening::open(settings(2, json!({"type": "rounds", "rounds": 3})));
    let organiser = evening.organiser.clone();
    evening.check_in(80);
    evening.start();
    let reason = "🚤".repeat(200);
    let all = (1..=40).flat_map(|table| [table; 5]);
    let wanted = all.map(|table| NewResult { round: 1, table, ranks: vec![1, 2], reason: reason.clone() });
    let mut event = evening.event();
    let stored = wanted
        .map_while(|wanted| event.correct(&organiser, wanted).ok().map(|what| event.happened(Logged { at: 1, what })));
    assert_eq!(stored.count(), 131_072 / 880);
    let short = NewResult { round: 1, table: 40, ranks: vec![1, 2], reason: "x".to_owned() };
    assert!(event.correct(&organiser, short).is_ok(), "a short one still fits");
}
