//! Two servers write to the same room, in every order of steps: nothing is lost, doubled, or answered falsely.

use crate::model::{
    Flaw,
    scenarios::{
        chat_and_clock, decision_chat_and_clock, one_after_the_other, reader_of_chat_and_clock,
        reader_of_decision_and_chat, two_windows,
    },
    search::{Covered, search},
    steps::{Model, is_stored},
};
use crate::test_server::TestDatabase;
use futures_util::future::join_all;
use powerboats_server::{
    ids::RegattaId,
    store::{Commit, LogEntry, NewRow, Store, StoreError},
};

/// Makes a model of what is searched.
type Scenario = fn() -> Model;

fn no_law_is_broken(scenario: Scenario) {
    match search(&mut scenario()) {
        Ok(Covered { states, orders }) => println!("{states} states, {orders:.1e} interleavings"),
        Err(violation) => panic!("{violation}"),
    }
}

#[test]
fn a_decision_that_is_sent_again_while_the_other_player_chats_and_time_runs_out() {
    no_law_is_broken(decision_chat_and_clock);
}

#[test]
fn a_message_that_is_sent_again_while_time_runs_out() {
    no_law_is_broken(chat_and_clock);
}

#[test]
fn a_server_that_does_not_know_whose_turn_it_is() {
    no_law_is_broken(one_after_the_other);
}

#[test]
fn a_player_who_decides_in_two_windows() {
    no_law_is_broken(two_windows);
}

#[test]
fn a_reader_on_a_third_server() {
    no_law_is_broken(reader_of_decision_and_chat);
}

#[test]
fn a_reader_on_a_third_server_while_time_runs_out() {
    no_law_is_broken(reader_of_chat_and_clock);
}

/// If one rule of the protocol is left out, the search notices.
#[test]
fn every_rule_is_needed() {
    let rules: [(Flaw, Scenario, &str); 10] = [
        (Flaw::FirstNotUnique, decision_chat_and_clock, "the log has an overlap or a hole"),
        (Flaw::TornLoad, chat_and_clock, "an owner would write with a row that does not belong to its log"),
        (Flaw::NoHeadCheck, one_after_the_other, "a refused action is in the log"),
        (Flaw::JudgedAgainUnseen, two_windows, "a decision for an earlier state of the game was stored"),
        (Flaw::KnownOnlyOnce, chat_and_clock, "an action is in the log twice"),
        (Flaw::TwoClockReadings, decision_chat_and_clock, "a refused action is in the log"),
        (Flaw::NoGapFill, reader_of_decision_and_chat, "the reader missed an entry"),
        (Flaw::SilentTakeover, reader_of_decision_and_chat, "the reader never learns of an entry"),
        (Flaw::BlindReminder, reader_of_decision_and_chat, "the reader never learns of an entry"),
        (Flaw::NoReminder, reader_of_decision_and_chat, "the reader never learns of an entry"),
    ];
    for (flaw, scenario, law) in rules {
        let found = search(&mut Model { flaw: Some(flaw), ..scenario() });
        assert_eq!(found.err().map(|violation| violation.law), Some(law), "{flaw:?}");
    }
}

/// Whether two entries in one transaction may end with the same number of the same log.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    Any,
    Different,
}

