//! A seat in a room and its occupant.

use crate::{
    ids::PlayerId,
    room::{
        event::{Absence, Plan},
        settings::PilotName,
    },
};

#[allow(missing_docs)]
#[derive(Clone, PartialEq, Debug)]
pub enum Seat {
    Person(Person),
    Pilot(PilotName),
}

impl Seat {
    /// The person in this seat, if it is not a pilot's.
    pub fn person(&self) -> Option<&Person> {
        match self {
            Seat::Person(person) => Some(person),
            Seat::Pilot(_) => None,
        }
    }

    /// The same, mutable.
    pub fn person_mut(&mut self) -> Option<&mut Person> {
        match self {
            Seat::Person(person) => Some(person),
            Seat::Pilot(_) => None,
        }
    }
}

/// A person who plays.
#[derive(Clone, PartialEq, Debug)]
pub struct Person {
    #[allow(missing_docs)]
    pub player: PlayerId,
    /// Their contribution to the dice; empty while hidden.
    pub salt: String,
    /// SHA-256 of a salt that is, or was, hidden.
    pub seal: Option<String>,
    /// Whether they are ready to start, or for the next race.
    pub ready: bool,
    /// Timeouts in a row.
    pub timeouts: u8,
    /// Their time ran out in this turn, so a pilot plays it.
    pub stand_in: bool,
    /// A pilot plays for them until they come back.
    pub away: bool,
    /// Why, if so.
    pub absence: Absence,
    /// Their plan for the next turn.
    pub plan: Option<Plan>,
    /// Whether the server takes a heading for them when there is only one.
    pub auto_steer: bool,
}

impl Person {
    /// A player who has just taken a seat.
    pub fn new(player: PlayerId, salt: String, seal: Option<String>) -> Person {
        Person {
            player,
            salt,
            seal,
            ready: false,
            timeouts: 0,
            stand_in: false,
            away: false,
            absence: Absence::default(),
            plan: None,
            auto_steer: false,
        }
    }

    /// Whether the salt is still hidden.
    pub fn hides_salt(&self) -> bool {
        self.seal.is_some() && self.salt.is_empty()
    }
}
