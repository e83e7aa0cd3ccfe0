//! A seat in a room, and who sits there.

use crate::{
    ids::PlayerId,
    room::{event::Plan, settings::PilotName},
};

/// Who sits in a seat.
#[derive(Clone, PartialEq, Debug)]
pub enum Seat {
    /// Somebody.
    Person(Person),
    /// A pilot of the server's.
    Pilot(PilotName),
}

impl Seat {
    /// The person, if it is one.
    pub fn person(&self) -> Option<&Person> {
        match self {
            Seat::Person(person) => Some(person),
            Seat::Pilot(_) => None,
        }
    }

    /// The same, to be changed.
    pub fn person_mut(&mut self) -> Option<&mut Person> {
        match self {
            Seat::Person(person) => Some(person),
            Seat::Pilot(_) => None,
        }
    }
}

/// Somebody who plays.
#[derive(Clone, PartialEq, Debug)]
pub struct Person {
    /// Who.
    pub player: PlayerId,
    /// What they added to the dice; empty while it is hidden.
    pub salt: String,
    /// SHA-256 of a salt that is, or was, hidden.
    pub seal: Option<String>,
    /// Ready to start.
    pub ready: bool,
    /// Turns in a row in which their time was up.
    pub timeouts: u8,
    /// Their time was up in this turn: a pilot plays it.
    pub stand_in: bool,
    /// A pilot keeps the seat until they come back.
    pub away: bool,
    /// What they wish to do in their next turn.
    pub plan: Option<Plan>,
    /// A heading without a choice is taken at once.
    pub auto_steer: bool,
}

impl Person {
    /// Somebody who has just sat down.
    pub fn new(player: PlayerId, salt: String, seal: Option<String>) -> Person {
        Person {
            player,
            salt,
            seal,
            ready: false,
            timeouts: 0,
            stand_in: false,
            away: false,
            plan: None,
            auto_steer: false,
        }
    }

    /// Is the salt still to be revealed?
    pub fn hides_salt(&self) -> bool {
        self.seal.is_some() && self.salt.is_empty()
    }
}
