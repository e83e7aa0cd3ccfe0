//! The two ladders, with the constants that were fitted for them.

use crate::{Model, Rating};
use std::{fmt, str::FromStr};

/// A ladder. Duels and fleets ask for different skills, so each has ratings of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "schema", serde(rename_all = "lowercase"))]
pub enum Ladder {
    /// Two boats.
    Duel,
    /// Three to six boats.
    Fleet,
}

impl Ladder {
    #[allow(missing_docs)]
    pub const ALL: [Ladder; 2] = [Ladder::Duel, Ladder::Fleet];

    /// The ladder of a match with this many boats.
    pub const fn of(boats: usize) -> Ladder {
        if boats <= 2 { Ladder::Duel } else { Ladder::Fleet }
    }

    /// `duel` or `fleet`.
    pub const fn name(self) -> &'static str {
        match self {
            Ladder::Duel => "duel",
            Ladder::Fleet => "fleet",
        }
    }

    /// The model of this ladder.
    pub const fn model(self) -> &'static Model {
        match self {
            Ladder::Duel => &DUEL,
            Ladder::Fleet => &FLEET,
        }
    }

    /// The fixed rating of a pilot, by its step from 0 (Rookie) to 7 (Admiral). Pilots don't learn, so they are anchors: they
    /// tie the scale to something that never changes.
    pub fn anchor(self, step: usize) -> Rating {
        let means = match self {
            Ladder::Duel => &DUEL_ANCHORS,
            Ladder::Fleet => &FLEET_ANCHORS,
        };
        Rating::new(means[step.min(means.len() - 1)], ANCHOR_SPREAD)
    }
}

/// Fitted by `powerboats fit-ratings`: see docs/ratings.md. A newcomer's spread sets the scale. The drift is chosen, because
/// pilots hardly change. A rating is settled after about 15 duels or 12 fleets.
const DUEL: Model = Model { beta: 175.8, start: 350.0, sharpness: 0.968, drift: 5.0, settled: 235.0 };
const FLEET: Model = Model { beta: 198.1, start: 175.0, sharpness: 0.917, drift: 3.0, settled: 120.0 };

/// The means of the pilots' ratings, from Rookie to Admiral. Fitted by the same command.
const DUEL_ANCHORS: [f64; 8] = [904.0, 1140.0, 1338.0, 1512.0, 1676.0, 1865.0, 2058.0, 2088.0];
const FLEET_ANCHORS: [f64; 8] = [901.0, 1183.0, 1323.0, 1502.0, 1674.0, 1816.0, 1973.0, 2003.0];

/// A pilot's strength is known well, but not exactly.
const ANCHOR_SPREAD: f64 = 30.0;

impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no ladder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoLadder(pub String);

impl fmt::Display for NoLadder {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "unknown ladder {:?}: expected duel or fleet", self.0)
    }
}

impl std::error::Error for NoLadder {}

impl FromStr for Ladder {
    type Err = NoLadder;
    fn from_str(text: &str) -> Result<Ladder, NoLadder> {
        Ladder::ALL.into_iter().find(|ladder| ladder.name() == text).ok_or_else(|| NoLadder(text.to_owned()))
    }
}
