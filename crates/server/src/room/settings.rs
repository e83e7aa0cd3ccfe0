//! The settings of a regatta, chosen by its host.

use crate::{ids::PlayerId, people::Names, text::visible_line};
use powerboats_pilots::PilotKind;
use powerboats_rules::{Scoring, Sides};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Who can find a regatta.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = RegattaVisibility)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Listed in the lobby; anyone may join or watch.
    #[default]
    Public,
    /// Anyone who has its address may join or watch.
    Link,
    /// Only people with the invitation may join or see anything of it.
    Private,
}

/// What the server opens regattas for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = RegattaOccasionKind)]
#[serde(rename_all = "kebab-case")]
pub enum OccasionKind {
    #[allow(missing_docs)]
    Season,
    /// A club evening or a cup.
    Event,
    /// A table of "Play now".
    PlayNow,
}

impl OccasionKind {
    const ALL: [OccasionKind; 3] = [OccasionKind::Season, OccasionKind::Event, OccasionKind::PlayNow];

    /// The name used in JSON and in the store.
    pub const fn as_str(self) -> &'static str {
        ["season", "event", "play-now"][self as usize]
    }

    /// Reads the name used in the store.
    pub fn read(text: &str) -> Option<OccasionKind> {
        OccasionKind::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// What the server has opened a regatta for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = RegattaOccasion)]
pub struct Occasion {
    #[allow(missing_docs)]
    pub kind: OccasionKind,
    /// Which one, and where in it: `3/2b` is group 2b of season 3.
    pub reference: String,
}

impl Occasion {
    /// Whether others wait for the result: in a season or an event, but not at a table of "Play now".
    pub fn is_competition(&self) -> bool {
        match self.kind {
            OccasionKind::Season | OccasionKind::Event => true,
            OccasionKind::PlayNow => false,
        }
    }
}

/// How much time a player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Clock {
    /// No limit.
    None {},
    /// Seconds per turn, and a bank of seconds for when a turn is not enough.
    Live {
        /// Seconds per turn, 1 to 3,600.
        #[schema(minimum = 1, maximum = 3600)]
        turn: u32,
        /// Seconds in the bank at the start, 0 to 36,000.
        #[schema(minimum = 0, maximum = 36000)]
        bank: u32,
    },
    /// Hours per turn.
    Correspondence {
        /// Hours per turn, 1 to 720 (30 days).
        #[schema(minimum = 1, maximum = 720)]
        hours: u32,
    },
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::None {}
    }
}

impl Clock {
    /// Milliseconds per turn, and in the bank at the start.
    pub fn times(self) -> Option<(i64, i64)> {
        match self {
            Clock::None {} => None,
            Clock::Live { turn, bank } => Some((i64::from(turn) * 1000, i64::from(bank) * 1000)),
            Clock::Correspondence { hours } => Some((i64::from(hours) * 3_600_000, 0)),
        }
    }

    fn fits(self) -> bool {
        match self {
            Clock::None {} => true,
            Clock::Live { turn, bank } => (1..=3600).contains(&turn) && bank <= 36_000,
            Clock::Correspondence { hours } => (1..=720).contains(&hours),
        }
    }
}

/// A pilot by name: a step of the ladder from `rookie` to `admiral`, or `turtle`, `gambler` or `fox`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PilotName(pub PilotKind);

impl Serialize for PilotName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de> Deserialize<'de> for PilotName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PilotName, D::Error> {
        String::deserialize(deserializer)?.parse().map(PilotName).map_err(de::Error::custom)
    }
}

impl utoipa::PartialSchema for PilotName {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        PilotKind::schema()
    }
}

impl utoipa::ToSchema for PilotName {}

/// The host's settings. The defaults are those of the rulebook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = RegattaSettings)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Number of seats, 2 to 6.
    #[schema(minimum = 2, maximum = 6)]
    pub seats: u8,
    /// Which side of the tiles faces up.
    #[serde(default = "dark")]
    pub sides: Sides,
    /// How races are scored. By default, two boats score by turns and more boats score classic.
    #[serde(default)]
    pub scoring: Option<Scoring>,
    /// Number of races, 1 to 3.
    #[serde(default = "three")]
    #[schema(minimum = 1, maximum = 3)]
    pub races: u8,
    #[allow(missing_docs)]
    #[serde(default)]
    pub visibility: Visibility,
    /// How much time a player has.
    #[serde(default)]
    pub clock: Clock,
    /// What the host calls the regatta, 1 to 40 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 1, max_length = 40)]
    pub title: Option<String>,
    /// Who gave the title. It is not shown while they are protected, nor after they have deleted their account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title_by: Option<PlayerId>,
    /// Hours after which an open regatta closes if nothing happens in it, 1 to 720.
    #[serde(default = "a_day", skip_serializing_if = "is_a_day")]
    #[schema(minimum = 1, maximum = 720)]
    pub open_hours: u16,
    /// Whether the result changes the players' ratings. All people must be registered, at least two must play, there must be
    /// a clock, and it can't be private.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
}

fn a_day() -> u16 {
    24
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde wants it
fn is_a_day(hours: &u16) -> bool {
    *hours == a_day()
}

fn dark() -> Sides {
    Sides::Dark
}

fn three() -> u8 {
    3
}

impl Settings {
    /// What is wrong with the settings, if anything.
    pub fn fault(&self) -> Option<&'static str> {
        if !(2..=6).contains(&self.seats) {
            Some("A regatta must have 2 to 6 seats")
        } else if !(1..=3).contains(&self.races) {
            Some("A regatta must have 1 to 3 races")
        } else if self.scoring.is_some_and(|scoring| !scoring.suits(self.seats.into())) {
            Some("A regatta for two must be scored by turns, not classic")
        } else if !self.clock.fits() {
            Some(
                "A live clock must have 1 to 3,600 seconds a turn and at most 36,000 in the bank, a correspondence clock 1 to 720 hours a turn",
            )
        } else if !(1..=720).contains(&self.open_hours) {
            Some("A regatta can stay open for 1 to 720 hours")
        } else if self.title.as_deref().is_some_and(|title| !is_title(title)) {
            Some("A title must be one line of 1 to 40 visible characters")
        } else if self.rated && self.clock == (Clock::None {}) {
            Some("A rated regatta must have a clock")
        } else if self.rated && self.visibility == Visibility::Private {
            Some("A private regatta can't be rated")
        } else {
            None
        }
    }

    /// Takes out a title whose author is protected by now, or has deleted their account. Their name must be loaded.
    pub fn hide_title(&mut self, names: &Names) {
        if self.title_by.as_ref().is_some_and(|author| !names.shows_words_of(author)) {
            (self.title, self.title_by) = (None, None);
        }
    }

    /// The scoring for this number of players.
    pub fn scoring(&self, players: usize) -> Scoring {
        // There may be fewer players than seats.
        self.scoring.filter(|scoring| scoring.suits(players)).unwrap_or(Scoring::usual(players))
    }
}

fn is_title(title: &str) -> bool {
    let fits = (1..=40).contains(&title.chars().count()) && title.trim() == title;
    fits && !title.contains('\n') && visible_line(title).is_ok()
}
