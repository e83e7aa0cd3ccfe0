//! A race from a prepared position with given dice, for lessons and diagrams.

use crate::{
    parse_water, reach,
    refused::{Answer, bad, read, write},
};
use powerboats_chart::{Scene, ViewBox, svg};
use powerboats_pilots::Reach;
use powerboats_referee::{
    ByColor, CourseView, Decision, Happening, LegalView, MoveView, OptionView, RaceResultView, StateView,
};
use powerboats_rules::{Action, Color, DiceChoice, Event, Hand, PerColor, PositionText, Race, Seats};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

/// Everything a page shows of a lesson.
#[derive(Serialize)]
struct LessonView {
    course: CourseView,
    state: StateView,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<LegalView>,
    headings: Vec<reach::HeadingView>,
    races: u8,
    over: bool,
    /// Left, top, width and height of the chart.
    frame: [f64; 4],
    /// The damage that each boat would keep for the next race.
    keeps: ByColor<u8>,
}

/// A race from a prepared position.
#[wasm_bindgen]
pub struct Lesson {
    race: Race,
    seats: Seats,
}

#[wasm_bindgen]
impl Lesson {
    /// Reads a position in the notation of docs/notation.md.
    pub fn open(position: &str) -> Result<Lesson, String> {
        let race = position.parse::<PositionText>().map_err(bad)?.race().map_err(bad)?;
        let seats = Seats::new(race.boats().iter().map(|boat| boat.color)).map_err(bad)?;
        Ok(Lesson { race, seats })
    }

    /// The course, the state, the legal choices, where each direction leads, and the damage each boat would keep.
    pub fn view(&self) -> Answer {
        let race = &self.race;
        let points = race.result().map_or(PerColor::default(), |result| result.points);
        let ViewBox { left, top, width, height } = ViewBox::of(race.course().lake());
        write(&LessonView {
            course: CourseView::new(race.course(), self.seats.len()),
            state: StateView::new(race, self.seats, &points),
            legal: LegalView::new(race),
            headings: reach::headings(race),
            races: race.number(),
            over: race.result().is_some(),
            frame: [left, top, width, height],
            keeps: race.boats().iter().map(|boat| (boat.color, boat.keeps())).collect(),
        })
    }

    /// A chart without boats. `what` is `lake` for the lake alone, or `course` for the lake with its course.
    pub fn chart(&self, water: &str, what: &str) -> Answer {
        let course = self.race.course();
        let scene = match what {
            "lake" => Scene::of_lake(course.lake()),
            "course" => Scene::of_course(course),
            other => return Err(bad(format_args!("unknown chart {other:?}: expected lake or course"))),
        };
        Ok(svg(&Scene { water: parse_water(water)?, ..scene }))
    }

    /// Where a choice of dice can lead. `hold` is a list of dice.
    pub fn reach(&self, hold: &str, count: u8) -> Answer {
        let reach = Reach::of(&self.race, DiceChoice { hold: read(hold)?, count });
        write(&reach::ReachView::from(reach.ok_or_else(|| bad("these dice cannot be chosen now"))?))
    }

    /// Carries out the decision of the player whose turn it is, and returns the events. Rolled dice show `rolled`.
    pub fn decide(&mut self, decision: &str, rolled: &str) -> Answer {
        let color = self.race.phase().turn().ok_or_else(|| bad("the race is over"))?;
        let mut events = vec![match read(decision)? {
            Decision::Place { at, heading } => {
                self.apply(Action::Place(at, heading))?;
                Happening::Placed { color, at, heading }
            }
            Decision::Dice { hold, count } => self.roll(color, DiceChoice { hold, count }, read(rolled)?)?,
            Decision::Steer { to } => match self.apply(Action::Steer(to))? {
                Event::Moved(moved) => Happening::Moved { color, to, moved: MoveView::new(&moved) },
                _ => return Err(bad("steering moves a boat")),
            },
        }];
        if let Some(result) = self.race.result() {
            let result = RaceResultView::new(&result, self.seats);
            events.push(Happening::RaceOver { race: self.race.number(), result });
        }
        write(&events)
    }
}

impl Lesson {
    fn apply(&mut self, action: Action) -> Result<Event, String> {
        self.race.apply(action).map_err(bad)
    }

    fn roll(&mut self, color: Color, choice: DiceChoice, rolled: Hand) -> Result<Happening, String> {
        let mut next = self.race.clone();
        next.apply(Action::Choose(choice)).map_err(bad)?;
        next.apply(Action::Roll(rolled)).map_err(bad)?;
        self.race = next;
        let options = self.race.steer_options().iter().map(OptionView::new).collect();
        let (hold, count, dice) = (choice.hold, choice.count, choice.hold.with(rolled));
        Ok(Happening::Rolled { color, hold, count, rolled, dice, options })
    }
}
