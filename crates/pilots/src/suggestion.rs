//! Suggestions for beginners: a sensible place, calm dice, and the direction that leads along the course. They need no solver.

use crate::{
    CourseCache, DistanceTable, LoneBoat,
    pilot::{Pilot, Score, boat_in_turn, nobody_decides},
};
use arrayvec::ArrayVec;
use powerboats_rules::{
    Action, Course, DiceChoice, Die, Draw, Hand, Heading, Hex, Judged, Phase, Progress, Race, Runs, SINKS_AT, Steer,
    SteerOption, outcomes,
};
use std::sync::Arc;

/// The most dice that are suggested to a beginner.
const MOST_DICE: u8 = 2;
/// How many turns a suggestion looks ahead.
const TURNS: u8 = 3;
/// The detour, in steps, that a suggestion accepts to avoid one damage, and to avoid sinking.
const DAMAGE: f64 = 8.0;
const SINKING: f64 = 300.0;
/// The steps that finishing a turn earlier is worth.
const EARLIER: f64 = 5.0;
/// The run that one die needs so that it surely does not crash.
const ROOM: u8 = 3;

/// What the app shows a beginner first. `None` if nobody has to decide: dice are about to be rolled, or the race is over.
///
/// - Placing: the place and heading with the shortest way.
/// - Dice: one die more, the same dice, or one die fewer, but none rolled again: whatever brings the boat farthest within a few
///   turns. Damage counts as a long detour.
/// - Steering: the direction that brings the boat farthest within a few turns.
pub fn suggest(race: &Race, distances: &DistanceTable) -> Option<Action> {
    let boat = boat_in_turn(race)?;
    let way = Way { course: race.course(), distances };
    // In the present turn other boats are in the way.
    let options = |hand| race.options_of(boat.color, hand);
    match (race.phase(), LoneBoat::of(boat)) {
        (Phase::Place(_), _) => way.place(race.free_places(), boat.progress),
        (Phase::Dice(_), Some(lone)) => Some(Action::Choose(way.dice(&lone, TURNS, options)?.0)),
        (Phase::Steer(_, hand), Some(lone)) => Some(Action::Steer(way.steer(&lone, hand, TURNS, options(hand))?.0)),
        _ => None,
    }
}

type Options = ArrayVec<SteerOption, 3>;

/// The way to the finish.
struct Way<'a> {
    course: &'a Course,
    distances: &'a DistanceTable,
}

impl Way<'_> {
    fn steps(&self, at: Hex, heading: Heading, progress: Progress) -> u16 {
        self.distances.steps(at, heading, progress).unwrap_or(u16::MAX)
    }

    fn place(&self, places: Vec<Hex>, progress: Progress) -> Option<Action> {
        let berths = places.into_iter().flat_map(|at| Heading::ALL.map(|heading| (at, heading)));
        // Of equally good places, the one with the most water ahead.
        let bad = |&(at, heading): &(Hex, Heading)| {
            (self.steps(at, heading, progress), u8::MAX - self.course.run(at, heading))
        };
        berths.min_by_key(bad).map(|(at, heading)| Action::Place(at, heading))
    }

    /// The best simple choice of dice, and the steps that it leaves after `turns` turns.
    fn dice(&self, lone: &LoneBoat, turns: u8, options: impl Fn(Hand) -> Options) -> Option<(DiceChoice, f64)> {
        let rated = self.simple_choices(lone).into_iter().filter_map(|choice| {
            let ways = 3f64.powi(choice.rolls().into());
            let mut mean = 0.0;
            for outcome in outcomes(choice.rolls()) {
                let hand = choice.hold.with(outcome.rolled);
                mean += self.steer(lone, hand, turns, options(hand))?.1 * outcome.ways as f64 / ways;
            }
            Some((choice, mean))
        });
        rated.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// One die more, the same dice, or one fewer; nothing is rolled again.
    fn simple_choices(&self, lone: &LoneBoat) -> ArrayVec<DiceChoice, 5> {
        let (hold, count) = (lone.hand, lone.hand.len());
        let more = (count < MOST_DICE).then_some(DiceChoice { hold, count: count + 1 });
        let same = (count > 0 || self.should_only_turn(lone)).then_some(DiceChoice { hold, count });
        let fewer = Die::ALL.into_iter().filter_map(|die| hold.without_die(die));
        let fewer = fewer.map(|hold| DiceChoice { hold, count: count - 1 });
        more.into_iter().chain(same).chain(fewer).collect()
    }

    /// Can one die move the boat without a crash?
    fn has_room(&self, at: Hex, heading: Heading) -> bool {
        Runs::new(self.course, at, heading, ROOM).longest() == ROOM
    }

    /// A boat without dice should move. It should only turn if it lacks the room for a die and has it after the turn.
    fn should_only_turn(&self, lone: &LoneBoat) -> bool {
        let LoneBoat { at, heading, .. } = *lone;
        let turned = [heading.left(), heading.right()];
        !self.has_room(at, heading) && turned.into_iter().any(|heading| self.has_room(at, heading))
    }

    /// The best direction after the roll, and the steps that it leaves after `turns` turns, this one included.
    fn steer(&self, lone: &LoneBoat, hand: Hand, turns: u8, mut options: Options) -> Option<(Steer, f64)> {
        // A boat that only turns, turns to where it has room. Otherwise it could turn to and fro for ever.
        if hand.is_empty() && self.should_only_turn(lone) {
            options.retain(|option| self.has_room(option.end, option.heading));
        }
        let rated = options.into_iter().map(|option| (option.steer, self.after(lone, hand, turns - 1, &option)));
        rated.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The steps left `turns` turns after a move. Damage counts as more steps.
    fn after(&self, lone: &LoneBoat, hand: Hand, turns: u8, option: &SteerOption) -> f64 {
        let damage = lone.damage + option.damage;
        let progress = match self.course.judge(lone.at, option.heading, option.steps, lone.progress) {
            Judged::Finished => return -EARLIER * f64::from(turns),
            Judged::Racing(_) if damage >= SINKS_AT => return SINKING,
            Judged::Racing(progress) => progress,
        };
        let (at, heading) = (option.end, option.heading);
        let hand = if option.crash() { Hand::EMPTY } else { hand };
        let next = LoneBoat { at, heading, hand, damage, progress };
        let left = match turns {
            0 => None,
            _ => self.dice(&next, turns, |hand| Runs::new(self.course, at, heading, hand.total()).options(|_| false)),
        };
        let left = left.map_or_else(|| f64::from(self.steps(at, heading, progress)), |(_, left)| left);
        left + DAMAGE * f64::from(option.damage)
    }
}

/// The scripted newcomer: takes every suggestion. It measures whether the first rivals suit somebody who knows nothing.
pub struct Newcomer {
    courses: Arc<CourseCache>,
}

impl Newcomer {
    #[allow(missing_docs)]
    pub fn new(courses: Arc<CourseCache>) -> Newcomer {
        Newcomer { courses }
    }
}

impl Pilot for Newcomer {
    fn name(&self) -> &'static str {
        "Newcomer"
    }

    fn decide(&mut self, race: &Race, _: &Score, _: &mut dyn Draw) -> Action {
        let known = self.courses.of(race.course());
        suggest(race, known.distances()).unwrap_or_else(|| nobody_decides(race.phase()))
    }
}
