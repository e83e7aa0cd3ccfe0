//! What a pilot is: somebody who decides for a boat.

pub mod admiral;
pub mod captain;
pub mod kind;
pub mod prospects;
pub mod rookie;
pub mod skipper;

use arrayvec::ArrayVec;
use powerboats_rules::{Action, Boat, Color, Draw, Hex, PerColor, Phase, Race, Regatta};

/// Where a match stands: what a pilot who plays for points has to know besides the race.
#[derive(Clone, Copy, Debug)]
pub struct Score {
    /// Races of the match in all.
    pub races: u8,
    /// Points of races ended.
    pub points: PerColor<i64>,
}

impl Score {
    /// Of a regatta.
    pub fn of(regatta: &Regatta) -> Score {
        Score { races: regatta.races(), points: *regatta.points() }
    }

    /// Of a lone race: as if it were the whole match.
    pub fn of_race(race: &Race) -> Score {
        Score { races: race.number(), points: PerColor::default() }
    }
}

/// Somebody who decides for the boat whose turn it is.
pub trait Pilot: Send {
    /// What people call it.
    fn name(&self) -> &'static str;

    /// What to do now. Asked only when a boat is to be placed, to choose dice or to steer; the answer is always legal.
    /// All its randomness comes from `draw`: the same race and the same draws give the same answer.
    fn decide(&mut self, race: &Race, score: &Score, draw: &mut dyn Draw) -> Action;
}

/// The boat whose turn it is.
pub(crate) fn boat_in_turn(race: &Race) -> Option<&Boat> {
    race.boat(race.phase().turn()?)
}

/// Where the boats of all others lie.
pub(crate) fn others(race: &Race, color: Color) -> ArrayVec<Hex, 6> {
    race.boats().iter().filter(|other| other.color != color).filter_map(Boat::at).collect()
}

/// Panics with a clear word if a pilot is asked when nobody decides.
pub(crate) fn nobody(phase: Phase) -> ! {
    panic!("no pilot decides in {phase:?}")
}
