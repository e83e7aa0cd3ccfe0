//! The rules of Powerboats, pure: no input or output, no clock, no dice of its own.
//!
//! # A tour
//!
//! **Lay a lake and set its buoys.** Six tiles in their places make a lake, four buoys make a course on it. Anything
//! fits a plan; only a checked plan becomes a [`Course`], and an error lists all that is wrong.
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
//! assert!(course.stands(6)); // from every start place there is a way home
//!
//! let error = Course::new(layout.lake(), "a1W,m21,m21,m9".parse()?).unwrap_err();
//! assert_eq!(error.to_string(), "buoy 1 and buoy 2 both stand on m21; the line runs off the map");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Begin a race, and play a turn.** A [`Race`] says what it waits for ([`Race::phase`]); it takes one [`Action`] at
//! a time and gives back the [`Event`] that came of it. Chance is an action like the others: whoever runs the race
//! rolls, and says what the dice show.
//!
//! ```
//! use powerboats_rules::{Action, Color, Course, DiceChoice, Event, Hand, Heading, Lake, PerColor};
//! use powerboats_rules::{Phase, Race, Refusal, Scoring, Seats, Steer};
//! use std::sync::Arc;
//!
//! let lake = Lake::from_rows(&[".........", ".........", "....##...", ".........", "........."])?;
//! let course = Arc::new(Course::new(lake, "b2E,i1,i5,a5".parse()?)?);
//! let seats = Seats::new([Color::Red, Color::White])?;
//! let mut race = Race::new(course, 1, Scoring::Turns, seats, Color::Red, PerColor::default())?;
//!
//! // The starter is placed last, and plays first.
//! assert_eq!(race.phase(), Phase::Place(Color::White));
//! race.apply(Action::Place("d2".parse()?, Heading::E))?;
//! race.apply(Action::Place("c2".parse()?, Heading::NE))?;
//! assert_eq!(race.phase(), Phase::Dice(Color::Red));
//!
//! // Choose dice, roll, steer.
//! let choice = DiceChoice { hold: Hand::EMPTY, count: 1 };
//! race.apply(Action::Choose(choice))?;
//! let rolled: Hand = "2".parse()?; // the caller's die
//! race.apply(Action::Roll(rolled))?;
//! assert_eq!(race.phase(), Phase::Steer(Color::Red, rolled));
//!
//! // Two hexes north-east are more than the lake has, but to the right they are free: so right it must be.
//! let refusal = race.apply(Action::Steer(Steer::Straight)).unwrap_err();
//! assert_eq!(refusal, Refusal::Steer { steer: Steer::Straight, run: 1, longest: 2 });
//! let Event::Moved(moved) = race.apply(Action::Steer(Steer::Right))? else { panic!("steering moves") };
//! // On the way it passes white, which stands on d2.
//! assert_eq!(moved.path().map(|hex| hex.to_string()).collect::<Vec<_>>(), ["d2", "e2"]);
//! assert_eq!(race.phase(), Phase::Dice(Color::White));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **See it end.** A whole position is a line of text ([`PositionText`]), so a race can begin anywhere. Here white is
//! home, and red is two hexes from the line.
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
//! let Event::Moved(moved) = race.apply(Action::Steer(Steer::Straight))? else { panic!("steering moves") };
//! assert!(moved.finished);
//!
//! assert_eq!(race.phase(), Phase::Over);
//! let result = race.result().expect("the race is over");
//! assert_eq!(result.order, [Color::White, Color::Red]);
//! assert_eq!(result.points[Color::White], 3 + 2); // first of two in race 3, and two turns ahead of the last
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Sail a regatta, and replay it.** A [`Logbook`] is a [`Regatta`] that writes its own [`Record`] as it goes. The
//! record is text; [`replay`] sails it again, checks every line, and comes to the same state.
//!
//! ```
//! use powerboats_rules::{Color, Draw, Logbook, OneLine, RegattaPhase, Scoring, Seats, Sides};
//! use powerboats_rules::{draw_lake, draw_starter, replay, sail_at_random};
//!
//! /// All chance comes from the caller: here from a toy generator.
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
//! sail_at_random(&mut book, 10_000, &mut toy)?;
//! assert_eq!(book.regatta().phase(), RegattaPhase::Over);
//!
//! let text = book.record().to_string();
//! assert!(text.starts_with("powerboats record 1\nblack: Cy\nred: Ada\nwhite: Bo\nsides: mixed\n"));
//! assert_eq!(replay(&text)?, book);
//!
//! // A record that lies is found out, and where.
//! let error = replay(&text.replace("sides: mixed", "sides: wet")).unwrap_err();
//! assert_eq!(error.to_string(), "line 5: column 8: \"wet\" is no side: dark, light or mixed");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where things live
//!
//! A file is a noun of the game, and everything public is named here, at the crate's root.
//!
//! | file | noun |
//! |---|---|
//! | `hex`, `heading` | [`Hex`]; [`Heading`], [`Steer`] |
//! | `tile`, `layout`, `lake` | [`Tile`], [`Spot`], the frame; [`Layout`], how the six tiles lie; [`Lake`], which hexes are water |
//! | `course`, `marks` | [`CoursePlan`], [`Course`] with its tables; [`Gate`], [`Leg`], [`Progress`], how marks are judged |
//! | `seats`, `boat` | [`Color`], [`Seats`], who starts; [`Boat`], [`Status`] |
//! | `dice` | [`Die`], [`Hand`], [`DiceChoice`], and the exact odds of a roll ([`outcomes`]) |
//! | `run` | [`Runs`] of water ahead, [`SteerOption`], [`Move`] |
//! | `race`, `position` | [`Race`], [`Phase`], [`Action`], [`Event`]; [`Position`], a race in the middle |
//! | `regatta`, `score` | [`Regatta`], up to three races; [`Scoring`], [`RaceResult`], [`ranking`] |
//! | `notation` | [`LakeText`], [`Berth`], [`DiceText`], [`TurnText`], [`PositionText`] |
//! | `record` | [`Record`], [`Entry`], [`Logbook`], [`replay`] |
//! | `chance` | [`Draw`], and what is drawn from it: [`draw_lake`], [`draw_course`], [`draw_starter`], [`roll`] |
//! | `playout`, `perft` | [`random_action`], [`sail_at_random`]; [`perft()`] counts |
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
mod marks;
mod named;
mod notation;
mod perft;
mod playout;
mod position;
mod race;
mod record;
mod regatta;
mod run;
#[cfg(feature = "schema")]
mod schema;
mod score;
mod seats;
mod tile;

