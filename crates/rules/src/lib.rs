//! The rules of Powerboats as pure code: no input or output, no clock, no random numbers.
//!
//! # A tour
//!
//! **Lay a lake and place its buoys.** Six tiles make a lake, and four buoys make a course on it. A [`CoursePlan`] can
//! hold anything. Only a checked plan becomes a [`Course`]; otherwise the error lists everything that is wrong.
//!
//! ```
//! use powerboats_rules::{Course, CoursePlan, Layout};
//!
//! let layout: Layout = "1d,4dr,2d/6dr,3d,5dr".parse()?;
//! let plan: CoursePlan = "w8NW,m21,e5,m9".parse()?;
//! let course = Course::new(layout.lake(), plan)?;
//!
//! assert_eq!(course.line().map(|hex| hex.to_string()), ["w7", "v6", "v5", "u4"]);
//! assert_eq!(course.gates().each_ref().map(|gate| gate.rounding.name()), ["right", "right", "left"]);
//! assert!(course.is_playable(6)); // six boats can start, and can finish from every start place
//!
//! let error = Course::new(layout.lake(), "a1W,m21,m21,m9".parse()?).unwrap_err();
//! assert_eq!(error.to_string(), "buoy 1 and buoy 2 both stand on m21; the line runs off the map");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Start a race and play a turn.** [`Race::phase`] says what a [`Race`] is waiting for. It takes one [`Action`] at a
//! time and returns the [`Event`] that follows. A roll of the dice is an action like the others: the caller rolls, and
//! passes in what the dice show.
//!
//! ```
//! use powerboats_rules::{Action, Color, Course, DiceChoice, Event, Hand, Heading, Lake, PerColor};
//! use powerboats_rules::{Phase, Race, IllegalAction, Scoring, Seats, Steer};
//! use std::sync::Arc;
//!
//! let lake = Lake::from_rows(&[".........", ".........", "....##...", ".........", "........."])?;
//! let course = Arc::new(Course::new(lake, "b2E,i1,i5,a5".parse()?)?);
//! let seats = Seats::new([Color::Red, Color::White])?;
//! let mut race = Race::new(course, 1, Scoring::Turns, seats, Color::Red, PerColor::default())?;
//!
//! // The starter places last and plays first.
//! assert_eq!(race.phase(), Phase::Place(Color::White));
//! race.apply(Action::Place("d2".parse()?, Heading::E))?;
//! race.apply(Action::Place("c2".parse()?, Heading::NE))?;
//! assert_eq!(race.phase(), Phase::Dice(Color::Red));
//!
//! // Choose dice, roll, steer.
//! let choice = DiceChoice { hold: Hand::EMPTY, count: 1 };
//! race.apply(Action::Choose(choice))?;
//! let rolled: Hand = "2".parse()?; // rolled by the caller
//! race.apply(Action::Roll(rolled))?;
//! assert_eq!(race.phase(), Phase::Steer(Color::Red, rolled));
//!
//! // To the north-east there is only one hex of water. To the right there are two, so the boat must turn right.
//! assert_eq!(race.legal_actions().collect::<Vec<_>>(), [Action::Steer(Steer::Right)]);
//! let error = race.apply(Action::Steer(Steer::Straight)).unwrap_err();
//! assert_eq!(error, IllegalAction::Steer { steer: Steer::Straight, run: 1, longest: 2 });
//! let Event::Moved(moved) = race.apply(Action::Steer(Steer::Right))? else { panic!("steering moves the boat") };
//! // On its way it passes the white boat on d2.
//! assert_eq!(moved.path().map(|hex| hex.to_string()).collect::<Vec<_>>(), ["d2", "e2"]);
//! assert_eq!(race.phase(), Phase::Dice(Color::White));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Finish a race.** A [`PositionText`] is a whole position in one line of text, so a race can continue from anywhere.
//! Here white has finished, and red is two hexes from the line.
//!
//! ```
//! use powerboats_rules::{Action, Color, DiceChoice, Event, Hand, Phase, PositionText, Steer};
//!
//! let text = "12./12./12./12./12. d3E,k1,k5,b5 C-turns \
//!             red:e5NE:21:2k2:finish:14,white:finished:31:0:finish:13 dice:red";
//! let mut race = text.parse::<PositionText>()?.race()?;
//!
//! race.apply(Action::Choose(DiceChoice { hold: "21".parse()?, count: 2 }))?; // hold both, roll none
//! race.apply(Action::Roll(Hand::EMPTY))?;
//! let Event::Moved(moved) = race.apply(Action::Steer(Steer::Straight))? else { panic!("steering moves the boat") };
//! assert!(moved.finished);
//!
//! assert_eq!(race.phase(), Phase::Over);
//! let result = race.result().expect("the race is over");
//! assert_eq!(result.order, [Color::White, Color::Red]);
//! assert_eq!(result.points[Color::White], 3 + 2); // first of two in race 3, and two turns before the last finisher
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Play a regatta and replay it.** A [`Logbook`] is a [`Regatta`] that writes its own [`Record`]. A record can be
//! printed as text. [`replay`] reads that text, checks every line against the rules, and returns the same logbook.
//!
//! ```
//! use powerboats_rules::{Color, Draw, Logbook, OneLine, RegattaPhase, Scoring, Seats, Sides};
//! use powerboats_rules::{draw_lake, draw_starter, replay, play_at_random};
//!
//! /// All random numbers come from the caller, here from a toy generator.
//! struct Toy(u64);
//! impl Draw for Toy {
//!     fn below(&mut self, n: u32) -> u32 {
//!         self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
//!         (self.0 >> 33) as u32 % n
//!     }
//! }
//!
//! let mut toy = Toy(1);
//! let names = [(Color::Red, "Ada"), (Color::White, "Bo"), (Color::Black, "Cy")];
//! let players = names.map(|(color, name)| (color, OneLine::new(name).expect("a name"))).to_vec();
//! let seats = Seats::new(names.map(|(color, _)| color))?;
//!
//! let (layout, course) = draw_lake(Sides::Mixed, seats.len(), &mut toy);
//! let start = draw_starter(seats, &mut toy);
//! let mut book = Logbook::open(vec![], players, Sides::Mixed, Scoring::Classic, 3, layout, start)?;
//! book.deal(course)?;
//! play_at_random(&mut book, 10_000, &mut toy)?;
//! assert_eq!(book.regatta().phase(), RegattaPhase::Over);
//!
//! let text = book.record().to_string();
//! assert!(text.starts_with("powerboats record 1\nblack: Cy\nred: Ada\nwhite: Bo\nsides: mixed\n"));
//! assert_eq!(replay(&text)?, book);
//!
//! // An invalid record is rejected, with the line and column of the fault.
//! let error = replay(&text.replace("sides: mixed", "sides: wet")).unwrap_err();
//! assert_eq!(error.to_string(), "line 5: column 8: unknown side \"wet\": expected dark, light or mixed");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! Each module is one noun of the game. All public items are exported from the crate's root.
//!
//! | module | contents |
//! |---|---|
//! | `hex`, `heading` | [`Hex`]; [`Heading`], [`Steer`] |
//! | `tile`, `layout`, `lake` | [`Tile`], [`Spot`], the frame; [`Layout`], the six tiles in their places; [`Lake`], which hexes are water |
//! | `course`, `marks` | [`CoursePlan`], [`Course`]; [`Gate`], [`Leg`], [`Progress`], the judging of marks |
//! | `seats`, `boat` | [`Color`], [`Seats`], the roll for the start; [`Boat`], [`Status`] |
//! | `dice` | [`Die`], [`Hand`], [`DiceChoice`], and the exact odds of a roll ([`outcomes`]) |
//! | `run` | [`Runs`] of water ahead, [`SteerOption`], [`Move`] |
//! | `race`, `legal`, `position` | [`Race`], [`Phase`], [`Action`], [`Event`]; [`LegalActions`]; [`Position`], the state in the middle of a race |
//! | `regatta`, `score` | [`Regatta`], up to three races; [`Scoring`], [`RaceResult`], [`ranking`] |
//! | `notation` | [`LakeText`], [`Berth`], [`DiceText`], [`TurnText`], [`PositionText`] |
//! | `record` | [`Record`], [`Entry`], [`Logbook`], [`replay`], [`Walk`] |
//! | `chance` | [`Draw`], the caller's source of random numbers, and what is drawn from it: [`draw_lake`], [`draw_course`], [`draw_starter`], [`roll`] |
//! | `sort` | [`sort_short`], [`sort_long`] |
//! | `playout`, `perft` | [`random_action`], [`play_at_random`]; [`perft()`] |
#![forbid(unsafe_code)]

