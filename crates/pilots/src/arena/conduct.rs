//! Conduct: whether pilots idle or go round in circles in a race.

use crate::{CourseCache, LoneBoat, Turn, pilot::others};
use powerboats_rules::{Action, Color, Heading, Leg, Move, PerColor, Race};

/// Turns of the wheel on one leg, by 60° to the same side, that count as going round in circles: twice round.
const TWICE_ROUND: i32 = 12;

/// What one boat has done lately.
#[derive(Clone, Copy, Default)]
struct Lately {
    /// Turns at rest in a row: without dice, so without moving.
    rests: u32,
    /// Was the present turn at rest although moving was better?
    needless: bool,
    leg: Option<Leg>,
    /// How far the boat has turned on this leg, in steps of 60° to the left.
    turned: i32,
}

/// Watches the boats of a race.
#[derive(Clone, Copy, Default)]
pub struct Conduct {
    boats: PerColor<Lately>,
}

/// Something a boat should not do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Misconduct {
    /// A second turn at rest in a row, although the solver's best choice was to move.
    Idle,
    /// Turned twice round on one leg.
    Circle,
}

impl Conduct {
    /// Notes a decision before it is carried out.
    pub fn decides(&mut self, color: Color, race: &Race, action: Action, courses: &CourseCache) {
        let (Action::Choose(choice), Some(boat)) = (action, race.boat(color)) else { return };
        let lately = &mut self.boats[color];
        lately.needless = false;
        // Only a second turn at rest matters, and it is rare, so it may take time.
        if let (0, true, Some(lone)) = (choice.count, lately.rests > 0, LoneBoat::of(boat)) {
            let known = courses.of(race.course());
            let best = Turn::among(known.solution(), lone, &others(race, color)).best().0;
            lately.needless = best.count > 0;
        }
    }

    /// Judges a move. `heading` is the boat's heading before it.
    pub fn moves(&mut self, moved: &Move, heading: Heading) -> Option<Misconduct> {
        let lately = &mut self.boats[moved.color];
        lately.rests = if moved.hand.is_empty() { lately.rests + 1 } else { 0 };
        if lately.leg.replace(moved.progress.leg) != Some(moved.progress.leg) {
            lately.turned = 0;
        }
        lately.turned += match moved.option.heading {
            to if to == heading.left() => 1,
            to if to == heading.right() => -1,
            _ => 0,
        };
        if lately.rests > 1 && lately.needless {
            return Some(Misconduct::Idle);
        }
        // Counts again after another two rounds.
        let circles = lately.turned.abs() >= TWICE_ROUND;
        circles.then(|| lately.turned = 0).map(|()| Misconduct::Circle)
    }
}
