//! Skipper: plays by a rule of thumb. Go as far as possible towards the next mark, and avoid the shore.

use crate::{
    CourseCache,
    course::cache::CourseKnowledge,
    pilot::{Pilot, Score, boat_in_turn, nobody_decides},
};
use powerboats_rules::{
    Action, Boat, Course, DiceChoice, Draw, Hand, Heading, Hex, Judged, Phase, Race, Runs, SINKS_AT, Steer, outcomes,
};
use std::sync::Arc;

/// Thinks one turn ahead.
pub struct Skipper {
    courses: Arc<CourseCache>,
}

impl Skipper {
    #[allow(missing_docs)]
    pub fn new(courses: Arc<CourseCache>) -> Skipper {
        Skipper { courses }
    }
}

/// The detour, in steps, that it accepts to avoid one damage, and to avoid sinking.
const DAMAGE: f64 = 4.0;
const SINKING: f64 = 300.0;
/// The value of one step of speed if there is room for it, and the cost of one step too many.
const SPEED: f64 = 0.5;
const TOO_FAST: f64 = 1.0;
/// The cost of not moving. Without it the Skipper would wait for ever where every move is risky.
const WAITING: f64 = 2.0;
/// It never takes more dice than this.
const MOST_DICE: u8 = 4;

/// How bad the position after a move is: the distance to the finish in steps, corrected for damage and speed.
fn badness(course: &Course, known: &CourseKnowledge, boat: &Boat, hand: Hand, moved: (Hex, Heading, u8, u8)) -> f64 {
    let (from, heading, run, steps) = moved;
    let damage = hand.total() - run;
    let progress = match course.judge(from, heading, steps, boat.progress) {
        Judged::Finished => return -20.0,
        Judged::Racing(progress) => progress,
    };
    if boat.damage + damage >= SINKS_AT {
        return SINKING;
    }
    let end = from.ahead(heading, steps).unwrap_or(from);
    let home = known.distances().steps(end, heading, progress).map_or(SINKING, f64::from);
    let keeps = if damage > 0 { 0 } else { hand.total() };
    let ahead = Runs::new(course, end, heading, keeps).longest();
    let waiting = if steps == 0 { WAITING } else { 0.0 };
    waiting + home + DAMAGE * f64::from(damage) - SPEED * f64::from(ahead) + TOO_FAST * f64::from(keeps - ahead)
}

fn best_heading(race: &Race, known: &CourseKnowledge, boat: &Boat, hand: Hand) -> (f64, Steer) {
    let options = race.options_of(boat.color, hand);
    let mut best = (f64::INFINITY, Steer::Straight);
    for option in &options {
        let from = boat.at().unwrap_or(option.end);
        let bad = badness(race.course(), known, boat, hand, (from, option.heading, option.run, option.steps));
        if bad < best.0 {
            best = (bad, option.steer);
        }
    }
    best
}

impl Pilot for Skipper {
    fn name(&self) -> &'static str {
        "Skipper"
    }

    fn decide(&mut self, race: &Race, _: &Score, draw: &mut dyn Draw) -> Action {
        let known = self.courses.of(race.course());
        let Some(boat) = boat_in_turn(race) else { nobody_decides(race.phase()) };
        match race.phase() {
            Phase::Place(_) => {
                let berths = race.free_places().into_iter().flat_map(|at| Heading::ALL.map(|heading| (at, heading)));
                let steps = |&(at, heading): &(Hex, Heading)| known.distances().steps(at, heading, boat.progress);
                let best = berths.min_by_key(|berth| steps(berth).unwrap_or(u16::MAX));
                best.map_or_else(|| nobody_decides(race.phase()), |(at, heading)| Action::Place(at, heading))
            }
            Phase::Dice(_) => Action::Choose(choose(race, &known, boat, draw)),
            Phase::Steer(_, hand) => Action::Steer(best_heading(race, &known, boat, hand).1),
            phase => nobody_decides(phase),
        }
    }
}

/// The choice with the best average position. A fixed rule of thumb can go round in circles for ever, so in one turn out of six it
/// takes the second best choice.
fn choose(race: &Race, known: &CourseKnowledge, boat: &Boat, draw: &mut dyn Draw) -> DiceChoice {
    let most = MOST_DICE.max(boat.hand.len().saturating_sub(1));
    let mut steer: Vec<Option<f64>> = vec![None; 1 << 12];
    let mut after = |hand: Hand| {
        let [a, b, c] = hand.counts().map(|count| usize::from(count & 15));
        *steer[a << 8 | b << 4 | c].get_or_insert_with(|| best_heading(race, known, boat, hand).0)
    };
    let mut ranked: Vec<(f64, DiceChoice)> = boat
        .hand
        .choices()
        .iter()
        .filter(|choice| choice.count <= most)
        .map(|choice| {
            let ways = 3f64.powi(choice.rolls().into());
            let mean = |sum: f64, outcome: powerboats_rules::Outcome| {
                sum + after(choice.hold.with(outcome.rolled)) * outcome.ways as f64 / ways
            };
            (outcomes(choice.rolls()).fold(0.0, mean), choice)
        })
        .collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    let pick = usize::from(draw.below(6) == 0).min(ranked.len() - 1);
    ranked[pick].1
}
