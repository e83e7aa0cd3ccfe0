//! An event as it is sent: written as JSON once after a change, and shared by all who look.

use crate::{
    compete::event::view::EventView,
    http::{message::text, shield::Shield},
};
use axum::{body::Bytes, extract::ws::Utf8Bytes};
use std::sync::OnceLock;

/// What comes before the JSON of the event in a message of the socket.
const HEAD: &str = "{\"type\":\"event\",\"event\":";

/// What comes after it.
const TAIL: &str = "}";

/// One unit of the allowance of an address is enough for so many bytes, because they may have to be compressed.
const BYTES_A_UNIT: usize = 32 << 10;

/// An event at a moment, as everybody sees it.
#[derive(Debug)]
pub struct Shown {
    /// A number that grows with every change.
    pub version: i64,
    #[allow(missing_docs)]
    pub view: EventView,
    /// The message of the socket.
    message: Utf8Bytes,
    /// The same for protected readers, made when the first one looks.
    shielded: OnceLock<Utf8Bytes>,
}

impl Shown {
    #[allow(missing_docs)]
    pub fn new(version: i64, view: EventView) -> Shown {
        let message = format!("{HEAD}{}{TAIL}", text(&view)).into();
        Shown { version, view, message, shielded: OnceLock::new() }
    }

    /// The message of the socket for a client with this shield. Nothing in an event depends on which protected player reads it.
    pub(crate) fn message(&self, shield: Option<&Shield>) -> Utf8Bytes {
        match shield {
            None => self.message.clone(),
            Some(shield) => self.shielded.get_or_init(|| shield.text(self.message.clone())).clone(),
        }
    }

    /// The event alone.
    pub fn json(&self) -> Bytes {
        Bytes::from(self.message.clone()).slice(HEAD.len()..self.message.len() - TAIL.len())
    }

    /// What sending it counts for, besides the request.
    pub fn cost(&self) -> u32 {
        u32::try_from(self.message.len() / BYTES_A_UNIT).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{compete::event::EventMessage, ids::PlayerId, people::boat_name};
    use serde_json::json;

    #[test]
    fn all_who_look_share_one_text() {
        let ann = PlayerId::random();
        let settings = json!({"title": "Cup", "format": {"type": "rounds", "rounds": 1}, "tables": 2,
            "clock": {"type": "live", "turn": 60, "bank": 60}});
        let view = json!({"id": "aaaaaaaaaaaaaaaa", "settings": settings, "organiser": {"player": ann, "name": "Ann"},
            "stage": "check-in", "opened": 1, "players": [], "rounds": [], "standings": [], "can_go_on": true});
        let shown = Shown::new(3, serde_json::from_value(view).unwrap());
        assert_eq!(serde_json::from_slice::<EventView>(&shown.json()).unwrap(), shown.view);
        let open = shown.message(None);
        let EventMessage::Event { event } = serde_json::from_str(&open).unwrap() else { panic!("{open}") };
        assert_eq!(*event, shown.view);
        assert_eq!(shown.message(None).as_str().as_ptr(), open.as_str().as_ptr());
        // Protected readers share one, too, also with a protected organiser.
        let shields = [PlayerId::random(), ann.clone()].map(Shield::for_reader);
        let [one, other] = shields.map(|shield| shown.message(Some(&shield)));
        assert_eq!(one.as_str().as_ptr(), other.as_str().as_ptr());
        assert!(one.contains(&boat_name(&ann)) && !one.contains("\"Ann\"") && !one.contains("Cup"), "{one}");
    }
}
