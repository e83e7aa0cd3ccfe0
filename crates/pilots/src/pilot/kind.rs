//! The kinds of pilots and their names.

use crate::{Admiral, Captain, CourseCache, Pilot, Rookie, Skipper};
use std::{fmt, str::FromStr, sync::Arc, time::Duration};

/// A kind of pilot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PilotKind {
    /// Plays legally but carelessly.
    Rookie,
    /// Plays by a rule of thumb.
    Skipper,
    /// Plays by the solver.
    Captain,
    /// Plays for points, and thinks this long about each decision.
    Admiral(Duration),
}

impl PilotKind {
    /// The Admiral's default thinking time.
    pub const THINKING_TIME: Duration = Duration::from_millis(150);

    /// All kinds, the weakest first.
    pub const ALL: [PilotKind; 4] =
        [PilotKind::Rookie, PilotKind::Skipper, PilotKind::Captain, PilotKind::Admiral(PilotKind::THINKING_TIME)];

    /// `rookie`, `skipper`, `captain` or `admiral`.
    pub const fn name(&self) -> &'static str {
        match self {
            PilotKind::Rookie => "rookie",
            PilotKind::Skipper => "skipper",
            PilotKind::Captain => "captain",
            PilotKind::Admiral(_) => "admiral",
        }
    }

    /// Makes a pilot. Pilots at one table should share a cache of courses.
    pub fn pilot(&self, courses: &Arc<CourseCache>) -> Box<dyn Pilot> {
        let courses = courses.clone();
        match self {
            PilotKind::Rookie => Box::new(Rookie::new(courses)),
            PilotKind::Skipper => Box::new(Skipper::new(courses)),
            PilotKind::Captain => Box::new(Captain::new(courses)),
            PilotKind::Admiral(thinks) => Box::new(Admiral::new(courses, *thinks)),
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
        write!(f, "unknown pilot {:?}: expected rookie, skipper, captain or admiral", self.0)
    }
}

impl std::error::Error for UnknownPilot {}

impl FromStr for PilotKind {
    type Err = UnknownPilot;
    fn from_str(text: &str) -> Result<PilotKind, UnknownPilot> {
        PilotKind::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| UnknownPilot(text.to_owned()))
    }
}
