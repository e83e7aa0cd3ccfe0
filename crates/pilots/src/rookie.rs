//! Rookie: legal and careless, for children to beat.

use crate::{
    Library,
    pilot::{Pilot, Score, boat_in_turn, nobody},
};
use powerboats_rules::{Action, DiceChoice, Draw, Hand, Heading, Phase, Race, Runs, random_action};
use std::sync::Arc;

/// Knows the way, but does not look where it will land.
pub struct Rookie {
    library: Arc<Library>,
}

impl Rookie {
    /// A new one.
    pub fn new(library: Arc<Library>) -> Rookie {
        Rookie { library }
    }
}

impl Pilot for Rookie {
    fn name(&self) -> &'static str {
        "Rookie"
    }

    fn decide(&mut self, race: &Race, _: &Score, draw: &mut dyn Draw) -> Action {
        let known = self.library.of(race.course());
        let Some(boat) = boat_in_turn(race) else { nobody(race.phase()) };
        match race.phase() {
            Phase::Place(_) => {
                let places = race.free_places();
                let at = places[draw.below(places.len() as u32) as usize];
                let steps = |heading: &Heading| known.compass().steps(at, *heading, boat.progress);
                let heading = Heading::ALL.into_iter().min_by_key(|heading| steps(heading).unwrap_or(u16::MAX));
                Action::Place(at, heading.unwrap_or(Heading::E))
            }
            Phase::Dice(_) => {
                let at = boat.at().zip(boat.heading());
                let water = at.map_or(0, |(at, heading)| Runs::new(race.course(), at, heading, 9).longest());
                Action::Choose(careless(boat.hand, water, draw))
            }
            // One turn in eight it just goes somewhere.
            Phase::Steer(..) if draw.below(8) > 0 => {
                let options = race.steer_options();
                let steps = |option: &powerboats_rules::SteerOption| {
                    known.compass().steps(option.end, option.heading, boat.progress).unwrap_or(u16::MAX)
                };
                let best = options.iter().min_by_key(|option| steps(option));
                best.map_or_else(|| nobody(race.phase()), |option| Action::Steer(option.steer))
            }
            phase => random_action(race, draw).unwrap_or_else(|| nobody(phase)),
        }
    }
}

/// None before a shore, if it looks; one die in tight water, two as a rule, three when it feels like it; and rolls what it feels like rolling.
fn careless(hand: Hand, water: u8, draw: &mut dyn Draw) -> DiceChoice {
    let likes = match water {
        0..=2 => u8::from(draw.below(4) == 0),
        3..=5 => 1,
        6..=8 => 2,
        _ => 2 + u8::from(draw.below(8) == 0),
    };
    let have = hand.len();
    let count = likes.clamp(have.saturating_sub(1), have + 1);
    let mut hold = hand;
    while hold.len() > count || (!hold.is_empty() && draw.below(3) == 0) {
        let die = hold.dice().nth(draw.below(hold.len().into()) as usize);
        hold = die.and_then(|die| hold.without_die(die)).unwrap_or(Hand::EMPTY);
    }
    DiceChoice { hold, count }
}
