//! Rookie: plays legally but carelessly. Children can beat it.

use crate::{
    CourseCache,
    pilot::{Pilot, Score, boat_in_turn, nobody_decides},
};
use powerboats_rules::{
    Action, DiceChoice, Draw, Hand, Heading, Judged, Phase, Race, Runs, SteerOption, random_action,
};
use std::sync::Arc;

/// Knows the course and sees the shore, but does not think beyond the current turn.
pub struct Rookie {
    courses: Arc<CourseCache>,
}

impl Rookie {
    #[allow(missing_docs)]
    pub fn new(courses: Arc<CourseCache>) -> Rookie {
        Rookie { courses }
    }
}

impl Pilot for Rookie {
    fn name(&self) -> &'static str {
        "Rookie"
    }

    fn decide(&mut self, race: &Race, _: &Score, draw: &mut dyn Draw) -> Action {
        let known = self.courses.of(race.course());
        let Some(boat) = boat_in_turn(race) else { nobody_decides(race.phase()) };
        match race.phase() {
            Phase::Place(_) => {
                let places = race.free_places();
                let at = places[draw.below(places.len() as u32) as usize];
                let steps = |heading: &Heading| known.distances().steps(at, *heading, boat.progress);
                let heading = Heading::ALL.into_iter().min_by_key(|heading| steps(heading).unwrap_or(u16::MAX));
                Action::Place(at, heading.unwrap_or(Heading::E))
            }
            Phase::Dice(_) => {
                let at = boat.at().zip(boat.heading());
                let water = at.map_or(0, |(at, heading)| Runs::new(race.course(), at, heading, u8::MAX).longest());
                Action::Choose(careless(boat.hand, water, draw))
            }
            // In one turn out of eight it steers at random.
            Phase::Steer(..) if draw.below(8) > 0 => {
                let options = race.steer_options();
                let steps = |option: &SteerOption| {
                    let from = boat.at().unwrap_or(option.end);
                    match race.course().judge(from, option.heading, option.steps, boat.progress) {
                        Judged::Finished => 0,
                        Judged::Racing(then) => {
                            known.distances().steps(option.end, option.heading, then).unwrap_or(u16::MAX)
                        }
                    }
                };
                let best = options.iter().min_by_key(|option| steps(option));
                best.map_or_else(|| nobody_decides(race.phase()), |option| Action::Steer(option.steer))
            }
            phase => random_action(race, draw).unwrap_or_else(|| nobody_decides(phase)),
        }
    }
}

/// It never takes more dice than this.
const MOST_DICE: u8 = 2;
/// Its top speed.
const FASTEST: u8 = 5;

/// A random choice that is slow enough and cannot crash in this turn. If there is none, the choice with the lowest total. But a
/// boat without dice sometimes takes one all the same, or it would never move again.
fn careless(hand: Hand, water: u8, draw: &mut dyn Draw) -> DiceChoice {
    let few = MOST_DICE.max(hand.len().saturating_sub(1));
    let choices = || hand.choices().iter().filter(|choice| choice.count <= few);
    let most = |choice: &DiceChoice| choice.hold.total() + 3 * choice.rolls();
    let safe: Vec<DiceChoice> =
        choices().filter(|choice| choice.count > 0 && most(choice) <= water.min(FASTEST)).collect();
    if !safe.is_empty() {
        return safe[draw.below(safe.len() as u32) as usize];
    }
    let bold = u8::from(hand.is_empty() && draw.below(4) == 0);
    let least = choices().filter(|choice| choice.count >= bold).min_by_key(most);
    least.unwrap_or(DiceChoice { hold: Hand::EMPTY, count: bold })
}