mod boat;
mod chance;
mod course;
mod dice;
mod heading;
mod hex;
#[cfg(feature = "serde")]
mod json;
mod lake;
mod layout;
mod legal;
mod marks;
mod named;
mod notation;
mod paths;
mod perft;
mod playout;
mod position;
mod race;
mod record;
mod regatta;
mod resign;
mod run;
#[cfg(feature = "schema")]
mod schema;
mod score;
mod seats;
mod sort;
mod tile;

pub use boat::{Boat, SINKS_AT, Status};
pub use chance::{Draw, NoSides, Sides, dealt, draw_course, draw_lake, draw_layout, draw_starter, roll};
pub use course::{BadCourse, Course, CourseFault, CoursePlan};
pub use dice::{DiceChoice, DiceChoices, DiceChoicesIter, Die, Hand, NoHand, Outcome, outcomes};
pub use heading::{Heading, NoHeading, NoSteer, Steer};
pub use hex::{Hex, NoHex, SIZE};
pub use lake::{BadLake, Lake, LakeFault};
pub use layout::{BadLayout, Laid, Layout, LayoutFault};
pub use legal::LegalActions;
pub use marks::{Crossings, Gate, Judged, Leg, NoLeg, NoRoundingSide, Progress, RoundingSide};
pub use notation::{Berth, DiceText, IllegalPosition, LakeText, Misread, PositionText, Reason, Rolled, TurnText};
pub use perft::{Start, perft, starts};
pub use playout::{play_at_random, random_action, random_turn};
pub use position::{BadPosition, Position, PositionFault};
pub use race::{Action, BadRace, Boats, Event, IllegalAction, Phase, Race};
pub use record::{
    Entry, Logbook, OneLine, Rank, Record, RecordError, RecordFault, Step, StepEvent, Tag, TextFault, TurnEntry, Walk,
    replay,
};
pub use regatta::{BadDeal, BadRegatta, Regatta, RegattaPhase};
pub use run::{Move, Runs, SteerOption};
pub use score::{NoScoring, RaceResult, Scoring, ranking};
pub use seats::{BadSeats, BadStart, Color, NoColor, PerColor, Seats, StartRoll};
pub use sort::{sort_long, sort_short};
pub use tile::{Frame, Letter, MAPS, Side, Spot, Tile, TileFault, frame, parse_frame, tile};

// Tests the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
