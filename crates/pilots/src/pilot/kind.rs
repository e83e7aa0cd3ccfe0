//! The pilots by name, so that people can ask for them.

use crate::{Admiral, Captain, CourseCache, Pilot, Rookie, Skipper};
use std::{fmt, str::FromStr, sync::Arc, time::Duration};

/// Who steers: a pilot by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PilotKind {
    /// Legal and careless.
    Rookie,
    /// A plain rule of thumb.
    Skipper,
    /// The solver's policy.
    Captain,
    /// Plays for points, thinking so long a decision.
    Admiral(Duration),
}

impl PilotKind {
    /// What the Admiral takes unless told otherwise.
    pub const THINKS: Duration = Duration::from_millis(150);

    /// All of them, the weakest first.
    pub const ALL: [PilotKind; 4] =
        [PilotKind::Rookie, PilotKind::Skipper, PilotKind::Captain, PilotKind::Admiral(PilotKind::THINKS)];

    /// `rookie`, …
    pub const fn name(&self) -> &'static str {
        match self {
            PilotKind::Rookie => "rookie",
            PilotKind::Skipper => "skipper",
            PilotKind::Captain => "captain",
            PilotKind::Admiral(_) => "admiral",
        }
    }

    /// Puts one at the wheel; pilots at one table share a courses.
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

/// A text that names no pilot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPilot(pub String);

impl fmt::Display for UnknownPilot {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:?} is no pilot: rookie, skipper, captain or admiral", self.0)
    }
}

impl std::error::Error for UnknownPilot {}

impl FromStr for PilotKind {
    type Err = UnknownPilot;
    fn from_str(text: &str) -> Result<PilotKind, UnknownPilot> {
        PilotKind::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| UnknownPilot(text.to_owned()))
    }
}
