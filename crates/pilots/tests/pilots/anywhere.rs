//! Random races on random lakes.

use powerboats_pilots::QuickRandom;
use powerboats_rules::{
    Boat, Color, Course, CoursePlan, Draw, Heading, Hex, Lake, Leg, Phase, Position, Progress, Race, Scoring, Status,
    roll,
};
use std::sync::Arc;

/// A random lake with a line, boats anywhere, each with up to `most_dice` dice. `None` if the random lake has no course.
pub fn race(chance: &mut QuickRandom, most_dice: u32) -> Option<Race> {
    let (width, height) = (6 + chance.below(8) as u8, 1 + chance.below(7) as u8);
    let land = chance.below(70);
    let symbol = |chance: &mut QuickRandom| if chance.below(100) < land { '#' } else { '.' };
    let rows: Vec<String> = (0..height).map(|_| (0..width).map(|_| symbol(chance)).collect()).collect();
    let any = |chance: &mut QuickRandom| Hex::new(chance.below(width.into()) as u8, chance.below(height.into()) as u8);
    let plan = CoursePlan {
        start_buoy: any(chance)?,
        heading: Heading::ALL[chance.below(6) as usize],
        buoys: [any(chance)?, any(chance)?, any(chance)?],
    };
    let course = Arc::new(Course::new(Lake::from_rows(&rows).ok()?, plan).ok()?);
    let boat = |color, chance: &mut QuickRandom| {
        let leg = Leg::ALL[chance.below(5) as usize];
        let owes = !matches!(leg, Leg::Start | Leg::Finish) && chance.below(4) == 0;
        let status = Status::Racing { at: any(chance)?, heading: Heading::ALL[chance.below(6) as usize] };
        let hand = roll(chance.below(most_dice + 1) as u8, chance);
        let damage = chance.below(4) as u8;
        Some(Boat { color, status, hand, damage, kept: 0, progress: Progress { leg, owes }, turns: 3 })
    };
    let boats = vec![boat(Color::Black, chance)?, boat(Color::Red, chance)?];
    let position = Position { race: 1, scoring: Scoring::Turns, boats, phase: Phase::Dice(Color::Red) };
    Race::from_position(course, position).ok()
}