pub use boat::{Boat, SINKS_AT, Status};
pub use chance::{Draw, NoSides, Sides, dealt, draw_course, draw_lake, draw_layout, draw_starter, roll};
pub use course::{BadCourse, Course, CourseFault, CoursePlan};
pub use dice::{DiceChoice, DiceChoices, Die, Hand, NoHand, Outcome, outcomes};
pub use heading::{Heading, NoHeading, NoSteer, Steer};
pub use hex::{Hex, NoHex, SIZE};
pub use lake::{BadLake, Lake, LakeFault};
pub use layout::{BadLayout, Laid, Layout, LayoutFault};
pub use marks::{Crossings, Gate, Judged, Leg, NoLeg, NoWay, Progress, Way};
pub use notation::{Berth, DiceText, IllegalPosition, LakeText, Misread, PositionText, Reason, Rolled, TurnText};
pub use perft::{Start, actions, perft, starts};
pub use playout::{random_action, random_turn, sail_at_random};
pub use position::{BadPosition, Position, PositionFault};
pub use race::{Action, BadRace, Event, Fleet, Phase, Race, Refusal};
pub use record::{Entry, Logbook, OneLine, Rank, Record, RecordError, RecordFault, Tag, TextFault, TurnEntry, replay};
pub use regatta::{BadDeal, BadRegatta, Regatta, RegattaPhase};
pub use run::{Move, Runs, SteerOption};
pub use score::{NoScoring, RaceResult, Scoring, ranking};
pub use seats::{BadSeats, BadStart, Color, NoColor, PerColor, Seats, StartRoll};
pub use tile::{Frame, Letter, MAPS, Side, Spot, Tile, TileFault, frame, parse_frame, tile};