/// The store and the rule agree about random appends: overlaps, holes and repeated entries, alone, several in one append,
/// and several appends at once. An append is stored completely or not at all.
async fn the_store_follows_the_rule(place: TestDatabase, ends: Ends, rounds: usize) {
    let store = Store::open(&place.database()).await.unwrap();
    let (mut random, mut stored, mut refused) = (Random(1), 0, 0);
    for _ in 0..rounds {
        let regattas: [RegattaId; 3] = std::array::from_fn(|_| RegattaId::random());
        let mut logs = [const { Vec::new() }; 3];
        for (id, log) in regattas.iter().zip(&mut logs) {
            let create = Some(NewRow { secret: "secret".to_owned(), invite: "invite".to_owned() });
            store.append(vec![Commit { create, ..Commit::new(id.clone(), entry((1, 1))) }]).await.unwrap();
            log.push((1, 1));
        }
        for _ in 0..12 {
            let appends = random.appends(&logs, ends);
            let commit = |(log, span): &(usize, Span)| Commit::new(regattas[*log].clone(), entry(*span));
            let all = appends.iter().map(|entries| store.append(entries.iter().map(commit).collect()));
            for (outcome, entries) in join_all(all).await.into_iter().zip(&appends) {
                let mut after = logs.clone();
                let fits = entries.iter().all(|(log, span)| {
                    let fits = is_stored(&after[*log], *span);
                    after[*log].push(*span);
                    fits
                });
                match outcome {
                    Ok(()) => assert!(fits, "{entries:?} was acknowledged after {logs:?}: {appends:?}"),
                    Err(StoreError::Conflict) => assert!(!fits, "{entries:?} was refused after {logs:?}: {appends:?}"),
                    Err(error) => panic!("{error}"),
                }
                (stored, refused) = if fits { (stored + 1, refused) } else { (stored, refused + 1) };
                logs = if fits { after } else { logs };
            }
            for (id, log) in regattas.iter().zip(&logs) {
                assert!(log.windows(2).all(|pair| pair[1].0 == pair[0].1 + 1), "no overlap, no hole: {log:?}");
                let read: Vec<String> = store.entries(id, 0).await.unwrap().into_iter().map(|entry| entry.3).collect();
                assert_eq!(read, log.iter().map(|span| entry(*span).events).collect::<Vec<_>>());
            }
        }
    }
    println!("{stored} appends stored, {refused} refused");
    store.close().await;
    place.clear().await;
}

#[tokio::test]
async fn the_store_appends_by_the_rule_on_sqlite() {
    the_store_follows_the_rule(TestDatabase::sqlite(), Ends::Different, 30).await;
    the_store_follows_the_rule(TestDatabase::sqlite(), Ends::Any, 30).await;
}

/// Here an append alone, or several of different logs, is often one statement without a transaction around it.
#[tokio::test]
async fn the_store_appends_by_the_rule_on_postgres() {
    the_store_follows_the_rule(TestDatabase::postgres().await, Ends::Different, 10).await;
    the_store_follows_the_rule(TestDatabase::postgres().await, Ends::Any, 10).await;
}

/// The first and the last number of an entry.
type Span = (u64, u64);

fn entry((first, last): Span) -> LogEntry {
    LogEntry { first, last, actor: None, action: None, at: 0, events: format!("[{first},{last}]") }
}

/// A small random generator, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    /// Up to four appends, mostly of one entry.
    fn appends(&mut self, logs: &[Vec<Span>; 3], ends: Ends) -> Vec<Vec<(usize, Span)>> {
        let mut appends: Vec<Vec<(usize, Span)>> = Vec::new();
        for _ in 0..=self.below(4) {
            let entries: Vec<_> = (0..=self.below(10) / 7).map(|_| self.entry(logs)).collect();
            let mut all: Vec<_> = appends.iter().flatten().chain(&entries).map(|(log, span)| (log, span.1)).collect();
            let count = all.len();
            all.sort_unstable();
            all.dedup();
            if ends == Ends::Any || all.len() == count {
                appends.push(entries);
            }
        }
        appends
    }

    /// An entry near the end of one of the logs.
    fn entry(&mut self, logs: &[Vec<Span>; 3]) -> (usize, Span) {
        let log = self.below(logs.len());
        let end = logs[log][logs[log].len() - 1].1;
        let first = (end + [1, 1, 1, 1, 0, 2, 3][self.below(7)]).saturating_sub(self.below(4) as u64 / 3).max(1);
        (log, (first, first + self.below(3) as u64))
    }
}
