//! Every log that can come about, as a tree: a log is its parent plus one entry. Rooms judge with their real code; what a
//! room does depends only on its log and the time, so each answer is remembered.

use super::search::QuickMap;
use crate::test_room::{Entry, TestRoom};
use powerboats_referee::Secret;
use powerboats_server::{
    ids::PlayerId,
    room::{
        Next, Room,
        absence::Gone,
        action::{RefusalReason, RoomAction, Submission},
        event::RoomEvent,
    },
};
use std::collections::HashSet;

/// A log, as its place in the tree. It also stands for its last entry and for the room that it makes.
pub type Log = u16;

/// The log at the beginning.
pub const BASE: Log = 0;

/// Whether the time is up for the player whose turn it is at the beginning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Time {
    Early,
    Late,
}

/// What becomes of an action: the log with it, or a refusal.
type Judged = Result<Log, RefusalReason>;

/// An action that a client sends, perhaps several times.
#[derive(Clone)]
pub struct Asked {
    pub player: PlayerId,
    pub submission: Submission,
    /// How often the client sends it at most.
    pub tries: u8,
    /// The client that must have its answer before.
    pub after: Option<u8>,
}

struct Node {
    parent: Log,
    entry: Entry,
    room: Room,
    /// Where each client's action is in this log.
    done: Vec<Option<u64>>,
    /// Whether an action is in it twice.
    repeats: bool,
}

pub struct Logs {
    nodes: Vec<Node>,
    before: Vec<Entry>,
    secrets: Vec<Secret>,
    asked: Vec<Asked>,
    courses: std::sync::Arc<powerboats_pilots::CourseCache>,
    /// The time before and after the player's time is up.
    times: [i64; 2],
    acts: QuickMap<(Log, u8, Option<u64>, Time), Judged>,
    own: QuickMap<(Log, Time), Option<Log>>,
    played: QuickMap<Log, Option<Log>>,
}

impl Logs {
    pub fn new(test: &TestRoom, asked: Vec<Asked>) -> Logs {
        let late = test.room.timer.deadline().map_or(test.now, |deadline| deadline + 1);
        let (entry, room) = (test.log[test.log.len() - 1].clone(), test.reloaded());
        Logs {
            nodes: vec![Node { parent: BASE, entry, room, done: vec![None; asked.len()], repeats: false }],
            before: test.log.clone(),
            secrets: Room::read_secrets(&test.room.secrets()).expect("secrets"),
            asked,
            courses: test.courses.clone(),
            times: [test.now, late],
            acts: QuickMap::default(),
            own: QuickMap::default(),
            played: QuickMap::default(),
        }
    }

    fn node(&self, log: Log) -> &Node {
        &self.nodes[usize::from(log)]
    }

    pub fn parent(&self, log: Log) -> Log {
        self.node(log).parent
    }

    /// The number of the last event.
    pub fn last(&self, log: Log) -> u64 {
        self.node(log).room.seq
    }

    pub fn last_game(&self, log: Log) -> u64 {
        self.node(log).room.last_game
    }

    /// Where a client's action is in this log.
    pub fn done(&self, log: Log, client: u8) -> Option<u64> {
        self.node(log).done[usize::from(client)]
    }

    /// Whether an action is in this log twice.
    pub fn repeats(&self, log: Log) -> bool {
        self.node(log).repeats
    }

    /// Whether a log's last entry is a client's decision.
    pub fn is_decision(&self, log: Log) -> bool {
        let by = &self.node(log).entry.1;
        let decides = |asked: &&Asked| matches!(asked.submission.action, RoomAction::Decide(_));
        let same = |asked: &&Asked| by.as_ref().is_some_and(|by| by.0 == asked.player && by.1 == asked.submission.id);
        self.asked.iter().find(same).as_ref().is_some_and(decides)
    }

    /// Whether a client caused the last entry.
    pub fn is_by_client(&self, log: Log) -> bool {
        self.node(log).entry.1.is_some()
    }

    pub fn asked(&self, client: u8) -> &Asked {
        &self.asked[usize::from(client)]
    }

    /// The first and the last number of each entry after the base.
    pub fn spans(&self, mut log: Log) -> Vec<(u64, u64)> {
        let mut spans = Vec::new();
        while log != BASE {
            spans.push(self.span(log));
            log = self.parent(log);
        }
        spans.push((1, self.last(BASE)));
        spans
    }

