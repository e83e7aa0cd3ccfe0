//! The settings of an event, chosen by its organiser.

use crate::room::settings::{Clock, PilotName, Settings, Visibility};
use powerboats_heats::TableSize;
use powerboats_rules::{Scoring, Sides};
use serde::{Deserialize, Serialize};

/// The most rounds of an event.
pub const MOST_ROUNDS: u8 = 60;

/// How an event is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = EventFormat)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Format {
    /// Everybody races in each round.
    Rounds {
        /// Number of rounds, 1 to 60. The organiser can stop earlier or add some.
        #[schema(minimum = 1, maximum = 60)]
        rounds: u8,
    },
    /// The best of each heat go on, until one table is left: the final.
    Knockout {
        /// How many of each heat go on, 1 to 5; fewer where a heat is too small.
        #[schema(minimum = 1, maximum = 5)]
        advance: u8,
    },
}

/// The settings of an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EventSettings {
    /// What to call it, 1 to 40 characters.
    #[schema(min_length = 1, max_length = 40)]
    pub title: String,
    #[allow(missing_docs)]
    pub format: Format,
    /// Boats at a full table, 2 to 6.
    #[schema(minimum = 2, maximum = 6)]
    pub tables: u8,
    /// The pilot that fills seats for which there are no people. Null: such tables are smaller, or one player sits out.
    #[serde(default)]
    pub pilots: Option<PilotName>,
    /// The clock of all games: live or correspondence.
    pub clock: Clock,
    /// Races of each game, 1 to 3; 1 by default.
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 3)]
    pub races: u8,
    /// Which side of the tiles faces up; dark by default.
    #[serde(default = "dark")]
    pub sides: Sides,
    /// How races are scored. By default, two boats score by turns and more boats score classic.
    #[serde(default)]
    pub scoring: Option<Scoring>,
    /// Whether the games are rated. Then only registered players can check in.
    #[serde(default)]
    pub rated: bool,
    /// Whether everybody finds the event in the list; true by default. Otherwise people need its link.
    #[serde(default = "yes")]
    pub listed: bool,
}

fn one() -> u8 {
    1
}

fn dark() -> Sides {
    Sides::Dark
}

fn yes() -> bool {
    true
}

impl EventSettings {
    /// What is wrong with the settings, if anything.
    pub fn fault(&self) -> Option<&'static str> {
        let format_fits = match self.format {
            Format::Rounds { rounds } => (1..=MOST_ROUNDS).contains(&rounds),
            Format::Knockout { advance } => (1..=5).contains(&advance),
        };
        if TableSize::new(usize::from(self.tables)).is_none() {
            Some("An event must have tables of 2 to 6 boats")
        } else if !format_fits {
            Some("An event must have 1 to 60 rounds, or 1 to 5 players who go on from each heat")
        } else if self.clock == (Clock::None {}) {
            Some("An event must have a clock, live or correspondence, so that no table holds up the others")
        } else {
            self.game(usize::from(self.tables)).fault()
        }
    }

    /// The table size. Checked before the event was opened.
    pub fn size(&self) -> TableSize {
        TableSize::new(usize::from(self.tables)).or(TableSize::new(2)).expect("2 is a table size")
    }

    /// The settings of a game with this many boats.
    pub fn game(&self, boats: usize) -> Settings {
        Settings {
            seats: u8::try_from(boats).unwrap_or(self.tables),
            sides: self.sides,
            // A table may have fewer boats than the others. A scoring that suits no table is refused.
            scoring: self.scoring.filter(|scoring| scoring.suits(boats) || !scoring.suits(self.tables.into())),
            races: self.races,
            visibility: Visibility::Link,
            clock: self.clock,
            title: Some(self.title.clone()),
            title_by: None,
            open_hours: 24,
            rated: self.rated,
        }
    }
}
