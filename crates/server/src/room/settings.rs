//! How a regatta is to be sailed, as its host wishes.

use powerboats_pilots::PilotKind;
use powerboats_rules::{Scoring, Sides};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Who finds a regatta.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// It is in the lobby; anybody may join or watch.
    #[default]
    Public,
    /// Whoever has its address may join or watch.
    Link,
    /// Only whoever was given the invitation may join or see anything of it.
    Private,
}

/// How long a player may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Clock {
    /// As long as they like.
    None {},
    /// Seconds for each turn, and seconds in the bank for when that is not enough.
    Live {
        /// 1 to 3,600.
        #[schema(minimum = 1, maximum = 3600)]
        turn: u32,
        /// 0 to 36,000.
        #[schema(minimum = 0, maximum = 36000)]
        bank: u32,
    },
    /// Hours for each turn.
    Correspondence {
        /// 1 to 720 (30 days).
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
    /// Milliseconds for each turn, and in the bank at first.
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

/// A pilot by name: `rookie`, `skipper`, `captain` or `admiral`.
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
        let text = utoipa::openapi::Object::builder().schema_type(utoipa::openapi::schema::Type::String);
        text.enum_values(Some(PilotKind::ALL.map(|kind| kind.name()))).into()
    }
}

impl utoipa::ToSchema for PilotName {}

/// What a host decides. Whatever is left out is as the rulebook has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// How many seats: 2 to 6.
    #[schema(minimum = 2, maximum = 6)]
    pub seats: u8,
    /// Which sides of the tiles are up.
    #[serde(default = "dark")]
    pub sides: Sides,
    /// Left out: by turns for two, classic for more.
    #[serde(default)]
    pub scoring: Option<Scoring>,
    /// 1 to 3.
    #[serde(default = "three")]
    #[schema(minimum = 1, maximum = 3)]
    pub races: u8,
    /// Who finds it.
    #[serde(default)]
    pub visibility: Visibility,
    /// How long a player may think.
    #[serde(default)]
    pub clock: Clock,
}

fn dark() -> Sides {
    Sides::Dark
}

fn three() -> u8 {
    3
}

impl Settings {
    /// What is wrong with them, if anything.
    pub fn fault(&self) -> Option<&'static str> {
        if !(2..=6).contains(&self.seats) {
            Some("a regatta has 2 to 6 seats")
        } else if !(1..=3).contains(&self.races) {
            Some("a regatta has 1 to 3 races")
        } else if self.seats == 2 && self.scoring == Some(Scoring::Classic) {
            Some("two players score by turns, never classic")
        } else if !self.clock.fits() {
            Some(
                "a live clock has 1 to 3,600 seconds a turn and a bank of at most 36,000, correspondence 1 to 720 hours",
            )
        } else {
            None
        }
    }

    /// How so many players score.
    pub fn scoring(&self, players: usize) -> Scoring {
        match self.scoring {
            // Fewer may have come than there are seats.
            Some(Scoring::Classic) if players == 2 => Scoring::Turns,
            Some(scoring) => scoring,
            None => Scoring::usual(players),
        }
    }
}