    /// The first and the last number of a log's last entry.
    pub fn span(&self, log: Log) -> (u64, u64) {
        let events = &self.node(log).entry.0;
        (events[0].seq, events[events.len() - 1].seq)
    }

    pub fn starts_with(&self, mut log: Log, start: Log) -> bool {
        while log != start && log != BASE {
            log = self.parent(log);
        }
        log == start
    }

    /// The beginning of `log` that has one entry more than `start`.
    pub fn after(&self, start: Log, mut log: Log) -> Log {
        while self.parent(log) != start {
            log = self.parent(log);
        }
        log
    }

    fn now(&self, time: Time) -> i64 {
        match time {
            Time::Early => self.times[0],
            Time::Late => self.times[1],
        }
    }

    /// Judges a client's action.
    pub fn act(&mut self, log: Log, client: u8, seen: Option<u64>, time: Time) -> Judged {
        if let Some(known) = self.acts.get(&(log, client, seen, time)) {
            return *known;
        }
        let (mut room, now) = (self.node(log).room.clone(), self.now(time));
        let Asked { player, submission, .. } = self.asked[usize::from(client)].clone();
        let judged = match room.act(&player, &submission.action, seen, now, &Gone::default(), &mut || [6; 32]) {
            Ok(mut events) => {
                if events.is_empty() {
                    events.push(RoomEvent::Noted {});
                }
                Ok(self.add(log, room, events, Some((player, submission.id)), now))
            }
            Err(refusal) => Err(refusal.code),
        };
        self.acts.insert((log, client, seen, time), judged);
        judged
    }

    /// What a plan or a clock does at once, if anything.
    pub fn go_on(&mut self, log: Log, time: Time) -> Option<Log> {
        if let Some(known) = self.own.get(&(log, time)) {
            return *known;
        }
        let (mut room, now) = (self.node(log).room.clone(), self.now(time));
        let next = (room.next(now) == Next::GoOn).then(|| {
            let events = room.go_on(now, &mut || [6; 32]);
            assert!(!events.is_empty(), "a room that goes on has events");
            self.add(log, room, events, None, now)
        });
        self.own.insert((log, time), next);
        next
    }

    /// What the pilot plays that stands in for a player whose time is up.
    pub fn pilot(&mut self, log: Log) -> Option<Log> {
        if let Some(known) = self.played.get(&log) {
            return *known;
        }
        let (mut room, now) = (self.node(log).room.clone(), self.now(Time::Late));
        let next = match room.next(now) {
            Next::AskPilot(color, kind) => {
                let decision = room.table().and_then(|table| table.ask(&kind, &self.courses)).expect("decides");
                let events = room.play_for(color, decision, now);
                Some(self.add(log, room, events, None, now))
            }
            Next::GoOn | Next::Wait(_) => None,
        };
        self.played.insert(log, next);
        next
    }

    /// Numbers events and adds the log with them, unless it is known. It must give the same room when it is replayed.
    fn add(
        &mut self,
        parent: Log,
        mut room: Room,
        events: Vec<RoomEvent>,
        by: Option<(PlayerId, String)>,
        now: i64,
    ) -> Log {
        let entry = (room.number(events, by.clone(), now), by);
        let same = |node: &Node| node.parent == parent && node.entry == entry;
        if let Some(known) = self.nodes.iter().skip(1).position(same) {
            return known as Log + 1;
        }
        let (mut entries, mut log) = (vec![entry.clone()], parent);
        while log != BASE {
            entries.push(self.node(log).entry.clone());
            log = self.parent(log);
        }
        entries.extend(self.before.iter().rev().cloned());
        entries.reverse();
        let replayed = Room::replay(room.id.clone(), self.secrets.clone(), entries.clone());
        assert!(replayed.as_ref() == Ok(&room), "a log must give its room when replayed");
        let mut ids = HashSet::new();
        let repeats = entries.iter().filter_map(|(_, by)| by.as_ref()).any(|by| !ids.insert(by));
        let done = self.asked.iter().map(|asked| room.done(&asked.player, &asked.submission.id)).collect();
        self.nodes.push(Node { parent, entry, room, done, repeats });
        Log::try_from(self.nodes.len() - 1).expect("few logs")
    }
}
