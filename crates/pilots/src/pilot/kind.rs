//! The kinds of pilots and their names.

use crate::{
    Admiral, Captain, CourseCache, Pilot,
    pilot::{human::Human, traits::Traits},
};
use std::{fmt, str::FromStr, sync::Arc, time::Duration};

/// A kind of pilot: a step of the ladder, or one with a manner of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PilotKind {
    /// A child's first rival: dreamy and slow.
    Rookie,
    /// Cheerful, and short-sighted.
    Deckhand,
    /// Tidy: prefers a sure way to a quick one.
    Bosun,
    /// Easy-going: hopes for good dice.
    Mate,
    /// Quick, and thinks a little too short.
    Skipper,
    /// Calm and nearly exact.
    Commander,
    /// Exact: plays by the solver.
    Captain,
    /// Plays for points, and thinks this long about each decision.
    Admiral(Duration),
    /// Very cautious, about as strong as a Deckhand.
    Turtle,
    /// Bold, about as strong as a Mate.
    Gambler,
    /// Sly: gets in the way of its rivals. About as strong as a Skipper.
    Fox,
}

impl PilotKind {
    /// The Admiral's default thinking time.
    pub const THINKING_TIME: Duration = Duration::from_millis(150);

    /// The steps of the ladder, the weakest first.
    pub const LADDER: [PilotKind; 8] = [
        PilotKind::Rookie,
        PilotKind::Deckhand,
        PilotKind::Bosun,
        PilotKind::Mate,
        PilotKind::Skipper,
        PilotKind::Commander,
        PilotKind::Captain,
        PilotKind::Admiral(PilotKind::THINKING_TIME),
    ];

    /// All kinds: the ladder, then the others.
    pub const ALL: [PilotKind; 11] = {
        let [a, b, c, d, e, f, g, h] = PilotKind::LADDER;
        [a, b, c, d, e, f, g, h, PilotKind::Turtle, PilotKind::Gambler, PilotKind::Fox]
    };

    /// The rivals of a person's first race: a newcomer wins about half of them (see `make bench-ladder`).
    pub const FIRST_RIVALS: [PilotKind; 1] = [PilotKind::Rookie];

    /// `rookie`, `deckhand` and so on.
    pub const fn name(&self) -> &'static str {
        match self {
            PilotKind::Rookie => "rookie",
            PilotKind::Deckhand => "deckhand",
            PilotKind::Bosun => "bosun",
            PilotKind::Mate => "mate",
            PilotKind::Skipper => "skipper",
            PilotKind::Commander => "commander",
            PilotKind::Captain => "captain",
            PilotKind::Admiral(_) => "admiral",
            PilotKind::Turtle => "turtle",
            PilotKind::Gambler => "gambler",
            PilotKind::Fox => "fox",
        }
    }

    /// The step of the ladder that is as strong, from 0 for the Rookie to 7 for the Admiral.
    pub const fn step(&self) -> usize {
        match self {
            PilotKind::Rookie => 0,
            PilotKind::Deckhand | PilotKind::Turtle => 1,
            PilotKind::Bosun => 2,
            PilotKind::Mate | PilotKind::Gambler => 3,
            PilotKind::Skipper | PilotKind::Fox => 4,
            PilotKind::Commander => 5,
            PilotKind::Captain => 6,
            PilotKind::Admiral(_) => 7,
        }
    }

    /// The same kind with this thinking time in milliseconds. Only the Admiral has one, 1 to 60,000.
    pub fn thinking(self, milliseconds: u32) -> Result<PilotKind, BadThinkingTime> {
        match self {
            PilotKind::Admiral(_) if !(1..=60_000).contains(&milliseconds) => Err(BadThinkingTime::Range(milliseconds)),
            PilotKind::Admiral(_) => Ok(PilotKind::Admiral(Duration::from_millis(milliseconds.into()))),
            other => Err(BadThinkingTime::NotAdmiral(other)),
        }
    }

    /// Makes a pilot. Pilots at one table should share a cache of courses.
    pub fn pilot(&self, courses: &Arc<CourseCache>) -> Box<dyn Pilot> {
        let human = |name, traits| Box::new(Human::new(name, traits, courses.clone()));
        match self {
            PilotKind::Rookie => human("Rookie", Traits::ROOKIE),
            PilotKind::Deckhand => human("Deckhand", Traits::DECKHAND),
            PilotKind::Bosun => human("Bosun", Traits::BOSUN),
            PilotKind::Mate => human("Mate", Traits::MATE),
            PilotKind::Skipper => human("Skipper", Traits::SKIPPER),
            PilotKind::Commander => human("Commander", Traits::COMMANDER),
            PilotKind::Captain => Box::new(Captain::new(courses.clone())),
            PilotKind::Admiral(thinks) => Box::new(Admiral::new(courses.clone(), *thinks)),
            PilotKind::Turtle => human("Turtle", Traits::TURTLE),
            PilotKind::Gambler => human("Gambler", Traits::GAMBLER),
            PilotKind::Fox => human("Fox", Traits::FOX),
        }
    }
}

impl fmt::Display for PilotKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An unknown pilot name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPilot(pub String);

impl fmt::Display for UnknownPilot {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let names = PilotKind::ALL.map(|kind| kind.name());
        let [names @ .., last] = &names;
        write!(f, "unknown pilot {:?}: expected {} or {last}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownPilot {}

impl FromStr for PilotKind {
    type Err = UnknownPilot;
    fn from_str(text: &str) -> Result<PilotKind, UnknownPilot> {
        PilotKind::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| UnknownPilot(text.to_owned()))
    }
}

/// Why a kind of pilot cannot have a thinking time.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BadThinkingTime {
    /// The milliseconds are not within the limits.
    Range(u32),
    /// Only the Admiral has a thinking time.
    NotAdmiral(PilotKind),
}

impl fmt::Display for BadThinkingTime {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BadThinkingTime::Range(found) => write!(f, "expected 1 to 60,000 milliseconds, found {found}"),
            BadThinkingTime::NotAdmiral(kind) => write!(f, "only the admiral has a thinking time, not the {kind}"),
        }
    }
}

impl std::error::Error for BadThinkingTime {}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for PilotKind {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        let text = utoipa::openapi::Object::builder().schema_type(utoipa::openapi::schema::Type::String);
        text.enum_values(Some(PilotKind::ALL.map(|kind| kind.name()))).into()
    }
}

/// A pilot is written as its name.
#[cfg(feature = "schema")]
impl utoipa::ToSchema for PilotKind {
    fn name() -> std::borrow::Cow<'static, str> {
        "PilotName".into()
    }
}
