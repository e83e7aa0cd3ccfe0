//! A room for tests, with its log and a clock that the test sets.
#![allow(dead_code)] // not every test file uses everything

use powerboats_pilots::{CourseCache, PilotKind};
use powerboats_referee::{Decision, Secret};
use powerboats_rules::Color;
use powerboats_server::{
    ids::{PlayerId, RegattaId},
    room::{
        Next, Room,
        action::{RefusalReason, RoomAction},
        event::{LoggedEvent, RoomEvent},
        settings::Settings,
    },
};
use std::sync::Arc;

/// The events of one log entry, and the action that caused them.
pub type Entry = (Vec<LoggedEvent>, Option<(PlayerId, String)>);

/// A room with its log and a clock that the test sets.
pub struct Club {
    pub room: Room,
    pub log: Vec<Entry>,
    pub now: i64,
    pub courses: Arc<CourseCache>,
    pub acts: u64,
}

pub fn secret() -> Secret {
    Secret::new([9; 32])
}

impl Club {
    pub fn open(settings: &str, host: &PlayerId) -> Club {
        let settings: Settings = serde_json::from_str(settings).expect("settings");
        let (room, happened) = Room::open(RegattaId::random(), secret(), settings, host.clone(), Vec::new(), 1000);
        let mut club = Club { room, log: Vec::new(), now: 1000, courses: CourseCache::new(), acts: 0 };
        club.tell(happened, None);
        club
    }

    pub fn tell(&mut self, happened: Vec<RoomEvent>, by: Option<(PlayerId, String)>) -> Vec<RoomEvent> {
        let events = self.room.number(happened.clone(), by.clone(), self.now);
        self.log.push((events, by));
        happened
    }

    pub fn act(&mut self, who: &PlayerId, action: &str) -> Result<Vec<RoomEvent>, RefusalReason> {
        let action: RoomAction = serde_json::from_str(action).expect("an action");
        self.acts += 1;
        let happened = self.room.act(who, &action, None, self.now, &mut || [5; 32]).map_err(|refusal| refusal.code)?;
        Ok(self.tell(happened, Some((who.clone(), self.acts.to_string()))))
    }

    pub fn must(&mut self, who: &PlayerId, action: &str) -> Vec<RoomEvent> {
        self.act(who, action).unwrap_or_else(|why| panic!("{action}: {why:?}"))
    }

    /// Lets the room act by itself until it waits. Returns the events.
    pub fn settle(&mut self) -> Vec<RoomEvent> {
        let mut told = Vec::new();
        loop {
            let happened = match self.room.next(self.now) {
                Next::Wait(_) => return told,
                Next::GoOn => self.room.go_on(self.now, &mut || [6; 32]),
                Next::Ask(color, kind) => {
                    let decision =
                        self.room.table().and_then(|table| table.ask(&kind, &self.courses)).expect("decides");
                    self.room.play_for(color, decision, self.now)
                }
            };
            assert!(!happened.is_empty(), "a room that acts by itself has events");
            told.extend(self.tell(happened, None));
        }
    }

    /// The room as it would be after a restart of the server.
    pub fn reloaded(&self) -> Room {
        let json = serde_json::to_string(&self.log.iter().map(|(events, _)| events).collect::<Vec<_>>()).expect("JSON");
        let events: Vec<Vec<LoggedEvent>> = serde_json::from_str(&json).expect("the log parses");
        let log = events.into_iter().zip(self.log.iter().map(|(_, by)| by.clone()));
        let secrets = Room::read_secrets(&self.room.secrets()).expect("secrets");
        Room::follow(self.room.id.clone(), secrets, log).expect("the log can be replayed")
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

pub fn two_players(settings: &str) -> (Club, [(Color, PlayerId); 2]) {
    let (ann, ben) = (PlayerId::random(), PlayerId::random());
    let mut club = Club::open(settings, &ann);
    club.must(&ann, r#"{"type": "join", "color": "red", "salt": "a"}"#);
    club.must(&ben, r#"{"type": "join", "color": "white", "salt": "b"}"#);
    club.must(&ann, r#"{"type": "ready", "ready": true}"#);
    club.must(&ben, r#"{"type": "ready", "ready": true}"#);
    (club, [(Color::Red, ann), (Color::White, ben)])
}

pub fn who(players: &[(Color, PlayerId); 2], color: Color) -> PlayerId {
    players.iter().find(|(seat, _)| *seat == color).expect("sits").1.clone()
}
