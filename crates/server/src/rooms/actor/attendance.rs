//! Who is connected to a room, and since when the others are gone.

use crate::{
    ids::PlayerId,
    room::{
        Room,
        absence::{Gone, PauseReason},
        seat::Seat,
    },
};
use std::collections::BTreeMap;

/// A player who sends a request without being connected counts as connected for this time.
const REQUEST_TIME: i64 = 60_000;

/// Follows who comes and goes. It is not stored: after a restart nobody is there until they connect.
#[derive(Default)]
pub(super) struct Attendance {
    gone: Gone,
    /// When players last came.
    arrived: BTreeMap<PlayerId, i64>,
}

impl Attendance {
    /// Players who are not connected, and since when. A time in the future: they were heard of a moment ago.
    pub fn gone(&self) -> &Gone {
        &self.gone
    }

    /// Notes which of the room's people are connected now.
    pub fn update(&mut self, room: &Room, is_connected: impl Fn(&PlayerId) -> bool, now: i64) {
        let players = room.seats.values().filter_map(Seat::person).map(|person| &person.player);
        let people: Vec<&PlayerId> = players.chain([&room.host]).collect();
        for player in &people {
            if !is_connected(player) {
                self.gone.0.entry((*player).clone()).or_insert(now);
            } else if self.gone.0.remove(*player).is_some_and(|since| since <= now) {
                self.arrived.insert((*player).clone(), now);
            }
        }
        self.gone.0.retain(|player, _| people.contains(&player));
        self.arrived.retain(|player, _| people.contains(&player));
    }

    /// Notes that a player has just connected, perhaps a second time.
    pub fn came(&mut self, player: &PlayerId, now: i64) {
        self.arrived.insert(player.clone(), now);
    }

    /// Notes that a player has sent a request.
    pub fn heard_of(&mut self, player: &PlayerId, now: i64) {
        if let Some(since) = self.gone.0.get_mut(player) {
            if *since <= now {
                self.arrived.insert(player.clone(), now);
            }
            *since = now + REQUEST_TIME;
        }
    }

    /// A player who has come since the game was paused because nobody was there. Each arrival is told once.
    pub fn take_returned(&mut self, room: &Room) -> Option<PlayerId> {
        let pause = room.paused.filter(|pause| pause.why == PauseReason::Absent)?;
        let returned = self.arrived.iter().find(|(_, at)| **at >= pause.since).map(|(player, _)| player.clone())?;
        self.arrived.remove(&returned);
        Some(returned)
    }
}
