//! Classes of skill, by turns lost per decision.

/// The pilot or rank that somebody plays like, the best first. The bounds come from matches of the pilots: see docs/analysis.md.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Class {
    /// As good as the two best pilots. The Captain loses no turns, and the Admiral gives up a few for points.
    Admiral,
    /// As good as the two best pilots on a bad day.
    Captain,
    /// Between Captain and Skipper.
    Mate,
    /// As good as a rule of thumb.
    Skipper,
    /// Between Skipper and Rookie.
    Deckhand,
    /// Careless.
    Rookie,
}

impl Class {
    /// All classes, the best first.
    pub const ALL: [Class; 6] =
        [Class::Admiral, Class::Captain, Class::Mate, Class::Skipper, Class::Deckhand, Class::Rookie];

    /// The most turns lost per decision.
    pub const fn most(self) -> f64 {
        [0.03, 0.08, 0.2, 0.4, 0.5, f64::INFINITY][self as usize]
    }

    /// The class of a player who loses this many turns per decision.
    pub fn of(error_rate: f64) -> Class {
        Class::ALL.into_iter().find(|class| error_rate <= class.most()).unwrap_or(Class::Rookie)
    }

    /// `Admiral`, `Captain` and so on.
    pub const fn name(self) -> &'static str {
        ["Admiral", "Captain", "Mate", "Skipper", "Deckhand", "Rookie"][self as usize]
    }

    /// `an Admiral`, `a Captain` and so on.
    pub fn with_article(self) -> String {
        format!("{} {}", if self == Class::Admiral { "an" } else { "a" }, self.name())
    }
}
