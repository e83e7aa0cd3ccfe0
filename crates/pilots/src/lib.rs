//! Computer players for Powerboats: an exact solver for a boat alone on the lake, a ladder of pilots, hints, the analysis of
//! records, and races for learning programs. The rules are in [`powerboats_rules`].
//!
//! # A tour
//!
//! **Solve a course.** A race of one boat is small enough to be solved exactly. A [`Solution`] knows the expected number of turns
//! to the finish from every state; [`Par`] is the best start. A sinking counts as [`Weights::sinking`] turns.
//!
//! ```
//! use powerboats_pilots::{LoneBoat, Par, QuickRandom, Solution, Turn, Weights};
//! use powerboats_rules::{DiceChoice, Hand, Sides, draw_lake};
//! use std::sync::Arc;
//!
//! let (_, course) = draw_lake(Sides::Dark, 4, &mut QuickRandom::new(1));
//! let solution = Solution::new(Arc::new(course), Weights::default());
//! let par = Par::of(&solution);
//! assert!((10.0..25.0).contains(&par.turns));
//!
//! // What is each choice of dice worth to a boat on the best start place?
//! let turn = Turn::new(&solution, par.start);
//! let rest = turn.value_of(DiceChoice { hold: Hand::EMPTY, count: 0 });
//! let (best, value) = turn.best();
//! assert_eq!(best, DiceChoice { hold: Hand::EMPTY, count: 1 }); // roll one die
//! assert!(value < rest && (value - par.turns).abs() < 0.001);
//!
//! // A damaged boat needs longer.
//! let damaged = LoneBoat { damage: 3, ..par.start };
//! assert!(solution.value(&damaged) > par.turns);
//! ```
//!
//! **Let pilots race.** A [`PilotKind`] makes a [`Pilot`], which decides for the boat whose turn it is. Pilots at one table share a
//! [`CourseCache`], so each course is solved once. Random numbers are passed in: the same numbers give the same race.
//!
//! ```
//! use powerboats_pilots::{CourseCache, PilotKind, QuickRandom, Score};
//! use powerboats_rules::{Action, Color, PerColor, Phase, Race, Scoring, Seats, Sides, draw_lake, roll};
//! use std::sync::Arc;
//!
//! let mut draw = QuickRandom::new(2);
//! let (_, course) = draw_lake(Sides::Mixed, 2, &mut draw);
//! let seats = Seats::new([Color::Red, Color::White])?;
//! let mut race = Race::new(Arc::new(course), 1, Scoring::Turns, seats, Color::Red, PerColor::default())?;
//! let courses = CourseCache::new();
//! let mut captain = PilotKind::Captain.pilot(&courses);
//! let mut rookie = "rookie".parse::<PilotKind>()?.pilot(&courses);
//! while let Some(color) = race.phase().turn() {
//!     let action = match race.phase() {
//!         Phase::Chance(_, choice) => Action::Roll(roll(choice.rolls(), &mut draw)),
//!         _ => {
//!             let pilot = if color == Color::Red { &mut captain } else { &mut rookie };
//!             pilot.decide(&race, &Score::of_race(&race), &mut draw)
//!         }
//!     };
//!     race.apply(action)?;
//! }
//! assert_eq!(race.result().expect("the race is over").order[0], Color::Red);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Ask for a hint.** A [`Hint`] values every choice of the player whose turn it is, the best first, and tells how likely a crash is and
//! where the boat can end.
//!
//! ```
//! use powerboats_pilots::{CourseCache, Hint};
//! use powerboats_rules::PositionText;
//!
//! let text = "12./12./12./12./12. d3E,k1,k5,b5 C-turns \
//!             red:e5NE:21:2k2:finish:14,white:finished:31:0:finish:13 dice:red";
//! let race = text.parse::<PositionText>()?.race()?;
//! let Some(Hint::Dice(choices)) = Hint::of(&race, &CourseCache::default()) else { panic!("red chooses dice") };
//! assert_eq!((choices[0].turns, choices[0].finish), (1.0, 1.0)); // the best choice is sure to finish
//! assert!(choices.is_sorted_by(|a, b| a.turns <= b.turns));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Weigh luck and skill.** [`analysis::Analysis`] rates every roll and every decision of a record. **Compare pilots** with
//! [`arena::play_match`]. **Train a program** with [`training::Batch`], which steps thousands of races at once.
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | `pilot` | [`Pilot`], [`PilotKind`]; [`Captain`], [`Admiral`], [`Human`] with its [`Traits`] |
//! | `solver` | [`Solution`], [`Weights`]; [`Turn`], the values of all choices in a turn; [`LoneBoat`], [`BadLoneBoat`]; [`Compact`] |
//! | `course` | [`Par`], [`Odds`], [`Route`], [`Reach`], [`DistanceTable`]; [`CourseCache`], [`CourseKnowledge`] |
//! | `hint`, `advice`, `suggestion` | [`Hint`]; [`Advice`] with its [`AdviceReason`]; [`suggest`] for newcomers |
//! | [`analysis`] | luck and skill, in turns and in points |
//! | [`arena`], [`simulation`] | matches between pilots; fast simulation of races of Captains |
//! | [`training`] | races for learning programs |
//! | `random`, `fair_race` | [`QuickRandom`]; [`next_rival`] |
#![deny(unsafe_code)]

mod advice;
pub mod analysis;
pub mod arena;
mod course;
mod fair_race;
mod hint;
mod pilot;
mod random;
pub mod simulation;
mod solver;
mod suggestion;
pub mod training;
mod utility;

pub use advice::{Advice, AdviceReason};
pub use course::{
    cache::{CacheStats, CourseCache, CourseKnowledge},
    distances::DistanceTable,
    odds::Odds,
    outlook::{Later, outlook},
    par::Par,
    reach::{End, Reach},
    route::Route,
};
pub use fair_race::{RivalResult, next_rival};
pub use hint::{DiceHint, Hint, Landing, MoveEnding, PlaceHint, SteerHint, SteerOutcome, can_finish};
pub use pilot::{
    Pilot, Score,
    admiral::{Admiral, EvaluatedAction},
    captain::Captain,
    human::Human,
    kind::{BadThinkingTime, PilotKind, UnknownPilot},
    traits::Traits,
};
pub use random::QuickRandom;
pub use solver::{
    Solution, Weights,
    compact::Compact,
    lone_boat::{BadLoneBoat, LoneBoat},
    turn::{Fate, Turn},
};
pub use suggestion::{Newcomer, suggest};

// Tests the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
