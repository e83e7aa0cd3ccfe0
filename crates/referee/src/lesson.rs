//! A race from a prepared position with given dice, for lessons and diagrams.

use crate::{
    ByColor, Code, CourseView, Decision, Fault, Happening, HeadingView, LegalView, MoveView, RaceResultView, StateView,
    game::refused, headings::headings, view::options,
};
use powerboats_rules::{Action, Color, DiceChoice, Event, Hand, PerColor, PositionText, Race, Seats};
use serde::Serialize;

/// Everything a page shows of a lesson.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LessonView {
    course: CourseView,
    state: StateView,
    /// Missing when the race is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    legal: Option<LegalView>,
    /// Where each direction leads. Empty unless a boat steers.
    headings: Vec<HeadingView>,
    races: u8,
    over: bool,
    /// The damage that each boat would keep for the next race.
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<Color, u8>))]
    keeps: ByColor<u8>,
}

/// A race from a prepared position.
#[derive(Clone, Debug)]
pub struct Lesson {
    race: Race,
    seats: Seats,
}

impl Lesson {
    /// Reads a position in the notation of docs/notation.md.
    pub fn open(position: &str) -> Result<Lesson, Fault> {
        let bad = |reason: &dyn std::fmt::Display| Fault::new(Code::BadValue, reason);
        let position: PositionText = position.parse().map_err(|error| bad(&error))?;
        let race = position.race().map_err(|error| bad(&error))?;
        let seats = Seats::new(race.boats().iter().map(|boat| boat.color)).map_err(|error| bad(&error))?;
        Ok(Lesson { race, seats })
    }

    /// The current race.
    pub fn race(&self) -> &Race {
        &self.race
    }

    /// The course, the state, the legal choices, where each direction leads, and the damage each boat would keep.
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

    /// Carries out the decision of the player whose turn it is, and returns the events. Rolled dice show `rolled`.
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
