//! The pilots by name, so that people can ask for them.

use crate::{Admiral, Captain, Library, Pilot, Rookie, Skipper};
use std::{fmt, str::FromStr, sync::Arc, time::Duration};

/// Who steers: a pilot by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Crew {
    /// Legal and careless.
    Rookie,
    /// A plain rule of thumb.
    Skipper,
    /// The solver's policy.
    Captain,
    /// Plays for points, thinking so long a decision.
    Admiral(Duration),
}

impl Crew {
    /// What the Admiral takes unless told otherwise.
    pub const THINKS: Duration = Duration::from_millis(150);

    /// All of them, the weakest first.
    pub const ALL: [Crew; 4] = [Crew::Rookie, Crew::Skipper, Crew::Captain, Crew::Admiral(Crew::THINKS)];

    /// `rookie`, …
    pub const fn name(&self) -> &'static str {
        match self {
            Crew::Rookie => "rookie",
            Crew::Skipper => "skipper",
            Crew::Captain => "captain",
            Crew::Admiral(_) => "admiral",
        }
    }

    /// Puts one at the wheel; pilots at one table share a library.
    pub fn pilot(&self, library: &Arc<Library>) -> Box<dyn Pilot> {
        let library = library.clone();
        match self {
            Crew::Rookie => Box::new(Rookie::new(library)),
            Crew::Skipper => Box::new(Skipper::new(library)),
            Crew::Captain => Box::new(Captain::new(library)),
            Crew::Admiral(thinks) => Box::new(Admiral::new(library, *thinks)),
        }
    }
}

impl fmt::Display for Crew {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no pilot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoCrew(pub String);

impl fmt::Display for NoCrew {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:?} is no pilot: rookie, skipper, captain or admiral", self.0)
    }
}

impl std::error::Error for NoCrew {}

impl FromStr for Crew {
    type Err = NoCrew;
    fn from_str(text: &str) -> Result<Crew, NoCrew> {
        Crew::ALL.into_iter().find(|crew| crew.name() == text).ok_or_else(|| NoCrew(text.to_owned()))
    }
}
