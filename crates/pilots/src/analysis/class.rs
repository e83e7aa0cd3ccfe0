//! Classes of skill, by turns lost a decision.

/// Like whom somebody sails, the better the less. The bounds come from analysing matches of our own pilots: docs/analysis.md.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Class {
    /// As good as our two best pilots: the Captain never errs in turns, and the Admiral gives some up for points.
    Admiral,
    /// As good as they are on a bad day.
    Captain,
    /// Between Captain and Skipper.
    Mate,
    /// As good as a plain rule of thumb.
    Skipper,
    /// Between Skipper and Rookie.
    Deckhand,
    /// Careless.
    Rookie,
}

impl Class {
    /// The best first.
    pub const ALL: [Class; 6] =
        [Class::Admiral, Class::Captain, Class::Mate, Class::Skipper, Class::Deckhand, Class::Rookie];

    /// Turns lost a decision, at most.
    pub const fn most(self) -> f64 {
        [0.03, 0.08, 0.2, 0.4, 0.5, f64::INFINITY][self as usize]
    }

    /// The class of one who loses so many turns a decision.
    pub fn of(error_rate: f64) -> Class {
        Class::ALL.into_iter().find(|class| error_rate <= class.most()).unwrap_or(Class::Rookie)
    }

    /// `Admiral`, …
    pub const fn name(self) -> &'static str {
        ["Admiral", "Captain", "Mate", "Skipper", "Deckhand", "Rookie"][self as usize]
    }

    /// `an Admiral`, `a Captain`, …
    pub fn with_article(self) -> String {
        format!("{} {}", if self == Class::Admiral { "an" } else { "a" }, self.name())
    }
}
