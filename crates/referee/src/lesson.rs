//! A race that begins in a prepared position, its dice given: for lessons and diagrams.

use crate::{
    Code, CourseView, Decision, Fault, Happening, HeadingView, LegalView, MoveView, RaceResultView, StateView,
    game::refused, headings::headings, view::options,
};
use powerboats_rules::{Action, Color, DiceChoice, Event, Hand, PerColor, PositionText, Race, Seats};
use serde::Serialize;
use std::collections::BTreeMap;

/// All that a page shows of a lesson.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LessonView {
    course: CourseView,
    state: StateView,
    /// Left out when the race is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    legal: Option<LegalView>,
    /// All three, from left to right, while a boat steers.
    headings: Vec<HeadingView>,
    races: u8,
    over: bool,
    /// Damage that each boat would bring to the next race.
    keeps: BTreeMap<Color, u8>,
}

/// A race from a position.
#[derive(Clone, Debug)]
pub struct Lesson {
    race: Race,
    seats: Seats,
}

impl Lesson {
    /// Reads a position; see docs/notation.md.
    pub fn open(position: &str) -> Result<Lesson, Fault> {
        let bad = |reason: &dyn std::fmt::Display| Fault::new(Code::BadValue, reason);
        let position: PositionText = position.parse().map_err(|error| bad(&error))?;
        let race = position.race().map_err(|error| bad(&error))?;
        let seats = Seats::new(race.boats().iter().map(|boat| boat.color)).map_err(|error| bad(&error))?;
        Ok(Lesson { race, seats })
    }

    /// The race as it stands.
    pub fn race(&self) -> &Race {
        &self.race
    }

    /// Course, state, what is legal, where each heading ends, and what each boat keeps.
    pub fn view(&self) -> LessonView {
        let race = &self.race;
        let points = race.result().map_or(PerColor::default(), |result| result.points);
        LessonView {
            course: CourseView::new(race.course(), self.seats.len()),
            state: StateView::new(race, self.seats, &points),
            legal: LegalView::new(race),
            headings: headings(race),
            races: race.number(),
            over: race.result().is_some(),
            keeps: race.boats().iter().map(|boat| (boat.color, boat.keeps())).collect(),
        }
    }

    /// Does what the boat whose turn it is decides: all that happens. Dice that are rolled show `rolled`.
    pub fn decide(&mut self, decision: Decision, rolled: Hand) -> Result<Vec<Happening>, Fault> {
        let over = || Fault::new(Code::WrongPhase, "the race is over");
        let color = self.race.phase().turn().ok_or_else(over)?;
        let mut happened = vec![match decision {
            Decision::Place { at, heading } => {
                self.race.apply(Action::Place(at, heading)).map_err(refused)?;
                Happening::Placed { color, at, heading }
            }
            Decision::Dice { hold, count } => self.roll(color, DiceChoice { hold, count }, rolled)?,
            Decision::Steer { to } => match self.race.apply(Action::Steer(to)).map_err(refused)? {
                Event::Moved(moved) => Happening::Moved { color, to, moved: MoveView::new(&moved) },
                _ => return Err(over()),
            },
        }];
        if let Some(result) = self.race.result() {
            let result = RaceResultView::new(&result, self.seats);
            happened.push(Happening::RaceOver { race: self.race.number(), result });
        }
        Ok(happened)
    }

    fn roll(&mut self, color: Color, choice: DiceChoice, rolled: Hand) -> Result<Happening, Fault> {
        let mut next = self.race.clone();
        next.apply(Action::Choose(choice)).map_err(refused)?;
        next.apply(Action::Roll(rolled)).map_err(refused)?;
        self.race = next;
        let options = options(&self.race.steer_options());
        let (hold, count, dice) = (choice.hold, choice.count, choice.hold.with(rolled));
        Ok(Happening::Rolled { color, hold, count, rolled, dice, options })
    }
}
