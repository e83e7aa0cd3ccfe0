//! A room for tests, with its log and a clock that the test sets.
#![allow(dead_code)] // not every test file uses everything

use powerboats_pilots::{CourseCache, PilotKind};
use powerboats_referee::{Decision, Secret};
use powerboats_rules::Color;
use powerboats_server::{
    ids::{PlayerId, RegattaId},
    room::{
        Next, Room,
        absence::Gone,
        action::{RefusalReason, RoomAction},
        event::{LoggedEvent, RoomEvent},
        settings::Settings,
    },
};
use std::sync::Arc;

/// The events of one log entry, and the action that caused them.
pub type Entry = (Vec<LoggedEvent>, Option<(PlayerId, String)>);

/// A room with its log and a clock that the test sets.
pub struct TestRoom {
    pub room: Room,
    pub log: Vec<Entry>,
    pub now: i64,
    /// Who is not connected.
    pub gone: Gone,
    pub courses: Arc<CourseCache>,
    pub acts: u64,
}

pub fn secret() -> Secret {
    Secret::new([9; 32])
}

impl TestRoom {
    pub fn open(settings: &str, host: &PlayerId) -> TestRoom {
        let settings: Settings = serde_json::from_str(settings).expect("settings");
        let (room, events) = Room::open(RegattaId::random(), secret(), settings, host.clone(), Vec::new(), 1000);
        let (log, gone, courses) = (Vec::new(), Gone::default(), CourseCache::new());
        let mut test = TestRoom { room, log, now: 1000, gone, courses, acts: 0 };
        test.record(events, None);
        test
    }

    pub fn record(&mut self, events: Vec<RoomEvent>, by: Option<(PlayerId, String)>) -> Vec<RoomEvent> {
        let logged = self.room.number(events.clone(), by.clone(), self.now);
        self.log.push((logged, by));
        events
    }

    pub fn act(&mut self, who: &PlayerId, action: &str) -> Result<Vec<RoomEvent>, RefusalReason> {
        let action: RoomAction = serde_json::from_str(action).expect("an action");
        self.acts += 1;
        let events =
            self.room.act(who, &action, None, self.now, &self.gone, &mut || [5; 32]).map_err(|refusal| refusal.code)?;
        Ok(self.record(events, Some((who.clone(), self.acts.to_string()))))
    }

    pub fn must(&mut self, who: &PlayerId, action: &str) -> Vec<RoomEvent> {
        self.act(who, action).unwrap_or_else(|why| panic!("{action}: {why:?}"))
    }

    /// Lets the room act by itself until it waits. Returns the events.
    pub fn settle(&mut self) -> Vec<RoomEvent> {
        let mut all = Vec::new();
        loop {
            let events = match self.room.next(self.now) {
                Next::Wait(_) => return all,
                Next::GoOn => self.room.go_on(self.now, &mut || [6; 32]),
                Next::AskPilot(color, kind) => {
                    let decision =
                        self.room.table().and_then(|table| table.ask(&kind, &self.courses)).expect("decides");
                    self.room.play_for(color, decision, self.now)
                }
            };
            assert!(!events.is_empty(), "a room that acts by itself has events");
            all.extend(self.record(events, None));
        }
    }

    /// The room as it would be after a restart of the server.
    pub fn reloaded(&self) -> Room {
        let json = serde_json::to_string(&self.log.iter().map(|(events, _)| events).collect::<Vec<_>>()).expect("JSON");
        let events: Vec<Vec<LoggedEvent>> = serde_json::from_str(&json).expect("the log parses");
        let log = events.into_iter().zip(self.log.iter().map(|(_, by)| by.clone()));
        let secrets = Room::read_secrets(&self.room.secrets()).expect("secrets");
        Room::replay(self.room.id.clone(), secrets, log).expect("the log can be replayed")
    }

    pub fn turn(&self) -> Color {
        self.room.table().and_then(|table| table.turn()).expect("somebody's turn")
    }

    /// What a Skipper would decide for the player whose turn it is.
    pub fn advice(&self) -> Decision {
        self.room.table().and_then(|table| table.ask(&PilotKind::Skipper, &self.courses)).expect("somebody decides")
    }
}

pub fn text(decision: Decision) -> String {
    serde_json::to_string(&decision).expect("JSON")
}

pub const TWO: &str = r#"{"seats": 2, "races": 1}"#;

pub fn two_players(settings: &str) -> (TestRoom, [(Color, PlayerId); 2]) {
    let (ann, ben) = (PlayerId::random(), PlayerId::random());
    let mut test = TestRoom::open(settings, &ann);
    test.must(&ann, r#"{"type": "join", "color": "red", "salt": "a"}"#);
    test.must(&ben, r#"{"type": "join", "color": "white", "salt": "b"}"#);
    test.must(&ann, r#"{"type": "ready", "ready": true}"#);
    test.must(&ben, r#"{"type": "ready", "ready": true}"#);
    (test, [(Color::Red, ann), (Color::White, ben)])
}

pub fn who(players: &[(Color, PlayerId); 2], color: Color) -> PlayerId {
    players.iter().find(|(seat, _)| *seat == color).expect("sits").1.clone()
}
