//! Pilots: computer players.

pub mod admiral;
pub mod candidates;
pub mod captain;
pub mod human;
pub mod kind;
pub mod traits;

use arrayvec::ArrayVec;
use powerboats_rules::{Action, Boat, Color, Draw, Hex, PerColor, Phase, Race, Regatta};

/// The score of a match, for pilots who play for points.
#[derive(Clone, Copy, Debug)]
pub struct Score {
    /// The number of races in the match.
    pub races: u8,
    /// Points from the races that are over.
    pub points: PerColor<i64>,
}

impl Score {
    /// The current score of a regatta.
    pub fn of(regatta: &Regatta) -> Score {
        Score { races: regatta.races(), points: *regatta.points() }
    }

    /// The score of a single race, as if it were the whole match.
    pub fn of_race(race: &Race) -> Score {
        Score { races: race.number(), points: PerColor::default() }
    }
}

/// A computer player. It decides for the boat whose turn it is.
pub trait Pilot: Send {
    /// The name to show to people.
    fn name(&self) -> &'static str;

    /// The pilot's decision, which is always legal. Call this only when a boat must be placed, choose dice or steer.
    /// All random numbers come from `draw`: the same race and the same numbers give the same decision.
    fn decide(&mut self, race: &Race, score: &Score, draw: &mut dyn Draw) -> Action;
}

/// The boat whose turn it is.
pub(crate) fn boat_in_turn(race: &Race) -> Option<&Boat> {
    race.boat(race.phase().turn()?)
}

/// The hexes of the other players' boats.
pub(crate) fn others(race: &Race, color: Color) -> ArrayVec<Hex, 6> {
    race.boats().iter().filter(|other| other.color != color).filter_map(Boat::at).collect()
}

/// Panics: a pilot was asked although nobody has to decide.
pub(crate) fn nobody_decides(phase: Phase) -> ! {
    panic!("a pilot was asked to decide in the phase {phase:?}, in which nobody decides")
}
