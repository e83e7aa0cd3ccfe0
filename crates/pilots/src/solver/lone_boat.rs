//! `LoneBoat`: the state of a boat that is alone on the lake.

use powerboats_rules::{Course, Hand, Heading, Hex, Leg, Progress, SINKS_AT};
use std::fmt;

/// The state of a boat that is alone on the lake, before its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LoneBoat {
    #[allow(missing_docs)]
    pub at: Hex,
    #[allow(missing_docs)]
    pub heading: Heading,
    #[allow(missing_docs)]
    pub hand: Hand,
    /// 0 to 3.
    pub damage: u8,
    #[allow(missing_docs)]
    pub progress: Progress,
}

impl LoneBoat {
    /// Checks that a boat on this course can be in this state. A [`Solution`](crate::Solution) knows the values of no others.
    pub fn check(&self, course: &Course) -> Result<(), BadLoneBoat> {
        let Progress { leg, owes } = self.progress;
        if !course.is_open(self.at) {
            return Err(BadLoneBoat::At(self.at));
        }
        if self.damage >= SINKS_AT {
            return Err(BadLoneBoat::Damage(self.damage));
        }
        if usize::from(self.hand.len()) > Hand::MOST {
            return Err(BadLoneBoat::Dice(self.hand.len()));
        }
        if owes && !leg.is_gate() {
            return Err(BadLoneBoat::Owes(leg));
        }
        Ok(())
    }
}

/// Why no boat can be in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BadLoneBoat {
    /// Its hex is land, has a buoy, or is off the map.
    At(Hex),
    /// With this damage it has sunk.
    Damage(u8),
    /// It has more dice than a boat can have.
    Dice(u8),
    /// This leg has no gate that could be owed.
    Owes(Leg),
}

impl fmt::Display for BadLoneBoat {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BadLoneBoat::At(at) => write!(f, "{at} is not open water"),
            BadLoneBoat::Damage(damage) => {
                write!(f, "a boat sinks with damage {SINKS_AT}: expected 0 to {}, found {damage}", SINKS_AT - 1)
            }
            BadLoneBoat::Dice(dice) => write!(f, "{dice} dice: at most {} are allowed", Hand::MOST),
            BadLoneBoat::Owes(leg) => {
                write!(f, "no crossing can be owed on leg {leg}: only gates can be owed")
            }
        }
    }
}

impl std::error::Error for BadLoneBoat {}
